"""An accountant adds up four days from an exported journal, without croupier: every figure of all pages is equal."""

import csv
import datetime as dt
import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import accountant
from accountant import Bet, Journal, Played, Theory
from audit.four_days import DAYS, TABLES, Floor
from croupier.catalogue import ruleset
from croupier.cli.journal import journal_export
from croupier.floor.day_page import day_page
from croupier.floor.performance import performance, theory
from croupier.floor.reports.calendar import Calendar
from croupier.floor.reports.counts import NOT_YET
from croupier.floor.reports.declaration import CellKind
from croupier.floor.reports.happenings import ALTERATIONS, SIGNIFICANT, VOUCHERS
from croupier.floor.reports.question import Question
from croupier.floor.reports.written import WrittenReport, as_csv, find_report, write_report
from croupier.journal.port import Reader
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import CAGE
from croupier.ledger.chart import CHART
from croupier.rules.ruleset import Ruleset
from croupier.testing.evening import OPENING
from journals import looked_at

SYDNEY = Calendar("Australia/Sydney", 6)
NOW = OPENING + 40 * 86_400_000
FIRST = SYDNEY.date_of(OPENING)
DATES = [FIRST + dt.timedelta(days=number) for number in range(DAYS)]
TITLES = {kind.name: kind.title for kind in CHART}
LEAST = 20_000


class Comparison:
    """Compares figures, and counts them."""

    def __init__(self) -> None:
        self.figures = 0
        self.differences: list[str] = []

    def same(self, what: str, theirs: object, ours: object) -> None:
        """Compare a figure of croupier with that of the accountant."""
        self.figures += 1
        if theirs != ours:
            self.differences.append(f"{what}: croupier {theirs}, the accountant {ours}")

    def rows(self, what: str, theirs: Mapping[str, Mapping[str, Any]], ours: Mapping[str, Mapping[str, Any]]) -> None:
        """Compare rows by name, column by column."""
        self.same(f"{what}, rows", sorted(theirs), sorted(ours))
        for name in theirs.keys() & ours.keys():
            for column, figure in theirs[name].items():
                self.same(f"{what}, {name}, {column}", figure, ours[name].get(column, 0))


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> "Days":
    """Four days of a floor, written to a journal and exported by the command."""
    return Days(1, tmp_path_factory.mktemp("days"))


