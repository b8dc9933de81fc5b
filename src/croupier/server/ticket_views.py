"""Tickets as staff see them: without the validation number, which is money."""

import msgspec

from croupier.cage.ticket import Ticket, TicketState
from croupier.floor.keeper import Keeper


class TicketView(msgspec.Struct, frozen=True):
    """A ticket as staff see it: without its validation number, which is money."""

    serial: int
    ends: str
    """The last four digits of the validation number."""
    amount: int
    state: TicketState
    issued: int
    """When it was issued: milliseconds since 1970."""
    expires: int | None
    """From when it is not paid any more; null for never."""
    place: str
    """Where it was issued: a table and a seat, or the cage."""
    changed: int
    """When it came to its state."""
    at_place: str
    """Where it came to its state."""


def ticket_view(keeper: Keeper, ticket: Ticket) -> TicketView:
    """A ticket without its validation number, but for its end."""
    return TicketView(
        serial=ticket.serial,
        ends=keeper.number(ticket.serial)[-4:],
        amount=ticket.amount,
        state=ticket.state,
        issued=ticket.issued,
        expires=ticket.expires,
        place=ticket.place,
        changed=ticket.changed,
        at_place=ticket.at_place,
    )
