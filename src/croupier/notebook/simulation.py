"""A simulation for a notebook: simulated and exact figures, and how far they are apart."""

import os
import secrets
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.long_run import LongRun
from croupier.lab.report import Column, FigureTable
from croupier.lab.simulation import Engine, SimulationRun, best_engine, simulate
from croupier.lab.simulation_result import z_score
from croupier.lab.transition_tables import TransitionTables
from croupier.lab.variant import Variant
from croupier.notebook.shown import Row, Shown

MAX_ROLLS, MAX_SEED = 10**15, 2**64 - 1
_COLUMNS = (Column("", figures=False), Column("simulated"), Column("exact"), Column("as a fraction"))
MAX_FRACTION = 32
"""The most characters of a fraction in the table. The rows have fractions of any length."""


@dataclass(frozen=True, repr=False)
class Simulated(Shown):
    """What a play has won in a simulation, beside what it wins in the long run. Amounts are in dollars."""

    variant: Variant
    text: str
    """The play as it was written."""
    exact: LongRun
    run: SimulationRun
    seed: int
    engine: Engine

    @property
    def rolls(self) -> int:
        """The number of rolls; fewer than asked for if the run was interrupted."""
        return self.run.tally.rolls

    @property
    def net(self) -> Fraction:
        """What the player won per roll, in dollars."""
        return Fraction(self.run.tally.net, 100 * self.rolls)

    @property
    def exact_net(self) -> Fraction:
        """What the player wins per roll in the long run, in dollars."""
        return self.exact.net / 100

    @property
    def z(self) -> float:
        """How far the simulated net is from the exact one, in standard errors. Beyond 4, something is wrong."""
        return z_score(self.run.tally, self.exact)

    def __repr__(self) -> str:
        return (
            f"<simulation of {self.text!r} at {self.variant.label}: {self.rolls:,} rolls, seed {self.seed}, "
            f"net per roll {float(self.net):.6f}, exact {float(self.exact_net):.6f}, z {self.z:+.2f}>"
        )

    def rows(self) -> list[Row]:
        """One row for each figure. A figure that was not simulated, or that has no fraction, is None."""
        tally, exact = self.run.tally, self.exact
        staked = exact.staked * self.rolls
        sigma = None if exact.rounded else exact.variance / 10_000
        return [
            _row("net per roll", float(self.net), self.exact_net),
            _row("bets settled per roll", tally.settled / self.rolls, exact.settled),
            _row("hold", float(-tally.net / staked), exact.hold),
            _row("variance per roll", None, sigma) | {"exact": float(exact.variance / 10_000)},
            _row("z", self.z, None),
        ]

    def grid(self) -> FigureTable:
        """The figures, with the fractions that are short."""
        return FigureTable(f"{self.rolls:,} rolls", _COLUMNS, [_line(row) for row in self.rows()])


def _row(figure: str, simulated: float | None, exact: Fraction | None) -> Row:
    decimal = None if exact is None else float(exact)
    return {"figure": figure, "simulated": simulated, "exact": decimal, "exact_fraction": None if exact is None else str(exact)}


def _line(row: Row) -> tuple[str, ...]:
    fraction = row["exact_fraction"]
    short = fraction if isinstance(fraction, str) and len(fraction) <= MAX_FRACTION else ""
    return str(row["figure"]), _figure(row["simulated"]), _figure(row["exact"]), short


def _figure(figure: object) -> str:
    return f"{figure:,.6f}" if isinstance(figure, float) else ""


def simulated(
    variant: Variant,
    text: str,
    tables: TransitionTables,
    exact: LongRun,
    rolls: float,
    seed: int | None,
    engine: str | None,
    workers: int | None,
) -> Simulated:
    """Simulate a play or a strategy. Without a seed, choose one at random; the result names it."""
    if rolls != int(rolls) or not 1 <= rolls <= MAX_ROLLS:
        raise ValueError(f"rolls is {rolls!r}, which should be a whole number from 1 to 1e15, such as 1e8")
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed is {seed!r}, which should be a whole number from 0 to {MAX_SEED}")
    kernel = Engine(engine) if engine else best_engine()
    chosen = secrets.randbits(32) if seed is None else seed
    # NumPy works in processes of its own, which a script can start only behind `if __name__ == "__main__"`.
    hands = workers or (os.cpu_count() or 1 if kernel is Engine.NUMBA else 1)
    run = simulate(
        tables,
        seed=chosen,
        rolls=int(rolls),
        engine=kernel,
        workers=hands,
        on_progress=lambda _tally, _seconds: None,
    )
    if not run.tally.rolls:
        raise KeyboardInterrupt
    return Simulated(variant, text, exact, run, chosen, kernel)
