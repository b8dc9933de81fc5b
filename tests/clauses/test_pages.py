"""Every clause that decides a bet, as a page of play."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from play import play

HERE = Path(__file__).parent


class Page(NamedTuple):
    ruleset: str
    clause: str
    lines: list[str]

    def setting(self, name: str) -> dict[str, str]:
        """What a line such as "sign: minimum 500, payout_unit 100" says."""
        (said,) = [line.partition(":")[2] for line in self.lines if line.startswith(f"{name}:")] or [""]
        return dict(each.split() for each in said.split(",") if each.strip())

    def pages(self) -> list[str]:
        """The play itself, cut where the table is cleared."""
        played = (line for line in self.lines if not line.startswith(("sign:", "readings:", "chips:")))
        return "\n".join(played).split("anew")


def pages() -> Iterator[Page]:
    for file in sorted(HERE.glob("*.txt")):
        page: Page | None = None
        for line in file.read_text().splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            if line[0].isspace():
                assert page, f"{file.name}: a page begins with its clause"
                page.lines.append(line.strip())
                continue
            if page:
                yield page
            page = Page(file.stem, line.split("  ")[0], [])
        if page:
            yield page


PAGES = list(pages())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.ruleset} {page.clause}")
def test_page(page: Page) -> None:
    sign = {name: json.loads(value) for name, value in page.setting("sign").items()}
    chips = next((int(line.strip("chips: $").replace(",", "")) for line in page.lines if line.startswith("chips:")), 1000)
    assert any("->" in line for line in page.lines), "a page without play proves nothing"
    for each in page.pages():
        play(page.ruleset, each, sign=sign, readings=page.setting("readings"), chips=chips * 100)


def test_no_clause_has_two_pages() -> None:
    ids = [(page.ruleset, page.clause) for page in PAGES]
    assert sorted(ids) == sorted(set(ids))
