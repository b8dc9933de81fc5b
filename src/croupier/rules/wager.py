"""A wager: a small machine with a title, or a composite that splits its stake over several."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from croupier.rules.error import RuleError
from croupier.rules.machine import LOST, Decision, Effect, Effects, Result, States, Transition, compiled
from croupier.rules.odds import Odds
from croupier.rules.outcomes import OutcomeName, Space

WHOLE = "on the layout"
"""The one state of a composite."""


@dataclass(frozen=True)
class Piece:
    """So many equal pieces of a composite's stake, wagered on something of their own."""

    count: int
    wager: "Wager"


@dataclass(frozen=True)
class Wager:
    """A kind of bet. Either its states say what every outcome does, or its pieces do.

    `effects` is the machine laid out: state, outcome, effect. An outcome that is not there leaves the bet standing.
    """

    title: str
    states: States = field(default_factory=dict[str, Sequence[Transition]])
    pieces: Sequence[Piece] = ()
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
        """Whether anything can ever decide a bet in this state."""
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
        """Whether the next outcome decides it, whatever it is."""
        (row, *others) = self.effects.values()
        return not others and len(row) == len(self.space.ways) and all(isinstance(each, Decision) for each in row.values())

    @cached_property
    def units(self) -> int:
        """Into how many equal pieces the stake must divide."""
        return sum(piece.count for piece in self.pieces) or 1

    @cached_property
    def best(self) -> Mapping[str, Fraction]:
        """The most that a unit staked can win at once, by state."""
        return {
            state: max((effect.winnings for effect in row.values() if isinstance(effect, Decision)), default=Fraction(0))
            for state, row in self.effects.items()
        }

    def rates(self, state: str) -> frozenset[Fraction]:
        """Everything that a unit staked can still win from a state on."""
        seen, waiting, rates = {state}, [state], set[Fraction]()
        while waiting:
            for effect in self.effects[waiting.pop()].values():
                if isinstance(effect, Decision):
                    rates.add(effect.winnings)
                elif effect.state not in seen:
                    seen.add(effect.state)
                    waiting.append(effect.state)
        return frozenset(rates)

    @property
    def odds(self) -> tuple[Odds, ...]:
        """Every row of odds it is paid by."""
        own = (line.odds for lines in self.states.values() for line in lines if line.odds)
        return (*own, *(odds for piece in self.pieces for odds in piece.wager.odds))

    def with_odds(self, change: Callable[[Odds], Odds]) -> "Wager":
        """The same wager at other odds."""
        states = {
            state: tuple(replace(line, odds=change(line.odds)) if line.odds else line for line in lines)
            for state, lines in self.states.items()
        }
        pieces = tuple(Piece(piece.count, piece.wager.with_odds(change)) for piece in self.pieces)
        return Wager(self.title, states, pieces)


def split(title: str, *wagers: Wager | tuple[int, Wager]) -> Wager:
    """A composite: one equal piece of the stake on each, or so many pieces where a number stands before it."""
    for each in wagers:
        if isinstance(each, tuple) and each[0] < 1:
            raise RuleError(f"{title}: {each[0]} pieces on {each[1].title} are none at all")
    return Wager(title, pieces=[Piece(*each) if isinstance(each, tuple) else Piece(1, each) for each in wagers])


def _together(composite: Wager) -> tuple[Space, Effects]:
    """Settle all pieces of a composite at once: per outcome, what goes back and what is won of the whole stake."""
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
    """A piece is decided by every single outcome, one way or the other."""
    if wager.space is not space:
        raise RuleError(f"{title}: its pieces play with {space.title} and with {wager.space.title}")
    effects = wager.effects[wager.first]
    for name in space.ways:
        effect = effects.get(name)
        if not isinstance(effect, Decision) or effect.result is Result.PUSH:
            raise RuleError(f"{title}: its piece {wager.title} must win or lose on {name}, and does not")
    return {name: effect.winnings for name, effect in effects.items() if isinstance(effect, Decision) and effect.winnings}
