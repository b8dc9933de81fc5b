"""Coins and notes: cash that somebody chooses is an amount that they make, and what is owed is paid to the next coin up."""

from collections.abc import Iterable

from croupier.cage.refusals import Reason
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CASH_ROUNDING, Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CountPlace, kind_of
from croupier.money import Cents, dollars, rounded_down, rounded_up

CASH = (5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""The coins and notes of the currency, in cents."""
SMALLEST_COIN = min(CASH)
"""In cents. All cash is a multiple of it."""


def in_coins(owed: int) -> Cents:
    """What is handed over for an amount that nobody chose: coins that come to it, or to the least above it."""
    return rounded_up(owed, 1, SMALLEST_COIN)


def no_coins(amount: int, done: str = "taken in cash") -> Refusal | None:
    """Refuse an amount that somebody chose and that no coins make: another one can be chosen."""
    if amount % SMALLEST_COIN == 0:
        return None
    fitting = (rounded_down(amount, 1, SMALLEST_COIN), in_coins(amount))
    others = " or ".join(dollars(each) for each in fitting if each > 0)
    sentence = f"There is no coin under {SMALLEST_COIN} cents: {dollars(amount)} cannot be {done}, but {others} can."
    return Refusal(Reason.NO_COIN, sentence)


def payment(owed: Account, money: Account, amount: Cents) -> tuple[Transfer, ...]:
    """The transfers that pay what is owed: in cash to the next coin up, at the cost of the house; otherwise to the cent."""
    exact, kind = Transfer(owed, money, amount), kind_of(money)
    rounding = Cents(in_coins(amount) - amount)
    # Only cash that people count by its coins is rounded, not what goes to the bank or stays in the house.
    if kind is None or kind.counted is not CountPlace.DRAWER or not rounding:
        return (exact,)
    return (exact, Transfer(CASH_ROUNDING, money, rounding))


def rounding_of(transfers: Iterable[Transfer]) -> Cents:
    """What these transfers hand over, or take back, beyond what was owed."""
    return Cents(sum(each.amount for each in transfers if CASH_ROUNDING in (each.source, each.target)))


def handed(amount: Cents, transfers: Iterable[Transfer]) -> str:
    """An amount in words, with the cash for it if that was rounded."""
    rounding = rounding_of(transfers)
    return f"{dollars(amount)} rounded up to {dollars(amount + rounding)}" if rounding else dollars(amount)
