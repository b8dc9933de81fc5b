"""The kernels in numba: rolls of eight lanes at a time, interleaved so that none waits for another's table; and sessions.

Compiled code is kept until this file changes, and only this file is looked at. So every number that is compiled in is
written here and held against the others when it is imported, and compiled functions call none from elsewhere (a test looks).
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.lab import kernels, shaker, tables
from croupier.lab.kernels import Lanes, Tally
from croupier.lab.shaker import Cut, Words
from croupier.lab.tables import Tables

Numbers = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., object])
_Cut = tuple[np.uint64, int, np.uint64, np.uint64]
_Shared = tuple[int, int, int, int, int]

_Bounds = tuple[int, int, int, int]
_Rows = tuple[Numbers, Numbers, Numbers, Numbers]

NEXT_BITS, SETTLED_BITS, HALF_BITS, STRIDE = 18, 10, 32, 8
if (NEXT_BITS, SETTLED_BITS) != (tables.NEXT_BITS, tables.SETTLED_BITS):
    raise ImportError("lab/kernels/fast.py unpacks other entries than lab/tables.py packs; write its numbers there too")
if (HALF_BITS, STRIDE) != (shaker.HALF_BITS, kernels.STRIDE):
    raise ImportError("lab/kernels/fast.py cuts draws or lanes otherwise than NumPy does; write its numbers there too")
BOTH, NEXT, SETTLED = NEXT_BITS + SETTLED_BITS, (1 << NEXT_BITS) - 1, (1 << SETTLED_BITS) - 1

_LOW, _HALF = np.uint64((1 << HALF_BITS) - 1), np.uint64(HALF_BITS)


def machine_code(function: F) -> F:
    """Compile when first called, keep the result for the next process, and let other threads run meanwhile."""
    try:
        return cast("F", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:  # there is no place to keep it
        return cast("F", numba.njit(nogil=True)(function))


def roll(tables: Tables, by: Cut, shared: Lanes, words: Words) -> Tally:
    """Roll a chunk."""
    cut = (np.uint64(by.ways), by.per_half, np.uint64(by.together), np.uint64(by.unfair))
    kernel = _roll_one if len(tables.starts) == 1 else _roll_several
    plan = (shared.games, shared.warming, shared.draws, shared.rest, shared.longer)
    net, settled = kernel(tables.entries, tables.starts, cut, plan, words)
    return Tally(net, settled, shared.rolls)


@machine_code
def draw(words: Words, lane: int, together: np.uint64, unfair: np.uint64) -> np.uint64:
    """The next fair draw of a lane."""
    while True:
        a, b, c, d = words[0, lane], words[1, lane], words[2, lane], words[3, lane]
        out = a + d
        out = (out << np.uint64(23) | out >> np.uint64(41)) + a
        shifted = b << np.uint64(17)
        c ^= a
        d ^= b
        words[1, lane] = b ^ c
        words[0, lane] = a ^ d
        words[2, lane] = c ^ shifted
        words[3, lane] = d << np.uint64(45) | d >> np.uint64(19)
        if (out & _LOW) * together & _LOW >= unfair and (out >> _HALF) * together & _LOW >= unfair:
            return out


@machine_code
def _step(entries: Numbers, at: int, part: np.uint64, net: int, settled: int) -> tuple[int, np.uint64, int, int]:
    """One roll of one lane, whose number stands above the lower half."""
    entry = entries[at + np.int64(part >> _HALF)]
    return entry & NEXT, part & _LOW, net + (entry >> BOTH), settled + (entry >> NEXT_BITS & SETTLED)


@machine_code
def _eight(entries: Numbers, cut: _Cut, words: Words, at: Numbers, lane: int, draws: int) -> tuple[int, int]:
    """So many draws of eight lanes, interleaved; written out, so that where they stand stays in registers."""
    ways, per_half, together, unfair = cut
    a0, a1, a2, a3 = at[lane], at[lane + 1], at[lane + 2], at[lane + 3]
    a4, a5, a6, a7 = at[lane + 4], at[lane + 5], at[lane + 6], at[lane + 7]
    net = settled = 0
    for _ in range(draws):
        d0, d1 = draw(words, lane, together, unfair), draw(words, lane + 1, together, unfair)
        d2, d3 = draw(words, lane + 2, together, unfair), draw(words, lane + 3, together, unfair)
        d4, d5 = draw(words, lane + 4, together, unfair), draw(words, lane + 5, together, unfair)
        d6, d7 = draw(words, lane + 6, together, unfair), draw(words, lane + 7, together, unfair)
        for _ in range(2):
            p0, p1, p2, p3 = d0 & _LOW, d1 & _LOW, d2 & _LOW, d3 & _LOW
            p4, p5, p6, p7 = d4 & _LOW, d5 & _LOW, d6 & _LOW, d7 & _LOW
            for _ in range(per_half):
                a0, p0, net, settled = _step(entries, a0, p0 * ways, net, settled)
                a1, p1, net, settled = _step(entries, a1, p1 * ways, net, settled)
                a2, p2, net, settled = _step(entries, a2, p2 * ways, net, settled)
                a3, p3, net, settled = _step(entries, a3, p3 * ways, net, settled)
                a4, p4, net, settled = _step(entries, a4, p4 * ways, net, settled)
                a5, p5, net, settled = _step(entries, a5, p5 * ways, net, settled)
                a6, p6, net, settled = _step(entries, a6, p6 * ways, net, settled)
                a7, p7, net, settled = _step(entries, a7, p7 * ways, net, settled)
            d0, d1, d2, d3 = d0 >> _HALF, d1 >> _HALF, d2 >> _HALF, d3 >> _HALF
            d4, d5, d6, d7 = d4 >> _HALF, d5 >> _HALF, d6 >> _HALF, d7 >> _HALF
    at[lane], at[lane + 1], at[lane + 2], at[lane + 3] = a0, a1, a2, a3
    at[lane + 4], at[lane + 5], at[lane + 6], at[lane + 7] = a4, a5, a6, a7
    return net, settled


@machine_code
def _one(entries: Numbers, cut: _Cut, words: Words, at: Numbers, lane: int, rolls: int) -> tuple[int, int]:
    """The next rolls of a lane, in every automaton; no more than a draw gives."""
    ways, per_half, together, unfair = cut
    drawn = draw(words, lane, together, unfair)
    part, net, settled = drawn & _LOW, 0, 0
    for roll in range(rolls):
        if roll == per_half:
            part = drawn >> _HALF
        part *= ways
        for automaton in range(len(at)):
            at[automaton], _, net, settled = _step(entries, at[automaton], part, net, settled)
        part &= _LOW
    return net, settled


@machine_code
def _roll_one(entries: Numbers, starts: Numbers, cut: _Cut, shared: _Shared, words: Words) -> tuple[int, int]:
    """A play that is one automaton."""
    games, warming, draws, rest, longer = shared
    at = np.full(games, starts[0], np.int64)
    net = settled = 0
    for lane in range(0, games, STRIDE):
        _eight(entries, cut, words, at, lane, warming)
        brought, ended = _eight(entries, cut, words, at, lane, draws)
        net, settled = net + brought, settled + ended
    for lane in range(games):
        brought, ended = _one(entries, cut, words, at[lane : lane + 1], lane, rest + (lane < longer))
        net, settled = net + brought, settled + ended
    return net, settled


@machine_code
def _roll_several(entries: Numbers, starts: Numbers, cut: _Cut, shared: _Shared, words: Words) -> tuple[int, int]:
    """A play of several automata: they stand side by side in a lane, and are interleaved themselves."""
    games, warming, draws, rest, longer = shared
    per_draw = 2 * cut[1]
    net = settled = 0
    for lane in range(games):
        at = starts.copy()
        for _ in range(warming):
            _one(entries, cut, words, at, lane, per_draw)
        for _ in range(draws):
            brought, ended = _one(entries, cut, words, at, lane, per_draw)
            net, settled = net + brought, settled + ended
        brought, ended = _one(entries, cut, words, at, lane, rest + (lane < longer))
        net, settled = net + brought, settled + ended
    return net, settled


def play_out(tables: Tables, by: Cut, bounds: _Bounds, words: Words) -> Numbers:
    """Net, rolls, stakes, drawdown and end of every session."""
    cut = (np.uint64(by.ways), by.per_half, np.uint64(by.together), np.uint64(by.unfair))
    found = np.empty((5, words.shape[1]), np.int64)
    _sessions((tables.entries, tables.staked, tables.needed, tables.starts), cut, bounds, words, found)
    return found


@machine_code
def _sessions(rows: _Rows, cut: _Cut, bounds: _Bounds, words: Words, found: Numbers) -> None:
    at = np.empty_like(rows[3])
    for session in range(words.shape[1]):
        at[:] = rows[3]
        _session(rows, cut, bounds, words, at, session, found)


@machine_code
def _session(rows: _Rows, cut: _Cut, bounds: _Bounds, words: Words, at: Numbers, session: int, found: Numbers) -> None:
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
        end = _end(net <= -stop_loss, net >= stop_win, bankroll + net < needed, rolls >= max_rolls)
    found[0, session], found[1, session], found[2, session] = net, rolls, staked
    found[3, session], found[4, session] = fall, end


@machine_code
def _end(lost: bool, won: bool, ruined: bool, late: bool) -> int:  # noqa: FBT001 - compiled code knows no keywords here
    """The number of an `End`: who has reached a stop leaves and makes no more bets; none is -1."""
    if lost:
        return 1
    if won:
        return 2
    if ruined:
        return 0
    return 3 if late else -1


def forget_compiled() -> None:
    """Throw away what was kept of earlier processes."""
    for kernel in (_roll_one, _roll_several, _sessions):
        folder = Path(kernel.stats.cache_path)  # pyright: ignore[reportFunctionMemberAccess] - compiled, it has them
        for kept in folder.glob(f"{Path(__file__).stem}.*.nb?"):
            kept.unlink(missing_ok=True)
