"""What a clerk reads and types at the cage: lists that are stated once, times, digits of a scanner, and sentences."""

import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from live_floor import PASSWORD, Console, LiveFloor, live_floor, with_drawer
from staff_page import axe, set_clock_wrong, sign_in


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("cage"), tables=("wheel",), betting=600) as running:
        administrator = running.administrator()
        running.hire("sue", "Sue Park", "supervisor", by=administrator)
        running.hire("mia", "Mia Brandt", "manager", by=administrator)
        for login, name in (("cass", "Cass Hill"), ("cody", "Cody Marsh")):
            with_drawer(running.hire(login, name, "cage", by=administrator), "sue")
        yield running


def clerk(floor: LiveFloor, login: str = "cass") -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


def a_patron(cash: Console) -> int:
    """A patron with an account."""
    document = secrets.token_hex(4)
    name = " ".join("".join(chr(ord("a") + int(digit, 16)) for digit in secrets.token_hex(4)) for _ in range(2))
    details = {"name": name, "born": "31/12/1990", "identified": "passport", "document": document}
    new = cash.post("/api/v1/cage/patrons", {"id": document, **details})
    assert new.status == 200, new
    given(cash, "OpenAccount", patron=new.body["number"])
    return new.body["number"]


def given(cash: Console, order: str, **fields: object) -> Any:
    """An order of the cage that is carried out. What Sue signs has her as `second`."""
    signed = {"second": {"login": "sue", "password": PASSWORD}} if fields.pop("signed", False) else {}
    done = cash.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": {"type": order, **fields}, **signed})
    assert done.status == 200, done
    return done.body


BALANCES_FIRST = (
    "An existing casino states its opening balances before the first count of a drawer (Count room): after it they are refused."
)


def test_opening_balances_take_every_patron_once_and_show_the_sum(tmp_path: Path, console: Page) -> None:
    """An entry of other than two words is refused, too: `3 1 200.00` would be read as $1.00."""
    with live_floor(tmp_path, tables=("wheel",)) as floor:
        administrator = floor.administrator()
        floor.hire("mia", "Mia Brandt", "manager", by=administrator)
        cass = floor.hire("cass", "Cass Hill", "cage", by=administrator)
        first, second = a_patron(cass), a_patron(cass)
        sign_in(console, floor, "cass", table="cage/count-room")
        # Whoever follows the page and counts the drawer first cannot state opening balances any more.
        expect(console.get_by_test_id("own-drawer")).to_contain_text(BALANCES_FIRST)
        console.get_by_test_id("count-drawer").click()
        expect(console.locator("dialog")).to_contain_text(BALANCES_FIRST)
        console.keyboard.press("Escape")
        console.get_by_test_id("open-balances").click()
        console.get_by_label("Their login").fill("mia")
        console.get_by_label("Their password").fill(PASSWORD)
        accounts, total = console.get_by_label("Accounts: patron and dollars"), console.get_by_test_id("accounts-sum")
        for typed, why in (
            (f"{first} 100, {first} 50", f'"{first} 50": patron {first} is in the list already.'),
            (f"{first} 100, 0{first} 50", f'"0{first} 50": patron {first} is in the list already.'),
            (f"{first} 1 200.00", f'"{first} 1 200.00" is not a patron and an amount, such as 1 200.00.'),
            (f"{first} 1,200.00", '"200.00" is not a patron and an amount, such as 1 200.00.'),
            (f"{first}", f'"{first}" is not a patron and an amount, such as 1 200.00.'),
        ):
            accounts.fill(typed)
            expect(total).to_have_text(why)
            console.get_by_test_id("give").click()
            expect(console.get_by_test_id("problem")).to_have_text(why)
        accounts.fill(f"{first} 1200.00,{' ' * 100} {second} 75.50")
        expect(total).to_have_text(f"patron {first} $1,200.00, patron {second} $75.50: altogether $1,275.50.")
        assert axe(console) == []
        console.get_by_test_id("give").click()
        expect(console.locator("#told")).to_have_text("The books are opened.")
        balances = [cass.get(f"/api/v1/cage/patrons/{each}").body["account"]["balance"] for each in (first, second)]
        assert balances == [120_000, 7_550]
        for key in ("open-balances", "former-tickets"):
            expect(console.get_by_test_id(key)).to_be_hidden()
        expect(console.get_by_test_id("own-drawer")).not_to_contain_text(BALANCES_FIRST)


