"""The shape of the code: rule sets contain only declarations, and only `rulesets/` knows them."""

import ast
import re
from pathlib import Path

import pytest

import croupier
from croupier.catalogue import names

SOURCE = Path(croupier.__file__).parent
RULESETS = sorted((SOURCE / "rulesets").rglob("*.py"))
ELSEWHERE = sorted({each for kind in ("py", "js", "html") for each in SOURCE.rglob(f"*.{kind}")} - set(RULESETS))

DECLARATIONS = (
    ast.Module,
    ast.Expr,
    ast.Import,
    ast.ImportFrom,
    ast.alias,
    ast.Assign,
    ast.Name,
    ast.Load,
    ast.Store,
    ast.Constant,
    ast.Call,
    ast.keyword,
    ast.Attribute,
    ast.Subscript,
    ast.Starred,
    ast.List,
    ast.Tuple,
    ast.Dict,
)


def program(tree: ast.AST) -> list[ast.AST]:
    """The nodes that are not declarations. The difference of two sets of outcomes is allowed."""
    without = {id(part) for node in ast.walk(tree) if isinstance(node, ast.BinOp) for part in (node, node.op)}
    return [
        node
        for node in ast.walk(tree)
        if not isinstance(node, DECLARATIONS) and not (id(node) in without and isinstance(node, ast.BinOp | ast.Sub))
    ]


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_rule_set_contains_no_program(path: Path) -> None:
    assert [ast.unparse(node) for node in program(ast.parse(path.read_text()))] == []


@pytest.mark.parametrize(
    "text",
    ["x = [n for n in y]", "def f(): pass", "x = lambda: 1", "if x: y = 1", "x = f'{y}'", "x = a + b", "x = y if z else w"],
)
def test_the_check_for_programs_finds_one(text: str) -> None:
    assert program(ast.parse(text))


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_module_outside_rulesets_names_a_rule_set(path: Path) -> None:
    text = path.read_text()
    named = [word for name in names() for word in (name, name.rpartition("-")[0].replace("-", "_")) if word in text]
    houses = re.findall(r"\b(adelaide|aruze|ministar|the star|skycity|interblock)\b", text.lower())
    clauses = re.findall(r"\b(?:AR|MR|SB|SC|AD) \d[\d.]*", text)
    assert named + houses + clauses == []


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_stays_small(path: Path) -> None:
    """Readings are a list of prose and may be long; other modules may not."""
    assert len(path.read_text().splitlines()) <= (1000 if path.name == "readings.py" else 400)
