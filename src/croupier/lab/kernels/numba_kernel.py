"""The numba kernels for rolls and for sessions, one roll per lookup. `numba_blocks` uses them where it cannot join rolls.

The roll kernel interleaves eight lanes, so that no lane waits for the table lookup of another.

numba invalidates its cache only when this file changes. So every constant that is compiled in is written here and checked
against its origin at import, and compiled functions call nothing from other modules. A test checks that.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.lab import chain, kernels, rng, transition_tables
from croupier.lab.kernels import LanePlan, Tally
from croupier.lab.rng import DrawSplit, Words
from croupier.lab.transition_tables import TransitionTables

Numbers = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., object])
_Split = tuple[np.uint64, int, np.uint64, np.uint64]
_Plan = tuple[int, int, int, int, int]

_Bounds = tuple[int, int, int, int]
_Rows = tuple[Numbers, Numbers, Numbers, Numbers, Numbers]

NEXT_BITS, SETTLED_BITS, HALF_BITS, STRIDE = 18, 10, 32, 8
if (NEXT_BITS, SETTLED_BITS) != (transition_tables.NEXT_BITS, transition_tables.SETTLED_BITS):
    raise ImportError("numba_kernel.py: NEXT_BITS or SETTLED_BITS differs from transition_tables.py")
if (HALF_BITS, STRIDE) != (rng.HALF_BITS, kernels.STRIDE):
    raise ImportError("numba_kernel.py: HALF_BITS differs from rng.py, or STRIDE from kernels/__init__.py")
LEAVES = 1 << 60
if chain.LEAVES != LEAVES:
    raise ImportError("numba_kernel.py: LEAVES differs from chain.py")
NET_SHIFT, NEXT_MASK, SETTLED_MASK = NEXT_BITS + SETTLED_BITS, (1 << NEXT_BITS) - 1, (1 << SETTLED_BITS) - 1

_LOW, _HALF = np.uint64((1 << HALF_BITS) - 1), np.uint64(HALF_BITS)


def jit(function: F) -> F:
    """Compile at the first call, cache the machine code on disk and release the GIL."""
    try:
        return cast("F", numba.njit(nogil=True, cache=True)(function))
    except RuntimeError:  # no writable cache directory
        return cast("F", numba.njit(nogil=True)(function))


def roll_chunk(tables: TransitionTables, split: DrawSplit, plan: LanePlan, words: Words) -> Tally:
    """Simulate one chunk."""
    kernel = _roll_one if len(tables.starts) == 1 else _roll_several
    lane_plan = (plan.lanes, plan.warmup_draws, plan.draws, plan.extra_rolls, plan.longer_lanes)
    net, settled = kernel(tables.entries, tables.starts, _as_tuple(split), lane_plan, words)
    return Tally(net, settled, plan.rolls)


def _as_tuple(split: DrawSplit) -> _Split:
    return np.uint64(split.ways), split.rolls_per_half, np.uint64(split.combinations), np.uint64(split.rejection_threshold)


@jit
def draw(words: Words, lane: int, combinations: np.uint64, threshold: np.uint64) -> np.uint64:
    """Return the next accepted draw of a lane."""
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
        if (out & _LOW) * combinations & _LOW >= threshold and (out >> _HALF) * combinations & _LOW >= threshold:
            return out


@jit
def _step(entries: Numbers, at: int, part: np.uint64, net: int, settled: int) -> tuple[int, np.uint64, int, int]:
    """Advance an automaton by one roll: the upper 32 bits of `part`. The lower 32 bits remain for the next roll."""
    entry = entries[at + np.int64(part >> _HALF)]
    return entry & NEXT_MASK, part & _LOW, net + (entry >> NET_SHIFT), settled + (entry >> NEXT_BITS & SETTLED_MASK)


@jit
def _eight(entries: Numbers, split: _Split, words: Words, at: Numbers, lane: int, draws: int) -> tuple[int, int]:
    """Make `draws` draws in eight interleaved lanes. Unrolled by hand, so that the states stay in registers."""
    ways, rolls_per_half, combinations, threshold = split
    a0, a1, a2, a3 = at[lane], at[lane + 1], at[lane + 2], at[lane + 3]
    a4, a5, a6, a7 = at[lane + 4], at[lane + 5], at[lane + 6], at[lane + 7]
    net = settled = 0
    for _ in range(draws):
        d0, d1 = draw(words, lane, combinations, threshold), draw(words, lane + 1, combinations, threshold)
        d2, d3 = draw(words, lane + 2, combinations, threshold), draw(words, lane + 3, combinations, threshold)
        d4, d5 = draw(words, lane + 4, combinations, threshold), draw(words, lane + 5, combinations, threshold)
        d6, d7 = draw(words, lane + 6, combinations, threshold), draw(words, lane + 7, combinations, threshold)
        for _ in range(2):
            p0, p1, p2, p3 = d0 & _LOW, d1 & _LOW, d2 & _LOW, d3 & _LOW
            p4, p5, p6, p7 = d4 & _LOW, d5 & _LOW, d6 & _LOW, d7 & _LOW
            for _ in range(rolls_per_half):
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


@jit
def _one(entries: Numbers, split: _Split, words: Words, at: Numbers, lane: int, rolls: int) -> tuple[int, int]:
    """Make up to one draw's worth of rolls in one lane, for every automaton."""
    ways, rolls_per_half, combinations, threshold = split
    drawn = draw(words, lane, combinations, threshold)
    part, net, settled = drawn & _LOW, 0, 0
    for roll in range(rolls):
        if roll == rolls_per_half:
            part = drawn >> _HALF
        part *= ways
        for automaton in range(len(at)):
            at[automaton], _, net, settled = _step(entries, at[automaton], part, net, settled)
        part &= _LOW
    return net, settled


