"""The books of a table, added up from its lines alone: only what events say was moved, and fast."""

from collections import defaultdict
from math import inf

import msgspec

from croupier.journal.port import BrokenLineError, Line
from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import Side, kind_of
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
        self._limits = _Limits()

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
                lowest, highest = self._limits[account]
                if not lowest <= balances[account] <= highest:
                    raise BrokenLineError(line.stream, line.number, _refused(account, balances[account]))


class _Limits(dict[Account, tuple[float, float]]):
    """Between what an account may stand by the chart; asked once for each."""

    def __missing__(self, account: Account) -> tuple[float, float]:
        kind = kind_of(account)
        lowest = inf if kind is None else 0 if kind.side is Side.ABOVE else -inf
        highest = -inf if kind is None else 0 if kind.side is Side.BELOW else inf
        self[account] = lowest, highest
        return self[account]


def _refused(account: Account, balance: int) -> str:
    kind = kind_of(account)
    return f"{account} would hold {dollars(balance)}, and is {kind.side}" if kind else f"{account} is no account of the chart"
