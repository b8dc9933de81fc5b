"""Warming up: how many rolls it takes until nobody can tell how a chain began."""

from collections.abc import Iterable, Sequence

import numpy as np

from croupier.lab.chain import Chain

FORGOTTEN = 1e-10
"""The most that the beginning may still change the chance of any state."""
LONGEST = 1 << 20


def warming(chains: Iterable[Chain], ways: Sequence[int]) -> int:
    """The rolls after which every chain has forgotten where it began, to the next power of two."""
    return max(_forgets(chain, [each / sum(ways) for each in ways]) for chain in chains)


def _forgets(chain: Chain, chances: Sequence[float]) -> int:
    """Square the matrix of its chances until all its rows are the same, wherever one begins."""
    count = len(chain.moves)
    matrix, rolls = np.zeros((count, count)), 1
    for state, moves in enumerate(chain.moves):
        np.add.at(matrix[state], np.array(moves), chances)
    while rolls < LONGEST and np.ptp(matrix, axis=0).max() > FORGOTTEN:
        matrix, rolls = matrix @ matrix, 2 * rolls
    return rolls
