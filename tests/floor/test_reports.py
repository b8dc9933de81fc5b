"""Reports: however rows are grouped they add up to the same, and to what the books and the events say."""

import dataclasses
import datetime as dt
import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from audit.days import ROULETTE, TAKEN, days, edited
from cages import CAY, FLOAT, MAX, OPENER, SUE, THERE, events, printing
from craps_hand import BOX, PAID, STICK, bet, thrown
from croupier.audit.balance import balanced_streams, balances, total_balance
from croupier.audit.day_report import day_report
from croupier.audit.local_time import local_time
from croupier.audit.window import Window, start_of
from croupier.cage.accounts import Deposit, Deposited
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.drawer import CountDrawer, MoveCash, RecountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageCommand
from croupier.cage.opening import ChangeTicketRules, OpenCage
from croupier.cage.patron import PatronRules
from croupier.cage.patrons import ChangePatronRules
from croupier.cage.redeeming import PayTicket
from croupier.cage.state import Cage, TicketRules
from croupier.cage.variances import ExplainVariance, NoteVariance
from croupier.cage.voucher import VoucherRules
from croupier.cage.vouchers import ChangeVoucherRules
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.reports import money
from croupier.floor.reports.amended import AmendedTerms
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.floor.reports.catalogue import BY_ID, REPORTS
from croupier.floor.reports.changed_settings import RULES, ChangedSettings
from croupier.floor.reports.declaration import CellKind, FloorReport
from croupier.floor.reports.event_words import APART, EITHER, HINTS, KINDS, TITLES, Event, details, reason
from croupier.floor.reports.happenings import ALTERATIONS, ONLY_WITH, SIGNIFICANT, grounds_of
from croupier.floor.reports.program import check_size, document, shortened
from croupier.floor.reports.question import Question, QuestionError
from croupier.floor.reports.written import NO_ACTIVITY, WrittenReport, as_csv, find_report, stated, texts, write_report
from croupier.floor.settings import settings_of
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.lab.parsheet import ParSheetEntry
from croupier.ledger.accounts import PRIZES, PROMOTIONS, Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART, Nature
from croupier.money import Cents
from croupier.promotions.claims import ClaimRefused, RefuseClaim
from croupier.promotions.drafting import DraftPromotion, PromotionDrafted
from croupier.promotions.draw import TakenPrize
from croupier.promotions.drawing import CommitDraw, DrawCommitted
from croupier.promotions.ending import EndPromotion, PromotionEnded
from croupier.promotions.entering import DrawEntered, EnterDraw, Namesakes
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import (
    LapsedPrize,
    PostponePromotion,
    PromotionPostponed,
    PromotionResumed,
    ResumePromotion,
)
from croupier.promotions.message import Officer
from croupier.promotions.notifying import NotifyWinner, WinnerNotified
from croupier.promotions.opening import AmendTerms, TermsAmended
from croupier.promotions.paying import PayPrize, PrizePaid, PrizePart
from croupier.promotions.terms import Prize, PromotionTerms
from croupier.promotions.withdrawals import BarEntry, EntryBarred, EntryWithdrawn, WithdrawEntry
from croupier.rules.machine import Result
from croupier.rules.moments import DAY, Millis
from croupier.rules.outcomes import OutcomeName
from croupier.rules.promotions import PrizeKind, PrizeWay
from croupier.rules.sign import HAND_PAY_LIMIT
from croupier.settings import FloorOpened, SettingsAdopted
from croupier.table.core.message import Command, Decided
from croupier.table.core.opening import opened, opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.money.credit import InsertMoney, MoneyInserted
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.tray import CountTray, RecountTray, TrayCounted
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice import AcceptDice, OfferDice
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.scenario.running import step
from croupier.testing.evening import OPENING, evening
from journals import write

NAMES = {"sicbo": "star-sicbo-2016", "wheel": "ministar-roulette-2018"}
SYDNEY = Calendar("Australia/Sydney", 6)
NOW = OPENING + 40 * DAY
TODAY = SYDNEY.date_of(OPENING)
NOTES = {5_000: 3}


def cage_commands() -> Iterator[CageCommand]:
    """Tickets, a box with $50 missing, and a tray with $5 too much."""
    yield OpenCage(at=OPENING, by=PROGRAM, rules=TicketRules())
    yield replace(OPENER, at=OPENING)
    yield printing(1_000, THERE, at=OPENING)
    yield SellTicket(at=OPENING, by=CAY, amount=Cents(2_000_000 // 2), salt=0)
    yield TakeBox(at=OPENING, place="sicbo", box=1, amount=Cents(20_000))
    yield CountBox(at=OPENING, by=CAY, box=1, notes=NOTES)
    yield CountBox(at=OPENING, by=SUE, box=1, notes=NOTES)
    yield NoteVariance(at=OPENING, place="sicbo", what="closer", amount=Cents(500), counted_by=("Dora Lee", "Sue Moss"))
    yield ExplainVariance(at=OPENING, by=CAY, second=MAX, variance=1, why="=A note stuck in the box")
    yield PayTicket(at=OPENING + DAY, by=CAY, serial=1)


@cache
def floor() -> MemoryStore:
    """Two tables on two days, one of them with large wins that are paid by hand, and a cage."""
    store = MemoryStore()
    for table, rules in NAMES.items():
        sign = {"minimum": 100} if table == "sicbo" else {"minimum": 100, HAND_PAY_LIMIT: 5_000}
        first = opening(ruleset(rules), sign, confirmed=[each.id for each in ruleset(rules).readings], seats=6)
        lines, state = [Draft(canonical(first))], opened(first)
        for day in (0, 1):
            begun = replace(state, clock=OPENING + day * DAY)
            for _, command, outcome, after in evening(begun, seed=day, players=4, commands=500):
                if not isinstance(outcome, Refusal):
                    lines.append(Draft(recorded(command, outcome)))
                state = after
        write(store, 1, {table: lines})
    cage = Cage()
    for command in cage_commands():
        happened = events(cage, command)
        cage = CAGE_REGISTER.replayed(cage, happened)
        write(store, 1, {CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(command, happened))]})
    return store


def written(report: str, journal: MemoryStore | None = None, **asked: Any) -> WrittenReport:
    question = msgspec.convert({"period": "life", **asked}, Question)
    return write_report(find_report(report), question, journal or floor(), SYDNEY, operator="The Star", now=NOW)


