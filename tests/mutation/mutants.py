"""Mutants: one small change at a time to the rules and the settlement, and whether a test fails with it.

A mutant is named by its file, its line and the change, so that the list of survivors holds while other lines move.
"""

import ast
import enum
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from croupier.rules import terms

ROOT = Path(__file__).parents[2]
PACKAGE = Path("src/croupier")
RULES = ("rules", "rulesets", "games")
SETTLEMENT = (
    "money.py",
    "table/bets/returning.py",
    "table/money/till.py",
    "table/rounds/settling.py",
    "table/rounds/void_settlement.py",
)
SEEN = ("felt.py", "layout.py", "sentences.py", "field.py", "places.py", "spots.py", "streak.py", "track.py")
"""Modules that draw or word what they are given: a change there is seen and not paid."""
PAGES = ("clauses/test_pages.py",)
TESTS = ("table", "rulesets", "rules", "games", "lab/test_against_the_table.py", "clauses", "promotions/test_pages.py")
"""The tests that must notice. Golden pages are not among them: one command rewrites those."""
GOLDEN = ("rulesets/test_wager_ids.py", "rulesets/test_renew.py")
SERVERS = "deadline_and_the_outcome or a_terminal_shows or time_is_over or told_what_it_has_won"
"""Tests that start a server, for `-k`. Others notice the same changes in less time."""
TIMEOUT = 600
"""Seconds after which a mutant counts as noticed: it loops."""
SURVIVORS = Path(__file__).with_name("survivors.txt")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
CALLS = {"min": "max", "max": "min", "rounded_up": "rounded_down", "rounded_down": "rounded_up"}
TERMS = {
    name: [each.name for each in kind]
    for name, kind in vars(terms).items()
    if isinstance(kind, type) and issubclass(kind, enum.Enum)
}
"""The terms of the rules that have a few values, by the name of their class: the next value is a mutant."""
LARGEST = 100
"""Larger numbers are no rules: bounds of a cache, or years."""
ODDS = re.compile(r"(\d+)((?:\.\d+)? to \d+|% of the (?:stake|win))")


class Mutant(NamedTuple):
    """One change: the span of the source text that it replaces, in bytes, and the text that replaces it."""

    name: str
    file: str
    begin: int
    end: int
    text: str

    def mutated(self, source: bytes) -> bytes:
        """The source of its file with the change."""
        return source[: self.begin] + self.text.encode() + source[self.end :]


def mutants() -> Iterator[Mutant]:
    """Every mutant of the rules, the games, the rule sets and the settlement."""
    folder = ROOT / PACKAGE
    files = [*(path for room in RULES for path in (folder / room).rglob("*.py")), *(folder / each for each in SETTLEMENT)]
    for path in sorted(path for path in files if path.name not in SEEN):
        yield from mutants_in(path.relative_to(folder).as_posix(), path.read_bytes())


