"""Every order that is open to a role has a key on the staff page, in a group of its own, and no other order has one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.test_given_clauses import given_on_pages, order_of
from croupier.catalogue import names, ruleset
from croupier.floor.plan import DEFAULT_ROLES
from pages import Done
from scripted_console import ScriptedConsole

TABLES = 4
"""How many tables of each document are looked at."""


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[ScriptedConsole]:
    """One page for all documents."""
    console = ScriptedConsole(browser)
    yield console
    console.close()


def some_tables(name: str) -> list[Done]:
    """Tables of the pages of play, each before another order."""
    first = {order_of(done): done for _, done in reversed(given_on_pages(name))}
    return [*first.values()][:: -(-len(first) // TABLES)]


@pytest.mark.parametrize("name", names())
def test_what_is_open_to_a_role_has_a_key(name: str, desk: ScriptedConsole) -> None:
    seen = set[str]()
    for done in some_tables(name):
        for role, documents in DEFAULT_ROLES.items():
            roles = [each for each in documents if each in ruleset(name).procedures.roles]
            is_open, drawn = desk.keys(done.before, roles, done.command.at)
            assert drawn == is_open, f"{role}, before: {done.line}"
            seen |= is_open
    assert len(seen) > 20
    assert desk.failures == []
