"""The exact long-run figures of a play per roll: net, bets settled, stakes settled and variance."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bet_chains import chains
from croupier.lab.chain import Chain, product
from croupier.lab.markov import Row, long_run_mean, relative_values, stationary
from croupier.lab.play import Play
from croupier.rules.outcomes import Space


@dataclass(frozen=True)
class LongRun:
    """Exact long-run means of a play per roll. Amounts are in cents."""

    net: Fraction
    settled: Fraction
    staked: Fraction
    """Cents staked on the bets that are settled."""
    variance: Fraction
    """Asymptotic variance of the net: the variance of a long run divided by its number of rolls."""
    rounded: bool = False
    """Whether `variance` was solved in floating point, to twelve digits, because a pair of chains is too large."""

    @property
    def sigma(self) -> float:
        """Standard deviation of the net per roll, in cents."""
        return sqrt(self.variance)

    @property
    def hold(self) -> Fraction:
        """The share of all settled stakes that the house keeps."""
        return -self.net / self.staked if self.staked else Fraction(0)


MAX_EXACT_STATES = 1000
"""A pair of chains with more states is solved in floating point. The fractions of two long ladders are huge."""


@dataclass(frozen=True)
class _Innovation:
    """A chain and its martingale differences: by state and outcome, how far a roll deviates from its expectation."""

    chain: Chain
    amounts: tuple[tuple[Fraction, ...], ...]


def long_run(play: Play) -> LongRun:
    """Solve a play."""
    return long_run_of_chains(chains(play, charged_ahead=True), play.rules.game.space)


def long_run_of_chains(parts: Sequence[Chain], space: Space) -> LongRun:
    """Solve chains that the same outcomes drive.

    Means are solved chain by chain and the variance pair by pair, so that the product of all chains is never built.
    """
    chances = [Fraction(ways, space.total_ways) for ways in space.ways.values()]
    net, settled, staked, innovations = Fraction(0), Fraction(0), Fraction(0), list[_Innovation]()
    for part in parts:
        rows = _rows(part.moves, chances)
        shares = stationary(rows)
        rewards = [
            [sum((chance * each[what] for chance, each in zip(chances, row, strict=True)), Fraction(0)) for row in part.yields]
            for what in range(3)
        ]
        means = [sum((share * own for share, own in zip(shares, each, strict=True)), Fraction(0)) for each in rewards]
        net, settled, staked = net + means[0], settled + means[1], staked + means[2]
        values = relative_values(rows, [own - means[0] for own in rewards[0]])
        innovations.append(_innovation(part, means[0], values))
    pairs = [*((each, each) for each in innovations), *combinations(innovations, 2)]
    covariances = [_covariance(a, b, chances) for a, b in pairs]
    variance = sum(((1 if a is b else 2) * each for (a, b), (each, _) in zip(pairs, covariances, strict=True)), Fraction(0))
    return LongRun(net, settled, staked, variance, any(rounded for _, rounded in covariances))


def _rows(moves: Sequence[Sequence[int]], chances: Sequence[Fraction]) -> list[Row]:
    rows: list[Row] = []
    for state in moves:
        row: dict[int, Fraction] = {}
        for to, chance in zip(state, chances, strict=True):
            row[to] = row.get(to, Fraction(0)) + chance
        rows.append(row)
    return rows


def _innovation(part: Chain, mean: Fraction, values: Sequence[Fraction]) -> _Innovation:
    return _Innovation(
        part,
        tuple(
            tuple(reward.net - mean + values[to] - values[state] for to, reward in zip(moves, yields, strict=True))
            for state, (moves, yields) in enumerate(zip(part.moves, part.yields, strict=True))
        ),
    )


def _covariance(one: _Innovation, other: _Innovation, chances: Sequence[Fraction]) -> tuple[Fraction, bool]:
    """Return the mean product of two chains' martingale differences, and whether it is rounded.

    Martingale differences of different rolls are uncorrelated, so this is the whole asymptotic covariance.
    """
    states, moves = product([one.chain, other.chain])
    products = [
        sum((chance * x * y for chance, x, y in zip(chances, one.amounts[a], other.amounts[b], strict=True)), Fraction(0))
        for a, b in states
    ]
    if len(states) > MAX_EXACT_STATES:
        return Fraction(_long_run_rounded(moves, chances, products)), True
    return long_run_mean(_rows(moves, chances), products), False


def _long_run_rounded(moves: Sequence[Sequence[int]], chances: Sequence[Fraction], products: Sequence[Fraction]) -> float:
    """Return the long-run mean in floating point. The stationary distribution solves pi P = pi with sum 1."""
    leads = np.zeros((len(moves), len(moves)))
    for state, row in enumerate(moves):
        np.add.at(leads[state], np.array(row), np.array([float(chance) for chance in chances]))
    equations = leads.T - np.eye(len(moves))
    equations[-1] = 1.0
    shares = cast("NDArray[np.float64]", np.linalg.solve(equations, np.eye(len(moves))[-1]))
    return float(shares @ np.array([float(each) for each in products], np.float64))
