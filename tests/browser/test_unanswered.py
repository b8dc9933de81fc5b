"""Orders whose answer a clerk has not seen: the page says what became of each, and none is done twice or never."""

import re
import secrets
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from croupier.money import Cents
from live_floor import PASSWORD, Console, LiveFloor, funded, live_floor, with_drawer
from staff_page import sign_in, sign_out

AWAY = "The server is out of reach."


@contextmanager
def a_floor(folder: Path) -> Generator[LiveFloor]:
    """A floor with two clerks, each with an open drawer."""
    with live_floor(folder, tables=("wheel",)) as running:
        administrator = running.administrator()
        running.hire("sue", "Sue Park", "supervisor", by=administrator)
        for login, name in (("cass", "Cass Hill"), ("cody", "Cody Marsh")):
            with_drawer(running.hire(login, name, "cage", by=administrator), "sue")
        yield running


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with a_floor(tmp_path_factory.mktemp("unanswered")) as running:
        yield running


@pytest.fixture
def patron(floor: LiveFloor) -> int:
    """A patron of this test alone, with an account."""
    return a_patron(floor)


def a_patron(floor: LiveFloor) -> int:
    cass, number = clerk(floor), secrets.token_hex(4)
    name = "".join(chr(ord("a") + int(digit, 16)) for digit in number)
    details = {"name": f"{name} {name[::-1]}", "born": "31/12/1990", "identified": "passport", "document": number}
    new = cass.post("/api/v1/cage/patrons", {"id": number, **details})
    assert new.status == 200, new
    order = {"type": "OpenAccount", "patron": new.body["number"]}
    opened = cass.post("/api/v1/cage/orders", {"id": f"{number}-account", "order": order})
    assert opened.status == 200, opened
    return new.body["number"]


def swallow(route: Route) -> None:
    """The order arrives, and its answer is lost."""
    route.fetch()
    route.abort()


def lose(route: Route) -> None:
    """The order is lost on its way."""
    route.abort()


def at_account(page: Page, patron: int) -> None:
    page.get_by_role("link", name="Patrons").click()
    page.get_by_test_id("sought-patron").fill(str(patron))
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Patron {patron}:")).to_be_visible()


def deposit(page: Page, dollars: str) -> None:
    page.keyboard.press("d")
    page.get_by_label("Amount in dollars").fill(dollars)
    page.keyboard.press("Enter")


def refuse(route: Route) -> None:
    """Something before the order is in the way: this address has sent too much."""
    problem = {"error": "too-fast", "message": "Too many requests: try again in a moment.", "clause": ""}
    route.fulfill(status=429, json=problem)


def balance(floor: LiveFloor, patron: int) -> int:
    found = clerk(floor).get(f"/api/v1/cage/patrons/{patron}")
    assert found.status == 200, found
    return found.body["account"]["balance"]


def clerk(floor: LiveFloor, login: str = "cass") -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


@pytest.mark.parametrize(
    ("on_the_way", "became", "booked"), [(swallow, "was carried out: receipt", 10_000), (lose, "was not carried out", 0)]
)
def test_after_a_server_that_was_killed_the_clerk_reads_what_became_of_the_order(
    tmp_path: Path, console: Page, on_the_way: Callable[[Route], None], became: str, booked: int
) -> None:
    with a_floor(tmp_path) as floor:
        patron = a_patron(floor)
        sign_in(console, floor, "cass")
        at_account(console, patron)
        console.route("**/cage/orders", on_the_way)
        deposit(console, "100")
        expect(console.locator("dialog[open]")).to_contain_text(AWAY)
        floor.kill()
        floor.start()
        console.unroute("**/cage/orders")
        console.keyboard.press("Enter")
        sign_in(console, floor, "cass")
        expect(console.locator("#told")).to_contain_text(f"No answer had come. Deposit, $100.00, patron {patron} {became}")
        assert balance(floor, patron) == booked
        console.reload()
        expect(console.get_by_role("link", name="Patrons")).to_be_visible()
        expect(console.locator("#told")).to_be_hidden()


def test_an_order_that_was_given_up_is_told_and_the_same_again_is_another(floor: LiveFloor, console: Page, patron: int) -> None:
    sign_in(console, floor, "cass")
    at_account(console, patron)
    console.route("**/cage/orders", swallow)
    deposit(console, "100")
    expect(console.locator("dialog[open]")).to_contain_text(AWAY)
    console.unroute("**/cage/orders")
    console.keyboard.press("Escape")
    expect(console.locator("#told")).to_contain_text("was carried out: receipt")
    expect(console.get_by_test_id("last-receipt")).to_be_visible()
    expect(console.get_by_test_id("balance")).to_have_text("$100.00")
    deposit(console, "100")
    expect(console.locator("#told")).to_contain_text("Deposit $100.00: done")
    assert balance(floor, patron) == 20_000
    sign_out(console)