def sums(report: WrittenReport) -> dict[str, int]:
    """The counts and amounts of all rows, by column."""
    added = (CellKind.COUNT, CellKind.MONEY)
    return {
        column.title: sum(int(row[at] or 0) for row in report.rows)
        for at, column in enumerate(report.columns)
        if column.kind in added
    }


def seats(report: WrittenReport) -> set[str]:
    return {str(row[0]).partition("/")[2] for row in report.rows} - {""}


def names(table: str) -> dict[str, str]:
    """The enrolled terminal of each seat of a table."""
    taken = (each for line in floor().lines(table, 1) for each in msgspec.json.decode(line.body)["events"])
    return {each["seat"]: each["terminal"] for each in taken if each["type"] == "SeatTaken" and "terminal" in each}


GROUPED = [report for report in REPORTS if report.by]


@pytest.mark.parametrize("report", GROUPED, ids=lambda report: report.id)
def test_however_rows_are_grouped_they_add_up_to_the_same(report: FloorReport) -> None:
    """Expected wins are rounded to cents in each row, so they may differ by a cent a row."""
    ways = {by: written(report.id, by=by) for by in report.by}
    first = sums(ways[report.by[0]])
    assert any(first.values())
    for by, found in ways.items():
        assert found.rows, by
        for column, amount in sums(found).items():
            assert abs(amount - first[column]) <= (len(found.rows) + 10 if column == "Expected win" else 0), (by, column)
        if found.total:
            assert {sums(replace(found, rows=(found.total,)))[column] for column in ("Win",) if column in first} <= {
                first.get("Win")
            }


@pytest.mark.parametrize("report", GROUPED, ids=lambda report: report.id)
def test_filters_take_a_report_apart_without_a_rest(report: FloorReport) -> None:
    whole = sums(written(report.id))
    places = {"sicbo", "wheel", *(str(row[0]) for row in written(report.id, by="table").rows)}
    known = {"sicbo", "wheel", "cage"}
    parts = [sums(written(report.id, table=table)) for table in known]
    if places <= known:
        assert {name: sum(each.get(name, 0) for each in parts) for name in whole if name != "Expected win"} == {
            name: amount for name, amount in whole.items() if name != "Expected win"
        }
    one = written(report.id, by="terminal", table="sicbo")
    for seat in seats(one):
        mine = written(report.id, by="terminal", table="sicbo", terminal=seat)
        assert list(mine.rows) == [row for row in one.rows if row[0] == f"sicbo/{seat}"]


def test_performance_counts_every_bet_and_names_wagers_and_versions() -> None:
    found = written("performance", by="wager", table="sicbo")
    decided = [
        bet
        for line in floor().lines("sicbo", 1)
        for event in msgspec.json.decode(line.body)["events"]
        for bet in event.get("decided", ())
    ]
    played = [bet for bet in decided if bet["result"] in ("win", "lose", "push")]
    assert sums(found)["Bets"] == len(played) > 100
    assert sums(found)["Staked"] == sum(bet["stake"] for bet in played)
    assert sums(found)["Void"] == len(decided) - len(played)
    version = ruleset(NAMES["sicbo"]).fingerprint[:12]
    assert all(str(row[0]).endswith(f"({version})") for row in found.rows)
    small = written("performance", by="wager", wager="small", rules=version)
    assert [row[0] for row in small.rows] == [f"small ({version})"]
    assert written("performance", rules="ffff").rows == ()


def test_liability_is_what_the_books_say() -> None:
    found = balances(floor(), balanced_streams(floor().heads()), lambda _: None)
    assert sums(written("liability"))["At the end"] == total_balance(found.values()).of(Nature.OWED)
    assert sums(written("liability", period="year", day="2020-01-01")) == {
        "At the beginning": 0,
        "Moved": 0,
        "At the end": 0,
    }


def test_drop_and_win_is_that_of_the_page_of_the_day() -> None:
    since, until = SYDNEY.begins(TODAY), SYDNEY.begins(TODAY + dt.timedelta(days=1))
    day = {each.table: each for each in day_report(floor(), floor().heads(), since, until, "").tables}
    found = written("takings", period="day", day=TODAY.isoformat())
    titles = [column.title for column in found.columns]
    rows = {row[0]: dict(zip(titles, row, strict=True)) for row in found.rows}
    assert {name: each.win for name, each in day.items()} == {name: row["Win"] for name, row in rows.items()}
    assert (rows["sicbo"]["Counted"], rows["sicbo"]["Over or short"]) == (15_000, -4_500)


def test_hand_pays_of_drop_and_win_are_those_that_were_paid() -> None:
    """Not those that were called, or called and taken back; with the seat although the books of hand pays have none."""
    happened = [
        (table, event)
        for table in NAMES
        for line in floor().lines(table, 1)
        for event in msgspec.json.decode(line.body)["events"]
    ]
    called = sum(event["amount"] for _, event in happened if event["type"] == "HandPayCalled")
    paid = Counter[str]()
    for table, event in happened:
        if event["type"] == "HandPaid":
            paid[f"{table}/{names(table).get(event['seat'], event['seat'])}"] += event["amount"]
    assert 0 < paid.total() < called
    found = written("takings", by="terminal")
    at = [column.title for column in found.columns].index("Hand pays")
    assert Counter({str(row[0]): int(row[at] or 0) for row in found.rows if row[at]}) == paid


@pytest.mark.parametrize("by", BY_ID["takings"].by)
def test_every_row_of_drop_and_win_adds_up_to_its_win(by: str) -> None:
    found = written("takings", by=by)
    titles = [column.title for column in found.columns]
    for row in found.rows:
        each = {title: int(cell or 0) for title, cell in zip(titles[1:-1], row[1:-1], strict=True)}
        came = each["Cash in"] + each["Tickets and accounts in"] + each["Chips in"]
        went = each["Tickets and accounts out"] + each["Chips out"] + each["Hand pays"]
        assert came - went - each["Left with players"] == each["Win"], row[0]
    cost = [-table.accounts.get(PROMOTIONS, 0) for table in balances(floor(), [*NAMES], lambda _: None).values()]
    assert sums(found)["Promotions"] == sum(cost) > 0


