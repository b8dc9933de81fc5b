"""The gaming day that can be closed next: the first that has ended, is open, and on which money moved."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from croupier.audit.balance import balanced_streams
from croupier.audit.day_report import books_before, day_report, figures_of, money_events
from croupier.cage.closed_day import ClosedDay, DayFigures
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.journal.port import Reader
from croupier.table.core.state import Table


class DayToClose(msgspec.Struct, frozen=True):
    """A day that can be closed, by the calendar of the floor, and its figures."""

    day: str
    since: int
    until: int
    covers: tuple[str, ...]
    """The days before it, since the last that was closed, on which no money moved."""
    figures: DayFigures


def day_to_close(
    journal: Reader, heads: Mapping[str, object], calendar: Calendar, closed: Sequence[ClosedDay], now: int
) -> DayToClose | None:
    """Find the day and add it up; None if no money has moved before today since the last day that was closed."""
    today, open_since = calendar.begins(calendar.date_of(now)), closed[-1].until if closed else 0
    moved = [at for stream in balanced_streams(heads) if (at := _first_moved(journal, stream, open_since, today)) is not None]
    if not moved:
        return None
    date = calendar.date_of(min(moved))
    interval = calendar.interval(ReportPeriod.DAY, date)
    assert interval, "a day has a beginning and an end"
    since, until = max(interval[0], open_since), interval[1]
    report = day_report(journal, heads, since, until, "")
    covers = tuple(_days_between(calendar.date_of(open_since), date)) if closed else ()
    return DayToClose(date.isoformat(), since, until, covers, figures_of(report))


def _first_moved(journal: Reader, stream: str, since: int, until: int) -> int | None:
    """When money moved first in a stream, within an interval; None if it did not."""
    for event, at in money_events(journal, stream, books_before(journal, stream, since)[1]):
        if at >= until:
            return None
        if at >= since and event.transfers:
            return at
    return None


def _days_between(first: dt.date, last: dt.date) -> Iterator[str]:
    while first < last:
        yield first.isoformat()
        first += dt.timedelta(days=1)


def missing_at_tables(tables: Mapping[str, Table], figures: DayFigures, until: int) -> tuple[str, ...]:
    """Everything that tables have yet to do before a day is closed that ended then, in words."""
    dealt = {row.table for row in figures.tables if row.cash_in or row.fills or row.credits or row.win or row.drop}
    return tuple(words for name, table in tables.items() for words in _missing(name, table, until, is_dealt=name in dealt))


def _missing(name: str, table: Table, until: int, *, is_dealt: bool) -> Iterator[str]:
    desk = table.desk
    if any(slip.since < until for slip in desk.slips.values()):
        yield f"receive or cancel the fills and credits of {name}"
    if desk.tray is None:
        # Its float was never counted: nobody knows what was won, and not what is there.
        if is_dealt and not table.rules.procedures.is_electronic:
            yield f"set up the float of {name}, which was dealt without one, and count its opener and its closer"
    elif desk.tray.is_opener and desk.tray.at < until:
        yield f"count the closer of {name}"


def why_not(day: str, following: DayToClose | None, closed: Sequence[ClosedDay], calendar: Calendar, now: int) -> str:
    """Why a day cannot be closed now, and which one could be."""
    today = calendar.date_of(now).isoformat()
    try:
        is_date = dt.date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_date = False
    if not is_date:
        why = f"{day} is no date."
    elif day >= today:
        why = f"The gaming day {day} has not ended."
    elif any(day == each.day or day in each.covers for each in closed):
        why = f"The gaming day {day} is closed."
    else:
        why = f"The gaming day {day} is not next: days are closed in order, and those without business with the next."
    return f"{why} The day that can be closed is {following.day}." if following else f"{why} No day can be closed now."
