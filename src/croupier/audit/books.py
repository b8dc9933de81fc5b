"""The books of a table, summed from the transfers in its lines. Nothing else of a line is decoded, for speed."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from croupier.journal.port import BrokenLineError, Row
from croupier.ledger.accounts import Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import limits, refusal
from croupier.money import dollars


class _Moves(msgspec.Struct, gc=False):
    """The transfers of an event; nothing else of it is decoded."""

    transfers: tuple[Transfer, ...] = ()


class _Line(msgspec.Struct, gc=False):
    """The events of a line; the first line of a table has none."""

    events: tuple[_Moves, ...] = ()


_events = msgspec.json.Decoder(_Line).decode


class Books:
    """The balance of every account of one table, updated line by line."""

    def __init__(self) -> None:
        """Start with empty accounts."""
        self.balances: defaultdict[Account, int] = defaultdict(int)
        self._rising: set[Account] = set()
        """Accounts known to have no upper limit, which need no check when they receive money."""
        self._many = 10_000

    def add(self, rows: Iterable[Row]) -> None:
        """Add the transfers of some lines. Fail at a balance that the chart of accounts does not allow."""
        balances, rising = self.balances, self._rising
        for row in rows:
            try:
                events = _events(row[4]).events
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise BrokenLineError(*row[:2], f"cannot be read ({error})") from None
            for event in events:
                transfers, doubtful = event.transfers, False
                for transfer in transfers:
                    source, target, amount = transfer.source, transfer.target, transfer.amount
                    balances[source] = left = balances[source] - amount
                    balances[target] += amount
                    # The usual transfer is positive, from an account that can pay it to one without an upper limit.
                    if left < 0 or amount <= 0 or target not in rising:
                        doubtful = True
                if doubtful:
                    self._hold(row, transfers)
        if len(balances) > self._many:
            self._forget()

    def _hold(self, row: Row, transfers: Iterable[Transfer]) -> None:
        """Check balances against the chart: the lower limit of each source, the upper limit of each target."""
        for transfer in transfers:
            source, target, amount = transfer.source, transfer.target, transfer.amount
            if amount <= 0:
                raise BrokenLineError(*row[:2], f"{dollars(amount)} from {source} to {target} is no transfer")
            if (balance := self.balances[source]) < limits(source)[0]:
                raise BrokenLineError(*row[:2], refusal(source, balance))
            if (balance := self.balances[target]) > limits(target)[1]:
                raise BrokenLineError(*row[:2], refusal(target, balance))
            if limits(target)[1]:
                self._rising.add(target)

    def _forget(self) -> None:
        """Drop empty accounts, so that memory does not grow with every visitor."""
        held = {account: balance for account, balance in self.balances.items() if balance}
        self.balances = defaultdict(int, held)
        self._rising &= held.keys()
        self._many = 2 * len(held) + 10_000
