"""A play compiled to rows of integers: what the kernels know, which is no game and no wager."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chain import Chain, joined, together_within
from croupier.lab.places import chains
from croupier.lab.play import Play, PlayError
from croupier.lab.warming import warming
from croupier.money import dollars
from croupier.rules.outcomes import OutcomeName, Space

# An entry packs the place of the next row (18 bits), the bets settled (10 bits) and the cents won or lost (36 bits, signed).
NEXT_BITS, SETTLED_BITS, NET_BITS = 18, 10, 36
NEXT, SETTLED = (1 << NEXT_BITS) - 1, (1 << SETTLED_BITS) - 1
BOTH = NEXT_BITS + SETTLED_BITS
MOST_CENTS, MOST_SETTLED = (1 << (NET_BITS - 1)) - 1, SETTLED

LARGEST = 1 << 16
"""The most entries that one automaton may have: half a megabyte, which stays near the processor."""


@dataclass(frozen=True)
class Tables:
    """The automata of a play, laid out one after the other, all driven by the same roll.

    Row by row, an automaton has one entry for each equally likely way in which the outcomes can fall.
    """

    entries: NDArray[np.int64]
    starts: NDArray[np.int64]
    """Where each automaton begins."""
    ways: int
    columns: Mapping[OutcomeName, int]
    """One of the ways in which each outcome falls."""
    staked: NDArray[np.int64]
    """For every entry, the stakes of the bets that it settles."""
    needed: NDArray[np.int64]
    """For every entry, the cents that must be there after it, for the bets before the next roll."""
    needed_first: int
    """The cents that must be there before the first roll."""
    warming: int
    """The rolls after which it does not matter any more how they began."""


def compiled(play: Play) -> Tables:
    """Lay a play out as tables."""
    space = play.rules.game.space
    columns, total = dict[OutcomeName, int](), 0
    for name, ways in space.ways.items():
        columns[name], total = total, total + ways
    entries, starts, first = list[_Entry](), list[int](), 0
    parts = chains(play, charged_ahead=False)
    for automaton in _automata(parts, total):
        starts.append(len(entries))
        first += automaton.needs[0]
        entries += _entries(automaton, space, len(entries))
    if len(entries) > NEXT:
        raise PlayError("play: it has more states than a simulation can hold; take fewer wagers or shorter ladders")
    packed, staked, needed = np.array(entries, np.int64).T.copy()
    return Tables(
        packed, np.array(starts, np.int64), total, columns, staked, needed, first, warming(parts, list(space.ways.values()))
    )


class _Entry(NamedTuple):
    packed: int
    staked: int
    needed: int


def _automata(parts: Sequence[Chain], ways: int) -> Iterator[Chain]:
    """Join chains into one automaton as long as it stays small; what does not fit begins another."""
    gathered: list[Chain] = []
    for part in sorted(parts, key=lambda each: len(each.moves)):
        if gathered and together_within([*gathered, part], LARGEST // ways) is None:
            yield joined(gathered)
            gathered = []
        gathered.append(part)
    yield joined(gathered)


def _entries(automaton: Chain, space: Space, begin: int) -> Iterator[_Entry]:
    for moves, yields in zip(automaton.moves, automaton.yields, strict=True):
        for ways, to, brought in zip(space.ways.values(), moves, yields, strict=True):
            if abs(brought.net) > MOST_CENTS or brought.settled > MOST_SETTLED:
                raise PlayError(
                    f"play: one roll could move {dollars(abs(brought.net))} and settle {brought.settled} bets;"
                    f" a simulation takes {dollars(MOST_CENTS)} and {MOST_SETTLED} at most"
                )
            packed = brought.net << BOTH | brought.settled << NEXT_BITS | begin + to * space.total_ways
            yield from (_Entry(packed, brought.staked, automaton.needs[to]) for _ in range(ways))
