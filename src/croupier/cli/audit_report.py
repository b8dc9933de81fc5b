"""croupier audit report: the reports of a floor, for a day, a month, a year or its life."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.looking import looking_at
from croupier.cli.output import one_line, refuse, say
from croupier.cli.time_window import zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.floor.reports.question import Question
    from croupier.floor.reports.written import WrittenReport

PERIODS = ("day", "month", "year", "life")
FORMS = ("text", "csv", "json", "paper")


@click.command("report")
@click.argument("journal", metavar="URL")
@click.argument("report", required=False)
@click.option("--period", type=click.Choice(PERIODS), default="day", show_default=True, help="How long the report looks back.")
@click.option("--day", metavar="DATE", help="A date of the period, such as 2026-11-17.  [default: today]")
@click.option("--by", metavar="WHAT", help="What the rows are grouped by; the list of reports shows what each knows.")
@click.option("--table", metavar="NAME", help="Only this table.")
@click.option("--terminal", metavar="NAME", help="Only this terminal, or this seat.")
@click.option("--wager", metavar="ID", help="Only this kind of wager.")
@click.option("--rules", metavar="HEX", help="Only this version of the rules: how its fingerprint begins.")
@click.option("--least", metavar="AMOUNT", help="The least amount of a large transaction, such as $5,000.  [default: $10,000]")
@click.option("--operator", metavar="NAME", help="The operator that the report names.  [default: the journal]")
@click.option("--form", type=click.Choice(FORMS), default="text", show_default=True, help="How the report is written.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write to a file.")
def audit_report(
    journal: str, report: str | None, operator: str | None, form: str, output: Path | None, **asked: str | None
) -> None:
    """Write a report of the floor; without the name of one, list them.

    Days begin at the hour of the floor, in its time zone.
    """
    from croupier.floor.reports.job import ReportForm
    from croupier.floor.reports.program import content
    from croupier.floor.reports.question import QuestionError
    from croupier.journal.address import shown

    if report is None:
        say("\n".join(_catalogue()))
        return
    if form == "paper" and output is None:
        refuse("paper needs a file; add --output report.pdf, or report.html without croupier[report]")
    try:
        written = _written(journal, report, _question(asked), operator or shown(journal))
        printed = "\n".join(_page(written)).encode() if form == "text" else content(written, ReportForm(form), "command line")
    except QuestionError as error:
        refuse(str(error))
    if output is None:
        sys.stdout.buffer.write(printed + (b"" if form == "csv" else b"\n"))
        return
    try:
        output.write_bytes(printed)
    except OSError as error:
        refuse(f"{output}: cannot be written ({error.strerror})")


def _catalogue() -> "Iterator[str]":
    from croupier.floor.reports.catalogue import REPORTS

    for each in REPORTS:
        yield f"{each.id}: {each.title}. {each.about}"
        yield f"  by {', '.join(each.by)}" if each.by else "  a list"
        yield f"  filters: {', '.join(each.filters)}"


def _question(asked: dict[str, str | None]) -> "Question":
    import msgspec

    from croupier.floor.reports.question import Question
    from croupier.money import parse_dollars

    given: dict[str, str | int] = {name: text for name, text in asked.items() if text is not None}
    if (text := asked["least"]) is not None:
        amount = parse_dollars(text if text.startswith("$") else f"${text}")
        given["least"] = amount or refuse(f"--least {text} is not an amount; write one such as $5,000")
    try:
        return msgspec.convert(given, Question)
    except msgspec.ValidationError as error:
        refuse(f"this cannot be asked: {error}")


def _written(journal: str, report: str, question: "Question", operator: str) -> "WrittenReport":
    from croupier.floor.clock import now
    from croupier.floor.reports.calendar import Calendar
    from croupier.floor.reports.written import find_report, write_report
    from croupier.floor.settings import read_floor

    found = find_report(report)
    with looking_at(journal) as reader:
        floor = read_floor(reader)
        zone, hour = (floor.settings.time_zone, floor.settings.gaming_day_hour) if floor else ("UTC", 0)
        zone_of(zone)
        return write_report(found, question, reader, Calendar(zone, hour), operator=operator, now=now())


def _page(report: "WrittenReport") -> "Iterator[str]":
    from croupier.floor.reports.written import NO_ACTIVITY, stated, texts

    yield report.title
    yield from (f"  {name}: {one_line(words)}" for name, words in stated(report))
    yield ""
    if not report.rows:
        yield f"  {NO_ACTIVITY}"
        return
    rows = [texts(report, row) for row in (*report.rows, *((report.total,) if report.total else ()))]
    yield from _aligned(report, [[column.title for column in report.columns], *rows])


def _aligned(report: "WrittenReport", rows: "Sequence[Sequence[str]]") -> "Iterator[str]":
    from croupier.floor.reports.declaration import CellKind

    widths = [max(len(row[at]) for row in rows) for at in range(len(report.columns))]
    is_left = [column.kind in (CellKind.TEXT, CellKind.TIME) for column in report.columns]
    for row in rows:
        cells = zip(row, widths, is_left, strict=True)
        yield "  " + "  ".join(f"{each:{'<' if left else '>'}{width}}" for each, width, left in cells).rstrip()
