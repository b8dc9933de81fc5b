"""The terms of an offer: when a bet may be made, raised, taken down or called off, and what it costs."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from fractions import Fraction

from croupier.rules.error import RuleError


@dataclass(frozen=True, slots=True)
class While:
    """A condition: the puck is in one of these states. Without a puck the condition always holds."""

    words: str = field(metadata={"prose": True})
    puck: str = ""
    states: frozenset[str] = frozenset()
    during: str = field(default="", metadata={"prose": True})
    """The words for the outcome itself, if they differ: "on a come-out roll" for "before a come-out roll"."""

    def holds(self, pucks: Mapping[str, str]) -> bool:
        """Whether the condition holds, given the state of each puck."""
        return not self.puck or pucks[self.puck] in self.states

    def fault(self, pucks: Mapping[str, Container[str]]) -> str:
        """What is wrong with the condition in a rule set whose pucks have these states; empty if nothing is."""
        if not self.puck:
            return ""
        if not self.states:
            return f"its condition on the puck '{self.puck}' names no state"
        if self.puck not in pucks:
            return f"there is no puck '{self.puck}'"
        strange = [state for state in sorted(self.states) if state not in pucks[self.puck]]
        return f"the puck '{self.puck}' has no state '{strange[0]}'" if strange else ""


ANY_TIME = While("at any time")


class Span(Enum):
    """How long a bet may be changed."""

    ALWAYS = "until the outcome that decides it"
    UNTIL_IT_MOVES = "until an outcome moves it on"
    NEVER = "never"


class Shrinking(Enum):
    """What happens to odds when their flat bet shrinks."""

    TRIMS = "the odds come down to what the flat bet still carries"
    REFUSED = "the flat bet may not shrink below what its odds need"
    LEAVES = "the odds stay as they were allowed when they were made"


class Over(Enum):
    """What happens to a bet over its limit."""

    REFUSED = "the bet is refused"
    SETTLED_TO_LIMIT = "the bet is accepted and settled to the limit; the excess goes back"


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that may ride on a flat bet: a multiple of its stake, as a limit on the odds bet or on its winnings."""

    clause: str
    times: int | str | Mapping[str, int]
    """The multiple: a number, a number per state of the flat bet, or the name of a setting on the sign."""
    limits_winnings: bool

    def largest(self, flat: int, rate: Fraction, times: int) -> int:
        """The largest stake, in whole cents, within the cap."""
        return int(flat * times / rate) if self.limits_winnings else flat * times


def bets_up_to(times: int | str | Mapping[str, int], *, clause: str) -> Cap:
    """A cap on the odds bet: at most this multiple of the flat bet."""
    return Cap(clause, times, limits_winnings=False)


def wins_up_to(times: int | str | Mapping[str, int], *, clause: str) -> Cap:
    """A cap on the winnings: at most this multiple of the flat bet."""
    return Cap(clause, times, limits_winnings=True)


class Refund(Enum):
    """How much of a commission goes back when its bet is taken down."""

    NONE = "nothing"
    OF_FRESH = "what was charged since the last roll, in proportion"
    IN_PROPORTION = "all of it, in proportion"


_PERCENT = re.compile(r"(\d+)% of the (stake|win)")


@dataclass(frozen=True, slots=True)
class Commission:
    """A charge on a bet, paid with the stake into a separate account."""

    rate: Fraction
    of_winnings: bool
    refund: Refund
    whole_chips: bool = False
    """Whether it is rounded down to the payout unit instead of the cent."""
    refund_clause: str = ""
    """The clause about refunds, if it is not the clause of the wager."""

    def due(self, added: int, best: Fraction, payout_unit: int) -> int:
        """The commission in cents on an amount added to a bet, rounded down."""
        # In whole numbers: this runs for every bet that pays commission, and fractions are slow.
        of, unit = best if self.of_winnings else 1, payout_unit if self.whole_chips else 1
        share, whole = self.rate.numerator * of.numerator, self.rate.denominator * of.denominator
        return added * share // (whole * unit) * unit


def commission(text: str, *, refund: Refund, whole_chips: bool = False, refund_clause: str = "") -> Commission:
    """Parse a commission: "5% of the stake" or "5% of the win"."""
    said = _PERCENT.fullmatch(text)
    if said is None:
        raise RuleError(f'"{text}" is not a commission: write it as "5% of the stake" or "5% of the win"')
    if not 0 < int(said[1]) <= 100:
        raise RuleError(f'"{text}" is not a commission: the rate must be from 1% to 100%')
    return Commission(Fraction(int(said[1]), 100), said[2] == "win", refund, whole_chips, refund_clause)


class Below(Enum):
    """What happens to a bet below the minimum."""

    REFUSED = "the bet is refused"
    VALID = "the bet is valid"
    VALID_ONCE_CLOSED = "the bet is refused until bets are closed, and valid if it is found afterwards"
    VALID_UNTIL_ADVISED = "the bet is valid, and its owner is advised"