def test_money_by_terminal_is_that_of_all_who_played_there_and_adds_up() -> None:
    found, takings = written("terminals"), {row[0]: row for row in written("takings", by="terminal", table="wheel").rows}
    titles = [column.title for column in found.columns]
    assert {str(row[0]) for row in found.rows} - {"wheel"} == {f"wheel/{name}" for name in names("wheel").values()}
    held = total_balance(balances(floor(), ("wheel",), lambda _: None).values()).accounts
    for row in found.rows:
        each = {title: int(cell or 0) for title, cell in zip(titles[1:], row[1:], strict=True)}
        came = sum(amount for title, amount in each.items() if title.endswith(" in"))
        gone = sum(amount for title, amount in each.items() if title.endswith(" out"))
        assert each["Win"] == came - gone - each["Hand pays"] - each["Left with players"], row
        whole = dict(zip([column.title for column in money.TAKINGS], takings[row[0]][1:], strict=True))
        shared = ("Hand pays", "Left with players", "Win", "Boxes pulled")
        assert [each[title] for title in shared] == [whole[title] for title in shared]
        assert each["Notes in"] == whole["Cash in"]
        assert each["Tickets in"] + each["Transfers in"] == whole["Tickets and accounts in"]
    assert sums(found)["In the stacker at the end"] == -held[Account("stacker:SEAT")] > 0


def test_reports_name_the_enrolled_terminal_and_find_it_by_its_name_or_a_seat() -> None:
    by_seat = names("wheel")
    seat, name = next(iter(by_seat.items()))
    for report in ("takings", "performance", "liability"):
        places = {str(row[0]).partition("/")[2] for row in written(report, by="terminal", table="wheel").rows}
        assert not places & {*by_seat}, report
        assert name in places
        [mine] = written(report, by="terminal", table="wheel", terminal=name).rows
        [one] = written(report, by="terminal", table="wheel", terminal=seat).rows
        assert (mine[0], one[0]) == (f"wheel/{name}", f"wheel/{name}")
    for report in ("events", "alterations", "large"):
        asked: dict[str, Any] = {"least": 100} if report == "large" else {}
        rows = [row for row in written(report, table="wheel", **asked).rows if "/" in str(row[1])]
        assert rows, report
        assert all(re.fullmatch(r"wheel/Terminal \d+( \(.+\))?", str(row[1])) for row in rows), report
        found = written(report, table="wheel", terminal=name, **asked).rows
        assert {str(row[1]).split(" (")[0] for row in found} <= {f"wheel/{name}", "wheel"}


def test_whatever_moves_between_accounts_of_a_table_drop_and_win_adds_up() -> None:
    """Every pair of kinds of accounts."""
    accounts = [Account(kind.pattern.replace("SEAT", "ann").replace("CLERK", "cay")) for kind in CHART]
    for source, target in itertools.permutations(accounts, 2):
        each = Counter[int]()
        for column, sign in money.flows(source, target):
            each[column] += sign
        came = each[money.CASH_IN] + each[money.CASHLESS_IN] + each[money.CHIPS_IN]
        went = each[money.CASHLESS_OUT] + each[money.CHIPS_OUT] + each[money.BY_HAND]
        assert came - went - each[money.LEFT] == each[money.WIN], (source, target)
        assert each[money.PROMOTED] == (source == PROMOTIONS) - (target == PROMOTIONS)


def test_a_day_a_month_a_year_and_the_life() -> None:
    days = [written("performance", period="day", day=(TODAY + dt.timedelta(days=each)).isoformat()) for each in (0, 1)]
    whole = sums(written("performance"))["Bets"]
    assert sum(sums(day)["Bets"] for day in days) == whole
    assert min(sums(day)["Bets"] for day in days) > 0
    for period in ("month", "year"):
        assert sums(written("performance", period=period, day=TODAY.isoformat()))["Bets"] == whole
    by_day = written("performance", by="day")
    assert [row[0] for row in by_day.rows] == [(TODAY + dt.timedelta(days=each)).isoformat() for each in (0, 1)]


def test_a_day_begins_at_a_snapshot_and_says_the_same(tmp_path: Path) -> None:
    whole = days(SigningKey(tmp_path / "key"), 3, commands=200)
    bare = edited(whole, lambda line: None if line.stream == TAKEN else line)
    second = SYDNEY.date_of(OPENING + DAY)
    assert start_of(whole, ROULETTE, Window(SYDNEY.begins(second)), back=0).line > 1
    for report in REPORTS:
        asked = {"period": "day", "day": second.isoformat()}
        found = written(report.id, whole, **asked)
        assert found == written(report.id, bare, **asked)
        assert found.rows or report.id not in ("performance", "liability", "takings", "events")


def test_tickets_say_what_is_outstanding() -> None:
    found = written("tickets", by="table")
    assert found.facts["Outstanding at the end"] == "1 tickets, $10,000.00"
    assert {row[0]: row[1:7] for row in found.rows} == {
        "cage": (1, 0, 1_000_000, 1, 0, 1_000),
        "roulette": (1, 1_000, 0, 0, 0, 0),
    }


def test_variances_are_named_with_their_explanations() -> None:
    rows = [row[1:] for row in written("variances").rows]
    assert rows == [
        ("sicbo", "1: box 1", 20_000, 15_000, -5_000, "=A note stuck in the box (Cay Rich (cay), Max Bell (max))"),
        ("sicbo", "2: closer", None, None, 500, "not explained yet"),
    ]


def at_cage(*commands: CageCommand) -> MemoryStore:
    """A floor of a cage alone, after commands at it, a second apart."""
    store, cage = MemoryStore(), Cage()
    opening = OpenCage(by=PROGRAM, rules=TicketRules())
    for number, command in enumerate((opening, *commands)):
        happened = events(cage, replace(command, at=OPENING + 1_000 * number))
        cage = CAGE_REGISTER.replayed(cage, happened)
        write(
            store,
            1,
            {CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(replace(command, at=OPENING + 1_000 * number), happened))]},
        )
    return store


