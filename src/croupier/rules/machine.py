"""The state machine behind every wager and every puck: states, and what each outcome does in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
    """A draw: the stake goes back."""
    VOID = "void"
    """The bet was declared void, or its round does not count; the stake goes back."""
    REFUND = "refund"
    """The outcome was invalidated or the bet was refused; the stake goes back."""
    FORFEIT = "forfeit"
    """The house keeps the stake because of a fraud."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome ends the bet: the share of the stake that goes back, and the winnings per unit staked."""

    result: Result
    # The hash of a fraction is slow, and exact figures count every outcome by its decision.
    returned: Fraction = field(hash=False)
    winnings: Fraction = field(hash=False)


@dataclass(frozen=True, slots=True)
class Move:
    """The outcome moves the machine to another state."""

    state: str


Effect = Decision | Move
Effects = Mapping[str, Mapping[OutcomeName, Effect]]

LOST = Decision(Result.LOSE, Fraction(0), Fraction(0))
PUSHED = Decision(Result.PUSH, Fraction(1), Fraction(0))


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition of a machine: a set of outcomes and their effect. `outcomes=None` means all others of the state."""

    outcomes: Outcomes | None
    result: Result | None
    odds: Odds | None = None
    state: str | None = None

    @property
    def words(self) -> str:
        """The outcomes in words."""
        return "anything else" if self.outcomes is None else str(self.outcomes)

    def effect(self) -> Effect:
        """The effect of these outcomes."""
        if self.state is not None:
            return Move(self.state)
        if self.odds is not None:
            return Decision(Result.WIN, Fraction(1), self.odds.rate)
        if self.result is Result.WIN:
            raise RuleError(f"on {self.outcomes} it wins, but no odds are given")
        return PUSHED if self.result is Result.PUSH else LOST


@dataclass(frozen=True, slots=True)
class On:
    """The first half of a transition: the outcomes. Each method completes it: `on(total(7)).loses()`."""

    outcomes: Outcomes | None

    def wins(self, pays: str | Odds) -> Transition:
        """The bet wins at these odds."""
        return Transition(self.outcomes, Result.WIN, odds(pays) if isinstance(pays, str) else pays)

    def loses(self) -> Transition:
        """The bet loses the stake."""
        return Transition(self.outcomes, Result.LOSE)

    def pushes(self) -> Transition:
        """The bet is a draw; the stake goes back."""
        return Transition(self.outcomes, Result.PUSH)

    def moves_to(self, state: str) -> Transition:
        """The machine moves to another state."""
        return Transition(self.outcomes, None, state=state)


def on(outcomes: Outcomes) -> On:
    """Begin a transition: `on(total(7)).loses()`."""
    return On(outcomes)


otherwise = On(None)

States = Mapping[str, Sequence[Transition]]


def compiled(title: str, states: States) -> tuple[Space, Effects]:
    """Check a machine and compile it: state, outcome, effect. An outcome without an effect changes nothing."""
    if not states:
        raise RuleError(f"{title}: a machine needs at least one state")
    space = _space(title, states)
    effects = {state: _row(f"{title}, {state}", transitions, space) for state, transitions in states.items()}
    for state, row in effects.items():
        for effect in row.values():
            if isinstance(effect, Move) and effect.state not in states:
                raise RuleError(
                    f"{title}, {state}: moves to '{effect.state}', which does not exist; its states are {listed(states, 'and')}"
                )
    return space, effects


def _space(title: str, states: States) -> Space:
    spaces = {each.outcomes.space for transitions in states.values() for each in transitions if each.outcomes}
    if len(spaces) != 1:
        found = listed(sorted(space.title for space in spaces), "and") or "no outcome at all"
        raise RuleError(f"{title}: a machine uses one space of outcomes, this one uses {found}")
    return spaces.pop()


def _row(place: str, transitions: Sequence[Transition], space: Space) -> Mapping[OutcomeName, Effect]:
    row: dict[OutcomeName, Effect] = {}
    claimed: dict[OutcomeName, Outcomes] = {}
    for each in transitions:
        if each.outcomes is None:
            continue
        effect = each.effect()
        for name in sorted(each.outcomes.names):
            if name in claimed:
                raise RuleError(f"{place}: {name} is claimed twice, by '{claimed[name]}' and by '{each.outcomes}'")
            claimed[name] = each.outcomes
            row[name] = effect
    rest = [each for each in transitions if each.outcomes is None]
    if len(rest) > 1:
        raise RuleError(f"{place}: at most one transition may start with 'otherwise', here are {len(rest)}")
    for each in rest:
        row.update(dict.fromkeys(space.ways.keys() - row.keys(), each.effect()))
    return row
