"""Events in the words of a dealer."""

from commanded import a_table, done
from croupier.floor.dealers_words import PURSES, dealers_words
from croupier.ledger.chart import CHART
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome

SUE = Person("Sue Park", "boxperson")


def words(table: Table, events: list[Event]) -> list[str]:
    said = list[str]()
    for event in events:
        said += dealers_words(table, event)
        table = apply(table, event)
    return said


def test_a_wager_is_called_by_its_title_and_an_account_by_its_owner() -> None:
    table, _ = done(a_table("star-craps-2016"), TakeSeat(seat="ann", chips=Cents(100_000)))
    bets = [PlaceBet(seat="ann", wager=wager, stake=Cents(1000)) for wager in ("win-line", "field")]
    after, events = done(table, *bets, EnterOutcome(outcome=OutcomeName("2-3")))
    said = words(table, events)
    assert said[:2] == ["ann bets $10.00 on Win Line.", "ann bets $10.00 on Field."]
    assert "  ann's Field loses $10.00." in said

    come, events = done(after, PlaceBet(seat="ann", wager="come", stake=Cents(1000)), EnterOutcome(outcome=OutcomeName("2-4")))
    assert "  ann's Come moves to Come, point 6." in words(after, events)

    _, events = done(come, CorrectOutcome(round=1, outcome=OutcomeName("2-2"), by=SUE, why="The camera shows it."))
    said = words(come, events)
    assert any("pays" in line and " ann" in line for line in said)
    ids = ("felt:", "rack:", "owed:", "win-line", "come:6")
    assert not [line for line in said if any(id in line for id in ids)]


def test_an_ordinary_word_is_no_wager() -> None:
    """`come`, `field` and `small` are ids. Only those that an event names, and only whole ones, are replaced."""
    table, _ = done(a_table("star-sicbo-2016"), TakeSeat(seat="ann", chips=Cents(100_000)))
    _, events = done(table, PlaceBet(seat="ann", wager="small", stake=Cents(1000)), EnterOutcome(outcome=OutcomeName("1-2-3")))
    assert "  ann's Small wins: $20.00 comes back for $10.00." in words(table, events)


def test_every_account_of_a_player_has_words() -> None:
    assert {kind.name for kind in CHART if kind.per_seat} == PURSES.keys()
