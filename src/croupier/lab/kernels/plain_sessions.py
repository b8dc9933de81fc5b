"""Sessions in NumPy: all that still go on in step; one that ends leaves the row."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.plain import columns
from croupier.lab.shaker import Cut, Words, fair_draw
from croupier.lab.tables import BOTH, NEXT, Tables

Numbers = NDArray[np.int64]


class _Table:
    """The sessions that still go on."""

    def __init__(self, tables: Tables, sessions: int) -> None:
        self.tables = tables
        self.at: Numbers = np.repeat(tables.starts[:, None], sessions, axis=1)
        self.net, self.staked, self.peak, self.fall = (np.zeros(sessions, np.int64) for _ in range(4))
        self.who = np.arange(sessions)

    def roll(self, column: Numbers) -> Numbers:
        """One roll of all; returns what each of them needs for the next."""
        needed = np.zeros(len(self.net), np.int64)
        for at in self.at:
            place = at + column
            entry = self.tables.entries[place]
            at[:] = entry & NEXT
            self.net += entry >> BOTH
            self.staked += self.tables.staked[place]
            needed += self.tables.needed[place]
        np.maximum(self.peak, self.net, out=self.peak)
        np.maximum(self.fall, self.peak - self.net, out=self.fall)
        return needed

    def keep(self, going: NDArray[np.bool_]) -> None:
        """Those that ended leave."""
        self.at = self.at[:, going]
        self.net, self.staked, self.peak, self.fall = (each[going] for each in (self.net, self.staked, self.peak, self.fall))
        self.who = self.who[going]


def play_out(tables: Tables, by: Cut, bounds: tuple[int, int, int, int], words: Words) -> NDArray[np.int64]:
    """Net, rolls, stakes, drawdown and end of every session."""
    bankroll, stop_loss, stop_win, max_rolls = bounds
    sessions = words.shape[1]
    found, table, rolls = np.empty((5, sessions), np.int64), _Table(tables, sessions), 0
    while table.who.size:
        drawn: list[Numbers] = columns(fair_draw(words, by), by)
        while drawn and table.who.size:
            needed, rolls = table.roll(drawn.pop(0)), rolls + 1
            # Who has reached a stop leaves and makes no more bets; the numbers are those of `End`.
            ends = (table.net <= -stop_loss, table.net >= stop_win, bankroll + table.net < needed, rolls >= max_rolls)
            end = np.select([np.broadcast_to(each, needed.shape) for each in ends], [1, 2, 0, 3], -1)
            over = end >= 0
            if over.any():
                mine = (table.net, np.full(needed.shape, rolls), table.staked, table.fall, end)
                found[:, table.who[over]] = [each[over] for each in mine]
                table.keep(~over)
                words, drawn = words[:, ~over], [each[~over] for each in drawn]
    return found
