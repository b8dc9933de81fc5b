"""The page of a gaming day, with the win of each table against what the rules lead one to expect."""

import datetime as dt
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.audit.closed_days import closing_of
from croupier.audit.day_report import DayReport, day_report, with_figures
from croupier.audit.late_bookings import late_bookings
from croupier.audit.window import Window
from croupier.cage.closed_day import ClosedDay
from croupier.floor.performance import counter_at
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.journal.port import Reader
from croupier.journal.streams import tables


def day_page(
    journal: Reader,
    heads: Mapping[str, object],
    calendar: Calendar,
    date: dt.date,
    now: int,
    closed: Sequence[ClosedDay] = (),
    software: str = "",
) -> DayReport:
    """The page of a day of this calendar. If the day is among the closed ones, its figures are those of its closing."""
    interval = calendar.interval(ReportPeriod.DAY, date)
    assert interval, "a day has a beginning and an end"
    closing = next((each for each in closed if date.isoformat() in (each.day, *each.covers)), None)
    if closing and closing.day == date.isoformat():
        report = added_up(journal, heads, closing.since, closing.until, software)
        report = with_figures(report, closing_of(journal, closing).figures)
    else:  # it is open, or nothing happened on it
        report = added_up(journal, heads, interval[0], min(interval[1], now + 1), software)
    later, earlier = late_bookings(journal, heads, report.since, report.until, calendar.date_of)
    return replace(report, closed=closing, later=later, earlier=earlier)


def added_up(journal: Reader, heads: Mapping[str, object], since: int, until: int, software: str) -> DayReport:
    """Add up a day, in milliseconds since 1970. Every line is read once: a day has a million bets."""
    window = Window(since, until)
    counters = {name: counter_at(journal, name, window, lambda _seat, _at, name=name: name)[0] for name in tables(heads)}
    watch = {name: counter.take for name, counter in counters.items()}
    report = day_report(journal, heads, since, until, software, watch)
    for table in report.tables:
        if (found := counters[table.table].found().get(table.table)) and ((played := found.total).bets or played.win):
            table.staked, table.played_win = played.staked, played.win
            table.expected_win, table.z = round(played.expected), round(played.z, 2)
    return report
