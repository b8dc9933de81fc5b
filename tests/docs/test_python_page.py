"""The page about the Python API names every function with its signature, and the tutorial shows what a session prints."""

import doctest
import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
from croupier.notebook.comparison import Compared
from croupier.notebook.rules import Rules, rules, table_at
from croupier.notebook.sheet import ShownSheet
from croupier.notebook.simulation import Simulated
from croupier.notebook.table import PageOfPlay, TableInPlay

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "python.md").read_text()
FUNCTIONS: dict[str, Callable[..., object]] = {
    "croupier.rules": rules,
    "croupier.names": croupier.names,
    "croupier.table_at": table_at,
}


def signature(function: Callable[..., object]) -> str:
    """The parameters with their defaults, without types."""
    parameters = inspect.signature(function).parameters.values()
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in parameters if each.name != "self"]
    return str(inspect.Signature(plain))


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def public(kind: type) -> dict[str, object]:
    """The public names of a class, without those that every result has."""
    return {
        name: each
        for name, each in vars(kind).items()
        if not name.startswith("_") and name not in ("rows", "grid", "variant", "sheet")
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_stands_on_the_page_with_its_signature(name: str) -> None:
    assert f"| `{name}{signature(FUNCTIONS[name])}` |" in PAGE


def test_every_name_of_the_package_stands_on_the_page() -> None:
    for name in croupier.__all__:
        assert f"`croupier.{name}" in PAGE, name


@pytest.mark.parametrize(("kind", "title"), [(Rules, "Rules"), (TableInPlay, "A table")])
def test_every_method_stands_in_its_section(kind: type, title: str) -> None:
    for name, each in public(kind).items():
        written = f"`{name}{signature(each)}`" if inspect.isfunction(each) else f"`{name}`"
        assert written in section(title), written


@pytest.mark.parametrize("kind", [ShownSheet, Simulated, Compared, PageOfPlay, TableInPlay])
def test_every_result_stands_on_the_page(kind: type) -> None:
    assert f"| `{kind.__name__}` |" in section("Results")


def sessions() -> list[Path]:
    return [path for path in sorted(DOCS.rglob("*.md")) if "```pycon" in path.read_text()]


@pytest.mark.parametrize("path", sessions(), ids=lambda path: path.name)
def test_a_session_prints_what_the_page_shows(path: Path) -> None:
    cells = re.findall(r"^```pycon\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)
    session = doctest.DocTestParser().get_doctest("\n".join(cells), {}, path.name, str(path), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner()
    result = runner.run(session, out=said.append)
    assert result.attempted
    assert not result.failed, "".join(said)
