"""Chains of chances, solved exactly: how often each state is visited, and what it is worth to be in one."""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from croupier.rules.equations import Equation, solved

Row = Mapping[int, Fraction]
"""The chances of going from one state to others, which sum to one."""


def stationary(rows: Sequence[Row]) -> list[Fraction]:
    """The share of rolls in each state in the long run; states that are never returned to have none."""
    kept, arriving = _lasting(rows), [dict[int, Fraction]() for _ in rows]
    for state, row in enumerate(rows):
        for to, chance in row.items():
            arriving[to][state] = chance
    weights = solved(
        {
            state: Equation(Fraction(1), {}) if state == kept else Equation(Fraction(0), own)
            for state, own in enumerate(arriving)
        }
    )
    total = sum(weights.values())
    return [weights[state] / total for state in range(len(rows))]


def advantage(rows: Sequence[Row], above: Sequence[Fraction]) -> list[Fraction]:
    """What being in a state is worth beyond the average, where each visit brings so much above the average.

    It solves Poisson's equation h = above + P h; a state that is returned to for ever is worth nothing.
    """
    kept = _lasting(rows)
    worth = solved(
        {state: Equation(Fraction(0), {}) if state == kept else Equation(above[state], row) for state, row in enumerate(rows)}
    )
    return [worth[state] for state in range(len(rows))]


def _lasting(rows: Sequence[Row]) -> int:
    """A state that is returned to for ever: whatever can be reached from it can reach it."""
    onward, inward = [set(row) for row in rows], [set[int]() for _ in rows]
    for state, row in enumerate(rows):
        for to in row:
            inward[to].add(state)
    state = 0
    while gone := _reached(state, onward) - _reached(state, inward):
        state = min(gone)
    return state


def _reached(state: int, onward: Sequence[set[int]]) -> set[int]:
    reached, waiting = {state}, [state]
    for each in waiting:
        new = onward[each] - reached
        reached |= new
        waiting += new
    return reached


def alike(rows: Sequence[Row], marks: Sequence[Hashable]) -> list[int]:
    """Number states so that those which nobody could ever tell apart by their marks have the same number."""
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


def long_run(rows: Sequence[Row], brings: Sequence[Fraction]) -> Fraction:
    """What a roll brings in the long run, where each visit to a state brings so much."""
    group = alike(rows, brings)
    smaller: dict[int, dict[int, Fraction]] = {}
    for own, row in zip(group, rows, strict=True):
        if own not in smaller:
            smaller[own] = {}
            for to, chance in row.items():
                smaller[own][group[to]] = smaller[own].get(group[to], Fraction(0)) + chance
    bring = dict(zip(group, brings, strict=True))
    shares = stationary([smaller[n] for n in range(len(smaller))])
    return sum((share * bring[n] for n, share in enumerate(shares)), Fraction(0))
