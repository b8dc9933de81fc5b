"""The fan of a session: how the money of many players spreads, roll by roll."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.plain import columns
from croupier.lab.sessions import Bounds
from croupier.lab.shaker import cut, fair_draw, shaker
from croupier.lab.tables import BOTH, NEXT, Tables

PLAYERS, POINTS = 4000, 160
SHOWN = (5, 25, 50, 75, 95)
CHUNK = (1 << 63) - 1
"""A chunk that no run of sessions ever reaches, so that the fan is drawn by rolls of its own."""


@dataclass(frozen=True)
class Fan:
    """The percentiles of what so many players have, at some of the rolls."""

    rolls: NDArray[np.int64]
    percentiles: NDArray[np.float64]
    """For each of the percentiles shown, the money in cents at each of these rolls."""
    some: NDArray[np.int64]
    """The money of a few single players."""


def fan(tables: Tables, bounds: Bounds, seed: int) -> Fan:
    """Play sessions out and look at them on the way; who has ended keeps what they have."""
    by, words = cut(tables.ways), shaker(seed, CHUNK, PLAYERS)
    looked_at = sorted({round(each) for each in np.linspace(0, bounds.max_rolls, POINTS)})
    at = np.repeat(tables.starts[:, None], PLAYERS, axis=1)
    net, going = np.zeros(PLAYERS, np.int64), np.ones(PLAYERS, np.bool_)
    seen, roll, drawn = [net.copy()], 0, list[NDArray[np.int64]]()
    for until in looked_at[1:]:
        while roll < until and going.any():
            drawn = drawn or columns(fair_draw(words, by), by)
            needed = _rolled(tables, at, net, going, drawn.pop(0))
            over = (bounds.bankroll + net < needed) | (net <= -bounds.stop_loss) | (net >= bounds.stop_win)
            going &= ~over
            roll += 1
        roll = until
        seen.append(net.copy())
    money = bounds.bankroll + np.array(seen)
    return Fan(np.array(looked_at), np.percentile(money, SHOWN, axis=1), money[:, :12].T)


def _rolled(
    tables: Tables, at: NDArray[np.int64], net: NDArray[np.int64], going: NDArray[np.bool_], column: NDArray[np.int64]
) -> NDArray[np.int64]:
    """One roll of all who still play; returns what each of them needs for the next."""
    needed = np.zeros(len(net), np.int64)
    for own in at:
        place = own + column
        entry = tables.entries[place]
        own[going] = (entry & NEXT)[going]
        net += np.where(going, entry >> BOTH, 0)
        needed += tables.needed[place]
    return needed
