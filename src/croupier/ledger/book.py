"""The book: what is in every account, and transfers between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from croupier.ledger.accounts import HOUSE, Account
from croupier.ledger.chart import Side, kind_of
from croupier.money import Cents, dollars

NEVER_BELOW, NEVER_ABOVE = Side.ABOVE, Side.BELOW


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
            if transfer.amount <= 0:
                raise LedgerError(f"{dollars(transfer.amount)} from {transfer.source} to {transfer.target} is no transfer")
            balances[transfer.source] = balances.get(transfer.source, 0) - transfer.amount
            balances[transfer.target] = balances.get(transfer.target, 0) + transfer.amount
        for transfer in transfers:
            for account in (transfer.source, transfer.target):
                balance, kind = balances.get(account, 0), kind_of(account)
                if kind is None:
                    raise LedgerError(f"{account} is no account of the chart")
                if kind.side is (NEVER_BELOW if balance < 0 else NEVER_ABOVE) and balance:
                    raise LedgerError(f"{account} would hold {dollars(balance)}, and is {kind.side}")
                if not balance:
                    # Else the book would grow with every visitor.
                    balances.pop(account, None)
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
