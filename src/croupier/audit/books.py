"""The books of a table, added up from its lines alone: only what events say was moved, and fast."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from croupier.journal.port import BrokenLineError, Row
from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import limits, refusal
from croupier.money import dollars


class Moves(msgspec.Struct, gc=False):
    """What a line says was moved; nothing else of it is read."""

    transfers: tuple[Transfer, ...] = ()


_moves = msgspec.json.Decoder(Moves).decode


class Books:
    """What is in every account of one table, line by line."""

    def __init__(self) -> None:
        """Nothing was moved yet."""
        self.balances: defaultdict[Account, int] = defaultdict(int)
        self._rising: set[Account] = set()
        """Accounts that were found to be such as may hold any amount."""
        self._many = 10_000

    def add(self, rows: Iterable[Row]) -> None:
        """Write in what lines moved, as far as an honest book can hold it."""
        balances, rising = self.balances, self._rising
        for row in rows:
            try:
                transfers = _moves(row[4]).transfers
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise BrokenLineError(*row[:2], f"cannot be read ({error})") from None
            doubtful = False
            for transfer in transfers:
                source, target, amount = transfer.source, transfer.target, transfer.amount
                if amount <= 0:
                    raise BrokenLineError(*row[:2], f"{dollars(amount)} from {source} to {target} is no transfer")
                balances[source] = left = balances[source] - amount
                balances[target] += amount
                if left < 0 or target not in rising:
                    doubtful = True
            if doubtful:
                self._hold(row, transfers)
        if len(balances) > self._many:
            self._forget()

    def _hold(self, row: Row, transfers: Iterable[Transfer]) -> None:
        """Hold accounts against the chart: what was taken from may only stand too low, what was given to only too high."""
        for transfer in transfers:
            source, target = transfer.source, transfer.target
            if (balance := self.balances[source]) < limits(source)[0]:
                raise BrokenLineError(*row[:2], refusal(source, balance))
            if (balance := self.balances[target]) > limits(target)[1]:
                raise BrokenLineError(*row[:2], refusal(target, balance))
            if limits(target)[1]:
                self._rising.add(target)

    def _forget(self) -> None:
        """Accounts of those who have left hold nothing: the book need not grow with every visitor."""
        held = {account: balance for account, balance in self.balances.items() if balance}
        self.balances = defaultdict(int, held)
        self._rising &= held.keys()
        self._many = 2 * len(held) + 10_000
