"""What all tests share: how hard the property tests try; a database server and a browser for those that need one."""

import gc
import os
from collections.abc import Generator, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from postgres import Cluster

settings.register_profile("full", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", settings.get_profile("full"), max_examples=6)
settings.register_profile("soak", settings.get_profile("full"), max_examples=2_000)
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
def browser() -> "Iterator[Browser]":
    """One for each module: Playwright's own event loop must not outlive it, or no other test could run one.

    Where there is no browser, the tests are skipped with that reason, and with CI=true they fail.
    """
    from chromium import MISSING, chromium, has_browser  # noqa: PLC0415 - most tests need none

    if not has_browser():
        pytest.fail(MISSING) if os.environ.get("CI") else pytest.skip(MISSING)
    with chromium() as launched:
        yield launched


COMPUTING = ("tests/simulation", "tests/testing", "tests/properties", "tests/lab", "tests/mutation")
WAITING = (
    "tests/server/api/test_any_request.py",
    "tests/faults",
    "tests/browser",
    "tests/server",
    "tests/docs",
    "tests/clauses",
)
"""Folders with long tests, the longest first: those that keep a core busy, and those that wait for servers and browsers."""
MANY_MODULES = ("tests/browser", "tests/clauses")
"""Of these folders, modules and not single tests are the units of work: a module shares a server, a browser or pages."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests first, half of them computing and half waiting, and keep tests together that share a fixture.

    A worker takes the next unit of this list whenever it has nothing left to do. A unit is a module, or a single long test.
    """
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        path = item.nodeid.partition("::")[0]
        is_single = path.startswith(COMPUTING + WAITING) and not path.startswith(MANY_MODULES) and not _shares_fixture(item)
        if not is_single and config.pluginmanager.hasplugin("xdist"):
            item.add_marker(pytest.mark.xdist_group(path))
        units.setdefault(item.nodeid if is_single else path, []).append(item)
    computing, waiting = (
        [unit for folder in kind for unit in units if unit.startswith(folder)] for kind in (COMPUTING, WAITING)
    )
    mixed = (unit for both in zip_longest(computing, waiting) for unit in both if unit)
    items[:] = [item for unit in dict.fromkeys((*mixed, *units)) for item in units[unit]]


def _shares_fixture(item: pytest.Item) -> bool:
    """Whether a test needs a fixture that is made once for its module."""
    assert isinstance(item, pytest.Function)
    found = item._fixtureinfo.name2fixturedefs.values()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    return any(each[-1].scope == "module" for each in found)


def pytest_collection_finish() -> None:
    """Do not let the garbage collector search modules and tests, which all stay, again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
