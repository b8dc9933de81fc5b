"""The kernel in NumPy: all lanes of a chunk in step, one vector operation after the other."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import Lanes, Tally
from croupier.lab.shaker import HALF_BITS, LOW, Cut, Words, fair_draw
from croupier.lab.tables import NEXT, NEXT_BITS, SETTLED, SETTLED_BITS, Tables

Numbers = NDArray[np.int64]


class _Games:
    """Where every lane stands in every automaton, and what it has brought so far."""

    def __init__(self, tables: Tables, lanes: int) -> None:
        self.entries, self.ways = tables.entries, np.uint64(tables.ways)
        self.at: list[Numbers] = [np.full(lanes, start, np.int64) for start in tables.starts]
        self.both = np.zeros(lanes, np.int64)
        """The cents and the settled bets in one sum, as an entry packs them: of 8,400 rolls at most, which fit by far."""
        self.settled = np.zeros(lanes, np.int64)

    def forget(self) -> None:
        """What came so far does not count."""
        self.both[:] = 0
        self.settled[:] = 0

    def roll(self, column: Numbers, lanes: slice) -> None:
        """One roll of some lanes."""
        for at in self.at:
            entry = self.entries.take(at[lanes] + column)
            at[lanes] = entry & NEXT
            entry >>= NEXT_BITS
            self.both[lanes] += entry
            entry &= SETTLED
            self.settled[lanes] += entry

    def tally(self, rolls: int) -> Tally:
        """What all lanes have brought together."""
        net = (self.both - self.settled) >> SETTLED_BITS
        return Tally(int(net.sum()), int(self.settled.sum()), rolls)


def roll(tables: Tables, by: Cut, shared: Lanes, words: Words) -> Tally:
    """Roll a chunk."""
    games, everyone = _Games(tables, shared.games), slice(None)
    for _ in range(shared.warming):
        for column in columns(fair_draw(words, by), by):
            games.roll(column, everyone)
    games.forget()
    for _ in range(shared.draws):
        for column in columns(fair_draw(words, by), by):
            games.roll(column, everyone)
    last = list(columns(fair_draw(words, by), by))
    for column in last[: shared.rest]:
        games.roll(column, everyone)
    first = slice(shared.longer)
    games.roll(last[shared.rest][first], first)
    return games.tally(shared.rolls)


def columns(drawn: Words, by: Cut) -> list[Numbers]:
    """The rolls that a draw of every lane gives, one after the other."""
    low, half, ways = np.uint64(LOW), np.uint64(HALF_BITS), np.uint64(by.ways)
    found: list[Numbers] = []
    for each in (drawn & low, drawn >> half):
        left = each
        for _ in range(by.per_half):
            left *= ways
            found.append((left >> half).view(np.int64))
            left &= low
    return found
