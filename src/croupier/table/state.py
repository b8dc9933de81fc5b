"""The state of a table: the sum of everything that has happened at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.ledger import Book
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.rules.terms import Advice


class Bet(NamedTuple):
    """A player's money on a wager."""

    stake: int
    state: str
    commission: int
    advised: bool
    """Whether it was begun after its owner had been advised about bets below the minimum."""
    called: bool | None = None
    """On or off as its owner has called it, if at all."""


class Fresh(NamedTuple):
    """The part of a bet that was placed since the last roll. It comes down first."""

    stake: int
    commission: int

    def commission_on(self, amount: int) -> int:
        """The commission on this part's share of so much that comes down."""
        return self.commission * min(amount, self.stake) // self.stake if self.stake else 0


NOT_FRESH = Fresh(0, 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A table under a rule set and a sign. Nothing here changes; `apply` makes the next one."""

    rules: Ruleset
    sign: Sign
    pucks: Mapping[str, str]
    layout: Mapping[str, Mapping[str, Bet]] = field(default_factory=dict[str, Mapping[str, Bet]])
    """The bets of every seated player, by wager."""
    fresh: Mapping[tuple[str, str], Fresh] = field(default_factory=dict[tuple[str, str], Fresh])
    advised: frozenset[tuple[str, str]] = frozenset()
    barred: frozenset[tuple[str, str]] = frozenset()
    """Who may not put which wager back up yet."""
    book: Book = field(default_factory=Book)

    def advice_key(self, seat: str, offer: Offer) -> tuple[str, str]:
        """What advice about bets below the minimum is remembered by: the player, or the player and the wager."""
        return seat, (offer.id if self.rules.limits.advice is Advice.SAME_WAGER else "")

    def largest_ride(self, ride: Offer, flat: int, state: str) -> int:
        """The most that may ride on a flat bet of so much."""
        cap = ride.at_most
        assert cap is not None, "an offer that rides has a cap, or it could not have been made"
        match cap.times:
            case int(times):
                pass
            case str(setting):
                times = self.sign.named[setting]
            case by_state:
                times = by_state[state]
        return cap.largest(flat, ride.wager.best[state], times)


def open_table(rules: Ruleset, sign: Sign) -> Table:
    """A table on which nothing has happened yet."""
    return Table(rules, sign, {name: puck.first for name, puck in rules.pucks.items()})
