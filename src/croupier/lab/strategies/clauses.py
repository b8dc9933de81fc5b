"""The clauses of a strategy: what to bet and change, and the conditions under which. Each prints itself as it is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from croupier.lab.ladder import FLAT, Ladder
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign


@dataclass(frozen=True)
class Wagers:
    """One wager, or all of a kind, as the user named them. Conditions also count bets that have travelled."""

    name: str
    ids: tuple[str, ...]
    """The wagers that can be bet."""
    places: frozenset[str]
    """Where bets on them can stand: their own places, and those that they travel to."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Amount:
    """What to bet: cents, a multiple of the flat bet, or (with neither) the most that the document allows on the flat bet."""

    cents: int | None = None
    times: Fraction | None = None

    def __str__(self) -> str:
        if self.cents is not None:
            return plain(self.cents)
        return "max" if self.times is None else f"{decimal(self.times)}x"


def plain(cents: int) -> str:
    """An amount as it is written in a play: 10, or 2.50."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def decimal(number: Fraction) -> str:
    """A multiple as it is written: 2, or 1.5."""
    return str(number) if number.denominator == 1 else f"{float(number):g}"


@dataclass(frozen=True)
class PointIs:
    """The puck is in one of these states."""

    puck: str
    states: frozenset[str]
    words: str

    def __str__(self) -> str:
        return f"while {self.words}"


class Counted(StrEnum):
    """What a condition counts."""

    ROLL = "roll"
    WIN = "win"
    LOSS = "loss"

    def counted(self, number: int) -> str:
        """The word for so many of them."""
        return self.value if number == 1 else f"{self.value}{'es' if self is Counted.LOSS else 's'}"


@dataclass(frozen=True)
class Just:
    """The last roll won or lost money: in all, or on a bet on these wagers."""

    what: Counted
    of: Wagers | None = None

    def __str__(self) -> str:
        return f"on a {self.what}{f' of {self.of}' if self.of else ''}"


@dataclass(frozen=True)
class CountReached:
    """So many rolls, wins or losses have been counted since the hand began, or in a row; or fewer than that."""

    what: Counted
    count: int
    of: Wagers | None = None
    in_a_row: bool = False
    reached: bool = True
    """Whether the condition holds from the count on ("after"), or until it is reached ("before")."""

    def __str__(self) -> str:
        row = " in a row" if self.in_a_row else ""
        of = f" of {self.of}" if self.of else ""
        return f"{'after' if self.reached else 'before'} {self.count} {self.what.counted(self.count)}{row}{of}"


@dataclass(frozen=True)
class BetsStanding:
    """At least, or fewer than, so many bets on these wagers stand. A bet that waits to travel counts, too."""

    count: int
    of: Wagers
    fewer: bool

    def __str__(self) -> str:
        return (
            f"with {'fewer than' if self.fewer else 'at least'} {self.count} {self.of} {'bet' if self.count == 1 else 'bets'}"
        )


@dataclass(frozen=True)
class Money:
    """The player's money, bets on the layout included, is above or below an amount."""

    cents: int
    above: bool

    @property
    def mark(self) -> int:
        """The least money, in cents, at which the condition changes."""
        return self.cents + 1 if self.above else self.cents

    def __str__(self) -> str:
        return f"with bankroll {'above' if self.above else 'below'} {plain(self.cents)}"


Condition = PointIs | Just | CountReached | BetsStanding | Money


@dataclass(frozen=True)
class MakeBet:
    """Bet, if the rules allow it and no bet stands there."""

    wagers: Wagers
    amount: Amount
    ladder: Ladder = FLAT

    def __str__(self) -> str:
        return f"{self.wagers} {self.amount} {self.ladder.text}".rstrip()


@dataclass(frozen=True)
class PressBet:
    """Raise the amount of a wager by so many cents, up to a limit, or to so many. A loss puts it back to its first value."""

    wagers: Wagers
    by: int | None
    """None: at once to the limit."""
    to: int

    def __str__(self) -> str:
        by = f" by {plain(self.by)} up" if self.by is not None else ""
        return f"press {self.wagers}{by} to {plain(self.to)}"


@dataclass(frozen=True)
class Regress:
    """Lower the amount of a wager. A loss puts it back to its first value."""

    wagers: Wagers
    to: int

    def __str__(self) -> str:
        return f"regress {self.wagers} to {plain(self.to)}"


@dataclass(frozen=True)
class Down:
    """Take bets down as far as the rules allow. None: all bets."""

    wagers: Wagers | None

    def __str__(self) -> str:
        return f"take down {self.wagers or 'everything'}"


@dataclass(frozen=True)
class CallBets:
    """Call bets on or off, where the rules allow it."""

    wagers: Wagers
    on: bool

    def __str__(self) -> str:
        return f"call {'on' if self.on else 'off'} {self.wagers}"


@dataclass(frozen=True)
class Leave:
    """End the session."""

    def __str__(self) -> str:
        return "leave"


Action = MakeBet | PressBet | Regress | Down | CallBets | Leave


@dataclass(frozen=True)
class StrategyClause:
    """An action, and the conditions that must all hold for it."""

    action: Action
    when: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return " ".join([str(self.action), *([" and ".join(map(str, self.when))] if self.when else [])])


@dataclass(frozen=True, repr=False)
class Strategy:
    """Clauses under a rule set and a sign. Before every roll they are carried out in their order."""

    rules: Ruleset
    sign: Sign
    clauses: tuple[StrategyClause, ...]

    def __str__(self) -> str:
        return ", ".join(map(str, self.clauses))

    def __repr__(self) -> str:
        return f"<strategy {self} at {self.rules.id}>"

    @property
    def conditions(self) -> Sequence[Condition]:
        """All conditions of all clauses."""
        return [condition for clause in self.clauses for condition in clause.when]

    @property
    def bets(self) -> Sequence[MakeBet]:
        """The actions that bet."""
        return [clause.action for clause in self.clauses if isinstance(clause.action, MakeBet)]

    @property
    def is_flat(self) -> bool:
        """Whether it is a play: it bets all the time, and changes nothing."""
        return all(isinstance(each.action, MakeBet) and not each.when for each in self.clauses)

    @property
    def marks(self) -> tuple[int, ...]:
        """The amounts of money, in cents, at which the strategy changes; ascending."""
        return tuple(sorted({each.mark for each in self.conditions if isinstance(each, Money)}))

    @property
    def leaves(self) -> bool:
        """Whether it can end a session by itself."""
        return any(isinstance(each.action, Leave) for each in self.clauses)


def shown(cents: int) -> str:
    """An amount in a sentence, without cents that are zero: $10, or $2.50."""
    return dollars(cents).removesuffix(".00")
