"""The kernels: loops that roll, look an entry up and add. Both give the same result to the cent."""

from typing import NamedTuple


class Lanes(NamedTuple):
    """How the rolls of a chunk are shared out: lanes are games that run side by side, each from the middle of a long run.

    Every lane is first warmed up by rolls that nobody counts, makes so many draws of which every roll counts, then the
    rolls that are left, of which the first lanes make one more.
    """

    games: int
    warming: int
    draws: int
    rest: int
    longer: int
    rolls: int
    """How many count, over all lanes."""


class Tally(NamedTuple):
    """What came of some rolls: cents won or lost, and bets settled."""

    net: int = 0
    settled: int = 0
    rolls: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both."""
        return Tally(self.net + other.net, self.settled + other.settled, self.rolls + other.rolls)


LANES = 2048
"""The most lanes of a chunk: a row of them stays in the nearest cache."""
STRIDE = 8
"""Lanes come in groups that a processor can keep in flight at once."""
SHORTEST = 32
"""A lane makes at least so many times the rolls that warm it up, where there are enough of them."""


def lanes(rolls: int, per_draw: int, warming: int) -> Lanes:
    """Share rolls out to lanes that so many rolls warm up."""
    games = min(LANES, max(1, rolls // (SHORTEST * max(warming, 128) * STRIDE)) * STRIDE)
    each, longer = divmod(rolls, games)
    draws, rest = divmod(each, per_draw)
    return Lanes(games, -(-warming // per_draw), draws, rest, longer, rolls)
