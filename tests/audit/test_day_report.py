"""The row of a table on the page of the day adds up by hand, whenever chips came."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from click.testing import CliRunner
from msgspec.structs import replace

import accountant
from croupier.audit.day_report import TableDay, day_report
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.cli.journal import journal_export
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft, Store
from croupier.journal.sqlite import SqliteStore
from croupier.money import Cents
from croupier.rules.moments import DAY
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.opening import opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.money.colours import IssueColours
from croupier.table.money.confirming import ReceiveCredit, ReceiveFill, SendFill
from croupier.table.money.first_float import SetUpFloat
from croupier.table.money.pulling import PullBox
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.slips import RequestCredit, RequestFill
from croupier.table.money.tender import Tender, Way
from croupier.table.money.tray import CountTray, RecountTray
from croupier.table.rounds.results import EnterOutcome
from journals import write

RULES = ruleset("star-sicbo-2016")
OPENING = 1_800_000_000_000
DEALER, KIM, CLERK = Person("Robin", "dealer"), Person("Kim", "casino-supervisor"), Person("Cho", "cage")
CASH, CHIPS = Tender(Way.CASH), Tender(Way.CHIPS)


S = TypeVar("S", bound=Store)


def journal_of(store: S, *days: Sequence[Command]) -> S:
    """The journal of a table, with the commands of each of these days."""
    first = opening(RULES, {"minimum": 100}, confirmed=[each.id for each in RULES.readings], seats=6)
    table, lines = replace(open_table(RULES, RULES.sign({"minimum": 100})), states_tender=True), [Draft(canonical(first))]
    for number, commands in enumerate(days):
        for minute, command in enumerate(commands):
            outcome, at = decide(table, command), OPENING + number * DAY + minute
            assert not isinstance(outcome, Refusal), outcome
            # No clock runs at the table, so that a bet needs no calls. The journal has one.
            lines.append(Draft(recorded(replace(command, at=at), tuple(replace(event, at=at) for event in outcome))))
            for event in outcome:
                table = apply(table, event)
    write(store, 1, {"sicbo": lines})
    return store


def rows(*days: Sequence[Command]) -> list[TableDay]:
    """The row of the table on each of these days."""
    store, times = journal_of(MemoryStore(), *days), (OPENING + number * DAY for number in range(len(days)))
    return [day_report(store, store.heads(), since, since + DAY, "").tables[0] for since in times]


def by_hand(row: TableDay) -> int:
    """The closer that follows from the row."""
    assert row.opener is not None
    assert row.other is not None
    return row.opener + row.fills - row.credits - row.cash_in + row.win + row.other + row.tray_variance


def fill(slip: int, chips: int) -> list[Command]:
    asked = RequestFill(chips={10_000: chips}, by=DEALER)
    return [asked, SendFill(slip=slip, by=CLERK), ReceiveFill(slip=slip, by=DEALER, second=KIM)]


def credit(slip: int, chips: int) -> list[Command]:
    return [RequestCredit(chips={10_000: chips}, by=DEALER, second=KIM), ReceiveCredit(slip=slip, by=CLERK)]


def count(chips: int, *, is_opener: bool) -> CountTray:
    return CountTray(is_opener=is_opener, chips={10_000: chips}, by=DEALER, second=KIM)


SET_UP = SetUpFloat(chips={10_000: 100}, by=DEALER, second=KIM)
LOST: list[Command] = [
    TakeSeat(seat="ann", chips=Cents(50_000), tender=CASH),
    PlaceBet(seat="ann", wager="small", stake=Cents(20_000)),
    EnterOutcome(outcome=OutcomeName("4-5-6"), by=DEALER),
    LeaveSeat(seat="ann", tender=CHIPS),
]
"""A player buys in for $500 and loses $200: the tray has $300 less, the box $500 more."""


def test_chips_that_came_before_the_opener_are_in_the_opener_and_in_no_other_column() -> None:
    """A first float, a fill in the morning, one at night: the row adds up, and the win is what the books say."""
    first, second = rows(
        [SET_UP, count(100, is_opener=True), *fill(1, 20), *LOST, PullBox(by=DEALER, second=KIM), count(117, is_opener=False)],
        [*fill(2, 200), count(317, is_opener=True), *credit(3, 7), *LOST, count(307, is_opener=False), *fill(4, 1)],
    )
    assert (first.restocked, first.opener, first.fills, first.closer) == (1_000_000, 1_000_000, 200_000, 1_170_000)
    assert (first.win, first.cash_in, first.drop, first.other, first.tray_variance) == (20_000, 50_000, 50_000, 0, 0)
    assert by_hand(first) == first.closer
    assert (second.restocked, second.opener, second.fills, second.credits) == (2_010_000, 3_170_000, 0, 70_000)
    assert (second.win, second.cash_in, second.drop, second.other) == (20_000, 50_000, 0, 0)
    assert (second.opener_variance, second.tray_variance) == (0, 0)
    assert by_hand(second) == second.closer == 3_070_000


def test_a_difference_at_the_opener_is_not_one_of_the_day_and_a_recount_takes_the_place_of_a_count() -> None:
    recount = RecountTray(chips={10_000: 97}, by=DEALER, second=KIM)
    opener = RecountTray(chips={10_000: 99}, by=DEALER, second=KIM)
    (row,) = rows([SET_UP, count(9, is_opener=True), opener, *LOST, count(7, is_opener=False), recount])
    assert (row.opener, row.opener_variance, row.closer, row.tray_variance) == (990_000, -10_000, 970_000, 10_000)
    assert (row.restocked, row.fills, row.other) == (1_000_000, 0, 0)
    assert by_hand(row) == row.closer


def test_a_recount_of_a_count_of_the_day_before_is_no_count_of_the_day(tmp_path: Path) -> None:
    """Before play, a chip of the closer of the day before is found. Opener and closer are those of the day."""
    recount = RecountTray(chips={10_000: 98}, by=DEALER, second=KIM)
    days: tuple[Sequence[Command], ...] = (
        [SET_UP, count(100, is_opener=True), *LOST, count(97, is_opener=False)],
        [recount, count(98, is_opener=True), *LOST, count(95, is_opener=False)],
        [RecountTray(chips={10_000: 96}, by=DEALER, second=KIM)],
    )
    first, second, third = found = rows(*days)
    assert (first.closer, first.tray_variance) == (970_000, 0)
    assert (second.opener, second.opener_variance, second.closer, second.tray_variance) == (980_000, 10_000, 950_000, 0)
    assert second.other == 0
    assert by_hand(second) == second.closer
    assert (third.opener, third.opener_variance, third.closer, third.tray_variance) == (None, 10_000, None, 0)
    journal_of(SqliteStore(tmp_path / "days.sqlite"), *days).close()
    export = tmp_path / "days.jsonl"
    assert CliRunner().invoke(journal_export, [str(tmp_path / "days.sqlite"), str(export)]).exit_code == 0
    with export.open(encoding="utf-8") as text:
        books = accountant.Journal(text)
    for number, row in enumerate(found):
        ours = accountant.table_row(books, "sicbo", OPENING + number * DAY, OPENING + (number + 1) * DAY)
        assert ours
        assert vars(ours) == {name: getattr(row, name) for name in vars(ours)}


def test_colour_checks_that_a_player_still_holds_are_named_as_what_else_moved() -> None:
    sits: list[Command] = [
        TakeSeat(seat="bob", chips=Cents(20_000), tender=CASH),
        IssueColours(seat="bob", colour="red", value=Cents(500), by=DEALER),
    ]
    (row,) = rows([SET_UP, count(100, is_opener=True), *sits, count(100, is_opener=False)])
    assert (row.cash_in, row.win, row.other, row.tray_variance) == (20_000, 0, 20_000, 0)
    assert by_hand(row) == row.closer


def test_a_table_that_nobody_counted_has_what_moved_and_no_sum() -> None:
    (row,) = rows([*fill(1, 20), *LOST])
    assert (row.opener, row.closer, row.other, row.fills, row.cash_in, row.win) == (None, None, None, 200_000, 50_000, 20_000)
