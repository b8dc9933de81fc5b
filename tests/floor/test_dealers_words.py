"""Events in the words of a dealer."""

from msgspec.structs import replace

from commanded import a_table, done
from croupier.floor.dealers_words import OF_THE_HOUSE, PURSES, dealers_words, reason_words
from croupier.ledger.chart import CHART
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.server.staff_pit import bars
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.desk import Bar
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.boxes import EmptyDrop
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.bars import BarRecorded
from croupier.table.pit.conduct import Sanction
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
    assert any("goes from" in line and " ann" in line for line in said)
    ids = ("felt:", "rack:", "owed:", "win-line", "come:6")
    assert not [line for line in said if any(id in line for id in ids)]


def test_an_ordinary_word_is_no_wager() -> None:
    """`come`, `field` and `small` are ids. Only those that an event names, and only whole ones, are replaced."""
    table, _ = done(a_table("star-sicbo-2016"), TakeSeat(seat="ann", chips=Cents(100_000)))
    _, events = done(table, PlaceBet(seat="ann", wager="small", stake=Cents(1000)), EnterOutcome(outcome=OutcomeName("1-2-3")))
    assert "  ann's Small wins: $20.00 comes back for $10.00." in words(table, events)


def test_every_account_of_a_player_has_words() -> None:
    assert {kind.name for kind in CHART if kind.per_seat} == PURSES.keys()


def test_a_correction_names_the_house_as_people_do() -> None:
    table, _ = done(a_table("star-craps-2016"), TakeSeat(seat="ann", chips=Cents(100_000)))
    after, _ = done(table, PlaceBet(seat="ann", wager="field", stake=Cents(1000)), EnterOutcome(outcome=OutcomeName("2-3")))
    _, events = done(after, CorrectOutcome(round=1, outcome=OutcomeName("2-2"), by=SUE, why="The camera shows it."))
    assert words(after, events)[-1] == "  $20.00 goes from the house to ann."


def test_the_name_of_an_account_is_a_word_elsewhere() -> None:
    table, _ = done(a_table("star-craps-2016"), TakeSeat(seat="ann", chips=Cents(100_000), tender=Tender(Way.CASH)))
    _, events = done(table, EmptyDrop(amount=Cents(100_000), by=SUE, why="The shift is over."))
    assert words(table, events)[0] == "Sue Park (boxperson) empties the drop box: The shift is over."


def test_every_account_of_a_table_has_words() -> None:
    """Others are of the cage or of the prizes, which have no such events."""
    elsewhere = {
        "outstanding-tickets",
        "withheld-tickets",
        "expired-tickets",
        "void-tickets",
        "former-tickets",
        "unclaimed",
        "lapsed-tickets",
        "opening",
        "cage-cash",
        "cage-bank",
        "cash-rounding",
        "accounts",
        "bank",
        "boxes",
        "cage-chips",
        "chips",
        "colour-checks",
        "variances",
        "vault",
    }
    assert {kind.name for kind in CHART if not kind.per_seat} - elsewhere == OF_THE_HOUSE.keys()


def test_the_ground_of_a_decision_is_told_in_the_words_of_the_document() -> None:
    """The journal keeps the id of a ground. A reason that is no ground stays as it is, and so does the word elsewhere."""
    table, _ = done(a_table("star-craps-2016"), TakeSeat(seat="bob", chips=Cents(100_000)))
    boss = Person("Sue Park", "casino-supervisor")
    _, events = done(table, Sanction(seat="bob", measure=Act.BAR, why="device", by=boss))
    ground = "a device that records, projects, analyses or transmits"
    assert words(table, events)[0] == f"Sue Park (casino supervisor) decides to bar bob from the game: {ground} (9.3.2)."
    assert reason_words(table, "He asked for it.") == "He asked for it."


def test_the_ground_of_a_bar_from_another_table_is_not_told_in_the_words_of_this_document() -> None:
    """At The Star *device* is one that records, at an Aruze table one that interferes with the machine."""
    boss = Person("Sue Park", "casino-supervisor")
    recorded = BarRecorded(person="bob", measure=Act.EXCLUDE, table="craps", since=1, by=boss, why="device", clause="9.3.3")
    assert ": device (" in words(a_table("aruze-craps-2024"), [recorded])[0]
    barred = a_table("aruze-craps-2024")
    barred = replace(barred, desk=replace(barred.desk, bars={"bob": Bar(Act.EXCLUDE, "", boss, "device", 1, "craps")}))
    assert bars(barred)["bob"].why == "device"
