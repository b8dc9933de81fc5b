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
SHORTEST = 4096
"""The fewest rolls for which another lane is opened."""
WARMING = 128
"""The rolls that make a lane forget how it began; what is left of its beginning is under one part in a thousand million."""


def lanes(rolls: int, per_draw: int) -> Lanes:
    """Share rolls out."""
    games = min(LANES, max(1, rolls // (SHORTEST * STRIDE)) * STRIDE)
    each, longer = divmod(rolls, games)
    draws, rest = divmod(each, per_draw)
    return Lanes(games, -(-WARMING // per_draw), draws, rest, longer, rolls)
