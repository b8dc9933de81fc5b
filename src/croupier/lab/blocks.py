"""Several rolls per lookup: an automaton whose columns are blocks of rolls. A block is all rolls of half a draw.

Rolls that do the same in every row share a kind, and the kinds of its rolls give the column of a block: W1 has 46,656 blocks
of three rolls, and 729 columns.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

MAX_BLOCK_ENTRIES = 1 << 16
"""Most entries of the automaton. In a larger one, which leaves the L2 cache, sessions take longer than with single rolls."""
# An entry packs the index of the next row (16 bits), the net cents (32 bits, signed) and the bets settled (16 bits).
ROW_SHIFT, BLOCK_SETTLED_BITS = 48, 16
GROUP = 64
"""Lanes that the numba kernel advances in step. It adds up whole entries for one draw of a group, and drops the rows."""
MAX_BLOCK_CENTS, MAX_BLOCK_SETTLED = 1 << 23, (1 << BLOCK_SETTLED_BITS) // (2 * GROUP) - 1
"""Most cents that a block may move, and bets that it may settle, so that the sums of a group stay within their bits."""
FAR = 1 << 60
"""More cents than any session sees."""


class SingleRolls(NamedTuple):
    """An automaton of single rolls: by row and column, the next row and what the roll does."""

    next: Numbers
    net: Numbers
    settled: Numbers
    staked: Numbers
    required: Numbers
    """The cents that the player needs in the next row."""


class Blocks(NamedTuple):
    """An automaton of blocks. A row is the index of its first entry, a column is added to it, and the first row is 0."""

    first: NDArray[np.uint16]
    """For each result of all rolls of a block but the last: what they add to the column."""
    last: NDArray[np.uint16]
    """For each result of the last roll: what it adds. Two small tables stay in the L1 cache, where one table would not."""
    entries: NDArray[np.uint64]
    """For runs: next row, net cents and bets settled, packed."""
    steps: Numbers
    """For sessions: the lines below, with one number per entry."""
    width: int
    """The number of columns."""

    @property
    def columns(self) -> NDArray[np.uint16]:
        """For each result of a block, its column."""
        return (self.first[:, None] + self.last).ravel()


LINES = NEXT, NET, STAKED, LOWEST, HIGHEST, FALL, COVER = tuple(range(7))
"""The lines of `Blocks.steps`: the next row; the cents won and staked; the lowest and the highest net during the block, and the
largest fall in it; and the least money before the block that covers the bets of every roll in it and of the next."""


def compile_blocks(rolls: SingleRolls, count: int) -> Blocks | None:
    """Join blocks of `count` rolls. Return None if the table would be too large to be fast."""
    kinds, merged = _merged(rolls)
    rows, width = len(merged.next), merged.next.shape[1] ** count
    if rows * width > MAX_BLOCK_ENTRIES:
        return None
    steps, settled = _joined(merged, count)
    if np.abs(steps[NET:FALL]).max() > MAX_BLOCK_CENTS or settled.max() > MAX_BLOCK_SETTLED:
        return None
    steps[NEXT] *= width
    low = (steps[NET] << BLOCK_SETTLED_BITS | settled) & ((1 << ROW_SHIFT) - 1)
    entries = (steps[NEXT] << ROW_SHIFT | low).view(np.uint64)
    first = np.zeros(1, np.int64)
    for _ in range(count - 1):
        first = ((first[:, None] + kinds) * merged.next.shape[1]).ravel()
    return Blocks(first.astype(np.uint16), kinds.astype(np.uint16), entries.ravel(), steps.reshape(len(steps), -1), width)


def _merged(rolls: SingleRolls) -> tuple[Numbers, SingleRolls]:
    """Merge equal columns. Return the new number of each column, and the automaton with the new ones."""
    _, first, kinds = np.unique(np.concatenate(rolls).T, axis=0, return_index=True, return_inverse=True)
    return kinds.reshape(-1), SingleRolls(*(each[:, first] for each in rolls))


def _grown(so_far: Numbers, more: Numbers) -> Numbers:
    """The sums of every block so far and every roll after it."""
    return (so_far[:, :, None] + more).reshape(len(so_far), -1)


def _joined(rolls: SingleRolls, count: int) -> tuple[Numbers, Numbers]:
    """Return the steps, and the bets settled, of every block of `count` rolls in every row."""
    rows, kinds = rolls.next.shape
    at: Numbers = np.arange(rows, dtype=np.int64)[:, None]
    zero: Numbers = np.zeros((rows, 1), np.int64)
    net, settled, staked, peak, fall = zero, zero, zero, zero, zero
    lowest, highest, cover = zero + FAR, zero - FAR, zero - FAR
    for _ in range(count):
        net, settled, staked = (
            _grown(so_far, more[at]) for so_far, more in ((net, rolls.net), (settled, rolls.settled), (staked, rolls.staked))
        )
        required, at = rolls.required[at].reshape(rows, -1), rolls.next[at].reshape(rows, -1)
        lowest, highest, peak, fall, cover = (np.repeat(each, kinds, axis=1) for each in (lowest, highest, peak, fall, cover))
        lowest, highest, peak = np.minimum(lowest, net), np.maximum(highest, net), np.maximum(peak, net)
        fall, cover = np.maximum(fall, peak - net), np.maximum(cover, required - net)
    return np.stack([at, net, staked, lowest, highest, fall, cover]), settled
