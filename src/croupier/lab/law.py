"""The law of a session: the chance of every end and every result, followed roll by roll instead of simulated.

Chances are numbers with sixteen digits, not fractions: those of some hundred rolls have more digits than anybody reads.
Money stays in whole cents.
"""

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chain import Chain, joined, together_within
from croupier.lab.places import chains
from croupier.lab.play import Play
from croupier.lab.sessions import NEVER, Bounds, End

MOST_STATES, MOST_WORK = 512, 1_500_000_000
"""What is followed within some seconds: states of the play, and steps of all states, amounts and rolls together."""

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Law:
    """The chance of every result, by why the session ended."""

    nets: NDArray[np.int64]
    """Every result that can be, in cents, lowest first."""
    by_end: Chances
    """For every end, the chance of each of these."""

    @property
    def results(self) -> Chances:
        """The chance of each result, however the session ended."""
        return self.by_end.sum(axis=0)

    @property
    def ends(self) -> dict[End, float]:
        """The chance of every end."""
        return {end: float(self.by_end[end].sum()) for end in End}

    @property
    def mean(self) -> float:
        """What a session brings on average, in cents."""
        return float(self.results @ self.nets)

    @property
    def sigma(self) -> float:
        """How far results stray from that."""
        return float(np.sqrt(max(0.0, self.results @ (self.nets - self.mean) ** 2)))


def law(play: Play, bounds: Bounds) -> Law | None:
    """Follow every state and every amount of money, roll by roll; None where there are too many of them."""
    parts = chains(play, charged_ahead=False)
    if together_within(parts, MOST_STATES) is None:
        return None
    chain, space = joined(parts), play.rules.game.space
    chances = [ways / space.total_ways for ways in space.ways.values()]
    grid = _grid(chain, bounds)
    moves = [_moves(chain, state, chances, grid.step) for state in range(len(chain.moves))]
    if grid.size * sum(len(each) for each in moves) * bounds.max_rolls > MOST_WORK:
        return None
    return _followed(chain, moves, grid, bounds)


@dataclass(frozen=True)
class _Grid:
    """The amounts that a session can have won or lost: every so many cents from the lowest."""

    lowest: int
    step: int
    size: int

    @property
    def nets(self) -> NDArray[np.int64]:
        return self.lowest + self.step * np.arange(self.size, dtype=np.int64)


def _grid(chain: Chain, bounds: Bounds) -> _Grid:
    """As wide as money can go: nobody loses more than they brought, nor wins much more than ends the session."""
    brought = {each.net for row in chain.yields for each in row}
    step = gcd(*brought) or 1
    furthest = max(0, *brought) * bounds.max_rolls
    highest = min(furthest, bounds.stop_win + max(brought)) if bounds.stop_win != NEVER else furthest
    lowest = -min(bounds.bankroll, -min(0, *brought) * bounds.max_rolls) // step * step
    return _Grid(lowest, step, (highest - lowest) // step + 2)


def _moves(chain: Chain, state: int, chances: list[float], step: int) -> list[tuple[int, int, float]]:
    """Where a roll leads from a state, by how many steps of money, and with which chance."""
    found: dict[tuple[int, int], float] = {}
    for chance, to, brought in zip(chances, chain.moves[state], chain.yields[state], strict=True):
        key = (to, brought.net // step)
        found[key] = found.get(key, 0.0) + chance
    return [(to, shift, chance) for (to, shift), chance in found.items()]


def _followed(chain: Chain, moves: list[list[tuple[int, int, float]]], grid: _Grid, bounds: Bounds) -> Law:
    nets, states = grid.nets, len(chain.moves)
    ended = np.zeros((len(End), grid.size))
    here = np.zeros((states, grid.size))
    here[0, -grid.lowest // grid.step] = 1.0
    ruined = [bounds.bankroll + nets < needs for needs in chain.needs]
    lost, won = nets <= -bounds.stop_loss, nets >= bounds.stop_win
    for roll in range(1, bounds.max_rolls + 1):
        here = _rolled(here, moves)
        for state in range(states):
            _end(here[state], ended[End.STOP_LOSS], lost)
            _end(here[state], ended[End.STOP_WIN], won)
            _end(here[state], ended[End.RUIN], ruined[state])
        if not here.any():
            break
        if roll == bounds.max_rolls:
            ended[End.TIME] += here.sum(axis=0)
    return Law(nets, ended)


def _rolled(here: Chances, moves: list[list[tuple[int, int, float]]]) -> Chances:
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


def _end(here: Chances, ended: Chances, where: NDArray[np.bool_]) -> None:
    """What ends there, ends."""
    ended[where] += here[where]
    here[where] = 0.0
