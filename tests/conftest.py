"""What all tests share: how hard the property tests try; a database server and a browser for those that need one."""

import gc
import os
import sys
from collections.abc import Generator, Iterable, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from postgres import Cluster

# The tests of a change look at the same examples every time, and fail only by the change. A soak looks at others every time.
settings.register_profile(
    "full", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile("fast", settings.get_profile("full"), max_examples=6)
settings.register_profile("soak", settings.get_profile("full"), max_examples=2_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


@pytest.fixture(scope="session")
def cluster() -> "Generator[Cluster]":
    """One server for all tests that a process runs; started when the first of them asks."""
    from postgres import Cluster  # noqa: PLC0415 - most tests need none

    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def database(cluster: "Cluster") -> str:
    """The address of a database without anything in it."""
    return cluster.database()


@pytest.fixture(scope="module")
def browser() -> "Browser":
    """One for all modules that need it and follow each other.

    Where there is no browser, the tests are skipped with that reason, and with CI=true they fail.
    """
    from chromium import MISSING, has_browser, open_browser  # noqa: PLC0415 - most tests need none

    if not has_browser():
        pytest.fail(MISSING) if os.environ.get("CI") else pytest.skip(MISSING)
    return open_browser()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """Close the browser after the last module that needs it: other tests may run an event loop, and Playwright has its own.

    Within a module it stays: tests and pages that come later have it in their fixtures.
    """
    yield
    is_needed = nextitem is not None and (nextitem.path == item.path or "browser" in _fixtures_of(nextitem))
    if "chromium" in sys.modules and not is_needed:
        sys.modules["chromium"].close_browser()


def _fixtures_of(item: pytest.Item) -> list[str]:
    return item.fixturenames if isinstance(item, pytest.Function) else []


COMPUTING = {
    "tests/simulation": 25,
    "tests/testing": 12,
    "tests/mutation": 20,
    "tests/properties": 3,
    "tests/lab": 1,
    "tests/floor": 1,
    "tests/rulesets": 1,
    "tests/cage": 2,
}
WAITING = {
    "tests/server/api/test_any_request.py": 80,
    "tests/faults/test_load.py": 60,
    "tests/faults/test_many_kills.py": 40,
    "tests/docs/test_pages.py::test_the_programs": 8,
    "tests/browser": 60,
    "tests/clauses": 10,
    "tests/faults": 6,
    "tests/docs": 1,
    "tests/server": 2,
}
"""Where long tests are, the longest first, and about how many seconds one of them takes; a module, where that is the unit.

Some keep a core busy, others wait for servers and browsers."""
BY_MODULE = ("tests/browser", "tests/clauses")
"""In these folders, modules and not single tests are the units of work: a module shares a browser or pages."""
MODULES_PER_BROWSER = 4


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests first, run tests that wait beside tests that compute, and keep tests together that share a fixture.

    A worker takes the next unit of this list whenever it has nothing left to do. A unit is a module, a single long test,
    or a few modules that one browser serves.
    """
    units: dict[str, list[pytest.Item]] = {}
    browsing: dict[str, int] = {}
    for item in items:
        path = item.nodeid.partition("::")[0]
        if path.startswith("tests/browser"):
            path = f"tests/browser {browsing.setdefault(path, len(browsing)) // MODULES_PER_BROWSER}"
        is_long = path.startswith((*COMPUTING, *WAITING)) and not path.startswith(BY_MODULE)
        is_single = is_long and not _shares_fixture(item)
        if not is_single and config.pluginmanager.hasplugin("xdist"):
            item.add_marker(pytest.mark.xdist_group(path))
        units.setdefault(item.nodeid if is_single else path, []).append(item)
    waiting = _longest_first(units, WAITING)
    computing = _longest_first([unit for unit in units if unit not in waiting], {**COMPUTING, "": 1})
    begins = _begins(waiting) | _begins(computing)
    items[:] = [item for unit in sorted(units, key=begins.__getitem__) for item in units[unit]]


def _longest_first(units: Iterable[str], seconds: Mapping[str, int]) -> dict[str, int]:
    """The units in these places, in the order of the places, and how long each takes."""
    found: dict[str, int] = {}
    for place, each in seconds.items():
        found |= {unit: each for unit in units if unit.startswith(place) and unit not in found}
    return found


def _begins(units: Mapping[str, int]) -> dict[str, float]:
    """When each unit begins, as a share of the whole, if one comes after the other."""
    ends = list(accumulate(units.values()))
    return {unit: (end - units[unit]) / ends[-1] for unit, end in zip(units, ends, strict=True)}


def _shares_fixture(item: pytest.Item) -> bool:
    """Whether a test needs a fixture that is made once for its module."""
    assert isinstance(item, pytest.Function)
    found = item._fixtureinfo.name2fixturedefs.values()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    return any(each[-1].scope == "module" for each in found)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Check that workers keep groups together, and let the garbage collector leave modules and tests, which all stay, alone.

    With pytest 9.2.0, xdist 3.8.0 spreads the tests of every group over all workers, and says nothing.
    """
    if session.config.getoption("loadgroup", default=False):
        torn = [item.nodeid for item in session.items if item.get_closest_marker("xdist_group") and "@" not in item.nodeid]
        if torn:
            raise pytest.UsageError(f"xdist does not see the group of {torn[0]}: use versions of pytest and xdist that agree")
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
