"""Replay a file of recorded outcomes through the transition tables of a simulation."""

import re
from collections.abc import Iterable, Iterator

from croupier.echo import echo
from croupier.lab.kernels import Tally
from croupier.lab.transition_tables import NET_SHIFT, NEXT_BITS, NEXT_MASK, SETTLED_MASK, TransitionTables
from croupier.rules.outcomes import OutcomeName, Space, listed

_NUMBER = re.compile(r"0|[1-9][0-9]?")
_SEPARATOR = re.compile(r"[\s,-]+")


class RecordingError(ValueError):
    """A line is not an outcome of the game."""


def read_outcomes(space: Space, lines: Iterable[str], source: str) -> Iterator[OutcomeName]:
    """Parse one outcome per line: "3-4" or "3 4", "1-2-3", or the number of a pocket. Skip empty lines and # comments."""
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        parts = _SEPARATOR.split(text)
        # "00" is not an outcome: this wheel has a single zero.
        name = space.name([int(part) for part in parts]) if all(_NUMBER.fullmatch(part) for part in parts) else None
        if name is None:
            raise RecordingError(
                f"{source}, line {number}: '{echo(text)}' is not an outcome of {space.title}; write {_example(space)}"
            )
        yield name


def _example(space: Space) -> str:
    if space.shown_by == "pocket":
        return "the number of a pocket, such as 17"
    return f"one face from 1 to 6 for each die, such as {listed(['3-4', '3 4'] if space.count == 2 else ['1-2-3', '1 2 3'])}"


def replay(tables: TransitionTables, outcomes: Iterable[OutcomeName]) -> Tally:
    """Play recorded outcomes from the opening of the table, and return the sums."""
    entries: list[int] = tables.entries.tolist()
    at: list[int] = tables.starts.tolist()
    net = settled = rolls = 0
    for name in outcomes:
        column = tables.columns[name]
        rolls += 1
        for automaton, row in enumerate(at):
            entry = entries[row + column]
            at[automaton] = entry & NEXT_MASK
            net += entry >> NET_SHIFT
            settled += entry >> NEXT_BITS & SETTLED_MASK
    return Tally(net, settled, rolls)
