"""The lobby and the rules of a table, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.catalogue import names, ruleset
from croupier.table.core.state import open_table
from running import Server, server
from scripted import SIGN, ScriptedTable, one_of_each, scripted_lobby

CRAPS = ("star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024")
SIZES = ((360, 640), (390, 844), (768, 1024), (1080, 1920), (1280, 720), (1920, 1080), (3840, 2160))
SMALL_TEXT = """() => [...document.querySelectorAll("body *")].filter((node) =>
  node.checkVisibility() && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) &&
  parseFloat(getComputedStyle(node).fontSize) < 12).map((node) => node.textContent)"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("lobby") / "journal.sqlite", "--betting", "1", "--showing", "0") as found:
        yield found


def fits(page: Page) -> bool:
    """Whether nothing is too small to read, and nothing lies beside the window."""
    return page.evaluate(SMALL_TEXT) == [] and not page.evaluate(SIDEWAYS)


def test_three_tables_of_craps_are_told_apart(page: Page) -> None:
    scripted_lobby(page, one_of_each())
    cards = [page.locator(".card", has=page.get_by_test_id(f"table-{name}")).inner_text() for name in CRAPS]
    assert len(set(cards)) == 3
    for words, card in zip(("The Star 2016", "SkyCity Adelaide 2003", "Aruze electronic 2024"), cards, strict=True):
        assert words in card
    assert ["Electronic table" in card for card in cards] == [False, False, True]


def test_two_tables_of_one_rule_set_are_told_apart_by_their_names(page: Page) -> None:
    rules = ruleset("star-sicbo-2016")
    tables = {name: open_table(rules, rules.sign(SIGN)) for name in (rules.id, "sicbo-2", "high-limit-sic-bo-by-the-east-door")}
    page.set_viewport_size({"width": 360, "height": 640})
    scripted_lobby(page, tables)
    names_shown = page.locator(".card .open b")
    expect(names_shown).to_have_text(["sicbo-2", "high-limit-sic-bo-by-the-east-door"])
    expect(page.get_by_role("link", name="Rules of Sic Bo, The Star 2016, sicbo-2")).to_be_visible()
    assert fits(page)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1024, 768)])
def test_a_terminal_shows_the_name_of_its_table(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    ScriptedTable(page, "star-craps-2016")
    expect(page.get_by_test_id("own-name")).to_be_hidden()  # it is the id of the rule set
    page.unroute_all()
    ScriptedTable(page, "star-craps-2016", table="craps-2")
    expect(page.get_by_test_id("own-name")).to_have_text("craps-2")
    expect(page.get_by_test_id("own-name")).to_be_visible()
    expect(page.get_by_test_id("sign")).to_be_visible()
    assert not page.evaluate(SIDEWAYS)


def test_the_lobby_fits_a_wall_of_screens(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 3840, "height": 2160})
    scripted_lobby(page, one_of_each())
    expect(page.locator(".card")).to_have_count(len(names()))
    assert fits(page)
    page.close()


def test_the_lobby_follows_what_happens_at_the_tables(running: Server, page: Page) -> None:
    page.goto(running.address)
    card = page.locator(".card", has=page.get_by_test_id("table-ministar-roulette-2018"))
    expect(card.locator(".players")).to_have_text("3 players")
    expect(card.locator(".history li")).to_have_count(8)  # without loading the page again


def test_a_visitor_finds_their_seat_again(running: Server, page: Page) -> None:
    page.goto(running.address)
    expect(page.locator(".yours:visible")).to_have_count(0)
    page.get_by_test_id("table-star-sicbo-2016").click()
    expect(page.get_by_test_id("credit")).to_be_visible()
    expect(page.get_by_test_id("seat")).not_to_be_empty()
    page.goto(running.address)
    expect(page.locator(".yours:visible")).to_have_count(1)
    expect(page.locator(".card", has=page.get_by_test_id("table-star-sicbo-2016")).locator(".yours")).to_be_visible()


def test_a_lobby_without_a_server_says_so_and_comes_back(running: Server, page: Page) -> None:
    page.goto(running.address)
    expect(page.locator(".card")).to_have_count(len(names()))
    page.route("**/tables.json", lambda route: route.abort("connectionrefused"))
    expect(page.locator("#away")).to_be_visible()
    page.unroute("**/tables.json")
    expect(page.locator("#away")).to_be_hidden()
    expect(page.locator(".card")).to_have_count(len(names()))


@pytest.mark.parametrize("name", names())
def test_the_rules_of_a_table_fit_every_window(running: Server, page: Page, name: str) -> None:
    page.goto(running.address)
    page.locator(".card", has=page.get_by_test_id(f"table-{name}")).locator(".rules").click()
    page.wait_for_url(f"**/rules/{name}")
    page.wait_for_load_state("load")  # the lobby has a heading, too, and the style sheet may come late
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page), (width, height)
    page.get_by_role("link", name="To the table").click()
    expect(page).to_have_url(f"{running.address}play/{name}")


@pytest.mark.parametrize("name", names())
def test_the_rules_of_a_table_name_bets_and_readings_in_words(running: Server, page: Page, name: str) -> None:
    page.goto(f"{running.address}rules/{name}")
    expect(page.locator("table.wagers").first).to_be_visible()
    rules, bets = ruleset(name), page.locator("table.wagers tbody tr > th")
    assert bets.all_inner_texts() == [offer.wager.title for offer in rules.offers]
    words = page.locator("main").inner_text().rpartition("This rule set")[0]  # after it is what identifies the rule set
    assert words
    assert [reading.id for reading in rules.readings if reading.id in words] == []


def test_the_rule_of_a_wager_comes_into_view_with_what_it_says(running: Server, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{running.address}rules/star-craps-2016#wager-come:6")
    expect(page.locator("tr:has(:target)")).to_be_in_viewport()
    page.goto(f"{running.address}rules/star-craps-2016#wager-place-win:6")
    row = page.locator("tr:target")
    expect(row).to_be_in_viewport()
    expect(row).to_contain_text("1/66")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Georgia"), "the style is loaded"
