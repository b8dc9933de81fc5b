"""Hand pays that the cage pays. The table decides what is paid to whom, and on which form; the cage gives the money."""

import msgspec
from msgspec.structs import replace

from croupier.cage.cash import cash_by_name
from croupier.cage.coins import handed, payment, rounding_of
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing
from croupier.cage.message import CageCommand, CageEvent
from croupier.cage.state import KEPT_HAND_PAYS, Cage, PaidByHand, no_amount
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CAGE_BANK, PAID_BY_HAND
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.terms import PayMethod


class PayHandPay(CageCommand):
    """Give the money for a hand pay that a table has paid on a form."""

    place: str
    """The table and the seat."""
    form: int
    """The number of the form at that table."""
    amount: Cents
    method: PayMethod
    by: str
    """The name of the member of staff who paid it."""


class HandPayGiven(CageEvent):
    """The cage gave the money for a hand pay."""

    place: str
    form: int
    amount: Cents
    method: PayMethod
    by: str
    transfers: tuple[Transfer, ...]


def pay_hand_pay(cage: Cage, command: PayHandPay) -> HandPayGiven | Refusal:
    """Give cash from the drawer of whoever pays it, or money of the bank."""
    if refusal := no_amount(command.amount):
        return refusal
    source = cash_by_name(cage, command.by, command.amount) if command.method is PayMethod.CASH else CAGE_BANK
    if isinstance(source, Refusal):
        return source
    fields = {name: getattr(command, name) for name in ("place", "form", "amount", "method", "by")}
    return HandPayGiven(**fields, transfers=payment(PAID_BY_HAND, source, command.amount))


def _given(cage: Cage, event: HandPayGiven) -> Cage:
    paid = replace(msgspec.convert(event, PaidByHand, from_attributes=True), rounding=rounding_of(event.transfers))
    return replace(cage, by_hand=(*cage.by_hand, paid)[-KEPT_HAND_PAYS:])


CAGE_REGISTER.declare(
    CageRow(kind=PayHandPay, decide=pay_hand_pay),
    CageEventRow(
        kind=HandPayGiven,
        apply=_given,
        tell=lambda _, e: f"{e.by} paid {handed(e.amount, e.transfers)} by hand to {e.place} ({e.method}) on form {e.form}.",
        moves_money=True,
        changes=nothing,
    ),
)