def sold(cash: Console, amount: int = 4_000) -> str:
    """The number on a ticket that was just sold."""
    return given(cash, "SellTicket", amount=amount)["printed"]["number"]


def test_digits_go_to_the_search_whichever_key_has_the_focus(floor: LiveFloor, console: Page) -> None:
    """A number is scanned with blanks and an Enter, which press no key. Without digits, Enter and a blank press the key."""
    number = sold(clerk(floor))
    sign_in(console, floor, "cass")
    search = console.get_by_test_id("shown-number")
    expect(search).to_be_focused()
    expect(console.get_by_test_id("count-drawer")).to_be_enabled()
    assert " " in number
    places = (
        console.get_by_role("button", name="Sell a ticket"),
        console.get_by_role("button", name="Refresh"),
        console.get_by_test_id("count-drawer"),
        console.get_by_role("link", name="Patrons"),
        console.get_by_role("button", name="Look up"),
    )
    for place in places:
        place.focus()
        console.keyboard.type(f"{number}\n")
        expect(console.get_by_test_id("PayTicket")).to_be_focused()
        expect(search).to_have_value(number)
        expect(console.locator("dialog[open]")).to_have_count(0)
        console.get_by_test_id("PayTicket").press("Shift+Tab")
        search.fill("")
        search.press("Enter")
        expect(console.get_by_test_id("PayTicket")).to_have_count(0)
    for pressed in ("Enter", " "):
        places[0].focus()
        console.keyboard.press(pressed)
        expect(console.get_by_label("Amount in dollars")).to_be_focused()
        console.keyboard.type("12")
        expect(console.get_by_label("Amount in dollars")).to_have_value("12")
        expect(search).to_have_value("")
        console.keyboard.press("Escape")
    patron = a_patron(clerk(floor))
    console.get_by_role("link", name="Patrons").click()
    for place in (console.get_by_test_id("register"), console.get_by_role("link", name="Receipts")):
        place.focus()
        console.keyboard.type(f"{patron}\n")
        expect(console.get_by_test_id("patron-name")).to_contain_text(f"Patron {patron}:")
        expect(console.locator("[data-letter]:focus")).to_have_count(1)
    console.keyboard.press("Escape")
    expect(console.get_by_test_id("sought-patron")).to_be_focused()


def test_an_answer_that_comes_late_takes_nothing_from_the_next_number(floor: LiveFloor, console: Page) -> None:
    """The digits of the next scan are not torn apart by the card of the ticket before."""
    first, second = sold(clerk(floor), 4_000), sold(clerk(floor), 5_000)
    sign_in(console, floor, "cass")
    expect(console.get_by_test_id("shown-number")).to_be_focused()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    console.route("**/cage/tickets/find", hold, times=1)
    with console.expect_request("**/cage/tickets/find"):
        console.keyboard.type(f"{first}\n")
    console.keyboard.type(second[:9])
    with console.expect_response("**/cage/tickets/find"):
        held[0].continue_()
    console.keyboard.type(f"{second[9:]}\n")
    expect(console.locator(".amount")).to_have_text("$50.00")


