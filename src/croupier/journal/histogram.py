"""A histogram of durations, for metrics."""

from bisect import bisect_left
from collections.abc import Sequence

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The upper bounds of the buckets, in seconds."""


class Histogram:
    """Counts durations by size. One thread writes it; others may read it at any time."""

    def __init__(self, bounds: Sequence[float] = BOUNDS) -> None:
        """Begin empty."""
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        """How many durations fell into each bucket. The last one has no upper bound."""
        self.total = 0.0
        """The sum of all durations, in seconds."""

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds
