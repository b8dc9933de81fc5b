"""The trace: every clause of a document, the code that implements it, and the tests that prove it.

Each rule set has its trace in `clauses.csv`, one row per clause.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import cast

from croupier.catalogue import ruleset
from croupier.rules.ruleset import Ruleset
from croupier.rulesets import RULESETS


class TraceError(ValueError):
    """A row of the trace is invalid."""


class ClauseAnswer(StrEnum):
    """How the system answers a clause."""

    ENFORCED = "enforced"
    GIVEN = "given"
    SHOWN = "shown"
    RECORDED = "recorded"
    PHYSICAL = "physical"
    NOT_SOFTWARE = "not software"
    PENDING = "pending"

    @property
    def meaning(self) -> str:
        """What the answer tells an inspector."""
        return _MEANINGS[self]


_MEANINGS = {
    ClauseAnswer.ENFORCED: "the engine does it or refuses it by itself, and the tests named fail where it does not",
    ClauseAnswer.GIVEN: "a person gives it through the orders named, and the engine checks who, when and on what ground",
    ClauseAnswer.SHOWN: "the system shows it to those it concerns",
    ClauseAnswer.RECORDED: "the system writes it down",
    ClauseAnswer.PHYSICAL: "a thing of wood, felt or steel; the note says which",
    ClauseAnswer.NOT_SOFTWARE: "a person's work, and the note says whose and what; or it is only a heading",
    ClauseAnswer.PENDING: "not yet; the note says what it waits for",
}


class ClauseKind(StrEnum):
    """What a clause is about."""

    DEFINITION = "definition"
    EQUIPMENT = "equipment"
    PROCEDURE = "procedure"
    WAGER = "wager"
    ODDS = "odds"
    SETTLEMENT = "settlement"
    MONEY = "money"
    DISPLAY = "display"
    CONDUCT = "conduct"
    STAFF = "staff"
    IRREGULARITY = "irregularity"
    PROMOTION = "promotion"


MUST_BE_ENFORCED = (ClauseKind.WAGER, ClauseKind.ODDS, ClauseKind.SETTLEMENT, ClauseKind.MONEY)
"""The kinds of clause about money: their answer must be enforced, given or pending."""

COLUMNS = ["clause", "topic", "kind", "answer", "given", "code", "tests", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of a document, with its answer, code and tests."""

    ruleset: str
    clause: str
    topic: str
    kind: ClauseKind
    answer: ClauseAnswer
    given: tuple[str, ...]
    """The orders through which people do their part. `trace` has those that the table of clauses names; `floor.giving`
    adds those that follow from the code."""
    code: tuple[str, ...]
    tests: tuple[str, ...]
    note: str
    pages: tuple[str, ...] = ()
    """The pages on which it is done or shown. `floor.giving` derives them."""


POLICIES = {each.name for each in fields(Ruleset)} - {"id", "title", "chosen", "raised"}
"""The fields of a rule set that a trace may name as `rules::FIELD`."""


@cache
def trace(name: str) -> tuple[Clause, ...]:
    """Every clause of one document, in the order of the document."""
    ruleset(name)  # raises UnknownRulesetError
    table = files(RULESETS[name]).joinpath("clauses.csv")
    if not table.is_file():
        raise TraceError(f"{name}: its clauses are not listed yet; they belong into clauses.csv beside its rules")
    lines = csv.DictReader(table.read_text().splitlines())
    if lines.fieldnames != COLUMNS:
        raise TraceError(f"{name}: the columns of its clauses are {', '.join(COLUMNS)}")
    return tuple(_clause(name, line) for line in lines)


