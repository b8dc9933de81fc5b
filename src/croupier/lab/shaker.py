"""The shaker: where the chance of a simulation comes from, the same on every machine and in every kernel.

Each lane of a chunk has a generator of its own (xoshiro256++), seeded from the seed of the run, the chunk and the lane by
splitmix64. A draw of 64 bits gives two halves, each of which gives several rolls by multiplication; the few draws that
would favour some rolls are thrown away, so that every roll is exactly as likely as every other.
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
class Cut:
    """How a draw is cut into rolls."""

    ways: int
    per_half: int
    """How many rolls each half of a draw gives."""
    together: int
    """In how many ways those can fall."""
    unfair: int
    """A half of which this multiple leaves less than that favours some rolls, and is thrown away."""

    @property
    def per_draw(self) -> int:
        """How many rolls a draw gives."""
        return 2 * self.per_half


def cut(ways: int) -> Cut:
    """As many rolls from a half as lose no more than one draw in thirty thousand."""
    per_half = 1
    while ways ** (per_half + 1) <= 1 << 16:
        per_half += 1
    return Cut(ways, per_half, ways**per_half, (1 << HALF_BITS) % ways**per_half)


def shaker(seed: int, chunk: int, lanes: int) -> Words:
    """The generators of a chunk: four words for each lane."""
    key = _mixed(_mixed(seed) + chunk & WORD)
    words = np.uint64(key) + np.arange(lanes, dtype=np.uint64)
    words = _mixed_words(words)
    found = np.empty((4, lanes), np.uint64)
    for row in found:
        words += np.uint64(GOLDEN)
        row[:] = _mixed_words(words)
    return found


def draw(words: Words) -> Words:
    """The next 64 bits of every lane."""
    a, b, c, d = words
    out = _turned(a + d, 23) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d[:] = _turned(d, 45)
    return out


def fair_draw(words: Words, by: Cut) -> Words:
    """The next draw of every lane that favours no roll; a lane whose draw does is shaken again by itself."""
    drawn = draw(words)
    again = np.flatnonzero(_unfair(drawn, by))
    while again.size:
        own = words[:, again]
        drawn[again] = draw(own)
        words[:, again] = own
        again = again[_unfair(drawn[again], by)]
    return drawn


def _unfair(drawn: Words, by: Cut) -> NDArray[np.bool_]:
    low, times, unfair = np.uint64(LOW), np.uint64(by.together), np.uint64(by.unfair)
    return ((drawn & low) * times & low < unfair) | ((drawn >> np.uint64(HALF_BITS)) * times & low < unfair)


def _turned(words: Words, bits: int) -> Words:
    return words << np.uint64(bits) | words >> np.uint64(64 - bits)


def _mixed(word: int) -> int:
    word = word + GOLDEN & WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def _mixed_words(words: Words) -> Words:
    words = (words ^ words >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ words >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return words ^ words >> np.uint64(31)
