"""Receipts in Chromium: printed right after a transaction and again as a copy; a wrong one is reversed by two people."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from live_floor import PASSWORD, LiveFloor, live_floor, with_drawer
from staff_page import axe, looks_right, sign_in


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("receipts"), tables=("wheel",), betting=600) as running:
        administrator = running.administrator()
        running.hire("sue", "Sue Park", "supervisor", by=administrator)
        with_drawer(running.hire("cass", "Cass Hill", "cage", by=administrator), "sue")
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
    for words in ("Test floor: receipt 1", "Ticket sold, ticket 1", "Cass Hill", "Cage"):
        expect(slip).to_contain_text(words)
    expect(slip).not_to_contain_text("copy")
    expect(slip).not_to_contain_text(number)
    assert axe(console) == []
    console.get_by_role("button", name="Done").click()

    console.get_by_role("link", name="Receipts").click()
    row = console.locator('[data-receipt="1"]')
    expect(row).to_contain_text("Ticket sold, ticket 1")
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
