"""Answers that come late, on a slow line or from a busy machine: each finds its own form, place and person."""

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from live_floor import PASSWORD, LiveFloor, a_name, live_floor, with_drawer
from patience import PATIENCE
from staff_page import sign_in, sign_out


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """A floor with two clerks, each with an open drawer."""
    with live_floor(tmp_path_factory.mktemp("late"), tables=("wheel",)) as running:
        administrator = running.administrator()
        running.hire("sue", "Sue Park", "supervisor", by=administrator)
        for login, name in (("cass", "Cass Hill"), ("cody", "Cody Marsh")):
            with_drawer(running.hire(login, name, "cage", by=administrator), "sue")
        yield running


@pytest.fixture(autouse=True)
def patient(console: Page) -> None:
    """The page waits for every answer, however slow this machine is."""
    console.add_init_script("AbortSignal.timeout = () => new AbortController().signal")


@dataclass
class Late:
    """An answer that the server has given, and the page has not got."""

    page: Page
    held: list[tuple[Route, APIResponse]] = field(default_factory=list)

    def comes(self, json: dict[str, object] | None = None) -> None:
        """Let it come as it is, or another one in its place."""
        ((route, answer),) = self.held
        with self.page.expect_event("requestfinished", lambda request: request == route.request):
            route.fulfill(json=json) if json else route.fulfill(response=answer)


def held_back(page: Page, pattern: str) -> Late:
    """Hold the next answer back. What it answers is carried out."""
    late = Late(page)

    def hold(route: Route) -> None:
        late.held.append((route, route.fetch()))

    page.route(pattern, hold, times=1)
    return late


def has_been_given(late: Late) -> None:
    """Wait until the server has carried out what is held back."""
    until = time.monotonic() + PATIENCE
    while not late.held:
        assert time.monotonic() < until, "nothing was asked"
        late.page.evaluate("0")


def a_patron(floor: LiveFloor, amount: int = 0) -> int:
    """A patron of one test, with an account."""
    cass, number = floor.anybody(), secrets.token_hex(4)
    assert cass.sign_in("cass").status == 200
    details = {"name": a_name(f"Ann {number}"), "born": "31/12/1990", "identified": "passport", "document": number}
    new = cass.post("/api/v1/cage/patrons", {"id": number, **details})
    assert new.status == 200, new
    orders = [{"type": "OpenAccount"}, *([{"type": "Deposit", "amount": amount}] if amount else [])]
    for order in orders:
        body = {"id": secrets.token_hex(8), "order": {**order, "patron": new.body["number"]}}
        given = cass.post("/api/v1/cage/orders", body)
        assert given.status == 200, given
    return new.body["number"]


def at_account(page: Page, patron: int) -> None:
    page.get_by_test_id("sought-patron").fill(str(patron))
    page.get_by_test_id("sought-patron").press("Enter")
    expect(page.get_by_test_id("patron-name")).to_contain_text(f"Patron {patron}:")


def fill_in(page: Page, key: str, **typed: str) -> None:
    """Open the form of an order about the patron who is shown, and fill it in."""
    page.get_by_test_id(key).click()
    for label, text in typed.items():
        page.get_by_label(label).fill(text)


def left_on_its_way(page: Page, pattern: str) -> Late:
    """Give the order of the open form, and close the form before there is an answer."""
    late = held_back(page, pattern)
    with page.expect_request(pattern):
        page.get_by_test_id("give").click()
    has_been_given(late)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    return late


def test_what_an_order_has_brought_is_shown_to_nobody_else(floor: LiveFloor, console: Page) -> None:
    """A ticket is money. Whoever sold it is told at their next sign-in, and prints it again."""
    sign_in(console, floor, "cass")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("60")
    late = left_on_its_way(console, "**/cage/orders")
    sign_out(console)
    sign_in_here(console, "cody")
    expect(console.locator("#who")).to_contain_text("Cody Marsh")
    late.comes()
    expect(console.locator("[data-serial]").first).to_be_visible()
    expect(console.get_by_test_id("shown-number")).to_be_focused()
    expect(console.locator("#told")).to_be_hidden()
    expect(console.locator("dialog[open]")).to_have_count(0)
    sign_out(console)
    sign_in_here(console, "cass")
    expect(console.locator("#told")).to_contain_text("Sell ticket, $60.00 was carried out")
    expect(console.locator("#told")).to_contain_text("It was not printed: reprint it.")
    sign_out(console)


