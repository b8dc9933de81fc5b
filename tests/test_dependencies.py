"""What the package imports is declared, so that it is installed also where no pins hold; and what is pinned fits that."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DECLARED = [*PROJECT["dependencies"], *(each for extra in PROJECT["optional-dependencies"].values() for each in extra)]
NEEDED = {re.split(r"[\[><=;]", each)[0].strip().lower(): each for each in DECLARED}


@cache
def imported() -> frozenset[tuple[str, Path]]:
    """The packages of others that modules import, at once or later."""
    return frozenset((name, path) for path in (ROOT / "src").rglob("*.py") for name in _imported_by(path))


def _imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        yield from {name.partition(".")[0] for name in names} - {*sys.stdlib_module_names, "croupier"}


def test_every_package_that_is_imported_is_declared() -> None:
    distributions = packages_distributions()
    found = {
        (each, path.name)
        for package, path in imported()
        for each in distributions.get(package, [package])
        if each.lower() not in NEEDED
    }
    assert {package for package, _ in imported()} >= {"h11", "uvicorn", "msgspec"}
    assert found == set()


def test_what_is_pinned_is_at_least_what_is_declared() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.+!-]+", line) for line in lines), "a name and a version, and no address of a host"
    pins = {name.lower(): version for name, _, version in (line.partition("==") for line in lines)}
    least = {name: version for name, each in NEEDED.items() if (version := each.partition(">=")[2].partition(",")[0])}
    assert "h11" in least
    assert [name for name, version in least.items() if numbers(pins[name]) < numbers(version)] == []


def numbers(version: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", version)]
