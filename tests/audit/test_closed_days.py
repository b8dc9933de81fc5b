"""The figures of a closed day stand in its line, the audit adds them up again, and later bookings are in another day."""

import datetime as dt

from msgspec.structs import replace

from cages import CAY, OPENER, SUE, events
from croupier.audit.closed_days import closings, wrong_closings
from croupier.audit.day_report import figures_of
from croupier.cage.chips import SellChips
from croupier.cage.days import CloseDay, DayClosed
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import PROGRAM, CageCommand
from croupier.cage.opening import OpenCage
from croupier.cage.state import Cage
from croupier.floor.day_closing import DayToClose, day_to_close, missing_at_tables, why_not
from croupier.floor.day_page import day_page
from croupier.floor.reports.calendar import Calendar
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.rules.moments import DAY
from journals import write

CALENDAR = Calendar("Australia/Sydney", 6)
FIRST = CALENDAR.begins(dt.date(2026, 11, 16)) + 1_000


class Floor:
    """A cage and its journal."""

    def __init__(self) -> None:
        self.cage, self.store = Cage(), MemoryStore()
        self.ask(OpenCage(at=FIRST, by=PROGRAM))
        self.ask(replace(OPENER, at=FIRST))
        self.ask(SellChips(at=FIRST, by=CAY, chips={500: 2}))
        self.ask(replace(OPENER, at=FIRST, is_opener=False, notes={10_000: 10_000, 1_000: 1}))

    def ask(self, command: CageCommand) -> None:
        happened = events(self.cage, command)
        self.cage = CAGE_REGISTER.replayed(self.cage, happened)
        write(self.store, 1, {CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(command, happened))]})

    def following(self, now: int) -> DayToClose | None:
        return day_to_close(self.store, self.store.heads(), CALENDAR, self.cage.closed, now)

    def close(self, now: int) -> CloseDay:
        found = self.following(now)
        assert found
        fields = {name: getattr(found, name) for name in DayToClose.__struct_fields__}
        return CloseDay(at=now, by=CAY, second=SUE, **fields)


def test_the_first_open_day_that_has_ended_is_next_and_days_without_business_are_covered() -> None:
    floor = Floor()
    assert floor.following(FIRST + DAY // 2) is None, "it runs"
    floor.ask(floor.close(FIRST + DAY))
    assert [each.day for each in floor.cage.closed] == ["2026-11-16"]
    assert floor.following(FIRST + 3 * DAY) is None, "no money has moved since"
    for at in (FIRST + 3 * DAY, FIRST + 4 * DAY):
        floor.ask(replace(OPENER, at=at, notes={10_000: 10_000, 1_000: 1}))
        floor.ask(SellChips(at=at, by=CAY, chips={500: 2}))
        floor.ask(replace(OPENER, at=at, is_opener=False, notes={10_000: 10_000, 1_000: 1}))
    found = floor.following(FIRST + 9 * DAY)
    assert found
    assert (found.day, found.covers) == ("2026-11-19", ("2026-11-17", "2026-11-18"))
    told = {
        "2026-99-99": "2026-99-99 is no date.",
        "2062-11-21": "The gaming day 2062-11-21 has not ended.",
        "2026-11-16": "The gaming day 2026-11-16 is closed.",
    }
    for day, sentence in told.items():
        said = why_not(day, found, floor.cage.closed, CALENDAR, FIRST + 9 * DAY)
        assert said == f"{sentence} The day that can be closed is 2026-11-19."
    assert why_not("2026-11-20", found, floor.cage.closed, CALENDAR, FIRST + 9 * DAY).startswith(
        "The gaming day 2026-11-20 is not next"
    )


def test_the_figures_stand_in_the_line_and_a_wrong_one_is_found() -> None:
    floor = Floor()
    close = floor.close(FIRST + DAY)
    assert {each.account: each.moved for each in close.figures.accounts}["chips"] == 1_000
    floor.ask(close)
    floor.ask(replace(OPENER, at=FIRST + DAY, notes={10_000: 10_000, 1_000: 1}))
    floor.ask(SellChips(at=FIRST + DAY, by=CAY, chips={500: 7}))
    [closed] = closings(floor.store)
    assert isinstance(closed, DayClosed)
    assert closed.figures == close.figures
    assert wrong_closings(floor.store, floor.store.heads()) == [], "what was sold after the closing is not in it"
    other = Floor()
    chips = next(each for each in close.figures.accounts if each.account == "chips")
    rest = tuple(each for each in close.figures.accounts if each is not chips)
    wrong = replace(close.figures, accounts=(*rest, replace(chips, moved=chips.moved + 500)))
    other.ask(replace(close, figures=wrong))
    assert wrong_closings(other.store, other.store.heads()) == [
        "the gaming day 2026-11-16: its closing has other figures than the journal"
    ]
    assert missing_at_tables({}, wrong, close.until) == ()
    page = day_page(other.store, other.store.heads(), CALENDAR, dt.date(2026, 11, 16), FIRST + 9 * DAY, other.cage.closed)
    assert figures_of(page) == wrong, "the page of a closed day has the figures of its line, whatever the journal adds up to"


def test_the_page_of_a_closed_day_has_its_figures_and_a_covered_day_says_with_which_it_was_closed() -> None:
    floor, now = Floor(), FIRST + 9 * DAY
    whole = day_page(floor.store, floor.store.heads(), CALENDAR, dt.date(2026, 11, 16), now)
    assert whole.closed is None
    floor.ask(floor.close(FIRST + DAY))
    page = day_page(floor.store, floor.store.heads(), CALENDAR, dt.date(2026, 11, 16), now, floor.cage.closed)
    assert page == replace(whole, closed=floor.cage.closed[0])
    floor.ask(replace(OPENER, at=FIRST + 3 * DAY, notes={10_000: 10_000, 1_000: 1}))
    floor.ask(SellChips(at=FIRST + 3 * DAY, by=CAY, chips={500: 2}))
    floor.ask(replace(OPENER, at=FIRST + 3 * DAY, is_opener=False, notes={10_000: 10_000, 1_000: 2}))
    floor.ask(floor.close(FIRST + 4 * DAY))
    covered = day_page(floor.store, floor.store.heads(), CALENDAR, dt.date(2026, 11, 17), now, floor.cage.closed)
    assert covered.closed
    assert (covered.closed.day, covered.closed.covers) == ("2026-11-19", ("2026-11-17", "2026-11-18"))
    assert all(each.moved == 0 for each in covered.accounts)
