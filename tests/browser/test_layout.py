"""On every screen of a phone, a tablet, a kiosk and a monitor, all is seen, can be read and is large enough for a finger."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from croupier.catalogue import names, ruleset
from scripted import ScriptedTable, scripted_lobby

SIZES = [(360, 640), (390, 844), (768, 1024), (1080, 1920), (1280, 720), (1920, 1080)]
SMALLER_TOO = [(640, 360), (1024, 600), *SIZES]
BET = 2500
MEASURE = (Path(__file__).parent / "measure.js").read_text()


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Page]:
    """One page for all tables, with touch."""
    with browser.new_context(reduced_motion="reduce", has_touch=True) as context:
        yield context.new_page()


def table_with_bets_everywhere(page: Page, name: str) -> None:
    rules = ruleset(name)
    table = ScriptedTable(page, rules)
    fell = list(islice(rules.game.space.ways, 0, None, 4))[:12]
    bets = dict.fromkeys(rules.addresses, BET)
    company = [{"seat": f"seat-00{at}", "bets": bets, "staked": 1_250_000} for at in range(2, 5)]
    table.tell(history=fell, mine={"credit": 1_234_550, "bets": bets, "staked": BET * len(bets)}, company=company)
    page.evaluate(MEASURE)


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("name", names())
def test_a_table_fits_every_screen(visitor: Page, name: str) -> None:
    table_with_bets_everywhere(visitor, name)
    wrong: list[str] = []
    for width, height in SMALLER_TOO:
        resized(visitor, (width, height))
        tabs = visitor.locator("#screens button")
        for tab in range(tabs.count()):
            tabs.nth(tab).evaluate("(tab) => tab.click()")
            at = f"{width}x{height}, screen {tab + 1}"
            wrong += [f"{at}: {what}" for what in visitor.evaluate("() => window.complaints()")]
    assert wrong == []


@pytest.mark.parametrize("name", names())
def test_what_a_spot_says_about_itself_is_never_cut_off(visitor: Page, name: str) -> None:
    table_with_bets_everywhere(visitor, name)
    for size in SIZES:
        resized(visitor, size)
        assert visitor.evaluate("() => window.complaintsAboutHelp()") == [], size


@pytest.mark.parametrize("name", names())
def test_arrow_keys_reach_every_spot_of_a_tall_felt(visitor: Page, name: str) -> None:
    resized(visitor, (390, 844))
    ScriptedTable(visitor, name)
    visitor.evaluate(MEASURE)
    tabs = visitor.locator("#screens button")
    for tab in range(tabs.count()):
        tabs.nth(tab).evaluate("(tab) => tab.click()")
        assert visitor.evaluate("() => window.notReachedByArrows()") == []


def test_the_lobby_fits_every_screen(visitor: Page) -> None:
    scripted_lobby(visitor, names())
    visitor.get_by_test_id(f"table-{names()[0]}").wait_for()
    visitor.evaluate(MEASURE)
    for size in SIZES:
        resized(visitor, size)
        assert visitor.evaluate("() => window.complaints()") == [], size


def test_a_table_turned_on_its_side_keeps_chips_focus_and_screen(visitor: Page) -> None:
    resized(visitor, (390, 844))
    table = ScriptedTable(visitor, "aruze-craps-2024")
    table.tell(mine={"bets": {"hop:1-1": 500, "place:6": 2500}})
    visitor.get_by_test_id("screen-hops").click()
    visitor.get_by_test_id("spot-hop:1-1").focus()
    resized(visitor, (1280, 720))
    assert visitor.locator("#felt").get_attribute("data-shape") == "wide"
    assert visitor.evaluate("() => document.activeElement.dataset.wager") == "hop:1-1"
    assert visitor.get_by_test_id("bet-place:6").is_visible()
    resized(visitor, (390, 844))
    assert visitor.locator("#felt").get_attribute("data-shape") == "tall"
    assert visitor.locator("#screens [aria-selected=true]").get_attribute("data-testid") == "screen-hops"
    assert visitor.evaluate("() => document.activeElement.dataset.wager") == "hop:1-1"
    assert visitor.get_by_test_id("bet-hop:1-1").is_visible()
