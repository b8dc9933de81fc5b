"""The report of tickets for a day or any other time: what became of them, and what is owed for them at its end."""

from collections.abc import Iterable

import msgspec

from croupier.cage.expiring import TicketsExpired
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.hand_pays import HandPayGiven
from croupier.cage.issuing import TicketIssued
from croupier.cage.receipt import ReceiptKind
from croupier.cage.redeeming import TicketPaid, TicketTaken
from croupier.cage.reversals import TransactionReversed
from croupier.cage.settling import TicketSettled
from croupier.cage.unprinting import TicketCancelled
from croupier.cage.withholding import TicketReleased, TicketVoided, TicketWithheld
from croupier.facts.message import Event
from croupier.journal.port import Lines
from croupier.ledger.accounts import EXPIRED_TICKETS, FORMER_TICKETS, OUTSTANDING, VOID_TICKETS, WITHHELD_TICKETS
from croupier.ledger.book import Transfer


class Figure(msgspec.Struct):
    """How many tickets, and their value in cents."""

    tickets: int = 0
    amount: int | None = 0
    """Null to those who may count the drawers, until they are counted."""

    def add(self, tickets: int, amount: int) -> None:
        """Count some more, or less."""
        self.tickets += tickets
        self.amount = (self.amount or 0) + amount


class TicketReport(msgspec.Struct, kw_only=True):
    """What became of tickets between two times, and how things stand at the end."""

    since: int
    until: int
    uncounted: tuple[str, ...] = ()
    """The drawers and the vault whose counts are due, if amounts are left out for those who may count them."""
    printed: Figure = msgspec.field(default_factory=Figure)
    """Printed by terminals."""
    sold: Figure = msgspec.field(default_factory=Figure)
    """Sold by the cage."""
    taken: Figure = msgspec.field(default_factory=Figure)
    """Taken in by terminals."""
    paid: Figure = msgspec.field(default_factory=Figure)
    """Paid by the cage, also those of a former system."""
    expired: Figure = msgspec.field(default_factory=Figure)
    void: Figure = msgspec.field(default_factory=Figure)
    withheld: Figure = msgspec.field(default_factory=Figure)
    """Whose payment was withheld."""
    released: Figure = msgspec.field(default_factory=Figure)
    """Which may be paid again after they were withheld."""
    settled: Figure = msgspec.field(default_factory=Figure)
    """Void and expired ones about whose value it was decided."""
    by_hand: Figure = msgspec.field(default_factory=Figure)
    """Hand pays that the cage paid, for comparison: they are no tickets."""
    outstanding: int | None = 0
    """The value of all tickets that can be redeemed at the end, in cents; null as the amounts above."""
    outstanding_tickets: int = 0
    """How many these are."""
    withheld_at_end: int = 0
    """The value of tickets that are withheld at the end, in cents."""
    expired_at_end: int = 0
    """The value of expired tickets at the end, in cents."""
    void_at_end: int = 0
    """The value of tickets that are void at the end, in cents."""
    former_at_end: int | None = 0
    """The value of tickets of a former system that can be redeemed at the end, in cents. They are not among those above."""


COUNTED: dict[type[Event], str] = {
    TicketTaken: "taken",
    TicketCancelled: "taken",
    TicketPaid: "paid",
    TicketVoided: "void",
    TicketWithheld: "withheld",
    TicketReleased: "released",
    TicketSettled: "settled",
    HandPayGiven: "by_hand",
}
"""The figure that counts an event about one ticket, or a hand pay."""
REVERSED = {
    ReceiptKind.TICKET_SOLD: "sold",
    ReceiptKind.TICKET_PAID: "paid",
    ReceiptKind.VOID_TICKET_PAID: "settled",
    ReceiptKind.EXPIRED_TICKET_PAID: "settled",
}
"""The figure from which the reversal of a transaction with a ticket is taken."""
AT_END = {
    OUTSTANDING: "outstanding",
    WITHHELD_TICKETS: "withheld_at_end",
    EXPIRED_TICKETS: "expired_at_end",
    VOID_TICKETS: "void_at_end",
    FORMER_TICKETS: "former_at_end",
}
"""The balances at the end, by account."""


def ticket_report(journal: Lines, since: int, until: int) -> TicketReport:
    """Read the stream of the cage up to a time, and count what happened since another: milliseconds since 1970."""
    report = TicketReport(since=since, until=until)
    for event in cage_events(journal):
        if event.at >= until:
            break
        for transfer in _transfers(event):
            for account, sign in ((transfer.target, 1), (transfer.source, -1)):
                if name := AT_END.get(account):
                    setattr(report, name, (getattr(report, name) or 0) + sign * transfer.amount)
        name, count, amount, change = counted(event)
        report.outstanding_tickets += change
        if event.at >= since and name:
            getattr(report, name).add(count, amount)
    return report


def cage_events(journal: Lines) -> Iterable[Event]:
    """The events of the cage, in order."""
    return (event for line in journal.lines(CAGE_REGISTER.name) for event in CAGE_REGISTER.read(line.body).events)


def _transfers(event: Event) -> tuple[Transfer, ...]:
    return getattr(event, "transfers", ())


def counted(event: Event) -> tuple[str, int, int, int]:
    """The figure that counts an event, the number and value to count, and the change of the tickets outstanding."""
    match event:
        case TicketIssued():
            return "sold" if event.by else "printed", 1, event.amount, 1
        case TransactionReversed(serial=int()):
            return REVERSED[event.kind], -1, -event.amount, _outstanding_change(event.transfers)
        case TicketsExpired():
            return "expired", len(event.serials), event.amount, -len(event.serials)
        case (
            TicketTaken()
            | TicketCancelled()
            | TicketPaid()
            | TicketVoided()
            | TicketWithheld()
            | TicketReleased()
            | TicketSettled()
            | HandPayGiven()
        ):
            return COUNTED[type(event)], 1, event.amount, _outstanding_change(event.transfers)
        case _:
            return "", 0, 0, 0


def _outstanding_change(transfers: Iterable[Transfer]) -> int:
    """How many tickets more are outstanding after an event about one ticket, or less."""
    return sum((each.target == OUTSTANDING) - (each.source == OUTSTANDING) for each in transfers)
