"""A dealer's console asks for nothing that means nothing at its table, and says in words what it means."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.test_display import given
from live_floor import CASH, CHIPS, Console, LiveFloor, live_floor
from staff_page import sign_in


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("words"), tables=("crown", "wheel"), betting=600) as running:
        yield running


@pytest.fixture(scope="module")
def dora(floor: LiveFloor) -> Console:
    """The dealer of Adelaide craps, who is the casino's supervisor, too."""
    dora = floor.hire("dora", "Dora Lee", "dealer", "casino-supervisor")
    given(dora, "crown", "RelieveDealer")
    given(dora, "crown", "TakeSeat", seat="ann", chips=100_000, tender=CASH)
    given(dora, "crown", "OpenBetting")
    given(dora, "crown", "PlaceBet", seat="ann", wager="pass", stake=1000)
    given(dora, "crown", "OfferDice", seat="ann")
    return dora


@pytest.fixture
def page(floor: LiveFloor, dora: Console, console: Page) -> Page:
    assert dora
    sign_in(console, floor, "dora", table="crown")
    expect(console.locator("[data-act-for=ann]")).to_be_visible()
    return console


def opened(page: Page, order: str) -> Locator:
    page.locator(f'[data-order="{order}"]').first.click()
    return page.locator("#order")


def gives(page: Page) -> None:
    page.get_by_test_id("give").click()
    expect(page.locator("#order")).to_be_hidden()


def test_a_player_is_seated_without_a_name_and_no_name_comes_twice(page: Page, dora: Console) -> None:
    for name in ("Player 1", "Player 2"):
        dialog = opened(page, "TakeSeat")
        expect(dialog.get_by_label("Name of the player")).to_have_value(name)
        expect(dialog.get_by_label("Paid with")).to_have_value("cash")
        dialog.get_by_label("Buy-in, $").fill("200")
        gives(page)
        expect(page.locator(f'[data-seat="{name}"] .credit')).to_have_text("$200.00")
        given(dora, "crown", "LeaveSeat", seat=name, tender=CHIPS)


def test_chips_in_hand_and_a_player_are_a_buy_in(page: Page) -> None:
    page.locator('[data-act-for="ann"]').click()
    for chip in (0, 10_000, 2_500):
        page.locator(f'[data-chip="{chip}"]').click()
    before = page.locator('[data-seat="ann"] .credit').inner_text()
    dialog = opened(page, "InsertMoney")
    expect(dialog.get_by_label("Amount, $")).to_have_value("125.00")
    expect(dialog.get_by_label("Paid with")).to_have_value("cash")
    expect(dialog.get_by_label("Voucher")).to_have_count(0)  # the cage numbers those, and an order of its own takes them
    gives(page)
    expect(page.locator('[data-seat="ann"] .credit')).not_to_have_text(before)


def test_no_field_of_a_terminal_is_asked_for_at_a_table_of_a_dealer(page: Page) -> None:
    dialog = opened(page, "Collect")
    expect(dialog).to_contain_text("all the chips in front of them")
    expect(dialog.get_by_text("Cause")).to_have_count(0)
    page.keyboard.press("Escape")
    dialog = opened(page, "VoidRound")
    expect(dialog.locator(".form").first).to_be_visible()
    expect(dialog.get_by_text("fraud touches")).to_have_count(0)
    expect(dialog.get_by_label("Players whose bets are kept for fraud")).to_be_hidden()
    expect(dialog.get_by_text("Terminals")).to_have_count(0)


def test_keys_say_what_they_do(page: Page) -> None:
    expect(page.get_by_test_id("dice-choice")).to_contain_text("ann takes 2 of 5, counted from the left as they lie")
    ground = page.locator(".quick.off [data-ground] b.must").first
    expect(ground).to_have_text("always")
    orders = page.locator(".orders")
    for words in ("Advise complaint", "Rectify", "Relax freeze", "Void unconfirmed", "Hold to one terminal"):
        expect(orders.get_by_text(words, exact=True)).to_have_count(0)
    expect(page.get_by_text(re.compile(r"\d/p\d"))).to_have_count(0)


def test_a_spot_says_why_nothing_can_be_done_there(page: Page) -> None:
    page.locator('[data-act-for="ann"]').click()
    page.get_by_test_id("spot-come:4").click()
    expect(page.get_by_test_id("spot-panel")).to_contain_text("Bets move to this spot by themselves")


def test_a_commission_is_taken_where_the_dealer_takes_and_pays(page: Page, dora: Console) -> None:
    given(dora, "crown", "PlaceBet", seat="ann", wager="buy-win:4", stake=10_000)
    line = page.get_by_test_id("payments").locator('li[data-occasion="commission"]')
    expect(line).to_contain_text("Commission:")
    expect(line).to_contain_text("Take $5.00")
    given(dora, "crown", "TakeDown", seat="ann", wager="buy-win:4")
    expect(line).to_have_count(0)
