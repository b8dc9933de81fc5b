"""Benchmark of the simulation on one core. Each engine and its baselines are measured alternately in the same run.

Baselines: crapssim from PyPI; a minimal C loop over the same table (yardstick.c); and
another such loop, if the environment variable YARDSTICK names its source or ../shared/bench has it.
"""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from yardsticks import REPEATS, ROOT, W1, Rate, Row, against, c_loop, crapssim, in_turns, kernel, report, run

from croupier.catalogue import names, ruleset
from croupier.lab.kernels import Tally
from croupier.lab.long_run import long_run
from croupier.lab.play import Play, read_play
from croupier.lab.simulation import CHUNK_ROLLS, Engine, simulate
from croupier.lab.transition_tables import TransitionTables, compile_play
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset

OTHER_BASELINE = Path(os.environ.get("YARDSTICK", ROOT.parent / "shared" / "bench" / "yardstick_craps.c"))
RUN_ROLLS = 40 * CHUNK_ROLLS
PLAYS = {
    "W1": ("star-craps-2016", W1, "scalar"),
    "roulette": ("ministar-roulette-2018", "red 10, straight:17 10", "roulette"),
    "Sic Bo": ("star-sicbo-2016", "small 10, any-triple 10, single:1 10", "sicbo"),
}


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
            rates |= {"numpy": kernel(tables, Engine.NUMPY), "crapssim": crapssim()}
        seen = in_turns(rates)
        for each, values in seen.items():
            print(f"{name}, {each}: {median(values):.3g} rolls per second of CPU", file=sys.stderr)
        for other in [other for other in ("C", OTHER_BASELINE.name) if other in seen]:
            loop = "our C loop" if other == "C" else other
            yield against(f"{name}, numba, against {loop}", seen["numba"], seen[other], 3.0 if name == "W1" else 0.5)
        if name == "W1":
            yield against("W1, numba, against crapssim 0.4.1", seen["numba"], seen["crapssim"], 20_000)
            yield against("W1, NumPy alone, against crapssim 0.4.1", seen["numpy"], seen["crapssim"], 3_000)


def two_workers() -> Row:
    """Compare a run of two workers with two runs of one worker at once, by wall time: both use two cores for as many rolls.

    What else the machine does, and what its cores share, slows both sides.
    """
    found = ruleset("star-craps-2016")
    tables = compile_play(read_play(found, found.sign({}), W1))
    ours, theirs = list[float](), list[float]()
    with ProcessPoolExecutor(2) as pool:
        for _ in range(2 * REPEATS):
            ours.append(1 / simulated(tables, 2 * RUN_ROLLS, 2))
            theirs.append(1 / max(pool.map(simulated, (tables, tables), (RUN_ROLLS, RUN_ROLLS))))
    return against("W1, numba, a run of two workers against two runs at once", ours, theirs, 0.9)


def simulated(tables: TransitionTables, rolls: int, workers: int = 1) -> float:
    """Simulate, and return the wall time in seconds."""

    def silent(tally: Tally, seconds: float) -> None:
        """Ignore progress."""

    return simulate(tables, seed=1, rolls=rolls, engine=Engine.NUMBA, workers=workers, on_progress=silent).seconds


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
    with TemporaryDirectory() as where:
        report([*ratios(Path(where)), two_workers(), solving(), *commands()])


if __name__ == "__main__":
    main()
