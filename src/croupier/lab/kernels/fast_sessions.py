"""Sessions in numba: one after the other, each from the opening of the table to its end."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.fast import draw, machine_code
from croupier.lab.shaker import HALF_BITS, LOW, Cut, Words
from croupier.lab.tables import BOTH, NEXT, Tables

Numbers = NDArray[np.int64]
_Cut = tuple[np.uint64, int, np.uint64, np.uint64]
_Bounds = tuple[int, int, int, int]
_Rows = tuple[Numbers, Numbers, Numbers, Numbers]

_LOW, _HALF = np.uint64(LOW), np.uint64(HALF_BITS)


def play_out(tables: Tables, by: Cut, bounds: _Bounds, words: Words) -> Numbers:
    """Net, rolls, stakes, drawdown and end of every session."""
    cut = (np.uint64(by.ways), by.per_half, np.uint64(by.together), np.uint64(by.unfair))
    found = np.empty((5, words.shape[1]), np.int64)
    _all((tables.entries, tables.staked, tables.needed, tables.starts), cut, bounds, words, found)
    return found


@machine_code
def _all(rows: _Rows, cut: _Cut, bounds: _Bounds, words: Words, found: Numbers) -> None:
    at = np.empty_like(rows[3])
    for session in range(words.shape[1]):
        at[:] = rows[3]
        _one(rows, cut, bounds, words, at, session, found)


@machine_code
def _one(rows: _Rows, cut: _Cut, bounds: _Bounds, words: Words, at: Numbers, session: int, found: Numbers) -> None:
    """One session, until something ends it."""
    entries, stakes, needs, _ = rows
    ways, per_half, together, unfair = cut
    bankroll, stop_loss, stop_win, max_rolls = bounds
    net = staked = peak = fall = rolls = 0
    drawn = part = np.uint64(0)
    end = -1
    while end < 0:
        place = rolls % (2 * per_half)
        if place == 0:
            drawn = draw(words, session, together, unfair)
            part = drawn & _LOW
        elif place == per_half:
            part = drawn >> _HALF
        part *= ways
        needed = 0
        for automaton in range(len(at)):
            row = at[automaton] + np.int64(part >> _HALF)
            entry = int(entries[row])
            at[automaton] = entry & NEXT
            net += entry >> BOTH
            staked += int(stakes[row])
            needed += int(needs[row])
        part &= _LOW
        rolls += 1
        peak = max(peak, net)
        fall = max(fall, peak - net)
        end = _end(bankroll + net < needed, net <= -stop_loss, net >= stop_win, rolls >= max_rolls)
    found[0, session], found[1, session], found[2, session] = net, rolls, staked
    found[3, session], found[4, session] = fall, end


@machine_code
def _end(ruined: bool, lost: bool, won: bool, late: bool) -> int:  # noqa: FBT001 - compiled code knows no keywords here
    """The first that holds is the end, in the order of `End`; none is -1."""
    if ruined:
        return 0
    if lost:
        return 1
    if won:
        return 2
    return 3 if late else -1
