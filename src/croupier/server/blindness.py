"""Blind counts: which amounts are hidden from whom. Every view, event, figure and preview of the server asks here.

Whoever counts a box is not told what it should have before two counts agree; whoever counts a tray is not told what it should
have before two people have signed. A single buy-in is no secret at the table where it is made: a dealer sees it, not the sum.
Who may count a drawer or the vault reads no figure of the floor from which its cash would follow, until it is counted.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from croupier.audit.day_report import DayReport
from croupier.audit.inspection import InspectionKind
from croupier.audit.ticket_report import Figure, TicketReport
from croupier.cage.refusals import hides_amount
from croupier.facts.refusal import Refusal
from croupier.floor.liability import FIGURES, Liability
from croupier.floor.preview import Preview
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART, CountPlace, Nature, kind_of
from croupier.people.duties import Duty
from croupier.server.staff_views import ViewKind
from croupier.table.core.message import Event

READS_BOOKS = frozenset({Duty.DISABLE, Duty.READ_EVERYTHING})
"""The duties of people who read the books. They count no box."""
COUNTS_CASH = frozenset({Duty.HANDLE_MONEY, Duty.DISABLE})
"""The duties of people who count drawers and the vault. Who reads everything counts none."""
BOXED = frozenset(kind.name for kind in CHART if kind.counted is CountPlace.BOX)
"""The accounts whose money is counted in the count room."""
_COUNTED = frozenset(kind.name for kind in CHART if kind.counted)
# From what players brought, staked, won and took away, the cash that they brought would follow.
_PLAY = frozenset(
    {"rack", "felt", "restricted", "unrestricted", "tokens"} | {k.name for k in CHART if k.nature is Nature.EARNED}
)
# Once everybody has left a table, its chips that are not in pockets are in the tray. A clerk may deal at other hours.
_POCKETS = frozenset(kind.name for kind in CHART if kind.counted is CountPlace.TRAY and kind.nature is Nature.OWED)
_DRAWERS = frozenset(kind.name for kind in CHART if kind.counted is CountPlace.DRAWER)
# What players have and tables hold says nothing of the cash at the cage, as long as nobody adds what was paid there.
_AT_TABLES = frozenset(
    kind.name for kind in CHART if kind.per_seat or kind.counted is CountPlace.BOX or kind.nature is Nature.EARNED
)
# Tickets that are owed, and accounts, less what they were: that is what was sold and paid at the counter.
_COUNTER = frozenset({"outstanding-tickets", "former-tickets", "accounts"})
_CASHED = ("sold", "paid", "settled", "by_hand")
HIDDEN: Mapping[ViewKind, frozenset[str]] = {
    ViewKind.PUBLIC: frozenset(kind.name for kind in CHART),
    ViewKind.DEALER: _COUNTED,
    ViewKind.CAGE: BOXED | _PLAY | _POCKETS | _DRAWERS | _COUNTER,
    ViewKind.PIT: _DRAWERS,
    ViewKind.INSPECTOR: frozenset(),
}
"""The kinds of account whose balances are hidden from viewers of each kind."""
HIDDEN_FROM_COUNTERS = HIDDEN[ViewKind.DEALER] | HIDDEN[ViewKind.CAGE] | HIDDEN[ViewKind.PIT]
"""The kinds of account whose balances are hidden from somebody who counts a box, a tray, a drawer or the vault."""
NOT_COUNTED = "{what}: first {due} must be counted, because whoever may count cash does not read before what there should be."
"""Why somebody who may count cash does not read a sum of it yet."""
_TELLS_CASH: Mapping[InspectionKind, bool] = {
    InspectionKind.VERIFY: False,
    InspectionKind.BALANCE: True,
    InspectionKind.RESETTLE: False,
    InspectionKind.TELL: False,
}
"""Whether an inspection of everything has the accounts of drawers and of the vault among its findings, by its kind."""


def hides_event(kind: ViewKind, event: Event) -> bool:
    """Whether an event is kept from viewers of this kind, because the amount in a box would follow from it.

    Those who work at the table see each entry that they make there.
    """
    return kind is ViewKind.CAGE and any(_tells(HIDDEN[kind], transfer) for transfer in _transfers(event))


def _tells(hidden: frozenset[str], transfer: Transfer) -> bool:
    """Whether a transfer goes into a box or out of it, or between two hidden accounts."""
    ends = {kind.name for account in (transfer.source, transfer.target) if (kind := kind_of(account))}
    return not BOXED.isdisjoint(ends) or ends <= hidden


def _transfers(event: Event) -> Iterator[Transfer]:
    """The transfers of an event, and those of the corrected history that it may have."""
    yield from getattr(event, "transfers", ())
    again: Iterable[Event] = getattr(event, "again", ())
    for each in again:
        yield from _transfers(each)


def seen_preview(kind: ViewKind, preview: Preview) -> Preview:
    """A preview without the balances that are hidden. Its digest stands for all of them."""
    return replace(preview, balances=tuple(each for each in preview.balances if each.of not in HIDDEN[kind]))


def seen_liability(kind: ViewKind, owed: Liability) -> Liability:
    """What the floor owes, without the figures that are hidden, and without the sum from which they would follow."""
    hidden = {FIGURES[name] for name in HIDDEN[kind] if name in FIGURES}
    return replace(owed, **dict.fromkeys(hidden | {"total"})) if hidden else owed


def seen_day(report: DayReport, due: tuple[str, ...]) -> DayReport:
    """The page of a day for somebody who may count what is due, without the accounts from which it would follow."""
    accounts = tuple(each for each in report.accounts if each.account in _AT_TABLES)
    return replace(report, accounts=accounts, uncounted=due) if due else report


def seen_tickets(report: TicketReport, due: tuple[str, ...]) -> TicketReport:
    """A report of tickets for somebody who may count what is due, without the sums that came into drawers and went out."""
    hidden = {name: Figure(getattr(report, name).tickets, None) for name in _CASHED}
    return replace(report, **hidden, outstanding=None, former_at_end=None, uncounted=due) if due else report


def tells_cash(kind: InspectionKind, scope: str | None) -> bool:
    """Whether the cash in drawers and in the vault follows from the findings of an inspection. Without a scope it reads all."""
    return scope is None and _TELLS_CASH[kind]


def seen_refusal(verdict: object) -> str | None:
    """Why an order would be refused, for a view; None if it would not, or if that hides an amount.

    Such a refusal is told to those who give the order, because then it is on record.
    """
    return verdict.sentence if isinstance(verdict, Refusal) and not hides_amount(verdict.reason) else None


def hides_stackers(kind: ViewKind) -> bool:
    """Whether the notes in terminals, and the meters from which they would follow, are hidden from viewers of this kind."""
    return not BOXED.isdisjoint(HIDDEN[kind])
