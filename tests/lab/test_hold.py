"""Confidence bands of the hold."""

import pytest

from croupier.catalogue import ruleset
from croupier.lab.figures import Figures, figures
from croupier.lab.hold import Hold, volatility_index
from section_a import MINISTAR, SICBO


def of(name: str, wager: str) -> Figures:
    rules = ruleset(name)
    return figures(rules, rules.addresses[wager].offer)


def test_a_band_is_the_edge_plus_and_minus_z_sigma() -> None:
    found = of(MINISTAR, "red")
    ninety, ninety_five, ninety_nine = Hold(found, 10_000).bands
    sigma = found.standard_deviation / 100
    assert (ninety.high + ninety.low) / 2 == pytest.approx(1 / 37)
    assert (ninety.high - ninety.low) / 2 == pytest.approx(1.644854 * sigma, rel=1e-6)
    assert (ninety_five.high - ninety_five.low) / 2 == pytest.approx(1.959964 * sigma, rel=1e-6)
    assert (ninety_nine.high - ninety_nine.low) / 2 == pytest.approx(2.575829 * sigma, rel=1e-6)
    assert volatility_index(found) == pytest.approx(1.644854 * found.standard_deviation, rel=1e-6)


def test_the_normal_approximation_needs_ten_expected_occurrences_of_the_rarest_result() -> None:
    straight, streak = of(MINISTAR, "straight:17"), of(SICBO, "super-streak:small-big")
    assert [Hold(straight, bets).doubtful for bets in (100, 369, 370)] == [True, True, False]
    assert [Hold(streak, bets).doubtful for bets in (10_000, 40_959, 40_960)] == [True, True, False]
