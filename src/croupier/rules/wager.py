"""A wager: a state machine with a title, or a composite that splits its stake over several wagers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from croupier.rules.error import RuleError
from croupier.rules.machine import LOST, Decision, Effect, Effects, Result, States, Transition, compiled
from croupier.rules.odds import Odds
from croupier.rules.outcomes import OutcomeName, Space

WHOLE = "on the layout"
"""The only state of a composite."""


@dataclass(frozen=True)
class Piece:
    """A number of equal pieces of a composite's stake, all on one wager."""

    count: int
    wager: "Wager"


@dataclass(frozen=True)
class Wager:
    """A kind of bet, declared by its states or, for a composite, by its pieces.

    `effects` is the compiled machine: state, outcome, effect. An outcome without an effect leaves the bet as it is.
    """

    title: str
    states: States = field(default_factory=dict[str, Sequence[Transition]], repr=False)
    pieces: Sequence[Piece] = field(default=(), repr=False)
    space: Space = field(init=False, repr=False, compare=False)
    effects: Effects = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.states and self.pieces:
            raise RuleError(f"{self.title}: a wager has states or pieces, not both")
        space, effects = _together(self) if self.pieces else compiled(self.title, self.states)
        object.__setattr__(self, "space", space)
        object.__setattr__(self, "effects", effects)
        for state in effects:
            if not self._can_end(state):
                raise RuleError(f"{self.title}, {state}: nothing ever decides it")

    def _can_end(self, state: str) -> bool:
        """Whether some sequence of outcomes decides a bet in this state."""
        seen, waiting = {state}, [state]
        while waiting:
            for effect in self.effects[waiting.pop()].values():
                if isinstance(effect, Decision):
                    return True
                if effect.state not in seen:
                    seen.add(effect.state)
                    waiting.append(effect.state)
        return False

    @cached_property
    def first(self) -> str:
        """The state in which a bet begins, unless its offer says otherwise."""
        return next(iter(self.effects))

    @cached_property
    def at_once(self) -> bool:
        """Whether every possible next outcome decides the bet."""
        (row, *others) = self.effects.values()
        return not others and len(row) == len(self.space.ways) and all(isinstance(each, Decision) for each in row.values())

    @cached_property
    def units(self) -> int:
        """The number of equal pieces into which the stake must divide."""
        return sum(piece.count for piece in self.pieces) or 1

    @cached_property
    def best(self) -> Mapping[str, Fraction]:
        """By state, the most that a unit staked can win on the next outcome."""
        return {
            state: max((effect.winnings for effect in row.values() if isinstance(effect, Decision)), default=Fraction(0))
            for state, row in self.effects.items()
        }

    def rates(self, state: str) -> frozenset[Fraction]:
        """All amounts that a unit staked can be paid from a state on: winnings, and a part of the stake that comes back."""
        seen, waiting, rates = {state}, [state], set[Fraction]()
        while waiting:
            for effect in self.effects[waiting.pop()].values():
                if isinstance(effect, Decision):
                    rates.add(effect.winnings)
                    if 0 < effect.returned < 1:
                        rates.add(effect.returned)
                elif effect.state not in seen:
                    seen.add(effect.state)
                    waiting.append(effect.state)
        return frozenset(rates)

    @property
    def odds(self) -> tuple[Odds, ...]:
        """Every row of odds that pays this wager."""
        own = (each.odds for transitions in self.states.values() for each in transitions if each.odds)
        return (*own, *(odds for piece in self.pieces for odds in piece.wager.odds))

    def with_odds(self, change: Callable[[Odds], Odds]) -> "Wager":
        """The same wager at other odds."""
        states = {
            state: tuple(replace(each, odds=change(each.odds)) if each.odds else each for each in transitions)
            for state, transitions in self.states.items()
        }
        pieces = tuple(Piece(piece.count, piece.wager.with_odds(change)) for piece in self.pieces)
        return Wager(self.title, states, pieces)


def split(title: str, *wagers: Wager | tuple[int, Wager]) -> Wager:
    """A composite: one equal piece of the stake on each wager, or several on a wager given as (count, wager)."""
    for each in wagers:
        if isinstance(each, tuple) and each[0] < 1:
            raise RuleError(f"{title}: {each[0]} pieces on {each[1].title}; there must be at least 1")
    return Wager(title, pieces=[Piece(*each) if isinstance(each, tuple) else Piece(1, each) for each in wagers])


def _together(composite: Wager) -> tuple[Space, Effects]:
    """Merge the pieces: for each outcome, the share of the whole stake that is returned and what it wins."""
    space = composite.pieces[0].wager.space
    row: dict[OutcomeName, Effect] = dict.fromkeys(space.ways, LOST)
    units = sum(piece.count for piece in composite.pieces)
    for piece in composite.pieces:
        share = Fraction(piece.count, units)
        for name, won in _wins_of_a_piece(composite.title, piece.wager, space).items():
            before = row[name]
            assert isinstance(before, Decision)
            row[name] = Decision(Result.WIN, before.returned + share, before.winnings + won * share)
    return space, {WHOLE: row}


def _wins_of_a_piece(title: str, wager: Wager, space: Space) -> Mapping[OutcomeName, Fraction]:
    """What a piece wins, by outcome. Every outcome must win or lose the piece."""
    if wager.space is not space:
        raise RuleError(f"{title}: its pieces play with {space.title} and with {wager.space.title}")
    effects = wager.effects[wager.first]
    for name in space.ways:
        effect = effects.get(name)
        if not isinstance(effect, Decision) or effect.result is Result.PUSH:
            raise RuleError(f"{title}: its piece {wager.title} must win or lose on {name}, and does not")
    return {name: effect.winnings for name, effect in effects.items() if isinstance(effect, Decision) and effect.winnings}