def counted_tray(found: int, expected: int, *, replaces: int | None = None) -> Draft:
    """The line of an opener, or of its recount."""
    dora = Person("Dora Lee", "dealer")
    counted = TrayCounted(
        at=OPENING,
        by=dora,
        second=Person("Sue Moss", "supervisor"),
        is_opener=True,
        chips={100: found // 100},
        amount=Cents(found),
        expected=Cents(expected),
        variance=Cents(found - expected),
        by_books=Cents(expected),
        replaces=replaces if replaces is None else Cents(replaces),
        why="",
        clause="",
    )
    chips = {100: found // 100}
    order = RecountTray(by=dora, chips=chips) if replaces is not None else CountTray(by=dora, is_opener=True, chips=chips)
    return Draft(recorded(order, (counted,)))


def test_variances_of_trays_say_what_was_expected_and_what_was_found() -> None:
    """The cage knows what a tray differed by, and the table what it should have had. A count that is right is no variance."""

    def noted(amount: int, *, corrects: bool = False) -> NoteVariance:
        who = ("Dora Lee", "Sue Moss")
        return NoteVariance(place="sicbo", what="opener", amount=Cents(amount), corrects=corrects, counted_by=who)

    def report(*counts: Draft, notes: Sequence[NoteVariance]) -> list[Any]:
        store = at_cage(*notes)
        rules = ruleset(NAMES["sicbo"])
        first = canonical(opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=6))
        write(store, 1, {"sicbo": [Draft(first), *counts]})
        return [row[3:6] for row in written("variances", store).rows]

    right, short = counted_tray(100_000, 100_000), counted_tray(95_000, 100_000)
    assert report(right, short, notes=[noted(-5_000)]) == [(100_000, 95_000, -5_000)]
    other = counted_tray(80_100, 80_000)
    assert report(short, right, other, notes=[noted(-5_000), noted(100)]) == [
        (100_000, 95_000, -5_000),
        (80_000, 80_100, 100),
    ]
    again = counted_tray(99_000, 100_000, replaces=-5_000)
    assert report(short, again, notes=[noted(-5_000), noted(4_000, corrects=True)]) == [(100_000, 99_000, -1_000)]
    found = counted_tray(100_000, 100_000, replaces=-5_000)
    assert report(short, found, notes=[noted(-5_000), noted(5_000, corrects=True)]) == [(100_000, 100_000, 0)]


def test_variances_are_those_of_the_last_recount_and_take_another_explanation() -> None:
    closer = CountDrawer(by=CAY, second=SUE, is_opener=False, notes={10_000: FLOAT // 10_000 - 1})
    tray = NoteVariance(place="sicbo", what="opener", amount=Cents(-5_000), counted_by=("Dora Lee", "Sue Moss"))
    explain = ExplainVariance(by=CAY, second=MAX, variance=1, why="A note fell")
    again = RecountDrawer(by=CAY, second=SUE, notes={10_000: FLOAT // 10_000 - 2})
    journal = at_cage(
        OPENER, closer, tray, explain, replace(explain, variance=2), again, replace(tray, amount=Cents(-100), corrects=True)
    )
    told = [row[1:] for row in written("variances", journal).rows]
    assert told == [
        ("cage", "1: drawer of Cay Rich", FLOAT, FLOAT - 20_000, -20_000, "not explained yet"),
        ("sicbo", "2: opener", None, None, -5_100, "not explained yet"),
    ]
    gone = at_cage(OPENER, closer, tray, replace(again, notes=OPENER.notes), replace(tray, amount=Cents(5_000), corrects=True))
    assert [row[5:] for row in written("variances", gone).rows] == [(0, "Counted again: there is no difference.")] * 2
    same = at_cage(OPENER, closer, explain, replace(again, notes=closer.notes))
    assert [row[6] for row in written("variances", same).rows] == ["A note fell (Cay Rich (cay), Max Bell (max))"]


def test_recounts_and_cash_between_drawers_and_the_vault_are_alterations() -> None:
    """The counts that they take the place of are not."""
    again = RecountDrawer(by=CAY, second=SUE, notes={10_000: 5}, why="We miscounted the opener")
    moved = MoveCash(by=CAY, second=SUE, amount=Cents(30_000), to_vault=True, why="Too much")
    rows = [(row[2], row[6], row[7], row[8]) for row in written("alterations", at_cage(OPENER, moved, again)).rows]
    both = "Cay Rich (cay), Sue Moss (sue)"
    assert rows == [
        (
            "Cash went from the drawer of a clerk to the vault",
            "cay: Cash in drawers of the cage -$300.00, Cash in the vault +$300.00",
            "Too much",
            both,
        ),
        (
            "The drawer of a clerk was counted once more",
            "cay: Cash in drawers of the cage -$999,200.00, Missing by counts, less found too much +$999,200.00",
            "We miscounted the opener",
            both,
        ),
    ]


def test_large_transactions_from_the_amount_that_was_chosen() -> None:
    assert [row[1:8] for row in written("large").rows] == [
        ("cage", "A ticket was issued", "cash", 1_000_000, None, "", "Cay Rich (cay)")
    ]
    bets = [
        event["stake"]
        for table in NAMES
        for line in floor().lines(table, 1)
        for event in msgspec.json.decode(line.body)["events"]
        if event["type"] == "BetPlaced" and event["stake"] >= 5_000
    ]
    found = [row for row in written("large", least=5_000).rows if str(row[2]).startswith("Bet on")]
    assert sorted(int(row[4] or 0) for row in found) == sorted(bets)
    assert all(max(int(row[4] or 0), int(row[5] or 0)) >= 5_000 for row in written("large", least=5_000).rows)


def test_large_transactions_name_prizes_the_kind_of_money_and_the_patron() -> None:
    """A prize counts as a whole although its parts are smaller, and what a dealer sells is not put into a terminal."""
    store, cleo = MemoryStore(), Officer("cleo", "Cleo")
    parts = (PrizePart(PrizeWay.TRANSFER, Cents(900_000)), PrizePart(PrizeWay.CHEQUE, Cents(500_000)))
    pay = PayPrize(by=cleo, promotion=1, prize=1, parts=parts, at=OPENING)
    paid = PrizePaid(by=cleo, promotion=1, prize=1, person=3, parts=parts, at=OPENING, transfers=())
    deposit = Deposit(at=OPENING + 1, by=CAY, patron=7, amount=Cents(1_000_000))
    deposited = Deposited(at=OPENING + 1, by=CAY, patron=7, amount=Cents(1_000_000), transfers=())
    rules = ruleset(NAMES["sicbo"])
    lines = [Draft(canonical(opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings])))]
    for way in (Way.CASH, Way.CHIPS, Way.NOTES):
        order = InsertMoney(at=OPENING + 2, seat="ann", amount=Cents(2_000_000), tender=Tender(way))
        event = MoneyInserted(at=OPENING + 2, seat="ann", amount=order.amount, tender=order.tender, transfers=())
        lines.append(Draft(recorded(order, (event,))))
    register = {
        PRIZE_REGISTER.name: [Draft(PRIZE_REGISTER.recorded(pay, (paid,)))],
        CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(deposit, (deposited,)))],
    }
    write(store, 1, {**register, "sicbo": lines})
    assert [(*row[1:5], row[6]) for row in written("large", store).rows] == [
        ("promotions", TITLES["PrizePaid"], "transfer $9,000.00, cheque $5,000.00", 1_400_000, "claimant 3"),
        ("cage", "Cash was taken into an account", "cash", 1_000_000, "patron 7"),
        ("sicbo/ann", "A player bought chips for cash at the table", "cash", 2_000_000, ""),
        ("sicbo/ann", "A player brought chips to the table", "chips", 2_000_000, ""),
        ("sicbo/ann", "A player inserted money into a terminal", "cash", 2_000_000, ""),
    ]


def test_alterations_list_what_people_changed_of_promotions() -> None:
    """Amended terms, refused claims, prizes drawn again, entries that do not count, and entrants with the name of another."""
    store, number = MemoryStore(), "ab" * 8
    which: dict[str, Any] = {"by": Officer("cleo", "Cleo"), "at": OPENING, "promotion": 1}
    two: dict[str, Any] = {**which, "second": Officer("max", "Max")}
    draw: dict[str, Any] = {"prizes": (1,), "commitment": "c" * 64, "source": "A train", "fixed": OPENING}
    told: dict[str, Any] = {"prize": 1, "method": "mail", "reached": True}
    back = (Transfer(PRIZES, PROMOTIONS, Cents(900_000)),)
    lapsed: dict[str, Any] = {"lapsed": (LapsedPrize(1, number, Cents(900_000), refused=False),), "transfers": back}
    again: dict[str, Any] = {**draw, "why": "Under age", "taken": (TakenPrize(1, number, refused=True),)}
    happened = [
        (AmendTerms(**two, terms=PromotionTerms(), why="More"), TermsAmended(**two, terms=PromotionTerms(), why="More")),
        (
            RefuseClaim(**two, prize=1, why="Under age", person=3),
            ClaimRefused(**two, prize=1, why="Under age", person=3, of_winner=True),
        ),
        (CommitDraw(**which, **draw), DrawCommitted(**which, **draw)),
        (CommitDraw(**two, **draw, why="Under age"), DrawCommitted(**two, **again)),
        (WithdrawEntry(**two, number=number, why="Wrong"), EntryWithdrawn(**two, number=number, why="Wrong")),
        (BarEntry(**which, number=number), EntryBarred(**which, number=number)),
        (EnterDraw(**which, person=3, number=number), DrawEntered(**which, person=3, number=number)),
        (
            EnterDraw(**two, person=4, number=number, why="Older"),
            DrawEntered(**two, person=4, number=number, why="Older", similar=Namesakes(people=(3,))),
        ),
        (PostponePromotion(**which, why="Copies"), PromotionPostponed(**which, why="Copies")),
        *((NotifyWinner(**which, **told), WinnerNotified(**which, **told, more_days=days)) for days in (0, 15)),
        *((EndPromotion(**two, why="Nobody came"), PromotionEnded(**two, why="Nobody came", **more)) for more in ({}, lapsed)),
    ]
    write(store, 1, {PRIZE_REGISTER.name: [Draft(PRIZE_REGISTER.recorded(command, (event,))) for command, event in happened]})
    found = written("alterations", store).rows
    assert [(row[1], row[2], row[7], row[8]) for row in found] == [
        ("promotions", TITLES["TermsAmended"], "More", "Cleo (cleo), Max (max)"),
        ("promotions", TITLES["ClaimRefused"], "Under age", "Cleo (cleo), Max (max)"),
        ("promotions", TITLES["DrawCommitted"], "Under age", "Cleo (cleo), Max (max)"),
        ("promotions", TITLES["EntryWithdrawn"], "Wrong", "Cleo (cleo), Max (max)"),
        ("promotions", TITLES["EntryBarred"], "", "Cleo (cleo)"),
        ("promotions", TITLES["DrawEntered"], "Older", "Cleo (cleo), Max (max)"),
        ("promotions", TITLES["PromotionPostponed"], "Copies", "Cleo (cleo)"),
        ("promotions", TITLES["WinnerNotified"], "", "Cleo (cleo)"),
        ("promotions", TITLES["PromotionEnded"], "Nobody came", "Cleo (cleo), Max (max)"),
    ]
    assert found[2][3] == (
        f"promotion 1, prizes 1, source A train, fixed {local_time(OPENING, 'Australia/Sydney')}, "
        f"taken prize 1 entry {number} refused yes"
    )
    assert str(found[7][3]).endswith("more days 15")
    assert found[8][3] == f"promotion 1, lapsed prize 1 entry {number} value $9,000.00 refused no"
    assert "$9,000.00" in str(found[8][6]), "what was taken back"


def test_alterations_say_what_terms_were_and_what_they_are() -> None:
    """A prize that is cut, and other times, have both values, also if the terms were written before the time of the report."""
    store = MemoryStore()
    which: dict[str, Any] = {"by": Officer("cleo", "Cleo"), "promotion": 1}
    two: dict[str, Any] = {**which, "second": Officer("max", "Max"), "at": OPENING + DAY}
    car = Prize(kind=PrizeKind.VEHICLE, title="A car", value=Cents(1_500_000))
    drafted = PromotionTerms(title="Spring", prizes=(car,), closes=OPENING, drawn=OPENING)
    cut = replace(drafted, prizes=(replace(car, value=Cents(100)),))
    draft = DraftPromotion(by=which["by"], rules=NAMES["sicbo"], terms=drafted, at=OPENING)
    later: dict[str, Any] = {"found": "Sound", "closes": OPENING, "drawn": OPENING + 2 * DAY}
    happened = [
        (draft, PromotionDrafted(**which, rules=draft.rules, chapter="c", terms=drafted, at=OPENING)),
        (AmendTerms(**two, terms=cut, why="A slip"), TermsAmended(**two, terms=cut, why="A slip")),
        (ResumePromotion(**two, **later), PromotionResumed(**two, **later)),
        (ResumePromotion(**two, **later), PromotionResumed(**two, **later)),
    ]
    write(store, 1, {PRIZE_REGISTER.name: [Draft(PRIZE_REGISTER.recorded(command, (event,))) for command, event in happened]})
    date = SYDNEY.date_of(OPENING + DAY).isoformat()
    found = written("alterations", store, period="day", day=date).rows
    at, then = (local_time(each, "Australia/Sydney") for each in (OPENING, OPENING + 2 * DAY))
    assert [(row[2], row[4], row[5]) for row in found] == [
        (TITLES["TermsAmended"], "prize 1 value $15,000.00", "prize 1 value $1.00"),
        (TITLES["PromotionResumed"], f"time of the draw {at}", f"time of the draw {then}"),
        (TITLES["PromotionResumed"], "", ""),
    ]


def test_whatever_alterations_list_says_what_was_altered() -> None:
    """*The settings for tickets were changed* had neither details nor what was and what is, and so had other settings."""
    compared = {"SettledAgain", "RoundVoided"} | AmendedTerms.EVENTS | ChangedSettings.EVENTS
    silent: list[str] = []
    for name in ALTERATIONS:
        fields = {each.name: each for each in msgspec.structs.fields(KINDS[name])}
        told = {field for field, each in fields.items() if each.required and each.type is not bool}
        is_told = told - APART - {field for kind, field in EITHER if kind == name}
        if not is_told and name not in compared and "before" not in fields and "transfers" not in fields:
            silent.append(name)
    assert not silent, "a line without a word of what it has altered"
    assert len(ALTERATIONS) > 50


def test_every_setting_of_the_cage_has_a_name() -> None:
    assert {each: {*names} for each, names in RULES.items()} == {each: {*each.__struct_fields__} for each in RULES}


def test_alterations_say_what_settings_of_the_cage_were_and_what_they_are() -> None:
    """From what they were when the cage was opened, or as a new cage has them."""
    both: dict[str, Any] = {"by": CAY, "second": MAX}
    changed = written(
        "alterations",
        store := at_cage(
            ChangeTicketRules(**both, rules=TicketRules(house=7, days=90)),
            ChangeTicketRules(**both, rules=TicketRules(house=7, most_out=Cents(50_000))),
            ChangePatronRules(**both, rules=PatronRules(age=21, one_terminal_since=OPENING)),
            ChangeVoucherRules(**both, rules=VoucherRules(Cents(2_500), Cents(100_000))),
        ),
    ).rows
    since = f"a card is in one terminal at a time at every table since {local_time(OPENING, 'Australia/Sydney')}"
    assert [(row[4], row[5], row[8]) for row in changed] == [
        (was, now, "Cay Rich (cay), Max Bell (max)")
        for was, now in (
            (
                "number of the casino 00; days after which a ticket expires never",
                "number of the casino 07; days after which a ticket expires 90",
            ),
            (
                "days after which a ticket expires 90; most money on one ticket $10,000.00",
                "days after which a ticket expires never; most money on one ticket $500.00",
            ),
            (
                f"age from which a person is registered 18; {since.partition(' since ')[0]} since never",
                f"age from which a person is registered 21; {since}",
            ),
            ("most money on one voucher $100.00", "most money on one voucher $25.00"),
        )
    ]
    assert [row[3] for row in written("vouchers", store).rows] == ["most money on one voucher from $100.00 to $25.00"]


def test_alterations_say_what_adopted_settings_were_and_what_they_are() -> None:
    """Also that the first ones were approved, and that a table left."""
    kim, lou = Person("Kim", "manager"), Person("Lou", "administrator")
    craps, wheel = (TablePlan(name=name, ruleset=rules, sign={"minimum": 500}) for name, rules in NAMES.items())
    plan = Plan(name="Floor", journal="floor.sqlite", tables=(craps, wheel))
    first = settings_of(plan)
    later = settings_of(dataclasses.replace(plan, tables=(craps,), gaming_day_hour=8))
    adopted: dict[str, Any] = {"format": 1, "at": OPENING, "set_by": kim, "approved_by": lou}
    lines = [
        FloorOpened(format=1, at=OPENING, kind="live", version="1", settings=first),
        SettingsAdopted(**adopted, settings=first),
        SettingsAdopted(**adopted, settings=later),
    ]
    store = MemoryStore()
    write(store, 1, {FLOOR_SETTINGS: [Draft(canonical(each)) for each in lines]})
    assert [(row[2], row[4], row[5], row[8]) for row in written("alterations", store).rows] == [
        (TITLES["SettingsAdopted"], was, now, "Kim (manager), Lou (administrator)")
        for was, now in (
            ("approved by nobody", "approved as they are"),
            ("gaming_day_hour 6; tables.wheel a table", "gaming_day_hour 8; tables.wheel nothing"),
        )
    ]


def test_times_amounts_and_counts_in_the_details_are_written_for_people() -> None:
    """A time is a date, whatever event has it, and so for amounts; nobody reads milliseconds or cents."""
    moment = SYDNEY.begins(dt.date(2026, 11, 18))
    released = {"type": "TicketReleased", "at": 1, "serial": 3, "amount": 4_100, "expires": moment}
    assert details(released, "Australia/Sydney") == "serial 3, amount $41.00, expires 2026-11-18 06:00:00"
    sold = {"type": "ChipsSold", "chips": {"500": 3, "10000": 1}, "amount": 11_500}
    assert details(sold, "Australia/Sydney") == "chips 3 of $5.00 and 1 of $100.00, amount $115.00"
    # A field with the name of a time is declared as one. An age or a count of rounds has another name.
    names = {"expires", "until", "since", "wall", "takes_effect", "sent"}
    fields = [(kind, name, HINTS[kind][name]) for kind, type_ in KINDS.items() for name in names & {*type_.__struct_fields__}]
    assert not [(kind, name) for kind, name, hint in fields if Millis not in (hint, *get_args(hint))]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"type": "TerminalRestored", "round": 3, "bets": {"odd": 12_000, "big-6": 5}},
            "round 3, bets odd $120.00 big-6 $0.05",
        ),
        ({"type": "SignChanged", "values": {"minimum": 2_500, "odds_multiple": 3}}, "values minimum $25.00 odds multiple 3"),
        (
            {"type": "FreezeRelaxed", "wish": {"type": "PlaceBet", "at": 0, "seat": "ann", "wager": "odd", "stake": 500}},
            "wish PlaceBet seat ann wager odd stake $5.00",
        ),
        (
            {"type": "DayClosed", "day": "2026-11-17", "figures": {"accounts": [{"account": "rack", "after": 5}]}},
            "day 2026-11-17",
        ),
        ({"type": "DevicesReported", "faults": ["note-jam"]}, "faults a note is stuck in the acceptor"),
        ({"type": "DeviceFaultCleared", "fault": "note-jam"}, "fault a note is stuck in the acceptor"),
        ({"type": "TrayCounted", "is_opener": True, "by_books": 5_000}, "is opener yes, by books $50.00"),
    ],
)
def test_amounts_and_codes_are_told_in_words_however_deep_they_lie(event: Event, words: str) -> None:
    """Stakes by wager, the settings of a sign and the bet in a wish were whole cents without a sign, and faults were codes."""
    assert details(event, "UTC") == words


