"""The book: what is in every account, and transfers between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from croupier.ledger.accounts import HOUSE, Account
from croupier.ledger.chart import limits, refusal
from croupier.money import Cents, dollars


class LedgerError(ValueError):
    """A transfer that no honest book could hold."""


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """So much goes from one account to another. A mistake is corrected by another transfer."""

    source: Account
    target: Account
    amount: Cents


@dataclass(frozen=True)
class Book:
    """What is in every account that holds anything."""

    balances: Mapping[Account, int] = field(default_factory=dict[Account, int])

    def balance(self, account: Account) -> Cents:
        """What is in an account; one that is not in the book is empty."""
        return Cents(self.balances.get(account, 0))

    def after(self, transfers: Sequence[Transfer]) -> "Book":
        """The book with these written in, as far as the chart lets every account stand where they leave it."""
        balances = dict(self.balances)
        for transfer in transfers:
            source, target, amount = transfer.source, transfer.target, transfer.amount
            if amount <= 0:
                raise LedgerError(f"{dollars(amount)} from {source} to {target} is no transfer")
            balances[source] = balances.get(source, 0) - amount
            balances[target] = balances.get(target, 0) + amount
        for transfer in transfers:
            source, target = transfer.source, transfer.target
            # What was taken from may only stand too low, and what was given to only too high.
            if (left := balances.get(source, 0)) < limits(source)[0]:
                raise LedgerError(refusal(source, left))
            if (more := balances.get(target, 0)) > limits(target)[1]:
                raise LedgerError(refusal(target, more))
            # Else the book would grow with every visitor.
            if not left:
                balances.pop(source, None)
            if not more:
                balances.pop(target, None)
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
