"""Many sessions gathered: how often they end how, what they bring, how long they last and how deep they fall."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.lab.finding import Heading, headlines, source
from croupier.lab.law import Law
from croupier.lab.play import Stake
from croupier.lab.sessions import NEVER, Bounds, End, Played
from croupier.lab.worth import Worth
from croupier.money import dollars
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset

SHOWN = (1, 5, 25, 50, 75, 95, 99)
"""The percentiles that are told."""
END_WORDS = {"ruin": "ruined", "stop_loss": "at the stop-loss", "stop_win": "at the stop-win", "time": "at the last roll"}
Z95 = 1.959964
"""Ninety-five of a hundred lie within so many standard errors."""


@dataclass
class Gathered:
    """Sessions counted by what came of them: memory grows with the number of different results, not with that of sessions."""

    net: Counter[int] = field(default_factory=Counter[int])
    rolls: Counter[int] = field(default_factory=Counter[int])
    drawdown: Counter[int] = field(default_factory=Counter[int])
    end: Counter[int] = field(default_factory=Counter[int])
    staked: int = 0
    crossed: int = 0
    """The sum of net times stakes."""
    stakes_squared: int = 0
    """With that, for the error of the return."""

    def add(self, played: Played) -> None:
        """Some more sessions."""
        for counter, values in ((self.net, played.net), (self.rolls, played.rolls), (self.drawdown, played.drawdown)):
            _count(counter, values)
        _count(self.end, played.end)
        self.staked += int(played.staked.sum())
        # In whole numbers, so that the order in which sessions come changes nothing.
        net, staked = played.net.astype(object), played.staked.astype(object)
        self.crossed += int(net @ staked)
        self.stakes_squared += int(staked @ staked)

    @classmethod
    def of(cls, sessions: Iterable[Played]) -> "Gathered":
        """All of these."""
        gathered = cls()
        for played in sessions:
            gathered.add(played)
        return gathered

    @property
    def sessions(self) -> int:
        """How many there are."""
        return self.end.total()


def _count(counter: Counter[int], values: NDArray[np.int64]) -> None:
    for value, times in zip(*(each.tolist() for each in np.unique(values, return_counts=True)), strict=True):
        counter[value] += times


class Estimate(msgspec.Struct, frozen=True):
    """A number found by simulation, and the bounds between which it lies with 95 % confidence, where there are any."""

    value: float
    low: float | None
    high: float | None


class Evenings(Heading, frozen=True, kw_only=True):
    """Sessions as a program reads them. Amounts are in dollars; the exact hold is a fraction."""

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
    """What comes back of the stakes of a run without end, exactly; nobody knows it of a strategy that is a program."""
    exact_risk_of_ruin: float | None
    exact_ends: dict[str, float] | None
    exact_result: float | None
    exact_result_sigma: float | None
    """Followed roll by roll, where there are not too many states and amounts."""
    z: float | None
    """How many standard errors the simulated result lies from the exact one."""
    interrupted: bool


def percentiles(counter: Mapping[int, int], wanted: tuple[int, ...] = SHOWN) -> dict[int, int]:
    """The least value that so many of a hundred do not exceed."""
    total, seen, found, left = sum(counter.values()), 0, dict[int, int](), list(wanted)
    for value in sorted(counter):
        seen += counter[value]
        while left and 100 * seen >= left[0] * total:
            found[left.pop(0)] = value
    return found


def share(part: int, whole: int) -> Estimate:
    """A share with Wilson's bounds, which hold also where it is nearly nothing or nearly all."""
    p, z2 = part / whole, Z95 * Z95 / whole
    middle, half = p + z2 / 2, Z95 * sqrt(p * (1 - p) / whole + z2 / (4 * whole))
    return Estimate(p, max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2)))


def _mean(counter: Mapping[int, int]) -> Fraction:
    return Fraction(sum(value * times for value, times in counter.items()), sum(counter.values()))


def _within(value: float, error: float, count: int) -> Estimate:
    """Bounds need at least two sessions."""
    return Estimate(value, value - Z95 * error, value + Z95 * error) if count > 1 else Estimate(value, None, None)


