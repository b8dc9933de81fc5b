"""Receipts in Chromium: printed right after a transaction and again as a copy; a wrong one is reversed by two people."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from live_floor import PASSWORD, LiveFloor, live_floor, with_drawer
from staff_page import axe, looks_right, sign_in

FORMER = "0012-3456"
"""The number of a ticket of a former system, of $33.33: there is no coin for its last cents."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("receipts"), tables=("wheel",), betting=600) as running:
        administrator = running.administrator()
        running.hire("sue", "Sue Park", "supervisor", by=administrator)
        running.hire("mia", "Mia Brandt", "manager", by=administrator)
        cass = running.hire("cass", "Cass Hill", "cage", by=administrator)
        tickets = [{"number": FORMER, "amount": 3_333, "issued": 1_700_000_000_000}]
        order = {"id": "former-tickets", "order": {"type": "TakeOverTickets", "tickets": tickets}}
        signed = {"second": {"login": "mia", "password": PASSWORD}}
        assert cass.post("/api/v1/cage/orders", order | signed).status == 200
        with_drawer(cass, "sue")
        yield running


def test_b5_a_receipt_at_once_and_a16_a_wrong_sale_is_reversed(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "cass", table="cage/")
    console.get_by_role("button", name="Sell a ticket").click()
    console.locator("#new-amount").fill("40")
    console.keyboard.press("Enter")
    number = console.get_by_test_id("printed-number").inner_text()
    expect(console.get_by_test_id("ticket")).to_contain_text("Test floor")
    console.get_by_role("button", name="Done").click()
    console.get_by_test_id("last-receipt").click()
    slip = console.get_by_role("dialog")
    expect(console.get_by_test_id("receipt-amount")).to_have_text("$40.00")
    for words in ("Test floor: receipt 1", "Ticket sold, ticket 2", "Cass Hill", "Cage"):
        expect(slip).to_contain_text(words)
    expect(slip).not_to_contain_text("copy")
    expect(slip).not_to_contain_text(number)
    assert axe(console) == []
    console.get_by_role("button", name="Done").click()

    console.get_by_role("link", name="Receipts").click()
    row = console.locator('[data-receipt="1"]')
    expect(row).to_contain_text("Ticket sold, ticket 2")
    expect(console.get_by_role("button", name="Newest")).to_have_count(0)
    console.get_by_test_id("print-1").click()
    expect(slip).to_contain_text("receipt 1 (copy)")
    console.get_by_role("button", name="Done").click()
    looks_right(console)

    console.get_by_test_id("reverse-1").click()
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text("Say why.")
    slip.get_by_label("Reason").fill("The patron wanted chips")
    slip.get_by_label("Their login").fill("sue")
    slip.get_by_label("Their password").fill(PASSWORD)
    console.get_by_test_id("give").click()
    expect(console.locator("#told")).to_have_text("Transaction 1 is reversed by 2.")
    expect(row).to_contain_text("reversed by 2")
    expect(console.get_by_test_id("reverse-1")).to_have_count(0)
    expect(console.locator('[data-receipt="2"]')).to_contain_text("Reversal of transaction 1")
    assert axe(console) == []
    console.get_by_test_id("last-receipt").click()
    expect(slip).to_contain_text("The patron wanted chips")
    expect(slip).to_contain_text("Sue Park")
    console.get_by_role("button", name="Done").click()

    cass = floor.anybody()
    assert cass.sign_in("cass").status == 200
    found = cass.post("/api/v1/cage/tickets/find", {"number": number})
    assert (found.status, "void" in found.body["why_not"]) == (200, True), found
    sue = floor.anybody()
    assert sue.sign_in("sue").status == 200
    altered = sue.post("/api/v1/reports/alterations", {"period": "life"})
    assert any("The patron wanted chips" in str(row) for row in altered.body["rows"]), altered


def test_the_clerk_reads_what_to_hand_over_where_there_is_no_coin_for_the_last_cents(floor: LiveFloor, console: Page) -> None:
    """Before the payment and after it, on the receipt, in the list, and when it is reversed."""

    def signed() -> None:
        slip.get_by_label("Their login").fill("sue")
        slip.get_by_label("Their password").fill(PASSWORD)
        console.get_by_test_id("give").click()

    sign_in(console, floor, "cass", table="cage/")
    slip, told = console.get_by_role("dialog"), console.locator("#told")
    console.locator("#shown-number").fill(FORMER)
    console.keyboard.press("Enter")
    words = "In cash hand over $33.35 for $33.33: there is no smaller coin."
    expect(console.get_by_test_id("in-cash")).to_have_text(words)
    console.get_by_test_id("PayFormerTicket").click()
    expect(slip.locator(".lead")).to_have_text(words)
    signed()
    expect(told).to_contain_text("Hand over $33.35 for $33.33.")
    console.get_by_test_id("last-receipt").click()
    expect(console.get_by_test_id("receipt-amount")).to_have_text("$33.33")
    expect(slip).to_contain_text("Handed over in cash$33.35")
    expect(slip).to_contain_text("Rounded up to coins$0.02")
    assert axe(console) == []
    console.get_by_role("button", name="Done").click()
    console.get_by_role("link", name="Receipts").click()
    console.locator("tr[data-receipt]", has_text="$33.35 for $33.33").get_by_role("button", name="Reverse").click()
    slip.get_by_label("Reason").fill("Somebody else's ticket")
    signed()
    expect(told).to_contain_text("Take back $33.35 for $33.33.")
