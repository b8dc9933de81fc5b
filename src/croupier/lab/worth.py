"""The exact worth of a play: what a roll brings in the long run, how many bets it settles, and how far it strays."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt

from croupier.lab.chain import Chain, together
from croupier.lab.life import chains
from croupier.lab.linear import Row, advantage, long_run, stationary
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

    @property
    def sigma(self) -> float:
        """The standard deviation of the net per roll, in cents."""
        return sqrt(self.variance)

    @property
    def hold(self) -> Fraction:
        """The share of all stakes that the house keeps."""
        return -self.net / self.staked


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
    variance = sum(((1 if a is b else 2) * _covariance(a, b, chances) for a, b in pairs), Fraction(0))
    return Worth(net, settled, staked, variance)


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


def _covariance(one: _Surprise, other: _Surprise, chances: Sequence[Fraction]) -> Fraction:
    """The mean product of two surprises. Those of different rolls are never correlated, so this is the whole of it."""
    states, moves = together([one.chain, other.chain])
    products = [
        sum((chance * x * y for chance, x, y in zip(chances, one.amounts[a], other.amounts[b], strict=True)), Fraction(0))
        for a, b in states
    ]
    return long_run(_rows(moves, chances), products)
