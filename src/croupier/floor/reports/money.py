"""Reports that add up transfers: what is owed, and what tables and terminals have taken and won."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from croupier.audit.balance import balanced_streams
from croupier.audit.day_report import books_before, money_events
from croupier.audit.ticket_report import cage_events
from croupier.cage.counting import BoxCounted, BoxTaken
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.variances import VarianceCorrected, VarianceNoted
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope, place_of
from croupier.floor.reports.play import share
from croupier.journal.streams import tables
from croupier.ledger.accounts import (
    CASHLESS,
    COLOUR_CHECKS,
    COMMISSION,
    DROP,
    FLOAT,
    HAND_PAYS,
    PAID_BY_HAND,
    PROMOTIONS,
    TICKETS,
    Account,
    stacker,
)
from croupier.ledger.chart import AccountKind, Nature, kind_of

LIABILITY = (ReportColumn("At the beginning"), ReportColumn("Moved"), ReportColumn("At the end"))
TAKINGS = (
    ReportColumn("Cash in"),
    ReportColumn("Tickets and accounts in"),
    ReportColumn("Chips in"),
    ReportColumn("Tickets and accounts out"),
    ReportColumn("Chips out"),
    ReportColumn("Hand pays"),
    ReportColumn("Left with players"),
    ReportColumn("Fills"),
    ReportColumn("Credits"),
    ReportColumn("Boxes pulled"),
    ReportColumn("Counted"),
    ReportColumn("Over or short"),
    ReportColumn("Commission"),
    ReportColumn("Promotions"),
    ReportColumn("Win"),
    ReportColumn("Win of boxes pulled", Kind.FIGURE),
)
CASH_IN, CASHLESS_IN, CHIPS_IN, CASHLESS_OUT, CHIPS_OUT, BY_HAND, LEFT, FILLS, CREDITS, *_OTHERS = range(len(TAKINGS) - 1)
DROPPED, COUNTED, OVER, COMMISSIONS, PROMOTED, WIN = _OTHERS
"""The columns, by what they add up."""


def _kind(account: Account) -> AccountKind:
    kind = kind_of(account)
    assert kind, "the books accept no account that is not in the chart"
    return kind


BOXES = (_kind(stacker("")), _kind(DROP))
COUNTER = place_of(CAGE_REGISTER.name)
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
            if _kind(account).nature is not Nature.OWED or not scope.has_place(place_of(stream), seat_of(account)):
                del sums[account]
    return before, moved


def seat_of(account: Account) -> str | None:
    """The seat or the terminal whose account it is; None if it is the table's."""
    return account.partition(":")[2] or None


def _liability_group(scope: Scope, place: str, account: Account) -> str:
    if scope.by == "account":
        kind = _kind(account)
        return kind.title
    if account in CLEARED:
        return BETWEEN
    return scope.group(place, seat_of(account), 0)


def taking_rows(scope: Scope) -> Iterator[Row]:
    """What came in and went out, the drop with its count, and the win."""
    groups = dict[str, Counter[int]]()
    for table in scope.tables:
        _add_moves(scope, table, groups)
    if CAGE_REGISTER.name in scope.journal.heads():
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
            seat = seat_of(transfer.source) or seat_of(transfer.target) or event.seat
            if (counted := flows(transfer.source, transfer.target)) and scope.has_place(table, seat):
                sums = groups.setdefault(scope.group(table, seat, at), Counter())
                for column, sign in counted:
                    sums[column] += sign * transfer.amount


@lru_cache(maxsize=100_000)
def flows(source: Account, target: Account) -> tuple[tuple[int, int], ...]:
    """The columns that count a transfer, each with a sign. What comes in, less what goes out and stays, is the win."""
    here, there = _kind(source), _kind(target)
    is_in, is_out = _is_at_play(there) and not _is_at_play(here), _is_at_play(here) and not _is_at_play(there)
    found = list[tuple[int, int]]()
    if is_in:
        found.append((CASH_IN if here in BOXES else CASHLESS_IN if here.name in CLEARED else CHIPS_IN, 1))
    elif is_out and source != COLOUR_CHECKS and (source == HAND_PAYS or target == PAID_BY_HAND):
        found.append((BY_HAND, 1))
    elif is_out and there in BOXES:
        found.append((CASH_IN, -1))
    elif is_out:
        found.append((CASHLESS_OUT if there.name in CLEARED else CHIPS_OUT, 1))
    elif there in BOXES:
        found.append((DROPPED, 1))
    elif FLOAT in (source, target):
        found.append((FILLS if source == FLOAT else CREDITS, 1))
    for kind, sign in ((here, -1), (there, 1)):
        if kind.nature is Nature.EARNED:
            found.append((WIN, sign))
        elif _is_at_play(kind):
            found.append((LEFT, sign))
        if kind.name == COMMISSION:
            found.append((COMMISSIONS, sign))
        if kind.name == PROMOTIONS:
            found.append((PROMOTED, -sign))
    return tuple(found)


def _is_at_play(kind: AccountKind) -> bool:
    """Whether it is money of players at the table, or was won; else it is cash, chips, tickets or money of accounts."""
    return kind.nature is not Nature.IN_HAND and kind.name not in CLEARED


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
