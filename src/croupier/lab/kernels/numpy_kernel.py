"""The NumPy kernel for rolls. It advances all lanes of a chunk in step, if possible by several rolls per lookup."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.blocks import BLOCK_SETTLED_BITS, ROW_SHIFT, Blocks
from croupier.lab.kernels import LanePlan, Tally
from croupier.lab.rng import HALF_BITS, LOW, DrawSplit, Words, unbiased_draw
from croupier.lab.transition_tables import NEXT_BITS, NEXT_MASK, SETTLED_BITS, SETTLED_MASK, TransitionTables

Numbers = NDArray[np.int64]


class _Lanes:
    """The state of every lane in every automaton, and its sums so far."""

    def __init__(self, tables: TransitionTables, lanes: int) -> None:
        self.entries = tables.entries
        self.at: list[Numbers] = [np.full(lanes, start, np.int64) for start in tables.starts]
        self.both = np.zeros(lanes, np.int64)
        """Cents and settled bets in one sum, packed as in an entry. The 8,400 rolls of a lane cannot overflow it."""
        self.settled = np.zeros(lanes, np.int64)

    def forget(self) -> None:
        """Discard the sums of the warm-up."""
        self.both[:] = 0
        self.settled[:] = 0

    def roll_draw(self, drawn: Words, split: DrawSplit) -> None:
        """Advance all lanes by the rolls of one draw each."""
        for column in columns_of(drawn, split):
            self.roll(column, slice(None))

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


class _BlockLanes:
    """The state of every lane in the automaton of blocks, and its sums so far."""

    def __init__(self, blocks: Blocks, lanes: int) -> None:
        self.blocks, self.columns = blocks, blocks.columns
        self.row, self.both, self.settled = np.zeros((3, lanes), np.int64)

    def forget(self) -> None:
        """Discard the sums of the warm-up."""
        self.both[:] = 0
        self.settled[:] = 0

    def roll_draw(self, drawn: Words, split: DrawSplit) -> None:
        """Advance all lanes by the rolls of one draw each."""
        for block in block_results(drawn, split):
            entry = self.blocks.entries.take(self.row + self.columns.take(block))
            self.row = (entry >> np.uint64(ROW_SHIFT)).view(np.int64)
            both = (entry << np.uint64(64 - ROW_SHIFT)).view(np.int64)
            both >>= 64 - ROW_SHIFT
            self.both += both
            both &= (1 << BLOCK_SETTLED_BITS) - 1
            self.settled += both

    def tally(self, rolls: int) -> Tally:
        """Return the sums over all lanes."""
        net = (self.both - self.settled) >> BLOCK_SETTLED_BITS
        return Tally(int(net.sum()), int(self.settled.sum()), rolls)


def roll_chunk(tables: TransitionTables, split: DrawSplit, plan: LanePlan, words: Words) -> Tally:
    """Simulate one chunk."""
    single = _Lanes(tables, plan.lanes)
    lanes = single if tables.blocks is None else _BlockLanes(tables.blocks, plan.lanes)
    for _ in range(plan.warmup_draws):
        lanes.roll_draw(unbiased_draw(words, split), split)
    lanes.forget()
    for _ in range(plan.draws):
        lanes.roll_draw(unbiased_draw(words, split), split)
    if isinstance(lanes, _BlockLanes):
        return roll_last(tables, split, plan, words, lanes.row).plus(lanes.tally(0))
    return _rolled_last(single, split, plan, words)


def roll_last(tables: TransitionTables, split: DrawSplit, plan: LanePlan, words: Words, rows: Numbers) -> Tally:
    """Make the rolls of a chunk that are no full draw. Each lane begins in its row of the automaton of blocks."""
    assert tables.blocks is not None
    lanes = _Lanes(tables, plan.lanes)
    lanes.at = [rows // tables.blocks.width * tables.ways]
    return _rolled_last(lanes, split, plan, words)


def _rolled_last(lanes: _Lanes, split: DrawSplit, plan: LanePlan, words: Words) -> Tally:
    last = columns_of(unbiased_draw(words, split), split)
    for column in last[: plan.extra_rolls]:
        lanes.roll(column, slice(None))
    first = slice(plan.longer_lanes)
    lanes.roll(last[plan.extra_rolls][first], first)
    return lanes.tally(plan.rolls)


def columns_of(drawn: Words, split: DrawSplit) -> list[Numbers]:
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


def block_results(drawn: Words, split: DrawSplit) -> list[Numbers]:
    """Split one draw per lane into two blocks of rolls. Each array holds the result of a block for every lane."""
    half, combinations = np.uint64(HALF_BITS), np.uint64(split.combinations)
    return [(each * combinations >> half).view(np.int64) for each in (drawn & np.uint64(LOW), drawn >> half)]
