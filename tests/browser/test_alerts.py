"""Alerts: the pit and the dealer read what somebody has to see to. Each can be seen whole, and leads to what ends it."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from clock_ahead import PROGRAM, put_ahead
from live_floor import CASH, CHIPS, Console, LiveFloor, live_floor
from playing import overlaps
from staff_page import axe, hold, looks_right, sign_in

APART = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  return box("#told").top >= box("[data-testid=acted]").bottom;
}"""
IN_SIGHT = """(each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && each.contains(found);
}"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, ahead: Path) -> Iterator[LiveFloor]:
    """One floor for all tests of this module, whose clocks can be put ahead."""
    folder = tmp_path_factory.mktemp("alerts")
    with live_floor(folder, tables=("craps", "crown", "sicbo"), program=(PROGRAM, str(ahead))) as running:
        yield running


@pytest.fixture(scope="module")
def admin(floor: LiveFloor) -> Console:
    return floor.administrator()


@pytest.fixture(scope="module")
def carl(floor: LiveFloor, admin: Console) -> Console:
    """The casino supervisor."""
    return floor.hire("carl", "Carl Voss", "casino-supervisor", "manager", by=admin)


def given(console: Console, table: str, order: str, **fields: Any) -> None:
    answer = console.order(table, order, **fields)
    assert answer.status == 200, (table, order, answer)


def row(page: Page, table: str) -> Locator:
    """A table in the list of all of them."""
    return page.locator("li", has=page.get_by_test_id(f"table-{table}"))


def test_a_dealer_at_two_tables_is_an_alert_at_both_and_at_the_pit(
    floor: LiveFloor, console: Page, admin: Console, carl: Console
) -> None:
    assert carl
    tia = floor.hire("tia", "Tia Moss", "dealer", by=admin)
    given(tia, "craps", "RelieveDealer")
    sign_in(console, floor, "tia", table="craps")
    warnings = console.get_by_role("group", name="Warnings")
    expect(console.locator(".strip")).to_contain_text("Tia Moss (dealer) deals")
    expect(warnings).not_to_contain_text("also deals")
    given(tia, "crown", "RelieveDealer")
    expect(warnings).to_contain_text("Tia Moss also deals at crown")
    given(tia, "crown", "HandBackTable")
    expect(warnings).not_to_contain_text("also deals")
    given(tia, "crown", "RelieveDealer")
    assert carl.get("/api/v1/tables/crown").body["crew"]["also_at"] == ["craps"]
    assert floor.anybody().get("/api/v1/tables/crown").body["crew"]["also_at"] == [], "the room is told nothing of it"
    console.context.clear_cookies()
    console.goto("about:blank")
    sign_in(console, floor, "carl")
    expect(row(console, "craps").locator(".urgent")).to_contain_text(["Tia Moss also deals at crown"])
    expect(row(console, "crown").locator(".urgent")).to_contain_text(["Tia Moss also deals at craps"])
    for table in ("craps", "crown"):
        given(tia, table, "HandBackTable")


def test_a_dealer_who_is_disabled_deals_nowhere(floor: LiveFloor, console: Page, admin: Console, carl: Console) -> None:
    rex = floor.hire("rex", "Rex Hood", "dealer", by=admin)
    for table in ("craps", "crown"):
        given(rex, table, "RelieveDealer")
    sign_in(console, floor, "carl")
    expect(row(console, "craps").locator(".urgent")).to_contain_text(["Rex Hood also deals at crown"])
    assert carl.post("/api/v1/staff/rex/disable", {"why": "He has left"}).status == 200
    gone = "Rex Hood has signed out or is disabled"
    for table in ("craps", "crown"):
        card = row(console, table)
        expect(card).to_contain_text(gone)
        expect(card).to_contain_text("Nobody deals")
        expect(card).not_to_contain_text("also deals")
        expect(card).not_to_contain_text("Rex Hood (dealer) deals")
    console.goto(f"http://127.0.0.1:{floor.port}/staff#crown")
    expect(console.locator(".strip .facts")).to_contain_text("Nobody deals")
    for table in ("craps", "crown"):
        given(carl, table, "HandBackTable", why="He has left")


def test_a_round_that_stands_still_is_an_alert(
    floor: LiveFloor, console: Page, admin: Console, carl: Console, ahead: Path
) -> None:
    still = floor.hire("stan", "Stan Hale", "dealer", by=admin)

    def alarms() -> tuple[bool, bool]:
        is_named = "sicbo: the round stands still" in carl.get("/ready").body
        return is_named, 'croupier_table_waiting{table="sicbo",for="still"} 1' in carl.get("/metrics").body

    given(still, "sicbo", "RelieveDealer")
    given(still, "sicbo", "TakeSeat", seat="sally", chips=10_000, tender=CASH)
    given(still, "sicbo", "ShakeDice", times=3)
    given(still, "sicbo", "OpenBetting")
    sign_in(console, floor, "carl")
    expect(row(console, "sicbo")).to_contain_text("1 player")
    expect(row(console, "sicbo")).not_to_contain_text("stands still")
    assert alarms() == (False, False)
    put_ahead(ahead, 11)
    assert alarms() == (True, True)
    expect(row(console, "sicbo").locator(".urgent")).to_contain_text(
        [re.compile(r"The round stands still: overdue by 1:\d\d min")]
    )
    given(still, "sicbo", "CloseBetting")
    assert alarms() == (False, False)
    expect(row(console, "sicbo")).not_to_contain_text("stands still")
    given(still, "sicbo", "UncoverTumbler")
    given(still, "sicbo", "AnnounceResult", numbers=[1, 2, 4], total=7)
    given(still, "sicbo", "EnterOutcome", outcome="1-2-4")
    given(still, "sicbo", "LeaveSeat", seat="sally", tender=CHIPS)
    given(still, "sicbo", "HandBackTable")


def test_a_dealer_reads_who_gave_the_table_away_and_when(
    floor: LiveFloor, console: Page, admin: Console, carl: Console
) -> None:
    gil = floor.hire("gil", "Gil Ames", "dealer", by=admin)
    given(gil, "crown", "RelieveDealer")
    sign_in(console, floor, "gil", table="crown")
    expect(console.locator(".strip")).to_contain_text("Gil Ames (dealer) deals")
    expect(console.locator("button.next")).to_be_visible()
    given(carl, "crown", "HandBackTable", why="He is needed elsewhere")
    acted = console.get_by_test_id("acted")
    expect(acted).to_contain_text(re.compile(r"^\d\d:\d\d: Carl Voss \(.*\) gives the table back"))
    given(gil, "crown", "RelieveDealer")
    expect(console.locator(".strip")).to_contain_text("Gil Ames (dealer) deals")
    given(carl, "crown", "RelieveDealer")
    expect(acted.get_by_role("button")).to_have_text("Seen (1 more)")
    box, call = acted.bounding_box(), console.locator(".calls").bounding_box()
    assert box
    assert call
    assert box["x"] + box["width"] <= call["x"], "it leaves the next call free"
    assert axe(console) == []
    acted.get_by_role("button").click()
    expect(acted).to_contain_text("takes over the table")
    acted.get_by_role("button", name="Seen", exact=True).click()
    expect(acted).to_be_hidden()
    given(carl, "crown", "HandBackTable")


def test_answers_to_the_dealers_own_orders_stand_below_what_others_have_ordered(
    floor: LiveFloor, console: Page, admin: Console, carl: Console
) -> None:
    """Both can be read and touched at every size, and the next call is free."""
    uma = floor.hire("uma", "Uma Reed", "dealer", by=admin)
    given(uma, "craps", "RelieveDealer")
    given(uma, "craps", "TakeSeat", seat="pia", chips=50_000, tender=CASH)
    given(uma, "craps", "OpenBetting")
    given(uma, "craps", "PlaceBet", seat="pia", wager="win-line", stake=1000)
    given(uma, "craps", "OfferDice", seat="pia")
    given(uma, "craps", "AcceptDice", seat="pia", dice=[1, 2])
    for outcome in ("4-5", "2-4"):
        given(uma, "craps", "ShootDice", seat="pia")
        given(uma, "craps", "EnterOutcome", outcome=outcome)
        given(uma, "craps", "FinishPaying")
        given(uma, "craps", "OpenBetting")
    sign_in(console, floor, "uma", table="craps")
    hold(console, "pia", 10_000)
    why = "The player is known to the house, and the manager on duty has agreed to it for this evening after a talk"
    given(carl, "craps", "SetPlayerLimits", seat="pia", minimum=2500, maximum=150_000, why=why)
    acted, told = console.get_by_test_id("acted"), console.locator("#told")
    expect(acted).to_contain_text("pia")
    console.get_by_test_id("spot-behind-win-line").click()
    offer, seen, following = console.get_by_test_id("offer"), acted.get_by_role("button"), console.locator("button.next")
    expect(offer).to_have_text(re.compile(r"Bet \$\d+.00"))
    for width, height in ((1280, 800), (1024, 768), (768, 1024), (1920, 1080)):
        console.set_viewport_size({"width": width, "height": height})
        console.wait_for_function(APART)
        told.evaluate("(each) => each.style.setProperty('pointer-events', 'auto')")  # it lets touches through
        for each in (told, offer, seen, following):
            each.scroll_into_view_if_needed()
            assert each.evaluate(IN_SIGHT), (width, height, each)
        assert not any(overlaps(one, other) for one, other in combinations((told, acted, following), 2)), (width, height)
    told.evaluate("(each) => each.style.removeProperty('pointer-events')")
    offer.click()
    expect(console.locator('[data-stacks="behind-win-line"] [data-stack="pia"]')).to_be_visible()
    seen.click()
    expect(acted).to_be_hidden()
    console.wait_for_function("() => document.querySelector('#told').getBoundingClientRect().top < 10")
    given(uma, "craps", "ShootDice", seat="pia")
    given(uma, "craps", "EnterOutcome", outcome="3-4")
    given(uma, "craps", "FinishPaying")
    given(uma, "craps", "LeaveSeat", seat="pia", tender=CHIPS)
    given(uma, "craps", "HandBackTable")


def test_a_disabled_login_reads_why_it_is_back_at_the_door(
    floor: LiveFloor, console: Page, admin: Console, carl: Console
) -> None:
    floor.hire("dis", "Dis Able", "dealer", by=admin)
    sign_in(console, floor, "dis", table="craps")
    expect(console.locator(".strip")).to_contain_text("Sign:")
    assert carl.post("/api/v1/staff/dis/disable", {"why": "Gone for good"}).status == 200
    expect(console.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(console.locator("#door")).to_contain_text("You were signed out because your login was disabled.")
    expect(console.locator("#door")).not_to_contain_text("Gone for good")


AHEAD = """(() => {
  const now = performance.now.bind(performance);
  let more = 0;
  performance.now = () => now() + more;
  globalThis.away = () => (more += 61_000);
})()"""
"""Let `away()` pass the minute without a touch after which the keys of a table are not renewed."""


def test_an_alert_leads_to_its_order_also_whoever_has_touched_nothing_for_a_while(console: Page, tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("craps",)) as floor:
        dora = floor.hire("dora", "Dora Lee", "dealer")
        floor.hire("sue", "Sue Park", "supervisor")
        given(dora, "craps", "RelieveDealer")
        given(dora, "craps", "TakeSeat", seat="amy", chips=10_000, tender=CASH)
        console.add_init_script(AHEAD)
        sign_in(console, floor, "sue", table="craps")
        expect(console.locator('[data-order="OpenDispute"]')).to_be_visible()
        console.evaluate("away()")
        given(dora, "craps", "OpenDispute", seat="amy", about="A late bet")
        alert = console.get_by_role("link", name="1 dispute is undecided")
        expect(alert).to_be_visible()
        expect(console.locator('[data-order="HearDispute"]')).to_have_count(0)
        alert.click()
        expect(console.locator('[data-order="HearDispute"]')).to_be_focused()


def test_every_alert_can_be_seen_by_touch_and_leads_to_what_ends_it(
    floor: LiveFloor, browser: Browser, admin: Console, carl: Console
) -> None:
    ada = floor.hire("ada", "Ada Hall", "dealer", by=admin)
    floor.hire("sue", "Sue Park", "supervisor", by=admin)
    given(ada, "craps", "RelieveDealer")
    given(ada, "craps", "TakeSeat", seat="amy", chips=10_000, tender=CASH)
    given(ada, "craps", "OpenDispute", seat="amy", about="A late bet")
    for minimum in (600, 700, 800):
        given(carl, "craps", "PostNotice", act="change the sign", values={"minimum": minimum}, why="A busy evening")
    page = browser.new_context(viewport={"width": 1024, "height": 768}, has_touch=True, reduced_motion="reduce").new_page()
    sign_in(page, floor, "sue", table="craps")
    notes = page.get_by_role("group", name="Warnings")
    key = page.locator('[data-order="HearDispute"]')
    expect(key).to_be_visible()
    expect(notes.get_by_role("button", name="All 5")).to_be_visible()
    felt = page.locator(".layout .window").bounding_box()
    notes.get_by_role("button", name="All 5").tap()
    said = notes.locator(".all > p")
    expect(said).to_have_count(5)
    for each in said.all():
        assert each.evaluate(IN_SIGHT), each.inner_text()
    assert page.locator(".layout .window").bounding_box() == felt, "nothing moves"
    looks_right(page)
    page.set_viewport_size({"width": 1024, "height": 768})
    notes.locator(".all").get_by_role("link", name="1 dispute is undecided").tap()
    expect(key).to_be_focused()
    expect(key).to_be_in_viewport()
    expect(notes.locator(".all")).to_be_hidden()

    # From the list of all tables, too; and every warning leads somewhere.
    page.get_by_role("link", name="Tables", exact=True).tap()
    alerts = row(page, "craps").locator(".warnings li")
    expect(alerts).to_have_count(5)
    expect(alerts.get_by_role("link")).to_have_count(5)
    row(page, "craps").get_by_role("link", name="1 dispute is undecided").tap()
    expect(page.locator("#where")).to_have_text("craps")
    expect(key).to_be_focused()
    page.context.close()
    given(ada, "craps", "LeaveSeat", seat="amy", tender=CHIPS)
    given(ada, "craps", "HandBackTable")


def test_a_layout_whose_bets_are_not_for_a_role_says_so(floor: LiveFloor, console: Page, admin: Console) -> None:
    """The document of the table knows no casino supervisor."""
    ned = floor.hire("ned", "Ned Vale", "dealer", by=admin)
    floor.hire("cora", "Cora Dunn", "casino-supervisor", by=admin)
    given(ned, "crown", "RelieveDealer")
    given(ned, "crown", "TakeSeat", seat="kit", chips=10_000, tender=CASH)
    given(ned, "crown", "OpenBetting")
    given(ned, "crown", "PlaceBet", seat="kit", wager="pass", stake=1000)
    said = console.get_by_test_id("unshown")
    sign_in(console, floor, "cora", table="crown")
    expect(said).to_have_text("Bets on this layout are not shown to your role.")
    expect(console.get_by_test_id("spot-pass")).to_be_visible()
    looks_right(console)
    console.context.clear_cookies()
    console.goto("about:blank")
    sign_in(console, floor, "ned", table="crown")
    expect(console.locator('[data-stacks="pass"] [data-stack="kit"]')).to_be_visible()
    expect(said).to_be_hidden()
    given(ned, "crown", "TakeDown", seat="kit", wager="pass")
    given(ned, "crown", "LeaveSeat", seat="kit", tender=CHIPS)
    given(ned, "crown", "HandBackTable")
