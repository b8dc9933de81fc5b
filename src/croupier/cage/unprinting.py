"""Tickets that nobody holds: one that never came out of a printer, and one that a reader has lost track of."""

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_ticket
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, with_ticket
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE, TicketState
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import OUTSTANDING, TICKETS
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class CancelTicket(CageCommand):
    """Cancel a ticket that did not come out of the printer of the terminal for which it was issued."""

    place: str
    """The table and the seat."""
    serial: int
    amount: Cents
    """The money that the terminal pays otherwise, which has to be the value of the ticket."""


class FreeTicket(CageOrder):
    """Free a ticket that is pending at a terminal whose reader has given it back without saying so."""

    serial: int
    why: str


class TicketCancelled(CageEvent):
    """A ticket did not come out of a printer. Its value went back to the terminal, where an attendant pays it."""

    serial: int
    amount: Cents
    place: str
    transfers: tuple[Transfer, ...]


class TicketFreed(CageEvent):
    """A pending ticket can be redeemed anywhere again."""

    serial: int
    by: Clerk
    why: str


def cancel_ticket(cage: Cage, command: CancelTicket) -> TicketCancelled | Refusal:
    """Cancel a ticket that nobody has redeemed, for exactly what the terminal pays otherwise."""
    ticket = cage.tickets.get(command.serial)
    if ticket is None or ticket.place != command.place or ticket.amount != command.amount:
        return Refusal(Reason.TICKET_UNKNOWN, "This terminal printed no such ticket.")
    if ticket.state is not TicketState.ISSUED:
        came_out = ticket.state in (TicketState.PAID, TicketState.PENDING)
        so = "it did come out" if came_out else "the cage decides about it"
        return Refusal(Reason.TICKET_NOT_HERE, f"Ticket {ticket.serial} is {ticket.state.value}: {so}.")
    transfers = (Transfer(OUTSTANDING, TICKETS, ticket.amount),)
    return TicketCancelled(serial=ticket.serial, amount=ticket.amount, place=command.place, transfers=transfers)


def free_ticket(cage: Cage, command: FreeTicket) -> TicketFreed | Refusal:
    """Free a ticket that is pending at a terminal."""
    ticket = cage.tickets.get(command.serial)
    if ticket is None or ticket.state is not TicketState.PENDING:
        return Refusal(Reason.TICKET_NOT_HERE, "That ticket is in no machine.")
    return TicketFreed(serial=command.serial, by=command.by, why=command.why)


CAGE_REGISTER.declare(
    CageRow(kind=CancelTicket, decide=cancel_ticket),
    CageRow(kind=FreeTicket, decide=free_ticket),
    CageEventRow(
        kind=TicketCancelled,
        apply=lambda cage, e: with_ticket(cage, e.serial, state=TicketState.PAID, changed=e.at, at_place=e.place),
        tell=lambda _, e: f"Ticket {e.serial} ({dollars(e.amount)}) did not come out of the printer of {e.place}.",
        moves_money=True,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketFreed,
        apply=lambda cage, e: with_ticket(cage, e.serial, state=TicketState.ISSUED, changed=e.at, at_place=CAGE_PLACE),
        tell=lambda _, e: f"{e.by} freed ticket {e.serial}{because(e.why)}",
        moves_money=False,
        changes=one_ticket,
    ),
)
