"""Solve linear equations of the form `unknown = constant + sum of (factor * unknown)` in fractions."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Unknown = TypeVar("Unknown", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Equation(Generic[Unknown]):
    """The right-hand side: a constant and the factors of other unknowns."""

    constant: Fraction
    terms: Mapping[Unknown, Fraction]


def solved(equations: Mapping[Unknown, Equation[Unknown]]) -> Mapping[Unknown, Fraction]:
    """Solve a system of linear equations exactly.

    Gaussian elimination. Eliminating the unknown with the fewest neighbours first keeps a sparse system sparse and its
    fractions short. Back substitution then runs in reverse order.
    """
    constants = {name: equation.constant for name, equation in equations.items()}
    terms = {name: dict(equation.terms) for name, equation in equations.items()}
    users: dict[Unknown, set[Unknown]] = {name: set() for name in equations}
    for name, own in terms.items():
        for other in own:
            users[other].add(name)
    left, order = set(equations), list[Unknown]()
    places = {name: at for at, name in enumerate(equations)}
    while left:
        name = min(left, key=lambda each: (len(users[each]) * len(terms[each]), places[each]))
        left.remove(name)
        order.append(name)
        _eliminate(name, constants, terms, users)
    found: dict[Unknown, Fraction] = {}
    for name in reversed(order):
        found[name] = constants[name] + sum((share * found[other] for other, share in terms[name].items()), Fraction(0))
    return {name: found[name] for name in equations}


def _eliminate(
    name: Unknown,
    constants: dict[Unknown, Fraction],
    terms: dict[Unknown, dict[Unknown, Fraction]],
    users: dict[Unknown, set[Unknown]],
) -> None:
    """Solve one equation for its unknown and substitute the result everywhere."""
    rest = 1 - terms[name].pop(name, Fraction(0))
    users[name].discard(name)
    constants[name] /= rest
    terms[name] = {other: share / rest for other, share in terms[name].items()}
    for other in terms[name]:
        users[other].discard(name)
    for user in users[name]:
        share = terms[user].pop(name)
        constants[user] += share * constants[name]
        for other, part in terms[name].items():
            terms[user][other] = terms[user].get(other, Fraction(0)) + share * part
            users[other].add(user)
