"""croupier audit performance: what tables have won, against what the rules lead one to expect."""

import csv
import io
import sys
from typing import TYPE_CHECKING

import click

from croupier.cli.looking import looking_at, tables_of, watched
from croupier.cli.output import say
from croupier.cli.time_window import chosen_window, floor_zone, window_options, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.audit.window import Window
    from croupier.floor.performance import BetsPlayed, TablePerformance

COLUMNS = ("table", "rules", "wager", "bets", "staked", "win", "expected", "z", "look into")


@click.command("performance")
@click.argument("journal", metavar="URL")
@click.argument("table", required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, with amounts in cents.")
@window_options
def audit_performance(
    journal: str,
    table: str | None,
    day: str | None,
    since: str | None,
    until: str | None,
    zone: str | None,
    key: str | None,
    *,
    as_csv: bool,
) -> None:
    """Print bets, stakes and win of every wager, against the exact expectation with the volume taken into account.

    z is the difference in standard deviations. Wagers from 4.5 on are to be looked into, and the command exits with 1.
    """
    from croupier.floor.performance import performance

    with looking_at(journal) as reader:
        zone = floor_zone(reader, zone)
        window = chosen_window(day, since, until, zone, key)
        names = tables_of(journal, reader, table)
        with watched(sum(reader.head(name).number for name in names)) as tell:
            found = [performance(reader, name, window, tell) for name in names]
    rows = [row for each in found for row in _rows(each)]
    if as_csv:
        say(_csv(rows))
    else:
        say("\n".join((*_head(journal, table, window, zone), "", *_page(rows))))
    if any(row[-1] for row in rows):
        sys.exit(1)


def _head(journal: str, table: str | None, window: "Window", zone: str) -> "Iterator[str]":
    """What the report is about: journal, interval, software and filters."""
    from croupier.journal.address import shown
    from croupier.software import fingerprint

    when = wording(zone)
    since = "the first line" if window.since is None else when(window.since)
    until = "the last line" if window.until is None else when(window.until)
    yield "game performance"
    yield f"  journal: {shown(journal)}"
    yield f"  interval: from {since} to {until}"
    yield f"  software: {fingerprint()}"
    yield f"  tables: {table or 'all'}; bets that play decided; without commission and corrections"


def _rows(found: "TablePerformance") -> "Iterator[tuple[str, ...]]":
    for (version, wager), each in found.wagers.items():
        expected = f"{float(each.expected):.0f}"
        yield (found.table, version[:12], wager, *_counted(each), expected, f"{each.z:+.2f}", "yes" if each.is_alarming else "")
    for (version, wager), each in found.unknown.items():
        yield (found.table, version[:12], wager, *_counted(each), "", "", "")
    total = found.total
    if total.bets:
        yield (found.table, "", "all", *_counted(total), f"{float(total.expected):.0f}", f"{total.z:+.2f}", "")


def _counted(each: "BetsPlayed") -> tuple[str, str, str]:
    return str(each.bets), str(each.staked), str(each.win)


def _csv(rows: list[tuple[str, ...]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([COLUMNS, *rows])
    return written.getvalue().removesuffix("\n")


def _page(rows: list[tuple[str, ...]]) -> "Iterator[str]":
    """The rows as a table; amounts in dollars."""
    from croupier.money import dollars

    if not rows:
        yield "  no activity"
        return
    shown = [COLUMNS, *((*row[:4], *(dollars(int(each)) if each else "" for each in row[4:7]), *row[7:]) for row in rows)]
    widths = [max(len(row[at]) for row in shown) for at in range(len(COLUMNS))]
    for row in shown:
        names = [f"{each:{width}}" for each, width in zip(row[:3], widths[:3], strict=True)]
        figures = [f"{each:>{width}}" for each, width in zip(row[3:], widths[3:], strict=True)]
        yield "  " + "  ".join((*names, *figures)).rstrip()
