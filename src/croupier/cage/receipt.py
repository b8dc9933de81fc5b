"""Receipts: what the cage keeps about each transaction at its counter, by number."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from croupier.money import Cents


class ReceiptKind(StrEnum):
    """What a receipt is for."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    TICKET_SOLD = "ticket-sold"
    TICKET_PAID = "ticket-paid"
    CHIPS_SOLD = "chips-sold"
    CHIPS_REDEEMED = "chips-redeemed"
    TRANSFER_IN = "transfer-in"
    """From an account to a terminal."""
    TRANSFER_OUT = "transfer-out"
    """From a terminal to an account."""
    REVERSAL = "reversal"
    """It undoes another transaction."""


class Receipt(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A transaction, as its receipt states it. It has no number by which money can be had."""

    number: int
    """Transactions are counted from 1."""
    kind: ReceiptKind
    at: int
    """Milliseconds since 1970."""
    amount: Cents
    by: str | None = None
    """The clerk; None if a terminal did it."""
    place: str | None = None
    """The terminal; None for the cage."""
    patron: int | None = None
    serial: int | None = None
    """The ticket."""
    chips: Mapping[int, int] | None = None
    """How many chips of each value, in cents."""
    method: str | None = None
    """How a ticket was paid."""
    second: str | None = None
    """Who signed a reversal with the clerk."""
    why: str | None = None
    """The reason of a reversal."""
    reverses: int | None = None
    """The transaction that it reverses."""
    reversed_by: int | None = None
    """The transaction that has reversed it; None if none has."""


_TAKEN_OVER = ("patron", "serial", "chips", "method", "why", "place")


def receipt_of(event: msgspec.Struct, number: int, kind: ReceiptKind) -> Receipt:
    """The receipt for what an event states."""
    people = {name: person.name for name in ("by", "second") if (person := getattr(event, name, None))}
    stated = {name: getattr(event, name, None) for name in ("at", "amount", *_TAKEN_OVER)}
    stated["place"] = stated["place"] if kind in (ReceiptKind.TRANSFER_IN, ReceiptKind.TRANSFER_OUT) else None
    return Receipt(number=number, kind=kind, reverses=getattr(event, "reverses", None), **stated, **people)
