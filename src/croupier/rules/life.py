"""The life of a bet as a Markov chain, solved exactly: how many rolls it lasts and how it ends."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from croupier.rules.equations import Equation, solved
from croupier.rules.machine import Decision, Move
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.wager import Wager

At = TypeVar("At", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Roll(Generic[At]):
    """What one roll does to a bet: the chance of each decision, and the chance of each next place if it is not decided."""

    ends: Mapping[Decision, Fraction]
    onward: Mapping[At, Fraction]


@dataclass(frozen=True)
class Life(Generic[At]):
    """The chance of each place where a bet begins, and what one roll does to it in each place it can reach."""

    begins: Mapping[At, Fraction]
    rolls: Mapping[At, Roll[At]]

    @cached_property
    def visits(self) -> Mapping[At, Fraction]:
        """The expected number of rolls in each place."""
        return solved({at: Equation(self.begins.get(at, Fraction(0)), from_) for at, from_ in arriving(self.rolls).items()})

    @cached_property
    def rolls_left(self) -> Mapping[At, Fraction]:
        """The expected number of rolls from each place until the bet is decided."""
        return solved({at: Equation(Fraction(1), roll.onward) for at, roll in self.rolls.items()})

    @cached_property
    def mean_rolls(self) -> Fraction:
        """The expected number of rolls until the bet is decided."""
        return sum((chance * self.rolls_left[at] for at, chance in self.begins.items()), Fraction(0))

    @cached_property
    def endings(self) -> Mapping[Decision, Fraction]:
        """Every possible decision and its chance."""
        found: dict[Decision, Fraction] = {}
        for at, roll in self.rolls.items():
            for decision, chance in roll.ends.items():
                found[decision] = found.get(decision, Fraction(0)) + self.visits[at] * chance
        return {decision: chance for decision, chance in found.items() if chance}


def arriving(rolls: Mapping[At, Roll[At]]) -> Mapping[At, Mapping[At, Fraction]]:
    """Invert the chain: for each place, the places that lead to it, with their chances."""
    found: dict[At, dict[At, Fraction]] = {at: {} for at in rolls}
    for at, roll in rolls.items():
        for to, chance in roll.onward.items():
            found[to][at] = chance
    return found


def long_run(rolls: Mapping[At, Roll[At]], anchor: At) -> Mapping[At, Fraction]:
    """The long-run share of rolls in each place of a chain that never ends. The anchor must be a recurrent place."""
    equations = {at: Equation(Fraction(0), sources) for at, sources in arriving(rolls).items()}
    others = {at: Fraction(-1) for at in rolls if at != anchor}
    return solved(equations | {anchor: Equation(Fraction(1), others)})


def reached(begins: Iterable[At], roll: Callable[[At], Roll[At]]) -> Mapping[At, Roll[At]]:
    """Every place reachable from the first ones, with the roll from there."""
    rolls, waiting = dict[At, Roll[At]](), list(begins)
    while waiting:
        at = waiting.pop()
        if at not in rolls:
            rolls[at] = roll(at)
            waiting.extend(rolls[at].onward)
    return rolls


def roll_of(space: Space, falls: Callable[[OutcomeName], Decision | At]) -> Roll[At]:
    """Build a roll from what each outcome does: a decision ends the bet, any other value is its next place."""
    ends, onward = Counter[Decision](), Counter[At]()
    for name, ways in space.ways.items():
        found = falls(name)
        if isinstance(found, Decision):
            ends[found] += ways
        else:
            onward[found] += ways
    return Roll(_chances(ends, space), _chances(onward, space))


def roll_from(wager: Wager, state: str) -> Roll[str]:
    """One roll of a wager that never sleeps."""
    row = wager.effects[state]

    def falls(name: OutcomeName) -> Decision | str:
        effect = row.get(name)
        if effect is None:
            return state
        return effect.state if isinstance(effect, Move) else effect

    return roll_of(wager.space, falls)


def life_of(wager: Wager, begins: str) -> Life[str]:
    """The life of a bet on a wager that never sleeps."""
    return Life({begins: Fraction(1)}, {state: roll_from(wager, state) for state in wager.effects})


Counted = TypeVar("Counted", bound=Hashable)


def _chances(ways: Mapping[Counted, int], space: Space) -> Mapping[Counted, Fraction]:
    return {each: Fraction(count, space.total_ways) for each, count in ways.items()}
