"""Pucks: markers that hold the state of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from croupier.rules.error import RuleError
from croupier.rules.life import long_run, roll_of
from croupier.rules.machine import Move, States, compiled
from croupier.rules.outcomes import OutcomeName, Space


@dataclass(frozen=True)
class Puck:
    """A state machine of the table that only moves. It starts in its first state on every gaming day."""

    title: str
    states: States
    space: Space = field(init=False, repr=False, compare=False)
    moves: Mapping[str, Mapping[OutcomeName, str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        space, effects = compiled(self.title, self.states)
        moves: dict[str, dict[OutcomeName, str]] = {}
        for state, row in effects.items():
            moves[state] = {}
            for name, effect in row.items():
                if not isinstance(effect, Move):
                    raise RuleError(f"{self.title}, {state}: a puck moves on {name} or stays, it cannot win or lose")
                moves[state][name] = effect.state
        object.__setattr__(self, "space", space)
        object.__setattr__(self, "moves", moves)

    @cached_property
    def first(self) -> str:
        """The state when the table opens."""
        return next(iter(self.states))

    @cached_property
    def long_run_shares(self) -> Mapping[str, Fraction]:
        """By state, the long-run share of rolls for which the puck is in it."""
        rolls = {at: roll_of(self.space, lambda name, at=at: self.moves[at].get(name, at)) for at in self.states}
        # The anchor must be recurrent. The first state may not be ("no result yet"); the last one always is.
        return long_run(rolls, list(self.states)[-1])
