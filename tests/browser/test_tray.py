"""A wager that no layout knows can be seen, read and bet like any other, at every table and on every screen."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from croupier.catalogue import ruleset
from playing import until
from scripted import ScriptedTable
from trays import LOW, WINS_AND_PUSHES, with_low

SCREENS = [(1280, 720), (820, 1180), (390, 844)]

MEASURE = (Path(__file__).parent / "measure.js").read_text()


def wishes(table: ScriptedTable, count: int) -> list[tuple[str, str, int]]:
    until(table.page, lambda: len(table.wishes) >= count)
    return [(wish["say"], wish["wager"], wish["amount"]) for wish in table.wishes]


@pytest.mark.parametrize("name", WINS_AND_PUSHES)
def test_a_wager_in_the_tray_is_bet_with_a_tap_on_every_screen(browser: Browser, name: str) -> None:
    for width, height in SCREENS:
        size = ViewportSize(width=width, height=height)
        with browser.new_context(viewport=size, reduced_motion="reduce", has_touch=True) as context:
            table = ScriptedTable(context.new_page(), with_low(name))
            spot = table.page.get_by_test_id(f"spot-{LOW}")
            expect(spot).to_contain_text("TEST LOW1 to 1")
            table.page.get_by_test_id("chip-2500").tap()
            spot.tap()
            assert wishes(table, 1) == [("bet", LOW, 2500)]
            table.tell(mine={"bets": {LOW: 2500}, "staked": 2500})
            assert lies_within(table.page.get_by_test_id(f"bet-{LOW}"), spot)
            assert lies_within(spot, table.page.locator("#felt"))


def lies_within(inner: Locator, outer: Locator) -> bool:
    small, large = inner.bounding_box(), outer.bounding_box()
    assert small, inner
    assert large, outer
    across = large["x"] <= small["x"] and small["x"] + small["width"] <= large["x"] + large["width"]
    return across and large["y"] <= small["y"] and small["y"] + small["height"] <= large["y"] + large["height"]


@pytest.mark.parametrize("name", WINS_AND_PUSHES)
def test_a_wager_in_the_tray_explains_itself_comes_down_and_wins(page: Page, name: str) -> None:
    table = ScriptedTable(page, with_low(name))
    spot = page.get_by_test_id(f"spot-{LOW}")
    page.get_by_test_id("help").click()
    spot.click()
    expect(page.get_by_test_id("info")).to_contain_text("Test Low (test). The next")
    page.get_by_test_id("info-close").click()
    page.get_by_test_id("help").click()
    table.tell(mine={"bets": {LOW: 500}, "staked": 500})
    expect(spot).to_have_accessible_name("Test Low, pays 1 to 1, $5.00 down")
    spot.focus()
    page.keyboard.press("Delete")
    until(page, lambda: len(table.wishes) > 0)
    assert table.wishes[-1]["say"] == "take-down"
    outcome = min(WINS_AND_PUSHES[name][0].names)
    table.tell({"type": "RoundSettled", "outcome": outcome, "decided": [], "moved": []}, lit=[LOW], round={"phase": "settled"})
    expect(spot).to_have_class(re.compile(r"\blit\b"))


@pytest.mark.parametrize("name", WINS_AND_PUSHES)
def test_arrow_keys_reach_every_spot_of_a_felt_with_a_tray(page: Page, name: str) -> None:
    for count in (1, 11):
        ScriptedTable(page, with_low(name, count=count))
        page.evaluate(MEASURE)
        assert page.evaluate("() => window.notReachedByArrows()") == []


def test_a_felt_without_a_tray_has_no_room_for_one(page: Page) -> None:
    ScriptedTable(page, "ministar-roulette-2018")
    expect(page.locator(".tray")).to_have_count(0)
    assert page.locator("#felt").evaluate("felt => felt.style.aspectRatio") == "1000 / 540"


def test_the_screen_with_the_tray_is_higher_than_the_other(page: Page) -> None:
    ScriptedTable(page, with_low("ministar-roulette-2018"))
    felt = page.locator("#felt")
    with_tray = felt.evaluate("felt => felt.style.aspectRatio")
    page.get_by_test_id("screen-special").click()
    assert felt.evaluate("felt => felt.style.aspectRatio") == "1000 / 540" != with_tray


def test_a_game_that_nobody_has_drawn_can_be_played_all_the_same(page: Page) -> None:
    rules = ruleset("star-sicbo-2016")
    table = ScriptedTable(page, replace(rules, game=replace(rules.game, felt=None)))
    expect(page.locator(".spot.tray")).to_have_count(len(rules.addresses))
    page.get_by_test_id("chip-2500").click()
    page.get_by_test_id("spot-triple:6").click()
    assert wishes(table, 1) == [("bet", "triple:6", 2500)]
