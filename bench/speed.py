"""Speed, measured: the bars of the rules, each beside a yardstick of the same run."""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec
from bare_table import REFERENCE, beside

from croupier.table.telling.scenario.reading import read
from croupier.table.telling.scenario.running import run

GOLDEN = sorted((Path(__file__).parents[1] / "tests" / "golden").glob("*.jsonl"))
IMPORT_ALL = "from croupier.catalogue import names, ruleset; [ruleset(n) for n in names()]"
IMPORT_STANDARD = (
    "import asyncio, concurrent.futures, ctypes.util, email.mime.text, http.server, logging.config, multiprocessing, sqlite3, "
    "unittest.mock, urllib.request, xml.dom.minidom"
)
"""The yardstick for imports: modules of the standard library."""
STANDARD_MS = 112
"""CPU milliseconds of that program, the least of 15 runs, on the machine on which the bare table made up to `REFERENCE`."""
STARTS = 9


def cpu(*words: str) -> float:
    """Milliseconds of CPU that a program of its own uses, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def started(*words: str) -> tuple[float, float]:
    """CPU milliseconds of a program, and of the import of standard modules; in turn, medians as in `beside`."""
    pairs = [(cpu(*words), cpu("-c", IMPORT_STANDARD)) for _ in range(STARTS)]
    bare = median(theirs for _, theirs in pairs)
    return median(mine / theirs for mine, theirs in pairs) * bare, bare


def scenario_steps(path: Path) -> Callable[[], int]:
    """Read, run and write a file of scenarios, as `croupier scenario run` does."""
    text = path.read_bytes()

    def once() -> int:
        scenarios = read(text, path.name)
        for each in scenarios:
            msgspec.json.encode(run(each))
        return sum(len(each.commands) for each in scenarios)

    return once


class Measured(NamedTuple):
    """One bar: what was measured, what it should be at most or at least, and a yardstick beside it."""

    what: str
    value: float
    bar: float
    yardstick: str
    beside: float
    at_most: bool

    @property
    def held(self) -> bool:
        """Whether the bar was held."""
        return self.value <= self.bar if self.at_most else self.value >= self.bar

    def __str__(self) -> str:
        sign, ratio, bar = "<=" if self.at_most else ">=", self.value / self.beside, self.bar / self.beside
        return (
            f"{self.what:47} {self.value:9,.0f} {sign} {self.bar:7,.0f}  {'held' if self.held else 'MISSED':6}"
            f"  {_times(ratio):>6} x {self.yardstick} ({self.beside:,.0f}; bar {_times(bar)} x)"
        )


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def measure() -> Iterator[Measured]:
    """Everything there is a bar for."""
    standard = "standard modules"
    ours, bare = started("-m", "croupier", "--help")
    yield Measured("croupier --help, ms of CPU", ours, 150 / STANDARD_MS * bare, standard, bare, at_most=True)
    ours, bare = started("-c", "import croupier")
    yield Measured("import croupier, ms of CPU", ours, 100 / STANDARD_MS * bare, standard, bare, at_most=True)
    ours, bare = started("-c", IMPORT_ALL)
    yield Measured("import of all rule sets, ms of CPU", ours, 300 / STANDARD_MS * bare, standard, bare, at_most=True)
    for path in GOLDEN:
        ours, bare = beside(scenario_steps(path))
        bar = 20_000 / REFERENCE * bare
        yield Measured(f"steps per CPU-second, {path.stem}", ours, bar, "bare bets", bare, at_most=False)


def report(measured: Iterator[Measured]) -> None:
    """Measure, print, and fail where a bar is missed."""
    missed = False
    for each in measured:
        print(each, flush=True)
        missed |= not each.held
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    report(measure())
