"""Reports that add up transfers: what is owed, and what tables and terminals have taken and won."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from croupier.audit.balance import balanced_streams
from croupier.audit.day_report import books_before, money_events
from croupier.audit.ticket_report import cage_events
from croupier.cage.counting import BoxCounted, BoxTaken
from croupier.cage.variances import VarianceCorrected, VarianceNoted
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope, place_of
from croupier.floor.reports.play import share
from croupier.journal.streams import CAGE, tables
from croupier.ledger.accounts import CAGE as WITH_CAGE
from croupier.ledger.accounts import CASHLESS, COMMISSION, DROP, FLOAT, HAND_PAYS, TICKETS, Account, rack, stacker
from croupier.ledger.chart import AccountKind, Nature, kind_of

LIABILITY = (ReportColumn("At the beginning"), ReportColumn("Moved"), ReportColumn("At the end"))
TAKINGS = (
    ReportColumn("Cash in"),
    ReportColumn("Tickets and accounts in"),
    ReportColumn("Chips in"),
    ReportColumn("Tickets and accounts out"),
    ReportColumn("Chips out"),
    ReportColumn("Hand pays"),
    ReportColumn("Fills"),
    ReportColumn("Credits"),
    ReportColumn("Drop"),
    ReportColumn("Counted"),
    ReportColumn("Over or short"),
    ReportColumn("Commission"),
    ReportColumn("Win"),
    ReportColumn("Win of drop", Kind.FIGURE),
)
CASH_IN, CASHLESS_IN, CHIPS_IN, CASHLESS_OUT, CHIPS_OUT, BY_HAND, FILLS, CREDITS, DROPPED, COUNTED, OVER, COMMISSIONS, WIN = (
    range(len(TAKINGS) - 1)
)
"""The columns, by what they add up."""


def _kind(account: Account) -> AccountKind:
    kind = kind_of(account)
    assert kind, "the books accept no account that is not in the chart"
    return kind


RACK, STACKER, DROP_BOX = _kind(rack("")), _kind(stacker("")), _kind(DROP)
CLEARED = (TICKETS, CASHLESS)
BETWEEN = "between tables and the cage"
"""The group of accounts through which money goes between tables and the cage. Over the whole floor they are zero."""


def liability_rows(scope: Scope) -> Iterator[Row]:
    """What the house owes by kind of account, by place or by terminal."""
    before, moved = Counter[str](), Counter[str]()
    for stream in balanced_streams(scope.journal.heads()):
        place = place_of(stream)
        if scope.question.table in (None, place):
            for sums, into in zip(_owed(scope, stream), (before, moved), strict=True):
                for account, held in sums.items():
                    into[_liability_group(scope, place, account)] += held
    for name in sorted({*before, *moved}):
        if before[name] or moved[name]:
            yield name, before[name], moved[name], before[name] + moved[name]


def _owed(scope: Scope, stream: str) -> tuple[Counter[Account], Counter[Account]]:
    """The accounts of a stream that the house owes: before the interval, and what has moved in it."""
    held, line = books_before(scope.journal, stream, scope.window.since)
    before, moved = Counter(held), Counter[Account]()
    for event, at in money_events(scope.journal, stream, line):
        if scope.window.is_before(at):
            break
        into = moved if scope.window.holds(at) else before
        for transfer in event.transfers:
            into[transfer.source] -= transfer.amount
            into[transfer.target] += transfer.amount
    for sums in (before, moved):
        for account in [*sums]:
            if _kind(account).nature is not Nature.OWED or scope.question.terminal not in (None, _seat(account)):
                del sums[account]
    return before, moved


def _seat(account: Account) -> str | None:
    return account.partition(":")[2] or None


def _liability_group(scope: Scope, place: str, account: Account) -> str:
    if scope.by == "account":
        kind = _kind(account)
        return f"{kind.name}: {kind.meaning}"
    if account in CLEARED:
        return BETWEEN
    return scope.group(place, _seat(account), 0)


def taking_rows(scope: Scope) -> Iterator[Row]:
    """What came in and went out, the drop with its count, and the win."""
    groups = dict[str, Counter[int]]()
    for table in scope.tables:
        _add_moves(scope, table, groups)
    if CAGE in scope.journal.heads():
        _add_counts(scope, groups)
    for name in sorted(groups):
        sums = groups[name]
        hold = share(Fraction(sums[WIN], sums[DROPPED])) if sums[DROPPED] else None
        yield (name, *(sums[column] for column in range(len(TAKINGS) - 1)), hold)


def _add_moves(scope: Scope, table: str, groups: dict[str, Counter[int]]) -> None:
    _, line = books_before(scope.journal, table, scope.window.since)
    for event, at in money_events(scope.journal, table, line):
        if scope.window.is_before(at):
            break
        if not scope.window.holds(at):
            continue
        for transfer in event.transfers:
            flows, seat = _flows(transfer.source, transfer.target)
            if flows and scope.has_place(table, seat):
                sums = groups.setdefault(scope.group(table, seat, at), Counter())
                for column, sign in flows:
                    sums[column] += sign * transfer.amount


@lru_cache(maxsize=100_000)
def _flows(source: Account, target: Account) -> tuple[tuple[tuple[int, int], ...], str | None]:
    """The columns that count a transfer, each with a sign, and the seat that it is about."""
    kinds, seat = (_kind(source), _kind(target)), _seat(source) or _seat(target)
    found = list[tuple[int, int]]()
    for (here, there), cleared, boxed, chips, floated in (
        (kinds, CASHLESS_IN, CASH_IN, CHIPS_IN, FILLS),
        (kinds[::-1], CASHLESS_OUT, DROPPED, CHIPS_OUT, CREDITS),
    ):
        if here in (STACKER, DROP_BOX):
            found.append((boxed, 1))
        elif here.name in CLEARED:
            found.append((cleared, 1))
        elif here.name == FLOAT:
            found.append((floated, 1))
        elif here.name == WITH_CAGE and there is RACK:
            found.append((chips, 1))
    if target == HAND_PAYS:
        found.append((BY_HAND, 1))
    for kind, sign in zip(kinds, (-1, 1), strict=True):
        if kind.nature is Nature.EARNED:
            found.append((WIN, sign))
        if kind.name == COMMISSION:
            found.append((COMMISSIONS, sign))
    return tuple(found), seat


def _add_counts(scope: Scope, groups: dict[str, Counter[int]]) -> None:
    """Add what was counted in boxes and trays to the places they came from, at the time of the count."""
    places = dict[int, str]()
    for event in cage_events(scope.journal):
        if scope.window.is_before(event.at):
            break
        match event:
            case BoxTaken():
                places[event.number] = event.place
                continue
            case BoxCounted() if event.counted is not None and event.amount is not None:
                place, counted, over = places[event.box], event.counted, event.counted - event.amount
            case VarianceNoted() | VarianceCorrected():
                place, counted, over = event.place, 0, event.amount
            case _:
                continue
        table, _, seat = place.partition("/")
        if scope.window.holds(event.at) and scope.has_place(table, seat or None) and table in tables(scope.journal.heads()):
            sums = groups.setdefault(scope.group(table, seat or None, event.at), Counter())
            sums[COUNTED] += counted
            sums[OVER] += over
