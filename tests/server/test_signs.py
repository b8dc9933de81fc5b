"""The sign of a table as its players see it."""

import pytest

from commanded import a_table, done
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.server.signs import OwnLimits, chips_for, limits_in_words, sign_view
from croupier.server.views import own_state, own_view
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.pit.signs import ChangeSign, PostNotice

STAR, ADELAIDE, SICBO, MINISTAR = "star-craps-2016", "adelaide-craps-2003", "star-sicbo-2016", "ministar-roulette-2018"
NOW = 1_800_000_000_000
SUPERVISOR = Person("sue", "casino-supervisor")


@pytest.mark.parametrize(
    ("settings", "chips"),
    [
        ({"minimum": 100, "maximum": 50_000}, (100, 500, 2_500, 10_000, 50_000)),
        ({}, (100, 500, 2_500, 10_000, 50_000)),
        ({"minimum": 2_500}, (2_500, 10_000, 50_000, 100_000, 500_000)),
        ({"minimum": 20}, (20, 50, 100, 500, 2_500)),
        ({"minimum": 1_500, "maximum": 50_000}, (1_500, 2_500, 10_000, 50_000)),
        ({"minimum": 1_500, "multiples": True}, (1_500, 7_500, 37_500, 150_000, 750_000)),
        ({"minimum": 1_000, "stake_unit": 500}, (1_000, 2_500, 10_000, 50_000, 100_000)),
        ({"minimum": 100, "stake_unit": 500}, (100, 500, 2_500, 10_000, 50_000)),
        ({"minimum": 60_000, "maximum": 60_000}, (60_000,)),
    ],
)
def test_chips_follow_the_sign(settings: dict[str, int], chips: tuple[int, ...]) -> None:
    assert chips_for(ruleset(STAR).sign(settings)) == chips


@pytest.mark.parametrize("settings", [{"minimum": 1_500, "multiples": True}, {"minimum": 700, "stake_unit": 300}])
def test_one_chip_is_a_bet_and_every_other_one_can_be_added_to_it(settings: dict[str, int]) -> None:
    sign = ruleset(STAR).sign(settings)
    first, *others = chips_for(sign)
    step = settings.get("stake_unit", sign.minimum)
    assert first == sign.minimum
    assert len(others) >= 3
    assert all(chip % step == 0 for chip in others)


@pytest.mark.parametrize(
    ("name", "wager", "words"),
    [
        (STAR, "win-line", "$1.00 to $500.00"),
        (STAR, "behind-win-line", "up to 2 times Win Line"),
        (STAR, "behind-dont-win", "wins up to 2 times Don't Win"),
        (ADELAIDE, "pass-odds", "up to 10 times Pass Bet"),
        (SICBO, "super-streak:small-big", "$5.00 exactly"),
        (MINISTAR, "orphans", "$1.00 to $500.00 on each part"),
    ],
)
def test_the_limits_of_a_bet_are_said(name: str, wager: str, words: str) -> None:
    rules = ruleset(name)
    sign = rules.sign({"minimum": 100, "maximum": 50_000})
    assert limits_in_words(rules, sign, rules.addresses[wager].offer) == words


def test_a_sign_without_limits_says_none() -> None:
    rules = ruleset(STAR)
    field = rules.addresses["field"].offer
    assert limits_in_words(rules, rules.sign({}), field) == ""
    assert limits_in_words(rules, rules.sign({"minimum": 500}), field) == "$5.00 or more"
    assert limits_in_words(rules, rules.sign({"maximum": 500}), field) == "up to $5.00"


def announced() -> Table:
    rise = PostNotice(
        act=Act.CHANGE_SIGN, takes_effect=NOW + 3_600_000, values={"minimum": 1000}, by=SUPERVISOR, why="A busy night.", at=NOW
    )
    table, _ = done(a_table(STAR, minimum=500, maximum=50_000, stake_unit=500), rise)
    return table


def test_7_1_the_sign_shows_what_is_in_force_and_what_is_announced() -> None:
    table = announced()
    shown = sign_view(table)
    assert (shown.minimum, shown.maximum) == (500, 50_000)
    assert shown.lines == ["Above the minimum, bets rise in steps of $5.00."]
    assert shown.notices == ["From 2027-01-15 09:00:00 UTC: minimum $10.00."]
    table, _ = done(table, ChangeSign(values={"minimum": 1000}, by=SUPERVISOR, why="As announced.", at=NOW + 3_600_000))
    shown = sign_view(table)
    assert (shown.minimum, shown.notices) == (1000, [])


def test_the_payout_unit_is_the_smallest_chip_unless_cents_are_paid() -> None:
    assert sign_view(a_table(STAR, minimum=500, payout_unit=250)).payout_unit == 250
    assert sign_view(a_table("ministar-roulette-2018", minimum=500)).payout_unit == 1


def test_5f_8a_the_notice_shows_limits_and_the_multiple_of_odds() -> None:
    shown = sign_view(a_table(ADELAIDE, minimum=500, maximum=50_000, odds_multiple=3))
    assert (shown.minimum, shown.maximum, shown.lines) == (500, 50_000, ["Odds multiple 3."])


def test_a_player_with_limits_of_their_own_is_shown_them() -> None:
    table, _ = done(
        a_table(STAR, minimum=500, maximum=50_000), TakeSeat(seat="ann", chips=Cents(0)), TakeSeat(seat="bob", chips=Cents(0))
    )
    own = SetPlayerLimits(seat="ann", minimum=Cents(10_000), maximum=Cents(100_000), by=SUPERVISOR, why="A known player.")
    table, _ = done(table, own)
    assert own_view(table, own_state(table, "ann")).limits == OwnLimits(10_000, 100_000)
    assert own_view(table, own_state(table, "bob")).limits is None


@pytest.mark.parametrize(
    ("minimum", "chips"),
    [(500, (500, 2500)), (1000, (1000, 2500)), (100, (500, 2500)), (30_000, (30_000,))],
)
def test_the_chips_that_the_operator_names_are_those_of_a_player(minimum: int, chips: tuple[int, ...]) -> None:
    """The smallest is a bet by itself, as far as these chips can make it."""
    assert chips_for(ruleset(STAR).sign({"minimum": minimum, "maximum": 50_000}), (500, 2500)) == chips
