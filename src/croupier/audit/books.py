"""The books of a table, added up from its lines alone: only what events say was moved, and fast."""

from collections import defaultdict

import msgspec

from croupier.journal.port import BrokenLineError, Row
from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import limits, refusal
from croupier.money import dollars


class Moves(msgspec.Struct, gc=False):
    """What a line says was moved; nothing else of it is read."""

    transfers: tuple[Transfer, ...] = ()


_MOVES = msgspec.json.Decoder(Moves)


class Books:
    """What is in every account of one table, line by line."""

    def __init__(self) -> None:
        """Nothing was moved yet."""
        self.balances: defaultdict[Account, int] = defaultdict(int)

    def add(self, row: Row) -> None:
        """Write in what a line moved, as far as an honest book can hold it."""
        body = row[4]
        # A name may also be spelled with escapes, and none is without a backslash.
        if b'"transfers"' not in body and b"\\" not in body:
            return
        try:
            transfers = _MOVES.decode(body).transfers
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(*row[:2], f"cannot be read ({error})") from None
        balances = self.balances
        for transfer in transfers:
            source, target, amount = transfer.source, transfer.target, transfer.amount
            if amount <= 0:
                raise BrokenLineError(*row[:2], f"{dollars(amount)} from {source} to {target} is no transfer")
            balances[source] -= amount
            balances[target] += amount
        for transfer in transfers:
            # What was taken from may only stand too low, and what was given to only too high.
            if (balance := balances[transfer.source]) < 0 and balance < limits(transfer.source)[0]:
                raise BrokenLineError(*row[:2], refusal(transfer.source, balance))
            if (balance := balances[transfer.target]) > 0 and balance > limits(transfer.target)[1]:
                raise BrokenLineError(*row[:2], refusal(transfer.target, balance))
