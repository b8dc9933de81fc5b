"""The exact worth of a play: what a roll brings in the long run, how many bets it settles, and how far it strays."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chain import Chain, together
from croupier.lab.linear import Row, advantage, long_run, stationary
from croupier.lab.places import chains
from croupier.lab.play import Play
from croupier.rules.outcomes import Space


@dataclass(frozen=True)
class Worth:
    """A play in the long run, per roll: in cents, and exact."""

    net: Fraction
    settled: Fraction
    staked: Fraction
    """The stakes of the bets that are settled."""
    variance: Fraction
    """Of the net: that of a long run, divided by its rolls."""
    rounded: bool = False
    """Whether chains with too many states together to be solved with fractions were solved with twelve digits."""

    @property
    def sigma(self) -> float:
        """The standard deviation of the net per roll, in cents."""
        return sqrt(self.variance)

    @property
    def hold(self) -> Fraction:
        """The share of all stakes that the house keeps."""
        return -self.net / self.staked


MOST_STATES = 1000
"""Two chains with more states together are solved with rounded numbers; two long ladders have fractions without end."""


@dataclass(frozen=True)
class _Surprise:
    """A chain, and how much each roll tells beyond what was expected of it, by state and outcome."""

    chain: Chain
    amounts: tuple[tuple[Fraction, ...], ...]


def worth(play: Play) -> Worth:
    """Solve a play: means by chain, the variance by pairs of chains, so that the whole is never laid out."""
    return worth_of(chains(play, charged_ahead=True), play.rules.game.space)


def worth_of(parts: Sequence[Chain], space: Space) -> Worth:
    """The worth of chains that are driven by the same outcomes."""
    chances = [Fraction(ways, space.total_ways) for ways in space.ways.values()]
    net, settled, staked, surprises = Fraction(0), Fraction(0), Fraction(0), list[_Surprise]()
    for part in parts:
        rows = _rows(part.moves, chances)
        shares = stationary(rows)
        brought = [
            [sum((chance * each[what] for chance, each in zip(chances, row, strict=True)), Fraction(0)) for row in part.yields]
            for what in range(3)
        ]
        means = [sum((share * own for share, own in zip(shares, each, strict=True)), Fraction(0)) for each in brought]
        net, settled, staked = net + means[0], settled + means[1], staked + means[2]
        ahead = advantage(rows, [own - means[0] for own in brought[0]])
        surprises.append(_surprise(part, means[0], ahead))
    pairs = [*((each, each) for each in surprises), *combinations(surprises, 2)]
    covariances = [_covariance(a, b, chances) for a, b in pairs]
    variance = sum(((1 if a is b else 2) * each for (a, b), (each, _) in zip(pairs, covariances, strict=True)), Fraction(0))
    return Worth(net, settled, staked, variance, any(rounded for _, rounded in covariances))


def _rows(moves: Sequence[Sequence[int]], chances: Sequence[Fraction]) -> list[Row]:
    rows: list[Row] = []
    for state in moves:
        row: dict[int, Fraction] = {}
        for to, chance in zip(state, chances, strict=True):
            row[to] = row.get(to, Fraction(0)) + chance
        rows.append(row)
    return rows


def _surprise(part: Chain, mean: Fraction, ahead: Sequence[Fraction]) -> _Surprise:
    return _Surprise(
        part,
        tuple(
            tuple(brought.net - mean + ahead[to] - ahead[state] for to, brought in zip(moves, yields, strict=True))
            for state, (moves, yields) in enumerate(zip(part.moves, part.yields, strict=True))
        ),
    )


def _covariance(one: _Surprise, other: _Surprise, chances: Sequence[Fraction]) -> tuple[Fraction, bool]:
    """The mean product of two surprises, and whether it is rounded.

    Surprises of different rolls are never correlated, so this is the whole of it.
    """
    states, moves = together([one.chain, other.chain])
    products = [
        sum((chance * x * y for chance, x, y in zip(chances, one.amounts[a], other.amounts[b], strict=True)), Fraction(0))
        for a, b in states
    ]
    if len(states) > MOST_STATES:
        return Fraction(_long_run_rounded(moves, chances, products)), True
    return long_run(_rows(moves, chances), products), False


def _long_run_rounded(moves: Sequence[Sequence[int]], chances: Sequence[Fraction], products: Sequence[Fraction]) -> float:
    """What a visit brings in the long run, in numbers of sixteen digits: the shares solve pi P = pi, and sum to one."""
    leads = np.zeros((len(moves), len(moves)))
    for state, row in enumerate(moves):
        np.add.at(leads[state], np.array(row), np.array([float(chance) for chance in chances]))
    equations = leads.T - np.eye(len(moves))
    equations[-1] = 1.0
    shares = cast("NDArray[np.float64]", np.linalg.solve(equations, np.eye(len(moves))[-1]))
    return float(shares @ np.array([float(each) for each in products], np.float64))
