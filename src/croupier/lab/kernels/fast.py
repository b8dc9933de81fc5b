"""The kernel in numba: eight lanes at a time, interleaved so that none waits for another's table."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import STRIDE, Lanes, Tally
from croupier.lab.shaker import HALF_BITS, LOW, Cut, Words
from croupier.lab.tables import BOTH, NEXT, NEXT_BITS, SETTLED, Tables

Numbers = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., object])
_Cut = tuple[np.uint64, int, np.uint64, np.uint64]
_Shared = tuple[int, int, int, int, int]

_LOW, _HALF = np.uint64(LOW), np.uint64(HALF_BITS)


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
