"""Every procedure of every document, as a golden page of play."""

from collections import Counter, defaultdict
from functools import cache

import pytest

from croupier.catalogue import names
from croupier.rulebook.trace import trace
from pages import HERE, Page, pages, played

FILES = {name: HERE / f"{name}.txt" for name in names()}
PAGES = [each for file in FILES.values() if file.exists() for each in pages(file)]


CLAUSES: dict[tuple[str, str], list[tuple[Page, str]]] = defaultdict(list)
for each in PAGES:
    for clause in each[0].clauses:
        CLAUSES[each[0].ruleset, clause].append(each)


@cache
def again(page: Page) -> str:
    """A page is played once, however many clauses it is about."""
    return played(page)


@pytest.mark.parametrize("named", CLAUSES.values(), ids=[" ".join(each) for each in CLAUSES])
def test_page(named: list[tuple[Page, str]]) -> None:
    """Every page that names the clause: the trace finds it by that name."""
    for page, text in named:
        assert again(page) == text


def test_every_document_has_its_pages() -> None:
    assert [name for name, file in FILES.items() if not file.exists()] == []


def test_pages_name_clauses_that_exist_and_no_two_pages_name_the_same() -> None:
    for name in names():
        known = {each.clause for each in trace(name)}
        named = Counter(page.clauses for page, _ in PAGES if page.ruleset == name)
        assert [clause for clauses in named for clause in clauses if clause not in known] == []
        assert [clauses for clauses, count in named.items() if count > 1] == []
