"""Which areas light up."""

from dataclasses import replace

from commanded import done
from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.reading import change_rules
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.state import open_table
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.lights import LightsFailed, ReportLights, lit
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.scenario.running import step

CRAPS = ruleset("aruze-craps-2024")


def test_on_a_come_out_seven_the_line_is_lit_and_its_odds_are_not() -> None:
    shining = lit(open_table(CRAPS, CRAPS.sign({})), OutcomeName("3-4"))
    assert {"pass-line", "come", "dont-come:6", "dont-come-odds:6", "lay:4", "any-seven", "hop:3-4"} <= set(shining)
    assert not {"dont-pass-line", "odds", "dont-odds", "come:6", "place:6", "hop:1-6", "field"} & set(shining)


def test_with_a_point_on_its_odds_are_lit_with_the_line() -> None:
    table, _ = step(open_table(CRAPS, CRAPS.sign({})), EnterOutcome(outcome=OutcomeName("2-4")))
    assert {"pass-line", "odds", "place:6", "come:6", "come-odds:6", "hardway:6"} <= set(lit(table, OutcomeName("3-3")))
    sevened = lit(table, OutcomeName("3-4"))
    assert {"dont-odds", "dont-pass-line", "come"} <= set(sevened)
    assert not {"pass-line", "dont-come"} & set(sevened)
    assert {"come", "e"} <= set(lit(table, OutcomeName("5-6")))
    assert "come" not in lit(table, OutcomeName("3-3"))


def test_6_6_1_a_wager_that_is_off_is_not_lit_unless_somebody_called_it_on() -> None:
    rules = ruleset("star-craps-2016")
    table, _ = done(
        open_table(rules, rules.sign({})),
        TakeSeat(seat="ann", chips=Cents(10_000)),
        PlaceBet(seat="ann", wager="place-win:6", stake=Cents(1200)),
    )
    six = OutcomeName("3-3")
    assert not {"place-win:6", "buy:6", "hardway:6"} & set(lit(table, six))
    assert "big-6" in lit(table, six)
    on, _ = done(table, CallBet(seat="ann", wager="place-win:6", on=True))
    assert "place-win:6" in lit(on, six)
    assert not {"buy:6", "hardway:6"} & set(lit(on, six))
    pointed, _ = done(table, EnterOutcome(outcome=OutcomeName("2-2")))
    assert {"place-win:6", "buy:6", "hardway:6"} <= set(lit(pointed, six))


def test_a_pocket_lights_everything_that_holds_it() -> None:
    rules = ruleset("ministar-roulette-2018")
    shining = set(lit(open_table(rules, rules.sign({})), OutcomeName("17")))
    assert {"straight:17", "split:17-20", "black", "odd", "low", "dozen:2", "column:2", "orphans", "neighbours:34"} <= shining
    assert "red" not in shining


def test_a_streak_that_wins_is_lit_and_one_that_loses_is_not() -> None:
    rules = ruleset("star-sicbo-2016")
    table, _ = step(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(1000)))
    table, _ = step(table, EnterOutcome(outcome=OutcomeName("1-2-3")))
    table, _ = step(table, PlaceBet(seat="ann", wager="super-streak:small-big", stake=Cents(500)))
    for _ in range(3):
        table, _ = step(table, EnterOutcome(outcome=OutcomeName("1-2-4")))
    assert "super-streak:small-big" not in lit(table, OutcomeName("4-5-6"))
    table, _ = step(table, EnterOutcome(outcome=OutcomeName("1-2-4")))
    assert "super-streak:small-big" in lit(table, OutcomeName("4-5-6"))


def test_a_large_win_on_a_run_that_the_lights_cut_short_is_paid_by_hand_and_again_after_a_correction() -> None:
    """Where a limit for hand pays hangs, it holds for every win, however the bet ended."""
    sicbo = ruleset("star-sicbo-2016")
    terminals = replace(sicbo.procedures, period=ruleset("ministar-roulette-2018").procedures.period)
    rules = sicbo.changed([change_rules(procedures=terminals)])
    supervisor, small = Person("Kim", "casino-supervisor"), EnterOutcome(outcome=OutcomeName("1-2-3"))
    streak = PlaceBet(seat="ann", wager="super-streak:small-big", stake=Cents(500))
    table, _ = done(
        open_table(rules, rules.sign({"hand_pay_limit": 1000})),
        TakeSeat(seat="ann", chips=Cents(10_000)),
        small,
        streak,
        *[small] * 5,
    )
    dark, events = done(table, ReportLights(by=supervisor, why="Half is dark."))
    won = next(event.decided[0].paid for event in events if isinstance(event, LightsFailed)) - 500
    assert won > 1000
    assert dark.desk.hand_pays == {"ann": won}
    assert disagreement(dark, "ann") == ""
    same = CorrectOutcome(round=2, outcome=OutcomeName("1-2-4"), by=supervisor, why="The dice show 7.")
    assert done(dark, same)[0].desk.hand_pays == {"ann": won}
    lost = CorrectOutcome(round=2, outcome=OutcomeName("4-5-6"), by=supervisor, why="The dice show 15.")
    assert done(dark, lost)[0].desk.hand_pays == {}


def test_8_7_1_a_run_that_the_lights_cut_short_is_paid_for_its_length_and_only_a_short_one_may_be_refunded() -> None:
    """The bet counts the results after it was made: four of them pay 6 to 1, three lose or go back."""
    rules, supervisor = ruleset("star-sicbo-2016"), Person("Kim", "casino-supervisor")
    small, streak = (
        EnterOutcome(outcome=OutcomeName("1-2-3")),
        PlaceBet(seat="ann", wager="super-streak:small-big", stake=Cents(500)),
    )
    seated = (TakeSeat(seat="ann", chips=Cents(10_000)), small, streak)
    for length, refund_short, has in ((4, False, 13_000), (4, True, 13_000), (3, False, 9500), (3, True, 10_000)):
        dark = ReportLights(by=supervisor, why="Half is dark.", refund_short=refund_short)
        table, _ = done(open_table(rules, rules.sign({})), *seated, *[small] * length, dark)
        assert (table.book.balance(rack("ann")), table.layout["ann"]) == (has, {})
