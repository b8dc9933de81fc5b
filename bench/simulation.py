"""Benchmark of the simulation on one core. Each engine and its baselines are measured alternately in the same run.

Baselines: crapssim from PyPI, installed into its own environment; a minimal C loop over the same table (yardstick.c); and
another such loop, if the environment variable YARDSTICK names its source or ../shared/bench has it.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from croupier.catalogue import names, ruleset
from croupier.lab.kernels import Tally
from croupier.lab.long_run import long_run
from croupier.lab.play import Play, read_play
from croupier.lab.simulation import CHUNK_ROLLS, Chunk, Engine, roll_chunk, simulate
from croupier.lab.simulation_result import z_score
from croupier.lab.transition_tables import TransitionTables, compile_play
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[1]
OTHER_BASELINE = Path(os.environ.get("YARDSTICK", ROOT.parent / "shared" / "bench" / "yardstick_craps.c"))
REPEATS = 5
SECONDS_PER_MEASUREMENT = 0.6

W1 = "win-line 10, behind-win-line 2x, place-win:6 12, place-win:8 12"
PLAYS = {
    "W1": ("star-craps-2016", W1, "scalar"),
    "roulette": ("ministar-roulette-2018", "red 10, straight:17 10", "roulette"),
    "Sic Bo": ("star-sicbo-2016", "small 10, any-triple 10, single:1 10", "sicbo"),
}

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


def crapssim(place: Path) -> Rate:
    """Measure crapssim. Its environment is kept for the next benchmark."""
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "crapssim==0.4.1")
    return lambda: float(run(python, "-c", CRAPSSIM, str(2 * SECONDS_PER_MEASUREMENT)))


def c_loop(where: Path, play: Play, tables: TransitionTables) -> Rate:
    """Measure the minimal C loop over the table of a play, and check its net."""
    program, exact = where / f"yardstick-{play.rules.id}", long_run(play)
    rows = ["-DONE_ROW"] if len(tables.entries) == tables.ways else []
    run("cc", "-O3", "-march=native", f"-DWAYS={tables.ways}", *rows, "-o", program, ROOT / "bench" / "yardstick.c")

    def rate() -> float:
        rolls, seconds, cents, settled = run(program, str(SECONDS_PER_MEASUREMENT), given=tables.entries.tobytes()).split()
        z = z_score(Tally(int(cents), int(settled), int(rolls)), exact)
        assert abs(z) < 5, f"the C loop simulates another game: z = {z:.1f}"
        return int(rolls) / float(seconds)

    return rate


def other_c_loop(where: Path, mode: str) -> Rate:
    """Measure another minimal C loop, which prints rolls=N. The system reports its CPU time."""
    program = where / "other"
    run("cc", "-O3", "-march=native", "-o", program, OTHER_BASELINE, "-lm")

    def rate() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        match = re.search(r"rolls=(\d+)", run(program, mode, "1", "7"))
        assert match is not None
        return int(match[1]) / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)

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


def ratios(where: Path) -> Iterator[Row]:
    """Compare the engines with their baselines."""
    for name, (rules, text, mode) in PLAYS.items():
        found = ruleset(rules)
        play = read_play(found, found.sign({}), text)
        tables = compile_play(play)
        rates = {"numba": kernel(tables, Engine.NUMBA), "C": c_loop(where, play, tables)}
        if OTHER_BASELINE.exists():
            rates[OTHER_BASELINE.name] = other_c_loop(where, mode)
        if name == "W1":
            rates |= {"numpy": kernel(tables, Engine.NUMPY), "crapssim": crapssim(ROOT / ".venv" / "crapssim")}
        seen = in_turns(rates)
        for each, values in seen.items():
            print(f"{name}, {each}: {median(values):.3g} rolls per second of CPU", file=sys.stderr)
        for other in [other for other in ("C", OTHER_BASELINE.name) if other in seen]:
            loop = "our C loop" if other == "C" else other
            yield against(f"{name}, numba, against {loop}", seen["numba"], seen[other], 1.0 if name == "W1" else 0.5)
        if name == "W1":
            yield against("W1, numba, against crapssim 0.4.1", seen["numba"], seen["crapssim"], 20_000)
            yield against("W1, NumPy alone, against crapssim 0.4.1", seen["numpy"], seen["crapssim"], 3_000)


def two_workers() -> Row:
    """Compare the wall time of two workers with one. Other load on the second core affects it."""
    found = ruleset("star-craps-2016")
    tables, one, two = compile_play(read_play(found, found.sign({}), W1)), list[float](), list[float]()
    for _ in range(REPEATS):
        one.append(wall(tables, 1))
        two.append(wall(tables, 2))
    ratio = median(one) / median(two)
    return Row("W1, numba, two workers against one, wall time", ">= 1.8 x", f"{ratio:.2f} x", ratio >= 1.8)


def wall(tables: TransitionTables, workers: int) -> float:
    """Return the wall time of a run in seconds."""

    def silent(tally: Tally, seconds: float) -> None:
        """Ignore progress."""

    return simulate(tables, seed=1, rolls=40 * CHUNK_ROLLS, engine=Engine.NUMBA, workers=workers, on_progress=silent).seconds


def command(*words: str) -> tuple[float, float]:
    """Return the wall time of a `croupier` command in seconds, and its peak memory in megabytes."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "croupier", *words], stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def solving() -> Row:
    """Solve every wager of a rule set at once, and return the slowest rule set."""
    slowest = 0.0
    for name in names():
        rules = ruleset(name)
        begun = time.process_time()
        long_run(everything(rules))
        slowest = max(slowest, time.process_time() - begun)
    return Row("every wager of a rule set at once, solved exactly", "<= 10 s", f"{slowest:.2f} s", slowest <= 10)


