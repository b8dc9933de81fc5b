"""Exact long-run figures of plays, against our analysis and against independent computations."""

from fractions import Fraction
from random import Random

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.bet_chains import chains
from croupier.lab.chain import joined
from croupier.lab.long_run import LongRun, long_run, long_run_of_chains
from croupier.rules.exact import edge
from plays import W1, at_random, everything, played

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"


def solved(name: str, text: str, **sign: object) -> LongRun:
    return long_run(played(ruleset(name), text, **sign))


def lost_per_unit(name: str, text: str, stake: int) -> Fraction:
    return -solved(name, text).net / (100 * stake)


def test_the_play_of_the_benchmark() -> None:
    found = solved(STAR, W1)
    assert found.net / 100 == Fraction(-602, 5013)
    assert found.settled == Fraction(4631, 5013)
    assert found.sigma / 100 == pytest.approx(23.289, abs=5e-4)


@pytest.mark.parametrize(
    ("name", "wager", "stake", "per_roll"),
    [
        # A.0.3: per roll, always on, or off on the come-out if the document says so.
        (STAR, "win-line", 10, "7/1671"),
        (STAR, "dont-win", 10, "9/2228"),
        (ADELAIDE, "dont-pass", 10, "9/2228"),
        (STAR, "place-win:4", 5, "98/8355"),
        (STAR, "place-win:9", 5, "196/25065"),
        (STAR, "place-win:6", 6, "49/15039"),
        (ADELAIDE, "place-win:8", 6, "49/15039"),
        (ARUZE, "place:10", 5, "1/60"),
        (ARUZE, "place:5", 5, "1/90"),
        (ARUZE, "place:6", 6, "1/216"),
        (STAR, "place-lose:4", 11, "1/132"),
        (STAR, "place-lose:5", 8, "1/144"),
        (STAR, "place-lose:6", 5, "1/180"),
        (STAR, "buy:4", 20, "49/5570"),
        (STAR, "buy:5", 20, "49/5013"),
        (ADELAIDE, "buy-win:6", 20, "539/50130"),
        (ARUZE, "buy:4", 20, "1/80"),
        (ARUZE, "buy:5", 20, "1/72"),
        (ARUZE, "buy:6", 20, "11/720"),
        (STAR, "lay:10", 40, "1/160"),
        (STAR, "lay:9", 30, "1/108"),
        (STAR, "lay:8", 24, "11/864"),
        (STAR, "big-6", 10, "1/36"),
        (STAR, "hardway:4", 10, "49/5013"),
        (STAR, "hardway:6", 10, "49/5013"),
        (ADELAIDE, "hardway:10", 10, "98/5013"),
        (ADELAIDE, "hardway:8", 10, "98/5013"),
        (ARUZE, "hardway:4", 10, "1/72"),
        (ARUZE, "hardway:6", 10, "1/36"),
        # A.4: -201/2048 for each bet; a bet and the wait for the next take two counted results, 72/35 rounds with triples.
        ("star-sicbo-2016", "super-streak:odd-even", 5, "2345/49152"),
    ],
)
def test_loss_per_unit_and_roll(name: str, wager: str, stake: int, per_roll: str) -> None:
    assert lost_per_unit(name, f"{wager} {stake}", stake) == Fraction(per_roll)


@pytest.mark.parametrize(
    ("name", "text", "sign", "hold"),
    [
        # A.0.3: line and full odds together, as a share of all stakes.
        (STAR, "win-line 10, behind-win-line max", {}, "1/165"),
        (ARUZE, "pass-line 10, odds 2x", {}, "1/165"),
        (ADELAIDE, "pass 10, pass-odds 10x", {}, "7/3795"),
        (STAR, "dont-win 10, behind-dont-win max", {}, "1/220"),
        (ADELAIDE, "dont-pass 10, dont-pass-odds max", {}, "3/2420"),
        (ADELAIDE, "pass 10, pass-odds max", {"odds_multiple": 2}, "1/165"),
    ],
)
def test_the_hold_of_line_and_odds(name: str, text: str, sign: dict[str, int], hold: str) -> None:
    assert solved(name, text, **sign).hold == Fraction(hold)


def test_one_roll_in_about_three_decides_a_line_bet() -> None:
    """A.0.3: a line bet takes 557/165 rolls on average, so one roll in 557/165 settles one."""
    assert solved(STAR, "win-line 10").settled == Fraction(165, 557)


@pytest.mark.parametrize("name", names())
def test_the_hold_in_the_long_run_is_the_edge_of_one_bet(name: str) -> None:
    """A chain that never ends against one that ends with the bet, for every wager that is not odds."""
    rules = ruleset(name)
    for offer in rules.offers:
        if offer.rides_on:
            continue
        # A stake at which all payouts and commissions of the five documents are whole cents.
        stake = 5 if offer.stake else 13200 * offer.wager.units
        assert solved(name, f"{offer.id} {stake}").hold == edge(rules, offer.id), offer.id


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(3))
def test_pairs_of_chains_agree_with_the_product_of_all_chains(name: str, seed: int) -> None:
    rules, chance = ruleset(name), Random(f"{name} {seed}")  # noqa: S311 - a fixed seed, printed in the name of the test
    play = played(rules, at_random(rules, rules.sign({}), chance))
    parts, space = chains(play, charged_ahead=True), rules.game.space
    if seed and len(parts) > 3:
        parts = tuple(chance.sample(parts, 3))
    assert long_run_of_chains(parts, space) == long_run_of_chains([joined(parts)], space)


@pytest.mark.parametrize(
    ("name", "text"),
    [(STAR, "buy:4 20, lay:6 24, win-line 10"), (ARUZE, "buy:4 20, buy:6 20, lay:5 30, come 10")],
)
def test_the_roll_with_which_commission_is_counted_does_not_matter(name: str, text: str) -> None:
    play = played(ruleset(name), text)
    space = play.rules.game.space
    assert long_run_of_chains(chains(play, charged_ahead=True), space) == long_run_of_chains(
        chains(play, charged_ahead=False), space
    )


@pytest.mark.parametrize("name", names())
def test_every_wager_at_once_is_solved(name: str) -> None:
    rules = ruleset(name)
    found = solved(name, everything(rules, rules.sign({})))
    assert found.variance > 0 > found.net


def test_a_play_that_covers_the_wheel_has_no_variance() -> None:
    found = solved("ministar-roulette-2018", ", ".join(f"straight:{n} 1" for n in range(37)))
    assert (found.net, found.variance) == (-100, 0)


def test_floating_point_is_accurate_to_twelve_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(ruleset("star-craps-2016"), W1)
    exact = long_run(play)
    monkeypatch.setattr("croupier.lab.long_run.MAX_EXACT_STATES", 0)
    rounded = long_run(play)
    assert (exact.rounded, rounded.rounded) == (False, True)
    assert abs(rounded.sigma / exact.sigma - 1) < 1e-12
    assert (rounded.net, rounded.settled) == (exact.net, exact.settled)
