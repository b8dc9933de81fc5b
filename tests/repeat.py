"""Repeat the tests that start a process, a thread, a browser or a database, beside busy processes.

    .venv/bin/python tests/repeat.py                              each of them 50 times
    .venv/bin/python tests/repeat.py tests/browser --minutes 60   those of one folder, for an hour
    .venv/bin/python tests/repeat.py --anew                       forget what has been counted so far

The first pass runs all tests that were asked for and notes which of them start something, themselves or by a fixture.
Later passes repeat only these. The counts are kept in `.venv/repeat/counts.json`, so that the work can be done in parts;
the output of a pass in which a test failed stays beside it. After tests were added or renamed, begin `--anew`.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

KEPT = Path(__file__).parent.parent / ".venv" / "repeat"
STARTING = frozenset({"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"})
"""Audit events of Python that tell of a new process. There is none for a thread, nor for a process of a fork server."""
RESULTS = "CROUPIER_REPEAT_RESULTS"
"""The variable that names the file for the results of one pass."""


class Watch:
    """A plugin of pytest: which tests start something, and how each ended."""

    def __init__(self) -> None:
        self.started = 0
        self.starting_fixtures: set[tuple[str, str]] = set()
        self.results: dict[str, dict[str, bool]] = {}
        sys.addaudithook(self._hear)
        Thread.start = self._counted(Thread.start)
        BaseProcess.start = self._counted(BaseProcess.start)

    def _counted(self, start: Callable[[Any], None]) -> Any:
        def counted(self: object) -> None:  # as a method of the class has it
            watch.started += 1
            start(self)

        watch = self
        return counted

    def _hear(self, event: str, _: object) -> None:
        if event in STARTING:
            self.started += 1

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
        """Note a fixture that starts something: every test that shares it depends on it."""
        before = self.started
        value = yield
        if self.started > before:
            self.starting_fixtures.add((fixturedef.baseid, fixturedef.argname))
        return value

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note a test that starts something, before the report of its end is made."""
        before = self.started
        try:
            return (yield)
        finally:
            if self.started > before or self._needs_starting(item):
                item.user_properties.append(("starts", True))

    def _needs_starting(self, item: pytest.Item) -> bool:
        assert isinstance(item, pytest.Function)
        found = item._fixtureinfo.name2fixturedefs  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        return any((each.baseid, name) in self.starting_fixtures for name, all_of in found.items() for each in all_of)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the reports; with several workers, in the process that has none of the tests."""
        result = self.results.setdefault(report.nodeid.partition("@")[0], {"starts": False, "failed": False})
        result["failed"] |= report.failed
        # A test that fails before it was called may have failed to start something.
        result["starts"] |= ("starts", True) in report.user_properties or (report.when == "setup" and report.failed)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the results; workers leave that to the process that started them."""
        if not hasattr(session.config, "workerinput"):
            Path(os.environ[RESULTS]).write_text(json.dumps(self.results))


def pytest_configure(config: pytest.Config) -> None:
    """As a plugin (`-p repeat`), watch the tests of this process."""
    config.pluginmanager.register(Watch())


def repeat(paths: Sequence[str], *, times: int, minutes: float, busy: int, workers: int, folder: Path) -> int:
    """Make passes until every test that starts something was run so often; returns how many failures there were."""
    folder.mkdir(parents=True, exist_ok=True)
    counts = folder / "counts.json"
    kept: dict[str, Any] = json.loads(counts.read_text()) if counts.exists() else {"passed": [], "runs": {}}
    passed: list[str] = kept["passed"]
    runs = Counter[str](kept["runs"])
    until, failures, number = time.monotonic() + 60 * minutes, 0, len(list(folder.glob("pass-*.txt")))
    beside = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        is_known = all(path.startswith(tuple(passed)) for path in paths)
        known = [test for test in runs if test.startswith(tuple(paths)) and runs[test] < times]
        chosen: Sequence[str] = known if is_known else paths
        while chosen and time.monotonic() < until:
            number += 1
            results = _one_pass(chosen, workers, folder / f"pass-{number}.txt")
            failed = sorted(test for test, result in results.items() if result["failed"])
            failures += len(failed)
            runs.update(test for test, result in results.items() if result["starts"] or test in runs)
            passed += [] if is_known else paths
            is_known = True
            counts.write_text(json.dumps({"passed": passed, "runs": runs}))
            chosen = [test for test in results if 0 < runs[test] < times]
            say(f"pass {number}: {len(results)} tests, {len(failed)} failed; {len(chosen)} to go on with", *failed)
    finally:
        for process in beside:
            process.kill()
            process.wait()
    least = min(runs.values(), default=0)
    say(f"{len(runs)} tests that start something, each {least} times or more; failures: {failures}")
    return failures


def say(*lines: str) -> None:
    """Print lines at once: a pass takes minutes."""
    sys.stdout.write("\n  ".join(lines) + "\n")
    sys.stdout.flush()


def _one_pass(chosen: Sequence[str], workers: int, output: Path) -> dict[str, dict[str, bool]]:
    """Run these tests once; the output is kept if one of them failed."""
    arguments, results = output.with_suffix(".args"), output.with_suffix(".json")
    arguments.write_text("\n".join(chosen))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "xdist",
        "-p",
        "repeat",
        f"-n{workers}",
        "--dist=loadgroup",
        f"@{arguments}",
    ]
    where = os.pathsep.join((str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])))
    environment = {**os.environ, RESULTS: str(results), "PYTHONPATH": where}
    with output.open("w") as file:
        ran = subprocess.run(command, env=environment, stdout=file, stderr=subprocess.STDOUT, check=False)  # noqa: S603 - our own
    found: dict[str, dict[str, bool]] = json.loads(results.read_text()) if results.exists() else {}
    has_failures = any(result["failed"] for result in found.values())
    if ran.returncode != has_failures:
        why = "a module cannot be imported, or a test was renamed (then begin --anew)"
        raise SystemExit(f"pytest ended with {ran.returncode}, and not because of a test: {why}; see {output}")
    for scratch in (arguments, results):
        scratch.unlink()
    if not has_failures:
        output.write_text("")
    return found


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", default=["tests"], help="folders, modules or tests")
    parser.add_argument("--times", type=int, default=50, help="how often each test is to be run (50)")
    parser.add_argument("--minutes", type=float, default=24 * 60, help="begin no pass after so many minutes")
    parser.add_argument("--busy", type=int, default=2, help="processes that keep a core busy meanwhile (2)")
    parser.add_argument("--workers", type=int, default=6, help="processes that run tests (6)")
    parser.add_argument("--folder", type=Path, default=KEPT, help="where counts and failures are kept")
    parser.add_argument("--anew", action="store_true", help="forget what has been counted")
    given = parser.parse_args()
    if given.anew:
        for kept in given.folder.glob("*"):
            kept.unlink()
    failures = repeat(
        given.paths, times=given.times, minutes=given.minutes, busy=given.busy, workers=given.workers, folder=given.folder
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