def test_what_became_of_an_order_stands_until_something_else_is_said(floor: LiveFloor, console: Page, patron: int) -> None:
    """It is told once. A clerk who looks away, leaves the page or signs out at once has read it nowhere else."""
    console.clock.install()
    sign_in(console, floor, "cass")
    at_account(console, patron)
    console.route("**/cage/orders", swallow, times=1)
    deposit(console, "100")
    expect(console.locator("dialog[open]")).to_contain_text(AWAY)
    console.keyboard.press("Escape")
    told = console.locator("#told")
    expect(told).to_contain_text(f"No answer had come. Deposit, $100.00, patron {patron} was carried out: receipt")
    console.clock.fast_forward(120_000)
    expect(console.get_by_role("link", name="Tickets", exact=True)).to_be_visible()
    expect(told).to_be_visible()
    console.get_by_role("link", name="Tickets", exact=True).click()
    expect(console.get_by_test_id("shown-number")).to_be_visible()
    expect(told).to_be_visible()
    sign_out(console)
    expect(told).to_be_visible()
    console.get_by_label("Login").fill("cody")
    console.get_by_label("Password", exact=True).fill(PASSWORD)
    console.get_by_role("button", name="Sign in").click()
    expect(console.get_by_role("button", name="Sign out")).to_be_visible()
    expect(told).to_be_hidden()
    sign_out(console)


def test_an_answer_to_whoever_was_signed_in_before_signs_nobody_out(floor: LiveFloor, console: Page, patron: int) -> None:
    """The page asks by itself, and on a bad line the answer to the last question of one clerk comes when the next one works."""
    sign_in(console, floor, "cass")
    at_account(console, patron)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    console.route("**/api/v1/cage/patrons**", hold, times=1)
    console.get_by_test_id("sought-patron").fill(str(patron))
    with console.expect_request("**/api/v1/cage/patrons**"):
        console.keyboard.press("Enter")
    sign_out(console)
    console.get_by_label("Login").fill("cody")
    console.get_by_label("Password", exact=True).fill(PASSWORD)
    console.get_by_role("button", name="Sign in").click()
    expect(console.locator("#who")).to_contain_text("Cody Marsh")
    (late,) = held
    late.fulfill(status=401, json={"error": "not-signed-in", "message": "Sign in first.", "clause": ""})
    at_account(console, patron)
    expect(console.locator("#who")).to_contain_text("Cody Marsh")
    sign_out(console)


def test_an_order_that_is_given_again_in_its_form_is_carried_out_once(floor: LiveFloor, console: Page, patron: int) -> None:
    sign_in(console, floor, "cass")
    at_account(console, patron)
    console.route("**/cage/orders", swallow)
    deposit(console, "100")
    expect(console.locator("dialog[open]")).to_contain_text(AWAY)
    console.unroute("**/cage/orders")
    console.keyboard.press("Enter")
    expect(console.locator("#told")).to_contain_text("Deposit $100.00: done")
    assert balance(floor, patron) == 10_000
    sign_out(console)


def test_an_order_that_is_given_again_after_the_console_was_locked_is_carried_out_once(
    floor: LiveFloor, console: Page, patron: int
) -> None:
    """Its form was set aside meanwhile, and is the same form."""
    sign_in(console, floor, "cass")
    at_account(console, patron)
    console.route("**/cage/orders", swallow, times=1)
    deposit(console, "100")
    expect(console.locator("dialog[open]")).to_contain_text(AWAY)
    console.evaluate("document.getElementById('lock').click()")
    expect(console.get_by_role("heading", name="This console is locked")).to_be_visible()
    console.get_by_label("Password", exact=True).fill(PASSWORD)
    console.get_by_role("button", name="Unlock").click()
    console.get_by_test_id("give").click()
    expect(console.locator("#told")).to_contain_text("Deposit $100.00: done")
    assert balance(floor, patron) == 10_000
    sign_out(console)