@jit
def _roll_one(entries: Numbers, starts: Numbers, split: _Split, plan: _Plan, words: Words) -> tuple[int, int]:
    """Simulate a play that is a single automaton."""
    lanes, warmup_draws, draws, extra_rolls, longer_lanes = plan
    at = np.full(lanes, starts[0], np.int64)
    net = settled = 0
    for lane in range(0, lanes, STRIDE):
        _eight(entries, split, words, at, lane, warmup_draws)
        lane_net, lane_settled = _eight(entries, split, words, at, lane, draws)
        net, settled = net + lane_net, settled + lane_settled
    for lane in range(lanes):
        lane_net, lane_settled = _one(entries, split, words, at[lane : lane + 1], lane, extra_rolls + (lane < longer_lanes))
        net, settled = net + lane_net, settled + lane_settled
    return net, settled


@jit
def _roll_several(entries: Numbers, starts: Numbers, split: _Split, plan: _Plan, words: Words) -> tuple[int, int]:
    """Simulate a play of several automata. The automata of a lane are interleaved instead of the lanes."""
    lanes, warmup_draws, draws, extra_rolls, longer_lanes = plan
    rolls_per_draw = 2 * split[1]
    net = settled = 0
    for lane in range(lanes):
        at = starts.copy()
        for _ in range(warmup_draws):
            _one(entries, split, words, at, lane, rolls_per_draw)
        for _ in range(draws):
            lane_net, lane_settled = _one(entries, split, words, at, lane, rolls_per_draw)
            net, settled = net + lane_net, settled + lane_settled
        lane_net, lane_settled = _one(entries, split, words, at, lane, extra_rolls + (lane < longer_lanes))
        net, settled = net + lane_net, settled + lane_settled
    return net, settled


def play_sessions(tables: TransitionTables, split: DrawSplit, bounds: _Bounds, words: Words) -> Numbers:
    """Return one row each for net, rolls, staked, drawdown and end, with one column per session."""
    found = np.empty((5, words.shape[1]), np.int64)
    rows = (tables.entries, tables.staked, tables.required, tables.first_rows(bounds[0]), tables.marks)
    _sessions(rows, _as_tuple(split), bounds, words, found)
    return found


@jit
def _sessions(rows: _Rows, split: _Split, bounds: _Bounds, words: Words, found: Numbers) -> None:
    at = np.empty_like(rows[3])
    for session in range(words.shape[1]):
        at[:] = rows[3]
        _session(rows, split, bounds, words, at, session, found)


@jit
def _session(rows: _Rows, split: _Split, bounds: _Bounds, words: Words, at: Numbers, session: int, found: Numbers) -> None:
    """Play one session until it ends."""
    entries, stakes, requirements, _, marks = rows
    ways, rolls_per_half, combinations, threshold = split
    bankroll, stop_loss, stop_win, max_rolls = bounds
    net = staked = peak = fall = rolls = 0
    drawn = part = np.uint64(0)
    end = -1
    while end < 0:
        position = rolls % (2 * rolls_per_half)
        if position == 0:
            drawn = draw(words, session, combinations, threshold)
            part = drawn & _LOW
        elif position == rolls_per_half:
            part = drawn >> _HALF
        part *= ways
        required = 0
        for automaton in range(len(at)):
            row = at[automaton] + np.int64(part >> _HALF)
            entry = int(entries[row])
            at[automaton] = entry & NEXT_MASK
            net += entry >> NET_SHIFT
            staked += int(stakes[row])
        part &= _LOW
        for mark in marks:
            if bankroll + net >= mark:
                at[0] += np.int64(ways)
        for automaton in range(len(at)):
            required += int(requirements[at[automaton]])
        rolls += 1
        peak = max(peak, net)
        fall = max(fall, peak - net)
        end = _end(net <= -stop_loss, net >= stop_win, required >= LEAVES, bankroll + net < required, rolls >= max_rolls)
    found[0, session], found[1, session], found[2, session] = net, rolls, staked
    found[3, session], found[4, session] = fall, end


@jit
def _end(lost: bool, won: bool, left: bool, ruined: bool, late: bool) -> int:  # noqa: FBT001 - numba does not support keyword-only arguments
    """Return the value of the `End` that applies, or -1. A stop comes before ruin: the player leaves without another bet."""
    if lost:
        return 1
    if won:
        return 2
    if left:
        return 4
    if ruined:
        return 0
    return 3 if late else -1


KERNELS = (_roll_one, _roll_several, _sessions)
"""The functions whose machine code is cached on disk, with everything that they call."""
