"""The NumPy kernel for sessions. It advances all open sessions in step and removes those that have ended.

If it can, it makes several rolls per lookup (see `lab.blocks`) until a session ends within a block, which is rolled singly.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.blocks import COVER, FALL, HIGHEST, LOWEST, NET, NEXT, STAKED, Blocks
from croupier.lab.chain import LEAVES
from croupier.lab.kernels.numpy_kernel import block_results, columns_of
from croupier.lab.rng import DrawSplit, Words, unbiased_draw
from croupier.lab.transition_tables import NET_SHIFT, NEXT_MASK, TransitionTables

Numbers = NDArray[np.int64]
SessionBounds = tuple[int, int, int, int]
"""Bankroll, stop-loss, stop-win and most rolls."""


class LastBlocks(NamedTuple):
    """Sessions before the block in which they end, one column each: row, net, staked, peak, fall, rolls, and the block."""

    at: Numbers
    net: Numbers
    staked: Numbers
    peak: Numbers
    fall: Numbers
    rolls: Numbers
    block: Numbers


class _OpenSessions:
    """The sessions that have not ended."""

    def __init__(self, tables: TransitionTables, sessions: int, bankroll: int) -> None:
        self.tables, self.bankroll = tables, bankroll
        self.at: Numbers = np.repeat(tables.first_rows(bankroll)[:, None], sessions, axis=1)
        self.net, self.staked, self.peak, self.fall, self.rolls = (np.zeros(sessions, np.int64) for _ in range(5))
        self.who = np.arange(sessions)

    def roll(self, column: Numbers) -> Numbers:
        """Advance every session by one roll. Return the cents that each one needs for its next bets."""
        required = np.zeros(len(self.net), np.int64)
        for at in self.at:
            index = at + column
            entry = self.tables.entries[index]
            at[:] = entry & NEXT_MASK
            self.net += entry >> NET_SHIFT
            self.staked += self.tables.staked[index]
        if len(self.tables.marks):
            self.at += np.searchsorted(self.tables.marks, self.bankroll + self.net, side="right") * self.tables.ways
        for at in self.at:
            required += self.tables.required[at]
        self.rolls += 1
        np.maximum(self.peak, self.net, out=self.peak)
        np.maximum(self.fall, self.peak - self.net, out=self.fall)
        return required

    def ends(self, required: Numbers, bounds: SessionBounds) -> Numbers:
        """Return the value of the `End` of each session, or -1. A stop comes before ruin: the player makes no other bet."""
        bankroll, stop_loss, stop_win, max_rolls = bounds
        reached = (
            self.net <= -stop_loss,
            self.net >= stop_win,
            required >= LEAVES,
            bankroll + self.net < required,
            self.rolls >= max_rolls,
        )
        return np.select(reached, [1, 2, 4, 0, 3], -1)

    def keep(self, going: NDArray[np.bool_]) -> None:
        """Remove the other sessions."""
        self.at = self.at[:, going]
        self.net, self.staked, self.peak, self.fall, self.rolls, self.who = (
            each[going] for each in (self.net, self.staked, self.peak, self.fall, self.rolls, self.who)
        )

    def roll_and_remove(self, column: Numbers, bounds: SessionBounds, found: Numbers) -> NDArray[np.bool_] | None:
        """Make a roll, and write down the sessions that it ends. Return which ones go on, or None if all do."""
        end = self.ends(self.roll(column), bounds)
        over = end >= 0
        if not over.any():
            return None
        results = (self.net, self.rolls, self.staked, self.fall, end)
        found[:, self.who[over]] = [each[over] for each in results]
        self.keep(~over)
        return ~over


def play_sessions(tables: TransitionTables, split: DrawSplit, bounds: SessionBounds, words: Words) -> Numbers:
    """Return one row each for net, rolls, staked, drawdown and end, with one column per session."""
    if tables.blocks is not None:
        return play_last_blocks(tables, split, bounds, _roll_blocks(tables.blocks, split, bounds, words))
    sessions = words.shape[1]
    found, active = np.empty((5, sessions), np.int64), _OpenSessions(tables, sessions, bounds[0])
    while active.who.size:
        drawn: list[Numbers] = columns_of(unbiased_draw(words, split), split)
        while drawn and active.who.size:
            going = active.roll_and_remove(drawn.pop(0), bounds, found)
            if going is not None:
                words, drawn = words[:, going], [each[going] for each in drawn]
    return found


def play_last_blocks(tables: TransitionTables, split: DrawSplit, bounds: SessionBounds, last: LastBlocks) -> Numbers:
    """Roll the last block of every session singly, until the session ends."""
    blocks, sessions = tables.blocks, len(last.at)
    assert blocks is not None
    found, active = np.empty((5, sessions), np.int64), _OpenSessions(tables, sessions, bounds[0])
    active.at = (last.at // blocks.width * tables.ways)[None, :]
    active.net, active.staked, active.peak, active.fall, active.rolls = last[1:6]
    left = last.block
    for power in reversed(range(split.rolls_per_half)):
        column, left = np.divmod(left, split.ways**power)
        going = active.roll_and_remove(column, bounds, found)
        if going is not None:
            left = left[going]
    assert not active.who.size, "a session went on after its last block"
    return found


def _roll_blocks(blocks: Blocks, split: DrawSplit, bounds: SessionBounds, words: Words) -> LastBlocks:
    """Advance all sessions block by block, each until the block in which it ends."""
    sessions = words.shape[1]
    last, now, rolls = LastBlocks(*np.empty((7, sessions), np.int64)), np.zeros((5, sessions), np.int64), 0
    who: Numbers = np.arange(sessions, dtype=np.int64)
    going, columns = np.ones(sessions, np.bool_), blocks.columns
    while True:
        for block in block_results(unbiased_draw(words, split), split):
            index = now[0] + columns.take(block)
            over = _ends_within(blocks.steps, now[1], index, bounds) if rolls + split.rolls_per_half < bounds[3] else True
            over &= going
            if over.any():
                for row, each in zip(last, (*now, np.broadcast_to(rolls, who.shape), block), strict=True):
                    row[who[over]] = each[over]
                going ^= over
                if not going.any():
                    return last
            _advance(blocks.steps, now, index)
            rolls += split.rolls_per_half
        if np.count_nonzero(going) < COMPACT * len(going):
            words, now, who, going = words[:, going], now[:, going], who[going], going[going]


COMPACT = 0.8
"""Remove the sessions that have ended when fewer than this share go on. Until then they roll along, and nobody looks."""


def _ends_within(steps: Numbers, net: Numbers, index: Numbers, bounds: SessionBounds) -> NDArray[np.bool_]:
    """Return which sessions are ruined, or reach a stop, within their block."""
    bankroll, stop_loss, stop_win, _ = bounds
    over = bankroll + net < steps[COVER].take(index)
    if stop_loss < LEAVES:
        over |= net + steps[LOWEST].take(index) <= -stop_loss
    if stop_win < LEAVES:
        over |= net + steps[HIGHEST].take(index) >= stop_win
    return over


def _advance(steps: Numbers, now: Numbers, index: Numbers) -> None:
    """Play a block in every session."""
    at, net, staked, peak, fall = now
    np.maximum(fall, steps[FALL].take(index), out=fall)
    np.maximum(fall, peak - net - steps[LOWEST].take(index), out=fall)
    np.maximum(peak, net + steps[HIGHEST].take(index), out=peak)
    net += steps[NET].take(index)
    staked += steps[STAKED].take(index)
    steps[NEXT].take(index, out=at)
