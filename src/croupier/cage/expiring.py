"""Tickets expire. They stay a liability that is listed apart, until somebody decides what becomes of it."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.rows import CageCommandRow, CageEventRow, Record, declare
from croupier.cage.state import Cage
from croupier.cage.ticket import Ticket, TicketState
from croupier.ledger.accounts import EXPIRED_TICKETS, OUTSTANDING
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars

SWEPT_AT_ONCE = 1_000
"""How many tickets one command looks at."""


class SweepTickets(CageCommand, frozen=True, kw_only=True, tag=True):
    """Look at the next of the oldest tickets, and let those expire whose time is over."""


class TicketsExpired(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Tickets were looked at in the order in which they were issued, and some of them expired."""

    swept: int
    """The serial of the last ticket that was looked at."""
    serials: tuple[int, ...] = ()
    amount: Cents = Cents(0)
    transfers: tuple[Transfer, ...] = ()


def sweep_tickets(cage: Cage, command: SweepTickets) -> TicketsExpired | None:
    """Let tickets expire, oldest first, up to the first whose time is not over. One that never expires holds up none.

    A ticket with a shorter time behind that one is refused when it is presented, and listed as expired later.
    """
    due = tuple(_due(cage, command.at))
    swept = cage.swept + len(due)
    if swept == cage.swept:
        return None
    expired = [ticket for ticket in due if ticket.state is TicketState.ISSUED and ticket.is_over(command.at)]
    amount = Cents(sum(ticket.amount for ticket in expired))
    transfers = (Transfer(OUTSTANDING, EXPIRED_TICKETS, amount),) if amount else ()
    serials = tuple(ticket.serial for ticket in expired)
    return TicketsExpired(swept=swept, serials=serials, amount=amount, transfers=transfers)


def _due(cage: Cage, at: int) -> Iterator[Ticket]:
    """The next tickets, up to the first that expires later. Withheld and pending ones are looked at when they are freed."""
    for serial in range(cage.swept + 1, min(cage.issued, cage.swept + SWEPT_AT_ONCE) + 1):
        ticket = cage.tickets[serial]
        if ticket.state is TicketState.ISSUED and ticket.expires is not None and not ticket.is_over(at):
            return
        yield ticket


def _expire(cage: Cage, event: TicketsExpired) -> Cage:
    tickets = cage.tickets
    for serial in event.serials:
        ticket = tickets[serial]
        tickets = tickets.having(serial, replace(ticket, state=TicketState.EXPIRED, changed=event.at))
    return replace(cage, tickets=tickets, swept=event.swept)


declare(
    CageCommandRow(kind=SweepTickets, decide=sweep_tickets),
    CageEventRow(
        kind=TicketsExpired,
        apply=_expire,
        tell=lambda _, e: f"{len(e.serials)} tickets expired: {dollars(e.amount)}.",
        moves_money=True,
        changes=lambda event: tuple((Record.TICKET, serial) for serial in event.serials),
    ),
)
