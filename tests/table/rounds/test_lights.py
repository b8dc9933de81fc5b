"""Which areas light up."""

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.state import open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.lights import lit
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
