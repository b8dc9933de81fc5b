"""Transfers for bets that end, and for money that leaves a seat."""

from croupier.ledger.accounts import COMMISSION, HOUSE, PROMOTIONS, Account, felt, owed, rack, restricted, tokens, unrestricted
from croupier.ledger.book import Book, Transfer
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.table.core.bet import Bet
from croupier.table.core.message import Decided
from croupier.table.core.promotional import Promotional, part_off_top, split_by_account


class Till:
    """Collects amounts into one transfer for each pair of accounts."""

    def __init__(self) -> None:
        """Start with no transfers."""
        self._amounts: dict[tuple[Account, Account], int] = {}

    def move(self, source: Account, target: Account, amount: int) -> None:
        """Add an amount, which may be 0."""
        if amount:
            self._amounts[source, target] = self._amounts.get((source, target), 0) + amount

    def transfers(self) -> tuple[Transfer, ...]:
        """The transfers collected so far."""
        return tuple(Transfer(source, target, Cents(amount)) for (source, target), amount in self._amounts.items())

    def give_back(self, seat: str, wager: str, bet: Bet, part: tuple[int, int], result: Result) -> Decided:
        """Return a part of a bet, (stake, commission), to the accounts from which it came."""
        stake, commission = part
        promotional = part_off_top(bet.promotional, bet.stake, stake)
        self.stake_back(seat, stake, promotional)
        self.move(COMMISSION, rack(seat), commission)
        return Decided(seat, wager, Cents(stake), result, Cents(stake + commission), promotional)

    def stake_back(self, seat: str, amount: int, promotional: Promotional | None) -> None:
        """Return an amount of a stake, its promotional part to the promotional accounts."""
        for purse, share in split_by_account(seat, amount, promotional):
            self.move(felt(seat), purse, share)

    def forfeit(self, seat: str, wager: str, stake: int) -> Decided:
        """Give a stake to the house."""
        self.move(felt(seat), HOUSE, stake)
        return Decided(seat, wager, Cents(stake), Result.FORFEIT, Cents(0))


def take(book: Book, seat: str, source: Account, target: Account, amount: int) -> tuple[Transfer, ...]:
    """Take an amount from an account as far as its balance goes. The player owes the rest."""
    there = min(amount, book.balance(source))
    return _nonzero(Transfer(source, target, Cents(there)), Transfer(owed(seat), target, Cents(amount - there)))


def cashable(book: Book, seat: str) -> Cents:
    """The part of a player's credit that can be paid out."""
    return Cents(book.balance(rack(seat)) + book.balance(unrestricted(seat)))


def pay_out(book: Book, seat: str, target: Account, amount: int) -> tuple[Transfer, ...]:
    """Pay out of the rack first, then out of unrestricted credits. The player owes the rest."""
    of_rack = min(amount, book.balance(rack(seat)))
    first = Transfer(rack(seat), target, Cents(of_rack))
    return _nonzero(first, *take(book, seat, unrestricted(seat), target, amount - of_rack))


def forfeit(seat: str, only_to_stake: int, of_tokens: int) -> tuple[Transfer, ...]:
    """Take the restricted credits and tokens of a player who leaves. They are not paid out."""
    return _nonzero(
        Transfer(restricted(seat), PROMOTIONS, Cents(only_to_stake)), Transfer(tokens(seat), PROMOTIONS, Cents(of_tokens))
    )


def _nonzero(*parts: Transfer) -> tuple[Transfer, ...]:
    return tuple(part for part in parts if part.amount)