@pytest.mark.parametrize(("report", "types"), [("events", SIGNIFICANT), ("alterations", ALTERATIONS)])
def test_events_are_listed_once_each_in_order_with_who_and_why(report: str, types: frozenset[str]) -> None:
    assert not SIGNIFICANT & ALTERATIONS
    found = written(report)
    happened = [
        event
        for table in NAMES
        for line in floor().lines(table, 1)
        for event in msgspec.json.decode(line.body)["events"]
        if event["type"] in types and (event["type"] not in ONLY_WITH or ONLY_WITH[event["type"]] in event)
    ]
    expected = len(happened) + (report == "alterations")  # the explanation of a variance
    assert len(found.rows) == expected > 1
    times = [int(row[0] or 0) for row in found.rows]
    assert times == sorted(times)
    assert all(row[2] for row in found.rows)
    if report == "alterations":
        assert any("Cay Rich (cay), Max Bell (max)" in str(row[8]) for row in found.rows)


def test_whatever_is_refused_on_record_is_listed() -> None:
    """Whoever asks for more than a tray or a drawer has learns something about it by each try: a report names the person."""
    refused = {name for name in KINDS if name.endswith("Refused")}
    assert {"CreditRefused", "FloatCreditRefused", "AttemptRefused", "HandPayRefused", "BetRefused"} <= refused
    assert refused - SIGNIFICANT - ALTERATIONS == set()


