"""Prizes that the cage pays in cash. The prize register decides what is paid to whom; the cage gives the money."""

from croupier.cage.cash import cash_by_name
from croupier.cage.coins import handed, payment
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing
from croupier.cage.message import CageCommand, CounterEvent
from croupier.cage.receipt import ReceiptKind
from croupier.cage.state import Cage, no_amount
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import PAID_BY_HAND
from croupier.ledger.book import Transfer
from croupier.money import Cents


class GivePrizeCash(CageCommand):
    """Give the cash for a prize that the prize register has paid."""

    promotion: int
    prize: int
    amount: Cents
    by: str
    """The name of the member of staff who paid it."""


class PrizeCashGiven(CounterEvent):
    """The cage gave the cash for a prize."""

    promotion: int
    prize: int
    amount: Cents
    by: str
    transfers: tuple[Transfer, ...]


def give_prize_cash(cage: Cage, command: GivePrizeCash) -> PrizeCashGiven | Refusal:
    """Give cash from the drawer of whoever pays it."""
    if refusal := no_amount(command.amount):
        return refusal
    drawer = cash_by_name(cage, command.by, command.amount)
    if isinstance(drawer, Refusal):
        return drawer
    return PrizeCashGiven(
        promotion=command.promotion,
        prize=command.prize,
        amount=command.amount,
        by=command.by,
        transfers=payment(PAID_BY_HAND, drawer, command.amount),
    )


CAGE_REGISTER.declare(
    CageRow(kind=GivePrizeCash, decide=give_prize_cash),
    CageEventRow(
        kind=PrizeCashGiven,
        apply=lambda cage, _: cage,
        tell=lambda _, e: (
            f"{e.by} paid {handed(e.amount, e.transfers)} in cash for prize {e.prize} of promotion {e.promotion}."
        ),
        moves_money=True,
        changes=nothing,
        receipt=lambda _: ReceiptKind.PRIZE_CASH,
    ),
)
