"""Every clause of the four chapters on promotional prizes, as a page of play."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from prize_pages import PrizePlay
from prizes import CHAPTERS, chapter_of

DOCUMENTS = {
    "SC": "star-craps-2016",
    "SB": "star-sicbo-2016",
    "AR": "aruze-craps-2024",
    "MR": "ministar-roulette-2018",
}
FILE = Path(__file__).with_name("pages.txt")


class Page(NamedTuple):
    ruleset: str
    clause: str
    lines: list[str]


def pages() -> Iterator[Page]:
    """Every page, once for each document for which it is written."""
    written: list[Page] = []
    for line in FILE.read_text().splitlines():
        if line.startswith("§"):
            clause, *documents = line.split("  ")[0].split()
            written = [Page(DOCUMENTS[each], clause, []) for each in documents or DOCUMENTS]
            yield from written
        elif line.startswith(" "):
            for page in written:
                page.lines.append(line)


PAGES = list(pages())


def clause_of(page: Page) -> str:
    return f"{chapter_of(page.ruleset).offered.partition('.')[0]}.{page.clause.removeprefix('§')}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.ruleset} {clause_of(page)}")
def test_page(page: Page) -> None:
    assert page.clause == "§1" or any("->" in line for line in page.lines), "a page without an answer proves nothing"
    for each in "\n".join(page.lines).split("anew\n"):
        PrizePlay(page.ruleset).play(each)


@pytest.mark.parametrize("name", sorted(CHAPTERS))
def test_every_clause_has_one_page(name: str) -> None:
    assert sorted(clause_of(page) for page in PAGES if page.ruleset == name) == sorted(CHAPTERS[name].clauses)
