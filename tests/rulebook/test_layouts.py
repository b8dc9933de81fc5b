"""Every layout renders all of a page, and escapes its text."""

import re
from html import unescape

import pytest

from croupier.catalogue import names, ruleset, variant
from croupier.rulebook.blocks import Block, Bullets, Document, Entries, Heading, Paragraph, Pictures, TableBlock
from croupier.rulebook.book import book, chapter
from croupier.rulebook.grid import grids
from croupier.rulebook.html import html
from croupier.rulebook.markdown import markdown
from croupier.rulebook.text import coloured, text
from croupier.rulebook.writing import book_document, chapter_document

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


def how(name: str, wager: str) -> str:
    return " ".join(chapter(variant(name), wager).pages[0].how)


def terms(name: str, wager: str) -> str:
    return " ".join(chapter(variant(name), wager).pages[0].terms)


def test_what_differs_within_a_chapter_is_said() -> None:
    told = text(chapter_document(ruleset(MINISTAR), chapter(ruleset(MINISTAR), "final")), 10_000)
    assert (
        "Final Bet 7, Final Bet 8 and Final Bet 9. The stake must divide into its 3 parts, also when some of it comes down."
        in told
    )
    assert "Final Bet 1." not in told
    rules = ruleset(STAR)
    assert "Behind the Come 5." not in text(chapter_document(rules, chapter(rules, "behind-come")), 10_000)


@pytest.mark.parametrize("name", names())
def test_all_layouts_say_the_same(name: str) -> None:
    """Every layout contains every word of every block, once its markup is removed."""
    document = book_document(book(ruleset(name)))
    layouts = [text(document, 100_000), unmarked(markdown(document)), unescaped(html(document))]
    for block in document.blocks:
        for said in layouts:
            for words in words_of(block):
                assert words in said, words


def words_of(block: Block) -> list[str]:
    match block:
        case Heading():
            return [block.text, block.note]
        case Paragraph():
            return [block.lead, block.text]
        case Bullets():
            return list(block.items)
        case Entries():
            return [words for pair in block.pairs for words in pair]
        case TableBlock():
            return [line for row in block.rows for cell in row for line in cell.split("\n")]
        case Pictures():
            return [caption for caption, _ in block.grids[:1]]


def unmarked(page: str) -> str:
    return re.sub(r"\\([\\|<*_`])", r"\1", page)


def unescaped(page: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", page))


def test_a_page_of_html_shows_every_picture_as_the_machine_has_it() -> None:
    """Parse the letters and their classes back from the page, and compare them with the machine."""
    rules = ruleset(STAR)
    page = html(chapter_document(rules, chapter(rules, "win-line")))
    cells = re.findall(r"<td class=(\w) title='[^']*'>([WLPM·])", page)
    (grid,) = grids(rules.addresses["win-line"].offer.wager, "roll")
    assert [letter for _, letter in cells] == [cell.mark for row in grid.rows for cell in row.cells]
    assert {(name, letter) for name, letter in cells} == {("w", "W"), ("l", "L"), ("m", "M"), ("s", "·")}


def test_every_picture_of_a_long_chapter_is_on_the_page() -> None:
    rules = ruleset(MINISTAR)
    assert html(chapter_document(rules, chapter(rules, "straight"))).count("<figure") == 37


def test_the_page_needs_nothing_from_outside() -> None:
    page = html(book_document(book(ruleset(STAR))))
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://", page)


def test_words_that_would_format_a_page_do_not() -> None:
    document = Document("<b>&", [("rule set", "`x`")], [Paragraph("a|b <i> *c* _d_"), TableBlock(("x",), [("1|2",)])])
    assert "<b>" not in html(document)
    assert "<i>" not in html(document)
    assert "a\\|b \\<i> \\*c\\* \\_d\\_" in markdown(document)
    assert "| 1\\|2 |" in markdown(document)


def test_no_line_is_wider_than_the_terminal() -> None:
    for width in (72, 80, 100):
        lines = text(book_document(book(ruleset(MINISTAR))), width).splitlines()
        assert max(len(line) for line in lines) <= width


def test_marks_are_painted_where_colours_can_be_seen() -> None:
    document = chapter_document(ruleset(STAR), chapter(ruleset(STAR), "any-seven"))
    assert "\x1b[32m W\x1b[0m" in text(document, 100, coloured)
    assert "\x1b" not in text(document)


def test_a_page_under_another_reading_says_so() -> None:
    rules = variant(f"{STAR}+SC-12=stays-up")
    told = text(chapter_document(rules, chapter(rules, "dont-win")), 1000)
    assert "read otherwise: SC-12 as stays-up" in told
    assert "stays-up, chosen in place of goes-back" in told
    assert "goes-back 3/220 = 1.364%; stays-up 27/1925 = 1.403%" in told