@pytest.mark.parametrize(
    ("of_one", "of_other"), [("Ticket", "HandPay"), ("Dispute", "PrizeDispute"), ("WrongPin", "Signature")]
)
def test_what_is_listed_of_one_is_listed_of_the_other(of_one: str, of_other: str) -> None:
    """Withheld tickets and hand pays, disputes about games and prizes, wrong PINs and wrong passwords of a second person."""
    others = {"TicketNoticeGiven": "NoticeGiven", "WrongPinTyped": "SignatureFailed"}
    listed = {others.get(name, name.replace(of_one, of_other, 1)) for name in SIGNIFICANT if name.startswith(of_one)}
    assert len(listed & KINDS.keys()) > (of_one == "Ticket")
    assert listed & KINDS.keys() <= SIGNIFICANT


def test_a_patron_who_may_be_another_is_an_alteration() -> None:
    """Two people have decided that it is somebody else, as with an entrant."""
    assert "PatronRegistered" in ALTERATIONS
    assert ONLY_WITH["PatronRegistered"] == "similar"


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.id)
def test_every_report_states_what_it_is_about_and_no_activity_where_there_was_none(report: FloorReport) -> None:
    empty = written(report.id, period="day", day="2020-01-01")
    facts = dict(stated(empty))
    assert (empty.rows, empty.total) == ((), None)
    assert facts["Operator"] == "The Star"
    assert facts["Interval"] == "day: from 2020-01-01 06:00:00 to 2020-01-02 06:00:00 (Australia/Sydney)"
    assert facts["Software"].startswith("croupier ")
    assert facts["Filters"].startswith("none; ")
    assert NO_ACTIVITY in as_csv(empty)
    assert any(NO_ACTIVITY in section.paragraphs for section in document(empty, "Mia").sections)
    full = written(report.id, table="sicbo")
    assert dict(stated(full))["Filters"].startswith("table sicbo; ")


