"""Tickets in Chromium: credit from one terminal to another on a ticket, and the rest to the cage."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_live_terminal import enrol
from live_floor import Console, LiveFloor, live_floor
from staff_page import SIDEWAYS, axe, sign_in

TABLES = ("wheel", "aruze")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("tickets"), tables=TABLES, betting=60) as running:
        running.hire("sue", "Sue Park", "casino-supervisor")
        running.hire("cass", "Cass Hill", "cage")
        yield running


@pytest.fixture
def sue(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("sue").status == 200
    return console


def opened(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce").new_page()


def at_table(browser: Browser, floor: LiveFloor, sue: Console, table: str) -> Page:
    page = opened(browser)
    enrol(page, floor, sue, "terminal", table)
    page.goto(f"http://127.0.0.1:{floor.port}/play/{table}")
    expect(page.get_by_test_id("seat")).to_contain_text("seat-", timeout=30_000)
    return page


def collected(page: Page) -> str:
    """The number on the ticket for all credit."""
    page.get_by_test_id("collect").click()
    expect(page.get_by_test_id("ticket-sheet")).to_be_visible()
    return page.get_by_test_id("printed-number").inner_text()


def test_from_one_terminal_to_another_and_the_rest_to_the_cage(floor: LiveFloor, sue: Console, browser: Browser) -> None:
    wheel, craps = [at_table(browser, floor, sue, table) for table in TABLES]
    cage = opened(browser)
    seat = wheel.get_by_test_id("seat").inner_text()
    assert sue.order("wheel", "InsertMoney", seat=seat, amount=10_050, tender={"way": "cashless"}).status == 200
    expect(wheel.get_by_test_id("credit")).to_have_text("$100.50")
    number = collected(wheel)
    expect(wheel.get_by_test_id("ticket-amount")).to_have_text("$100.50")
    assert axe(wheel) == []
    wheel.get_by_test_id("take-ticket").click()
    expect(wheel.get_by_test_id("credit")).to_have_text("$0.00")

    craps.get_by_test_id("ticket-key").click()
    craps.get_by_test_id("ticket-number").fill(f"{number[:-1]}{(int(number[-1]) + 1) % 10}")
    craps.keyboard.press("Enter")
    expect(craps.get_by_role("alert")).to_have_text("That is not the number of a ticket: a digit is wrong or missing.")
    assert axe(craps) == []
    craps.get_by_test_id("ticket-number").fill(number)
    craps.keyboard.press("Enter")
    expect(craps.get_by_test_id("reader-sheet")).to_be_hidden()
    expect(craps.get_by_test_id("credit")).to_have_text("$100.50")

    rest = collected(craps)
    sign_in(cage, floor, "cass")
    cage.get_by_role("link", name="Cage").click()
    shown = cage.get_by_test_id("shown-number")
    expect(shown).to_be_focused()
    for typed, said in ((number, "This ticket has been paid already."), ("12", "")):
        shown.fill(typed)
        cage.keyboard.press("Enter")
        expect(cage.locator(".found .hint") if said else cage.get_by_test_id("cage-problem")).to_contain_text(
            said or "a digit is wrong"
        )
    shown.fill(rest)
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("PayTicket")).to_be_focused()
    assert axe(cage) == []
    cage.keyboard.press("Enter")
    cage.get_by_label("Identification that was seen").fill("passport")
    cage.keyboard.press("Enter")
    expect(cage.locator("#told")).to_contain_text("is paid: $100.50")
    expect(cage.locator('[data-serial="2"]')).to_contain_text("paid")
    outstanding = cage.locator(".owed dt", has_text="Tickets outstanding").locator("+ dd")
    expect(outstanding).to_have_text("$0.00")
    for width, height in ((1024, 768), (390, 844)):
        cage.set_viewport_size({"width": width, "height": height})
        assert not cage.evaluate(SIDEWAYS)
    for page in (wheel, craps, cage):
        page.context.close()
