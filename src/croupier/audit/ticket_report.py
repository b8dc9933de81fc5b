"""The report of tickets for a day or any other time: issued, redeemed, expired, and outstanding at its end."""

from collections.abc import Iterable

import msgspec

from croupier.cage.expiring import TicketsExpired
from croupier.cage.issuing import TicketIssued
from croupier.cage.message import CageEvent
from croupier.cage.recorded import read_recorded
from croupier.cage.redeeming import TicketPaid, TicketTaken
from croupier.cage.unprinting import TicketCancelled
from croupier.cage.withholding import TicketVoided
from croupier.journal.port import Lines
from croupier.journal.streams import CAGE
from croupier.ledger.accounts import OUTSTANDING
from croupier.ledger.book import Transfer


class Figure(msgspec.Struct):
    """How many tickets, and their value in cents."""

    tickets: int = 0
    amount: int = 0

    def add(self, tickets: int, amount: int) -> None:
        """Count some more."""
        self.tickets += tickets
        self.amount += amount


class TicketReport(msgspec.Struct, kw_only=True):
    """What became of tickets between two times."""

    since: int
    until: int
    printed: Figure
    """Printed by terminals."""
    sold: Figure
    """Sold by the cage."""
    taken: Figure
    """Taken in by terminals."""
    paid: Figure
    """Paid by the cage."""
    expired: Figure
    void: Figure
    outstanding: int
    """The value of all tickets that can be redeemed at the end, in cents."""


def ticket_report(journal: Lines, since: int, until: int) -> TicketReport:
    """Read the stream of the cage up to a time, and count what happened since another: milliseconds since 1970."""
    names = ("printed", "sold", "taken", "paid", "expired", "void")
    report = TicketReport(since=since, until=until, outstanding=0, **{name: Figure() for name in names})
    for event in _events(journal):
        if event.at >= until:
            break
        for transfer in _transfers(event):
            report.outstanding += transfer.amount * ((transfer.target == OUTSTANDING) - (transfer.source == OUTSTANDING))
        if event.at >= since:
            _count(report, event)
    return report


def _events(journal: Lines) -> Iterable[CageEvent]:
    return (event for line in journal.lines(CAGE) for event in read_recorded(line.body).events)


def _transfers(event: CageEvent) -> tuple[Transfer, ...]:
    return getattr(event, "transfers", ())


def _count(report: TicketReport, event: CageEvent) -> None:
    match event:
        case TicketIssued():
            (report.sold if event.by else report.printed).add(1, event.amount)
        case TicketTaken() | TicketCancelled():
            report.taken.add(1, event.amount)
        case TicketPaid():
            report.paid.add(1, event.amount)
        case TicketVoided():
            report.void.add(1, event.amount)
        case TicketsExpired():
            report.expired.add(len(event.serials), event.amount)
        case _:
            pass
