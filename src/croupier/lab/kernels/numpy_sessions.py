"""The NumPy kernel for sessions. It advances all open sessions in step and removes those that have ended."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chain import LEAVES
from croupier.lab.kernels.numpy_kernel import columns
from croupier.lab.rng import DrawSplit, Words, unbiased_draw
from croupier.lab.transition_tables import NET_SHIFT, NEXT_MASK, TransitionTables

Numbers = NDArray[np.int64]


class _OpenSessions:
    """The sessions that have not ended."""

    def __init__(self, tables: TransitionTables, sessions: int, bankroll: int) -> None:
        self.tables, self.bankroll = tables, bankroll
        self.at: Numbers = np.repeat(tables.first_rows(bankroll)[:, None], sessions, axis=1)
        self.net, self.staked, self.peak, self.fall = (np.zeros(sessions, np.int64) for _ in range(4))
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
        np.maximum(self.peak, self.net, out=self.peak)
        np.maximum(self.fall, self.peak - self.net, out=self.fall)
        return required

    def keep(self, going: NDArray[np.bool_]) -> None:
        """Remove the other sessions."""
        self.at = self.at[:, going]
        self.net, self.staked, self.peak, self.fall = (each[going] for each in (self.net, self.staked, self.peak, self.fall))
        self.who = self.who[going]


def play_sessions(
    tables: TransitionTables, split: DrawSplit, bounds: tuple[int, int, int, int], words: Words
) -> NDArray[np.int64]:
    """Return one row each for net, rolls, staked, drawdown and end, with one column per session."""
    bankroll, stop_loss, stop_win, max_rolls = bounds
    sessions = words.shape[1]
    found, active, rolls = np.empty((5, sessions), np.int64), _OpenSessions(tables, sessions, bankroll), 0
    while active.who.size:
        drawn: list[Numbers] = columns(unbiased_draw(words, split), split)
        while drawn and active.who.size:
            required, rolls = active.roll(drawn.pop(0)), rolls + 1
            # Values of `End`. A stop comes before ruin: the player leaves without another bet.
            poor = bankroll + active.net < required
            ends = (active.net <= -stop_loss, active.net >= stop_win, required >= LEAVES, poor, rolls >= max_rolls)
            end = np.select([np.broadcast_to(each, required.shape) for each in ends], [1, 2, 4, 0, 3], -1)
            over = end >= 0
            if over.any():
                results = (active.net, np.full(required.shape, rolls), active.staked, active.fall, end)
                found[:, active.who[over]] = [each[over] for each in results]
                active.keep(~over)
                words, drawn = words[:, ~over], [each[~over] for each in drawn]
    return found
