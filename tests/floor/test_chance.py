"""The floor and its server take time and chance from whoever starts them, so that a test can decide both."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier

SOURCE = Path(croupier.__file__).parent
MODULES = [path for room in ("floor", "server") for path in sorted((SOURCE / room).glob("*.py"))]
EDGES = {
    "floor/patron_file.py": {"secrets.token_hex"},  # the salt of private details, which no fact has
    "floor/promoter.py": {"datetime", "datetime.combine", "datetime.fromtimestamp"},  # days of a calendar, not the time
    "floor/clock.py": {"time.time_ns", "time.clock_gettime_ns", "time.sleep"},
    "server/running.py": {"random.Random"},
    "server/sessions.py": {"secrets.token_urlsafe"},
}
"""Where time and chance come in."""
SOURCES = {"time", "datetime", "random", "secrets", "uuid"}


def drawn(tree: ast.Module) -> Iterator[str]:
    """What a module reads off a clock or draws by chance, itself."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module in SOURCES:
                yield module
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)):
                if module in SOURCES or f"{module}.{name}" == "os.urandom":
                    yield f"{module}.{name}"
            case _:
                pass


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_module_draws_neither_time_nor_chance_by_itself(path: Path) -> None:
    found = set(drawn(ast.parse(path.read_text())))
    assert found == EDGES.get(f"{path.parent.name}/{path.name}", set())


def test_what_is_looked_for_is_found() -> None:
    page = "import os, time\nfrom secrets import token_hex\nbegun = time.monotonic()\nkey = os.urandom(8)\n"
    assert set(drawn(ast.parse(page))) == {"time.monotonic", "secrets", "os.urandom"}
