"""The page of a gaming day: every kind of account with what moved, every dealer's table with its float, and what is open.

What is owed and earned, less what is in hand, is zero at the beginning and at the end, as in `audit balance`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.audit.balance import balanced_streams
from croupier.audit.window import Window, start_of
from croupier.journal.port import Lines, Reader
from croupier.journal.streams import tables
from croupier.ledger.accounts import CAGE, DROP, Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART, Nature, kind_of


class AccountDay(msgspec.Struct, frozen=True):
    """A kind of account over the whole floor, in cents. What there is of it is above zero, be it owed, in hand or earned."""

    account: str
    """Its name in transfers."""
    title: str
    """What people call it."""
    nature: str
    before: int
    moved: int
    after: int


class TableDay(msgspec.Struct, kw_only=True):
    """What a table has taken and won, in cents.

    By hand: closer = opener + fills - credits - cash_in + win + other + tray_variance. What moved before the opener or after
    the closer is in `restocked` and in no other column.
    """

    table: str
    restocked: int = 0
    """Chips that came to the tray, less those that left it, before the first opener and after the last closer."""
    opener_variance: int = 0
    """What the first opener, or one after the last closer, has found too much against the count before it; below zero if it
    was too little."""
    opener: int | None = None
    """The first count of the float tray when play opened; null if it was not counted."""
    fills: int = 0
    """Between opener and closer."""
    credits: int = 0
    """Between opener and closer."""
    cash_in: int = 0
    """The cash that players brought between opener and closer. It went to the drop box."""
    other: int | None = None
    """What else the tray had more between both counts by the books: colour checks that players hold, hand pays, and what was
    won or put right while the tray was not open; null if one of the two was not counted."""
    closer: int | None = None
    """The last count of the float tray when play closed; null if it was not counted."""
    tray_variance: int = 0
    """What the counts after the first opener, up to the last closer, have found too much; below zero if it was too little."""
    drop: int = 0
    """The cash in the boxes that were pulled, by the books, which is what the count room should find."""
    win: int = 0
    """Won, with commission, less the cost of promotions."""
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
    """What is owed and earned at the beginning, less what is in hand. It is zero."""
    sum_after: int
    """What is owed and earned at the end, less what is in hand. It is zero."""
    operator: str | None = None
    """The name of the floor; null if the report does not state it."""


class MoneyEvent(msgspec.Struct, gc=False):
    """An event, as far as reports about money need it."""

    type: str = ""
    at: int = 0
    seat: str | None = None
    transfers: tuple[Transfer, ...] = ()
    amount: int | None = 0
    is_opener: bool = False
    variance: int | None = None
    replaces: int | None = None
    by_books: int = 0


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
        tray = _Tray(day)
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
                tray.take(event)
        moved.update(own)
        day.win = sum(held for account, held in own.items() if _nature(account) is Nature.EARNED)
        tray.add_up()
        if happened and stream in tables(heads):
            found.append(day)
    accounts = tuple(_by_kind(before, moved))
    return DayReport(
        since=since,
        until=until,
        software=software,
        accounts=accounts,
        tables=tuple(found),
        sum_before=sum(before.values()),
        sum_after=sum(before.values()) + sum(moved.values()),
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


class _Tray:
    """Follows the float tray of a table through a day, for its row."""

    def __init__(self, day: TableDay) -> None:
        """Begin before the first count of the day."""
        self._day = day
        self._since = Counter[str]()
        """What has moved since the first opener or the last closer, by column."""
        self._opened: int | None = None
        """What the books said was in the tray at the first opener; None before it."""
        self._closed: int | None = None
        """What they said at the last closer; None before the first."""
        self._counts = 0
        """How many counts there were, without recounts."""

    def take(self, event: MoneyEvent) -> None:
        """Add an event to the row."""
        for transfer in event.transfers:
            if DROP in (transfer.source, transfer.target) and CAGE not in (transfer.source, transfer.target):
                self._since["cash_in"] += transfer.amount if transfer.source == DROP else -transfer.amount
        match event.type:
            case "FillReceived" | "FloatSetUp":
                self._since["fills"] += event.amount or 0
            case "CreditReceived":
                self._since["credits"] += event.amount or 0
            case "BoxPulled":
                self._day.drop += event.amount or 0
            case "TrayCounted":
                self._count(event)
            case _:
                pass

    def _count(self, event: MoneyEvent) -> None:
        self._counts += event.replaces is None
        self._since["tray_variance"] += (event.variance or 0) - (event.replaces or 0)
        if not event.is_opener:
            self._add_between()
            self._day.closer, self._closed = event.amount, event.by_books
        elif self._counts == 1 and self._closed is None:  # the first opener, or a recount of it
            self._add_outside()
            self._day.opener, self._opened = event.amount, event.by_books

    def _add_between(self) -> None:
        """What has moved was between opener and closer."""
        for column, amount in self._since.items():
            setattr(self._day, column, getattr(self._day, column) + amount)
        self._since.clear()

    def _add_outside(self) -> None:
        """What has moved was before the first opener, or after the last closer."""
        self._day.restocked += self._since["fills"] - self._since["credits"]
        self._day.opener_variance += self._since["tray_variance"]
        self._since.clear()

    def add_up(self) -> None:
        """Complete the row at the end of the day, once its win is known."""
        day = self._day
        if self._closed is None:  # it is open, or nobody counted
            self._add_between()
            return
        self._add_outside()
        if self._opened is not None:
            moved = self._closed - self._opened
            day.other = moved - (day.fills - day.credits - day.cash_in + day.win)


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
            first, change = kind.shown(first), kind.shown(change)
            yield AccountDay(kind.name, kind.title, kind.nature, first, change, first + change)