def test_an_empty_search_asks_for_what_is_looked_for(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass")
    problem = console.get_by_test_id("cage-problem")
    for typed in ("", "  "):
        console.get_by_test_id("shown-number").fill(typed)
        console.get_by_test_id("shown-number").press("Enter")
        expect(problem).to_have_text("Type or scan the number on a ticket first.")
    console.get_by_role("link", name="Patrons").click()
    console.get_by_test_id("sought-patron").press("Enter")
    expect(problem).to_have_text("Type a name, the number of a patron or the digits of a card first.")


def test_after_a_ticket_was_sold_the_search_takes_the_next_number(floor: LiveFloor, console: Page) -> None:
    """Also if the sheet is put away with the mouse, and after a reprint."""
    sign_in(console, floor, "cass")
    search = console.get_by_test_id("shown-number")
    console.get_by_role("button", name="Sell a ticket").click()
    console.get_by_label("Amount in dollars").fill("60")
    console.get_by_test_id("give").click()
    serial = scanned_after_done(console)
    search.fill(serial)
    search.press("Enter")
    console.get_by_test_id("ReprintTicket").click()
    for label, text in (("Reason", "It was torn"), ("Their login", "sue"), ("Their password", PASSWORD)):
        console.get_by_label(label).fill(text)
    console.get_by_test_id("give").click()
    serial = scanned_after_done(console)
    console.get_by_test_id("WithholdTicket").click()
    console.get_by_label("Reason").fill("It may be a copy")
    console.get_by_test_id("give").click()
    expect(console.locator("#told")).to_have_text(f"Withhold: done, ticket {serial}.")
    console.keyboard.type(f"{serial}\n")
    expect(console.get_by_text(f"Ticket {serial} of")).to_contain_text("withheld")


def scanned_after_done(console: Page) -> str:
    """Put the ticket away that is shown, and scan it. Return its serial."""
    title = console.locator(".slip-title")
    expect(title).to_contain_text("Cashout ticket")
    serial, number = title.inner_text().rpartition(" ")[2], console.get_by_test_id("printed-number").inner_text()
    console.get_by_role("button", name="Done").click()
    expect(title).to_have_count(0)
    console.keyboard.type(f"{number}\n")
    expect(console.get_by_test_id("PayTicket")).to_be_focused()
    return serial


def test_a_delay_says_of_which_day_its_time_is_before_and_after(floor: LiveFloor, console: Page) -> None:
    """A time that has just passed is that of tomorrow. One that passes while the form is open is not taken without a word."""
    number = sold(clerk(floor))
    now = datetime.now(UTC)
    passed = now - timedelta(minutes=2)
    tomorrow = in_words(passed + timedelta(days=1))
    sign_in(console, floor, "cass")
    search, told, day = (
        console.get_by_test_id("shown-number"),
        console.locator("#told"),
        console.get_by_test_id("time-to-come"),
    )

    def delay(time: datetime) -> None:
        search.fill(number)
        search.press("Enter")
        console.get_by_test_id("DelayTicket").click()
        console.get_by_label("Time, such as 19:42").fill(f"{time:%H:%M}")
        console.get_by_label("Reason").fill("A new card")

    delay(passed)
    expect(day).to_contain_text(f", {tomorrow}.")
    assert axe(console) == []
    console.get_by_label("Time, such as 19:42").fill("25:00")
    expect(day).to_have_text("")
    console.get_by_label("Time, such as 19:42").fill(f"{passed:%H:%M}")
    console.get_by_test_id("give").click()
    expect(told).to_contain_text(f"Delayed to {tomorrow}: ticket ")

    soon = now + timedelta(minutes=5)
    delay(soon)
    expect(day).to_contain_text(f", {in_words(soon)}.")
    read_at(console, soon + timedelta(minutes=2))
    later = in_words(soon + timedelta(days=1))
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text(
        f"That time has passed. The next is {later}: give the order again if that is agreed."
    )
    expect(day).to_contain_text(f", {later}.")
    console.get_by_test_id("give").click()
    expect(told).to_contain_text(f"Delayed to {later}: ticket ")


def read_at(page: Page, time: datetime) -> None:
    """The page reads the floor again, whose clock has this time, until it goes by it."""
    begin = time.replace(second=0)

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "date": format_datetime(begin, usegmt=True)})

    page.route("**/api/v1/**", answer)
    expect(page.get_by_test_id("as-of")).to_contain_text(f"{begin:%H:%M}:")


