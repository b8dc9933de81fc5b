"""Every procedure of every document, as a golden page of play."""

from collections import Counter

import pytest

from croupier.catalogue import names
from croupier.rulebook.trace import trace
from pages import HERE, Page, pages, played

FILES = {name: HERE / f"{name}.txt" for name in names()}
PAGES = [each for file in FILES.values() if file.exists() for each in pages(file)]


@pytest.mark.parametrize(("page", "text"), PAGES, ids=[f"{page.ruleset} {', '.join(page.clauses)}" for page, _ in PAGES])
def test_page(page: Page, text: str) -> None:
    assert played(page) == text


def test_every_document_has_its_pages() -> None:
    assert [name for name, file in FILES.items() if not file.exists()] == []


def test_pages_name_clauses_that_exist_and_no_two_pages_name_the_same() -> None:
    for name in names():
        known = {each.clause for each in trace(name)}
        named = Counter(page.clauses for page, _ in PAGES if page.ruleset == name)
        assert [clause for clauses in named for clause in clauses if clause not in known] == []
        assert [clauses for clauses, count in named.items() if count > 1] == []