def test_a_refusal_after_a_lost_answer_does_not_make_it_another_order(floor: LiveFloor, console: Page, patron: int) -> None:
    sign_in(console, floor, "cass")
    at_account(console, patron)
    for on_the_way, said in ((swallow, AWAY), (refuse, "Too many requests")):
        console.route("**/cage/orders", on_the_way, times=1)
        deposit(console, "100") if on_the_way is swallow else console.keyboard.press("Enter")
        expect(console.locator("dialog[open]")).to_contain_text(said)
    console.keyboard.press("Enter")
    expect(console.locator("#told")).to_contain_text("Deposit $100.00: done")
    assert balance(floor, patron) == 10_000
    sign_out(console)


def test_the_same_order_of_another_form_or_of_another_clerk_is_another_one_while_the_server_is_away(
    floor: LiveFloor, console: Page, patron: int
) -> None:
    """The page cannot ask yet what became of the first one. It is told once the server answers, to the clerk who gave it."""
    sign_in(console, floor, "cass")
    at_account(console, patron)
    console.route("**/cage/orders", swallow, times=1)
    console.route("**/api/v1/orders/*", lose)
    deposit(console, "100")
    expect(console.locator("dialog[open]")).to_contain_text(AWAY)
    console.keyboard.press("Escape")
    deposit(console, "100")
    expect(console.locator("#told")).to_contain_text("Deposit $100.00: done")
    assert balance(floor, patron) == 20_000
    sign_out(console)
    sign_in(console, floor, "cody")
    at_account(console, patron)
    deposit(console, "100")
    expect(console.locator("#told")).to_contain_text("Deposit $100.00: done")
    assert balance(floor, patron) == 30_000
    console.unroute("**/api/v1/orders/*")
    sign_out(console)
    sign_in(console, floor, "cass")
    expect(console.locator("#told")).to_contain_text(f"No answer had come. Deposit, $100.00, patron {patron} was carried out")
    assert balance(floor, patron) == 30_000
    sign_out(console)


def test_an_order_about_a_hand_pay_that_was_given_up_is_told_too(floor: LiveFloor, console: Page) -> None:
    """It is a line of the table, not of the cage."""
    sue = clerk(floor, "sue")
    assert sue.order("wheel", "TakeSeat", seat="ann", chips=0).status == 200
    funded(clerk(floor), "wheel", "ann", Cents(30_000), by=sue)
    assert sue.order("wheel", "Collect", seat="ann", tender={"way": "hand-pay"}).status == 200
    sign_in(console, floor, "cass")
    console.get_by_role("link", name="Hand pays").click()
    for order, words in (
        ("AskIdentification", "Ask for identification"),
        ("RecordIdentification", "Identification was shown"),
        ("VerifyHandPay", "Verify a hand pay"),
        ("PayByHand", "Pay by hand"),
    ):
        console.get_by_test_id(order).click()
        for entry in console.locator("dialog[open] input").all():
            entry.fill("passport")
        if order == "PayByHand":
            console.get_by_label("How it is paid").select_option("cheque")
        console.route("**/cage/hand-pays/wheel", swallow, times=1)
        console.get_by_test_id("give").click()
        expect(console.locator("dialog[open]")).to_contain_text(AWAY)
        console.keyboard.press("Escape")
        expect(console.locator("#told")).to_have_text(f"No answer had come. {words}, $300.00, ann was carried out.")
    sign_out(console)


def sold_by(cass: Console, amount: int) -> tuple[int, str]:
    """The serial and the number of a ticket."""
    order = {"type": "SellTicket", "amount": amount}
    sold = cass.post("/api/v1/cage/orders", {"id": secrets.token_hex(8), "order": order})
    assert sold.status == 200, sold
    return sold.body["ticket"]["serial"], sold.body["printed"]["number"]


def given_up(page: Page) -> str:
    """Give the order of the open form, and close the form without an answer. Return what the page says became of it."""
    page.route("**/cage/orders", swallow, times=1)
    page.get_by_test_id("give").click()
    expect(page.locator("dialog[open]")).to_contain_text(AWAY)
    page.keyboard.press("Escape")
    expect(page.locator("#told")).to_contain_text("No answer had come.")
    told = page.locator("#told").inner_text().removeprefix("No answer had come. ")
    page.evaluate("document.querySelector('#told').textContent = ''")
    return told


