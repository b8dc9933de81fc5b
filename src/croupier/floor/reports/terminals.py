"""The money that went in and out at each terminal, what lies in its stacker, and what is kept for players who left."""

from collections import Counter
from collections.abc import Iterator

from croupier.audit.day_report import books_before, money_events
from croupier.audit.window import first_line
from croupier.catalogue import ruleset
from croupier.floor.reports.declaration import ReportColumn, Row, Scope
from croupier.floor.reports.money import (
    BY_HAND,
    CASH_IN,
    CASHLESS_IN,
    CASHLESS_OUT,
    CHIPS_IN,
    CHIPS_OUT,
    DROPPED,
    LEFT,
    WIN,
    flows,
    seat_of,
)
from croupier.ledger.accounts import TICKETS, Account, owed, stacker
from croupier.table.core.opening import read_opening

COLUMNS = (
    ReportColumn("Notes in"),
    ReportColumn("Tickets in"),
    ReportColumn("Transfers in"),
    ReportColumn("Other money in"),
    ReportColumn("Tickets out"),
    ReportColumn("Transfers out"),
    ReportColumn("Other money out"),
    ReportColumn("Hand pays"),
    ReportColumn("Left with players"),
    ReportColumn("Win"),
    ReportColumn("Boxes pulled"),
    ReportColumn("In the stacker at the end"),
    ReportColumn("Kept for players who left"),
)
NOTES, TICKETS_IN, TRANSFERS_IN, OTHER_IN, TICKETS_OUT, TRANSFERS_OUT, OTHER_OUT, *_OTHERS = range(len(COLUMNS))
PAID, STAYS, WON, PULLED, STACKED, KEPT = _OTHERS
"""The columns, by what they add up."""
OF_FLOWS = {
    CASH_IN: NOTES,
    CHIPS_IN: OTHER_IN,
    CHIPS_OUT: OTHER_OUT,
    BY_HAND: PAID,
    LEFT: STAYS,
    WIN: WON,
    DROPPED: PULLED,
}
"""The columns that are those of *Drop and win*. Tickets and transfers are told apart here."""


def rows(scope: Scope) -> Iterator[Row]:
    """A row for each terminal, or for each table that has some."""
    groups = dict[str, Counter[int]]()
    for table in scope.tables:
        if ruleset(read_opening(first_line(scope.journal, table)).ruleset).procedures.is_electronic:
            _add_table(scope, table, groups)
    for name in sorted(groups):
        if any(groups[name].values()):
            yield (name, *(groups[name][column] for column in range(len(COLUMNS))))


def _add_table(scope: Scope, table: str, groups: dict[str, Counter[int]]) -> None:
    before, line = books_before(scope.journal, table, scope.window.since)
    held = Counter(before)
    for event, at in money_events(scope.journal, table, line):
        if scope.window.is_before(at):
            break
        for transfer in event.transfers:
            held[transfer.source] -= transfer.amount
            held[transfer.target] += transfer.amount
            seat = seat_of(transfer.source) or seat_of(transfer.target) or event.seat
            if scope.window.holds(at) and scope.has_place(table, seat):
                sums = groups.setdefault(scope.group(table, seat, at), Counter())
                for column, sign in _columns(transfer.source, transfer.target):
                    sums[column] += sign * transfer.amount
    for account, balance in held.items():
        seat = seat_of(account)
        if seat and balance and scope.has_place(table, seat):
            sums = groups.setdefault(scope.group(table, seat, 0), Counter())
            sums[STACKED] -= balance if account == stacker(seat) else 0
            # A player who is there is owed nothing: it is credit. What players owe is below zero.
            sums[KEPT] += max(0, balance) if account == owed(seat) else 0


def _columns(source: Account, target: Account) -> Iterator[tuple[int, int]]:
    """The columns that count a transfer, each with a sign."""
    for flow, sign in flows(source, target):
        if flow == CASHLESS_IN:
            yield TICKETS_IN if source == TICKETS else TRANSFERS_IN, sign
        elif flow == CASHLESS_OUT:
            yield TICKETS_OUT if target == TICKETS else TRANSFERS_OUT, sign
        elif flow in OF_FLOWS:
            yield OF_FLOWS[flow], sign
