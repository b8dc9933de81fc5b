"""Speed of simulations, measured: each beside its yardstick in the same run, in turns, on one core.

Yardsticks are crapssim from PyPI, installed into an environment of its own, a minimal C loop over the same table
(yardstick.c), and another such loop where the variable YARDSTICK names its source or ../shared/bench has it.
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
from croupier.lab.finding import z_of
from croupier.lab.kernels import Tally
from croupier.lab.play import Play, read_play
from croupier.lab.running import CHUNK, Chunk, Engine, roll, simulate
from croupier.lab.tables import Tables, compiled
from croupier.lab.worth import worth
from croupier.money import dollars
from croupier.rules.ruleset import Ruleset

ROOT = Path(__file__).parents[1]
OTHER = Path(os.environ.get("YARDSTICK", ROOT.parent / "shared" / "bench" / "yardstick_craps.c"))
ROUNDS = 5
SECONDS = 0.6

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
"""Measures rolls per second of CPU."""


class Row(NamedTuple):
    """One bar, and what was measured."""

    what: str
    bar: str
    measured: str
    held: bool

    def __str__(self) -> str:
        return f"| {self.what:57} | {self.bar:>11} | {self.measured:>12} | {'held' if self.held else 'MISSED':6} |"


def run(*words: str | Path, given: bytes = b"") -> str:
    """What a command prints."""
    return subprocess.run([str(word) for word in words], input=given, capture_output=True, check=True).stdout.decode()  # noqa: S603


def kernel(tables: Tables, engine: Engine) -> Rate:
    """Our own, one worker."""

    def rate() -> float:
        begun, number = time.process_time(), 0
        while time.process_time() - begun < SECONDS:
            roll(Chunk(tables, 1, number, CHUNK, engine))
            number += 1
        return number * CHUNK / (time.process_time() - begun)

    roll(Chunk(tables, 0, 0, 1, engine))
    return rate


def crapssim(place: Path) -> Rate:
    """The reference package, in an environment of its own that is kept for the next time."""
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "crapssim==0.4.1")
    return lambda: float(run(python, "-c", CRAPSSIM, str(2 * SECONDS)))


def c_loop(where: Path, play: Play, tables: Tables) -> Rate:
    """The minimal C loop over the table of a play; it must come to the same net."""
    program, exact = where / f"yardstick-{play.rules.id}", worth(play)
    rows = ["-DONE_ROW"] if len(tables.entries) == tables.ways else []
    run("cc", "-O3", "-march=native", f"-DWAYS={tables.ways}", *rows, "-o", program, ROOT / "bench" / "yardstick.c")

    def rate() -> float:
        rolls, seconds, cents, settled = run(program, str(SECONDS), given=tables.entries.tobytes()).split()
        z = z_of(Tally(int(cents), int(settled), int(rolls)), exact)
        assert abs(z) < 5, f"the C loop plays another game: z = {z:.1f}"
        return int(rolls) / float(seconds)

    return rate


def other_c_loop(where: Path, mode: str) -> Rate:
    """Another minimal C loop, which prints rolls=N; its CPU is what the system says it used."""
    program = where / "other"
    run("cc", "-O3", "-march=native", "-o", program, OTHER, "-lm")

    def rate() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        said = re.search(r"rolls=(\d+)", run(program, mode, "1", "7"))
        assert said is not None
        return int(said[1]) / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)

    return rate


def in_turns(rates: Mapping[str, Rate]) -> Mapping[str, list[float]]:
    """Every rate once in each round, so that whatever else runs here slows them all."""
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(ROUNDS):
        for name, rate in rates.items():
            found[name].append(rate())
    return found


def against(what: str, ours: list[float], theirs: list[float], bar: float) -> Row:
    """The median ratio of the rounds."""
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    digits = 0 if bar > 10 else 2
    return Row(what, f">= {bar:,.{digits}f} x".replace(".00", ".0"), f"{ratio:,.{digits}f} x", ratio >= bar)


def ratios(where: Path) -> Iterator[Row]:
    """Everything that is measured against a yardstick."""
    for name, (rules, text, mode) in PLAYS.items():
        found = ruleset(rules)
        play = read_play(found, found.sign({}), text)
        tables = compiled(play)
        rates = {"numba": kernel(tables, Engine.NUMBA), "C": c_loop(where, play, tables)}
        if OTHER.exists():
            rates[OTHER.name] = other_c_loop(where, mode)
        if name == "W1":
            rates |= {"numpy": kernel(tables, Engine.NUMPY), "crapssim": crapssim(ROOT / ".venv" / "crapssim")}
        seen = in_turns(rates)
        for each, values in seen.items():
            print(f"{name}, {each}: {median(values):.3g} rolls per second of CPU", file=sys.stderr)
        for other in [other for other in ("C", OTHER.name) if other in seen]:
            loop = "our C loop" if other == "C" else other
            yield against(f"{name}, numba, against {loop}", seen["numba"], seen[other], 1.0 if name == "W1" else 0.5)
        if name == "W1":
            yield against("W1, numba, against crapssim 0.4.1", seen["numba"], seen["crapssim"], 20_000)
            yield against("W1, NumPy alone, against crapssim 0.4.1", seen["numpy"], seen["crapssim"], 3_000)


def two_workers() -> Row:
    """Wall time, since that is what a second worker is for; others may need the second core meanwhile."""
    found = ruleset("star-craps-2016")
    tables, one, two = compiled(read_play(found, found.sign({}), W1)), list[float](), list[float]()
    for _ in range(ROUNDS):
        one.append(wall(tables, 1))
        two.append(wall(tables, 2))
    ratio = median(one) / median(two)
    return Row("W1, numba, two workers against one, wall time", ">= 1.8 x", f"{ratio:.2f} x", ratio >= 1.8)


def wall(tables: Tables, workers: int) -> float:
    """The seconds that a run takes with so many workers."""

    def silent(tally: Tally, seconds: float) -> None:
        """Nobody listens."""

    return simulate(tables, seed=1, rolls=40 * CHUNK, engine=Engine.NUMBA, workers=workers, tell=silent).seconds


def command(*words: str) -> tuple[float, float]:
    """The wall time of a `croupier` command in all, and the most memory it had, in megabytes."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "croupier", *words], stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def solving() -> Row:
    """Every wager of a rule set at once, solved exactly; the slowest of the rule sets."""
    slowest = 0.0
    for name in names():
        rules = ruleset(name)
        begun = time.process_time()
        worth(everything(rules))
        slowest = max(slowest, time.process_time() - begun)
    return Row("every wager of a rule set at once, solved exactly", "<= 10 s", f"{slowest:.2f} s", slowest <= 10)


