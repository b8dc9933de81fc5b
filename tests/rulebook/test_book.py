"""The rule book says what the machines do, in sentences a person could have written."""

import re

import pytest

from croupier.catalogue import names, ruleset, variant
from croupier.rulebook import html, markdown, text
from croupier.rulebook.book import Chapter, UnknownWagerError, book, chapter
from croupier.rulebook.grid import Mark, grids
from croupier.rulebook.trace import trace
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.wager import Wager

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


def how(name: str, wager: str) -> str:
    return " ".join(chapter(variant(name), wager).pages[0].how)


def terms(name: str, wager: str) -> str:
    return " ".join(chapter(variant(name), wager).pages[0].terms)


@pytest.mark.parametrize(
    ("name", "wager", "said"),
    [
        (
            STAR,
            "dont-win",
            "On its first roll it wins at 1 to 1 on a total of 3 or 12, loses on a total of 7 or 11 and is a push on a "
            "total of 2. A total of 4, 5, 6, 8, 9 or 10 becomes its point. With its point on 4, 5, 6, 8, 9 or 10, it wins "
            "if a total of 7 comes before that point, at 1 to 1; it loses the other way round. No other roll touches it.",
        ),
        (
            ADELAIDE,
            "pass-odds",
            "With its point on 4, 5, 6, 8, 9 or 10, it wins if that point comes before a total of 7, at 2 to 1 for 4 or 10,"
            " 3 to 2 for 5 or 9 and 6 to 5 for 6 or 8; it loses the other way round. No other roll touches it.",
        ),
        (
            STAR,
            "hardway:8",
            "It wins at 9.5 to 1 if a hard 8 comes before an easy 8 or a total of 7, and loses the other way round. No "
            "other roll touches it.",
        ),
        (
            ARUZE,
            "field",
            "The next roll decides it: a total of 3, 4, 9, 10 or 11 wins at 1 to 1, a total of 2 or 12 wins at 2 to 1, "
            "anything else loses.",
        ),
        (
            ADELAIDE,
            "world",
            "The stake is split into 5 equal parts for one roll: at 32 to 1, one on a total of 2 and one on a total of 12; "
            "at 15 to 1, one on a total of 3 and one on a total of 11; at 4 to 1, one on a total of 7. A part that does not"
            " win is lost. On the whole stake that comes to a gain of 28 for 5 staked on a total of 2 or 12, a gain of 11 "
            "for 5 staked on a total of 3 or 11 and nothing won or lost on a total of 7. Every other roll loses all of it.",
        ),
        (
            SICBO,
            "super-streak:odd-even",
            "It takes a side: Odd (a total of 5, 7, 9, 11, 13, 15 or 17 but not a triple) or Even (a total of 4, 6, 8, 10, "
            "12, 14 or 16 but not a triple). It begins at 0, and every result of its side counts one more. The result that "
            "makes 12 ends it and pays 500 to 1. The first result of the other side ends it too: after 0 to 3 it loses, "
            "after 4 it pays 6 to 1, after 5 it pays 10 to 1, after 6 it pays 15 to 1, after 7 it pays 20 to 1, after 8 it "
            "pays 35 to 1, after 9 it pays 50 to 1, after 10 it pays 75 to 1 and after 11 it pays 100 to 1. No other round "
            "touches it.",
        ),
        (MINISTAR, "dozen:2", "The next spin decides it: 13 to 24 wins at 2 to 1, anything else loses."),
        (
            MINISTAR,
            "orphans",
            "The stake is split into 5 equal parts for one spin: at 35 to 1, one on 1; at 17 to 1, one on 6 or 9, one on 14"
            " or 17, one on 17 or 20 and one on 31 or 34. A part that does not win is lost. On the whole stake that comes "
            "to a gain of 31 for 5 staked on 1 or 17 and a gain of 13 for 5 staked on 6, 9, 14, 20, 31 or 34. Every other "
            "spin loses all of it.",
        ),
        (
            f"{STAR}+SC-12=stays-up",
            "dont-come",
            "On its first roll it wins at 1 to 1 on a total of 3 or 12 and loses on a total of 7 or 11. A total of 4, 5, 6,"
            " 8, 9 or 10 becomes its point. Anything else leaves it as it was. With its point on 4, 5, 6, 8, 9 or 10, it "
            "wins if a total of 7 comes before that point, at 1 to 1; it loses the other way round. No other roll touches "
            "it.",
        ),
    ],
)
def test_how_a_wager_is_decided(name: str, wager: str, said: str) -> None:
    assert how(name, wager) == said


