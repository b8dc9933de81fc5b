"""Speed, measured: the bars of the rules, each beside a yardstick of the same run."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

from croupier.table.telling.scenario.reading import read
from croupier.table.telling.scenario.running import run

GOLDEN = sorted((Path(__file__).parents[1] / "tests" / "golden").glob("*.jsonl"))
IMPORT_ALL = "import time; t = time.perf_counter(); from croupier.catalogue import names, ruleset; [ruleset(n) for n in names()]; print(time.perf_counter() - t)"  # noqa: E501 - a program in a line


def wall(*words: str) -> float:
    """The median wall time of a command, in milliseconds."""
    times: list[float] = []
    for _ in range(9):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        times.append((time.perf_counter() - begun) * 1000)
    return median(times)


def import_time() -> float:
    """The median time to import all rule sets, in milliseconds, in a process of its own."""
    printed = [subprocess.run([sys.executable, "-c", IMPORT_ALL], check=True, capture_output=True).stdout for _ in range(9)]  # noqa: S603
    return median(float(each) * 1000 for each in printed)


def per_cpu_second(once: Callable[[], int]) -> float:
    """How many units of work a second of CPU does; the best of five, once warm."""
    once()
    rates: list[float] = []
    for _ in range(5):
        begun, units = time.process_time(), 0
        while time.process_time() - begun < 0.4:
            units += once()
        rates.append(units / (time.process_time() - begun))
    return max(rates)


def scenario_steps(path: Path) -> Callable[[], int]:
    """Read, run and write a file of scenarios, as `croupier scenario run` does."""
    text = path.read_bytes()

    def once() -> int:
        scenarios = read(text, path.name)
        for each in scenarios:
            msgspec.json.encode(run(each))
        return sum(len(each.commands) for each in scenarios)

    return once


def json_steps(path: Path) -> Callable[[], int]:
    """The yardstick: the standard library reads the same steps and writes them again, and does nothing with them."""
    text = path.read_text()

    def once() -> int:
        scenarios = [json.loads(line) for line in text.splitlines()]
        for each in scenarios:
            json.dumps(each)
        return sum(len(each["steps"]) for each in scenarios)

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
        ratio = self.value / self.beside
        sign = "<=" if self.at_most else ">="
        return (
            f"{self.what:47} {self.value:9,.0f} {sign} {self.bar:7,.0f}  {'held' if self.held else 'MISSED':6}"
            f"  {ratio:6.2f} x {self.yardstick} ({self.beside:,.0f})"
        )


def measure() -> Iterator[Measured]:
    """Everything there is a bar for."""
    bare = wall("-c", "pass")
    yield Measured("croupier --help, ms", wall("-m", "croupier", "--help"), 150, "python -c pass", bare, at_most=True)
    yield Measured("import of all rule sets, ms", import_time(), 300, "python -c pass", bare, at_most=True)
    for path in GOLDEN:
        steps, parsed = per_cpu_second(scenario_steps(path)), per_cpu_second(json_steps(path))
        yield Measured(f"steps per CPU-second, {path.stem}", steps, 20_000, "json alone", parsed, at_most=False)


def report(measured: Iterator[Measured]) -> None:
    """Measure, print, and fail where a bar is missed."""
    missed = False
    for each in measured:
        print(each, flush=True)
        missed |= not each.held
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    report(measure())