def test_csv_is_exact_and_harmless_and_paper_has_the_same_figures() -> None:
    csv = as_csv(written("variances"))
    assert "2: closer,,,5.00," in csv
    assert "20000" not in csv
    assert "200.00,150.00,-50.00,\"'=A note" in csv
    takings = written("takings")
    [table] = [section.table for section in document(takings, "Mia").sections if section.table]
    assert list(table[1:]) == [tuple(texts(takings, row)) for row in (*takings.rows, takings.total or ())]


def test_a_page_has_so_many_rows_and_says_how_many_more() -> None:
    whole = written("large", least=1)
    assert len(whole.rows) > 100
    many = replace(whole, rows=whole.rows * 50)
    assert (len(shortened(many).rows), shortened(many).left_out) == (2_000, len(many.rows) - 2_000)
    assert len(as_csv(many).splitlines()) > len(many.rows)
    check_size(many)
    with pytest.raises(QuestionError, match="a file has 100,000 at most: choose a shorter period or a filter"):
        check_size(replace(many, rows=many.rows[:1] * 100_001))


@pytest.mark.parametrize(
    ("report", "asked", "words"),
    [
        ("performance", {"day": "2026-13-01"}, "2026-13-01 is no date; write it as 2026-11-17."),
        ("performance", {"day": "20261117"}, "20261117 is no date"),
        ("performance", {"day": "9999-12-31"}, "9999-12-31 is no date"),
        ("performance", {"by": "colour"}, "Game performance cannot be grouped by colour, but by table, terminal, "),
        ("events", {"by": "table"}, "Significant events cannot be grouped by table, but not at all: it is a list."),
        ("tickets", {"wager": "small"}, "Tickets has no filter wager; it has table and terminal."),
        ("tickets", {"least": 5}, "Tickets has no filter least"),
        ("tickets", {"table": "poker"}, "There is no table poker; there are cage, sicbo and wheel."),
        ("nothing", {}, "There is no report nothing; there are performance, liability,"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(report: str, asked: dict[str, Any], words: str) -> None:
    with pytest.raises(QuestionError) as error:
        written(report, **asked)
    assert str(error.value).startswith(words)


def test_days_months_and_years_begin_with_the_gaming_day_also_when_clocks_change() -> None:
    hour = 3_600_000
    change = SYDNEY.interval(ReportPeriod.DAY, dt.date(2026, 10, 3))  # the clocks go forward in the night after it
    assert change
    assert change[1] - change[0] == 23 * hour
    month, year = (SYDNEY.interval(period, dt.date(2024, 2, 29)) for period in (ReportPeriod.MONTH, ReportPeriod.YEAR))
    assert month
    assert year
    assert month == (SYDNEY.begins(dt.date(2024, 2, 1)), SYDNEY.begins(dt.date(2024, 3, 1)))
    assert year == (SYDNEY.begins(dt.date(2024, 1, 1)), SYDNEY.begins(dt.date(2025, 1, 1)))
    for begins in (*change, *month, *year):
        assert SYDNEY.date_of(begins) == SYDNEY.date_of(begins - 1) + dt.timedelta(days=1)
    december = SYDNEY.interval(ReportPeriod.MONTH, dt.date(2026, 12, 31))
    assert december == (SYDNEY.begins(dt.date(2026, 12, 1)), SYDNEY.begins(dt.date(2027, 1, 1)))


BETS, A_ROUND, FELL = 8_000, 100, OutcomeName("1-2-4")
"""As `test_performance.py` has it: within so many bets, a wager that pays a fifth too much is found."""


def settled(wager: str, raised: int, chance: random.Random) -> Iterator[Draft]:
    """Rounds with many bets of a dollar on a wager, each of which ends as its machine says; wins are paid too high."""
    rules = ruleset(NAMES["sicbo"])
    endings = ParSheetEntry(rules, rules.addresses[wager].offer).figures.endings
    for number in range(BETS // A_ROUND):
        ends = chance.choices([*endings], [float(each) for each in endings.values()], k=A_ROUND)
        paid = [100 + int(100 * end.net) + (raised if end.result is Result.WIN else 0) for end in ends]
        decided = tuple(
            Decided("ann", wager, Cents(100), end.result, Cents(amount)) for end, amount in zip(ends, paid, strict=True)
        )
        at = OPENING + number * 1000
        event = RoundSettled(
            at=at, outcome=FELL, decided=decided, moved=(), pucks={}, advised=(), unbarred=(), dice_pass=False, transfers=()
        )
        yield Draft(recorded(EnterOutcome(at=at, outcome=FELL), (event,)))


def test_a_planted_biased_table_is_in_the_report_of_variances_and_a_fair_one_is_not() -> None:
    chance, store, rules = random.Random(22), MemoryStore(), ruleset(NAMES["sicbo"])  # noqa: S311 - to be repeatable
    first = Draft(canonical(opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=6)))
    for table, raised in (("biased", 20), ("fair", 0)):
        write(store, 1, {table: [first, *settled("small", raised, chance)]})
    [row] = written("variances", store).rows
    assert row[1] == "biased"
    assert str(row[2]).startswith("win on small")
    assert int(row[5] or 0) < 0
    assert "over 8,000 bets: look into it" in str(row[6])
    alarms = {row[0]: row[-1] for row in written("performance", store).rows}
    assert alarms == {"biased": "yes", "fair": ""}


def test_every_report_is_found_by_its_id() -> None:
    assert [*BY_ID] == [report.id for report in REPORTS]


def test_a_reason_is_read_in_words() -> None:
    """A ground is told as the document words it, another id as words, and a clause stands alone if nobody gave a reason."""
    grounds = ruleset("star-craps-2016").procedures.grounds
    told = "a device that records, projects, analyses or transmits (9.3.2)"
    assert reason({"why": "device", "clause": "9.3.2"}, grounds) == told
    assert reason({"ground": "disorder"}, grounds) == grounds["disorder"]
    assert reason({"why": "system-fault", "clause": "6.1"}, {}) == "system fault (6.1)"
    assert reason({"clause": "7.4.1.4"}, grounds) == "(7.4.1.4)"
    assert reason({"why": "A half-seen die", "clause": ""}, grounds) == "A half-seen die"


def test_alterations_name_the_round_that_was_called_off_and_a_correction_of_the_throw_in_hand() -> None:
    """A row of a void round had no number, and a throw that was not paid yet was called a finished round."""
    rules = ruleset("star-craps-2016")
    first = opening(rules, {"minimum": 500, "payout_unit": 100}, confirmed=[each.id for each in rules.readings])
    corrected = CorrectOutcome(round=1, outcome=OutcomeName("4-6"), by=BOX, why="It was misread.")
    commands: tuple[Command, ...] = (
        TakeSeat(seat="ann", chips=Cents(100_000)),
        OpenBetting(by=STICK),
        bet("ann", "win-line", 1_000),
        OfferDice(by=STICK, seat="ann"),
        AcceptDice(seat="ann", dice=(1, 2)),
        *thrown("4-4"),
        corrected,
        *PAID,
        replace(corrected, outcome=OutcomeName("4-5")),
        thrown("2-2")[0],
        VoidRound(by=STICK, ground="cocked"),
    )
    lines, table = [Draft(canonical(first))], opened(first)
    for command in commands:
        table, outcome = step(table, command)
        assert not isinstance(outcome, Refusal), (command, outcome.message)
        lines.append(Draft(recorded(command, outcome)))
    store = MemoryStore()
    write(store, 1, {"craps": lines})
    in_hand, finished, void = (tuple(map(str, row[2:6])) for row in written("alterations", store).rows)
    in_hand_words = "The result of the round in hand was corrected, before all its bets were paid"
    assert in_hand == (in_hand_words, "round 1", "4-4", "4-6")
    assert finished[0].startswith("A finished round was corrected")
    assert void == ("A round was voided, or its outcome invalidated", "round 2", "no result", "void")


@pytest.mark.parametrize(("report", "types"), [("events", SIGNIFICANT), ("alterations", ALTERATIONS)])
def test_lists_tell_grounds_in_the_words_of_the_document_of_the_table(report: str, types: frozenset[str]) -> None:
    """An inspector read *device* and *opinion*, which only the rules explain."""
    reasons, given = {str(row[-3]) for row in written(report).rows}, set[str]()
    for table, rules in NAMES.items():
        grounds = ruleset(rules).procedures.grounds
        for line in floor().lines(table, 1):
            events = [each for each in msgspec.json.decode(line.body)["events"] if each["type"] in types]
            given |= {words for each in events if (words := grounds.get(each.get("why") or each.get("ground")))}
    assert given
    assert all(any(each.startswith(words) for each in reasons) for words in given)


def test_a_bar_of_another_table_is_told_in_the_words_of_the_document_there() -> None:
    """A device that interferes with the machine is another ground than one that records, with the same id."""
    event = {"type": "BarRecorded", "table": "sicbo", "why": "device"}
    grounds = grounds_of(floor())
    assert grounds("wheel", event) == ruleset(NAMES["sicbo"]).procedures.grounds
    assert grounds("wheel/ann", {"type": "PlayerSanctioned"}) == ruleset(NAMES["wheel"]).procedures.grounds
    assert grounds("wheel", {**event, "table": "cage"}) == {}
