"""Linear equations in fractions, as the life of a bet asks for them: an unknown is a constant and so much of others."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

Unknown = TypeVar("Unknown", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Equation(Generic[Unknown]):
    """An unknown equals a constant and so much of other unknowns."""

    constant: Fraction
    terms: Mapping[Unknown, Fraction]


def solved(equations: Mapping[Unknown, Equation[Unknown]]) -> Mapping[Unknown, Fraction]:
    """Solve a system of linear equations exactly, one unknown eliminated after the other."""
    left = dict(equations)
    for name in equations:
        own = left[name].terms.get(name, Fraction(0))
        others = {other: share / (1 - own) for other, share in left[name].terms.items() if other != name}
        found = left[name] = Equation(left[name].constant / (1 - own), others)
        for other, equation in left.items():
            if other != name and name in equation.terms:
                left[other] = _substituted(equation, name, found)
    return {name: equation.constant for name, equation in left.items()}


def _substituted(equation: Equation[Unknown], name: Unknown, found: Equation[Unknown]) -> Equation[Unknown]:
    share = equation.terms[name]
    terms = {other: own for other, own in equation.terms.items() if other != name}
    for other, part in found.terms.items():
        terms[other] = terms.get(other, Fraction(0)) + share * part
    return Equation(equation.constant + share * found.constant, terms)
