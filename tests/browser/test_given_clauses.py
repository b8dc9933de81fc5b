"""What a clause gives to people is given on the staff page, by its keys and forms, at the tables of the pages of play.

What the table keeps by itself is seen there, too: the page gives what the pages of play about the clause do, and has no key
for what the table refuses there.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from croupier.catalogue import names
from croupier.floor.actions import Action, actions, is_for_staff
from croupier.floor.giving import with_orders
from croupier.floor.holders import NOT_THEIRS
from croupier.floor.signing import countersigned, signed
from croupier.rulebook.trace import Clause, ClauseAnswer, trace
from croupier.server.api.orders import command, sent_commands
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import COMMANDS
from floor.test_actions import giver, is_among
from pages import HERE, Done, pages, steps
from scripted_console import ScriptedConsole

GIVEN: dict[int, Command] = {}
"""What the page has sent, by the line of a page of play that led to it. `asked_on_pages` keeps the lines."""
HERE_GIVEN = "tests/browser/test_given_clauses.py"
AT_TABLES = {kind.__name__ for kind in COMMANDS}
CLAUSES = [
    each
    for name in names()
    for each in with_orders(trace(name))
    if (each.answer is ClauseAnswer.GIVEN and AT_TABLES.intersection(each.given))
    or any(test.startswith(HERE_GIVEN) for test in each.tests)
]
"""What people give at tables, what they have written down, and what a dealer's table keeps by itself. What is given about
promotions is given in `test_promotions`."""


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[ScriptedConsole]:
    """One page for all clauses."""
    console = ScriptedConsole(browser)
    yield console
    console.close()


@cache
def asked_on_pages(name: str) -> list[tuple[tuple[str, ...], Done]]:
    """Every order of the staff on the pages of play of a document, with the clauses that its page is about."""
    return [
        (page.clauses, each)
        for page, _ in pages(HERE / f"{name}.txt")
        for each in steps(page)
        if isinstance(each, Done) and is_for_staff(each.before, COMMANDS[type(each.command)])
    ]


def given_on_pages(name: str) -> list[tuple[tuple[str, ...], Done]]:
    """Those that were carried out."""
    return [(clauses, each) for clauses, each in asked_on_pages(name) if not isinstance(each.outcome, Refusal)]


def order_of(done: Done) -> str:
    return type(done.command).__name__


def wanted(clause: Clause) -> Iterator[Done]:
    """Each order of a clause as the pages about it give it: under the clause itself, if one does so."""
    about = [each for clauses, each in given_on_pages(clause.ruleset) if clause.clause in clauses]
    for order in clause.given or dict.fromkeys(map(order_of, about)):
        found = [each for each in about if order_of(each) == order]
        found.sort(key=lambda each: clause.clause not in dict(ruled(each.outcome)).values())
        yield from islice(filter(is_offered, found), 1)


def unwanted(clause: Clause) -> Iterator[Done]:
    """What the pages about a clause that asks no order of people ask for in vain, of those who may give such orders."""
    asked = [] if clause.given else [each for clauses, each in asked_on_pages(clause.ruleset) if clause.clause in clauses]
    for done in asked:
        if isinstance(done.outcome, Refusal) and not (action := offered(done)).open and action.reason not in NOT_THEIRS:
            yield done


def offered(done: Done) -> Action:
    """The order that a person wants to give, open to them or not."""
    by = giver(done.before, done.command)
    [found] = [each for each in actions(done.before, by.name, [by.role], at=done.command.at) if each.order == order_of(done)]
    return found


def is_offered(done: Done) -> bool:
    return is_among(done.command, offered(done))


def ruled(outcome: tuple[Event, ...] | Refusal) -> list[tuple[str, str]]:
    """What happened, and under which clause."""
    assert not isinstance(outcome, Refusal), outcome
    return [(type(event).__name__, getattr(event, "clause", "")) for event in outcome]


def as_given(done: Done, sent: dict[str, object]) -> Command:
    """The command that the server makes of what the page sent."""
    by = giver(done.before, done.command)
    own = signed(done.before, command(msgspec.convert(sent["command"], sent_commands())), by.name, [by.role])
    assert not isinstance(own, Refusal), own
    if "second" in sent:
        second = getattr(done.command, "second", None)
        assert isinstance(second, Person), "the page asked for one"
        own = countersigned(done.before, own, second.name, [second.role])
        assert not isinstance(own, Refusal), own
    return replace(own, at=done.command.at)


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda each: f"{each.ruleset} {each.clause}")
def test_clause(clause: Clause, desk: ScriptedConsole) -> None:
    """Whatever the page sends is decided as on the page of play."""
    found = list(wanted(clause))
    assert found, "no page of play about this clause gives one of its orders"
    for done in found:
        if id(done) not in GIVEN:  # another clause may lead to the same order
            GIVEN[id(done)] = as_given(done, desk.gives(done.before, done.command, giver(done.before, done.command)))
        given = GIVEN[id(done)]
        assert type(given) is type(done.command)
        assert ruled(decide(done.before, given)) == ruled(done.outcome), done.line
    for done in unwanted(clause):
        by = giver(done.before, done.command)
        assert desk.refuses(done.before, done.command, by) == (0, offered(done).why_not), done.line
    assert desk.failures == []
