"""Markov chains solved exactly, in fractions: stationary distribution, relative values and lumping."""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from croupier.rules.equations import Equation, solved

Row = Mapping[int, Fraction]
"""Transition probabilities from one state, by target state. They sum to one."""


def stationary(rows: Sequence[Row]) -> list[Fraction]:
    """Return the long-run share of time in each state. Transient states have share 0."""
    anchor, arriving = _recurrent_state(rows), [dict[int, Fraction]() for _ in rows]
    for state, row in enumerate(rows):
        for to, chance in row.items():
            arriving[to][state] = chance
    weights = solved(
        {
            state: Equation(Fraction(1), {}) if state == anchor else Equation(Fraction(0), own)
            for state, own in enumerate(arriving)
        }
    )
    total = sum(weights.values())
    return [weights[state] / total for state in range(len(rows))]


def relative_values(rows: Sequence[Row], excess: Sequence[Fraction]) -> list[Fraction]:
    """Return the relative value h of each state: the solution of Poisson's equation h = excess + P h.

    `excess` is the reward of a visit minus the long-run mean. The value of one recurrent state is fixed at 0.
    """
    anchor = _recurrent_state(rows)
    values = solved(
        {
            state: Equation(Fraction(0), {}) if state == anchor else Equation(excess[state], row)
            for state, row in enumerate(rows)
        }
    )
    return [values[state] for state in range(len(rows))]


def _recurrent_state(rows: Sequence[Row]) -> int:
    """Return a recurrent state: it can be reached from every state that it can reach."""
    return _recurrence([set(row) for row in rows])[0]


def has_one_long_run(onward: Sequence[set[int]]) -> bool:
    """Return whether every state leads to the same recurrent ones. Else the first rolls decide where the chain ends."""
    return len(_recurrence(onward)[1]) == len(onward)


def _recurrence(onward: Sequence[set[int]]) -> tuple[int, set[int]]:
    """Return a recurrent state, and all states that lead to it."""
    inward = [set[int]() for _ in onward]
    for state, next_states in enumerate(onward):
        for to in next_states:
            inward[to].add(state)
    state = 0
    while no_way_back := _reachable(state, onward) - (leading := _reachable(state, inward)):
        state = min(no_way_back)
    return state, leading


def _reachable(state: int, onward: Sequence[set[int]]) -> set[int]:
    reached, waiting = {state}, [state]
    for each in waiting:
        new = onward[each] - reached
        reached |= new
        waiting += new
    return reached


def lump(rows: Sequence[Row], marks: Sequence[Hashable]) -> list[int]:
    """Number the states so that indistinguishable states (the coarsest lumping) get the same number.

    `marks` are the observations: states with different marks are never lumped.
    """
    found = _numbered(marks)
    while True:
        signs: list[Hashable] = []
        for own, row in zip(found, rows, strict=True):
            chances: dict[int, Fraction] = {}
            for to, chance in row.items():
                chances[found[to]] = chances.get(found[to], Fraction(0)) + chance
            signs.append((own, frozenset(chances.items())))
        finer = _numbered(signs)
        if max(finer) == max(found):
            return found
        found = finer


def _numbered(marks: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(mark, len(numbers)) for mark in marks]


def long_run_mean(rows: Sequence[Row], rewards: Sequence[Fraction]) -> Fraction:
    """Return the long-run mean reward per roll, if each visit to a state gives its reward."""
    group = lump(rows, rewards)
    smaller: dict[int, dict[int, Fraction]] = {}
    for own, row in zip(group, rows, strict=True):
        if own not in smaller:
            smaller[own] = {}
            for to, chance in row.items():
                smaller[own][group[to]] = smaller[own].get(group[to], Fraction(0)) + chance
    reward = dict(zip(group, rewards, strict=True))
    shares = stationary([smaller[n] for n in range(len(smaller))])
    return sum((share * reward[n] for n, share in enumerate(shares)), Fraction(0))
