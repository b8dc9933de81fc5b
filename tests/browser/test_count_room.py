"""Chips and the count room in Chromium: from the opener to the balanced page, with a variance."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.test_hand_pays import signed_in
from croupier.audit.balance import balanced_streams, balances, total_balance
from croupier.journal.address import reader
from croupier.ledger.chart import kind_of
from croupier.money import Cents, dollars
from live_floor import PASSWORD, Console, LiveFloor, live_floor
from staff_page import axe, looks_right

STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "sue": ("Sue Park", "supervisor"),
    "cass": ("Cass Hill", "cage"),
    "ida": ("Ida Bell", "cage"),
}
SUE = {"login": "sue", "password": PASSWORD}
CASH, CHIPS = {"way": "cash"}, {"way": "chips"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("count-room"), tables=("sicbo",), betting=600) as running:
        administrator = running.administrator()
        for login, (name, role) in STAFF.items():
            running.hire(login, name, role, by=administrator)
        yield running


@pytest.fixture(scope="module")
def dora(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("dora").status == 200
    return console


def given(console: Console, order: str, **fields: Any) -> None:
    answer = console.order("sicbo", order, **fields)
    assert answer.status == 200, answer


def enter(page: Page, **pieces: int) -> None:
    """Type how many there are of each value, and send it by the keyboard alone."""
    for value, count in pieces.items():
        page.locator(f'dialog [data-value="{value[1:]}"]').fill(str(count))
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_hidden()


def test_a_night_from_the_opener_to_the_balanced_page(floor: LiveFloor, dora: Console, console: Page) -> None:
    page = console
    given(dora, "RequestFill", chips={"10000": 20})
    with signed_in(page, floor, "cass", "cage/chips"):
        page.get_by_test_id("SendFill").click()
        page.get_by_test_id("give").click()
        expect(page.get_by_text("waits for the table")).to_be_visible()
        page.keyboard.press("s")
        enter(page, v2500=4)
        expect(page.get_by_text("Chips for $100.00 are sold: hand them over.")).to_be_visible()
        assert axe(page) == []
        looks_right(page)
    given(dora, "ReceiveFill", slip=1, second=SUE)
    given(dora, "CountTray", is_opener=True, chips={"10000": 20}, second=SUE)
    given(dora, "TakeSeat", seat="ann", chips=20_000, tender=CASH)
    given(dora, "TakeSeat", seat="bob", chips=10_000, tender=CHIPS)
    given(dora, "IssueColours", seat="bob", colour="red", value=2_500)
    given(dora, "ReturnColours", seat="bob")
    given(dora, "LeaveSeat", seat="bob", tender=CHIPS)
    given(dora, "LeaveSeat", seat="ann", tender=CHIPS)
    given(dora, "PullBox", second=SUE)
    given(dora, "CountTray", is_opener=False, chips={"10000": 18}, second=SUE)
    with signed_in(page, floor, "cass", "cage/count-room"):
        page.get_by_test_id("count-1").click()
        enter(page, v5000=3)
        expect(page.get_by_text("Another person counts it next.")).to_be_visible()
        expect(page.get_by_test_id("count-1")).to_have_count(0)
        assert axe(page) == []
        looks_right(page)
    with signed_in(page, floor, "ida", "cage/count-room"):
        page.get_by_test_id("count-1").click()
        enter(page, v5000=3)
        expect(page.get_by_text("Box 1 has $150.00, $50.00 less than by the books: variance 1.")).to_be_visible()
        page.get_by_test_id("close-day").click()
        sign(page, "Gaming day, such as 2026-11-17", "2031-01-01")
        expect(page.get_by_test_id("problem")).to_have_text("First explain variance 1.")
        page.keyboard.press("Escape")
        page.get_by_test_id("explain-1").click()
        sign(page, "Explanation", "A note was stuck in the box.")
        expect(page.get_by_text("A note was stuck in the box.")).to_be_visible()
        page.get_by_test_id("close-day").click()
        sign(page, "Gaming day, such as 2026-11-17", "2031-01-01")
        expect(page.get_by_text("The gaming day 2031-01-01 is closed.")).to_be_visible()
    with signed_in(page, floor, "sue", "day/"):
        expect(page.get_by_test_id("day-about")).to_contain_text("Balanced.")
        for name, held in by_the_books(floor).items():
            row = page.locator("[data-figure]", has=page.locator("th", has_text=f"{name} ("))
            expect(row.locator("td").nth(2)).to_have_text(dollars(Cents(held)))
        expect(page.locator('[data-figure="Sum of all accounts"] td').nth(2)).to_have_text("$0.00")
        cells = page.locator('[data-figure="sicbo"] td')
        expect(cells).to_have_text(["$2,000.00", "$2,000.00", "$0.00", "$1,800.00", "$200.00", "$0.00", "$0.00"])
        assert axe(page) == []


def sign(page: Page, label: str, text: str) -> None:
    """Fill a dialog that a second person signs, and send it."""
    dialog = page.locator("dialog")
    dialog.get_by_label(label).fill(text)
    dialog.get_by_label("Login of the second person").fill("sue")
    dialog.get_by_label("Password of the second person").fill(PASSWORD)
    page.get_by_test_id("give").click()


def by_the_books(floor: LiveFloor) -> dict[str, int]:
    """Every kind of account by the journal, as `audit balance` adds it up."""
    with contextlib.closing(reader(floor.journal)) as journal, journal.steady():
        found = total_balance(balances(journal, balanced_streams(journal.heads()), lambda _: None).values())
    return {kind.name: held for account, held in found.accounts.items() if (kind := kind_of(account))}
