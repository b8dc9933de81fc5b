"""The random number generator: published reference outputs, and exactly uniform rolls."""

from collections import Counter

import numpy as np
import pytest

from croupier.lab.rng import HALF_BITS, draw, seed_lanes, split_draw, unbiased_draw

# xoshiro256++ from the state 1, 2, 3, 4, as printed by the authors' reference implementation.
REFERENCE = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]


def test_the_generator_is_the_published_one() -> None:
    words = np.array([[1], [2], [3], [4]], np.uint64)
    assert [int(draw(words)[0]) for _ in REFERENCE] == REFERENCE


@pytest.mark.parametrize("ways", [36, 37, 216, 2, 6, 1000])
def test_every_combination_of_rolls_comes_from_the_same_number_of_halves(ways: int) -> None:
    """Of all 2^32 halves, count the accepted ones that give each combination of rolls."""
    split = split_draw(ways)
    whole, least = 1 << HALF_BITS, (1 << HALF_BITS) // split.combinations
    for value in range(split.combinations):
        first, behind = -(-value * whole // split.combinations), -(-(value + 1) * whole // split.combinations)
        # The remainder grows by `combinations` from one half to the next, so only the first can be below the threshold.
        rejected = first * split.combinations % whole < split.rejection_threshold
        assert behind - first - rejected == least


def test_a_draw_gives_several_rolls() -> None:
    assert [(split_draw(ways).rolls_per_draw, split_draw(ways).combinations) for ways in (36, 37, 216)] == [
        (6, 36**3),
        (6, 37**3),
        (4, 216**2),
    ]


def test_lanes_chunks_and_seeds_begin_differently() -> None:
    states = [tuple(lane) for seed in range(3) for chunk in range(3) for lane in seed_lanes(seed, chunk, 8).T.tolist()]
    assert Counter(states).most_common(1)[0][1] == 1


def test_only_the_lane_of_a_rejected_draw_draws_again() -> None:
    """About six in ten million halves are rejected for two dice."""
    split, draws = split_draw(36), 1000
    words, untested = seed_lanes(5, 0, 4096), seed_lanes(5, 0, 4096)
    fair = np.array([unbiased_draw(words, split) for _ in range(draws)])
    plain = np.array([draw(untested) for _ in range(draws)])
    moved = int(np.any(fair != plain, axis=0).sum())
    assert 0 < moved < 20
