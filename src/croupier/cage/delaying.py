"""Delaying the payment of a ticket to a time agreed with the player, such as until the entitlement is verified."""

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_ticket
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.redeeming import found, not_open
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage, with_ticket
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE
from croupier.facts.refusal import Refusal
from croupier.money import Cents, dollars
from croupier.rules.moments import LATEST, Millis, clock_time


class DelayTicket(CageOrder):
    """Delay the payment of a ticket that is shown to a time agreed with the player. Another agreement may follow."""

    serial: int
    until: Millis
    """The agreed time: milliseconds since 1970."""
    why: str


class TicketDelayed(CageEvent):
    """The payment of a ticket was delayed to a time agreed with the player."""

    serial: int
    amount: Cents
    until: Millis
    expires: Millis | None = None
    """From when it is not paid any more. It has the time again by which it is delayed."""
    by: Clerk
    why: str


def delay_ticket(cage: Cage, command: DelayTicket) -> TicketDelayed | Refusal:
    """Delay the payment of a ticket that could be paid, or is delayed already."""
    ticket, until = found(cage, command.serial), command.until
    if isinstance(ticket, Refusal):
        return ticket
    if refusal := not_open(ticket, command.at, CAGE_PLACE):
        return refusal
    if not command.at < until <= LATEST:
        return Refusal(Reason.BAD_TIME, "The agreed time has to be later than now.")
    expires = None if ticket.expires is None else ticket.expires + until - max(command.at, ticket.until or 0)
    if expires is not None and expires > LATEST:
        return Refusal(Reason.BAD_TIME, "The agreed time has to be earlier: this ticket would expire after the year 9999.")
    return TicketDelayed(
        serial=ticket.serial,
        amount=ticket.amount,
        until=until,
        expires=expires,
        by=command.by,
        why=command.why,
    )


CAGE_REGISTER.declare(
    CageRow(kind=DelayTicket, decide=delay_ticket),
    CageEventRow(
        kind=TicketDelayed,
        apply=lambda cage, e: with_ticket(cage, e.serial, until=e.until, expires=e.expires, by=e.by.name, why=e.why),
        tell=lambda _, e: (
            f"{e.by} delayed the payment of ticket {e.serial} ({dollars(e.amount)}) to {clock_time(e.until)}, as agreed"
            f"{because(e.why)}"
        ),
        moves_money=False,
        changes=one_ticket,
    ),
)