def test_an_order_without_an_answer_is_told_with_its_ticket_and_its_amount(floor: LiveFloor, console: Page) -> None:
    """The receipt knows the ticket that was sold. The number on a ticket names none, so the page does."""
    cass = clerk(floor)
    serial, number = sold_by(cass, 4_000)
    sign_in(console, floor, "cass")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("200")
    told = given_up(console)
    assert re.fullmatch(
        rf"Sell ticket, \$200\.00 was carried out: receipt \d+, ticket {serial + 1}\. It was not printed: reprint it\.", told
    ), told
    for key, entries, words in (
        ("DelayTicket", ("00:00", "A new card"), "Delay to an agreed time, $40.00"),
        ("WithholdTicket", ("A copy",), "Withhold, $40.00"),
    ):
        console.get_by_test_id("shown-number").fill(number)
        console.get_by_test_id("shown-number").press("Enter")
        console.get_by_test_id(key).click()
        for entry, text in zip(console.locator("dialog[open] input").all(), entries, strict=True):
            entry.fill(text)
        assert given_up(console) == f"{words}, ticket {serial} was carried out."
    console.get_by_test_id("shown-number").fill(sold_by(cass, 3_000)[1])
    console.get_by_test_id("shown-number").press("Enter")
    console.get_by_test_id("PayTicket").click()
    told = given_up(console)
    expect(console.get_by_test_id("PayTicket")).to_have_count(0)  # it is paid
    assert re.fullmatch(rf"Pay, \$30\.00, ticket {serial + 2} was carried out: receipt \d+\.", told), told
    console.get_by_role("link", name="Chips").click()
    console.get_by_role("button", name="Sell chips").click()
    for entry, pieces in zip(console.locator("dialog[open] input").all(), ("3", "2"), strict=False):
        entry.fill(pieces)
    amount = re.search(r"\$[\d.,]+$", console.locator("dialog output").inner_text().strip())
    assert amount
    told = given_up(console)
    assert re.fullmatch(rf"Sell chips, {re.escape(amount[0])} was carried out: receipt \d+\.", told), told
    sign_out(console)


def test_nobody_reads_what_became_of_the_orders_of_another_clerk(floor: LiveFloor, patron: int) -> None:
    """Though both have used the same id."""
    id, order = secrets.token_hex(8), {"type": "Deposit", "patron": patron, "amount": 10_000}
    cass, cody = clerk(floor), clerk(floor, "cody")
    assert cass.get(f"/api/v1/orders/{id}").body == {"carried_out": False, "receipt": None, "entry": None}
    given = cass.post("/api/v1/cage/orders", {"id": id, "order": order})
    assert given.status == 200, given
    found = cass.get(f"/api/v1/orders/{id}").body
    assert (found["carried_out"], found["receipt"]["number"]) == (True, given.body["receipt"]["number"])
    assert cody.get(f"/api/v1/orders/{id}").body == {"carried_out": False, "receipt": None, "entry": None}


@pytest.mark.parametrize(("on_the_way", "became"), [(swallow, "was carried out."), (lose, "was not carried out.")])
def test_after_a_server_that_was_killed_a_dealer_reads_what_became_of_the_order_and_what_was_before(
    tmp_path: Path, console: Page, on_the_way: Callable[[Route], None], became: str
) -> None:
    """Everybody has to sign in again, so nobody gets the answer to an order that was on its way."""
    with live_floor(tmp_path, tables=("craps",)) as floor:
        administrator = floor.administrator()
        for login, name in (("dora", "Dora Vale"), ("sue", "Sue Park")):
            floor.hire(login, name, "supervisor", by=administrator)
        assert clerk(floor, "sue").order("craps", "TakeSeat", seat="ann", chips=0).status == 200
        sign_in(console, floor, "dora", table="craps")
        happened = console.get_by_test_id("events")
        expect(happened).to_contain_text("ann")
        before = happened.locator("li").count()
        console.route("**/tables/craps/commands", on_the_way)
        console.locator('[data-order="TakeSeat"]').click()
        console.get_by_label("Name of the player").fill("bert")
        console.get_by_label("Buy-in, $").fill("100")
        console.get_by_label("Paid with").select_option("cash")
        with console.expect_event("requestfailed", lambda request: request.url.endswith("/commands")):
            console.get_by_test_id("give").click()
        expect(console.locator("dialog[open]")).to_contain_text("On the way")
        floor.kill()
        floor.start()
        expect(console.get_by_role("heading", name="Sign in")).to_be_visible()
        console.unroute("**/tables/craps/commands")
        sign_in(console, floor, "dora", table="craps")
        told = console.locator("#told")
        expect(told).to_contain_text("No answer had come.")
        expect(told).to_contain_text(f"Seat a player (any place, bert, $100.00) at craps {became}")
        expect(happened).to_contain_text("ann")
        expect(happened.locator("li")).to_have_count(before + (on_the_way is swallow))
        console.reload()
        expect(happened).to_contain_text("ann")
        expect(told).to_be_hidden()
