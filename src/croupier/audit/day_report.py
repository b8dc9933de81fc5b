"""The page of a gaming day: every kind of account with what moved, every dealer's table with its float, and what is open.

What is owed and earned, less what is in hand, is zero at the beginning and at the end, as in `audit balance`.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from croupier.audit.balance import balanced_streams
from croupier.audit.late_bookings import NONE_LATE, LateBookings
from croupier.audit.window import Window, start_of
from croupier.cage.closed_day import AccountFigures, ClosedDay, DayFigures, TableFigures
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


class TableDay(TableFigures, kw_only=True):
    """What a table has taken and won, in cents, and how that compares with the rules."""

    staked: int | None = None
    """The stakes of bets that play decided; null if there were none, or if nobody has compared them with the rules."""
    played_win: int | None = None
    """What the house won with these bets, without commission, as far as the rules know what to expect of them."""
    expected_win: int | None = None
    """What the rules lead one to expect from them."""
    z: float | None = None
    """How many standard deviations of these very bets the win is above that."""


OF_PLAY = ("staked", "played_win", "expected_win", "z")
"""The fields of a table that no closing states: they follow from the rules."""


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
    closed: ClosedDay | None = None
    """Who closed the day, and when; null while it is open. The figures of a closed day are those in the line of its closing."""
    uncounted: tuple[str, ...] = ()
    """The drawers whose closers, and the vault if its count is due. Until then whoever may count them reads only what lies
    at tables; empty if no account is left out."""
    later: LateBookings = NONE_LATE
    """What was booked about the day after it had ended. It is in the figures of the days on which it was booked."""
    earlier: LateBookings = NONE_LATE
    """What was booked on the day about earlier ones. It is in these figures."""


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
    starts = {stream: books_before(journal, stream, since) for stream in balanced_streams(heads)}
    [report] = day_reports(journal, starts, [(since, until)], software, watch)
    return report


Books = tuple[Mapping[Account, int], int]
"""The books of a stream after a line, and that line."""


def day_reports(
    journal: Reader,
    starts: Mapping[str, Books],
    intervals: Sequence[tuple[int, int]],
    software: str = "",
    watch: Mapping[str, Callable[[bytes], object]] = {},
) -> list[DayReport]:
    """Add up several intervals, in order, with one look at every line of these streams after their starts."""
    found = [[_StreamDay(stream, *each) for each in intervals] for stream in starts]
    for (stream, (held, line)), days in zip(starts.items(), found, strict=True):
        running, waiting = Counter(held), deque(days)
        for event, at in money_events(journal, stream, line, watch.get(stream)):
            while waiting and at >= waiting[0].until:
                waiting.popleft().end(running)
            if not waiting:
                break
            if at >= waiting[0].since:
                waiting[0].take(event, running)
            for transfer in event.transfers:
                running[transfer.source] -= transfer.amount
                running[transfer.target] += transfer.amount
        for day in waiting:
            day.end(running)
    return [_added_up(days, software) for days in zip(*found, strict=True)] if found else []


class _StreamDay:
    """What happens in one stream on one day."""

    def __init__(self, stream: str, since: int, until: int) -> None:
        """Begin before its first event."""
        self.stream, self.since, self.until = stream, since, until
        self.before: Counter[Account] | None = None
        self.moved = Counter[Account]()
        self.happened = False
        """Whether there was anything at all."""
        self.row = TableDay(table=stream)
        self._tray = _Tray(self.row)

    def take(self, event: MoneyEvent, running: Mapping[Account, int]) -> None:
        """Another event of the day. The books are those before it."""
        if not self.happened:
            self.before, self.happened = Counter(running), True
        for transfer in event.transfers:
            self.moved[transfer.source] -= transfer.amount
            self.moved[transfer.target] += transfer.amount
        self._tray.take(event)

    def end(self, running: Mapping[Account, int]) -> None:
        """The day is over."""
        if self.before is None:
            self.before = Counter(running)
        self.row.win = sum(held for account, held in self.moved.items() if _nature(account) is Nature.EARNED)
        self._tray.add_up()


def _added_up(days: Sequence[_StreamDay], software: str) -> DayReport:
    """One day over all streams."""
    before, moved = Counter[Account](), Counter[Account]()
    for each in days:
        before.update(each.before or {})
        moved.update(each.moved)
    names = {*tables([each.stream for each in days])}
    return DayReport(
        since=days[0].since,
        until=days[0].until,
        software=software,
        accounts=tuple(_by_kind(before, moved)),
        tables=tuple(each.row for each in days if each.happened and each.stream in names),
        sum_before=sum(before.values()),
        sum_after=sum(before.values()) + sum(moved.values()),
    )


def figures_of(report: DayReport) -> DayFigures:
    """The figures of a day, as the line of its closing has them."""
    rows = ({name: getattr(row, name) for name in TableFigures.__struct_fields__} for row in report.tables)
    return DayFigures(
        tuple(AccountFigures(each.account, each.before, each.moved, each.after) for each in report.accounts),
        tuple(TableFigures(**row) for row in rows),
    )


def with_figures(report: DayReport, figures: DayFigures) -> DayReport:
    """A report with the figures in the line of a closing, beside what only the rules can tell."""
    kinds = {kind.name: kind for kind in CHART}
    accounts = [(kinds[each.account], each) for each in figures.accounts]
    played = {row.table: {name: getattr(row, name) for name in OF_PLAY} for row in report.tables}
    return replace(
        report,
        accounts=tuple(
            AccountDay(kind.name, kind.title, kind.nature, each.before, each.moved, each.after) for kind, each in accounts
        ),
        tables=tuple(TableDay(**msgspec.structs.asdict(row), **played.get(row.table, {})) for row in figures.tables),
        sum_before=sum(kind.shown(each.before) for kind, each in accounts),
        sum_after=sum(kind.shown(each.after) for kind, each in accounts),
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
        change = (event.variance or 0) - (event.replaces or 0)
        if not self._counts:  # the last count of an earlier day was made again
            self._day.opener_variance += change
            return
        self._since["tray_variance"] += change
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
