"""The result of deciding recorded commands again: what was read, and how it differs from the rules."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.audit.differences import Difference
from croupier.ledger.accounts import Account
from croupier.money import dollars

HAND_PAY_FORM, TICKET, TRANSFER, BOX, VARIANCE = "hand pay on form", "ticket", "transfer", "box", "variance"
VOUCHER = "voucher"
PRIZE = "prize"
PRIZE_VOUCHER = "voucher for prize"


class Exchange(NamedTuple):
    """Money that went between a table and the cage: on a ticket, by a transfer, on a form or a slip, in chips or in a box.

    The prize register takes the place of a table for prizes in cash.
    """

    place: str
    """The seat, or empty for the whole table; at the cage, the table and the seat."""
    what: str
    """What the number counts."""
    number: int
    """The serial of the ticket, or the number of the transfer, the form, the slip or the box; 0 if it has none."""
    amount: int
    """What left the table; below zero if it came to the table."""

    def __str__(self) -> str:
        how = "out" if self.amount > 0 else "in"
        which = f"{self.what} {self.number}" if self.number else self.what
        return f"{self.place}, {which}, {dollars(abs(self.amount))} {how}"


@dataclass(slots=True)
class Resettled:
    """The result for one table: what was read, and all differences from the rules."""

    ruleset: str = ""
    fingerprint: str = ""
    lines: int = 0
    """The number of lines that were decided again."""
    rounds: int = 0
    balances: Mapping[Account, int] = field(default_factory=dict[Account, int])
    differences: list[Difference] = field(default_factory=list[Difference])
    ended: str = ""
    """Why the replay stopped early; empty if it did not."""
    broken: str = ""
    """The first line at which the hash chain is broken, and how; empty if it is intact."""
    exchanged: Counter[Exchange] = field(default_factory=Counter[Exchange])
    """The money that went between tables and the cage."""
    started: int = 1
    """The line of the snapshot at which the replay started; 1 if it started at the first line."""

    @property
    def holds(self) -> bool:
        """Whether every line is as the rules decide."""
        return not self.differences and not self.ended and not self.broken

    @property
    def sentences(self) -> list[str]:
        """All findings, one sentence each."""
        found = [sentence for each in self.differences for sentence in each.sentences]
        return [sentence for sentence in (self.broken, *found, self.ended) if sentence]

    @property
    def accounts(self) -> Mapping[Account, int]:
        """What each account received too much, or too little if negative, over all differences."""
        total: Counter[Account] = Counter()
        for each in self.differences:
            total.update(each.accounts)
        return {account: more for account, more in sorted(total.items()) if more}
