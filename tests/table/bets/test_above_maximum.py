"""A stake over the maximum is taken and settled to the limit; its owner is told so when the bet is made."""

import pytest

from commanded import done
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.rounds.calls import OpenBetting
from croupier.table.telling.advice import advice

CALLERS = {"star-craps-2016": "stickperson", "adelaide-craps-2003": "stickman"}
OVER = "It is $600.00, over the maximum: $500.00 of it is settled, and the rest goes back ({clause})."


def opened(name: str) -> Table:
    rules = ruleset(name)
    table = open_table(rules, rules.sign({"minimum": 500, "maximum": 50_000}))
    return done(table, TakeSeat(seat="ann", chips=Cents(200_000)), OpenBetting(at=1, by=Person("Deb", CALLERS[name])))[0]


def told(table: Table, cents: int, wager: str = "field") -> tuple[Table, str]:
    """Place a bet, and return what its owner is told."""
    after, (event,) = done(table, PlaceBet(at=2, seat="ann", wager=wager, stake=Cents(cents)))
    return after, advice(table, (event,))


@pytest.mark.parametrize(("name", "clause"), [("star-craps-2016", "7.3"), ("adelaide-craps-2003", "14(g)")])
def test_star_7_3_and_adelaide_the_owner_is_told_when_the_bet_is_made_and_when_it_grows(name: str, clause: str) -> None:
    table = opened(name)
    assert told(table, 50_000)[1] == ""
    assert told(table, 60_000)[1] == OVER.format(clause=clause)
    grown, said = told(table, 40_000)
    assert said == ""
    assert told(grown, 20_000)[1] == OVER.format(clause=clause)


def test_a_player_with_limits_of_their_own_is_told_of_those() -> None:
    own = SetPlayerLimits(
        seat="ann", minimum=Cents(500), maximum=Cents(100_000), by=Person("Kim", "casino-supervisor"), why="As agreed."
    )
    table, _ = done(opened("star-craps-2016"), own)
    assert told(table, 60_000)[1] == ""
    assert "$1,000.00 of it is settled" in told(table, 100_001)[1]


def test_nothing_is_said_where_the_stake_is_refused_or_no_clock_runs() -> None:
    rules = ruleset("star-craps-2016")
    table, _ = done(open_table(rules, rules.sign({"maximum": 50_000})), TakeSeat(seat="ann", chips=Cents(200_000)))
    assert told(table, 60_000)[1] == ""
