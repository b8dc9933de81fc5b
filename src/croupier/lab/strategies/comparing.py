"""Compare ways of betting: each plays the same sessions, with the same rolls, so that chance favours none of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import prod, sqrt

import numpy as np

from croupier.lab.pace import rolls_per_hour
from croupier.lab.play import PlayError
from croupier.lab.report import Column, FigureTable, Report, percent
from croupier.lab.session_distribution import SessionDistribution, TooLarge
from croupier.lab.session_results import SessionTotals, percentiles, wilson_interval
from croupier.lab.sessions import Bounds, End, PlayedSessions, SessionChunk, play_chunk, session_chunks
from croupier.lab.simulation import Engine
from croupier.lab.strategies.way import BettingWay
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset

_CHOICE = re.compile(r"\{([^{}]*)\}")
MAX_WAYS = 64


def expanded(text: str) -> list[str]:
    """Return every text that a grid stands for: "pass {5,10} martingale:{4,6}" stands for four."""
    parts, choices = _CHOICE.split(text), [each.split(",") for each in _CHOICE.findall(text)]
    if prod(len(each) for each in choices) > MAX_WAYS:
        raise PlayError(f"--grid: stands for more than {MAX_WAYS} strategies")
    found: list[str] = []
    for chosen in product(*choices):
        parts[1::2] = [each.strip() for each in chosen]
        found.append("".join(parts))
    return found


@dataclass(frozen=True)
class ComparedChunk:
    """The same sessions for every way of betting. It can be pickled and sent to any worker."""

    chunks: tuple[SessionChunk, ...]


def compared_chunks(
    ways: Sequence[BettingWay], bounds: Bounds, *, seed: int, sessions: int, engine: Engine
) -> Iterator[ComparedChunk]:
    """Split sessions into chunks. A session has the same rolls in every way of betting: its generator depends on no bet."""
    for chunk in session_chunks(ways[0].tables, bounds, seed=seed, sessions=sessions, engine=engine):
        yield ComparedChunk(tuple(replace(chunk, tables=way.tables) for way in ways))


def play_compared(chunk: ComparedChunk) -> tuple[PlayedSessions, ...]:
    """Play the sessions of a chunk in every way."""
    return tuple(play_chunk(each) for each in chunk.chunks)


@dataclass
class StrategyComparison:
    """The totals of every way of betting, and how often each ended ahead of each other."""

    ways: Sequence[BettingWay]
    totals: Sequence[SessionTotals] = field(init=False)
    ahead: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    """By (row, column), the number of sessions that the row ended with more money than the column."""

    def __post_init__(self) -> None:
        self.totals = [SessionTotals() for _ in self.ways]

    def add(self, played: Sequence[PlayedSessions]) -> None:
        """Count more sessions."""
        for totals, each in zip(self.totals, played, strict=True):
            totals.add(each)
        for a, b in combinations(range(len(played)), 2):
            for row, column in ((a, b), (b, a)):
                more = int(np.count_nonzero(played[row].net > played[column].net))
                self.ahead[row, column] = self.ahead.get((row, column), 0) + more

    @property
    def sessions(self) -> int:
        """The sessions counted for each way."""
        return self.totals[0].sessions


Laws = Sequence[SessionDistribution | TooLarge]
_FIGURES = ("cost/hour", "sigma/hour", "mean result", "ruin", "exact ruin", "fall 50 %", "fall 95 %")


def comparison_report(rules: Ruleset, bounds: Bounds, found: StrategyComparison, laws: Laws, source: str) -> Report:
    """Report a comparison: a line for each way, and the chance that one ends ahead of another."""
    records = [_record(rules, way, totals, law) for way, totals, law in zip(found.ways, found.totals, laws, strict=True)]
    names = [way.name for way in found.ways]
    columns = (Column("strategy", figures=False, code=True), *(Column(each) for each in _FIGURES))
    numbers = [str(number) for number in range(1, len(names) + 1)]
    beside = (Column("ahead of", figures=False), *(Column(each) for each in numbers))
    missing = [(name, law.why) for name, law in zip(names, laws, strict=True) if isinstance(law, TooLarge)]
    return Report(
        title=f"{found.sessions:,} sessions with {dollars(bounds.bankroll)}, up to {bounds.max_rolls:,} rolls, {rules.title}",
        facts={"Rules": rules.id, "Fingerprint": rules.fingerprint, "Rolls": source},
        grids=[
            FigureTable("Beside each other", columns, [_line(record) for record in records]),
            FigureTable("How often the row ends with more money than the column", beside, _matrix(found, names)),
        ],
        warnings=[],
        notes=[
            f"Amounts are in dollars. An hour has {rolls_per_hour(rules)} {rules.game.turn}s, assumed for a busy table.",
            "All played the same rolls. Cost and sigma of an hour are exact (=) where there is a long run, else simulated (~).",
            "Ruin means that the money left does not cover the next bets. Without an exact figure it has its 95 % interval.",
            "The fall is the largest loss from an earlier peak: half of the sessions, and 95 % of them, fell no further.",
            *(f"{name}: no exact ruin: {why}." for name, why in missing),
        ],
        records=records,
        data={"sessions": found.sessions, "strategies": records, "ahead": _pairs(found, names)},
    )


def _record(rules: Ruleset, way: BettingWay, totals: SessionTotals, law: SessionDistribution | TooLarge) -> Mapping[str, str]:
    """The figures of one way as text, in dollars, for CSV and JSON."""
    pace, rolls = rolls_per_hour(rules), totals.all_rolls
    cost = float(-way.exact.net * pace) if way.exact else -totals.all_won / rolls * pace
    ruin, mean = wilson_interval(totals.end[End.RUIN], totals.sessions), totals.result
    sigma = way.exact.sigma * sqrt(pace) if way.exact else totals.sigma * sqrt(pace * totals.sessions / rolls)
    fall = percentiles(totals.drawdown, (50, 95))
    return {
        "strategy": way.name,
        "text": way.text,
        "cost_per_hour": f"{cost / 100:.4f}",
        "cost_is_exact": str(way.exact is not None).lower(),
        "sigma_per_hour": f"{sigma / 100:.4f}",
        "result": f"{mean.value:.4f}",
        "result_low": "" if mean.low is None else f"{mean.low:.4f}",
        "result_high": "" if mean.high is None else f"{mean.high:.4f}",
        "ruin": f"{ruin.value:.6f}",
        "ruin_low": f"{ruin.low:.6f}",
        "ruin_high": f"{ruin.high:.6f}",
        "exact_ruin": "" if isinstance(law, TooLarge) else f"{law.ends[End.RUIN]:.9f}",
        "exact_result": "" if isinstance(law, TooLarge) else f"{law.mean / 100:.6f}",
        "fall_50": f"{fall[50] / 100:.2f}",
        "fall_95": f"{fall[95] / 100:.2f}",
        "rolls": f"{rolls / totals.sessions:.1f}",
    }


def _line(record: Mapping[str, str]) -> Sequence[str]:
    sign = "=" if record["cost_is_exact"] == "true" else "~"
    error = (float(record["result_high"]) - float(record["result"])) if record["result_high"] else 0.0
    return (
        record["strategy"],
        f"{sign} {float(record['cost_per_hour']):,.2f}",
        f"{float(record['sigma_per_hour']):,.2f}",
        f"{float(record['result']):,.2f} ± {error:,.2f}",
        _ruin(record),
        percent(float(record["exact_ruin"])) if record["exact_ruin"] else "",
        f"{float(record['fall_50']):,.2f}",
        f"{float(record['fall_95']):,.2f}",
    )


def _ruin(record: Mapping[str, str]) -> str:
    """The ruin of simulated sessions: with its confidence interval if there is no exact one beside it."""
    ruin, low, high = (percent(float(record[name])) for name in ("ruin", "ruin_low", "ruin_high"))
    return ruin if record["exact_ruin"] else f"{ruin} ({low} to {high})"


def _matrix(found: StrategyComparison, names: Sequence[str]) -> list[Sequence[str]]:
    return [
        (
            f"{row + 1} {name}",
            *(percent(found.ahead[row, at] / found.sessions, 1) if at != row else "" for at in range(len(names))),
        )
        for row, name in enumerate(names)
    ]


def _pairs(found: StrategyComparison, names: Sequence[str]) -> list[Mapping[str, object]]:
    return [
        {"strategy": names[row], "ahead_of": names[column], "chance": count / found.sessions}
        for (row, column), count in sorted(found.ahead.items())
    ]