@pytest.mark.parametrize("hours", [-2, 2])
def test_times_are_those_of_the_floor_where_the_clock_of_the_browser_is_wrong(
    floor: LiveFloor, console: Page, hours: int
) -> None:
    """A clock ahead ended a delay early, made a notice overdue, and called a time of today one of tomorrow."""
    number, withheld = sold(clerk(floor)), sold(clerk(floor))
    found = clerk(floor).post("/api/v1/cage/tickets/find", {"number": withheld})
    serial = found.body["ticket"]["serial"]
    given(clerk(floor), "WithholdTicket", serial=serial, why="It may be a copy")
    now = datetime.now(UTC)
    soon = now + timedelta(minutes=30)
    set_clock_wrong(console, hours)
    sign_in(console, floor, "cass")
    search, became = console.get_by_test_id("shown-number"), console.get_by_test_id("became")
    search.fill(number)
    search.press("Enter")
    console.get_by_test_id("DelayTicket").click()
    console.get_by_label("Time, such as 19:42").fill(f"{soon:%H:%M}")
    today = "today" if datetime.now(UTC).date() == soon.date() else "tomorrow"
    expect(console.get_by_test_id("time-to-come")).to_have_text(f"That is {today}, {in_words(soon)}.")
    console.get_by_label("Reason").fill("A new card")
    console.get_by_test_id("give").click()
    expect(console.locator("#told")).to_contain_text(f"Delayed to {in_words(soon)}: ticket ")
    console.get_by_role("link", name="Tickets").click()
    search.fill(number)
    search.press("Enter")
    expect(became).to_contain_text(f"Delayed, as agreed, to {in_words(soon)} by Cass Hill: A new card.")
    search.fill(withheld)
    search.press("Enter")
    expect(became.nth(1)).to_have_text(re.compile(r"Tell the inspector at once(: overdue by [1-5] min)?\."))


def in_words(time: datetime) -> str:
    """A time as pages have it: 17 Nov 2026, 19:42."""
    return f"{time.day} {time:%b %Y, %H:%M}".replace("Sep ", "Sept ")


def test_paying_a_ticket_that_was_paid_meanwhile_says_when_where_and_by_whom(floor: LiveFloor, console: Page) -> None:
    number = sold(clerk(floor))
    sign_in(console, floor, "cass")
    console.get_by_test_id("shown-number").fill(number)
    console.get_by_test_id("shown-number").press("Enter")
    console.get_by_test_id("PayTicket").click()
    given(clerk(floor, "cody"), "PayTicket", number=number)
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text(
        re.compile(r"This ticket has been paid already\. Paid \d+ \w+ \d{4}, \d\d:\d\d at the cage by Cody Marsh\.")
    )


def test_an_order_without_a_reason_asks_for_the_reason(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass")
    console.get_by_test_id("move-cash").click()
    for label, text in (("Amount in dollars", "5"), ("Their login", "sue"), ("Their password", PASSWORD)):
        console.get_by_label(label).fill(text)
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text("Say why.")
    expect(console.get_by_label("Reason")).to_be_focused()


def test_a_voucher_names_the_casino_the_date_and_whom_it_is_for(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass")
    console.get_by_role("link", name="Vouchers").click()
    console.get_by_test_id("IssueVoucher").click()
    for label, text in (("Value in dollars", "25"), ("Their login", "mia"), ("Their password", PASSWORD)):
        console.get_by_label(label).fill(text)
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text("Say whom it is for, and why.")
    console.get_by_label("Whom it is for, and why").fill("Eve Moss, her birthday")
    console.get_by_test_id("give").click()
    for words in ("Test floor", f"{datetime.now(UTC):%Y}", "Eve Moss, her birthday"):
        expect(console.get_by_test_id("voucher")).to_contain_text(words)
    console.get_by_role("button", name="Done").click()
    expect(console.locator('[data-voucher="1"]')).to_contain_text("Eve Moss, her birthday")
    assert axe(console) == []


def test_liability_does_not_speak_of_a_total_that_is_hidden(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass", table="cage/liability")
    expect(console.get_by_text("and the total, are left out.")).to_be_visible()
    expect(console.get_by_text("comes to the same total")).to_have_count(0)
