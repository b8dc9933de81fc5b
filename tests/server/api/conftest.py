"""One live floor for all tests of the API, with somebody in every role."""

from collections.abc import Generator
from pathlib import Path

import pytest

from live_floor import Console, LiveFloor, live_floor, with_drawer

STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "sue": ("Sue Park", "supervisor"),
    "carl": ("Carl Voss", "casino-supervisor"),
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Orr", "manager"),
    "ines": ("Ines Roy", "inspector"),
    "hal": ("Hal Moss", "inspectorate"),
    "cash": ("Cass Hill", "cage"),
}


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Generator[LiveFloor]:
    """A floor with one table of every rule set."""
    with live_floor(tmp_path_factory.mktemp("floor")) as running:
        yield running


@pytest.fixture(scope="session")
def people(floor: LiveFloor) -> dict[str, Console]:
    """Everybody in STAFF and the administrator, signed in. The clerk has opened a drawer."""
    administrator = floor.administrator()
    hired = {login: floor.hire(login, name, *roles, by=administrator) for login, (name, *roles) in STAFF.items()}
    with_drawer(hired["cash"], "sue")
    return {"admin": administrator, **hired}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a floor of the test's own."""
    return tmp_path
