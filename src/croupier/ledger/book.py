"""The book: the balance of every account, and transfers between accounts."""

from collections.abc import Mapping, Sequence

import msgspec

from croupier.layered import updated
from croupier.ledger.accounts import HOUSE, Account
from croupier.ledger.chart import limits, refusal
from croupier.money import Cents, dollars


class LedgerError(ValueError):
    """A transfer that is not positive, or that the chart of accounts forbids."""


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """Move an amount from one account to another. A mistake is corrected by another transfer."""

    source: Account
    target: Account
    amount: Cents


class Book(msgspec.Struct, frozen=True, gc=False):
    """The balances of all accounts that are not empty. Immutable."""

    balances: Mapping[Account, int] = {}

    def balance(self, account: Account) -> Cents:
        """The balance of an account; 0 if it is not in the book."""
        return Cents(self.balances.get(account, 0))

    def after(self, transfers: Sequence[Transfer]) -> "Book":
        """The book after these transfers. Raises LedgerError if a balance ends outside the limits of the chart."""
        # Called for every bet: a literal is much faster than `dict[Account, int]()`.
        changed: dict[Account, int] = {}
        emptied: list[Account] = []
        held = self.balances.get
        for transfer in transfers:
            source, target, amount = transfer.source, transfer.target, transfer.amount
            if amount <= 0:
                raise LedgerError(f"{dollars(amount)} from {source} to {target} is no transfer")
            changed[source] = (changed[source] if source in changed else held(source, 0)) - amount
            changed[target] = (changed[target] if target in changed else held(target, 0)) + amount
        for account, balance in changed.items():
            lowest, highest = limits(account)
            if not lowest <= balance <= highest:
                raise LedgerError(refusal(account, balance))
            if not balance:
                emptied.append(account)
        if not emptied:
            return Book(updated(self.balances, changed))
        # Drop empty accounts: otherwise the book grows with every player.
        balances = {**self.balances, **changed}
        for account in emptied:
            del balances[account]
        return Book(balances)

    def transfers_to(self, other: "Book") -> tuple[Transfer, ...]:
        """The transfers that turn this book into the other one, each from or to the house."""
        accounts = sorted({*self.balances, *other.balances} - {HOUSE})
        changes = ((account, other.balance(account) - self.balance(account)) for account in accounts)
        return tuple(
            Transfer(HOUSE, account, Cents(change)) if change > 0 else Transfer(account, HOUSE, Cents(-change))
            for account, change in changes
            if change
        )
