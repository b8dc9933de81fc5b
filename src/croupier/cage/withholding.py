"""Tickets that are not paid: withheld until they have been looked into, or void."""

from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.redeeming import found, not_payable
from croupier.cage.refusals import CageReason, CageRefusal, signed_alone
from croupier.cage.rows import CageCommandRow, CageEventRow, declare, one_ticket
from croupier.cage.state import Cage, freed, with_ticket
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE, TicketState
from croupier.ledger.accounts import OUTSTANDING, VOID_TICKETS, WITHHELD_TICKETS
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class WithholdTicket(CageOrder, frozen=True, kw_only=True, tag=True):
    """Withhold the payment of a ticket until it has been looked into."""

    serial: int
    why: str


class ReleaseTicket(CageOrder, frozen=True, kw_only=True, tag=True):
    """Let a ticket be paid whose payment was withheld."""

    serial: int
    why: str


class VoidTicket(CageOrder, frozen=True, kw_only=True, tag=True):
    """Declare a ticket void that nobody can present, such as one that a printer has spoilt."""

    serial: int
    why: str
    second: Clerk
    """Who approves it."""


class TicketWithheld(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The payment of a ticket was withheld. The inspector has to be told."""

    serial: int
    amount: Cents
    by: Clerk
    why: str
    transfers: tuple[Transfer, ...]


class TicketReleased(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A ticket may be paid again."""

    serial: int
    amount: Cents
    expires: int | None = None
    """From when it is not paid any more. It has the time again during which it was withheld."""
    by: Clerk
    why: str
    transfers: tuple[Transfer, ...]


class TicketVoided(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A ticket was declared void. Its value waits in an account of its own, until it is decided who is owed it."""

    serial: int
    amount: Cents
    by: Clerk
    second: Clerk
    why: str
    transfers: tuple[Transfer, ...]


def withhold_ticket(cage: Cage, command: WithholdTicket) -> TicketWithheld | CageRefusal:
    """Withhold a ticket that would be paid otherwise."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, CageRefusal):
        return ticket
    if refusal := not_payable(ticket, command.at, CAGE_PLACE):
        return refusal
    transfers = (Transfer(OUTSTANDING, WITHHELD_TICKETS, ticket.amount),)
    return TicketWithheld(serial=ticket.serial, amount=ticket.amount, by=command.by, why=command.why, transfers=transfers)


def release_ticket(cage: Cage, command: ReleaseTicket) -> TicketReleased | CageRefusal:
    """Release a ticket that is withheld."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, CageRefusal):
        return ticket
    if ticket.state is not TicketState.WITHHELD:
        return CageRefusal(CageReason.TICKET_NOT_WITHHELD, "The payment of this ticket is not withheld.")
    transfers = (Transfer(WITHHELD_TICKETS, OUTSTANDING, ticket.amount),)
    return TicketReleased(
        serial=ticket.serial,
        amount=ticket.amount,
        expires=None if ticket.expires is None else ticket.expires + command.at - ticket.changed,
        by=command.by,
        why=command.why,
        transfers=transfers,
    )


def void_ticket(cage: Cage, command: VoidTicket) -> TicketVoided | CageRefusal:
    """Declare a ticket void that could be paid, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve that a ticket is void."):
        return refusal
    ticket = found(cage, command.serial)
    if isinstance(ticket, CageRefusal):
        return ticket
    if refusal := not_payable(ticket, command.at, CAGE_PLACE):
        return refusal
    return TicketVoided(
        serial=ticket.serial,
        amount=ticket.amount,
        by=command.by,
        second=command.second,
        why=command.why,
        transfers=(Transfer(OUTSTANDING, VOID_TICKETS, ticket.amount),),
    )


def _to(state: TicketState, cage: Cage, serial: int, at: int) -> Cage:
    return with_ticket(cage, serial, state=state, changed=at, at_place=CAGE_PLACE)


declare(
    CageCommandRow(kind=WithholdTicket, decide=withhold_ticket),
    CageCommandRow(kind=ReleaseTicket, decide=release_ticket),
    CageCommandRow(kind=VoidTicket, decide=void_ticket),
    CageEventRow(
        kind=TicketWithheld,
        apply=lambda cage, e: _to(TicketState.WITHHELD, cage, e.serial, e.at),
        tell=lambda _, e: f"{e.by} withheld ticket {e.serial} ({dollars(e.amount)}){because(e.why)}",
        moves_money=True,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketReleased,
        apply=lambda cage, e: freed(cage, e.serial, expires=e.expires, changed=e.at, at_place=CAGE_PLACE),
        tell=lambda _, e: f"{e.by} released ticket {e.serial} ({dollars(e.amount)}){because(e.why)}",
        moves_money=True,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketVoided,
        apply=lambda cage, e: _to(TicketState.VOID, cage, e.serial, e.at),
        tell=lambda _, e: f"{e.by} and {e.second} declared ticket {e.serial} ({dollars(e.amount)}) void{because(e.why)}",
        moves_money=True,
        changes=one_ticket,
    ),
)
