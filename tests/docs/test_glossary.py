"""A word means one thing: every term of the glossary names what embodies it, and no package has two classes of one name."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import croupier

ROOT = Path(croupier.__file__).parent
GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


class Term(NamedTuple):
    name: str
    meaning: str
    path: str


def terms() -> list[Term]:
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \| `([\w.]+)` \|$", GLOSSARY.read_text(), re.MULTILINE)
    return [Term(*row) for row in rows]


def found(path: str) -> Any:
    """The module, class, function or field that a path inside the package names."""
    thing: Any = croupier
    for name in path.split("."):
        if isinstance(thing, ModuleType) and not hasattr(thing, name):
            import_module(f"{thing.__name__}.{name}")
        thing = getattr(thing, name)
    return thing


def public_classes() -> Iterator[tuple[str, str]]:
    """The name of every public class, and its module."""
    for path in sorted(ROOT.rglob("*.py")):
        module = str(path.relative_to(ROOT))
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, module


def test_every_row_of_the_table_is_read() -> None:
    rows = [line for line in GLOSSARY.read_text().splitlines() if line.startswith("| ")]
    assert len(terms()) == len(rows) - 1  # the head of the table


def test_terms_are_sorted_and_each_stands_once() -> None:
    names = [term.name for term in terms()]
    assert names == sorted(set(names))


@pytest.mark.parametrize("term", terms(), ids=lambda term: term.name)
def test_a_term_names_what_embodies_it_and_is_one_sentence(term: Term) -> None:
    thing = found(term.path)
    assert thing is not None
    if isinstance(thing, type):
        assert f"{thing.__module__}.{thing.__qualname__}" == f"croupier.{term.path}"
    assert re.fullmatch(r"[A-Z].*\.", term.meaning)


def test_no_two_public_classes_of_a_package_share_a_name() -> None:
    modules = defaultdict[tuple[str, str], list[str]](list)
    for name, module in public_classes():
        modules[module.partition("/")[0], name].append(module)
    assert {each: where for each, where in modules.items() if len(where) > 1} == {}
