"""A report that was written: what it is about, its columns and its rows."""

import csv
import datetime as dt
import io
from collections.abc import Iterable, Iterator, Sequence
from zoneinfo import ZoneInfo

import msgspec

import croupier
from croupier import software
from croupier.audit.local_time import local_time
from croupier.audit.window import Window
from croupier.cage.fold import CAGE_REGISTER
from croupier.echo import echo
from croupier.floor.reports.calendar import Calendar
from croupier.floor.reports.catalogue import BY_ID
from croupier.floor.reports.declaration import Cell, CellKind, FloorReport, ReportColumn, Row, Scope, Total, place_of
from croupier.floor.reports.names import TerminalNames
from croupier.floor.reports.question import FILTERS, Question, QuestionError, date_asked
from croupier.journal.port import Reader
from croupier.journal.streams import FLOOR_SETTINGS, tables
from croupier.money import dollars
from croupier.people.fold import PEOPLE
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.rules.outcomes import listed

NO_ACTIVITY = "No activity."
OF_FLOOR = (CAGE_REGISTER.name, FLOOR_SETTINGS, PEOPLE.name, PRIZE_REGISTER.name)
"""The streams of the whole floor of which reports tell something."""
ADDED = (CellKind.COUNT, CellKind.MONEY)
"""The kinds of cells that have a sum."""


class WrittenColumn(msgspec.Struct, frozen=True):
    """A column."""

    title: str
    kind: CellKind


class WrittenReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report with everything that it states about itself."""

    id: str
    title: str
    about: str
    """What is counted and what is not."""
    operator: str
    interval: str
    """From when to when, in words."""
    since: int | None
    """The beginning in milliseconds since 1970; null for the first line."""
    until: int
    """The end: milliseconds since 1970."""
    zone: str
    """The time zone of the times and days in it."""
    software: str
    """Version and fingerprint of the software that wrote it."""
    written: int
    """When: milliseconds since 1970."""
    by: str | None
    """What the rows are grouped by; null for a list."""
    filters: str
    """The filters, in words."""
    facts: dict[str, str]
    """Further figures."""
    columns: tuple[WrittenColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """Amounts are cents, times milliseconds since 1970. Empty if there was no activity."""
    total: tuple[Cell, ...] | None
    """A last row that adds the others up; null if there is none."""
    chart: int | None
    """Which column is drawn as bars; null if there is no chart."""
    left_out: int = 0
    """How many further rows there are, which a page does not show. The CSV has all of them."""


def find_report(name: str) -> FloorReport:
    """A report by its id. Raise `QuestionError` if there is none."""
    if name not in BY_ID:
        raise QuestionError(f"There is no report {echo(name)}; there are {listed([*BY_ID], 'and')}.")
    return BY_ID[name]


def write_report(
    report: FloorReport, question: Question, journal: Reader, calendar: Calendar, *, operator: str, now: int
) -> WrittenReport:
    """Write a report. Raise `QuestionError` if it has no such filter, group or interval."""
    day = check_question(report, question, journal.heads(), calendar.date_of(now))
    by = question.by or (report.by[0] if report.by else None)
    between = calendar.interval(question.period, day)
    since, until = (None, now + 1) if between is None else (between[0], min(between[1], now + 1))
    window, names = Window(since, max(until, since or 0)), TerminalNames(journal, since)
    scope = Scope(journal, window, question, by or "", calendar, names)
    rows = [tuple(row) for row in report.rows(scope)]
    columns = (ReportColumn(by.capitalize(), CellKind.TEXT), *report.columns) if by else report.columns
    total = _total(report, columns, rows)
    titles = [column.title for column in columns]
    first = local_time(since, calendar.zone) if since else "the first line"
    return WrittenReport(
        id=report.id,
        title=report.title,
        about=report.about,
        operator=operator,
        interval=f"{question.period}: from {first} to {local_time(until, calendar.zone)}",
        since=since,
        until=until,
        zone=calendar.zone,
        software=f"croupier {croupier.__version__}, {software.fingerprint()}",
        written=now,
        by=by,
        filters=_filters_in_words(question),
        facts=dict(report.facts(scope)),
        columns=tuple(WrittenColumn(column.title, column.kind) for column in columns),
        rows=tuple(rows),
        total=total,
        chart=titles.index(report.chart) if report.chart else None,
    )


def check_question(report: FloorReport, question: Question, streams: Iterable[str], today: dt.date) -> dt.date:
    """Return the date that names the period. Raise `QuestionError` if the report has no such filter, group, table or date."""
    for name in FILTERS:
        if getattr(question, name) is not None and name not in report.filters:
            raise QuestionError(f"{report.title} has no filter {name}; it has {listed(report.filters, 'and')}.")
    if question.by is not None and question.by not in report.by:
        ways = f"by {listed(report.by, 'or')}" if report.by else "not at all: it is a list"
        raise QuestionError(f"{report.title} cannot be grouped by {echo(question.by)}, but {ways}.")
    known = [place_of(stream) for stream in streams if stream in tables((stream,)) or stream in OF_FLOOR]
    if question.table is not None and question.table not in known:
        raise QuestionError(f"There is no table {echo(question.table)}; there are {listed(known, 'and') or 'none'}.")
    return date_asked(question, today)


def _filters_in_words(question: Question) -> str:
    given = {name: getattr(question, name) for name in FILTERS}
    words = [f"{name} {dollars(value) if name == 'least' else value}" for name, value in given.items() if value is not None]
    return ", ".join(words) or "none"


def _total(report: FloorReport, columns: Sequence[ReportColumn], rows: list[tuple[Cell, ...]]) -> tuple[Cell, ...] | None:
    """The last row, if there are several others. A total that is among the rows is taken out of them."""
    if len(rows) < 2 or report.total is Total.NONE:
        return None
    if report.total is Total.OWN:
        return rows.pop()
    return ("All", *(_sum(column, [row[at] for row in rows]) for at, column in enumerate(columns) if at))


def _sum(column: ReportColumn, cells: Sequence[Cell]) -> Cell:
    return sum(cell for cell in cells if isinstance(cell, int)) if column.kind in ADDED else None


def texts(report: WrittenReport, row: Row) -> list[str]:
    """A row as people read it."""
    return [_text(cell, column.kind, report.zone) for cell, column in zip(row, report.columns, strict=True)]


def _text(cell: Cell, kind: CellKind, zone: str) -> str:
    if not isinstance(cell, int):
        return cell or ""
    match kind:
        case CellKind.MONEY:
            return dollars(cell)
        case CellKind.TIME:
            return local_time(cell, zone)
        case _:
            return f"{cell:,}"


def stated(report: WrittenReport) -> list[tuple[str, str]]:
    """What every report states about itself."""
    rows = f"grouped by {report.by}" if report.by else "a list"
    return [
        ("Operator", report.operator),
        ("Interval", f"{report.interval} ({report.zone})"),
        ("Written", f"{local_time(report.written, report.zone)} ({report.zone})"),
        ("Software", report.software),
        ("Filters", f"{report.filters}; {rows}"),
        *report.facts.items(),
    ]


def as_csv(report: WrittenReport) -> str:
    """The report as CSV: what it states, an empty line, then the rows with amounts such as 1234.50 and times in ISO 8601."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(("Report", report.title))
    writer.writerows((name, _harmless(words)) for name, words in stated(report))
    writer.writerow(())
    writer.writerow([column.title for column in report.columns])
    for row in _all_rows(report):
        writer.writerow([_cell(cell, column.kind, report.zone) for cell, column in zip(row, report.columns, strict=True)])
    if not report.rows:
        writer.writerow((NO_ACTIVITY,))
    return written.getvalue()


def _all_rows(report: WrittenReport) -> Iterator[Row]:
    yield from report.rows
    if report.total:
        yield report.total


def _cell(cell: Cell, kind: CellKind, zone: str) -> str:
    if not isinstance(cell, int):
        return _harmless(cell or "")
    match kind:
        case CellKind.MONEY:
            return f"{'-' if cell < 0 else ''}{abs(cell) // 100}.{abs(cell) % 100:02}"
        case CellKind.TIME:
            return dt.datetime.fromtimestamp(cell / 1000, ZoneInfo(zone)).isoformat(timespec="seconds")
        case _:
            return str(cell)


def _harmless(text: str) -> str:
    """A text that no spreadsheet runs as a formula. Figures such as -1.20% and +0.52 stay."""
    is_figure = text[1:].replace(".", "", 1).removesuffix("%").isdigit()
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") and not is_figure else text
