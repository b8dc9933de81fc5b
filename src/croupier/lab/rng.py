"""The random number generator of the simulation. It gives the same rolls on every machine and in every kernel.

Each lane of a chunk has its own xoshiro256++ generator. splitmix64 seeds it from the seed of the run, the number of the
chunk and the number of the lane. A draw is 64 bits, cut into two halves of 32 bits. Multiplication takes several rolls from
each half. Lemire's rejection discards biased draws, so every roll is exactly uniform.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

GOLDEN = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1
HALF_BITS = 32
LOW = (1 << HALF_BITS) - 1


@dataclass(frozen=True)
class DrawSplit:
    """How a 64-bit draw is split into rolls with `ways` equally likely results each."""

    ways: int
    rolls_per_half: int
    """Rolls taken from each 32-bit half."""
    combinations: int
    """Number of equally likely results of those rolls together: `ways ** rolls_per_half`."""
    rejection_threshold: int
    """Rejection threshold against modulo bias: `2**32 % combinations`."""

    @property
    def rolls_per_draw(self) -> int:
        """Rolls taken from one draw."""
        return 2 * self.rolls_per_half


def split_draw(ways: int) -> DrawSplit:
    """Take as many rolls from a half as possible while rejecting at most one draw in 30,000."""
    rolls_per_half = 1
    while ways ** (rolls_per_half + 1) <= 1 << 16:
        rolls_per_half += 1
    return DrawSplit(ways, rolls_per_half, ways**rolls_per_half, (1 << HALF_BITS) % ways**rolls_per_half)


def seed_lanes(seed: int, chunk: int, lanes: int) -> Words:
    """Return the seeded generator states of a chunk: four words per lane, one lane per column."""
    key = _splitmix64(_splitmix64(seed) + chunk & WORD)
    words = np.uint64(key) + np.arange(lanes, dtype=np.uint64)
    words = _splitmix64_words(words)
    found = np.empty((4, lanes), np.uint64)
    for row in found:
        words += np.uint64(GOLDEN)
        row[:] = _splitmix64_words(words)
    return found


def draw(words: Words) -> Words:
    """Advance every generator and return its next 64 bits."""
    a, b, c, d = words
    out = _rotate_left(a + d, 23) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d[:] = _rotate_left(d, 45)
    return out


def unbiased_draw(words: Words, split: DrawSplit) -> Words:
    """Return the next accepted draw of every lane. Only lanes whose draw is rejected draw again."""
    drawn = draw(words)
    again = np.flatnonzero(_rejected(drawn, split))
    while again.size:
        own = words[:, again]
        drawn[again] = draw(own)
        words[:, again] = own
        again = again[_rejected(drawn[again], split)]
    return drawn


def _rejected(drawn: Words, split: DrawSplit) -> NDArray[np.bool_]:
    low, times, threshold = np.uint64(LOW), np.uint64(split.combinations), np.uint64(split.rejection_threshold)
    return ((drawn & low) * times & low < threshold) | ((drawn >> np.uint64(HALF_BITS)) * times & low < threshold)


def _rotate_left(words: Words, bits: int) -> Words:
    return words << np.uint64(bits) | words >> np.uint64(64 - bits)


def _splitmix64(word: int) -> int:
    word = word + GOLDEN & WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def _splitmix64_words(words: Words) -> Words:
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return words ^ words >> np.uint64(31)