class Days:
    """The floor, its journal, and the export that the accountant has."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.floor, self.journal = Floor(seed), folder / "floor.sqlite"
        self.floor.four_days()
        store = SqliteStore(self.journal)
        self.floor.journal(store)
        store.close()
        file = self.file = folder / "days.jsonl"
        exported = CliRunner().invoke(journal_export, [str(self.journal), str(file)])
        assert exported.exit_code == 0, exported.output
        with file.open(encoding="utf-8") as text:
            self.books = accountant.Journal(text)

    def sheets(self, journal: Reader) -> dict[str, dict[str, Theory]]:
        """The par sheets of all versions of the rules that were in force."""
        rules = {each.fingerprint: each for table in TABLES for each in performance(journal, table).rules.values()}
        rules |= {each.fingerprint: each for each in map(ruleset, TABLES.values())}
        return {version: _sheet(each) for version, each in rules.items()}


def _sheet(rules: Ruleset) -> dict[str, Theory]:
    found = dict[str, Theory]()
    for address, at in rules.addresses.items():
        known = theory(rules, at.offer.id)
        figures = (known.edge, known.variance, known.heaviest) if known else (None, Fraction(0), Fraction(0))
        found[address] = Theory(at.offer.id, *figures)
    return found


def report(journal: Reader, name: str, date: dt.date | None, **asked: object) -> WrittenReport:
    """A report of a gaming day, or of the life of the floor."""
    period = {"period": "life"} if date is None else {"period": "day", "day": date.isoformat()}
    question = msgspec.convert({**period, **asked}, Question)
    return write_report(find_report(name), question, journal, SYDNEY, operator="The Star", now=NOW)


def rows_of(found: WrittenReport) -> dict[str, dict[str, Any]]:
    """The rows of a grouped report by their names, with the last one that adds them up."""
    titles = [column.title for column in found.columns][1:]
    rows = [*found.rows, *([found.total] if found.total else [])]
    return {str(row[0]): dict(zip(titles, row[1:], strict=True)) for row in rows}


def interval(date: dt.date | None) -> tuple[int, int]:
    return (0, NOW) if date is None else accountant.gaming_day(date, "Australia/Sydney", 6)


PERIODS = [*DATES, None]


def total(rows: Mapping[str, Counter[str]]) -> dict[str, Counter[str]]:
    """The rows, and one that adds them up if there are several."""
    added = Counter[str]()
    for row in rows.values():
        added.update(row)
    return {**rows, **({"All": added} if len(rows) > 1 else {})}


REPORTS = {"takings": accountant.takings, "tickets": accountant.tickets}


def place_group(by: str) -> Callable[[str, str | None, int], str]:
    def group(table: str, seat: str | None, at: int) -> str:
        day = SYDNEY.date_of(at).isoformat()
        return {"table": table, "terminal": f"{table}/{seat}" if seat else table}.get(by, day)

    return group


def test_the_days_have_all_that_an_accountant_has_to_follow(days: Days) -> None:
    happened = days.floor.happened
    wanted = (
        *("SettledAgain", "RoundVoided", "TerminalsVoided", "HandPaid", "HandPayCalled", "HandPayWithheld", "FillReceived"),
        *("TrayCounted", "BoxPulled", "BoxCounted", "VarianceExplained", "VoucherExchanged", "TicketIssued", "TicketPaid"),
        *("TicketTaken", "TicketsExpired", "TicketVoided", "TicketSettled", "ChipsSold", "ChipsRedeemed", "Deposited"),
        *("Withdrawn", "DrawerCounted", "CreditAdjusted", "MoneyWithheld", "MoneyReleased", "BetsVoided"),
    )
    assert not [event for event in wanted if not happened[event]]


def test_every_figure_of_the_page_of_each_day_is_equal(days: Days) -> None:
    compared = Comparison()
    with looked_at(days.journal) as journal:
        sheets = days.sheets(journal)
        for date in DATES:
            since, until = interval(date)
            page = day_page(journal, journal.heads(), since, until, "")
            accounts = {
                name: dict(zip(AMOUNTS, amounts, strict=True))
                for name, amounts in accountant.accounts_of(days.books, since, until).items()
            }
            compared.rows(
                f"accounts, {date}",
                {each.account: {name: getattr(each, name) for name in AMOUNTS} for each in page.accounts},
                accounts,
            )
            played = accountant.played(days.books, sheets, since, until, lambda bet, _: bet.table)
            found = {table: row for table in TABLES if (row := accountant.table_row(days.books, table, since, until))}
            compared.same(f"tables, {date}", sorted(each.table for each in page.tables), sorted(found))
            for row in page.tables:
                for name, ours in vars(found[row.table]).items():
                    compared.same(f"{row.table}, {date}, {name}", getattr(row, name), ours)
                known = played.get(row.table, Played())
                has_played = known.known or known.known_win
                figures = (
                    (known.known_staked, known.known_win, round(known.expected), round(known.z, 2))
                    if has_played
                    else (None,) * 4
                )
                for name, ours in zip(("staked", "played_win", "expected_win", "z"), figures, strict=True):
                    compared.same(f"{row.table}, {date}, {name}", getattr(row, name), ours)
                if row.opener is not None and row.closer is not None and row.other is not None:
                    by_hand = row.opener + row.fills - row.credits - row.cash_in + row.win + row.other + row.tray_variance
                    compared.same(f"{row.table}, {date}, by hand", row.closer, by_hand)
    finished(compared)


AMOUNTS: tuple[str, ...] = ("before", "moved", "after")


def test_every_figure_of_what_the_floor_owes_is_equal_at_the_end_of_each_day(days: Days) -> None:
    compared = Comparison()
    for moment, floor, places in days.floor.owed:
        for name, owed in {"the floor": floor, **places}.items():
            streams = list(days.books.streams) if name == "the floor" else [name]
            ours = accountant.owed_by(days.books, streams, moment)
            for figure in owed.__struct_fields__:
                compared.same(f"{name}, {moment}, {figure}", getattr(owed, figure), ours[figure])
    finished(compared)


def test_every_figure_of_drop_and_win_tickets_and_liability_is_equal(days: Days) -> None:
    compared = Comparison()
    with looked_at(days.journal) as journal:
        for date in PERIODS:
            since, until = interval(date)
            for name, by in ((name, by) for name in ("takings", "tickets") for by in ("table", "terminal", "day")):
                theirs = rows_of(report(journal, name, date, by=by))
                for row in theirs.values():
                    drop, hold = row.get("Boxes pulled"), row.pop("Win of boxes pulled", None)
                    if drop:
                        compared.same(f"{name}, {date}, hold", hold, share(Fraction(row["Win"], drop)) if hold else None)
                ours = total(REPORTS[name](days.books, since, until, place_group(by)))
                compared.rows(f"{name} by {by}, {date}", theirs, ours)
            facts = report(journal, "tickets", date).facts
            owed = accountant.owed_by(days.books, [CAGE], until)
            words = f"{accountant.outstanding(days.books, until):,} tickets, {accountant.dollars(owed['tickets'])}"
            compared.same(f"outstanding, {date}", facts["Outstanding at the end"], words)
            for fact, figure in (
                ("Expired, not paid", "expired_tickets"),
                ("Withheld", "withheld_tickets"),
                ("Void, not decided", "void_tickets"),
            ):
                compared.same(f"{fact}, {date}", facts[fact], accountant.dollars(owed[figure]))
            for by, group in LIABILITY.items():
                found = accountant.liability(days.books, since, until, group)
                ours = {name: Counter(dict(zip(OWED, amounts, strict=True))) for name, amounts in found.items()}
                compared.rows(f"liability by {by}, {date}", rows_of(report(journal, "liability", date, by=by)), total(ours))
    finished(compared)


OWED: tuple[str, ...] = ("At the beginning", "Moved", "At the end")


def _place(stream: str, account: str) -> str:
    return "between tables and the cage" if account in ("tickets", "cashless") else stream.removeprefix("floor/")


def _terminal(stream: str, account: str) -> str:
    seat = account.partition(":")[2]
    return f"{_place(stream, account)}/{seat}" if seat else _place(stream, account)


LIABILITY: dict[str, Callable[[str, str], str]] = {
    "account": lambda _, account: TITLES[account.partition(":")[0]],
    "table": _place,
    "terminal": _terminal,
}


def share(part: Fraction) -> str:
    """A share in per cent."""
    sign, hundredths = ("-" if round(part * 10_000) < 0 else ""), abs(round(part * 10_000))
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}%"


def test_every_figure_of_game_performance_is_equal(days: Days) -> None:
    compared = Comparison()
    with looked_at(days.journal) as journal:
        sheets = days.sheets(journal)
        for date in PERIODS:
            for by, group in PERFORMANCE.items():
                found = accountant.played(days.books, sheets, *interval(date), group)
                every = accountant.played(days.books, sheets, *interval(date), lambda _bet, _sheet: "All")
                ours = {name: _cells(row) for name, row in {**found, **(every if len(found) > 1 else {})}.items()}
                theirs = rows_of(report(journal, "performance", date, by=by))
                for row in theirs.values():
                    row.pop("Look into")
                compared.rows(f"performance by {by}, {date}", theirs, ours)
    finished(compared)


PERFORMANCE: dict[str, Callable[[Bet, Theory], str]] = {
    "table": lambda bet, _: bet.table,
    "terminal": lambda bet, _: f"{bet.table}/{bet.bet['seat']}",
    "wager": lambda bet, sheet: f"{sheet.wager} ({bet.version[:12]})",
    "day": lambda bet, _: SYDNEY.date_of(bet.at).isoformat(),
}


def _cells(row: Played) -> dict[str, Any]:
    return {
        "Bets": row.bets,
        "Void": row.void,
        "Staked": row.staked,
        "Paid": row.paid,
        "Win": row.win,
        "Hold": share(Fraction(row.win, row.staked)) if row.staked > 0 else None,
        "Theoretical hold": share(row.expected / row.known_staked) if row.known_staked > 0 else None,
        "Expected win": round(row.expected) if row.known else None,
        "z": f"{row.z:+.2f}" if row.known else None,
    }


def test_every_line_of_the_lists_is_equal(days: Days) -> None:
    compared = Comparison()
    books, lists = days.books, {"events": SIGNIFICANT, "vouchers": VOUCHERS, "alterations": ALTERATIONS}
    with looked_at(days.journal) as journal:
        for date in PERIODS:
            since, until = interval(date)
            for name, types in lists.items():
                found = report(journal, name, date)
                ours = [(each.at, each.line) for each in within(books, since, until) if each.event["type"] in types]
                compared.same(f"{name}, {date}, lines", sorted((row[0], row[-1]) for row in found.rows), sorted(ours))
            counted = [row for row in report(journal, "variances", date).rows if not str(row[2]).startswith("win on")]
            theirs = [(row[0], row[1], row[3], row[5], row[6] != NOT_YET) for row in counted]
            compared.same(f"variances, {date}", theirs, [tuple(each) for each in accountant.variances(books, since, until)])
            large = report(journal, "large", date, least=LEAST).rows
            wins = [(row[4], row[5]) for row in large if str(row[2]).startswith("Win on")]
            won = [each for table in TABLES for each in accountant.large_wins(books, table, since, until, LEAST)]
            compared.same(f"large wins, {date}", sorted(wins, key=str), sorted(won, key=str))
            paid = sorted(int(row[4] or 0) for row in large if not str(row[2]).startswith("Win on"))
            compared.same(f"large payments, {date}", paid, sorted(accountant.large_payments(books, since, until, LEAST)))
    finished(compared, least=30)


def within(books: Journal, since: int, until: int) -> list[accountant.Dated]:
    return [each for stream in books.streams for each in books.within(stream, since, until)]


def test_every_correction_has_its_results_and_its_money_in_the_report_of_alterations(days: Days) -> None:
    compared = Comparison()
    with looked_at(days.journal) as journal:
        for table in TABLES:
            found = report(journal, "alterations", None, table=table)
            rows = {row[-1]: row for row in found.rows if str(row[2]).startswith("A finished round was corrected")}
            for line, was, now, moved in accountant.corrections(days.books, table):
                amounts = [
                    -held if account.partition(":")[0] in accountant.IN_HAND else held for account, held in moved.items()
                ]
                compared.same(f"{table}, line {line}, results", tuple(rows[line][4:6]), (was, now))
                told = [int(re.sub(r"[$,.+]", "", each)) for each in re.findall(r"[-+]\$[\d,]+\.\d\d", str(rows[line][6]))]
                compared.same(f"{table}, line {line}, money", sorted(told), sorted(each for each in amounts if each))
            compared.same(f"{table}, corrections", len(rows), len([*accountant.corrections(days.books, table)]))
    finished(compared, least=50)


@pytest.mark.parametrize("name", ["takings", "liability", "tickets", "performance", "variances", "large", "alterations"])
def test_a_file_has_the_figures_of_the_page(days: Days, name: str) -> None:
    with looked_at(days.journal) as journal:
        found = report(journal, name, None, **({"least": LEAST} if name == "large" else {}))
    lines = list(csv.reader(io.StringIO(as_csv(found))))
    rows = [*found.rows, *([found.total] if found.total else [])]
    for row, cells in zip(rows, lines[-len(rows) :], strict=True):
        for cell, text, column in zip(row, cells, found.columns, strict=True):
            if column.kind is CellKind.MONEY:
                assert text == ("" if cell is None else f"{Decimal(int(cell)) / 100:.2f}")
            elif column.kind is CellKind.COUNT:
                assert text == ("" if cell is None else str(cell))


def test_a_cent_that_differs_is_found(days: Days) -> None:
    """The comparison is of both: one cent more in one transfer of the export is seen on every page that has it."""
    lines = days.file.read_text(encoding="utf-8").splitlines()
    place = next(
        at
        for at, line in enumerate(lines)
        if '"RoundSettled"' in line and '"transfers":[{' in line and "SettledAgain" not in line
    )
    lines[place] = re.sub(
        r'("transfers":\[\{[^}]*"amount":)(\d+)', lambda found: f"{found[1]}{int(found[2]) + 1}", lines[place]
    )
    forged = accountant.Journal(lines)
    for figures in (accountant.accounts_of, by_account):
        assert figures(forged, *interval(None)) != figures(days.books, *interval(None))


def by_account(books: Journal, since: int, until: int) -> dict[str, tuple[int, int, int]]:
    return accountant.liability(books, since, until, LIABILITY["account"])


def test_the_command_prints_the_figures_of_a_day(
    days: Days, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["accountant.py", str(days.file), DATES[0].isoformat(), "--zone", "Australia/Sydney"])
    accountant.main()
    printed = capsys.readouterr().out
    owed = accountant.owed_by(days.books, days.books.streams, interval(DATES[0])[1])
    assert f"total {accountant.dollars(owed['total'])}" in printed
    assert all(f"\n{table}: " in printed for table in TABLES)


def finished(compared: Comparison, *, least: int = 300) -> None:
    """No figure differs."""
    print(f"{compared.figures} figures compared, {len(compared.differences)} differ")  # noqa: T201 - for whoever runs it with -s
    assert compared.figures >= least
    assert not compared.differences, "\n".join(compared.differences[:20])
