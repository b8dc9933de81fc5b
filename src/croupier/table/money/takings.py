"""What a table has taken: since it was opened, and since its gaming day was opened."""

from croupier.ledger.chart import Nature, kind_of
from croupier.table.core.desk import Takings
from croupier.table.core.state import Table
from croupier.table.money.tender import Way

CASH = (Way.CASH, Way.NOTES)
"""The payment methods that count as drop."""


def takings(table: Table) -> Takings:
    """What the table has taken since it was opened."""
    brought = (terminal.brought.get(way, 0) for terminal in table.meters.terminals.values() for way in CASH)
    kinds = ((kind_of(account), balance) for account, balance in table.book.balances.items())
    return Takings(sum(brought), sum(balance for kind, balance in kinds if kind and kind.nature is Nature.EARNED))


def takings_today(table: Table) -> Takings:
    """What the table has taken since its gaming day was opened; since the table was, if no day has been opened yet."""
    so_far, before = takings(table), table.desk.before_today
    return Takings(so_far.drop - before.drop, so_far.win - before.win)
