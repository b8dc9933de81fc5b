"""What a dealer takes, pays and moves after a result or a ruling, with the chips to use."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict

from croupier.floor.chips import in_chips
from croupier.table.core.payment import Payment
from croupier.table.core.state import Table
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.paying import areas_lit, payments
from croupier.table.rounds.results import FinishPaying


class Chips(msgspec.Struct, frozen=True):
    """Some chips of the same value."""

    value: int
    """The value of each, in cents."""
    count: int


class PaymentView(Payment, frozen=True, kw_only=True):
    """What a dealer does with one bet, and the chips to pay or to put down."""

    chips: tuple[Chips, ...]
    """The chips, largest first."""
    rest: int
    """The part that cannot be paid in these chips."""


class PayingView(msgspec.Struct, frozen=True):
    """The work that waits for the dealer. Amounts are cents."""

    lit: tuple[str, ...]
    """The wagers that win."""
    payments: tuple[PaymentView, ...]
    """The lines in the order of work: what corrections changed, then losing bets are taken, others paid, and bets moved."""
    ends_with: tuple[str, ...] = (FinishPaying.__name__, OpenBetting.__name__)
    """The orders that end the list, or a part of it."""


def paying_view(table: Table, chips: Sequence[int]) -> PayingView:
    """The work that waits for the dealer, with the chips of the tray."""
    return PayingView(lit=areas_lit(table), payments=tuple(_view(each, chips) for each in payments(table)))


def _view(payment: Payment, chips: Sequence[int]) -> PaymentView:
    counts, rest = in_chips(0 if payment.tokens else payment.pay + payment.put, chips)
    used = tuple(Chips(value, count) for value, count in counts.items())
    return PaymentView(**asdict(payment), chips=used, rest=rest)
