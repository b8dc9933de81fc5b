"""The numba kernels that make several rolls per lookup (see `lab.blocks`). What has no blocks, they leave to `numba_kernel`.

A group of lanes advances in step: one vectorised loop draws for all of them, then each lane looks up its two blocks.

As in `numba_kernel`, compiled functions use nothing from other modules.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from croupier.lab import blocks, rng
from croupier.lab.kernels import LanePlan, Tally, numba_kernel
from croupier.lab.kernels.numba_kernel import jit
from croupier.lab.kernels.numpy_kernel import roll_last
from croupier.lab.kernels.numpy_sessions import LastBlocks, SessionBounds, play_last_blocks
from croupier.lab.rng import DrawSplit, Words
from croupier.lab.transition_tables import TransitionTables

Numbers = NDArray[np.int64]
_Columns = tuple[NDArray[np.uint16], NDArray[np.uint16]]
_Split = tuple[np.uint64, np.uint64, np.uint64]
_Bounds = tuple[int, int, int, int]

ROW_SHIFT, BLOCK_SETTLED_BITS, GROUP, HALF_BITS = 48, 16, 64, 32
if (ROW_SHIFT, BLOCK_SETTLED_BITS, GROUP) != (blocks.ROW_SHIFT, blocks.BLOCK_SETTLED_BITS, blocks.GROUP):
    raise ImportError("numba_blocks.py: ROW_SHIFT, BLOCK_SETTLED_BITS or GROUP differs from blocks.py")
if HALF_BITS != rng.HALF_BITS:
    raise ImportError("numba_blocks.py: HALF_BITS differs from rng.py")
NEXT, NET, STAKED, LOWEST, HIGHEST, FALL, COVER = range(7)
if (NEXT, NET, STAKED, LOWEST, HIGHEST, FALL, COVER) != blocks.LINES:
    raise ImportError("numba_blocks.py: the lines of a step differ from blocks.py")
ROW, WON, PUT, PEAK, DEEPEST, ROLLS, BLOCK = range(7)
"""The lines of `LastBlocks`."""
_ROW, _ABOVE, ABOVE = np.uint64(ROW_SHIFT), np.uint64(64 - ROW_SHIFT), 64 - ROW_SHIFT
_LOW, _HALF, _SIGN = np.uint64((1 << HALF_BITS) - 1), np.uint64(HALF_BITS), np.uint64(63)


def roll_chunk(tables: TransitionTables, split: DrawSplit, plan: LanePlan, words: Words) -> Tally:
    """Simulate one chunk."""
    found = tables.blocks
    if found is None:
        return numba_kernel.roll_chunk(tables, split, plan, words)
    rows, draws = np.zeros(plan.lanes, np.uint64), (plan.warmup_draws, plan.draws)
    net, settled = _roll_lanes(found.entries, (found.first, found.last), draws, _as_tuple(split), words, rows)
    return roll_last(tables, split, plan, words, rows.view(np.int64)).plus(Tally(net, settled))


def play_sessions(tables: TransitionTables, split: DrawSplit, bounds: SessionBounds, words: Words) -> Numbers:
    """Return one row each for net, rolls, staked, drawdown and end, with one column per session."""
    found = tables.blocks
    if found is None:
        return numba_kernel.play_sessions(tables, split, bounds, words)
    last = np.zeros((7, words.shape[1]), np.int64)
    _roll_sessions(found.steps, (found.first, found.last), bounds, _as_tuple(split), split.rolls_per_half, words, last)
    return play_last_blocks(tables, split, bounds, LastBlocks(*last))


def delete_compiled() -> None:
    """Delete the machine code of all kernels that is cached on disk."""
    for kernel in (_roll_lanes, _roll_sessions, *numba_kernel.KERNELS):
        folder = Path(kernel.stats.cache_path)  # pyright: ignore[reportFunctionMemberAccess] - numba adds it
        for module in (Path(__file__), Path(numba_kernel.__file__)):
            for file in folder.glob(f"{module.stem}.*.nb?"):
                file.unlink(missing_ok=True)


def _as_tuple(split: DrawSplit) -> _Split:
    """The number of results of all rolls of a block but the last, and of the last; and the rejection threshold."""
    return np.uint64(split.combinations // split.ways), np.uint64(split.ways), np.uint64(split.rejection_threshold)


@jit
def _draw_once(words: Words, lane: int, split: _Split, results: Words) -> np.uint64:
    """Draw for some lanes, and write five lines: whether the draw is rejected, and the first rolls and the last of both blocks.

    Two loops without branches and with no index that could be negative, so that the compiler vectorises them.
    """
    drawn, first, last, first_too, last_too = results[0], results[1], results[2], results[3], results[4]
    end = lane + len(drawn)
    a_words, b_words, c_words, d_words = words[0, lane:end], words[1, lane:end], words[2, lane:end], words[3, lane:end]
    for at in range(len(drawn)):
        a, b, c, d = a_words[at], b_words[at], c_words[at], d_words[at]
        out = a + d
        drawn[at] = (out << np.uint64(23) | out >> np.uint64(41)) + a
        shifted = b << np.uint64(17)
        c ^= a
        d ^= b
        b_words[at] = b ^ c
        a_words[at] = a ^ d
        c_words[at] = c ^ shifted
        d_words[at] = d << np.uint64(45) | d >> np.uint64(19)
    first_ways, last_ways, threshold = split
    any_rejected = np.uint64(0)
    for at in range(len(drawn)):
        low, high = (drawn[at] & _LOW) * first_ways, (drawn[at] >> _HALF) * first_ways
        first[at], first_too[at] = low >> _HALF, high >> _HALF
        low, high = (low & _LOW) * last_ways, (high & _LOW) * last_ways
        last[at], last_too[at] = low >> _HALF, high >> _HALF
        rejected = ((low & _LOW) - threshold | (high & _LOW) - threshold) >> _SIGN
        drawn[at] = rejected
        any_rejected |= rejected
    return any_rejected


@jit
def _draw(words: Words, lane: int, split: _Split, results: Words) -> None:
    """Write the results of the next accepted draw of some lanes. Only a lane whose draw is rejected draws again."""
    if _draw_once(words, lane, split, results):
        for at in range(results.shape[1]):
            while results[0, at]:
                _draw_once(words, lane + at, split, results[:, at : at + 1])


@jit
def _roll_lanes(
    entries: Words, columns: _Columns, draws: tuple[int, int], split: _Split, words: Words, rows: Words
) -> tuple[int, int]:
    net = settled = 0
    for lane in range(0, len(rows), GROUP):
        group = rows[lane : lane + GROUP]
        _roll_group(entries, columns, draws[0], split, words, lane, group)
        group_net, group_settled = _roll_group(entries, columns, draws[1], split, words, lane, group)
        net, settled = net + group_net, settled + group_settled
    return net, settled


@jit
def _roll_group(
    entries: Words, columns: _Columns, draws: int, split: _Split, words: Words, lane: int, group: Words
) -> tuple[int, int]:
    """Make some draws in a group of lanes. Return the cents won and the bets settled."""
    results = np.empty((5, len(group)), np.uint64)
    first, last, first_too, last_too = results[1], results[2], results[3], results[4]
    net = settled = 0
    for _ in range(draws):
        _draw(words, lane, split, results)
        total = np.uint64(0)
        for at in range(len(group)):
            one = entries[group[at] + np.uint64(columns[0][first[at]]) + np.uint64(columns[1][last[at]])]
            two = entries[(one >> _ROW) + np.uint64(columns[0][first_too[at]]) + np.uint64(columns[1][last_too[at]])]
            group[at] = two >> _ROW
            total += one + two
        both = int(np.int64(total << _ABOVE)) >> ABOVE
        net, settled = net + (both >> BLOCK_SETTLED_BITS), settled + (both & (1 << BLOCK_SETTLED_BITS) - 1)
    return net, settled


@jit
def _roll_sessions(
    steps: Numbers, columns: _Columns, bounds: _Bounds, split: _Split, rolls: int, words: Words, last: Numbers
) -> None:
    """Advance every session until the block in which it ends."""
    for begin in range(0, last.shape[1], GROUP):
        count = min(GROUP, last.shape[1] - begin)
        going, results = np.arange(count), np.empty((5, count), np.uint64)
        while count:
            _draw(words, begin, split, results)
            for half in range(1, 5, 2):
                kept = 0
                for at in going[:count]:
                    first, final = results[half, at], results[half + 1, at]
                    column = int(columns[0][first]) + int(columns[1][final])
                    if _goes_on(steps, column, bounds, rolls, last, begin + at):
                        going[kept] = at
                        kept += 1
                    else:
                        last[BLOCK, begin + at] = np.int64(first * split[1] + final)
                count = kept


@jit
def _goes_on(steps: Numbers, column: int, bounds: _Bounds, rolls: int, last: Numbers, session: int) -> bool:
    """Play a block in a session, unless the session ends within it."""
    bankroll, stop_loss, stop_win, max_rolls = bounds
    entry, net = last[ROW, session] + column, last[WON, session]
    low, high = net + steps[LOWEST, entry], net + steps[HIGHEST, entry]
    if (
        bankroll + net < steps[COVER, entry]
        or low <= -stop_loss
        or high >= stop_win
        or last[ROLLS, session] + rolls >= max_rolls
    ):
        return False
    last[DEEPEST, session] = max(last[DEEPEST, session], steps[FALL, entry], last[PEAK, session] - low)
    last[PEAK, session] = max(last[PEAK, session], high)
    last[ROW, session] = steps[NEXT, entry]
    last[WON, session] = net + steps[NET, entry]
    last[PUT, session] += steps[STAKED, entry]
    last[ROLLS, session] += rolls
    return True
