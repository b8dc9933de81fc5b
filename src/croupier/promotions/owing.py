"""The money of prizes: what winners are owed, and where it is paid from."""

from collections.abc import Iterable

from croupier.ledger.accounts import BANK, PAID_BY_HAND, PRIZES, PROMOTIONS, Account
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.promotions import PrizeWay


def made_owed(amount: int) -> tuple[Transfer, ...]:
    """Winners are owed an amount from now on."""
    return (Transfer(PROMOTIONS, PRIZES, Cents(amount)),) if amount else ()


def taken_back(amounts: Iterable[int]) -> tuple[Transfer, ...]:
    """Winners are owed these amounts no more, and were not paid."""
    amount = sum(amounts)
    return (Transfer(PRIZES, PROMOTIONS, Cents(amount)),) if amount else ()


def paid_from(way: PrizeWay) -> Account:
    """The account from which a prize is paid. The cage gives cash, with a line of its own in the same entry."""
    return PAID_BY_HAND if way is PrizeWay.CASH else BANK
