"""Recorded outcomes: a file of what fell, played through the same tables as a simulation."""

import re
from collections.abc import Iterable, Iterator

from croupier.lab.kernels import Tally
from croupier.lab.tables import BOTH, NEXT, NEXT_BITS, SETTLED, Tables
from croupier.rules.outcomes import OutcomeName, Space, listed

_NUMBER = re.compile(r"0|[1-9][0-9]?")
_BETWEEN = re.compile(r"[\s,-]+")


class RecordingError(ValueError):
    """A line that is no outcome of the game."""


def outcomes(space: Space, lines: Iterable[str], source: str) -> Iterator[OutcomeName]:
    """What fell, line by line: "3-4" or "3 4", "1-2-3", or the number of a pocket; empty lines and # comments are left out."""
    for number, line in enumerate(lines, start=1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        parts = _BETWEEN.split(said)
        # 00 is a pocket of another wheel, not the zero of this one.
        name = space.name([int(part) for part in parts]) if all(_NUMBER.fullmatch(part) for part in parts) else None
        if name is None:
            raise RecordingError(f"{source}, line {number}: {space.title} can never show '{said}'; write {_example(space)}")
        yield name


def _example(space: Space) -> str:
    if space.shown_by == "pocket":
        return "the number of a pocket, as in 17"
    return f"one face from 1 to 6 for each die, as in {listed(['3-4', '3 4'] if space.count == 2 else ['1-2-3', '1 2 3'])}"


def replayed(tables: Tables, fell: Iterable[OutcomeName]) -> Tally:
    """What a play makes of recorded outcomes, from the opening of the table on."""
    entries: list[int] = tables.entries.tolist()
    at: list[int] = tables.starts.tolist()
    net = settled = rolls = 0
    for name in fell:
        column = tables.columns[name]
        rolls += 1
        for automaton, row in enumerate(at):
            entry = entries[row + column]
            at[automaton] = entry & NEXT
            net += entry >> BOTH
            settled += entry >> NEXT_BITS & SETTLED
    return Tally(net, settled, rolls)