def everything(rules: Ruleset) -> Play:
    """A play of all that may be bet, at stakes that divide into any pieces."""
    sign = rules.sign({})
    flats = [
        (offer.id, dollars(sign.named[offer.stake] if offer.stake else 2520 * offer.wager.units))
        for offer in rules.offers
        if not offer.rides_on
    ]
    rides = [(offer.id, "1x") for offer in rules.offers if offer.rides_on]
    return read_play(rules, sign, ", ".join(f"{id} {amount.replace(',', '')}" for id, amount in (*flats, *rides)))


def simulating(rolls: str) -> tuple[float, float]:
    """The wall time and the memory of `croupier simulate`."""
    return command("simulate", "star-craps-2016", "--play", W1, "--rolls", rolls, "--seed", "7")


def commands() -> Iterator[Row]:
    """Commands as they are typed."""
    seconds = median(simulating("1e8")[0] for _ in range(ROUNDS))
    yield Row("croupier simulate, 1e8 rolls, all in all, compiled before", "<= 2.0 s", f"{seconds:.2f} s", seconds <= 2)
    sheets = median(sum(command("parsheet", name, "--format", "json")[0] for name in names()) for _ in range(ROUNDS))
    yield Row("croupier parsheet, all five rule sets, one after the other", "<= 3.0 s", f"{sheets:.2f} s", sheets <= 3)
    short, long = simulating("1e8")[1], simulating("1e9")[1]
    flat = long < 300 and long < short + 20
    yield Row("memory of a run of 1e9 rolls (of 1e8)", "< 300 MB", f"{long:.0f} ({short:.0f}) MB", flat)


def main() -> None:
    """Measure, print, and fail where a bar is missed."""
    if shutil.which("cc") is None:
        sys.exit("bench: there is no C compiler here, and so no yardstick")
    with TemporaryDirectory() as where:
        rows = [*ratios(Path(where)), two_workers(), solving(), *commands()]
    print(f"| {'what':57} | {'bar':>11} | {'measured':>12} |        |\n|---|---|---|---|")
    for row in rows:
        print(row)
    sys.exit(0 if all(row.held for row in rows) else 1)


if __name__ == "__main__":
    main()
