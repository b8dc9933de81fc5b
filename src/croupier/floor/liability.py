"""What the floor owes: to players at tables, for tickets, and what waits to be decided."""

from collections.abc import Iterable

import msgspec

from croupier.cage.state import Cage
from croupier.ledger.accounts import ACCOUNTS, EXPIRED_TICKETS, OUTSTANDING, VOID_TICKETS, WITHHELD_TICKETS
from croupier.table.core.state import Table


class Liability(msgspec.Struct, frozen=True, kw_only=True):
    """The sums in cents, by what they are owed for."""

    credits: int
    """Chips and credits in front of players, with promotional ones."""
    bets: int
    """Bets on the layouts."""
    hand_pays: int
    """Hand pays that wait for an attendant."""
    withheld: int
    """Credits that are withheld at tables."""
    owed: int
    """What is owed to players who have left, less what players owe."""
    tickets: int
    """Tickets that can be redeemed."""
    withheld_tickets: int
    expired_tickets: int
    void_tickets: int
    accounts: int
    """The accounts of patrons."""


KINDS = {
    "rack": "credits",
    "restricted": "credits",
    "unrestricted": "credits",
    "tokens": "credits",
    "felt": "bets",
    "hand-pays": "hand_pays",
    "withheld": "withheld",
    "owed": "owed",
}
"""The figure to which the accounts of a table belong, by kind."""


def liability(cage: Cage, tables: Iterable[Table]) -> Liability:
    """Add up what is owed at the cage and at these tables."""
    sums = dict.fromkeys(KINDS.values(), 0)
    for table in tables:
        for account, held in table.book.balances.items():
            if figure := KINDS.get(account.partition(":")[0]):
                sums[figure] += held
    return Liability(
        **sums,
        tickets=cage.book.balance(OUTSTANDING),
        withheld_tickets=cage.book.balance(WITHHELD_TICKETS),
        expired_tickets=cage.book.balance(EXPIRED_TICKETS),
        void_tickets=cage.book.balance(VOID_TICKETS),
        accounts=cage.book.balance(ACCOUNTS),
    )