def sign_in_here(page: Page, login: str) -> None:
    """Sign in on the page as it is. It is not loaded again."""
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_of_two_orders_on_their_way_each_has_the_answer_to_its_own_form(floor: LiveFloor, console: Page) -> None:
    """The first was paid in; the second is refused. Its clerk has to read that, and not that it was done."""
    patron = a_patron(floor, 500)
    sign_in(console, floor, "cass", table="cage/patrons")
    at_account(console, patron)
    fill_in(console, "Deposit", **{"Amount in dollars": "10"})
    first = left_on_its_way(console, "**/cage/orders")
    fill_in(console, "Withdraw", **{"Amount in dollars": "500", "Identification that was seen": "Passport"})
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text(
        "The order before this one is still on its way. This one follows it."
    )
    first.comes()
    expect(console.locator("#told")).to_contain_text("Deposit $10.00: done")
    expect(console.locator("dialog[open]")).to_contain_text("Withdraw: patron")
    expect(console.get_by_test_id("problem")).to_contain_text("The account has $15.00, not $500.00")
    console.keyboard.press("Escape")
    sign_out(console)


def test_an_order_whose_form_is_closed_before_its_turn_is_not_sent(floor: LiveFloor, console: Page) -> None:
    patron = a_patron(floor, 500)
    sign_in(console, floor, "cass", table="cage/patrons")
    at_account(console, patron)
    fill_in(console, "Deposit", **{"Amount in dollars": "10"})
    first = left_on_its_way(console, "**/cage/orders")
    fill_in(console, "Withdraw", **{"Amount in dollars": "5", "Identification that was seen": "Passport"})
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_contain_text("This one follows it.")
    console.keyboard.press("Escape")
    expect(console.locator("#told.refusal")).to_have_text(f"Withdraw: patron {patron}: not sent. Its form was closed.")
    first.comes()
    expect(console.locator("#told")).to_contain_text("Deposit $10.00: done")
    expect(console.get_by_test_id("balance")).to_have_text("$15.00")
    sign_out(console)


def test_a_refusal_is_read_by_a_clerk_who_has_closed_the_form(floor: LiveFloor, console: Page) -> None:
    patron = a_patron(floor, 500)
    sign_in(console, floor, "cass", table="cage/patrons")
    at_account(console, patron)
    fill_in(console, "Withdraw", **{"Amount in dollars": "500", "Identification that was seen": "Passport"})
    late = left_on_its_way(console, "**/cage/orders")
    late.comes()
    expect(console.locator("#told.refusal")).to_contain_text("The account has $5.00, not $500.00")
    sign_out(console)


def test_the_answer_about_one_patron_does_not_take_the_place_of_the_next(floor: LiveFloor, console: Page) -> None:
    """The next key would move the money of somebody else."""
    first, second = a_patron(floor), a_patron(floor)
    sign_in(console, floor, "cass", table="cage/patrons")
    at_account(console, first)
    fill_in(console, "Deposit", **{"Amount in dollars": "10"})
    late = left_on_its_way(console, "**/cage/orders")
    at_account(console, second)
    answers: list[str] = []
    console.on("response", lambda response: answers.append(response.url))
    late.comes()
    expect(console.locator("#told")).to_contain_text(f"Deposit $10.00: done, patron {first}.")
    expect(console.get_by_test_id("patron-name")).to_contain_text(f"Patron {second}:")
    assert not [each for each in answers if each.endswith(f"/cage/patrons/{first}")]
    expect(console.get_by_test_id("Deposit")).to_be_focused()
    sign_out(console)


def test_a_late_refusal_says_nothing_beside_the_next_ticket(floor: LiveFloor, console: Page) -> None:
    cass = floor.anybody()
    assert cass.sign_in("cass").status == 200
    order = {"type": "SellTicket", "amount": 4_000}
    number = cass.post("/api/v1/cage/orders", {"id": secrets.token_hex(8), "order": order}).body["printed"]["number"]
    sign_in(console, floor, "cass")
    search = console.get_by_test_id("shown-number")
    late = held_back(console, "**/cage/tickets/find")
    search.fill("1234")
    with console.expect_request("**/cage/tickets/find"):
        search.press("Enter")
    has_been_given(late)
    search.fill(number)
    search.press("Enter")
    expect(console.locator(".amount")).to_have_text("$40.00")
    late.comes()
    console.get_by_test_id("PayTicket").click()
    expect(console.locator("dialog[open]")).to_contain_text("Pay $40.00")
    expect(console.get_by_test_id("cage-problem")).to_be_empty()
    console.keyboard.press("Escape")
    sign_out(console)


def test_a_number_that_is_being_typed_stays_when_an_order_is_answered(floor: LiveFloor, console: Page) -> None:
    """And the ticket that was sold meanwhile is shown."""
    sign_in(console, floor, "cass")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("70")
    late = left_on_its_way(console, "**/cage/orders")
    console.get_by_test_id("shown-number").fill("12345")
    late.comes()
    expect(console.get_by_test_id("ticket-amount")).to_have_text("$70.00")
    console.get_by_role("button", name="Done").click()
    expect(console.get_by_test_id("shown-number")).to_have_value("12345")
    sign_out(console)


