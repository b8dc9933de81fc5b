"""The fan chart of a session: percentiles of the money of many players, roll by roll."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.numpy_kernel import columns_of
from croupier.lab.rng import seed_lanes, split_draw, unbiased_draw
from croupier.lab.sessions import Bounds
from croupier.lab.transition_tables import NET_SHIFT, NEXT_MASK, TransitionTables

PLAYERS, POINTS = 4000, 160
PERCENTILES = (5, 25, 50, 75, 95)
FAN_CHUNK = (1 << 63) - 1
"""A chunk number that no run of sessions reaches, so that the fan chart uses rolls of its own."""


@dataclass(frozen=True)
class Fan:
    """Percentiles of the players' money at some of the rolls."""

    rolls: NDArray[np.int64]
    percentiles: NDArray[np.float64]
    """One row for each of PERCENTILES: the money in cents at each of `rolls`."""
    samples: NDArray[np.int64]
    """The money of a few single players, in cents at each of `rolls`."""


def fan(tables: TransitionTables, bounds: Bounds, seed: int) -> Fan:
    """Play sessions and record the money on the way. After its end a session keeps its final amount."""
    split, words = split_draw(tables.ways), seed_lanes(seed, FAN_CHUNK, PLAYERS)
    sampled = sorted({round(each) for each in np.linspace(0, bounds.max_rolls, POINTS)})
    at = np.repeat(tables.first_rows(bounds.bankroll)[:, None], PLAYERS, axis=1)
    net, going = np.zeros(PLAYERS, np.int64), np.ones(PLAYERS, np.bool_)
    seen, roll, drawn = [net.copy()], 0, list[NDArray[np.int64]]()
    for until in sampled[1:]:
        while roll < until and going.any():
            drawn = drawn or columns_of(unbiased_draw(words, split), split)
            required = _roll_once(tables, bounds.bankroll, at, net, going, drawn.pop(0))
            over = (bounds.bankroll + net < required) | (net <= -bounds.stop_loss) | (net >= bounds.stop_win)
            going &= ~over
            roll += 1
        roll = until
        seen.append(net.copy())
    money = bounds.bankroll + np.array(seen)
    return Fan(np.array(sampled), np.percentile(money, PERCENTILES, axis=1), money[:, :12].T)


def _roll_once(
    tables: TransitionTables,
    bankroll: int,
    at: NDArray[np.int64],
    net: NDArray[np.int64],
    going: NDArray[np.bool_],
    column: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Advance the open sessions by one roll. Return the cents that each one needs for its next bets."""
    for own in at:
        entry = tables.entries[own + column]
        own[going] = (entry & NEXT_MASK)[going]
        net += np.where(going, entry >> NET_SHIFT, 0)
    at[:, going] += np.searchsorted(tables.marks, bankroll + net[going], side="right") * tables.ways
    return tables.required[at].sum(axis=0)
