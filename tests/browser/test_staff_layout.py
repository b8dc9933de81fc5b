"""On every page of the staff, from an upright tablet to a large monitor, nothing is cut off and keys stay together."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from busy_floor import SCREENS, make_busy, staffed
from live_floor import Console, LiveFloor, live_floor
from staff_page import sign_in

SIZES = ((768, 1024), (1024, 768), (1280, 800), (1920, 1080))
MEASURE = (Path(__file__).parent / "measure.js").read_text()
IS_DRAWN = """() => !document.querySelector('[aria-busy="true"]') && [...document.querySelectorAll(
  "#floor, #table, #inspect, #managing")].some((each) => !each.hidden && each.textContent.trim())"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("layout"), betting=600) as running:
        yield running


@pytest.fixture(scope="module")
def people(floor: LiveFloor) -> dict[str, Console]:
    people = staffed(floor)
    make_busy(floor, people)
    return people


def opened(page: Page, where: str) -> None:
    """Go to a page of the staff, and wait until it is drawn."""
    page.evaluate("(hash) => { location.hash = hash }", where)
    if "/" in where and not where.startswith("reports/") and where != "cage/patrons":
        expect(page.get_by_test_id("as-of")).to_be_visible()
    if where and "/" not in where:
        expect(page.locator(".strip h2")).not_to_be_empty()
        expect(page.locator(".seats, .payments").first).to_be_attached()
    page.wait_for_function(IS_DRAWN)


@pytest.mark.parametrize("login", SCREENS)
def test_nothing_is_cut_off_on_any_page(floor: LiveFloor, people: dict[str, Console], browser: Browser, login: str) -> None:
    assert login in people
    wrong: list[str] = []
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        sign_in(page, floor, login)
        expect(page.locator("#who")).not_to_be_empty()
        page.evaluate(MEASURE)
        for where in SCREENS[login]:
            opened(page, where)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                wrong += [f"#{where}, {width}: {each}" for each in page.evaluate("() => window.complaintsOfStaff()")]
    assert wrong == [], "\n".join(wrong)
