"""What all tests share: how hard the property tests try; a database server and a browser for those that need one."""

import gc
import os
from collections.abc import Generator, Iterator
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


SLOWEST_FIRST = ("simulation", "faults", "testing", "browser", "properties", "lab")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with its share of the slow tests, so that none of them is left for the end.

    Worksteal gives each worker one stretch of this list. Half of the workers compute first and half wait for servers first.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    ranked = sorted(items, key=_rank)
    shares = [ranked[each::workers] for each in range(workers)]
    items[:] = [item for each, share in enumerate(shares) for item in (_waiting_first(share) if each % 2 else share)]


def _rank(item: pytest.Item) -> int:
    room = item.path.parent.name
    return SLOWEST_FIRST.index(room) if room in SLOWEST_FIRST else len(SLOWEST_FIRST)


def _waiting_first(share: list[pytest.Item]) -> list[pytest.Item]:
    return sorted(share, key=lambda item: item.path.parent.name != "faults")


def pytest_collection_finish() -> None:
    """Do not let the garbage collector search modules and tests, which all stay, again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
