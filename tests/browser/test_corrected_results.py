"""A corrected result and a void round are marked wherever results are shown, each with what stood there before."""

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_display import accessible, dealt, fits, paid
from browser.test_live_terminal import enrol
from live_floor import Console, LiveFloor, live_floor
from staff_page import axe, sign_in


@contextmanager
def dealing(folder: Path) -> Generator[tuple[LiveFloor, Console, Console]]:
    """A floor with a table of Sic Bo, its dealer and a casino supervisor."""
    with live_floor(folder, tables=("sicbo",)) as running:
        administrator = running.administrator()
        dora = running.hire("dora", "Dora Lee", "dealer", by=administrator)
        yield running, dora, running.hire("carl", "Carl Voss", "casino-supervisor", by=administrator)


def rounds(dora: Console, *results: str) -> None:
    for faces in results:
        dealt(dora, faces)
        paid(dora)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """Of four rounds of Sic Bo the second was corrected and the third is void."""
    with dealing(tmp_path_factory.mktemp("corrected")) as (running, dora, carl):
        rounds(dora, "1-2-3", "2-2-4", "3-4-5", "1-5-6")
        altered(carl, "CorrectOutcome", round=2, outcome="2-3-4", why="It was misread")
        altered(carl, "VoidRound", round=3, ground="disorder")
        yield running


def altered(console: Console, order: str, **fields: Any) -> None:
    digest = console.previewed("sicbo", order, **fields).body["digest"]
    answer = console.order("sicbo", order, preview=digest, **fields)
    assert answer.status == 200, answer


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def signed_in(floor: LiveFloor, login: str) -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


def marked(page: Page, strip: str) -> None:
    """The strip of results, newest first: to the eye, to a touch that stays, and to who hears it."""
    items = page.locator(f"{strip} li")
    expect(items).to_have_count(4)
    for at, faces in ((0, "1-5-6"), (2, "2-3-4"), (3, "1-2-3")):
        expect(items.nth(at)).to_have_attribute("data-outcome", faces)
    expect(items.nth(1)).not_to_have_attribute("data-outcome", re.compile(""))
    expect(items.nth(2).locator("s")).to_have_text("8")
    expect(items.nth(2)).to_have_attribute("title", "Corrected: it was 2, 2, 4, total 8")
    expect(items.nth(2)).to_have_text("9" + "2 3 4" + "8 Corrected: it was 2, 2, 4, total 8")
    expect(items.nth(1).locator("s")).to_have_text("12")
    expect(items.nth(1)).to_have_text("12void" + "Void: it was 3, 4, 5, total 12")
    expect(items.nth(2).locator("s")).to_be_visible()


def test_the_room_display_marks_them(floor: LiveFloor, page: Page) -> None:
    enrol(page, floor, signed_in(floor, "carl"), "display", "sicbo")
    page.goto(f"http://127.0.0.1:{floor.port}/display/sicbo")
    marked(page, "#history")
    expect(page.locator("#result .mark")).to_have_count(0)
    fits(page)
    accessible(page)


def test_the_terminal_marks_them(floor: LiveFloor, page: Page) -> None:
    enrol(page, floor, signed_in(floor, "carl"), "terminal", "sicbo")
    page.goto(f"http://127.0.0.1:{floor.port}/play/sicbo")
    marked(page, "#history")
    assert axe(page) == []


def test_the_lobby_marks_them(floor: LiveFloor, page: Page) -> None:
    page.goto(f"http://127.0.0.1:{floor.port}/")
    marked(page, ".history")


def test_the_console_marks_them(floor: LiveFloor, page: Page) -> None:
    sign_in(page, floor, "carl", table="sicbo")
    items = page.locator(".results li")
    expect(items).to_have_count(4)
    expect(items.nth(2).get_by_role("button", name="2 3 4 9 Corrected: it was 2, 2, 4, total 8")).to_be_visible()
    expect(items.nth(2).locator("s")).to_have_text("2 2 4")
    expect(items.nth(1).get_by_role("button", name="void Void: it was 3, 4, 5, total 12")).to_be_visible()
    expect(items.nth(1).locator("s")).to_have_text("3 4 5")


def test_the_display_says_that_its_newest_result_is_void(tmp_path: Path, page: Page) -> None:
    with dealing(tmp_path) as (floor, dora, carl):
        enrol(page, floor, carl, "display", "sicbo")
        page.goto(f"http://127.0.0.1:{floor.port}/display/sicbo")
        rounds(dora, "1-5-6", "2-2-3")
        expect(page.locator("#result")).to_have_attribute("data-outcome", "2-2-3")
        altered(carl, "VoidRound", round=2, ground="disorder")
        expect(page.locator("#result .mark")).to_have_text("Void: it was 2, 2, 3, total 7")
        expect(page.locator("#result")).to_have_attribute("data-outcome", "1-5-6")


def test_the_console_says_after_two_corrections_what_was_entered(tmp_path: Path, page: Page) -> None:
    with dealing(tmp_path) as (floor, dora, carl):
        rounds(dora, "1-5-6")
        for outcome in ("2-2-3", "1-2-2"):
            altered(carl, "CorrectOutcome", round=1, outcome=outcome, why="It was misread")
        sign_in(page, floor, "carl", table="sicbo")
        key = page.locator(".results li").get_by_role("button", name="1 2 2 5 Corrected: it was 1, 5, 6, total 12")
        expect(key).to_be_visible()
        expect(page.locator(".results s")).to_have_text("1 5 6")
        key.click()
        for face in ("1", "1", "4"):
            page.get_by_test_id("outcome-choice").get_by_role("button", name=face, exact=True).click()
        histories = page.get_by_test_id("histories")
        expect(histories.get_by_role("columnheader")).to_have_text(["Round", "As it stands", "As corrected"])
        expect(histories.locator("tbody tr td b")).to_have_text(["1 2 2", "1 1 4"])
