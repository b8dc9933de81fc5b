"""The page of a gaming day: every kind of account with what moved, every dealer's table with its float, and what is open.

Both columns of balances sum to zero, and the last one is what `audit balance` says at that time.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.audit.balance import balanced_streams
from croupier.audit.window import Window, start_of
from croupier.journal.port import Lines, Reader
from croupier.journal.streams import tables
from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART, Nature, kind_of


class AccountDay(msgspec.Struct, frozen=True):
    """A kind of account over the whole floor, in cents. What is owed or earned is above zero, what is in hand below."""

    account: str
    nature: str
    before: int
    moved: int
    after: int


class TableDay(msgspec.Struct, kw_only=True):
    """What a table has taken and won, in cents."""

    table: str
    opener: int | None = None
    """The count of the float tray when play opened; null if it was not counted."""
    fills: int = 0
    credits: int = 0
    closer: int | None = None
    drop: int = 0
    """The cash in the boxes that were pulled, by the books."""
    win: int = 0
    """Won, with commission, less the cost of promotions."""
    tray_variance: int = 0
    """What counts of the tray have found too much, or too little if below zero."""
    staked: int | None = None
    """The stakes of bets that play decided; null if there were none, or if nobody has compared them with the rules."""
    played_win: int | None = None
    """What the house won with these bets, without commission, as far as the rules know what to expect of them."""
    expected_win: int | None = None
    """What the rules lead one to expect from them."""
    z: float | None = None
    """How many standard deviations of these very bets the win is above that."""


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming day of the floor."""

    since: int
    """Milliseconds since 1970."""
    until: int
    software: str
    """The fingerprint of the software that wrote the report."""
    accounts: tuple[AccountDay, ...]
    tables: tuple[TableDay, ...]
    """Only tables where something happened; empty if there was no activity."""
    sum_before: int
    """The sum of all balances at the beginning. It is zero."""
    sum_after: int
    """The sum of all balances at the end. It is zero."""
    operator: str | None = None
    """The name of the floor; null if the report does not state it."""


class MoneyEvent(msgspec.Struct, gc=False):
    """An event, as far as reports about money need it."""

    type: str = ""
    at: int = 0
    transfers: tuple[Transfer, ...] = ()
    amount: int | None = 0
    is_opener: bool = False
    variance: int | None = None


class _Time(msgspec.Struct, gc=False):
    at: int = 0


class _Line(msgspec.Struct, gc=False):
    events: tuple[MoneyEvent, ...] = ()
    command: _Time | None = None


_decode = msgspec.json.Decoder(_Line).decode


def day_report(
    journal: Reader,
    heads: Mapping[str, object],
    since: int,
    until: int,
    software: str,
    watch: Mapping[str, Callable[[bytes], object]] = {},
) -> DayReport:
    """Add up the transfers of every stream to a time, and what has moved since another: milliseconds since 1970.

    `watch` is shown the lines of tables that are read, by name.
    """
    before, moved, found = Counter[Account](), Counter[Account](), list[TableDay]()
    for stream in balanced_streams(heads):
        own = Counter[Account]()
        day = TableDay(table=stream)
        happened = False
        held, line = books_before(journal, stream, since)
        before.update(held)
        for event, at in money_events(journal, stream, line, watch.get(stream)):
            if at >= until:
                break
            into = before if at < since else own
            for transfer in event.transfers:
                into[transfer.source] -= transfer.amount
                into[transfer.target] += transfer.amount
            if at >= since:
                happened = True
                if event.type in COUNTED:
                    _count(day, event)
        moved.update(own)
        day.win = sum(held for account, held in own.items() if _nature(account) is Nature.EARNED)
        if happened and stream in tables(heads):
            found.append(day)
    accounts = tuple(_by_kind(before, moved))
    return DayReport(
        since=since,
        until=until,
        software=software,
        accounts=accounts,
        tables=tuple(found),
        sum_before=sum(each.before for each in accounts),
        sum_after=sum(each.after for each in accounts),
    )


def books_before(journal: Lines, stream: str, since: int | None) -> tuple[Mapping[Account, int], int]:
    """The books of a stream at a signed snapshot before a time, and the line of that one.

    Where there is no snapshot, they are empty. The cage and the prize register are added up from their first line.
    """
    if since is None or stream not in tables((stream,)):
        return {}, 0
    start = start_of(journal, stream, Window(since), back=0)
    return start.table.book.balances, start.line


def money_events(
    journal: Reader, stream: str, after: int = 0, watch: Callable[[bytes], object] | None = None
) -> Iterable[tuple[MoneyEvent, int]]:
    """The events of a stream after a line, each with its time in milliseconds since 1970. `watch` is shown every line."""
    for row in journal.rows(stream, after):
        if watch:
            watch(row[4])
        found = _decode(row[4])
        at = found.command.at if found.command else 0
        for event in found.events:
            yield event, event.at or at


COUNTED = frozenset({"FillReceived", "CreditReceived", "BoxPulled", "TrayCounted"})
"""The events that `_count` knows. A day has a million others."""


def _count(day: TableDay, event: MoneyEvent) -> None:
    amount = event.amount or 0
    match event.type:
        case "FillReceived":
            day.fills += amount
        case "CreditReceived":
            day.credits += amount
        case "BoxPulled":
            day.drop += amount
        case "TrayCounted":
            day.tray_variance += event.variance or 0
            if not event.is_opener:
                day.closer = amount
            elif day.opener is None:
                day.opener = amount
        case _:
            pass


def _nature(account: Account) -> Nature | None:
    kind = kind_of(account)
    return kind.nature if kind else None


def _by_kind(before: Mapping[Account, int], moved: Mapping[Account, int]) -> Iterable[AccountDay]:
    """The sums by kind of account, in the order of the chart, without kinds that were never used."""
    sums = {kind.name: [0, 0] for kind in CHART}
    for at, each in enumerate((before, moved)):
        for account, held in each.items():
            kind = kind_of(account)
            assert kind, "the books accept no account that is not in the chart"
            sums[kind.name][at] += held
    for kind in CHART:
        first, change = sums[kind.name]
        if first or change:
            yield AccountDay(kind.name, kind.nature, first, change, first + change)
