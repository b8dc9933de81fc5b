"""The mixing time of a chain: how many rolls it takes until the initial state has no influence."""

from collections.abc import Iterable, Sequence

import numpy as np

from croupier.lab.chain import Chain

MIXING_TOLERANCE = 1e-10
"""The initial state may change the probability of a state by at most this much."""
MAX_WARMUP_ROLLS = 1 << 20


def warmup_rolls(chains: Iterable[Chain], ways: Sequence[int]) -> int:
    """Return the mixing time of the slowest chain in rolls, rounded up to a power of two."""
    return max(_mixing_rolls(chain, [each / sum(ways) for each in ways]) for chain in chains)


def _mixing_rolls(chain: Chain, chances: Sequence[float]) -> int:
    """Square the transition matrix until all of its rows are equal."""
    count = len(chain.moves)
    matrix, rolls = np.zeros((count, count)), 1
    for state, moves in enumerate(chain.moves):
        np.add.at(matrix[state], np.array(moves), chances)
    while rolls < MAX_WARMUP_ROLLS and np.ptp(matrix, axis=0).max() > MIXING_TOLERANCE:
        matrix, rolls = matrix @ matrix, 2 * rolls
    return rolls