@pytest.mark.parametrize(
    ("name", "wager", "said"),
    [
        (
            STAR,
            "win-line",
            "It is bet only before a come-out roll. It may grow, shrink and come down until its point is set; from then on "
            "it stays until it is decided (6.4).",
        ),
        (
            ARUZE,
            "dont-odds",
            "It is bet once the Don't Pass Line it supports stands on its point. It may grow, shrink and come down until "
            "the roll that decides it (3.3.6). It may win at most twice the Don't Pass Line (3.9.12.1). If that bet "
            "shrinks, the odds come down to what the flat bet still carries. The minimum and maximum on the sign do not "
            "hold for it.",
        ),
        (
            ADELAIDE,
            "buy-lose:4",
            "It may be bet before any roll; until one decides it, it may grow, shrink and come down (5(c)). With the chips "
            "a commission of 5% of what they could win is charged, rounded down to the cent; when the bet comes down it "
            "goes back in proportion. A bet that wins may stay up as a new bet on the same terms.",
        ),
        (
            f"{STAR}+SC-05=not-until-come-out",
            "dont-come",
            "It is bet only while a point is on. It may grow until its point is set; it may shrink or come down until the "
            "roll that decides it, but not go back up (6.5). Once its point is set it moves to its number (dont-come:4, "
            "dont-come:5, dont-come:6, dont-come:8, dont-come:9, dont-come:10). Taken down after its first roll, it is bet "
            "again only before a come-out roll.",
        ),
    ],
)
def test_on_which_terms_a_wager_is_offered(name: str, wager: str, said: str) -> None:
    assert terms(name, wager) == said


@pytest.mark.parametrize("name", names())
def test_every_sentence_is_one(name: str) -> None:
    """It begins with a capital, ends with a full stop, and leaves no gap where a word is missing."""
    rules = ruleset(name)
    pages = [page for each in book(rules).chapters for page in each.pages]
    sentences = [sentence for page in pages for sentence in (*page.how, *page.terms)]
    sentences += [policy.says for policy in book(rules).policies] + list(book(rules).markers)
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z].*[.”]", sentence), sentence
        assert not re.search(r"  | ,|\(\)|None|\{|\bon on\b|\.\.", sentence), sentence


@pytest.mark.parametrize("name", names())
def test_every_clause_a_rule_set_names_is_in_the_document(name: str) -> None:
    rules, clauses = ruleset(name), {each.clause for each in trace(name)}
    named = {offer.clause for offer in rules.offers} | {offer.locked_by for offer in rules.offers}
    named |= {offer.at_most.clause for offer in rules.offers if offer.at_most}
    named |= {odds.clause for offer in rules.offers for odds in offer.wager.odds}
    named |= {policy.clause for policy in book(rules).policies} | {setting.clause for setting in rules.settings}
    named |= {clause for reading in rules.readings for clause in reading.clauses}
    assert named - clauses - {""} == set()


def outcome_of(wager: Wager, heads: tuple[str, ...], label: str, column: int, shows: str) -> OutcomeName:
    """Which outcome a cell of a grid speaks of."""
    if shows:
        return OutcomeName(shows)
    if len(heads) == 6:
        name = wager.space.name([int(label), int(heads[column])])
        assert name
        return name
    return next(name for name in wager.space.ways if sum(shown(name)) == int(heads[column]))


