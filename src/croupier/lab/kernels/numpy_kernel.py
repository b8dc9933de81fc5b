"""The NumPy kernel for rolls. It advances all lanes of a chunk in step."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import LanePlan, Tally
from croupier.lab.rng import HALF_BITS, LOW, DrawSplit, Words, unbiased_draw
from croupier.lab.transition_tables import NEXT_BITS, NEXT_MASK, SETTLED_BITS, SETTLED_MASK, TransitionTables

Numbers = NDArray[np.int64]


class _Lanes:
    """The state of every lane in every automaton, and its sums so far."""

    def __init__(self, tables: TransitionTables, lanes: int) -> None:
        self.entries, self.ways = tables.entries, np.uint64(tables.ways)
        self.at: list[Numbers] = [np.full(lanes, start, np.int64) for start in tables.starts]
        self.both = np.zeros(lanes, np.int64)
        """Cents and settled bets in one sum, packed as in an entry. The 8,400 rolls of a lane cannot overflow it."""
        self.settled = np.zeros(lanes, np.int64)

    def forget(self) -> None:
        """Discard the sums of the warm-up."""
        self.both[:] = 0
        self.settled[:] = 0

    def roll(self, column: Numbers, lanes: slice) -> None:
        """Advance some lanes by one roll."""
        for at in self.at:
            entry = self.entries.take(at[lanes] + column)
            at[lanes] = entry & NEXT_MASK
            entry >>= NEXT_BITS
            self.both[lanes] += entry
            entry &= SETTLED_MASK
            self.settled[lanes] += entry

    def tally(self, rolls: int) -> Tally:
        """Return the sums over all lanes."""
        net = (self.both - self.settled) >> SETTLED_BITS
        return Tally(int(net.sum()), int(self.settled.sum()), rolls)


def roll_chunk(tables: TransitionTables, split: DrawSplit, plan: LanePlan, words: Words) -> Tally:
    """Simulate one chunk."""
    lanes, all_lanes = _Lanes(tables, plan.lanes), slice(None)
    for _ in range(plan.warmup_draws):
        for column in columns(unbiased_draw(words, split), split):
            lanes.roll(column, all_lanes)
    lanes.forget()
    for _ in range(plan.draws):
        for column in columns(unbiased_draw(words, split), split):
            lanes.roll(column, all_lanes)
    last = list(columns(unbiased_draw(words, split), split))
    for column in last[: plan.extra_rolls]:
        lanes.roll(column, all_lanes)
    first = slice(plan.longer_lanes)
    lanes.roll(last[plan.extra_rolls][first], first)
    return lanes.tally(plan.rolls)


def columns(drawn: Words, split: DrawSplit) -> list[Numbers]:
    """Split one draw per lane into rolls. Each array holds one roll for every lane."""
    low, half, ways = np.uint64(LOW), np.uint64(HALF_BITS), np.uint64(split.ways)
    found: list[Numbers] = []
    for each in (drawn & low, drawn >> half):
        left = each
        for _ in range(split.rolls_per_half):
            left *= ways
            found.append((left >> half).view(np.int64))
            left &= low
    return found
