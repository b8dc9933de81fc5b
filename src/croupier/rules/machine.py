"""The machine behind every wager and the puck: states, and what each outcome does to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from croupier.rules.error import RuleError
from croupier.rules.odds import Odds, odds
from croupier.rules.outcomes import OutcomeName, Outcomes, Space, listed


class Result(StrEnum):
    """How a bet ends."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    """A draw: neither won nor lost."""
    VOID = "void"
    """Declared without effect, or returned with a round that does not count."""
    REFUND = "refund"
    """Given back because the outcome was invalidated, or the bet refused."""
    FORFEIT = "forfeit"
    """Kept by the house because of a fraud."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An outcome ends the bet: which share of the stake goes back, and what it earns per unit staked."""

    result: Result
    returned: Fraction
    winnings: Fraction


@dataclass(frozen=True, slots=True)
class Move:
    """An outcome takes the machine to another state."""

    state: str


Effect = Decision | Move
Effects = Mapping[str, Mapping[OutcomeName, Effect]]

LOST = Decision(Result.LOSE, Fraction(0), Fraction(0))
PUSHED = Decision(Result.PUSH, Fraction(1), Fraction(0))


@dataclass(frozen=True, slots=True)
class Transition:
    """One line of a machine. Without outcomes it speaks of all that no other line claims."""

    outcomes: Outcomes | None
    result: Result | None
    odds: Odds | None = None
    state: str | None = None

    @property
    def words(self) -> str:
        """What has to fall."""
        return "anything else" if self.outcomes is None else str(self.outcomes)

    def effect(self) -> Effect:
        """What this line does to whoever meets it."""
        if self.state is not None:
            return Move(self.state)
        if self.odds is not None:
            return Decision(Result.WIN, Fraction(1), self.odds.rate)
        if self.result is Result.WIN:
            raise RuleError(f"on {self.outcomes} it wins, but nobody says at which odds")
        return PUSHED if self.result is Result.PUSH else LOST


@dataclass(frozen=True, slots=True)
class On:
    """The first half of a line: what falls. Its methods complete the sentence."""

    outcomes: Outcomes | None

    def wins(self, pays: str | Odds) -> Transition:
        """It wins, at these odds."""
        return Transition(self.outcomes, Result.WIN, odds(pays) if isinstance(pays, str) else pays)

    def loses(self) -> Transition:
        """It loses the stake."""
        return Transition(self.outcomes, Result.LOSE)

    def pushes(self) -> Transition:
        """It neither wins nor loses; the stake goes back."""
        return Transition(self.outcomes, Result.PUSH)

    def moves_to(self, state: str) -> Transition:
        """It goes on in another state."""
        return Transition(self.outcomes, None, state=state)


def on(outcomes: Outcomes) -> On:
    """Begin a line: on(total(7)).loses()."""
    return On(outcomes)


otherwise = On(None)

States = Mapping[str, Sequence[Transition]]


def compiled(title: str, states: States) -> tuple[Space, Effects]:
    """Check a machine and lay it out as a table: state, outcome, effect. What is not there stands."""
    if not states:
        raise RuleError(f"{title}: a machine needs at least one state")
    space = _space(title, states)
    effects = {state: _row(f"{title}, {state}", lines, space) for state, lines in states.items()}
    for state, row in effects.items():
        for effect in row.values():
            if isinstance(effect, Move) and effect.state not in states:
                raise RuleError(
                    f"{title}, {state}: moves to '{effect.state}', which does not exist; its states are {listed(states, 'and')}"
                )
    return space, effects


def _space(title: str, states: States) -> Space:
    spaces = {line.outcomes.space for lines in states.values() for line in lines if line.outcomes}
    if len(spaces) != 1:
        found = listed(sorted(space.title for space in spaces), "and") or "no outcome at all"
        raise RuleError(f"{title}: a machine speaks of one space of outcomes, this one of {found}")
    return spaces.pop()


def _row(place: str, lines: Sequence[Transition], space: Space) -> Mapping[OutcomeName, Effect]:
    row: dict[OutcomeName, Effect] = {}
    claimed: dict[OutcomeName, Outcomes] = {}
    for line in lines:
        if line.outcomes is None:
            continue
        effect = line.effect()
        for name in sorted(line.outcomes.names):
            if name in claimed:
                raise RuleError(f"{place}: {name} is claimed twice, by '{claimed[name]}' and by '{line.outcomes}'")
            claimed[name] = line.outcomes
            row[name] = effect
    rest = [line for line in lines if line.outcomes is None]
    if len(rest) > 1:
        raise RuleError(f"{place}: only one line may say what happens otherwise, here are {len(rest)}")
    for line in rest:
        row.update(dict.fromkeys(space.ways.keys() - row.keys(), line.effect()))
    return row
