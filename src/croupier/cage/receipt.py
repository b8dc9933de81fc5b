"""Receipts: what the cage keeps about each transaction at its counter, by number."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from croupier.cage.coins import rounding_of
from croupier.money import Cents


class ReceiptKind(StrEnum):
    """What a receipt is for."""

    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    TICKET_SOLD = "ticket-sold"
    TICKET_PAID = "ticket-paid"
    VOID_TICKET_PAID = "void-ticket-paid"
    EXPIRED_TICKET_PAID = "expired-ticket-paid"
    CHIPS_SOLD = "chips-sold"
    CHIPS_REDEEMED = "chips-redeemed"
    COLOUR_CHECKS = "colour-checks"
    """Colour checks of a closed table, paid in cash."""
    TRANSFER_IN = "transfer-in"
    """From an account to a terminal."""
    TRANSFER_OUT = "transfer-out"
    """From a terminal to an account."""
    PRIZE_CASH = "prize-cash"
    """The cash of a prize."""
    PRIZE_VOUCHER = "prize-voucher"
    """The voucher that is a prize in casino dollars."""
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
    """The terminal, or the table whose colour checks were paid; None for the cage."""
    patron: int | None = None
    serial: int | None = None
    """The ticket."""
    chips: Mapping[int, int] | None = None
    """How many chips of each value, in cents."""
    method: str | None = None
    """How a ticket was paid."""
    second: str | None = None
    """Who signed with the clerk, if two people had to."""
    why: str | None = None
    """The reason, where two people had to sign."""
    reverses: int | None = None
    """The transaction that it reverses."""
    reversed_by: int | None = None
    """The transaction that has reversed it; None if none has."""
    promotion: int | None = None
    """The promotion whose prize was paid or handed over."""
    prize: int | None = None
    """The prize of that promotion."""
    voucher: int | None = None
    """The serial of the voucher, which is no number that a table takes."""
    rounding: Cents = Cents(0)
    """What was handed over beyond the amount, because there is no smaller coin; of a reversal, what came back beyond it."""


_ELSEWHERE = (ReceiptKind.TRANSFER_IN, ReceiptKind.TRANSFER_OUT, ReceiptKind.COLOUR_CHECKS)
"""The transactions about something that is not at the cage."""
_TAKEN_OVER = ("patron", "serial", "chips", "method", "why", "place", "promotion", "prize", "voucher")


def receipt_of(event: msgspec.Struct, number: int, kind: ReceiptKind) -> Receipt:
    """The receipt for what an event states."""
    people = {name: getattr(person, "name", person) for name in ("by", "second") if (person := getattr(event, name, None))}
    stated: dict[str, Any] = {name: getattr(event, name, None) for name in ("at", "amount", *_TAKEN_OVER)}
    stated["place"] = stated["place"] if kind in _ELSEWHERE else None
    stated |= {"reverses": getattr(event, "reverses", None), "rounding": rounding_of(getattr(event, "transfers", ()))}
    return Receipt(number=number, kind=kind, **stated, **people)
