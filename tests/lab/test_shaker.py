"""The shaker: known generators, known outputs, and no roll more likely than another."""

from collections import Counter

import numpy as np
import pytest

from croupier.lab.shaker import HALF_BITS, cut, draw, fair_draw, shaker

# xoshiro256++ from the state 1, 2, 3, 4, as its authors' reference program prints it.
REFERENCE = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]


def test_the_generator_is_the_published_one() -> None:
    words = np.array([[1], [2], [3], [4]], np.uint64)
    assert [int(draw(words)[0]) for _ in REFERENCE] == REFERENCE


@pytest.mark.parametrize("ways", [36, 37, 216, 2, 6, 1000])
def test_every_roll_comes_from_the_same_number_of_draws(ways: int) -> None:
    """Of all 2^32 halves, count those that give each combination of rolls and are not thrown away."""
    by = cut(ways)
    whole, least = 1 << HALF_BITS, (1 << HALF_BITS) // by.together
    for value in range(by.together):
        first, behind = -(-value * whole // by.together), -(-(value + 1) * whole // by.together)
        # The remainder grows by `together` from one half to the next, so only the first can be below the bound.
        thrown_away = first * by.together % whole < by.unfair
        assert behind - first - thrown_away == least


def test_a_cut_gives_several_rolls_and_wastes_few_draws() -> None:
    assert [(cut(ways).per_draw, cut(ways).together) for ways in (36, 37, 216)] == [(6, 36**3), (6, 37**3), (4, 216**2)]


def test_lanes_chunks_and_seeds_begin_differently() -> None:
    states = [tuple(lane) for seed in range(3) for chunk in range(3) for lane in shaker(seed, chunk, 8).T.tolist()]
    assert Counter(states).most_common(1)[0][1] == 1


def test_an_unfair_draw_is_made_again_by_its_lane_alone() -> None:
    """About six in ten million halves are unfair for two dice."""
    by, draws = cut(36), 1000
    words, untested = shaker(5, 0, 4096), shaker(5, 0, 4096)
    fair = np.array([fair_draw(words, by) for _ in range(draws)])
    plain = np.array([draw(untested) for _ in range(draws)])
    moved = int(np.any(fair != plain, axis=0).sum())
    assert 0 < moved < 20
