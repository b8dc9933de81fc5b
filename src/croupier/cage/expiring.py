"""Tickets expire. They stay a liability that is listed apart, until somebody decides what becomes of it."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Record
from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.state import Cage
from croupier.cage.ticket import Ticket, TicketState
from croupier.ledger.accounts import EXPIRED_TICKETS, OUTSTANDING
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.moments import Millis

SWEPT_AT_ONCE = 1_000
"""How many tickets one command looks at."""


class SweepTickets(CageCommand):
    """Look at some tickets, and let those expire whose time is over."""

    first: int = 1
    """The serial of the first of them."""


class TicketsExpired(CageEvent):
    """Tickets expired."""

    serials: tuple[int, ...]
    amount: Cents
    transfers: tuple[Transfer, ...]


def sweep_tickets(cage: Cage, command: SweepTickets) -> TicketsExpired | None:
    """Let tickets expire, each at its own time: one with a later date holds up none."""
    issued = (ticket for ticket in _some(cage, command.first) if ticket.state is TicketState.ISSUED)
    expired = [ticket for ticket in issued if ticket.is_over(command.at)]
    if not expired:
        return None
    amount = Cents(sum(ticket.amount for ticket in expired))
    serials = tuple(ticket.serial for ticket in expired)
    return TicketsExpired(serials=serials, amount=amount, transfers=(Transfer(OUTSTANDING, EXPIRED_TICKETS, amount),))


def next_expiry(cage: Cage, first: int) -> Millis | None:
    """When the first of some tickets expires that still can; None if none does."""
    return min((each.expires for each in _some(cage, first) if each.state is TicketState.ISSUED and each.expires), default=None)


def _some(cage: Cage, first: int) -> Iterator[Ticket]:
    return (cage.tickets[serial] for serial in range(max(1, first), min(cage.issued, first + SWEPT_AT_ONCE - 1) + 1))


def _expire(cage: Cage, event: TicketsExpired) -> Cage:
    tickets = cage.tickets
    for serial in event.serials:
        ticket = tickets[serial]
        tickets = tickets.having(serial, replace(ticket, state=TicketState.EXPIRED, changed=event.at, by=None, why=None))
    return replace(cage, tickets=tickets, unpayable=cage.unpayable.union(event.serials))


CAGE_REGISTER.declare(
    CageRow(kind=SweepTickets, decide=sweep_tickets),
    CageEventRow(
        kind=TicketsExpired,
        apply=_expire,
        tell=lambda _, e: f"{len(e.serials)} tickets expired: {dollars(e.amount)}.",
        moves_money=True,
        changes=lambda event: tuple((Record.TICKET, serial) for serial in event.serials),
    ),
)
