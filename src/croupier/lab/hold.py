"""The hold: confidence bands for the share of the stakes that the house keeps after a number of bets."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from croupier.lab.figures import Figures

CONFIDENCE_LEVELS = (90, 95, 99)
"""In percent."""

MIN_EXPECTED_COUNT = 10
"""The normal approximation needs at least this many expected occurrences of the rarest result."""


@dataclass(frozen=True, slots=True)
class Band:
    """A confidence band: the edge ± z * sigma / sqrt(bets)."""

    level: int
    low: float
    high: float


@dataclass(frozen=True)
class Hold:
    """The hold after a number of equal, independent bets on one wager."""

    figures: Figures
    bets: int

    @property
    def bands(self) -> tuple[Band, ...]:
        """One band for each confidence level."""
        edge = float(self.figures.house_edge)
        wide = self.figures.standard_deviation / sqrt(self.bets)
        return tuple(Band(level, edge - _z(level) * wide, edge + _z(level) * wide) for level in CONFIDENCE_LEVELS)

    @property
    def doubtful(self) -> bool:
        """Whether the normal approximation is poor: some result is expected fewer than MIN_EXPECTED_COUNT times."""
        return min(self.figures.distribution.values()) * self.bets < MIN_EXPECTED_COUNT


def volatility_index(figures: Figures) -> float:
    """Return the half-width of the 90 % band of a single bet, as par sheets quote it."""
    return _z(90) * figures.standard_deviation


def _z(level: int) -> float:
    return NormalDist().inv_cdf((1 + level / 100) / 2)
