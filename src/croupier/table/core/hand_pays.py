"""A hand pay that waits: why it was called, the form on which it is paid, and what stands in its way."""

from enum import StrEnum

import msgspec

from croupier.table.core.person import Person


class HandPayCause(StrEnum):
    """Why an attendant has to pay."""

    LARGE_WIN = "large-win"
    """The win is over the limit of the sign."""
    ASKED = "asked"
    """The player asked for it."""
    OVER_TICKET_LIMIT = "over-ticket-limit"
    """The credit is more than a ticket may be for."""
    PRINTER_FAULT = "printer-fault"
    """The terminal could not print a ticket."""
    KEPT_CREDIT = "kept-credit"
    """It was kept for a player who had left, and coming back to the seat does not bring it."""


class PayForm(msgspec.Struct, frozen=True):
    """The form on which a hand pay is paid, once its amount was verified."""

    number: int
    """Forms of a table are counted from 1."""
    amount: int
    """The amount in cents that was verified."""
    record: str
    """The record of the terminal with which the amount was compared."""
    by: Person
    """Who verified it."""
    at: int
    """When it was verified: milliseconds since 1970."""


class Identification(msgspec.Struct, frozen=True):
    """Identification that a player was asked for."""

    asked_by: Person
    seen: str | None = None
    """What the player has shown; None if nothing yet."""
    seen_by: Person | None = None


class PaymentHold(msgspec.Struct, frozen=True):
    """The decision to withhold a payment until it has been looked into."""

    by: Person
    why: str
    since: int
    """When it was decided: milliseconds since 1970."""
    notices: tuple[int, ...] = ()
    """The numbers of the notices that it demands."""
    inspector: str = ""
    """The inspector who has reviewed it; empty if none has."""
    review: str = ""
    written_by: Person | None = None
    """Who has written the review down; None if nobody has."""


class HandPay(msgspec.Struct, frozen=True):
    """What is known about the hand pay of a terminal while it waits."""

    since: int
    """When it was called first: milliseconds since 1970."""
    causes: tuple[HandPayCause, ...]
    form: PayForm | None = None
    """The form with the amount that was verified last; None if none was."""
    identification: Identification | None = None
    until: int | None = None
    """The time agreed with the player, before which it is not paid: milliseconds since 1970; None if none was."""
    hold: PaymentHold | None = None
    """Why the payment is withheld; None if it is not."""
    released: bool = False
    """Whether it was withheld, and released again."""

    def called_again(self, cause: HandPayCause) -> "HandPay":
        """The hand pay once more credits were taken off the terminal."""
        return msgspec.structs.replace(self, causes=tuple(dict.fromkeys((*self.causes, cause))))
