"""Staff and enrolled clients on the staff page: added, changed, disabled and revoked by whoever has the duty."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from live_floor import PASSWORD, LiveFloor, live_floor
from patience import PATIENCE
from staff_page import SIDEWAYS, axe, sign_in, sign_out

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of these pages."""
    with live_floor(tmp_path_factory.mktemp("people"), tables=("sicbo", "wheel")) as running:
        administrator = running.administrator()
        for login, name, role in (("dora", "Dora Lee", "dealer"), ("sue", "Sue Park", "supervisor")):
            running.hire(login, name, role, by=administrator)
        yield running


def assert_it_is_accessible_and_fits_a_phone(page: Page) -> None:
    assert axe(page) == []
    before = page.viewport_size
    page.set_viewport_size(PHONE)  # pyright: ignore[reportArgumentType]
    assert not page.evaluate(SIDEWAYS)
    assert before
    page.set_viewport_size(before)


def lock(floor: LiveFloor, login: str, wrong: str) -> None:
    """Lock a login by wrong passwords. Who types one is answered before that is written down."""
    for _ in range(3):
        assert floor.anybody().sign_in(login, wrong).status == 401
    administrator, until = floor.administrator(), time.monotonic() + PATIENCE
    while not any(each["login"] == login and each["locked"] for each in administrator.get("/api/v1/staff").body):
        assert time.monotonic() < until, f"{login} is not locked"
        time.sleep(0.05)


def card(page: Page, kind: str, name: str) -> Locator:
    return page.locator(f'[data-{kind}="{name}"]')


def give(page: Page, key: str) -> None:
    """Open a form by its key, and send it as it is."""
    page.get_by_role("button", name=key).click()
    page.get_by_test_id("give").click()


def countersign(page: Page) -> None:
    """Let the supervisor sign, too."""
    page.get_by_label("Their login").fill("sue")
    page.get_by_label("Their password").fill(PASSWORD)


def shown_once(page: Page) -> str:
    """The secret that the dialog shows, and never again."""
    secret = page.get_by_test_id("secret").inner_text()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_test_id("secret")).to_have_count(0)
    assert secret not in page.content()
    return secret


def test_an_administrator_adds_a_person_and_changes_what_they_may_do(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "admin")
    console.get_by_role("link", name="People").click()
    expect(card(console, "login", "dora")).to_contain_text("Dora Lee")
    assert console.url.endswith("/staff#people/")
    assert_it_is_accessible_and_fits_a_phone(console)

    console.get_by_role("button", name="Add a person").click()
    console.get_by_label("Login: small").fill("Kim Vale")
    console.get_by_label("Full name").fill("Kim Vale")
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_contain_text("roles")
    console.get_by_label("dealer", exact=True).check()
    console.get_by_label("Login: small").fill("kim")
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_contain_text("Another person signs that, too")
    countersign(console)
    assert_it_is_accessible_and_fits_a_phone(console)
    console.get_by_test_id("give").click()
    first = shown_once(console)
    expect(card(console, "login", "kim")).to_contain_text("One-time password, never signed in")
    assert floor.anybody().sign_in("kim", first).status == 200

    console.get_by_role("button", name="Change roles: Kim Vale").click()
    console.get_by_label("supervisor", exact=True).check()
    countersign(console)
    console.get_by_test_id("give").click()
    expect(card(console, "login", "kim")).to_contain_text("dealer, supervisor")

    console.get_by_role("button", name="New password: Kim Vale").click()
    countersign(console)
    console.get_by_test_id("give").click()
    second = shown_once(console)
    lock(floor, "kim", first)
    console.reload()
    expect(card(console, "login", "kim")).to_contain_text("Locked after wrong passwords")
    console.get_by_role("button", name="Unlock: Kim Vale").click()
    expect(card(console, "login", "kim")).not_to_contain_text("Locked")
    assert floor.anybody().sign_in("kim", second).status == 200

    give(console, "Disable: Kim Vale")
    expect(console.get_by_test_id("problem")).to_have_text("Say why.")
    console.get_by_label("Reason").fill("She lost the badge")
    console.get_by_test_id("give").click()
    expect(card(console, "login", "kim")).to_contain_text("Disabled")
    assert floor.anybody().sign_in("kim", second).status == 401
    console.get_by_role("button", name="Enable: Kim Vale").click()
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_contain_text("Another person signs that, too")
    countersign(console)
    console.get_by_test_id("give").click()
    expect(card(console, "login", "kim")).not_to_contain_text("Disabled")
    # What was said to a person ends with their session.
    expect(console.locator("#told")).to_be_visible()
    sign_out(console)
    expect(console.locator("#told")).to_be_hidden()


