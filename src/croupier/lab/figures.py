"""Every figure of one wager, per unit staked: what can come of it, how often, and how long it takes."""

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
from croupier.rules.standing import Standing


@dataclass(frozen=True, slots=True)
class Ending:
    """How a bet ends, and what its owner then has more or less than before it was made, commission counted."""

    result: Result
    net: Fraction


@dataclass(frozen=True)
class Figures:
    """What can come of a unit staked, and in how many rolls."""

    endings: Mapping[Ending, Fraction]
    mean_rolls: Fraction

    @cached_property
    def house_edge(self) -> Fraction:
        """The expected loss per bet made, pushes counted."""
        return -sum((ending.net * chance for ending, chance in self.endings.items()), Fraction(0))

    @cached_property
    def house_edge_resolved(self) -> Fraction:
        """The expected loss per bet that is not a push."""
        return self.house_edge / (1 - self.push_frequency)

    @cached_property
    def house_edge_per_roll(self) -> Fraction:
        """The expected loss per roll that the bet lies on the layout."""
        return self.house_edge / self.mean_rolls

    @cached_property
    def hit_frequency(self) -> Fraction:
        """The chance to win, be it less than was staked."""
        return self._frequency(Result.WIN)

    @cached_property
    def push_frequency(self) -> Fraction:
        """The chance that the stake goes back."""
        return self._frequency(Result.PUSH)

    @cached_property
    def distribution(self) -> Mapping[Fraction, Fraction]:
        """The chance of each net result, the worst first."""
        found: dict[Fraction, Fraction] = {}
        for ending, chance in self.endings.items():
            found[ending.net] = found.get(ending.net, Fraction(0)) + chance
        return dict(sorted(found.items()))

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        return self._moment(2)

    @cached_property
    def standard_deviation(self) -> float:
        """The square root of the variance: irrational, so it is the one figure here that is no fraction."""
        return sqrt(self.variance)

    @cached_property
    def skewness(self) -> float:
        """How lopsided the net result is: 0 for an even-money bet, large for a long shot."""
        return float(self._moment(3)) / self.standard_deviation**3

    def _frequency(self, result: Result) -> Fraction:
        return sum((chance for ending, chance in self.endings.items() if ending.result is result), Fraction(0))

    def _moment(self, power: int) -> Fraction:
        return sum((chance * (net + self.house_edge) ** power for net, chance in self.distribution.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class PuckFigures:
    """The figures of a bet that sleeps, solved with the puck: nobody calls it on or off."""

    figures: Figures
    mean_rolls_by_puck: Mapping[str, Fraction]
    """By where the puck lies when the bet is made."""
    mean_rolls_kept_up: Fraction
    """Per decision, for one who bets it again whenever it is gone."""

    @property
    def house_edge_per_roll_kept_up(self) -> Fraction:
        """What such a player loses per roll."""
        return self.figures.house_edge / self.mean_rolls_kept_up


def figures(rules: Ruleset, offer: Offer) -> Figures:
    """The figures of a bet whose machine is always on."""
    endings, rolls = dict[Ending, Fraction](), Fraction(0)
    for state, chance in chances_of_beginning(rules, offer).items():
        life = life_of(offer.wager, state)
        rolls += chance * life.mean_rolls
        for ending, part in _net(life.endings, charge(offer, state)).items():
            endings[ending] = endings.get(ending, Fraction(0)) + chance * part
    return Figures(endings, rolls)


def puck_figures(rules: Ruleset, offer: Offer) -> PuckFigures | None:
    """The figures with on and off as the document leaves them, for an offer that sleeps."""
    if offer.sleeps is None or not offer.sleeps.puck:
        return None
    standing = Standing(rules, offer)
    charged = sum((chance * charge(offer, state) for state, chance in chances_of_beginning(rules, offer).items()), Fraction(0))
    return PuckFigures(
        Figures(_net(standing.life.endings, charged), standing.life.mean_rolls),
        standing.mean_rolls_by_puck,
        standing.mean_rolls_kept_up,
    )


def edge_with_full_odds(rules: Ruleset, flat: Offer, sign: Sign) -> Fraction | None:
    """The edge on all the money when a flat bet always carries the most odds it may, per unit staked in all."""
    ridden = [ride for id in (flat.id, *flat.travels.values()) for ride in rules.riders.get(id, ())]
    if not ridden:
        return None
    lost, staked = edge(rules, flat.id), Fraction(1)
    for ride in ridden:
        losses = expected_loss(ride.wager)
        for state in ride.starts:
            odds = chance_of_reaching(flat.wager, state) * _most(ride, state, sign)
            lost += odds * losses[state]
            staked += odds
    return lost / staked


def _most(ride: Offer, state: str, sign: Sign) -> Fraction:
    """The most odds per unit of the flat bet: of a flat bet on which the cap is whole cents."""
    flat = lcm(*(best.numerator for best in ride.wager.best.values()))
    return Fraction(ride.largest_ride(flat, state, sign), flat)


def _net(endings: Mapping[Decision, Fraction], charged: Fraction) -> dict[Ending, Fraction]:
    found: dict[Ending, Fraction] = {}
    for decision, chance in endings.items():
        ending = Ending(decision.result, decision.returned + decision.winnings - 1 - charged)
        found[ending] = found.get(ending, Fraction(0)) + chance
    return found