def _clause(name: str, line: dict[str, str]) -> Clause:
    place = f"{name}, {line['clause']}"
    if len(line) != len(COLUMNS) or not all(isinstance(cell, str) for cell in line.values()):  # pyright: ignore[reportUnnecessaryIsInstance] - a short line gives None
        raise TraceError(f"{place}: the line has other columns than {', '.join(COLUMNS)}; is a comma not quoted?")
    for column, allowed in (("answer", ClauseAnswer), ("kind", ClauseKind)):
        if line[column] not in list(allowed):
            raise TraceError(f"{place}: the {column} is {line[column]!r}, which should be one of {', '.join(allowed)}")
    return Clause(
        ruleset=name,
        clause=line["clause"],
        topic=line["topic"],
        kind=ClauseKind(line["kind"]),
        answer=ClauseAnswer(line["answer"]),
        given=tuple(_several(line["given"])),
        code=tuple(find_code(name, each) for each in _several(line["code"])),
        tests=tuple(find_test(name, line["clause"], each) for each in _several(line["tests"])),
        note=line["note"],
    )


def _several(cell: str) -> list[str]:
    return [each.strip() for each in cell.split(";") if each.strip()]


def find_code(name: str, written: str) -> str:
    """Resolve a reference to code.

    "rules::win-line" is what the rule set declares under that name; "procedures::3.2" is what its procedures declare
    under that clause, and "procedures::period" is a field of them; "promotions::10.2" is what its chapter on promotional
    prizes declares under that clause.
    """
    path, _, what = written.partition("::")
    if path.startswith("rulesets/"):
        raise TraceError(f"{name}: '{written}' is said as rules::NAME, so that the rule set is asked for it")
    if path == "procedures":
        rules = ruleset(name).procedures
        module = "procedures.py" if getattr(rules, what, None) or what in _said(rules) else None
    elif path == "promotions":
        chapter = ruleset(name).promotions
        module = "promotions.py" if chapter and what in chapter.clauses else None
    elif path == "rules":
        module = declared_in(name, what)
    else:
        return f"src/croupier/{written}"
    if module is None:
        raise TraceError(f"{name}: it declares nothing called '{what}'")
    here = RULESETS[name].replace(".", "/")
    return f"src/{here}/{module}::{what}"


def find_test(name: str, clause: str, written: str) -> str:
    """Resolve a reference to a test.

    "page" is the page of play of this clause, "page 6.1.1" that of another clause. "procedure" is the set of procedure
    pages that name this clause, "procedure 3.2" the set that names another. "prize" is the page about promotions of this
    clause. "console" is the test that gives the orders of this clause on the staff page.
    """
    first, _, other = written.partition(" ")
    if first in _PAGES:
        return f"tests/{_PAGES[first]}[{name} {other or clause}]"
    return f"tests/{written}"


_PAGES = {
    "page": "clauses/test_pages.py::test_page",
    "procedure": "procedures/test_pages.py::test_page",
    "prize": "promotions/test_pages.py::test_page",
    "console": "browser/test_given_clauses.py::test_clause",
}


def _said(thing: object) -> Iterator[str]:
    """Every text in the procedures that is not prose, clauses included."""
    if isinstance(thing, str):
        yield thing
    elif is_dataclass(thing):
        for each in fields(thing):
            if "prose" not in each.metadata:
                yield from _said(getattr(thing, each.name))
    elif isinstance(thing, Iterable):
        several = cast("Iterable[object]", thing.values() if isinstance(thing, Mapping) else thing)
        for each in several:
            yield from _said(each)


def declared_in(name: str, what: str) -> str | None:
    """The module that declares an offer, a kind of offer, a setting, a policy, a row of odds or a reading, if any."""
    rules = ruleset(name)
    own = {offer.id for offer in rules.offers} | {offer.kind for offer in rules.offers} | rules.pucks.keys()
    own |= {setting.name for setting in rules.settings}
    if what in own or (what in POLICIES and getattr(rules, what)):
        return "__init__.py"
    if what in {row.clause for offer in rules.offers for row in offer.wager.odds}:
        return "odds.py"
    return "readings.py" if what in {reading.id for reading in rules.readings} else None
