"""Figures of single wagers, against our analysis and against an independent computation."""

from fractions import Fraction

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.figures import Figures, edge_with_full_odds, figures, puck_figures
from croupier.rules.exact import edge
from croupier.rules.machine import Decision, Result
from section_a import ADELAIDE, ARUZE, MINISTAR, SICBO, STAR

F = Fraction


def of(name: str, wager: str) -> Figures:
    rules = ruleset(name)
    return figures(rules, rules.addresses[wager].offer)


def test_a_line_bet() -> None:
    found = of(STAR, "win-line")
    assert found.distribution == {F(-1): F(251, 495), F(1): F(244, 495)}
    assert found.house_edge == F(7, 495)
    assert found.house_edge_per_roll == F(7, 1671)
    assert found.variance == 1 - F(7, 495) ** 2
    assert found.standard_deviation == pytest.approx(0.9999, abs=1e-5)


def test_a_push_counts_in_one_edge_and_not_in_the_other() -> None:
    for name, wager in ((STAR, "dont-win"), (ADELAIDE, "dont-pass"), (ARUZE, "dont-pass-line"), (ARUZE, "dont-come")):
        found = of(name, wager)
        assert (found.house_edge, found.house_edge_resolved) == (F(3, 220), F(27, 1925))
        assert (found.push_frequency, found.house_edge_per_roll) == (F(1, 36), F(9, 2228))


def test_commission_is_part_of_the_result() -> None:
    assert of(STAR, "buy:4").distribution == {F(-21, 20): F(2, 3), F(39, 20): F(1, 3)}
    assert of(STAR, "lay:4").distribution == {F(-41, 40): F(1, 3), F(19, 40): F(2, 3)}


def test_a_composite_is_one_bet_over_its_whole_stake() -> None:
    assert of(ADELAIDE, "world").distribution == {F(-1): F(2, 3), F(0): F(1, 6), F(11, 5): F(1, 9), F(28, 5): F(1, 18)}
    assert of(ADELAIDE, "world").hit_frequency == F(1, 3)
    assert of(ADELAIDE, "world").push_frequency == 0
    nets = {F(-1): 30, F(-1, 3): 1, F(2, 3): 1, F(2): 1, F(8, 3): 1, F(10, 3): 1, F(19, 3): 1, F(43, 3): 1}
    assert of(MINISTAR, "complete:3").distribution == {net: F(ways, 37) for net, ways in nets.items()}


def test_odds_start_in_the_state_of_their_flat_bet() -> None:
    found = of(STAR, "behind-win-line")
    # Points fall 3, 4, 5, 5, 4, 3 times in 24, and are made 1/3, 2/5, 5/11 of the time.
    assert found.distribution == {F(-1): F(98, 165), F(6, 5): F(25, 132), F(3, 2): F(2, 15), F(2): F(1, 12)}
    assert found.house_edge == 0
    assert found.mean_rolls == F(6 * 4 + 8 * F(18, 5) + 10 * F(36, 11)) / 24


def test_super_streak_counts_the_rounds_with_triples() -> None:
    for wager in ("super-streak:small-big", "super-streak:odd-even"):
        found = of(SICBO, wager)
        assert (found.house_edge, found.mean_rolls, found.house_edge_per_roll) == (F(201, 2048), F(1053, 512), F(67, 1404))
        assert found.hit_frequency == F(1, 16)
        assert found.distribution[F(500)] == F(1, 4096)
    literal = ruleset(SICBO).under({"SB-04": "opener-counted"})
    counted = figures(literal, literal.addresses["super-streak:small-big"].offer)
    assert (counted.house_edge, counted.hit_frequency) == (F(-823, 1024), F(1, 8))


@pytest.mark.parametrize("name", names())
def test_every_distribution_sums_to_one_and_gives_the_edge(name: str) -> None:
    rules = ruleset(name)
    for offer in rules.offers:
        found = figures(rules, offer)
        assert sum(found.distribution.values()) == 1
        assert found.house_edge == edge(rules, offer.id)
        assert found.variance == sum(p * net**2 for net, p in found.distribution.items()) - found.house_edge**2


@pytest.mark.parametrize("name", names())
def test_one_roll_wagers_enumerated_outcome_by_outcome(name: str) -> None:
    """Count the ways, without any chain."""
    rules = ruleset(name)
    counted = 0
    for offer in rules.offers:
        (row, *more) = offer.wager.effects.values()
        if more or len(row) < len(offer.wager.space.ways):
            continue
        counted += 1
        nets: dict[Fraction, int] = {}
        wins = 0
        for outcome, effect in row.items():
            assert isinstance(effect, Decision)
            ways = offer.wager.space.ways[outcome]
            net = effect.returned + effect.winnings - 1
            nets[net] = nets.get(net, 0) + ways
            wins += ways if effect.result is Result.WIN else 0
        total = offer.wager.space.total_ways
        found = figures(rules, offer)
        assert found.distribution == {net: F(ways, total) for net, ways in sorted(nets.items())}
        assert (found.hit_frequency, found.mean_rolls) == (F(wins, total), 1)
    assert counted >= 10


def test_a_bet_that_is_always_on_has_no_figures_with_the_puck() -> None:
    rules = ruleset(ARUZE)
    assert all(puck_figures(rules, offer) is None for offer in rules.offers)
    asleep = rules.under({"AZ-08": "off-on-come-out"})
    assert puck_figures(asleep, asleep.addresses["place:6"].offer) is not None


def test_on_and_off_changes_neither_edge_nor_distribution_of_a_place_bet() -> None:
    rules = ruleset(STAR)
    for kind in ("place-win", "buy", "hardway"):
        for offer in rules.offers:
            if offer.kind == kind:
                asleep = puck_figures(rules, offer)
                assert asleep is not None
                assert asleep.figures.distribution == figures(rules, offer).distribution


@pytest.mark.parametrize(
    ("name", "line", "dont", "taking", "laying"),
    [
        (ARUZE, "pass-line", "dont-pass-line", F(1, 165), F(1, 220)),
        (STAR, "win-line", "dont-win", F(1, 165), F(1, 220)),
        (ADELAIDE, "pass", "dont-pass", F(7, 3795), F(3, 2420)),
    ],
)
def test_a03_with_full_odds(name: str, line: str, dont: str, taking: Fraction, laying: Fraction) -> None:
    rules = ruleset(name)
    for wager, combined in ((line, taking), ("come", taking), (dont, laying), ("dont-come", laying)):
        assert edge_with_full_odds(rules, rules.addresses[wager].offer, rules.sign({})) == combined
    assert edge_with_full_odds(rules, rules.addresses["field"].offer, rules.sign({})) is None


def test_a_long_shot_is_skewed() -> None:
    assert of(MINISTAR, "red").skewness == pytest.approx(0.054, abs=0.001)
    assert of(MINISTAR, "straight:17").skewness == pytest.approx(5.84, abs=0.01)
