"""Receipts of the cage, as staff see and print them."""

from collections.abc import Mapping

import msgspec

from croupier.cage.receipt import Receipt, ReceiptKind


class ReceiptView(msgspec.Struct, frozen=True):
    """A transaction at the counter, as its receipt states it. No number in it is worth money."""

    operator: str
    """The name of the floor."""
    number: int
    kind: ReceiptKind
    at: int
    """Milliseconds since 1970."""
    amount: int
    by: str | None
    """The clerk; null if a terminal did it."""
    place: str | None
    """The terminal, or the table whose colour checks were paid; null for the cage."""
    patron: int | None
    serial: int | None
    """The ticket."""
    chips: Mapping[int, int] | None
    """How many chips of each value, in cents."""
    method: str | None
    """How a ticket was paid."""
    second: str | None
    """Who signed with the clerk, if two people had to."""
    why: str | None
    """The reason of a reversal."""
    reverses: int | None
    """The transaction that it reverses."""
    reversed_by: int | None
    """The transaction that has reversed it; null if none has."""
    promotion: int | None = None
    """The promotion whose prize was paid or handed over; null for anything else."""
    prize: int | None = None
    voucher: int | None = None
    """The serial of the voucher that is a prize; its number, with which a table exchanges it, is on the voucher alone."""
    rounding: int = 0
    """What was handed over beyond the amount, in cents, because there is no smaller coin; of a reversal, what came back."""
    why_kept: str | None = None
    """Why it can never be reversed; null if the order decides, which knows the books, or if that was not asked."""


def receipt_view(operator: str, receipt: Receipt, why_kept: str | None = None) -> ReceiptView:
    """A receipt with the name of the operator."""
    fields = {name: getattr(receipt, name) for name in receipt.__struct_fields__}
    return ReceiptView(operator=operator, why_kept=why_kept, **fields)
