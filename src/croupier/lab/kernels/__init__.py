"""Simulation kernels: loops that draw, look up a table entry and add. Both kernels return identical results."""

from typing import NamedTuple


class LanePlan(NamedTuple):
    """How the rolls of a chunk are divided among lanes, which are independent games simulated side by side.

    A lane first makes uncounted warm-up rolls, so that counting starts in the steady state. Then it makes `draws` full draws,
    `extra_rolls` more rolls, and one roll more if it is among the first `longer_lanes` lanes.
    """

    lanes: int
    warmup_draws: int
    draws: int
    extra_rolls: int
    longer_lanes: int
    rolls: int
    """Counted rolls of all lanes."""


class Tally(NamedTuple):
    """Sums over some rolls: cents won (negative if lost), bets settled and number of rolls."""

    net: int = 0
    settled: int = 0
    rolls: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Return the sum of both tallies."""
        return Tally(self.net + other.net, self.settled + other.settled, self.rolls + other.rolls)


MAX_LANES = 2048
"""Most lanes in a chunk. One array row over all lanes fits into the L1 cache."""
STRIDE = 8
"""Lanes come in groups of this size, which a processor can keep in flight at once."""
MIN_WARMUP_MULTIPLE = 32
"""A lane makes at least this many times its warm-up rolls, if the chunk has enough rolls."""


def plan_lanes(rolls: int, rolls_per_draw: int, warmup_rolls: int) -> LanePlan:
    """Divide rolls among lanes that each need `warmup_rolls` rolls of warm-up."""
    lanes = min(MAX_LANES, max(1, rolls // (MIN_WARMUP_MULTIPLE * max(warmup_rolls, 128) * STRIDE)) * STRIDE)
    per_lane, longer_lanes = divmod(rolls, lanes)
    draws, extra_rolls = divmod(per_lane, rolls_per_draw)
    return LanePlan(lanes, -(-warmup_rolls // rolls_per_draw), draws, extra_rolls, longer_lanes, rolls)