def test_a_ticket_waits_until_the_next_form_is_closed(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("80")
    late = left_on_its_way(console, "**/cage/orders")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("90")
    late.comes()
    expect(console.locator("#told")).to_contain_text("A ticket is sold.")
    expect(console.get_by_label("Amount in dollars")).to_have_value("90")
    console.keyboard.press("Escape")
    expect(console.get_by_test_id("ticket-amount")).to_have_text("$80.00")
    console.get_by_role("button", name="Done").click()
    sign_out(console)


def test_a_form_that_opens_late_does_not_take_the_place_of_another(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass", table="cage/count-room")
    late = held_back(console, "**/cage/days")
    with console.expect_request("**/cage/days"):
        console.get_by_test_id("close-day").click()
    has_been_given(late)
    console.get_by_test_id("recount-drawer").click()
    console.get_by_label("Reason, if cash has moved since").fill("A note stuck to another")
    late.comes({"today": "20261120", "next": {"day": "20261119", "covers": [], "missing": []}, "closed": []})
    expect(console.locator("dialog[open]")).to_contain_text("Count the opener of your drawer again")
    expect(console.get_by_label("Reason, if cash has moved since")).to_have_value("A note stuck to another")
    console.keyboard.press("Escape")
    sign_out(console)


def test_an_older_list_does_not_take_the_place_of_a_newer_one(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "admin", table="people/")
    expect(console.locator('[data-login="cass"]')).to_be_visible()
    late = held_back(console, "**/api/v1/staff")
    console.get_by_role("button", name="Refresh").click()
    has_been_given(late)
    login = f"dora-{secrets.token_hex(3)}"
    floor.hire(login, a_name("Dora"), "dealer", by=floor.administrator())
    console.get_by_role("button", name="Refresh").click()
    console.evaluate("fetch('/api/v1/staff').then((answer) => answer.text())")  # a list that was asked for now would be there
    late.comes()
    expect(console.locator(f'[data-login="{login}"]')).to_be_visible()
    sign_out(console)


def test_a_key_is_given_although_its_list_is_drawn_anew_while_it_is_pressed(floor: LiveFloor, console: Page) -> None:
    """Coming back to the window reads the page again, and the touch that comes back may be on a key."""
    sign_in(console, floor, "admin", table="people/")
    console.get_by_role("button", name="Refresh").focus()
    console.get_by_role("button", name="Disable: Cody Marsh").hover()
    console.mouse.down()  # and the focus goes to the key that is pressed
    with console.expect_response("**/api/v1/floor") as floor_answer, console.expect_response("**/api/v1/staff") as staff:
        console.evaluate("dispatchEvent(new Event('focus'))")
    for answer in (floor_answer.value, staff.value):
        answer.finished()
    console.mouse.up()
    expect(console.locator("dialog[open]")).to_contain_text("Disable Cody Marsh")
    console.keyboard.press("Escape")
    sign_out(console)


def test_a_form_whose_order_was_carried_out_while_the_console_was_locked_is_not_given_again(
    floor: LiveFloor, console: Page
) -> None:
    patron = a_patron(floor)
    sign_in(console, floor, "cass", table="cage/patrons")
    at_account(console, patron)
    fill_in(console, "Deposit", **{"Amount in dollars": "10"})
    late = held_back(console, "**/cage/orders")
    locked_on_its_way(console, late)
    at_account(console, patron)
    expect(console.get_by_test_id("balance")).to_have_text("$10.00")
    expect(console.locator("dialog[open]")).to_have_count(0)
    sign_out(console)


def test_a_ticket_that_was_sold_while_the_console_was_locked_is_shown_once_it_is_unlocked(
    floor: LiveFloor, console: Page
) -> None:
    """Nobody can show it again."""
    sign_in(console, floor, "cass")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("65")
    locked_on_its_way(console, held_back(console, "**/cage/orders"))
    expect(console.get_by_test_id("ticket-amount")).to_have_text("$65.00")
    console.get_by_role("button", name="Done").click()
    sign_out(console)


def locked_on_its_way(page: Page, late: Late) -> None:
    """Give the order of the open form. Its answer comes while the console is locked, which is unlocked then."""
    with page.expect_request("**/cage/orders"):
        page.get_by_test_id("give").click()
    has_been_given(late)
    page.evaluate("fetch('/api/v1/session/lock', { method: 'POST' })")
    expect(page.get_by_role("heading", name="This console is locked")).to_be_visible()
    late.comes()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Unlock").click()
