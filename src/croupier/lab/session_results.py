"""The results of many sessions: how they end, what they win, how long they last, their drawdown; as JSON data and text."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.lab.long_run import LongRun
from croupier.lab.play import Stake
from croupier.lab.session_distribution import SessionDistribution, TooLarge
from croupier.lab.sessions import NEVER, Bounds, End, PlayedSessions
from croupier.lab.simulation_result import RunHeader, header_lines, source_text
from croupier.money import dollars
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
"""The percentiles that are reported."""
END_WORDS = {
    "ruin": "ruined",
    "stop_loss": "at the stop-loss",
    "stop_win": "at the stop-win",
    "time": "at the last roll",
    "left": "by leaving",
}
Z95 = 1.959964
"""The normal quantile of a two-sided 95 % confidence interval."""


@dataclass
class SessionTotals:
    """Histograms and sums over sessions. Memory grows with the number of distinct results, not of sessions."""

    net: Counter[int] = field(default_factory=Counter[int])
    rolls: Counter[int] = field(default_factory=Counter[int])
    drawdown: Counter[int] = field(default_factory=Counter[int])
    end: Counter[int] = field(default_factory=Counter[int])
    staked: int = 0
    net_times_staked: int = 0
    """Sum of net * staked over all sessions."""
    staked_squared: int = 0
    """Sum of staked ** 2 over all sessions. Both serve the standard error of the return to player."""

    def add(self, played: PlayedSessions) -> None:
        """Count more sessions."""
        for counter, values in ((self.net, played.net), (self.rolls, played.rolls), (self.drawdown, played.drawdown)):
            _count(counter, values)
        _count(self.end, played.end)
        self.staked += int(played.staked.sum())
        # Python integers do not overflow, and their sums do not depend on the order of the chunks.
        net, staked = played.net.astype(object), played.staked.astype(object)
        self.net_times_staked += int(net @ staked)
        self.staked_squared += int(staked @ staked)

    @classmethod
    def of(cls, sessions: Iterable[PlayedSessions]) -> "SessionTotals":
        """Count all of these sessions."""
        totals = cls()
        for played in sessions:
            totals.add(played)
        return totals

    @property
    def sessions(self) -> int:
        """Number of sessions counted."""
        return self.end.total()

    @property
    def all_rolls(self) -> int:
        """Rolls of all sessions."""
        return sum(value * times for value, times in self.rolls.items())

    @property
    def all_won(self) -> int:
        """Net cents of all sessions."""
        return sum(value * times for value, times in self.net.items())

    @property
    def squares(self) -> int:
        """Sum of the squares of the results."""
        return sum(value * value * times for value, times in self.net.items())

    @property
    def sigma(self) -> float:
        """Standard deviation of the result of a session, in cents; 0 for a single one."""
        count, net = self.sessions, self.all_won
        return sqrt(max(0.0, (self.squares - net * net / count) / (count - 1))) if count > 1 else 0.0

    @property
    def result(self) -> "Estimate":
        """Mean result of a session in dollars."""
        return _within(self.all_won / self.sessions / 100, self.sigma / 100 / sqrt(self.sessions), self.sessions)


def _count(counter: Counter[int], values: NDArray[np.int64]) -> None:
    for value, times in zip(*(each.tolist() for each in np.unique(values, return_counts=True)), strict=True):
        counter[value] += times


class Estimate(msgspec.Struct, frozen=True):
    """A simulated figure with its 95 % confidence interval, or None for the bounds of a single session."""

    value: float
    low: float | None
    high: float | None


class SessionResults(RunHeader, frozen=True, kw_only=True):
    """The JSON result of sessions. Amounts are in dollars."""

    sessions: int
    bankroll: float
    stop_loss: float | None
    stop_win: float | None
    max_rolls: int
    rolls: int
    seconds: float
    risk_of_ruin: Estimate
    ends: dict[str, int]
    result: Estimate
    result_sigma: float
    result_percentiles: dict[str, float]
    coin_in: float
    rolls_per_session: float
    rolls_percentiles: dict[str, int]
    drawdown_percentiles: dict[str, float]
    return_to_player: Estimate
    long_run_return: str | None
    """Exact share of the stakes that returns in an endless run, as a fraction. None if there is no long run."""
    exact_risk_of_ruin: float | None
    exact_ends: dict[str, float] | None
    exact_result: float | None
    exact_result_sigma: float | None
    exact_rolls_per_session: float | None
    why_no_exact: str | None
    """Why there are no exact figures of a session; None if there are."""
    z: float | None
    """Deviation of the simulated mean result from the exact one, in standard errors."""
    interrupted: bool


def percentiles(counter: Mapping[int, int], wanted: tuple[int, ...] = PERCENTILES) -> dict[int, int]:
    """Return, for each wanted percentage, the smallest value that this share of the counts does not exceed."""
    total, seen, found, left = sum(counter.values()), 0, dict[int, int](), list(wanted)
    for value in sorted(counter):
        seen += counter[value]
        while left and 100 * seen >= left[0] * total:
            found[left.pop(0)] = value
    return found


def wilson_interval(part: int, whole: int) -> Estimate:
    """Return a proportion with its Wilson score interval, which also holds near 0 and 1."""
    p, z2 = part / whole, Z95 * Z95 / whole
    middle, half = p + z2 / 2, Z95 * sqrt(p * (1 - p) / whole + z2 / (4 * whole))
    return Estimate(p, max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2)))


def _within(value: float, error: float, count: int) -> Estimate:
    """Return an estimate with a normal interval. A single session has none."""
    return Estimate(value, value - Z95 * error, value + Z95 * error) if count > 1 else Estimate(value, None, None)


@dataclass(frozen=True)
class Expected:
    """The exact figures to compare with. Not every strategy has a long run, and not every session a distribution."""

    long_run: LongRun | None
    law: SessionDistribution | TooLarge
    """The distribution of a session, or why there is none."""

    @property
    def exact(self) -> SessionDistribution | None:
        """The distribution, if there is one."""
        return None if isinstance(self.law, TooLarge) else self.law


def session_results(
    head: Mapping[str, Any], bounds: Bounds, totals: SessionTotals, expected: Expected, *, seconds: float, interrupted: bool
) -> SessionResults:
    """Combine simulated and exact figures."""
    exact = expected.exact
    count, net = totals.sessions, totals.all_won
    ratio = net / totals.staked if totals.staked else 0.0
    spread = totals.squares - 2 * ratio * totals.net_times_staked + ratio * ratio * totals.staked_squared
    return SessionResults(
        **head,
        sessions=count,
        bankroll=bounds.bankroll / 100,
        stop_loss=None if bounds.stop_loss == NEVER else bounds.stop_loss / 100,
        stop_win=None if bounds.stop_win == NEVER else bounds.stop_win / 100,
        max_rolls=bounds.max_rolls,
        rolls=totals.all_rolls,
        seconds=round(seconds, 6),
        risk_of_ruin=wilson_interval(totals.end[End.RUIN], count),
        ends={end.name.lower(): totals.end[end] for end in End},
        result=totals.result,
        result_sigma=totals.sigma / 100,
        result_percentiles={str(each): value / 100 for each, value in percentiles(totals.net).items()},
        coin_in=totals.staked / count / 100,
        rolls_per_session=totals.all_rolls / count,
        rolls_percentiles={str(each): value for each, value in percentiles(totals.rolls).items()},
        drawdown_percentiles={str(each): value / 100 for each, value in percentiles(totals.drawdown).items()},
        return_to_player=_within(1 + ratio, sqrt(max(0.0, float(spread))) / max(totals.staked, 1), count),
        long_run_return=str(1 - expected.long_run.hold) if expected.long_run else None,
        exact_risk_of_ruin=exact.ends[End.RUIN] if exact else None,
        exact_ends={end.name.lower(): chance for end, chance in exact.ends.items()} if exact else None,
        exact_result=exact.mean / 100 if exact else None,
        exact_result_sigma=exact.sigma / 100 if exact else None,
        exact_rolls_per_session=exact.mean_rolls if exact else None,
        why_no_exact=expected.law.why if isinstance(expected.law, TooLarge) else None,
        z=(net / count - exact.mean) / (exact.sigma / sqrt(count)) if exact and exact.sigma else None,
        interrupted=interrupted,
    )


def format_session_results(rules: Ruleset, stakes: Iterable[Stake], found: SessionResults) -> str:
    """Format results as text, with the exact figures beside the simulated ones."""
    stops = [
        f"{_money(amount)} {words}"
        for words, amount in (("lost", found.stop_loss), ("won", found.stop_win))
        if amount is not None
    ]
    ends = ", ".join(f"{times / found.sessions:.3%} {END_WORDS[name]}" for name, times in found.ends.items() if times)
    long_run = f"; in the long run {float(Fraction(found.long_run_return)):.4%}" if found.long_run_return else ""
    until = listed([*stops, f"{found.max_rolls:,} rolls"])
    lines = [
        *header_lines(rules, stakes, found),
        f"{found.sessions:,} sessions with {_money(found.bankroll)}, each until {until}",
        f"{found.rolls:,} rolls in {found.seconds:.2f} s ({source_text(found)})",
        *(["Interrupted: this is what there was so far."] if found.interrupted else []),
        "",
        f"risk of ruin       {_between(found.risk_of_ruin, '.4%')}{_exact(found.exact_risk_of_ruin, '.4%')}",
        f"ended by           {ends}",
        f"result             {_between(found.result, ',.2f')}{_exact(found.exact_result, ',.2f')}",
        f"sigma              {found.result_sigma:,.2f}{_exact(found.exact_result_sigma, ',.2f')}",
        *([f"z                  {found.z:+.2f}"] if found.z is not None else []),
        *([f"exact law          none: {found.why_no_exact}"] if found.why_no_exact else []),
        f"of what was settled {_between(found.return_to_player, '.4%')} came back{long_run}",
        f"coin-in            {_money(found.coin_in)} a session",
        f"rolls              {found.rolls_per_session:,.1f} a session{_exact(found.exact_rolls_per_session, ',.1f')}",
        "",
        f"{'percentile':18}{''.join(f'{each:>11}' for each in found.result_percentiles)}",
        f"{'result':18}{''.join(f'{value:>11,.2f}' for value in found.result_percentiles.values())}",
        f"{'rolls':18}{''.join(f'{value:>11,}' for value in found.rolls_percentiles.values())}",
        f"{'deepest fall':18}{''.join(f'{value:>11,.2f}' for value in found.drawdown_percentiles.values())}",
    ]
    return "\n".join(lines)


def _between(found: Estimate, form: str) -> str:
    bounds = "" if found.low is None else f" (95 % between {found.low:{form}} and {found.high:{form}})"
    return f"{found.value:{form}}{bounds}"


def _exact(value: float | None, form: str) -> str:
    return "" if value is None else f", exact {value:{form}}"


def _money(amount: float) -> str:
    return dollars(round(amount * 100))
