"""Every figure of a staff page follows the floor, or says as of when it was read, with a key to read it again."""

import datetime as dt
import secrets
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from live_floor import PASSWORD, Console, LiveFloor, live_floor, with_drawer
from staff_page import sign_in

MAX = {"login": "max", "password": PASSWORD}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("figures"), tables=("sicbo",)) as running:
        yield running


@pytest.fixture(scope="module")
def admin(floor: LiveFloor) -> Console:
    return floor.administrator()


@pytest.fixture(scope="module")
def mia(floor: LiveFloor, admin: Console) -> Console:
    floor.hire("max", "Max Bell", "manager", by=admin)
    return floor.hire("mia", "Mia Brandt", "manager", by=admin)


def sold(clerk: Console, amount: int) -> None:
    order = {"type": "SellTicket", "amount": amount}
    answer = clerk.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": order})
    assert answer.status == 200, answer


@pytest.fixture(scope="module")
def cass(floor: LiveFloor, admin: Console, mia: Console) -> Console:
    assert mia
    return with_drawer(floor.hire("cass", "Cass Hill", "cage", by=admin), "max")


@pytest.fixture(scope="module")
def ines(floor: LiveFloor, admin: Console, mia: Console) -> Console:
    assert mia
    return floor.hire("ines", "Ines Roy", "inspector", by=admin)


@pytest.mark.parametrize(("where", "row"), [("cage/liability", "tr"), ("cage/", "dl")])
def test_what_the_floor_owes_follows_the_floor(
    floor: LiveFloor, ines: Console, cass: Console, console: Page, where: str, row: str
) -> None:
    assert ines, "who counts drawers does not read what tickets come to"
    sign_in(console, floor, "ines", table=where)
    stamp = console.get_by_test_id("as-of")
    expect(stamp).to_contain_text("As of ")
    read, owed = stamp.inner_text(), console.locator(row, has_text="Tickets outstanding")
    before = owed.inner_text()
    sold(cass, 12_345)
    expect(owed).not_to_have_text(before, use_inner_text=True)
    expect(stamp).not_to_have_text(read)


def test_a_terminal_that_enrols_appears_by_itself(floor: LiveFloor, mia: Console, console: Page) -> None:
    sign_in(console, floor, "mia", table="clients/")
    expect(console.get_by_role("button", name="Issue a code")).to_be_enabled()
    name = f"Terminal {secrets.token_hex(4)}"
    code = mia.post("/api/v1/codes", {"kind": "terminal", "label": name, "table": "sicbo"}).body["code"]
    assert floor.anybody().post("/api/v1/clients", {"code": code}).status == 200
    card = console.locator("[data-client]", has_text=name)
    expect(card).to_contain_text("nobody plays there")
    key = card.get_by_role("button")
    key.focus()
    more = {"kind": "terminal", "label": f"{name} too", "table": "sicbo"}
    code = mia.post("/api/v1/codes", more).body["code"]
    assert floor.anybody().post("/api/v1/clients", {"code": code}).status == 200
    expect(console.locator("[data-client]", has_text=f"{name} too")).to_be_visible()
    expect(key.first).to_be_focused()


def test_a_table_that_is_disabled_elsewhere_is_shown_out_of_service(floor: LiveFloor, mia: Console, console: Page) -> None:
    sign_in(console, floor, "max", table="clients/")
    card, stamp = console.locator('[data-table="sicbo"]'), console.get_by_test_id("as-of")
    expect(card).to_contain_text("In service")
    read = stamp.inner_text()
    card.get_by_role("button").focus()
    disabled = mia.order("sicbo", "DisableTable", why="The tumbler is cleaned.")
    assert disabled.status == 200, disabled
    expect(card).to_contain_text("Out of service")
    expect(card.get_by_role("button")).to_be_focused()
    expect(stamp).not_to_have_text(read)
    enabled = mia.order("sicbo", "EnableTable", why="It is clean.")
    assert enabled.status == 200, enabled
    expect(card).to_contain_text("In service")


def test_a_voucher_that_is_declared_void_elsewhere_is_shown_so(floor: LiveFloor, cass: Console, console: Page) -> None:
    order = {"type": "IssueVoucher", "kind": "restricted", "amount": 2_500, "why": "A birthday"}
    sign = {"login": "max", "password": PASSWORD}
    issued = cass.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": order, "second": sign})
    assert issued.status == 200, issued
    sign_in(console, floor, "cass", table="cage/vouchers")
    row = console.locator("[data-voucher]").first
    expect(row).to_contain_text("issued")
    void = {"type": "VoidVoucher", "voucher": int(row.get_attribute("data-voucher") or 0), "why": "It was lost."}
    gone = cass.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": void, "second": sign})
    assert gone.status == 200, gone
    expect(row).to_contain_text("void")


def test_a_page_that_is_read_once_says_when_and_is_read_again_by_a_key(floor: LiveFloor, admin: Console, console: Page) -> None:
    sign_in(console, floor, "admin", table="people/")
    stamp = console.get_by_test_id("as-of")
    expect(stamp).to_contain_text("As of ")
    floor.hire("newcomer", "Nell Coombs", "dealer", by=admin)
    stamp.get_by_role("button").click()
    expect(console.locator('[data-login="newcomer"]')).to_be_visible()


def test_as_of_is_the_time_at_the_server_in_the_zone_of_the_floor(floor: LiveFloor, mia: Console, console: Page) -> None:
    """The clock of the machine with the browser is two hours behind."""
    console.add_init_script("const now = Date.now; Date.now = () => now() - 7200000")
    zone = mia.get("/floor.json").body["time_zone"]
    sign_in(console, floor, "admin", table="people/")
    stamp = console.get_by_test_id("as-of")
    stamp.get_by_role("button").click()
    place = zone.rpartition("/")[2].replace("_", " ")
    expect(stamp).to_contain_text(f", {place}{' time' if '/' in zone else ''}")
    shown = stamp.inner_text().removeprefix("As of ").partition(",")[0]
    now = dt.datetime.now(ZoneInfo(zone))
    around = {(now - dt.timedelta(seconds=each)).strftime("%H:%M:%S") for each in range(-2, 30)}
    assert shown in around


def test_the_warning_of_settings_goes_away_on_open_pages_when_they_are_adopted(
    floor: LiveFloor, mia: Console, console: Page
) -> None:
    sign_in(console, floor, "max", table="people/")
    warning = console.get_by_text("Nobody has approved the settings of this floor yet: ")
    expect(warning).to_be_visible()
    adopted = mia.post("/api/v1/floor/settings", {"second": MAX})
    assert adopted.status == 200, adopted
    expect(warning).to_be_hidden()
