"""Chains of chances, solved exactly: how often each state is visited, and what it is worth to be in one."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Row = Mapping[int, Fraction]
"""The chances of going from one state to others, which sum to one."""


@dataclass(frozen=True)
class _Removed:
    """A state taken out of a chain: what led to it, and where it led, at that moment."""

    state: int
    leaving: Fraction
    """The chance of leaving it at all."""
    from_others: Row
    to_others: Row


def stationary(rows: Sequence[Row]) -> list[Fraction]:
    """The share of rolls in each state in the long run; states that are never returned to have none."""
    kept, removed = _reduced(rows)
    weights = [Fraction(0)] * len(rows)
    weights[kept] = Fraction(1)
    for each in reversed(removed):
        into = sum((weights[state] * chance for state, chance in each.from_others.items()), Fraction(0))
        weights[each.state] = into / each.leaving
    total = sum(weights)
    return [weight / total for weight in weights]


def advantage(rows: Sequence[Row], above: Sequence[Fraction]) -> list[Fraction]:
    """What being in a state is worth beyond the average, where each visit brings so much above the average.

    It solves Poisson's equation h = above + P h; the state that is kept to the end is worth nothing.
    """
    kept, removed = _reduced(rows)
    gathered = list(above)
    for each in removed:
        own = gathered[each.state] / each.leaving
        for state, chance in each.from_others.items():
            gathered[state] += chance * own
    worth = [Fraction(0)] * len(rows)
    for each in reversed(removed):
        onward = sum((chance * worth[state] for state, chance in each.to_others.items()), Fraction(0))
        worth[each.state] = (gathered[each.state] + onward) / each.leaving
    assert gathered[kept] == 0, "what a chain brings above its average is nothing on average"
    return worth


def _reduced(rows: Sequence[Row]) -> tuple[int, list[_Removed]]:
    """Take out one state after another, those with the fewest neighbours first, and join what they joined.

    The last one is a state that is returned to for ever. Few neighbours keep a sparse chain sparse and its fractions short.
    """
    onward = [{to: chance for to, chance in row.items() if chance and to != state} for state, row in enumerate(rows)]
    inward = [set[int]() for _ in rows]
    for state, row in enumerate(onward):
        for to in row:
            inward[to].add(state)
    left, removed, kept = set(range(len(rows))), list[_Removed](), _lasting(rows)
    while len(left) > 1:
        state = min(left - {kept}, key=lambda each: (len(inward[each]) * len(onward[each]), each))
        left.remove(state)
        removed.append(_taken_out(state, onward, inward))
    return kept, removed


def _taken_out(state: int, onward: list[dict[int, Fraction]], inward: list[set[int]]) -> _Removed:
    out, leaving = onward[state], sum(onward[state].values(), Fraction(0))
    into = {other: onward[other].pop(state) for other in inward[state]}
    for to in out:
        inward[to].discard(state)
    for other, chance in into.items():
        share = chance / leaving
        for to, onto in out.items():
            if to != other:
                onward[other][to] = onward[other].get(to, Fraction(0)) + share * onto
                inward[to].add(other)
    return _Removed(state, leaving, into, dict(out))


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
