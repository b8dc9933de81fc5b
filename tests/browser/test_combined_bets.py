"""A combined bet says how many chips it takes, and shows on the main screen where its pieces lie."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scripted import ScriptedTable

ROULETTE = "ministar-roulette-2018"
SHAPES = [ViewportSize(width=1280, height=720), ViewportSize(width=390, height=844)]


@pytest.mark.parametrize("size", SHAPES)
def test_the_cost_is_printed_before_the_bet_is_made(browser: Browser, size: ViewportSize) -> None:
    with browser.new_context(viewport=size, reduced_motion="reduce") as context:
        page = context.new_page()
        ScriptedTable(page, ROULETTE)
        for wager, chips in {"neighbours-of-zero": 9, "red-snake": 12, "final:7": 3, "complete:17": 12}.items():
            spot = page.get_by_test_id(f"spot-{wager}")
            expect(spot.locator(".cost")).to_have_text(f"{chips} chips")
            assert f", {chips} chips, pays " in (spot.get_attribute("aria-label") or "")
        expect(page.locator(".heading").filter(has_text="NEIGHBOURS: 5 chips for each")).to_have_count(1)
        expect(page.get_by_test_id("spot-straight:17").locator(".cost")).to_have_count(0)


def test_the_pieces_of_a_special_bet_are_marked_on_the_table(page: Page) -> None:
    table = ScriptedTable(page, ROULETTE)
    ghosts = page.locator(".ghost:visible")
    expect(ghosts).to_have_count(0)
    table.tell(mine={"bets": {"neighbours:17": 2500, "straight:3": 500}, "staked": 3000})
    expect(ghosts).to_have_count(5)
    for n in (2, 25, 17, 34, 6):
        expect(page.get_by_test_id(f"ghost-straight:{n}")).to_be_visible()
    page.get_by_test_id("screen-special").click()
    expect(ghosts).to_have_count(0)
    page.get_by_test_id("screen-table").click()
    table.tell(mine={"bets": {"straight:3": 500}, "staked": 500})
    expect(ghosts).to_have_count(0)
