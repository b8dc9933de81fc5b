"""What a dealer takes, pays and moves after a result or a ruling, with the chips to use."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict

from croupier.floor.chips import in_chips
from croupier.rules.outcomes import listed
from croupier.table.core.payment import Occasion, Payment
from croupier.table.core.state import Table
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.netting import Case, Netted, PartOfSum, netted
from croupier.table.rounds.paying import areas_lit, commissions
from croupier.table.rounds.results import FinishPaying


class Chips(msgspec.Struct, frozen=True):
    """Some chips of the same value."""

    value: int
    """The value of each, in cents."""
    count: int
    colour: str = ""
    """The colour of colour checks, or their colours; empty for value chips."""


class CaseView(Case, frozen=True, kw_only=True):
    """The one thing that a dealer does for several lines of a player, if some earlier work was done."""

    chips: tuple[Chips, ...]
    """The chips to pay, largest first."""
    rest: int
    """The part that cannot be paid in these chips."""


class PaymentView(Payment, frozen=True, kw_only=True):
    """What a dealer does with one bet, or for one player, and the chips to pay or to put down."""

    chips: tuple[Chips, ...]
    """The chips, largest first."""
    rest: int
    """The part that cannot be paid in these chips."""
    lines: tuple[Payment, ...] = ()
    """The lines that it sums up; empty if it is one by itself."""
    cases: tuple[CaseView, ...] = ()
    """The sum in each case of what was done before, the newest list first; last if nothing was. Empty for one line."""
    parts: tuple[PartOfSum, ...] = ()
    """Each bet by itself, if there are several with earlier work."""


class PayingView(msgspec.Struct, frozen=True):
    """The work that waits for the dealer. Amounts are cents."""

    lit: tuple[str, ...]
    """The wagers that win."""
    payments: tuple[PaymentView, ...]
    """The lines in the order of work: what corrections changed, then losing bets are taken, others paid, and bets moved; and
    the commissions of bets that were placed, until all bets are paid."""
    list: int = 1
    """The number of this list: a correction or a void while bets are being paid makes another one."""
    ends_with: tuple[str, ...] = (FinishPaying.__name__, OpenBetting.__name__)
    """The orders that end the list, or a part of it."""


def paying_view(table: Table, chips: Sequence[int]) -> PayingView:
    """The work that waits for the dealer, with the chips of the tray."""
    return PayingView(
        lit=areas_lit(table),
        payments=tuple(_view(table, each, chips) for each in (*netted(table), *commissions(table))),
        list=1 + (len(table.adjusted.lists) if table.adjusted else 0),
    )


def _view(table: Table, payment: Payment | Netted, chips: Sequence[int]) -> PaymentView:
    if isinstance(payment, Netted):
        return _summed_up(table, payment, chips)
    used, rest = _chips(table, payment.seat, 0 if payment.tokens else payment.pay + payment.put, chips)
    return PaymentView(**asdict(payment), chips=used, rest=rest)


def _summed_up(table: Table, sums: Netted, chips: Sequence[int]) -> PaymentView:
    """The sum of the lines of a player."""
    first, bets = sums.lines[0], {line.wager for line in sums.lines}
    is_undo = any(line.occasion is Occasion.UNDO for line in sums.lines)
    return PaymentView(
        seat=first.seat,
        place=first.place,
        wager=first.wager if len(bets) == 1 else "",
        breakage=0 if is_undo else sum(line.breakage for line in sums.lines),
        occasion=first.occasion,
        number=first.number,
        chips=(),
        rest=0,
        lines=sums.lines,
        cases=tuple(_case_view(table, first.seat, each, chips) for each in sums.cases),
        parts=sums.parts,
    )


def _case_view(table: Table, seat: str, case: Case, chips: Sequence[int]) -> CaseView:
    used, rest = _chips(table, seat, case.pay, chips)
    return CaseView(**asdict(case), chips=used, rest=rest)


def _chips(table: Table, seat: str, amount: int, chips: Sequence[int]) -> tuple[tuple[Chips, ...], int]:
    """The chips that make an amount for a player, and what none makes.

    A player with a colour is paid in it as far as its value divides: the books count what they have in its checks, so value
    chips would be missing from the tray.
    """
    has = table.desk.colours.get(seat)
    checks, amount = divmod(amount, has.value) if has else (0, amount)
    counts, rest = in_chips(amount, chips)
    paid = tuple(Chips(value, count) for value, count in counts.items())
    if has and checks:
        paid = (Chips(has.value, checks, listed(has.colours, "or")), *paid)
    return paid, rest