def test_nobody_is_added_before_the_roles_of_the_floor_are_known(floor: LiveFloor, console: Page) -> None:
    """A form that opens before has no roles to tick, and gets none later."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    console.route("**/api/v1/staff", hold, times=1)
    sign_in(console, floor, "admin")
    with console.expect_request("**/api/v1/staff"):
        console.get_by_role("link", name="People").click()
    add = console.get_by_role("button", name="Add a person")
    expect(add).to_be_disabled()
    held[0].continue_()
    expect(add).to_be_enabled()
    add.click()
    expect(console.get_by_label("manager", exact=True)).to_be_visible()


def test_what_the_register_denies_is_told_in_its_own_words(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "admin", table="people/")
    expect(console.get_by_role("button", name="Disable: First Administrator")).to_have_count(0)
    console.get_by_role("button", name="Change roles: First Administrator").click()
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text("Another person has to change your roles.")
    console.keyboard.press("Escape")
    expect(console.locator("dialog")).to_be_hidden()


def test_the_pit_enrols_a_terminal_and_revokes_it(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "sue", table="clients/")
    console.get_by_role("button", name="Issue a code").click()
    console.get_by_label("What people call it").fill("terminal 12")
    console.locator("dialog").get_by_label("Table").select_option("wheel")
    console.get_by_test_id("give").click()
    code = shown_once(console)
    enrolled = floor.anybody().post("/api/v1/clients", {"code": code})
    assert (enrolled.status, enrolled.body["table"]) == (200, "wheel")
    console.reload()
    terminal = card(console, "client", enrolled.body["client"])
    expect(terminal).to_contain_text("Terminal, table wheel")
    expect(terminal).to_contain_text("with a code of Sue Park")
    assert_it_is_accessible_and_fits_a_phone(console)
    give(console, "Revoke: terminal 12")
    expect(console.get_by_test_id("problem")).to_have_text("Say why.")
    console.get_by_label("Reason").fill("The screen is broken")
    console.get_by_test_id("give").click()
    expect(console.get_by_text("Revoked", exact=True)).to_be_visible()
    expect(terminal).to_be_hidden()


def test_the_pit_takes_a_table_out_of_service_and_back(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "sue", table="clients/")
    table = card(console, "table", "sicbo")
    for state, closed in (("Out of service", True), ("In service", False)):
        table.get_by_role("button").click()
        console.locator("dialog").get_by_role("textbox").fill("The tumbler is cleaned.")
        console.get_by_test_id("give").click()
        expect(table).to_contain_text(state)
        assert floor.anybody().get("/api/v1/tables").body[0]["closed"] is closed


def test_a_dealer_has_no_such_pages_and_a_supervisor_only_disables(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "dora")
    expect(console.get_by_test_id("table-wheel")).to_be_visible()
    expect(console.get_by_role("navigation").get_by_role("link")).to_have_text(["Tables"])
    console.get_by_role("button", name="Sign out").click()
    expect(console.get_by_test_id("table-wheel")).to_be_hidden()
    sign_in(console, floor, "sue", table="people/")
    expect(console.get_by_role("button", name="Disable: Dora Lee")).to_be_visible()
    expect(console.get_by_role("button", name="Disable: First Administrator")).to_have_count(0)
    expect(console.get_by_role("button", name="Disable: Sue Park")).to_have_count(0)
    expect(console.get_by_role("button", name="Add a person")).to_be_hidden()
    expect(console.get_by_role("button", name="Change roles")).to_have_count(0)
