"""A comparison for a notebook: strategies beside each other, each with the same rolls."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.lab.layouts.record_files import typed
from croupier.lab.pace import evening
from croupier.lab.play import parse_cents
from croupier.lab.report import FigureTable, Report
from croupier.lab.session_distribution import session_law
from croupier.lab.sessions import NEVER, Bounds, check_bankroll
from croupier.lab.simulation import Engine, best_engine, run_in_parallel
from croupier.lab.strategies.comparing import StrategyComparison, compared_chunks, comparison_report, play_compared
from croupier.lab.strategies.way import BettingWay
from croupier.lab.variant import Variant
from croupier.notebook.shown import Row, Shown


@dataclass(frozen=True, repr=False)
class Compared(Shown):
    """Strategies beside each other: cost per hour, ruin, results and falls of an evening. Amounts are in dollars."""

    variant: Variant
    found: StrategyComparison
    report: Report
    seed: int

    def __repr__(self) -> str:
        names = " | ".join(way.name for way in self.found.ways)
        return f"<comparison at {self.variant.label}: {names:.150}, {self.found.sessions:,} sessions, seed {self.seed}>"

    def rows(self) -> list[Row]:
        """One row for each strategy. What has no exact value is None."""
        columns = {name: typed([record[name] for record in self.report.records]) for name in self.report.records[0]}
        return [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]

    def grid(self) -> FigureTable:
        """The table of figures, as `croupier simulate --compare` prints it."""
        return self.report.grids[0]

    def chance(self, strategy: str, other: str) -> float:
        """How often the first strategy ended a session with more money than the other; both as they were given."""
        names = [way.name for way in self.found.ways]
        for each in (strategy, other):
            if each not in names:
                raise ValueError(f"{each!r} was not compared; there are {names}")
        return self.found.ahead[names.index(strategy), names.index(other)] / self.found.sessions


def compared(
    variant: Variant,
    ways: Sequence[BettingWay],
    bankroll: str,
    sessions: float,
    max_rolls: int | None,
    seed: int | None,
    engine: str | None,
) -> Compared:
    """Play sessions with every strategy. Without a seed, choose one at random; the result names it."""
    if len({way.name for way in ways}) < max(2, len(ways)):
        raise ValueError("compare at least two strategies, each given once")
    if sessions != int(sessions) or not 1 <= sessions <= 10**9:
        raise ValueError(f"sessions is {sessions!r}, which should be a whole number from 1 to 1e9, such as 1e5")
    rules, kernel = variant.rules, Engine(engine) if engine else best_engine()
    bounds = Bounds(parse_cents("bankroll", bankroll), NEVER, NEVER, max_rolls or evening(rules))
    for way in ways:
        check_bankroll(way.tables, bounds)
    chosen, found = secrets.randbits(32) if seed is None else seed, StrategyComparison(ways)
    chunks = compared_chunks(ways, bounds, seed=chosen, sessions=int(sessions), engine=kernel)
    # As in `simulated`: NumPy would need processes of its own.
    workers = os.cpu_count() or 1 if kernel is Engine.NUMBA else 1
    for played in run_in_parallel(play_compared, chunks, engine=kernel, workers=workers):
        found.add(played)
    laws = [session_law(way.parts, rules.game.space, bounds) for way in ways]
    return Compared(variant, found, comparison_report(rules, bounds, found, laws, f"{kernel}, seed {chosen}"), chosen)
