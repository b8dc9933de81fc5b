"""The exact house edge of a wager, as a fraction."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.rules.equations import Equation, solved
from croupier.rules.life import roll_from
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.sleeping import puck_shares
from croupier.rules.wager import Wager


class NoEdgeError(ValueError):
    """The wager is unknown, or its edge depends on the state in which the bet begins."""


def edge(rules: Ruleset, wager: str) -> Fraction:
    """The house edge per unit staked when the bet is made, positive for the house. Pushes and commission count.

    For an id that a bet travels to, such as "come:6", it is the edge on chips added there.
    """
    if wager not in rules.addresses:
        raise NoEdgeError(f"{rules.id} has no wager '{wager}'")
    address = rules.addresses[wager]
    lost = _lost(address.offer)
    if address.state is not None:
        return lost[address.state]
    chances = chances_of_beginning(rules, address.offer)
    return sum((lost[state] * chance for state, chance in chances.items()), Fraction(0))


def expected_loss(wager: Wager) -> Mapping[str, Fraction]:
    """By state, the expected loss of a unit staked until the bet is decided."""
    return solved({state: _one_roll(wager, state) for state in wager.effects})


def chance_of_reaching(wager: Wager, target: str) -> Fraction:
    """The chance that a bet that begins in the first state ever reaches the target state."""
    steps = {state: Equation(Fraction(0), roll_from(wager, state).onward) for state in wager.effects}
    return solved(steps | {target: Equation(Fraction(1), {})})[wager.first]


def charge(offer: Offer, state: str) -> Fraction:
    """The commission on a unit staked in a state."""
    if offer.commission is None:
        return Fraction(0)
    return offer.commission.rate * (offer.wager.best[state] if offer.commission.of_winnings else 1)


def chances_of_beginning(rules: Ruleset, offer: Offer) -> Mapping[str, Fraction]:
    """The chance that a bet begins in each state: for odds the state of their flat bet, for others the state of the puck."""
    if offer.rides_on and rules.addresses[offer.rides_on].state is None:
        flat = rules.addresses[offer.rides_on].offer.wager
        reached = {state: chance_of_reaching(flat, state) for state in offer.starts}
        return {state: chance / sum(reached.values()) for state, chance in reached.items()}
    if len(offer.starts) == 1:
        return {offer.starts[0]: Fraction(1)}
    if len({_lost(offer)[state] for state in offer.starts}) > 1:
        raise NoEdgeError(f"{rules.id}, {offer.id}: its edge depends on the state it begins in; ask expected_loss instead")
    chances: dict[str, Fraction] = {}
    for at, share in puck_shares(rules.pucks[offer.placed.puck], offer.placed.states).items():
        state = offer.begins[at]
        chances[state] = chances.get(state, Fraction(0)) + share
    return chances


def _lost(offer: Offer) -> Mapping[str, Fraction]:
    return {state: loss + charge(offer, state) for state, loss in expected_loss(offer.wager).items()}


def _one_roll(wager: Wager, state: str) -> Equation[str]:
    """The expected loss on one roll, and the chance of each next state."""
    roll = roll_from(wager, state)
    lost = (chance * (1 - decision.returned - decision.winnings) for decision, chance in roll.ends.items())
    return Equation(sum(lost, Fraction(0)), roll.onward)