@dataclass(frozen=True)
class Expected:
    """What is known of sessions beforehand: nothing of a strategy, and not always the law of a play."""

    worth: Worth | None = None
    law: Law | None = None


def evenings_found(
    head: Mapping[str, Any], bounds: Bounds, gathered: Gathered, expected: Expected, *, seconds: float, interrupted: bool
) -> Evenings:
    """Sum sessions up."""
    law = expected.law
    count = gathered.sessions
    net = sum(value * times for value, times in gathered.net.items())
    mean = net / count
    squares = sum(value * value * times for value, times in gathered.net.items())
    sigma = sqrt(max(0.0, (squares - net * net / count) / (count - 1))) if count > 1 else 0.0
    ratio = net / gathered.staked if gathered.staked else 0.0
    spread = squares - 2 * ratio * gathered.crossed + ratio * ratio * gathered.stakes_squared
    return Evenings(
        **head,
        sessions=count,
        bankroll=bounds.bankroll / 100,
        stop_loss=None if bounds.stop_loss == NEVER else bounds.stop_loss / 100,
        stop_win=None if bounds.stop_win == NEVER else bounds.stop_win / 100,
        max_rolls=bounds.max_rolls,
        rolls=sum(value * times for value, times in gathered.rolls.items()),
        seconds=round(seconds, 6),
        risk_of_ruin=share(gathered.end[End.RUIN], count),
        ends={end.name.lower(): gathered.end[end] for end in End},
        result=_within(mean / 100, sigma / 100 / sqrt(count), count),
        result_sigma=sigma / 100,
        result_percentiles={str(each): value / 100 for each, value in percentiles(gathered.net).items()},
        coin_in=gathered.staked / count / 100,
        rolls_per_session=float(_mean(gathered.rolls)),
        rolls_percentiles={str(each): value for each, value in percentiles(gathered.rolls).items()},
        drawdown_percentiles={str(each): value / 100 for each, value in percentiles(gathered.drawdown).items()},
        return_to_player=_within(1 + ratio, sqrt(max(0.0, float(spread))) / max(gathered.staked, 1), count),
        long_run_return=str(1 - expected.worth.hold) if expected.worth else None,
        exact_risk_of_ruin=law.ends[End.RUIN] if law else None,
        exact_ends={end.name.lower(): chance for end, chance in law.ends.items()} if law else None,
        exact_result=law.mean / 100 if law else None,
        exact_result_sigma=law.sigma / 100 if law else None,
        z=(mean - law.mean) / (law.sigma / sqrt(count)) if law and law.sigma else None,
        interrupted=interrupted,
    )


def told_evenings(rules: Ruleset, stakes: Iterable[Stake], found: Evenings) -> str:
    """Sessions as a person reads them, the exact beside the simulated where it is known."""
    stops = [f"{_money(amount)} {words}" for words, amount in (("lost", found.stop_loss), ("won", found.stop_win)) if amount]
    ends = ", ".join(f"{times / found.sessions:.3%} {END_WORDS[name]}" for name, times in found.ends.items() if times)
    long_run = f"; in the long run {float(Fraction(found.long_run_return)):.4%}" if found.long_run_return else ""
    until = listed([*stops, f"{found.max_rolls:,} rolls"])
    lines = [
        *headlines(rules, stakes, found),
        f"{found.sessions:,} sessions with {_money(found.bankroll)}, each until {until}",
        f"{found.rolls:,} rolls in {found.seconds:.2f} s ({source(found)})",
        *(["Interrupted: this is what there was so far."] if found.interrupted else []),
        "",
        f"risk of ruin       {_between(found.risk_of_ruin, '.4%')}{_exact(found.exact_risk_of_ruin, '.4%')}",
        f"ended by           {ends}",
        f"result             {_between(found.result, ',.2f')}{_exact(found.exact_result, ',.2f')}",
        f"sigma              {found.result_sigma:,.2f}{_exact(found.exact_result_sigma, ',.2f')}",
        *([f"z                  {found.z:+.2f}"] if found.z is not None else []),
        f"of what was settled {_between(found.return_to_player, '.4%')} came back{long_run}",
        f"coin-in            {_money(found.coin_in)} a session",
        f"rolls              {found.rolls_per_session:,.1f} a session",
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
