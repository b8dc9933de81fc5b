"""The trace answers every clause, refers only to code and tests that exist, and its pending clauses never increase."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from croupier.catalogue import names, ruleset
from croupier.rulebook.trace import MUST_BE_ENFORCED, Clause, ClauseAnswer, trace

WAITS = re.compile(r"\bwaits? at\b|\buntil (?:there is|the cage)|\bonce there is\b|\byet\b")
"""Words about what the program does not have yet."""
ROOT = Path(__file__).parent.parent.parent

CLAUSES = {
    "star-craps-2016": 308,
    "adelaide-craps-2003": 186,
    "aruze-craps-2024": 293,
    "star-sicbo-2016": 220,
    "ministar-roulette-2018": 231,
}

# Lower a number when a pending clause gets its answer. No number may rise.
PENDING = {
    "star-craps-2016": 0,
    "adelaide-craps-2003": 0,
    "aruze-craps-2024": 1,
    "star-sicbo-2016": 2,
    "ministar-roulette-2018": 2,
}


@pytest.fixture(scope="module")
def collected(request: pytest.FixtureRequest) -> frozenset[str]:
    """The ids of all tests that answers name, as far as they exist, with and without parameters."""
    named = {test for name in names() for each in trace(name) for test in each.tests}
    found = with_bare_names(item.nodeid for item in request.session.items)
    files = {file for file in {test.partition("::")[0] for test in named - found} if (ROOT / file).is_file()}
    return found | collect(sorted(files)) if files else found


def collect(files: Sequence[str]) -> frozenset[str]:
    """The ids of the tests in files that this run has left out."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own tests
    return with_bare_names(line for line in ran.stdout.splitlines() if "::" in line)


def with_bare_names(cases: Iterable[str]) -> frozenset[str]:
    return frozenset(name for case in cases for name in (case, case.partition("[")[0]))


@pytest.mark.parametrize("name", names())
def test_every_clause_is_there_once(name: str) -> None:
    clauses = [each.clause for each in trace(name)]
    assert [clause for clause, times in Counter(clauses).items() if times > 1] == []
    assert len(clauses) == CLAUSES[name]


@pytest.mark.parametrize("name", names())
def test_what_is_pending_may_only_fall(name: str) -> None:
    assert sum(each.answer is ClauseAnswer.PENDING for each in trace(name)) == PENDING[name]


def complaint(each: Clause) -> str:
    """What is wrong with an answer; empty if nothing is."""
    is_heading = each.topic.startswith("heading:")
    if is_heading and each.answer is not ClauseAnswer.NOT_SOFTWARE:
        return f"a heading is no clause that could be {each.answer}"
    about_money = (ClauseAnswer.ENFORCED, ClauseAnswer.GIVEN, ClauseAnswer.PENDING)
    if not is_heading and each.kind in MUST_BE_ENFORCED and each.answer not in about_money:
        return f"a clause of kind {each.kind} is enforced, given or pending, not {each.answer}"
    if each.answer in (ClauseAnswer.ENFORCED, ClauseAnswer.GIVEN, ClauseAnswer.SHOWN, ClauseAnswer.RECORDED) and not (
        each.code and each.tests
    ):
        return f"{each.answer} without code and a test"
    if each.answer in (ClauseAnswer.PHYSICAL, ClauseAnswer.NOT_SOFTWARE, ClauseAnswer.PENDING) and not each.note:
        return f"{each.answer} without a note"
    return ""


@pytest.mark.parametrize("name", names())
def test_every_answer_says_what_it_must(name: str) -> None:
    assert [f"{each.clause}: {found}" for each in trace(name) if (found := complaint(each))] == []


@pytest.mark.parametrize("name", names())
def test_only_a_pending_clause_waits_for_something(name: str) -> None:
    """A note that tells of what is to come goes stale once it has come."""
    said = [each for each in trace(name) if WAITS.search(each.note) and each.answer is not ClauseAnswer.PENDING]
    assert [f"{each.clause}: {each.note}" for each in said] == []


@pytest.mark.parametrize("name", names())
def test_every_clause_and_reading_that_a_note_refers_to_exists(name: str) -> None:
    rules = ruleset(name)
    known = {each.clause for each in trace(name)} | {each.id for each in rules.readings}
    for each in trace(name):
        named = re.findall(r"\b(?:AD|AZ|SC|SB|MR)-\d+\b", each.note) + re.findall(r"\bis (\d+(?:\.\d+)+)", each.note)
        assert [reference for reference in named if reference not in known] == [], each.clause


@pytest.mark.parametrize("name", names())
def test_every_test_named_exists(name: str, collected: frozenset[str]) -> None:
    assert [f"{each.clause}: {test}" for each in trace(name) for test in each.tests if test not in collected] == []


@pytest.mark.parametrize("name", names())
def test_all_code_named_exists(name: str) -> None:
    assert [f"{each.clause}: {code}" for each in trace(name) for code in each.code if not exists(code)] == []


def exists(reference: str) -> bool:
    """Whether the file defines the name. `find_code` has already checked references to a rule set."""
    path, _, name = reference.partition("::")
    file = ROOT / path
    if not file.is_file() or not name:
        return False
    if "/rulesets/" in path:
        return True
    return (
        name in symbols(ast.parse(file.read_text()))
        if file.suffix == ".py"
        else bool(re.search(rf"\b{name}\b", file.read_text()))
    )


def symbols(tree: ast.AST, inside: str = "") -> set[str]:
    """All names that a module defines: classes, functions, methods, fields, constants."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found |= {inside + name} | symbols(node, f"{inside}{name}.")
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(inside + name)
            case _:
                pass
    return found
