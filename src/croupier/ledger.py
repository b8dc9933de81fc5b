"""The books: accounts, transfers between them, and a sum that is always zero."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NewType

import msgspec

from croupier.money import Cents, dollars

Account = NewType("Account", str)

HOUSE = Account("house")
"""What the house wins and pays."""
COMMISSION = Account("commission")
"""Commission, kept apart from stakes."""
OUTSIDE = Account("outside")
"""Where players' money comes from; below zero by what they brought."""


@cache
def rack(seat: str) -> Account:
    """The money a player has in front of them: chips, or credits on a terminal."""
    return Account(f"rack:{seat}")


@cache
def felt(seat: str) -> Account:
    """A player's money on the layout."""
    return Account(f"felt:{seat}")


def withheld(seat: str) -> Account:
    """Money that is kept from a player until it has been looked into."""
    return Account(f"withheld:{seat}")


def owed(seat: str) -> Account:
    """What is open with a player: below zero by what they took away and should not have had, above by what they are due."""
    return Account(f"owed:{seat}")


class LedgerError(ValueError):
    """A transfer that no honest book could hold."""


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """So much goes from one account to another. A mistake is corrected by another transfer."""

    source: Account
    target: Account
    amount: Cents


@dataclass(frozen=True)
class Book:
    """What is in every account. Only the house, the outside and what players owe may be below zero."""

    balances: Mapping[Account, int] = field(default_factory=dict[Account, int])

    def balance(self, account: Account) -> Cents:
        """What is in an account; one that nothing ever went to is empty."""
        return Cents(self.balances.get(account, 0))

    def after(self, transfers: Sequence[Transfer]) -> "Book":
        """The book with these written in."""
        balances = dict(self.balances)
        for transfer in transfers:
            if transfer.amount <= 0:
                raise LedgerError(f"{dollars(transfer.amount)} from {transfer.source} to {transfer.target} is no transfer")
            balances[transfer.source] = balances.get(transfer.source, 0) - transfer.amount
            balances[transfer.target] = balances.get(transfer.target, 0) + transfer.amount
        for transfer in transfers:
            if balances[transfer.source] < 0 and not _may_be_negative(transfer.source):
                raise LedgerError(f"{transfer.source} would hold {dollars(balances[transfer.source])}")
        return Book(balances)

    def towards(self, other: "Book") -> tuple[Transfer, ...]:
        """The transfers that make this book the other one, each with the house."""
        accounts = sorted({*self.balances, *other.balances} - {HOUSE})
        changes = ((account, other.balance(account) - self.balance(account)) for account in accounts)
        return tuple(
            Transfer(HOUSE, account, Cents(change)) if change > 0 else Transfer(account, HOUSE, Cents(-change))
            for account, change in changes
            if change
        )


def _may_be_negative(account: Account) -> bool:
    return account in (HOUSE, OUTSIDE) or account.startswith("owed:")
