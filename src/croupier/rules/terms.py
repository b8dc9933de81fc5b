"""The terms a wager is offered on: when it may be bet, grow, shrink, sleep, and what it costs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from croupier.rules.error import RuleError


@dataclass(frozen=True, slots=True)
class While:
    """A condition on a puck: it lies in one of these states. Without a puck it always holds."""

    words: str = field(metadata={"prose": True})
    puck: str = ""
    states: frozenset[str] = frozenset()
    during: str = field(default="", metadata={"prose": True})
    """The same said of the outcome that falls then, where that is said otherwise: "on a come-out roll"."""

    def holds(self, pucks: Mapping[str, str]) -> bool:
        """Whether it is so at this table now."""
        return not self.puck or pucks[self.puck] in self.states


ANY_TIME = While("at any time")


class Span(Enum):
    """For how long of its life a bet may be changed."""

    ALWAYS = "until the outcome that decides it"
    UNTIL_IT_MOVES = "until an outcome moves it on"
    NEVER = "never"


class Shrinking(Enum):
    """What becomes of odds when the flat bet behind them shrinks."""

    TRIMS = "the odds come down to what the flat bet still carries"
    REFUSED = "the flat bet may not shrink below what its odds need"
    LEAVES = "the odds stay as they were allowed when they were made"


class Over(Enum):
    """What is done with a bet over its limit."""

    REFUSED = "the bet is refused"
    SETTLED_TO_LIMIT = "the bet is accepted and settled to the limit; the excess goes back, a commission on it does not"


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that may ride on a flat bet: so many times its stake, to bet or to win."""

    clause: str
    times: int | str | Mapping[str, int]
    """A number, one for each state of the flat bet, or the name of the setting on the sign that gives it."""
    limits_winnings: bool

    def largest(self, flat: int, rate: Fraction, times: int) -> int:
        """The largest stake, in whole cents, within the cap."""
        return int(flat * times / rate) if self.limits_winnings else flat * times


def bets_up_to(times: int | str | Mapping[str, int], *, clause: str) -> Cap:
    """Odds of at most so many times the flat bet."""
    return Cap(clause, times, limits_winnings=False)


def wins_up_to(times: int | str | Mapping[str, int], *, clause: str) -> Cap:
    """Odds that win at most so many times the flat bet."""
    return Cap(clause, times, limits_winnings=True)


class Refund(Enum):
    """What of a commission goes back when its bet comes down."""

    NONE = "nothing"
    OF_FRESH = "what was charged since the last roll, in proportion"
    IN_PROPORTION = "all of it, in proportion"


_PERCENT = re.compile(r"(\d+)% of the (stake|win)")


@dataclass(frozen=True, slots=True)
class Commission:
    """A charge on a bet, taken with the stake and kept apart from it."""

    rate: Fraction
    of_winnings: bool
    refund: Refund
    whole_chips: bool = False
    """Rounded down to the payout unit rather than to the cent."""
    refund_clause: str = ""
    """The clause about what goes back, where it is not that of the wager."""

    def due(self, added: int, best: Fraction, payout_unit: int) -> int:
        """What is charged for so much added to a bet; never more than the rate."""
        exact = self.rate * added * (best if self.of_winnings else 1)
        unit = payout_unit if self.whole_chips else 1
        return int(exact // unit) * unit


def commission(text: str, *, refund: Refund, whole_chips: bool = False, refund_clause: str = "") -> Commission:
    """Read a commission as it is said: "5% of the stake" or "5% of the win"."""
    said = _PERCENT.fullmatch(text)
    if said is None:
        raise RuleError(f'"{text}" is not a commission: write it as "5% of the stake" or "5% of the win"')
    if not 0 < int(said[1]) <= 100:
        raise RuleError(f'"{text}" is not a commission: it is more than nothing and not more than all')
    return Commission(Fraction(int(said[1]), 100), said[2] == "win", refund, whole_chips, refund_clause)


class Below(Enum):
    """What is done with a bet below the minimum."""

    REFUSED = "the bet is refused"
    VALID = "the bet is valid"
    VALID_UNTIL_ADVISED = "the bet is valid, and its owner is advised"


class Judged(Enum):
    """What the limits are held against."""

    WHOLE_BET = "the whole bet"
    EVERY_SPOT = "every spot of the layout, over all bets of the player"


class Advice(Enum):
    """How far advice about bets below the minimum reaches."""

    ALL_BETS = "every later bet of the player"
    SAME_WAGER = "every later bet of the player on the same wager"


@dataclass(frozen=True, slots=True)
class Limits:
    """How a table holds bets to the minimum and maximum on its sign."""

    clause: str
    """The clause of the sign."""
    below: Below
    above: Over
    below_clause: str = ""
    """The clause about bets below the minimum, where it is another one."""
    above_clause: str = ""
    """The clause about bets above the maximum, where it is another one."""
    judged: Judged = Judged.WHOLE_BET
    judged_clause: str = ""
    """The clause that says what they are held against, where it is another one."""
    advice: Advice = Advice.ALL_BETS


class OffMultiple(Enum):
    """What a bet off the multiple of the minimum earns where a notice asks for multiples and it cannot be paid exactly."""

    EARNS_ON_LOWER_MULTIPLE = "the odds on the largest multiple in it, and the rest of it comes back without winnings"
    ROUNDED_DOWN = "the odds on all of it, rounded down"


@dataclass(frozen=True, slots=True)
class Rounding:
    """How winnings are made payable: up, to the payout unit or to the cent."""

    clause: str
    to_the_cent: bool = False
    off_multiple: OffMultiple | None = None
    multiples_clause: str = ""
    """The clause about multiples, where there is one."""
    only_exact_stakes: bool = False
    """A stake is refused unless everything it could win is payable exactly."""


class Covers(Enum):
    """Which bets a call of on or off reaches."""

    ONE_BET = "that bet only"
    SAME_KIND = "all open bets of that kind that the player has"


@dataclass(frozen=True, slots=True)
class Calls:
    """How bets are called on and off."""

    clause: str
    off: While = ANY_TIME
    covers: Covers = Covers.ONE_BET


class Voided(Enum):
    """What goes back when a roll or a result does not count."""

    NOTHING = "every bet stands"
    FRESH_BETS = "what was placed since the one before it goes back with its commission; older bets stand"
    ALL_BETS = "every bet goes back"
    THAT_RESULT = "what was placed for it, and what it had decided, goes back; older bets that it left alone stand"


class AfterWin(Enum):
    """What becomes of the chips of a winning bet."""

    COMES_DOWN = "stake and winnings go to the player"
    MAY_STAY_UP = "the stake may stay up as a new bet on the same terms"


class Collecting(Enum):
    """When a player may take the money off a terminal."""

    BETWEEN_ROUNDS = "whatever else stands"
    NO_BET_DOWN = "with none of the player's bets down"


@dataclass(frozen=True, slots=True)
class Period:
    """A wagering period: bets are made only while it runs."""

    clause: str
    collecting: Collecting
    collecting_clause: str