def everything(rules: Ruleset) -> Play:
    """Return a play of all wagers, at stakes that divide into any number of pieces."""
    sign = rules.sign({})
    flats = [
        (offer.id, dollars(sign.named[offer.stake] if offer.stake else 2520 * offer.wager.units))
        for offer in rules.offers
        if not offer.rides_on
    ]
    rides = [(offer.id, "1x") for offer in rules.offers if offer.rides_on]
    return read_play(rules, sign, ", ".join(f"{id} {amount.replace(',', '')}" for id, amount in (*flats, *rides)))


def simulating(rolls: str) -> tuple[float, float]:
    """Return the wall time and peak memory of `croupier simulate`."""
    return command("simulate", "star-craps-2016", "--play", W1, "--rolls", rolls, "--seed", "7")


def commands() -> Iterator[Row]:
    """Measure complete commands."""
    seconds = median(simulating("1e8")[0] for _ in range(REPEATS))
    yield Row("croupier simulate, 1e8 rolls, all in all, compiled before", "<= 2.0 s", f"{seconds:.2f} s", seconds <= 2)
    sheets = median(sum(command("parsheet", name, "--format", "json")[0] for name in names()) for _ in range(REPEATS))
    yield Row("croupier parsheet, all five rule sets, one after the other", "<= 3.0 s", f"{sheets:.2f} s", sheets <= 3)
    short, long = simulating("1e8")[1], simulating("1e9")[1]
    flat = long < 300 and long < short + 20
    yield Row("memory of a run of 1e9 rolls (of 1e8)", "< 300 MB", f"{long:.0f} ({short:.0f}) MB", flat)


def main() -> None:
    """Measure everything, print a table, and exit with 1 if a target is missed."""
    if shutil.which("cc") is None:
        sys.exit("bench: no C compiler found, which the baselines need")
    with TemporaryDirectory() as where:
        rows = [*ratios(Path(where)), two_workers(), solving(), *commands()]
    print(f"| {'what':57} | {'bar':>11} | {'measured':>12} |        |\n|---|---|---|---|")
    for row in rows:
        print(row)
    sys.exit(0 if all(row.held for row in rows) else 1)


if __name__ == "__main__":
    main()