class Judged(Enum):
    """What the limits apply to."""

    WHOLE_BET = "the whole bet"
    EVERY_SPOT = "every spot of the layout, over all bets of the player"


class Advice(Enum):
    """Which later bets an advice about the minimum covers."""

    ALL_BETS = "every later bet of the player"
    SAME_WAGER = "every later bet of the player on the same wager"


class Left(Enum):
    """What may be left on a spot when chips are taken down or moved."""

    ANY_AMOUNT = "any amount may be left"
    AS_IF_BET = "what is left must be an amount that could be bet, or nothing"


class Carries(Enum):
    """What odds are held against if their flat bet is over the maximum."""

    PART_IN_PLAY = "the part of it that is in play"
    WHOLE_BET = "all of it"


class Excess(Enum):
    """What happens to the commission on the part of a bet over the maximum."""

    GOES_BACK = "the commission charged on the excess goes back with it, in proportion and rounded down"
    KEPT = "the commission charged on the excess is kept"


@dataclass(frozen=True, slots=True)
class Limits:
    """How a table applies the minimum and maximum on its sign."""

    clause: str
    """The clause about the sign."""
    below: Below
    above: Over
    below_clause: str = ""
    """The clause about bets below the minimum, if it is a different one."""
    above_clause: str = ""
    """The clause about bets above the maximum, if it is a different one."""
    judged: Judged = Judged.WHOLE_BET
    judged_clause: str = ""
    """The clause that says what the limits apply to, if it is a different one."""
    advice: Advice = Advice.ALL_BETS
    left: Left = Left.ANY_AMOUNT
    odds: Carries = Carries.PART_IN_PLAY
    commission: Excess = Excess.GOES_BACK

    def in_play(self, stake: int, maximum: int | None) -> int:
        """The part of a stake that plays under a maximum."""
        return stake if maximum is None or self.above is not Over.SETTLED_TO_LIMIT else min(stake, maximum)

    def carrying(self, stake: int, maximum: int | None) -> int:
        """The part of a flat bet against which its odds are held."""
        return stake if self.odds is Carries.WHOLE_BET else self.in_play(stake, maximum)


class OffMultiple(Enum):
    """How a stake that is not a multiple of the minimum is paid.

    It applies if the sign asks for multiples and the win is not payable exactly.
    """

    EARNS_ON_LOWER_MULTIPLE = "the odds on the largest multiple in it, and the rest of it comes back without winnings"
    ROUNDED_DOWN = "the odds on all of it, rounded down"


@dataclass(frozen=True, slots=True)
class Rounding:
    """How winnings are rounded up: to the payout unit or to the cent."""

    clause: str
    to_the_cent: bool = False
    off_multiple: OffMultiple | None = None
    multiples_clause: str = ""
    """The clause about multiples, if there is one."""
    only_exact_stakes: bool = False
    """Whether the table refuses a stake unless every possible win is payable exactly."""


class Covers(Enum):
    """Which bets a call of on or off covers."""

    ONE_BET = "that bet only"
    SAME_KIND = "all open bets of that kind that the player has"
    SAME_KIND_AND_LATER = "all open bets of that kind that the player has, and one made later is on if one of them is"


@dataclass(frozen=True, slots=True)
class Calls:
    """How players call bets on and off."""

    clause: str
    off: While = ANY_TIME
    covers: Covers = Covers.ONE_BET


class Voided(Enum):
    """Which bets go back when a roll or a result does not count."""

    NOTHING = "every bet stands"
    FRESH_BETS = "what was placed since the one before it goes back with its commission; older bets stand"
    ALL_BETS = "every bet goes back"
    THAT_RESULT = "what was placed for it, and what it had decided, goes back; older bets that it left alone stand"


class AfterWin(Enum):
    """What happens to the stake of a winning bet."""

    COMES_DOWN = "stake and winnings go to the player"
    MAY_STAY_UP = "the stake may stay up as a new bet on the same terms"


class Collecting(Enum):
    """When a player may collect the credit of a terminal between rounds."""

    BETWEEN_ROUNDS = "whatever else stands"
    NO_BET_DOWN = "with none of the player's bets down"


@dataclass(frozen=True, slots=True)
class Period:
    """The wagering period of an electronic table: players bet only while it runs."""

    clause: str
    collecting: Collecting
    collecting_clause: str


class PayMethod(StrEnum):
    """How a payment by hand is made."""

    CASH = "cash"
    CHEQUE = "cheque"
    TRANSFER = "transfer"


@dataclass(frozen=True, slots=True)
class Payouts:
    """How prizes and credits are paid by hand, each part with its clause."""

    form: str
    """The clause by which the player verifies the amount and signs a form."""
    withhold: str
    """The clause by which a payment may be withheld or demanded back."""
    at_once: str
    """The clause by which it is paid at once wherever possible."""
    delay: str
    """The clause by which it may be delayed to an agreed time."""
    other_method: str
    """The clause by which it may be paid otherwise than the player has asked."""
    identification: str
    """The clause by which identification may be asked for."""
    methods: Sequence[PayMethod]
    """How it may be paid."""
