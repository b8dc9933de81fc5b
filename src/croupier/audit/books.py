"""The books of a table, added up from its lines alone: only what events say was moved, and fast."""

from collections import defaultdict

import msgspec

from croupier.journal.port import BrokenLineError, Line
from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import limits, refusal
from croupier.money import dollars


class Moves(msgspec.Struct):
    """What a line says was moved; nothing else of it is read."""

    transfers: tuple[Transfer, ...] = ()


_MOVES = msgspec.json.Decoder(Moves)


class Books:
    """What is in every account of one table, line by line."""

    def __init__(self) -> None:
        """Nothing was moved yet."""
        self.balances: defaultdict[Account, int] = defaultdict(int)

    def add(self, line: Line) -> None:
        """Write in what a line moved, as far as an honest book can hold it."""
        if b'"transfers"' not in line.body:
            return
        try:
            transfers = _MOVES.decode(line.body).transfers
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(line.stream, line.number, f"cannot be read ({error})") from None
        balances = self.balances
        for transfer in transfers:
            source, target, amount = transfer.source, transfer.target, transfer.amount
            if amount <= 0:
                raise BrokenLineError(line.stream, line.number, f"{dollars(amount)} from {source} to {target} is no transfer")
            balances[source] -= amount
            balances[target] += amount
        for transfer in transfers:
            for account in (transfer.source, transfer.target):
                lowest, highest = limits(account)
                if not lowest <= balances[account] <= highest:
                    raise BrokenLineError(line.stream, line.number, refusal(account, balances[account]))