@pytest.mark.parametrize("name", names())
def test_a_picture_shows_what_the_machine_does(name: str) -> None:
    """Every cell of every picture, against the effect of its outcome; and no outcome is left out."""
    for offer in ruleset(name).offers:
        wager = offer.wager
        for grid in grids(wager):
            if grid.title == "what falls":
                continue
            pictured: set[OutcomeName] = set()
            for row in grid.rows:
                state = row.label if row.label in wager.effects else wager.first
                for column, cell in enumerate(row.cells):
                    assert cell
                    outcome = outcome_of(wager, grid.heads, row.label, column, cell.shows)
                    pictured |= {
                        each for each in wager.space.ways if each == outcome or cell_of_total(grid.heads, each, outcome)
                    }
                    assert cell.mark is mark(wager, state, outcome), (offer.id, state, outcome)
            assert pictured == set(wager.space.ways), offer.id


def cell_of_total(heads: tuple[str, ...], one: OutcomeName, other: OutcomeName) -> bool:
    return len(heads) > 6 and sum(shown(one)) == sum(shown(other))


def mark(wager: Wager, state: str, outcome: OutcomeName) -> Mark:
    match wager.effects[state].get(outcome):
        case None:
            return Mark.STANDS
        case Move():
            return Mark.MOVES
        case Decision(result=result):
            return {Result.WIN: Mark.WINS, Result.LOSE: Mark.LOSES, Result.PUSH: Mark.PUSHES}[result]


def test_a_run_is_pictured_by_what_lengthens_and_what_ends_it() -> None:
    (grid,) = chapter(ruleset(SICBO), "super-streak:small-big").pages[0].grids
    rows = {row.label: [f"{cell.mark}{cell.note}" for cell in row.cells if cell] for row in grid.rows}
    assert rows["small 3"] == ["Msmall 4", "L", "·"]
    assert rows["small 4"] == ["Msmall 5", "W+6", "·"]
    assert rows["big 11"] == ["W+100", "W+500", "·"]


def test_a_wager_a_kind_or_a_number_it_travels_to_can_be_asked_for() -> None:
    rules = ruleset(STAR)
    assert [page.id for page in chapter(rules, "hardway:6").pages] == ["hardway:6"]
    assert [page.id for page in chapter(rules, "hardway").pages] == [f"hardway:{n}" for n in (4, 6, 8, 10)]
    assert [page.id for page in chapter(rules, "come:6").pages] == ["come"]
    with pytest.raises(UnknownWagerError, match=r"star-craps-2016 has no wager 'hardwy'; did you mean hardway\?"):
        chapter(rules, "hardwy")


def test_a_wager_names_the_readings_that_concern_it() -> None:
    def readings(wager: str) -> list[str]:
        return [reading.id for reading in chapter(ruleset(STAR), wager).pages[0].readings]

    assert readings("dont-win") == ["SC-05", "SC-12", "SC-25"]
    assert readings("hardway:4") == ["SC-01", "SC-22"]
    assert readings("behind-come:4") == ["SC-04", "SC-21", "SC-22"]
    assert readings("field") == []


@pytest.mark.parametrize("name", names())
def test_all_layouts_say_the_same(name: str) -> None:
    """Whatever a page says is in every layout, with its edge."""
    rules = ruleset(name)
    whole = book(rules)
    layouts = {
        "text": " ".join(" ".join(text.of_book(whole)).split()),
        "md": "\n".join(markdown.of_book(whole)),
        "html": unescaped(html.of_book(whole)),
    }
    for each in whole.chapters:
        for layout, said in layouts.items():
            for sentence in (*each.pages[0].how, *each.pages[0].terms):
                assert sentence in said, (layout, sentence)
            for page in each.pages:
                assert text.percent(page.edge) in said, (layout, page.id)
    for reading in rules.readings:
        assert reading.read in layouts["md"]
        assert reading.read in layouts["html"]


def unescaped(page: str) -> str:
    for written, meant in (("&#x27;", "'"), ("&quot;", '"'), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        page = page.replace(written, meant)
    return page


def test_the_page_needs_nothing_from_outside() -> None:
    page = html.of_book(book(ruleset(STAR)))
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://", page)


def test_marks_are_painted_where_colours_can_be_seen() -> None:
    found: Chapter = chapter(ruleset(STAR), "any-seven")
    assert "\x1b[32m W\x1b[0m" in "\n".join(text.of_chapter(found, text.coloured))
    assert "\x1b" not in "\n".join(text.of_chapter(found))
