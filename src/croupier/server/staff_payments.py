"""What a dealer takes and pays after a result, with the chips to use."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict

from croupier.floor.chips import in_chips
from croupier.table.core.state import Table
from croupier.table.rounds.paying import Payment, areas_lit, payments


class Chips(msgspec.Struct, frozen=True):
    """Some chips of the same value."""

    value: int
    """The value of each, in cents."""
    count: int


class PaymentView(Payment, frozen=True, kw_only=True):
    """What a dealer does with one bet, and the chips that pay the winnings."""

    chips: tuple[Chips, ...]
    """The chips, largest first."""
    rest: int
    """The part of the winnings that cannot be paid in these chips."""


class PayingView(msgspec.Struct, frozen=True):
    """A settled round that the dealer has not yet declared paid. Amounts are cents."""

    lit: tuple[str, ...]
    """The wagers that win."""
    payments: tuple[PaymentView, ...]
    """Every decided bet in the order of work: losing bets are taken first, then the others are paid, clockwise."""


def paying_view(table: Table, chips: Sequence[int]) -> PayingView:
    """The work after a result, with the chips of the tray; empty when nothing is to be paid."""
    return PayingView(lit=areas_lit(table), payments=tuple(_view(each, chips) for each in payments(table)))


def _view(payment: Payment, chips: Sequence[int]) -> PaymentView:
    counts, rest = in_chips(payment.pay, chips)
    used = tuple(Chips(value, count) for value, count in counts.items())
    return PaymentView(**asdict(payment), chips=used, rest=rest)
