"""The till: gathers what goes between accounts when bets end."""

from croupier.ledger.accounts import COMMISSION, HOUSE, Account, felt, owed, rack
from croupier.ledger.book import Book, Transfer
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.table.fact import Decided


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

    def give_back(self, seat: str, wager: str, stake: int, commission: int, result: Result) -> Decided:
        """A stake goes back to its owner, with its commission."""
        self.move(felt(seat), rack(seat), stake)
        self.move(COMMISSION, rack(seat), commission)
        return Decided(seat, wager, Cents(stake), result, Cents(stake + commission))

    def forfeit(self, seat: str, wager: str, stake: int) -> Decided:
        """The house keeps a stake."""
        self.move(felt(seat), HOUSE, stake)
        return Decided(seat, wager, Cents(stake), Result.FORFEIT, Cents(0))


def take(book: Book, seat: str, source: Account, target: Account, amount: int) -> tuple[Transfer, ...]:
    """Take money as far as it is there; the rest is owed by the player."""
    there = min(amount, book.balance(source))
    parts = (Transfer(source, target, Cents(there)), Transfer(owed(seat), target, Cents(amount - there)))
    return tuple(part for part in parts if part.amount)
