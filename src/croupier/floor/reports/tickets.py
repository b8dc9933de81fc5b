"""The report of tickets: issued, redeemed, expired and outstanding."""

from collections import Counter
from collections.abc import Iterator, Mapping

from croupier.audit.ticket_report import cage_events, counted, ticket_report
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.ticket import CAGE_PLACE
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope
from croupier.money import dollars

FIGURES = ("printed", "sold", "taken", "paid", "expired", "void", "withheld", "released", "settled")
"""The figures of the report of tickets that are counted here, in the order of the columns."""
COLUMNS = (
    ReportColumn("Issued", Kind.COUNT),
    ReportColumn("Printed"),
    ReportColumn("Sold"),
    ReportColumn("Redeemed", Kind.COUNT),
    ReportColumn("Taken in"),
    ReportColumn("Paid"),
    ReportColumn("Expired"),
    ReportColumn("Void"),
    ReportColumn("Withheld"),
    ReportColumn("Released"),
    ReportColumn("Decided"),
)


def rows(scope: Scope) -> Iterator[Row]:
    """A row for each place or each day."""
    groups = dict[str, tuple[Counter[str], Counter[str]]]()
    for event in cage_events(scope.journal) if CAGE_REGISTER.name in scope.journal.heads() else ():
        if scope.window.is_before(event.at):
            break
        name, tickets, amount, _ = counted(event)
        if name not in FIGURES or not scope.window.holds(event.at):
            continue
        table, _, seat = str(getattr(event, "place", CAGE_PLACE)).partition("/")
        if scope.has_place(table, seat or None):
            number, value = groups.setdefault(scope.group(table, seat or None, event.at), (Counter(), Counter()))
            number[name] += tickets
            value[name] += amount
    for group in sorted(groups):
        number, value = groups[group]
        printed, sold, taken, paid, *others = (value[name] for name in FIGURES)
        issued, redeemed = (number[one] + number[other] for one, other in (FIGURES[:2], FIGURES[2:4]))
        yield group, issued, printed, sold, redeemed, taken, paid, *others


def outstanding(scope: Scope) -> Mapping[str, str]:
    """What is owed for tickets at the end."""
    if CAGE_REGISTER.name not in scope.journal.heads():
        return {}
    until = scope.window.until
    assert until is not None, "the interval of a report ends"
    found = ticket_report(scope.journal, 0, until)
    return {
        "Outstanding at the end": f"{found.outstanding_tickets:,} tickets, {dollars(found.outstanding or 0)}",
        "Expired, not paid": dollars(found.expired_at_end),
        "Withheld": dollars(found.withheld_at_end),
        "Void, not decided": dollars(found.void_at_end),
        "Of a former system": dollars(found.former_at_end or 0),
    }
