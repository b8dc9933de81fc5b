"""Reports: however rows are grouped they add up to the same, and to what the books and the events say."""

import datetime as dt
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from audit.days import ROULETTE, TAKEN, days, edited
from cages import CAY, MAX, OPENER, SUE, THERE, events, printing
from croupier.audit.balance import balanced_streams, balances, total_balance
from croupier.audit.day_report import day_report
from croupier.audit.window import Window, start_of
from croupier.cage.accounts import Deposit, Deposited
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.fold import replayed
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageCommand
from croupier.cage.opening import OpenCage
from croupier.cage.recorded import recorded as cage_line
from croupier.cage.redeeming import PayTicket
from croupier.cage.state import Cage, TicketRules
from croupier.cage.variances import ExplainVariance, NoteVariance
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.floor.reports import money
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.floor.reports.catalogue import BY_ID, REPORTS
from croupier.floor.reports.declaration import CellKind, FloorReport
from croupier.floor.reports.event_words import KINDS, MOMENTS, TITLES, details
from croupier.floor.reports.happenings import ALTERATIONS, SIGNIFICANT
from croupier.floor.reports.program import check_size, document, shortened
from croupier.floor.reports.question import Question, QuestionError
from croupier.floor.reports.written import NO_ACTIVITY, WrittenReport, as_csv, find_report, stated, texts, write_report
from croupier.journal.anchors import SigningKey
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.journal.streams import CAGE, PRIZE_REGISTER
from croupier.lab.parsheet import ParSheetEntry
from croupier.ledger.accounts import PROMOTIONS, Account
from croupier.ledger.chart import CHART, Nature
from croupier.money import Cents
from croupier.promotions.message import Officer
from croupier.promotions.paying import PayPrize, PrizePaid, PrizePart
from croupier.promotions.recorded import recorded as prize_line
from croupier.rules.machine import Result
from croupier.rules.moments import DAY
from croupier.rules.outcomes import OutcomeName
from croupier.rules.promotions import PrizeWay
from croupier.rules.sign import HAND_PAY_LIMIT
from croupier.table.core.message import Decided
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.money.credit import InsertMoney, MoneyInserted
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
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
    yield NoteVariance(at=OPENING, place="sicbo", what="closer", amount=Cents(500))
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
        cage = replayed(cage, happened)
        write(store, 1, {CAGE: [Draft(cage_line(command, happened))]})
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
            paid[f"{table}/{event['seat']}"] += event["amount"]
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
    register = {PRIZE_REGISTER: [Draft(prize_line(pay, (paid,)))], CAGE: [Draft(cage_line(deposit, (deposited,)))]}
    write(store, 1, {**register, "sicbo": lines})
    assert [(*row[1:5], row[6]) for row in written("large", store).rows] == [
        ("promotions", TITLES["PrizePaid"], "transfer $9,000.00, cheque $5,000.00", 1_400_000, "claimant 3"),
        ("cage", "Cash was taken into an account", "cash", 1_000_000, "patron 7"),
        ("sicbo/ann", "A player bought chips for cash at the table", "cash", 2_000_000, ""),
        ("sicbo/ann", "A player brought chips to the table", "chips", 2_000_000, ""),
        ("sicbo/ann", "A player inserted money into a terminal", "cash", 2_000_000, ""),
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
    hidden = [(kind, name) for kind, type_ in KINDS.items() for name in names & {*type_.__struct_fields__} - MOMENTS[kind]]
    assert not hidden


@pytest.mark.parametrize(("report", "types"), [("events", SIGNIFICANT), ("alterations", ALTERATIONS)])
def test_events_are_listed_once_each_in_order_with_who_and_why(report: str, types: frozenset[str]) -> None:
    assert not SIGNIFICANT & ALTERATIONS
    found = written(report)
    happened = [
        event
        for table in NAMES
        for line in floor().lines(table, 1)
        for event in msgspec.json.decode(line.body)["events"]
        if event["type"] in types
    ]
    expected = len(happened) + (report == "alterations")  # the explanation of a variance
    assert len(found.rows) == expected > 1
    times = [int(row[0] or 0) for row in found.rows]
    assert times == sorted(times)
    assert all(row[2] for row in found.rows)
    if report == "alterations":
        assert any("Cay Rich (cay), Max Bell (max)" in str(row[8]) for row in found.rows)


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
