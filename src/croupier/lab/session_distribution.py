"""The exact distribution of a session: the probability of every end and every result, computed roll by roll.

Probabilities are floating-point numbers, because the fractions of some hundred rolls have far too many digits. Money stays
in whole cents.
"""

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bet_chains import chains
from croupier.lab.chain import Chain, joined, product_within
from croupier.lab.play import Play
from croupier.lab.sessions import NEVER, Bounds, End

MAX_STATES, MAX_WORK = 512, 1_500_000_000
"""Limits that keep the computation within a few seconds: states of the play, and states x amounts x rolls in all."""

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class SessionDistribution:
    """The probability of every result, by the reason why the session ended."""

    nets: NDArray[np.int64]
    """Every possible result in cents, in ascending order."""
    by_end: Chances
    """One row for each `End`: the probability of each result together with that end."""

    @property
    def results(self) -> Chances:
        """The probability of each result."""
        return self.by_end.sum(axis=0)

    @property
    def ends(self) -> dict[End, float]:
        """The probability of each end."""
        return {end: float(self.by_end[end].sum()) for end in End}

    @property
    def mean(self) -> float:
        """Mean result in cents."""
        return float(self.results @ self.nets)

    @property
    def sigma(self) -> float:
        """Standard deviation of the result in cents."""
        return float(np.sqrt(max(0.0, self.results @ (self.nets - self.mean) ** 2)))


def session_distribution(play: Play, bounds: Bounds) -> SessionDistribution | None:
    """Compute the distribution of a session, or return None if there are too many states and amounts."""
    parts = chains(play, charged_ahead=False)
    if product_within(parts, MAX_STATES) is None:
        return None
    chain, space = joined(parts), play.rules.game.space
    chances = [ways / space.total_ways for ways in space.ways.values()]
    grid = _grid(chain, bounds)
    moves = [_moves(chain, state, chances, grid.step) for state in range(len(chain.moves))]
    if grid.size * sum(len(each) for each in moves) * bounds.max_rolls > MAX_WORK:
        return None
    return _propagate(chain, moves, grid, bounds)


@dataclass(frozen=True)
class _Grid:
    """The amounts that a session can have won or lost: `size` multiples of `step` cents, from `lowest`."""

    lowest: int
    step: int
    size: int

    @property
    def nets(self) -> NDArray[np.int64]:
        return self.lowest + self.step * np.arange(self.size, dtype=np.int64)


def _grid(chain: Chain, bounds: Bounds) -> _Grid:
    """Return a grid of all reachable amounts: from losing the bankroll to passing the stop-win by one roll."""
    nets = {each.net for row in chain.yields for each in row}
    step = gcd(*nets) or 1
    furthest = max(0, *nets) * bounds.max_rolls
    highest = min(furthest, bounds.stop_win + max(nets)) if bounds.stop_win != NEVER else furthest
    lowest = -min(bounds.bankroll, -min(0, *nets) * bounds.max_rolls) // step * step
    return _Grid(lowest, step, (highest - lowest) // step + 2)


def _moves(chain: Chain, state: int, chances: list[float], step: int) -> list[tuple[int, int, float]]:
    """Return (next state, shift in steps of money, probability) for every distinct transition from a state."""
    found: dict[tuple[int, int], float] = {}
    for chance, to, reward in zip(chances, chain.moves[state], chain.yields[state], strict=True):
        key = (to, reward.net // step)
        found[key] = found.get(key, 0.0) + chance
    return [(to, shift, chance) for (to, shift), chance in found.items()]


def _propagate(chain: Chain, moves: list[list[tuple[int, int, float]]], grid: _Grid, bounds: Bounds) -> SessionDistribution:
    nets, states = grid.nets, len(chain.moves)
    ended = np.zeros((len(End), grid.size))
    here = np.zeros((states, grid.size))
    here[0, -grid.lowest // grid.step] = 1.0
    ruined = [bounds.bankroll + nets < needs for needs in chain.needs]
    lost, won = nets <= -bounds.stop_loss, nets >= bounds.stop_win
    for roll in range(1, bounds.max_rolls + 1):
        here = _roll_once(here, moves)
        for state in range(states):
            _move_ended(here[state], ended[End.STOP_LOSS], lost)
            _move_ended(here[state], ended[End.STOP_WIN], won)
            _move_ended(here[state], ended[End.RUIN], ruined[state])
        if not here.any():
            break
        if roll == bounds.max_rolls:
            ended[End.TIME] += here.sum(axis=0)
    return SessionDistribution(nets, ended)


def _roll_once(here: Chances, moves: list[list[tuple[int, int, float]]]) -> Chances:
    after = np.zeros_like(here)
    size = here.shape[1]
    for state, leads in enumerate(moves):
        if not here[state].any():
            continue
        for to, shift, chance in leads:
            if shift >= 0:
                after[to, shift:] += chance * here[state, : size - shift]
            else:
                after[to, :shift] += chance * here[state, -shift:]
    return after


def _move_ended(here: Chances, ended: Chances, where: NDArray[np.bool_]) -> None:
    """Move the probability of the sessions that end here."""
    ended[where] += here[where]
    here[where] = 0.0
