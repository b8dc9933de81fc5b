"""The state of a table: the sum of everything that has happened at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from croupier.ledger import Book
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
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


class Phase(StrEnum):
    """How far a round of an electronic table has come."""

    UNTIMED = "untimed"
    """No wagering period was ever opened: bets and outcomes come as they come, as in a scenario."""
    BETTING = "betting"
    CLOSED = "closed"
    SHOT = "shot"
    DONE = "done"


class Round(NamedTuple):
    """The round in play."""

    number: int = 0
    phase: Phase = Phase.UNTIMED
    deadline: int = 0
    """When betting, or the shooter's time, ends: milliseconds since 1970."""
    shooter: str = ""
    dice_at: str = ""
    """Who had the dice last, also through rounds in which nobody has the bet to shoot."""
    dice_pass: bool = False
    """Whether the last who had them lost them."""


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
    round: Round = field(default_factory=Round)
    results: tuple[OutcomeName, ...] = ()
    """The last results, newest last, as a display beside the table shows them."""
    won: Mapping[str, int] = field(default_factory=dict[str, int])
    """What winning bets of the last round brought back, by player."""

    def advice_key(self, seat: str, offer: Offer) -> tuple[str, str]:
        """What advice about bets below the minimum is remembered by: the player, or the player and the wager."""
        return seat, (offer.id if self.rules.limits.advice is Advice.SAME_WAGER else "")


def open_table(rules: Ruleset, sign: Sign) -> Table:
    """A table on which nothing has happened yet."""
    return Table(rules, sign, {name: puck.first for name, puck in rules.pucks.items()})
