"""The settlement of a round: what plays, by which rules, and what becomes of the dice."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.amending import AmendRules
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled

STAR, ADELAIDE = "star-craps-2016", "adelaide-craps-2003"


def seated(name: str, readings: Mapping[str, str] = {}, sign: Mapping[str, object] = {}) -> Table:
    rules = ruleset(name).under(readings)
    return done(open_table(rules, rules.sign(sign)), TakeSeat(seat="ann", chips=Cents(100_000)))[0]


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def settled(table: Table, *commands: Command) -> RoundSettled:
    """What the last round came to."""
    events: list[Event] = done(table, *commands)[1]
    assert isinstance(events[-1], RoundSettled)
    return events[-1]


def paid(round: RoundSettled) -> dict[str, int]:
    return {each.wager: each.paid for each in round.decided}


def test_sc_21_odds_below_their_limit_play_for_what_they_are_and_no_more() -> None:
    table = seated(STAR, {"SC-21": "settled-to-cap"})
    round = settled(table, bet("dont-win", 1000), fell("2-4"), bet("behind-dont-win", 1200), fell("3-4"))
    assert paid(round) == {"dont-win": 2000, "behind-dont-win": 1200 + 1000}
    lost = settled(table, bet("dont-win", 1000), fell("2-4"), bet("behind-dont-win", 1200), fell("3-3"))
    assert paid(lost) == {"dont-win": 0, "behind-dont-win": 0}


def test_ad_08_a_bet_is_paid_by_the_rules_under_which_it_was_accepted() -> None:
    """$7.00 on a place bet at 7 to 6, in multiples of $6.00: $7.00 on the lower multiple, or $8.16 rounded down to $8.00."""
    sign = {"minimum": 600, "multiples": True, "payout_unit": 100}
    amended = AmendRules(readings={"AD-08": "rounded-down"}, by=Person("mia", "house"), why="The house reads it otherwise.")
    table, _ = done(seated(ADELAIDE, sign=sign), fell("2-2"), bet("place-win:6", 700), amended)
    assert paid(settled(table, fell("3-3"))) == {"place-win:6": 700 + 700}
    assert paid(settled(table, fell("3-3"), bet("place-win:6", 700), fell("3-3"))) == {"place-win:6": 700 + 800}


@pytest.mark.parametrize("name", [STAR, ADELAIDE])
def test_star_3_7_1_adelaide_13a_a_seven_takes_the_dice_only_while_a_point_is_on(name: str) -> None:
    table = seated(name)
    assert not settled(table, fell("3-4")).dice_pass
    assert not settled(table, fell("1-1")).dice_pass
    assert not settled(table, fell("2-2"), fell("1-3")).dice_pass
    assert settled(table, fell("2-2"), fell("3-4")).dice_pass


def test_sc_05_a_dont_come_bet_that_was_taken_down_waits_for_the_come_out_roll() -> None:
    table, _ = done(
        seated(STAR, {"SC-05": "not-until-come-out"}),
        fell("2-2"),
        bet("dont-come", 1000),
        fell("2-3"),
        TakeDown(seat="ann", wager="dont-come:5"),
    )
    for rolls in ((), ("3-3",), ("3-3", "2-3")):
        waiting, _ = done(table, *map(fell, rolls))
        assert refused(waiting, bet("dont-come", 1000)).reason is Reason.NOT_ALLOWED_NOW
    for decides in ("3-4", "1-3"):
        after, _ = done(table, fell(decides), fell("4-4"), bet("dont-come", 1000))
        assert after.book.balance(rack("ann")) == 99_000


@pytest.mark.parametrize(
    ("shooter", "wager", "outcome", "passes"),
    [
        ("ann", "pass-line", "3-4", True),
        ("ann", "dont-pass-line", "3-4", True),
        ("ann", "pass-line", "1-3", False),
        ("ann", "dont-pass-line", "1-3", False),
        ("bob", "pass-line", "3-4", False),
        ("bob", "dont-pass-line", "3-4", False),
    ],
)
def test_3_11_the_dice_pass_with_the_bet_of_the_shooter_and_of_nobody_else(
    shooter: str, wager: str, outcome: str, *, passes: bool
) -> None:
    table, _ = done(seated("aruze-craps-2024"), TakeSeat(seat="bob", chips=Cents(1000)), bet(wager, 1000), fell("2-2"))
    throwing = replace(table, round=replace(table.round, shooter=shooter))
    assert settled(throwing, fell(outcome)).dice_pass is passes


def test_the_display_shows_the_last_twenty_outcomes() -> None:
    outcomes = ["1-1", *["1-2"] * 5, *["2-2"] * 19, "6-6"]
    table, _ = done(seated(STAR), *map(fell, outcomes))
    assert list(table.results) == outcomes[-20:]


def test_4_1_2_what_a_player_has_won_in_the_last_round_is_the_sum_of_all_winnings_without_stakes() -> None:
    table, _ = done(seated(STAR), bet("field", 500), bet("eleven", 100), bet("any-seven", 300), fell("5-6"))
    assert table.won == {"ann": 500 + 1600}
    assert done(table, bet("field", 500), fell("3-4"))[0].won == {}
