"""Exact worth: what a machine costs the player, as a fraction."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.rules.machine import Decision, Move
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager


class NoEdgeError(ValueError):
    """A question about an edge that has no single answer."""


def edge(rules: Ruleset, wager: str) -> Fraction:
    """The house edge per unit staked on a bet as it is made: pushes and commission counted, positive for the house.

    For an id that a bet has travelled to, such as "come:6", it is the edge on what is added there.
    """
    if wager not in rules.addresses:
        raise NoEdgeError(f"{rules.id} has no wager '{wager}'")
    address = rules.addresses[wager]
    offer = address.offer
    lost = {state: loss + _charge(offer, state) for state, loss in expected_loss(offer.wager).items()}
    if address.state is not None:
        return lost[address.state]
    chances = _chances_of_beginning(rules, offer, lost)
    return sum((lost[state] * chance for state, chance in chances.items()), Fraction(0)) / sum(chances.values())


def expected_loss(wager: Wager) -> Mapping[str, Fraction]:
    """What a unit is expected to lose from each state on, until it is decided."""
    return _solved({state: _step(wager, state) for state in wager.effects})


def chance_of_reaching(wager: Wager, target: str) -> Fraction:
    """The chance that a bet that begins in the first state ever comes to another."""
    steps = {state: _Equation(Fraction(0), _step(wager, state).terms) for state in wager.effects}
    return _solved(steps | {target: _Equation(Fraction(1), {})})[wager.first]


def _charge(offer: Offer, state: str) -> Fraction:
    if offer.commission is None:
        return Fraction(0)
    return offer.commission.rate * (offer.wager.best[state] if offer.commission.of_winnings else 1)


def _chances_of_beginning(rules: Ruleset, offer: Offer, lost: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """How often a bet begins in each state: odds wherever their flat bet has come to."""
    if offer.rides_on and rules.addresses[offer.rides_on].state is None:
        flat = rules.addresses[offer.rides_on].offer.wager
        return {state: chance_of_reaching(flat, state) for state in offer.starts}
    if len({lost[state] for state in offer.starts}) > 1:
        raise NoEdgeError(f"{rules.id}, {offer.id}: its edge depends on the state it begins in; ask expected_loss instead")
    return {offer.starts[0]: Fraction(1)}


@dataclass(frozen=True, slots=True)
class _Equation:
    """An unknown equals a constant and so much of other unknowns."""

    constant: Fraction
    terms: Mapping[str, Fraction]


def _step(wager: Wager, state: str) -> _Equation:
    """One roll: what it loses at once, and with which chance it goes on where."""
    loss, onward = Fraction(0), dict[str, Fraction]()
    for name, ways in wager.space.ways.items():
        chance = Fraction(ways, wager.space.total_ways)
        match wager.effects[state].get(name):
            case Decision(returned=returned, winnings=winnings):
                loss += chance * (1 - returned - winnings)
            case Move(state=to):
                onward[to] = onward.get(to, Fraction(0)) + chance
            case None:
                onward[state] = onward.get(state, Fraction(0)) + chance
    return _Equation(loss, onward)


def _solved(equations: Mapping[str, _Equation]) -> Mapping[str, Fraction]:
    """Solve a system of linear equations exactly, one unknown eliminated after the other."""
    left = dict(equations)
    for name in equations:
        own = left[name].terms.get(name, Fraction(0))
        others = {other: share / (1 - own) for other, share in left[name].terms.items() if other != name}
        found = left[name] = _Equation(left[name].constant / (1 - own), others)
        for other, equation in left.items():
            if other != name and name in equation.terms:
                left[other] = _substituted(equation, name, found)
    return {name: equation.constant for name, equation in left.items()}


def _substituted(equation: _Equation, name: str, found: _Equation) -> _Equation:
    share = equation.terms[name]
    terms = {other: own for other, own in equation.terms.items() if other != name}
    for other, part in found.terms.items():
        terms[other] = terms.get(other, Fraction(0)) + share * part
    return _Equation(equation.constant + share * found.constant, terms)
