"""The exact figures of one wager, per unit staked."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt

from croupier.rules.exact import chance_of_reaching, chances_of_beginning, charge, edge, expected_loss
from croupier.rules.life import life_of
from croupier.rules.machine import Decision, Result
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.rules.sleeping import SleepingBet


@dataclass(frozen=True, slots=True)
class Ending:
    """How a bet ends, and the owner's net result per unit staked, after commission."""

    result: Result
    net: Fraction


@dataclass(frozen=True, repr=False)
class Figures:
    """The distribution of the net result of a unit staked, and the mean number of rolls."""

    endings: Mapping[Ending, Fraction]
    mean_rolls: Fraction

    def __repr__(self) -> str:
        return f"<figures: edge {self.house_edge}, variance {self.variance}, mean rolls {self.mean_rolls}>"

    @cached_property
    def house_edge(self) -> Fraction:
        """Expected loss per bet made, pushes included."""
        return -sum((ending.net * chance for ending, chance in self.endings.items()), Fraction(0))

    @cached_property
    def house_edge_resolved(self) -> Fraction:
        """Expected loss per bet that is not a push."""
        return self.house_edge / (1 - self.push_frequency)

    @cached_property
    def house_edge_per_roll(self) -> Fraction:
        """Expected loss per roll that the bet stands."""
        return self.house_edge / self.mean_rolls

    @cached_property
    def hit_frequency(self) -> Fraction:
        """Probability of a win, even one of less than the stake."""
        return self._frequency(Result.WIN)

    @cached_property
    def push_frequency(self) -> Fraction:
        """Probability that the stake is returned."""
        return self._frequency(Result.PUSH)

    @cached_property
    def distribution(self) -> Mapping[Fraction, Fraction]:
        """Probability of each net result, in ascending order."""
        found: dict[Fraction, Fraction] = {}
        for ending, chance in self.endings.items():
            found[ending.net] = found.get(ending.net, Fraction(0)) + chance
        return dict(sorted(found.items()))

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the net result."""
        return self._moment(2)

    @cached_property
    def standard_deviation(self) -> float:
        """Square root of the variance. It is irrational, so it is a float."""
        return sqrt(self.variance)

    @cached_property
    def skewness(self) -> float:
        """Skewness of the net result: 0 for an even-money bet, large for a long shot."""
        return float(self._moment(3)) / self.standard_deviation**3

    def _frequency(self, result: Result) -> Fraction:
        return sum((chance for ending, chance in self.endings.items() if ending.result is result), Fraction(0))

    def _moment(self, power: int) -> Fraction:
        return sum((chance * (net + self.house_edge) ** power for net, chance in self.distribution.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class PuckFigures:
    """Figures of a bet that the puck turns on and off, solved jointly with the puck. The player never calls it on or off."""

    figures: Figures
    mean_rolls_by_puck: Mapping[str, Fraction]
    """Mean rolls to a decision, by the state of the puck when the bet is made."""
    mean_rolls_kept_up: Fraction
    """Mean rolls on the layout per decision, if the player makes the bet again whenever it is decided."""

    @property
    def house_edge_per_roll_kept_up(self) -> Fraction:
        """Expected loss per roll of such a player."""
        return self.figures.house_edge / self.mean_rolls_kept_up


def figures(rules: Ruleset, offer: Offer) -> Figures:
    """Return the figures of a bet that is always on."""
    endings, rolls = dict[Ending, Fraction](), Fraction(0)
    for state, chance in chances_of_beginning(rules, offer).items():
        life = life_of(offer.wager, state)
        rolls += chance * life.mean_rolls
        for ending, part in _net(life.endings, charge(offer, state)).items():
            endings[ending] = endings.get(ending, Fraction(0)) + chance * part
    return Figures(endings, rolls)


def puck_figures(rules: Ruleset, offer: Offer) -> PuckFigures | None:
    """Return the figures of a bet that the puck turns on and off, or None if the offer is always on."""
    if offer.sleeps is None or not offer.sleeps.puck:
        return None
    sleeping = SleepingBet(rules, offer)
    charged = sum((chance * charge(offer, state) for state, chance in chances_of_beginning(rules, offer).items()), Fraction(0))
    return PuckFigures(
        Figures(_net(sleeping.life.endings, charged), sleeping.life.mean_rolls),
        sleeping.mean_rolls_by_puck,
        sleeping.mean_rolls_kept_up,
    )


def edge_with_full_odds(rules: Ruleset, flat: Offer, sign: Sign) -> Fraction | None:
    """Return the edge on all money staked if a flat bet always carries the largest odds, or None without odds."""
    ridden = [ride for id in (flat.id, *flat.travels.values()) for ride in rules.riders.get(id, ())]
    if not ridden:
        return None
    lost, staked = edge(rules, flat.id), Fraction(1)
    for ride in ridden:
        losses = expected_loss(ride.wager)
        for state in ride.starts:
            odds = chance_of_reaching(flat.wager, state) * _largest_odds(ride, state, sign)
            lost += odds * losses[state]
            staked += odds
    return lost / staked


def _largest_odds(ride: Offer, state: str, sign: Sign) -> Fraction:
    """Return the largest odds per unit of the flat bet, computed on a flat bet whose limit is in whole cents."""
    flat = lcm(*(best.numerator for best in ride.wager.best.values()))
    return Fraction(ride.largest_ride(flat, state, sign), flat)


def _net(endings: Mapping[Decision, Fraction], charged: Fraction) -> dict[Ending, Fraction]:
    found: dict[Ending, Fraction] = {}
    for decision, chance in endings.items():
        ending = Ending(decision.result, decision.returned + decision.winnings - 1 - charged)
        found[ending] = found.get(ending, Fraction(0)) + chance
    return found
