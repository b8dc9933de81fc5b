"""The till: gathers what goes between accounts when bets end."""

from croupier.ledger.accounts import COMMISSION, HOUSE, PROMOTIONS, Account, felt, owed, rack, restricted, tokens, unrestricted
from croupier.ledger.book import Book, Transfer
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.table.fact import Decided
from croupier.table.promotional import Promotional, off, purses
from croupier.table.state import Bet


class Till:
    """Gathers what goes between the same two accounts into one transfer."""

    def __init__(self) -> None:
        """An empty till."""
        self._amounts: dict[tuple[Account, Account], int] = {}

    def move(self, source: Account, target: Account, amount: int) -> None:
        """Move so much, which may be nothing."""
        if amount:
            self._amounts[source, target] = self._amounts.get((source, target), 0) + amount

    def transfers(self) -> tuple[Transfer, ...]:
        """What has been gathered."""
        return tuple(Transfer(source, target, Cents(amount)) for (source, target), amount in self._amounts.items())

    def give_back(self, seat: str, wager: str, bet: Bet, part: tuple[int, int], result: Result) -> Decided:
        """A part of a bet that was not played goes back to where it came from: so much of its stake and its commission."""
        stake, commission = part
        promotional = off(bet.promotional, bet.stake, stake)
        self.stake_back(seat, stake, promotional)
        self.move(COMMISSION, rack(seat), commission)
        return Decided(seat, wager, Cents(stake), result, Cents(stake + commission), promotional)

    def stake_back(self, seat: str, amount: int, promotional: Promotional | None) -> None:
        """So much of a stake goes back, some of it as promotional credits."""
        for purse, share in purses(seat, amount, promotional):
            self.move(felt(seat), purse, share)

    def forfeit(self, seat: str, wager: str, stake: int) -> Decided:
        """The house keeps a stake."""
        self.move(felt(seat), HOUSE, stake)
        return Decided(seat, wager, Cents(stake), Result.FORFEIT, Cents(0))


def take(book: Book, seat: str, source: Account, target: Account, amount: int) -> tuple[Transfer, ...]:
    """Take money as far as it is there; the rest is owed by the player."""
    there = min(amount, book.balance(source))
    return _real(Transfer(source, target, Cents(there)), Transfer(owed(seat), target, Cents(amount - there)))


def cashable(book: Book, seat: str) -> Cents:
    """What of a player's credit can be paid out."""
    return Cents(book.balance(rack(seat)) + book.balance(unrestricted(seat)))


def pay_out(book: Book, seat: str, target: Account, amount: int) -> tuple[Transfer, ...]:
    """Pay credit out: what is in the rack, then unrestricted credits; what was not there is owed by the player."""
    of_rack = min(amount, book.balance(rack(seat)))
    first = Transfer(rack(seat), target, Cents(of_rack))
    return _real(first, *take(book, seat, unrestricted(seat), target, amount - of_rack))


def forfeit(seat: str, only_to_stake: int, of_tokens: int) -> tuple[Transfer, ...]:
    """Restricted credits and tokens end with a visit: nobody is paid for them."""
    return _real(
        Transfer(restricted(seat), PROMOTIONS, Cents(only_to_stake)), Transfer(tokens(seat), PROMOTIONS, Cents(of_tokens))
    )


def _real(*parts: Transfer) -> tuple[Transfer, ...]:
    return tuple(part for part in parts if part.amount)
