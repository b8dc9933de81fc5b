"""The life of a bet: the rolls it meets and the ways it ends, as a chain that is solved with fractions."""

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
    """What one roll does to a bet: with which chance it ends how, and with which it goes on where."""

    ends: Mapping[Decision, Fraction]
    onward: Mapping[At, Fraction]


@dataclass(frozen=True)
class Life(Generic[At]):
    """Where a bet begins, with which chance, and what a roll does to it wherever it may come to."""

    begins: Mapping[At, Fraction]
    rolls: Mapping[At, Roll[At]]

    @cached_property
    def visits(self) -> Mapping[At, Fraction]:
        """How many rolls it is expected to meet in each place."""
        return solved({at: Equation(self.begins.get(at, Fraction(0)), from_) for at, from_ in arriving(self.rolls).items()})

    @cached_property
    def rolls_left(self) -> Mapping[At, Fraction]:
        """How many rolls it is expected to meet from each place on until one ends it."""
        return solved({at: Equation(Fraction(1), roll.onward) for at, roll in self.rolls.items()})

    @cached_property
    def mean_rolls(self) -> Fraction:
        """How many rolls it is expected to meet until one ends it."""
        return sum((chance * self.rolls_left[at] for at, chance in self.begins.items()), Fraction(0))

    @cached_property
    def endings(self) -> Mapping[Decision, Fraction]:
        """Every way it can end, and the chance of each."""
        found: dict[Decision, Fraction] = {}
        for at, roll in self.rolls.items():
            for decision, chance in roll.ends.items():
                found[decision] = found.get(decision, Fraction(0)) + self.visits[at] * chance
        return {decision: chance for decision, chance in found.items() if chance}


def arriving(rolls: Mapping[At, Roll[At]]) -> Mapping[At, Mapping[At, Fraction]]:
    """From where, and with which chance, a roll leads to each place."""
    found: dict[At, dict[At, Fraction]] = {at: {} for at in rolls}
    for at, roll in rolls.items():
        for to, chance in roll.onward.items():
            found[to][at] = chance
    return found


def long_run(rolls: Mapping[At, Roll[At]], anchor: At) -> Mapping[At, Fraction]:
    """The share of all rolls met in each place, where nothing ends. The anchor is a place that is always come back to."""
    equations = {at: Equation(Fraction(0), sources) for at, sources in arriving(rolls).items()}
    others = {at: Fraction(-1) for at in rolls if at != anchor}
    return solved(equations | {anchor: Equation(Fraction(1), others)})


def reached(begins: Iterable[At], roll: Callable[[At], Roll[At]]) -> Mapping[At, Roll[At]]:
    """Every place that can be come to, and the roll that is met there."""
    rolls, waiting = dict[At, Roll[At]](), list(begins)
    while waiting:
        at = waiting.pop()
        if at not in rolls:
            rolls[at] = roll(at)
            waiting.extend(rolls[at].onward)
    return rolls


def roll_of(space: Space, falls: Callable[[OutcomeName], Decision | At]) -> Roll[At]:
    """A roll, from what each outcome does: a decision ends the bet, anything else is where it goes on."""
    ends, onward = Counter[Decision](), Counter[At]()
    for name, ways in space.ways.items():
        found = falls(name)
        if isinstance(found, Decision):
            ends[found] += ways
        else:
            onward[found] += ways
    return Roll(_chances(ends, space), _chances(onward, space))


def roll_from(wager: Wager, state: str) -> Roll[str]:
    """One roll of a machine that is always on."""
    row = wager.effects[state]

    def falls(name: OutcomeName) -> Decision | str:
        effect = row.get(name)
        if effect is None:
            return state
        return effect.state if isinstance(effect, Move) else effect

    return roll_of(wager.space, falls)


def life_of(wager: Wager, begins: str) -> Life[str]:
    """The life of a bet whose machine is always on."""
    return Life({begins: Fraction(1)}, {state: roll_from(wager, state) for state in wager.effects})


Counted = TypeVar("Counted", bound=Hashable)


def _chances(ways: Mapping[Counted, int], space: Space) -> Mapping[Counted, Fraction]:
    return {each: Fraction(count, space.total_ways) for each, count in ways.items()}
