"""The mixing time of a chain: how many rolls it takes until the initial state has no influence."""

from collections.abc import Iterable, Sequence

import numpy as np

from croupier.lab.chain import Chain

MIXING_TOLERANCE = 1e-10
"""The initial state may change the probability of a state by at most this much."""
MAX_WARMUP_ROLLS = 1 << 20
MAX_MATRIX = 1100
"""States of a chain whose transition matrix can be squared in a second."""


def warmup_rolls(chains: Iterable[Chain], ways: Sequence[int]) -> int:
    """Return the mixing time of the slowest chain in rolls, rounded up to a power of two."""
    return max(_mixing_rolls(chain, [each / sum(ways) for each in ways]) for chain in chains)


def _mixing_rolls(chain: Chain, chances: Sequence[float]) -> int:
    """Square the transition matrix until all of its rows are equal. A large chain is rolled instead."""
    count = len(chain.moves)
    if count > MAX_MATRIX:
        return _settling_rolls(chain, chances)
    matrix, rolls = np.zeros((count, count)), 1
    for state, moves in enumerate(chain.moves):
        np.add.at(matrix[state], np.array(moves), chances)
    while rolls < MAX_WARMUP_ROLLS and np.ptp(matrix, axis=0).max() > MIXING_TOLERANCE:
        matrix, rolls = matrix @ matrix, 2 * rolls
    return rolls


def _settling_rolls(chain: Chain, chances: Sequence[float]) -> int:
    """Roll from the initial state until twice as many rolls change no probability any more."""
    moves, count = np.array(chain.moves), len(chain.moves)
    here, rolls = np.zeros(count), 1
    here[0] = 1.0
    before = here
    while rolls < MAX_WARMUP_ROLLS:
        for _ in range(rolls):
            here = np.bincount(moves.ravel(), weights=np.outer(here, chances).ravel(), minlength=count)
        if np.abs(here - before).max() < MIXING_TOLERANCE:
            break
        before, rolls = here, 2 * rolls
    return rolls
