"""The hold: between which shares of the money staked the house's takings will lie after so many bets."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from croupier.lab.figures import Figures

LEVELS = (90, 95, 99)
"""In how many of a hundred such runs of bets the hold lies inside its band."""

FEWEST = 10
"""How often the rarest result should be expected before the normal curve is trusted."""


@dataclass(frozen=True, slots=True)
class Band:
    """The edge, and so much to either side of it: z times sigma over the square root of the number of bets."""

    level: int
    low: float
    high: float


@dataclass(frozen=True)
class Hold:
    """The actual hold after a number of equal bets on one wager, decided one by one."""

    figures: Figures
    bets: int

    @property
    def bands(self) -> tuple[Band, ...]:
        """One band for each level."""
        edge = float(self.figures.house_edge)
        wide = self.figures.standard_deviation / sqrt(self.bets)
        return tuple(Band(level, edge - _z(level) * wide, edge + _z(level) * wide) for level in LEVELS)

    @property
    def doubtful(self) -> bool:
        """Whether the normal curve is a poor picture yet: some result is expected fewer than ten times."""
        return min(self.figures.distribution.values()) * self.bets < FEWEST


def volatility_index(figures: Figures) -> float:
    """The half-width of the 90 % band after a single bet, as par sheets quote it."""
    return _z(90) * figures.standard_deviation


def _z(level: int) -> float:
    return NormalDist().inv_cdf((1 + level / 100) / 2)
