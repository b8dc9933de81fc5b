"""The exact distribution of a session: the probability of every end and every result, computed roll by roll.

Probabilities are floating-point numbers, because the fractions of some hundred rolls have far too many digits. Money stays
in whole cents.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bet_chains import chains
from croupier.lab.chain import LEAVES, Chain, joined, product_within
from croupier.lab.play import Play
from croupier.lab.sessions import NEVER, Bounds, End
from croupier.rules.outcomes import Space

MAX_STATES, MAX_SIZE, MAX_WORK = 1500, 2_000_000, 3_000_000_000
"""Limits that keep the computation within some seconds: states, amounts of money, and transitions x amounts x rolls in all."""
NEGLIGIBLE = 1e-18
"""Amounts of money at either end that are less likely than this, all together, are left out of a roll."""

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class SessionDistribution:
    """The probability of every result, by the reason why the session ended."""

    nets: NDArray[np.int64]
    """Every possible result in cents, in ascending order."""
    by_end: Chances
    """One row for each `End`: the probability of each result together with that end."""
    mean_rolls: float

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


@dataclass(frozen=True)
class TooLarge:
    """There is no exact distribution, and why."""

    why: str


def session_distribution(play: Play, bounds: Bounds) -> SessionDistribution | None:
    """Compute the distribution of a session of a play, or return None if there are too many states and amounts."""
    found = session_law(chains(play, charged_ahead=False), play.rules.game.space, bounds)
    return None if isinstance(found, TooLarge) else found


def session_law(parts: Sequence[Chain], space: Space, bounds: Bounds) -> SessionDistribution | TooLarge:
    """Compute the distribution of a session of chains that the same outcomes drive, or say why it is too large."""
    if len(parts) > 1 and product_within(parts, MAX_STATES) is None:
        return TooLarge(f"the bets together have more than {MAX_STATES:,} states")
    chain = joined(parts) if len(parts) > 1 else parts[0]
    if len(chain.moves) > MAX_STATES:
        return TooLarge(f"the strategy has {len(chain.moves):,} states, more than {MAX_STATES:,}")
    grid = _grid(chain, bounds)
    if grid.size > MAX_SIZE:
        return TooLarge(f"a session can end with {grid.size:,} amounts of money, more than {MAX_SIZE:,}")
    chances = [ways / space.total_ways for ways in space.ways.values()]
    return _Propagation(chain, chances, grid, bounds).law()


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


class _Propagation:
    """The probability of every state and amount of money, moved on roll by roll."""

    def __init__(self, chain: Chain, chances: Sequence[float], grid: _Grid, bounds: Bounds) -> None:
        self.grid, self.bounds, self.nets = grid, bounds, grid.nets
        self.bands = len(chain.marks) + 1
        self.moves = [_moves(chain, row, chances, grid.step) for row in range(len(chain.moves))]
        money = bounds.bankroll + self.nets
        edges = [0, *(int(np.searchsorted(money, mark)) for mark in chain.marks), grid.size]
        self.slices = [slice(begin, end) for begin, end in pairwise(edges)]
        self.lost, self.won = self.nets <= -bounds.stop_loss, self.nets >= bounds.stop_win
        needs = np.array(chain.needs).reshape(-1, self.bands)
        self.left, self.poor = np.zeros((2, len(needs), grid.size), np.bool_)
        for band, part in enumerate(self.slices):
            self.left[:, part] = needs[:, band, None] >= LEAVES
            self.poor[:, part] = money[part] < needs[:, band, None]
        self.ended = np.zeros((len(End), grid.size))
        shifts = [shift for leads in self.moves for _, shift, _ in leads]
        self.least, self.most = min(0, *shifts), max(0, *shifts)

    def law(self) -> SessionDistribution | TooLarge:
        """Roll until every session has ended."""
        here, after = np.zeros((2, len(self.poor), self.grid.size))
        zero = -self.grid.lowest // self.grid.step
        here[0, zero] = 1.0
        window, work, rolls = slice(zero, zero + 1), 0, 0.0
        for _ in range(self.bounds.max_rolls):
            rolls += float(here[:, window].sum())
            work += (window.stop - window.start) * sum(len(each) for each in self.moves) // self.bands
            if work > MAX_WORK:
                return TooLarge("the states, amounts of money and rolls of a session are too many to follow in a few seconds")
            reached = slice(max(0, window.start + self.least), min(self.grid.size, window.stop + self.most))
            after[:, reached] = 0.0
            self._roll(here, after, window)
            self._end_sessions(after, reached)
            here, after, window = after, here, _window(after, reached)
            if window.start == window.stop:
                break
        self.ended[End.TIME, window] += here[:, window].sum(axis=0)
        return SessionDistribution(self.nets, self.ended, rolls)

    def _roll(self, here: Chances, after: Chances, window: slice) -> None:
        for row, leads in enumerate(self.moves):
            state, band = divmod(row, self.bands)
            begin = max(window.start, self.slices[band].start)
            end = min(window.stop, self.slices[band].stop)
            own = here[state, begin:end]
            if begin >= end or not own.any():
                continue
            for to, shift, chance in leads:
                # What would fall below the grid is ruined already, and has no money left to lose.
                low, high = max(0, begin + shift), min(self.grid.size, end + shift)
                if low < high:
                    after[to, low:high] += chance * own[low - shift - begin : high - shift - begin]

    def _end_sessions(self, here: Chances, window: slice) -> None:
        for end, where in ((End.STOP_LOSS, self.lost), (End.STOP_WIN, self.won), (End.LEFT, self.left), (End.RUIN, self.poor)):
            over = np.where(where[..., window], here[:, window], 0.0)
            self.ended[end, window] += over.sum(axis=0)
            here[:, window] -= over


def _window(here: Chances, within: slice) -> slice:
    """Return the amounts of money that matter."""
    likely = here[:, within].sum(axis=0)
    below, above = np.cumsum(likely), np.cumsum(likely[::-1])
    begin, end = int(np.searchsorted(below, NEGLIGIBLE)), len(likely) - int(np.searchsorted(above, NEGLIGIBLE))
    return slice(within.start + begin, within.start + max(begin, end))


def _moves(chain: Chain, row: int, chances: Sequence[float], step: int) -> list[tuple[int, int, float]]:
    """Return (next state, shift in steps of money, probability) for every distinct transition from a row."""
    found: dict[tuple[int, int], float] = {}
    bands = len(chain.marks) + 1
    for chance, to, reward in zip(chances, chain.moves[row], chain.yields[row], strict=True):
        key = (to // bands, reward.net // step)
        found[key] = found.get(key, 0.0) + chance
    return [(to, shift, chance) for (to, shift), chance in found.items()]
