"""Tickets: what the cage keeps about each one it ever issued."""

from enum import StrEnum

import msgspec

from croupier.cage.message import Clerk
from croupier.ledger.accounts import FORMER_TICKETS, OUTSTANDING, Account
from croupier.money import Cents

CAGE_PLACE = "cage"
"""The place of tickets that are issued or paid at the cage. A terminal's place is its table and its name, with a slash."""
FORMER_PLACE = "former system"
"""The place of tickets that a former system of the casino has printed."""


class TicketState(StrEnum):
    """What can still be done with a ticket."""

    ISSUED = "issued"
    PENDING = "pending"
    """It is in a machine that can still give it back."""
    PAID = "paid"
    VOID = "void"
    EXPIRED = "expired"
    WITHHELD = "withheld"
    CLOSED = "closed"
    """Its value is on another ticket, or went to another account."""


UNPAYABLE = frozenset({TicketState.VOID, TicketState.EXPIRED, TicketState.WITHHELD})
"""The states in which the money of a ticket waits for people to decide."""


class Ticket(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A ticket. It is kept forever, so that a paid one is recognised."""

    serial: int
    """Tickets are counted from 1. The serial is no secret; the validation number is, and is not kept: see `numbers`."""
    salt: int
    """The part of its number that was drawn by chance. It is no secret either: without the key it leads nowhere."""
    amount: Cents
    state: TicketState
    issued: int
    """When it was issued: milliseconds since 1970."""
    expires: int | None
    """From when it is not paid any more; None for never."""
    place: str
    """Where it was issued."""
    changed: int
    """When it came to its state."""
    at_place: str
    """Where it came to its state."""
    by: str | None = None
    """Who decided its state; None if a machine did."""
    why: str | None = None
    """The reason; None if none was asked for."""
    reprinted: int | None = None
    """The ticket that was issued in its place; None if none was."""
    until: int | None = None
    """The time agreed with the player, before which it is not paid: milliseconds since 1970; None if none was."""
    former: str | None = None
    """The keyed digest of the number that a former system has printed; None for a ticket of this one."""

    @property
    def account(self) -> Account:
        """Where its value is owed as long as it can be paid."""
        return OUTSTANDING if self.former is None else FORMER_TICKETS

    def is_over(self, at: int) -> bool:
        """Whether its time is over."""
        return self.expires is not None and at >= self.expires


class TicketNotice(msgspec.Struct, frozen=True, gc=False):
    """The notice to the inspector that the payment of a ticket is withheld."""

    at: int
    by: str
    how: str
    """To whom and how it was given."""


class TicketReview(msgspec.Struct, frozen=True, gc=False):
    """What an inspector says about a ticket whose payment is withheld."""

    at: int
    by: str
    """Who wrote it down."""
    inspector: str
    review: str


class Withholding(msgspec.Struct, frozen=True, gc=False):
    """The file of a ticket whose payment is withheld. The notice is due from its beginning."""

    since: int
    """Milliseconds since 1970."""
    by: Clerk
    why: str
    told: TicketNotice | None = None
    review: TicketReview | None = None


def place(table: str, terminal: str) -> str:
    """The place of a terminal, by its name, or by its seat if it has none."""
    return f"{table}/{terminal}"