def mutants_in(file: str, source: bytes) -> Iterator[Mutant]:
    """Every mutant of one file."""
    lines, seen, starts = source.splitlines(keepends=True), Counter[str](), [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for node in _decisions(ast.parse(source)):
        if change := _change(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            name = f"{file}: {lines[node.lineno - 1].decode().strip()}: {change.words}"
            seen[name] += 1
            again = f" ({seen[name]})" if seen[name] > 1 else ""
            yield Mutant(name + again, file, begin, end, f"({ast.unparse(change.to)})")


def _decisions(tree: ast.AST) -> Iterator[ast.expr]:
    """Every expression that can change what is decided."""
    skipped = {*_undecided(tree)}
    for child in ast.iter_child_nodes(tree):
        if child in skipped or isinstance(child, ast.Raise | ast.JoinedStr | ast.Assert | ast.ImportFrom):
            continue
        if isinstance(child, ast.expr):
            yield child
        yield from _decisions(child)


def _undecided(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that decide nothing: types, the form of a class, sentences, and readings that were rejected."""
    match node:
        case ast.FunctionDef(name=name, decorator_list=decorators, body=body, returns=returns):
            yield from (*decorators, *([returns] if returns else []), *(body if name.startswith("_tell") else []))
        case ast.ClassDef(decorator_list=decorators, keywords=keywords):
            yield from (*decorators, *keywords)
        case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=ast.expr() as annotation):
            yield annotation
        case ast.keyword(arg="rejected" | "tell", value=value):
            yield value
        case ast.Call(ast.Name("field"), keywords=keywords):
            yield from (each for each in keywords if each.arg not in ("default", "default_factory"))
        case ast.Call(ast.Name("Power"), keywords=keywords):
            yield from (each for each in keywords if each.arg == "must")  # prose: see `Power.must`
        case _:
            pass


class _Change(NamedTuple):
    words: str
    to: ast.expr


def _change(node: ast.expr) -> _Change | None:
    """What replaces an expression; None if nothing does."""
    match node:
        case ast.Compare(left, [operator], [right]):
            other = COMPARISONS[type(operator)]
            return _Change(f"{type(operator).__name__} => {other.__name__}", ast.Compare(left, [other()], [right]))
        case ast.BoolOp(ast.And(), values):
            return _Change("and => or", ast.BoolOp(ast.Or(), values))
        case ast.BoolOp(ast.Or(), values):
            return _Change("or => and", ast.BoolOp(ast.And(), values))
        case ast.UnaryOp(ast.Not(), operand):
            return _Change("without not", operand)
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            to = OPERATORS[type(operator)]
            return _Change(f"{type(operator).__name__} => {to.__name__}", ast.BinOp(left, to(), right))
        case ast.Call(ast.Name(called), arguments, keywords) if called in CALLS:
            return _Change(f"{called} => {CALLS[called]}", ast.Call(ast.Name(CALLS[called]), arguments, keywords))
        case ast.Attribute(ast.Name(kind) as owner, member) if member in TERMS.get(kind, ()):
            names = TERMS[kind]
            after = names[(names.index(member) + 1) % len(names)]
            return _Change(f"{kind}.{member} => {after}", ast.Attribute(owner, after))
        case ast.Constant(value):
            return _other_value(value)
        case _:
            return None


def _other_value(value: object) -> _Change | None:
    """Another truth, the next small number, or odds and percentages with the next numerator."""
    other: object = None
    if isinstance(value, bool):
        other = not value
    elif isinstance(value, int) and 0 <= value <= LARGEST:
        other = value + 1
    elif isinstance(value, str) and (said := ODDS.fullmatch(value)):
        other = f"{int(said[1]) + 1}{said[2]}"
    return None if other is None else _Change(f"{value} => {other}", ast.parse(repr(other), mode="eval").body)


def survivors() -> dict[str, str]:
    """The mutants that no test has to notice, each with its reason: a name, and its reason in the indented line below."""
    lines = [line for line in SURVIVORS.read_text().splitlines() if line and not line.startswith("#")]
    names, reasons = lines[::2], lines[1::2]
    assert len(names) == len(reasons), "every survivor has a reason"
    assert all(each.startswith("  ") for each in reasons), "the reason of a survivor is indented"
    return dict(zip(names, (each.strip() for each in reasons), strict=True))


class Tree:
    """A copy of the source in which one mutant at a time is tested. The tests are those of the repository."""

    def __init__(self, folder: Path) -> None:
        """Copy the source, with its bytecode."""
        self.source = folder / "src"
        shutil.copytree(ROOT / "src", self.source)

    def notices(self, mutant: Mutant) -> str:
        """The first sign that a test notices the mutant; empty if none does. The pages notice most, so they come first."""
        path, original = (each / PACKAGE.name / mutant.file for each in (self.source, ROOT / PACKAGE.parent))
        path.write_bytes(mutant.mutated(original.read_bytes()))
        try:
            return self.failure(PAGES) or self.failure(TESTS)
        finally:
            shutil.copy2(original, path)

    def failure(self, tests: tuple[str, ...]) -> str:
        """The first test that fails with the source in the tree; empty if all pass."""
        # Bytecode is not written: two mutants of one size within a second could not be told apart.
        own = {"PYTHONPATH": str(self.source), "PYTHONDONTWRITEBYTECODE": "1", "HYPOTHESIS_PROFILE": "fast"}
        without = [word for each in GOLDEN for word in ("--ignore", f"tests/{each}")]
        options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", f"not ({SERVERS})"]
        command = [sys.executable, "-m", "pytest", *options, *without, *(f"tests/{each}" for each in tests)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | own
        try:
            ran = subprocess.run(  # noqa: S603 - our own tests
                command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            return f"it takes longer than {TIMEOUT} seconds"
        if ran.returncode == 0:
            return ""
        signs = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return next(iter(signs), f"pytest ended with {ran.returncode}: {ran.stdout[-500:]}{ran.stderr[-500:]}")
