"""Bets that a decision takes down, and what goes back with them."""

from commanded import a_table, done, refused
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import BetRefused, RefuseBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome

SUPERVISOR = Person("mia", "casino-supervisor")


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def test_9_11_the_odds_of_a_bet_that_is_refused_go_back_with_it() -> None:
    table, _ = done(
        a_table("star-craps-2016"),
        TakeSeat(seat="ann", chips=Cents(100_000)),
        bet("dont-win", 1000),
        EnterOutcome(outcome=OutcomeName("2-2")),
        bet("behind-dont-win", 4000),
        bet("field", 500),
    )
    after, (event,) = done(table, RefuseBet(seat="ann", wager="dont-win", by=SUPERVISOR, why="It was placed late."))
    assert isinstance(event, BetRefused)
    assert {(each.wager, each.result, each.paid) for each in event.decided} == {
        ("dont-win", Result.REFUND, 1000),
        ("behind-dont-win", Result.REFUND, 4000),
    }
    assert set(after.layout["ann"]) == {"field"}
    assert (after.book.balance(rack("ann")), after.book.balance(felt("ann"))) == (99_500, 500)


def test_9_11_a_bet_that_its_owner_cannot_take_down_is_refused_only_before_its_first_result() -> None:
    streak = "super-streak:small-big"
    order = RefuseBet(seat="ann", wager=streak, by=SUPERVISOR, why="It was placed late.")
    table, _ = done(
        a_table("star-sicbo-2016"),
        TakeSeat(seat="ann", chips=Cents(5000)),
        EnterOutcome(outcome=OutcomeName("1-2-3")),
        bet(streak, 500),
    )
    assert table.book.balance(rack("ann")) == 4500
    assert done(table, order)[0].book.balance(rack("ann")) == 5000
    later, _ = done(table, EnterOutcome(outcome=OutcomeName("1-2-3")))
    assert refused(later, order).reason is Reason.CANNOT_REMOVE
