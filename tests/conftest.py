"""What all tests share: how hard the property tests try, and a database server for those that need one."""

import os
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from postgres import Cluster

settings.register_profile("full", max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", settings.get_profile("full"), max_examples=15)
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


SLOW = ("browser", "faults", "simulation", "testing")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every worker begin with its share of the slow tests, so that none of them is left for the end."""
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    slow = [item for item in items if item.path.parent.name in SLOW]
    rest = [item for item in items if item.path.parent.name not in SLOW]
    items[:] = [item for each in range(workers) for item in (*slow[each::workers], *rest[each::workers])]
