"""What is booked about a day after its end is in no figure of it, and is listed beside it and beside the day that has it."""

import datetime as dt
from typing import Any

from msgspec.structs import replace

from audit.test_closed_days import CALENDAR, FIRST, Floor
from audit.test_day_report import DEALER, KIM, LOST, OPENING, SET_UP, count, journal_of, rows
from cages import CAY, OPENER, SUE
from croupier.audit.late_bookings import LateBookings, late_bookings
from croupier.cage.chips import SellChips
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.drawer import RecountDrawer
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.variances import ExplainVariance
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.moments import DAY
from croupier.rules.outcomes import OutcomeName
from croupier.table.core.message import Command
from croupier.table.money.tray import RecountTray
from croupier.table.rounds.correcting import CorrectOutcome

CLOSER = replace(OPENER, is_opener=False)


def of_day(number: int, *days: list[Command]) -> tuple[LateBookings, LateBookings]:
    """What was booked late about a day of the table, and on it, if each day is as long as any."""
    store, since = journal_of(MemoryStore(), *days), OPENING + number * DAY
    return late_bookings(store, store.heads(), since, since + DAY, lambda at: dt.date(2026, 11, 1 + (at - OPENING) // DAY))


def told(found: LateBookings) -> list[tuple[Any, ...]]:
    return [(each.day, each.what, each.moved, each.win, each.over) for each in found.rows]


def correct(round: int, outcome: str) -> Command:
    return CorrectOutcome(round=round, outcome=OutcomeName(outcome), by=KIM, why="It was misread")


def test_a_round_that_is_settled_again_is_beside_its_day_and_in_the_figures_of_the_next() -> None:
    """Small wins with 1-2-4: the player has the stake of $200 back, and $200 more."""
    first: list[Command] = [SET_UP, count(100, is_opener=True), *LOST, count(97, is_opener=False)]
    second: list[Command] = [correct(1, "1-2-4"), *LOST]
    yesterday, today = rows(first, second)
    assert (yesterday.win, today.win) == (20_000, 20_000 - 40_000)
    later, earlier = of_day(0, first, second)
    assert told(later) == [("2026-11-02", "Round 1 was settled again", 40_000, -40_000, 0)]
    assert (later.moved, later.win, later.over, earlier.rows) == (40_000, -40_000, 0, ())
    assert [(each.by, each.why, each.place) for each in later.rows] == [("Kim", "It was misread", "sicbo")]
    later, earlier = of_day(1, first, second)
    assert later.rows == ()
    assert told(earlier) == [("2026-11-01", "Round 1 was settled again", 40_000, -40_000, 0)]
    assert rows(first) == rows(first, second)[:1], "the figures of the day are those that it had"


def test_a_round_of_the_same_day_is_no_late_booking_and_the_round_is_found_over_several_corrections() -> None:
    first = [*LOST, *LOST, correct(2, "1-2-4"), correct(1, "1-2-4")]
    second = [*LOST, correct(3, "1-2-4"), correct(1, "4-5-6"), correct(2, "4-5-6"), correct(3, "4-5-6")]
    later, _ = of_day(0, first, second)
    assert [each.what for each in later.rows] == ["Round 1 was settled again", "Round 2 was settled again"]
    assert later.win == 80_000
    assert of_day(1, first, second)[1].win == 80_000


def test_a_tray_that_is_counted_again_says_what_it_has_found_beside_the_first_count() -> None:
    recount = RecountTray(chips={10_000: 96}, by=DEALER, second=KIM)
    first: list[Command] = [SET_UP, count(100, is_opener=True), *LOST, count(97, is_opener=False)]
    assert told(of_day(0, first, [recount])[0]) == [("2026-11-02", "The closer was counted again", 0, 0, -10_000)]
    opened: list[Command] = [count(97, is_opener=True), replace(recount, chips={10_000: 97})]
    assert told(of_day(0, first, opened)[0]) == [], "it takes the place of the opener of its own day"


def test_what_the_cage_does_about_the_day_before() -> None:
    floor, next_day = Floor(), FIRST + DAY
    floor.ask(TakeBox(at=FIRST, place="sicbo", box=1, amount=Cents(50_000)))
    floor.ask(replace(CLOSER, at=FIRST, is_opener=True, notes={10_000: 10_000, 1_000: 1}))
    floor.ask(replace(CLOSER, at=FIRST, notes={10_000: 10_000, 1_000: 2}))
    for clerk in (CAY, SUE):
        floor.ask(CountBox(at=next_day, by=clerk, box=1, notes={10_000: 4}))
    floor.ask(RecountDrawer(at=next_day, by=CAY, second=SUE, notes={10_000: 10_000}))
    floor.ask(replace(OPENER, at=next_day, notes={10_000: 10_000}))
    floor.ask(ReverseTransaction(at=next_day, by=CAY, second=SUE, reverses=1, why="Never handed over"))
    floor.ask(SellChips(at=next_day, by=CAY, chips={500: 7}))
    floor.ask(ReverseTransaction(at=next_day, by=CAY, second=SUE, reverses=3, why="A slip"))
    later, earlier = late_bookings(floor.store, floor.store.heads(), *interval(0), CALENDAR.date_of)
    assert told(later) == [
        ("2026-11-17", "Box 1 was counted", 50_000, 0, -10_000),
        ("2026-11-17", "The closer of the drawer of Cay Rich was counted again", 2_000, 0, -2_000),
        ("2026-11-17", "Transaction 1 was reversed", 1_000, 0, 0),
    ]
    assert (later.moved, later.over, earlier.rows) == (53_000, -12_000, ())
    assert [each.by for each in later.rows] == ["Sue Moss, Cay Rich", "Cay Rich, Sue Moss", "Cay Rich, Sue Moss"]
    assert [each.what for each in late_bookings(floor.store, floor.store.heads(), *interval(1), CALENDAR.date_of)[1].rows] == [
        each.what for each in later.rows
    ]


def test_an_explanation_is_about_the_day_on_which_the_variance_was_found() -> None:
    floor = Floor()
    floor.ask(replace(OPENER, at=FIRST, notes={10_000: 9_999}))
    explain = ExplainVariance(
        at=FIRST + DAY, by=SUE, second=replace(SUE, login="max", name="Max"), variance=1, why="A note stuck"
    )
    floor.ask(explain)
    later, _ = late_bookings(floor.store, floor.store.heads(), *interval(0), CALENDAR.date_of)
    assert told(later) == [("2026-11-17", "Variance 1 was explained", 0, 0, 0)]
    assert later.rows[0].why == "A note stuck"


def interval(day: int) -> tuple[int, int]:
    since = CALENDAR.begins(dt.date(2026, 11, 16 + day))
    return since, since + DAY
