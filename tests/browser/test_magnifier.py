"""Spots that are smaller than a finger are chosen through a magnifier."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from playing import keep_time, stop_time, until
from scripted import ScriptedTable

ROULETTE = "ministar-roulette-2018"
PHONE, KIOSK = ViewportSize(width=390, height=844), ViewportSize(width=1080, height=1920)
Where = tuple[float, float]


class Finger:
    """A finger on a touch screen. While it touches a page, the time of the page is that of the test."""

    def __init__(self, page: Page) -> None:
        """Touch nothing yet."""
        self._line: Any = page.context.new_cdp_session(page)
        self.page = page
        stop_time(page)

    def press(self, at: Where) -> None:
        """Press, and rest there for a moment."""
        self._send("touchStart", at)
        self.page.clock.run_for(250)

    def slide(self, start: Where, end: Where) -> None:
        """Slide in small steps."""
        for step in range(1, 9):
            self._send("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))

    def lift(self) -> None:
        """Lift the finger, and let the page ask for what it did."""
        self._line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.clock.run_for(100)

    def _send(self, kind: str, at: tuple[float, ...]) -> None:
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A visitor with a phone."""
    with browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce") as context:
        page = context.new_page()
        keep_time(page)
        yield page


def middle(page: Page, wager: str) -> Where:
    box = page.get_by_test_id(f"spot-{wager}").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bets(table: ScriptedTable) -> list[tuple[str, str]]:
    until(table.page, lambda: len(table.wishes) > 0)
    return [(wish["say"], wish["wager"]) for wish in table.wishes]


def test_a_finger_slides_to_the_spot_that_it_means(phone: Page) -> None:
    table, finger = ScriptedTable(phone, ROULETTE), Finger(phone)
    eight, split, corner = (middle(phone, wager) for wager in ("straight:8", "split:8-11", "corner:8-9-11-12"))
    name = phone.get_by_test_id("magnified")
    finger.press(eight)
    expect(name).to_have_text("Straight Up 8, 35 to 1")
    finger.slide(eight, split)
    expect(name).to_have_text("Split 8-11, 17 to 1")
    finger.slide(split, corner)
    expect(name).to_have_text("Corner 8-9-11-12, 8 to 1")
    expect(phone.get_by_test_id("bet-corner:8-9-11-12")).to_be_visible()
    assert not table.wishes
    finger.lift()
    expect(name).to_be_hidden()
    assert bets(table) == [("bet", "corner:8-9-11-12")]


def test_a_finger_that_leaves_the_felt_bets_nothing(phone: Page) -> None:
    table, finger = ScriptedTable(phone, ROULETTE), Finger(phone)
    start = middle(phone, "split:8-11")
    finger.press(start)
    finger.slide(start, (start[0], 20))
    expect(phone.get_by_test_id("magnified")).to_have_text("Lift to bet nothing")
    finger.lift()
    expect(phone.locator(".chip:visible")).to_have_count(0)
    assert not table.wishes


def test_the_magnifier_enlarges_at_least_two_and_a_half_times(phone: Page) -> None:
    ScriptedTable(phone, ROULETTE)
    finger = Finger(phone)
    finger.press(middle(phone, "split:8-11"))
    seen, shown = (phone.locator(where).bounding_box() for where in ("#felt [data-wager='split:8-11']", ".lens .aim"))
    assert seen
    assert shown
    assert shown["width"] > 2.5 * seen["width"]
    finger.lift()


def test_a_quick_tap_bets_where_it_touches_and_a_long_press_picks_chips_up(phone: Page) -> None:
    table, finger = ScriptedTable(phone, ROULETTE), Finger(phone)
    phone.touchscreen.tap(*middle(phone, "split:5-8"))
    assert bets(table) == [("bet", "split:5-8")]
    table.tell(mine={"bets": {"split:5-8": 500}, "fresh": {"split:5-8": 500}, "staked": 500})
    start, end = middle(phone, "split:5-8"), middle(phone, "straight:11")
    finger.press(start)
    phone.clock.run_for(800)
    finger.slide(start, end)
    expect(phone.get_by_test_id("magnified")).to_have_text("Straight Up 11, 35 to 1")
    finger.lift()
    until(phone, lambda: len(table.wishes) > 1)
    assert "split:5-8" in [wish.get("wager") or wish.get("from") for wish in table.wishes[1:]]
    assert all(wish["say"] != "bet" or wish["wager"] == "straight:11" for wish in table.wishes[1:])


@pytest.mark.parametrize(("size", "wager"), [(PHONE, "red"), (KIOSK, "straight:8")])
def test_spots_as_large_as_a_finger_need_no_magnifier(browser: Browser, size: ViewportSize, wager: str) -> None:
    with browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce") as context:
        page = context.new_page()
        keep_time(page)
        table, finger = ScriptedTable(page, ROULETTE), Finger(page)
        finger.press(middle(page, wager))
        expect(page.get_by_test_id("magnified")).to_be_hidden()
        finger.lift()
        assert bets(table) == [("bet", wager)]


def test_a_mouse_has_no_magnifier(page: Page) -> None:
    table = ScriptedTable(page, ROULETTE)
    page.mouse.move(*middle(page, "split:8-11"))
    page.mouse.down()
    expect(page.get_by_test_id("magnified")).to_be_hidden()
    page.mouse.up()
    assert bets(table) == [("bet", "split:8-11")]
