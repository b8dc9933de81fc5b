"""The yardsticks of the simulation, crapssim and a minimal C loop over the same table, and how to compare with them."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from croupier.lab.kernels import Tally
from croupier.lab.long_run import long_run
from croupier.lab.play import Play
from croupier.lab.simulation import CHUNK_ROLLS, Chunk, Engine, roll_chunk
from croupier.lab.simulation_result import z_score
from croupier.lab.transition_tables import TransitionTables

ROOT = Path(__file__).parents[1]
REPEATS = 5
SECONDS_PER_MEASUREMENT = 0.6
W1 = "win-line 10, behind-win-line 2x, place-win:6 12, place-win:8 12"

CRAPSSIM = """
import sys, time
from crapssim.strategy.odds import PassLineOddsMultiplier
from crapssim.strategy.single_bet import BetPassLine, BetPlace, StrategyMode
from crapssim.table import Table
rolls, begun, seed = 0, time.process_time(), 0
while time.process_time() - begun < float(sys.argv[1]):
    seed += 1
    table = Table(seed)
    place = BetPlace({6: 12, 8: 12}, mode=StrategyMode.ADD_IF_POINT_ON, skip_point=False)
    table.add_player(1e9, BetPassLine(10) + PassLineOddsMultiplier(2) + place)
    table.run(max_rolls=5000, verbose=False)
    rolls += 5000
print(rolls / (time.process_time() - begun))
"""

Rate = Callable[[], float]
"""Measures rolls per second of CPU time."""


class Row(NamedTuple):
    """A target and the measurement."""

    what: str
    bar: str
    measured: str
    held: bool

    def __str__(self) -> str:
        return f"| {self.what:57} | {self.bar:>11} | {self.measured:>12} | {'held' if self.held else 'MISSED':6} |"


def run(*words: str | Path, given: bytes = b"") -> str:
    """Run a command and return its output."""
    return subprocess.run([str(word) for word in words], input=given, capture_output=True, check=True).stdout.decode()  # noqa: S603


def kernel(tables: TransitionTables, engine: Engine) -> Rate:
    """Measure one of our engines with one worker."""

    def rate() -> float:
        begun, number = time.process_time(), 0
        while time.process_time() - begun < SECONDS_PER_MEASUREMENT:
            roll_chunk(Chunk(tables, 1, number, CHUNK_ROLLS, engine))
            number += 1
        return number * CHUNK_ROLLS / (time.process_time() - begun)

    roll_chunk(Chunk(tables, 0, 0, 1, engine))
    return rate


def crapssim() -> Rate:
    """Measure crapssim."""
    return lambda: float(run(sys.executable, "-c", CRAPSSIM, str(2 * SECONDS_PER_MEASUREMENT)))


def c_loop(where: Path, play: Play, tables: TransitionTables) -> Rate:
    """Measure the minimal C loop over the table of a play, and check its net."""
    if shutil.which("cc") is None:
        sys.exit("bench: no C compiler found, which the baselines need")
    program, exact = where / f"yardstick-{play.rules.id}", long_run(play)
    rows = ["-DONE_ROW"] if len(tables.entries) == tables.ways else []
    run("cc", "-O3", "-march=native", f"-DWAYS={tables.ways}", *rows, "-o", program, ROOT / "bench" / "yardstick.c")

    def rate() -> float:
        rolls, seconds, cents, settled = run(program, str(SECONDS_PER_MEASUREMENT), given=tables.entries.tobytes()).split()
        z = z_score(Tally(int(cents), int(settled), int(rolls)), exact)
        assert abs(z) < 5, f"the C loop simulates another game: z = {z:.1f}"
        return int(rolls) / float(seconds)

    return rate


def in_turns(rates: Mapping[str, Rate]) -> Mapping[str, list[float]]:
    """Measure every rate once per repeat, so that other load on the machine slows all of them alike."""
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(REPEATS):
        for name, rate in rates.items():
            found[name].append(rate())
    return found


def against(what: str, ours: list[float], theirs: list[float], bar: float) -> Row:
    """Compare with a target: the median ratio over all repeats."""
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    digits = 0 if bar > 10 else 2
    return Row(what, f">= {bar:,.{digits}f} x".replace(".00", ".0"), f"{ratio:,.{digits}f} x", ratio >= bar)


def report(rows: Sequence[Row]) -> None:
    """Print a table, and exit with 1 if a target is missed."""
    print(f"| {'what':57} | {'bar':>11} | {'measured':>12} |        |\n|---|---|---|---|")
    for row in rows:
        print(row)
    sys.exit(0 if all(row.held for row in rows) else 1)
