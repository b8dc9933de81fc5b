"""What the dealer's hands do after something out of the ordinary: a short bet, a part that comes down, a correction."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from live_floor import CASH, Console, LiveFloor, live_floor
from staff_page import SIDEWAYS, axe, sign_in


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this module, with a table that Dora deals."""
    with live_floor(tmp_path_factory.mktemp("chips"), tables=("craps",)) as running:
        running.hire("dora", "Dora Lee", "dealer", "supervisor")
        yield running


@pytest.fixture(scope="module")
def dora(floor: LiveFloor) -> Console:
    """Ann and Bob sit at the table, and Ann has the dice."""
    console = floor.anybody()
    assert console.sign_in("dora").status == 200
    given(console, "RelieveDealer")
    for seat in ("ann", "bob"):
        given(console, "TakeSeat", seat=seat, chips=50_000, tender=CASH)
    given(console, "OpenBetting")
    given(console, "PlaceBet", seat="ann", wager="win-line", stake=1000)
    given(console, "OfferDice", seat="ann")
    given(console, "AcceptDice", seat="ann", dice=[1, 2])
    return console


def given(console: Console, order: str, **fields: Any) -> None:
    answer = console.order("craps", order, **fields)
    assert answer.status == 200, answer


def throw(console: Console, outcome: str) -> None:
    given(console, "ShootDice", seat="ann")
    given(console, "EnterOutcome", outcome=outcome)


def lines(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.get_by_test_id("payments").locator("li").all_inner_texts()]


def test_7_2_a_bet_below_the_minimum_is_corrected_or_refused_at_its_seat(
    floor: LiveFloor, dora: Console, console: Page
) -> None:
    for seat in ("ann", "bob"):
        given(dora, "PlaceBet", seat=seat, wager="field", stake=300)
    sign_in(console, floor, "dora", table="craps")
    ann, bob = (console.locator(f'[data-seat="{seat}"]') for seat in ("ann", "bob"))
    expect(ann).to_contain_text("below the minimum of $5.00")
    ann.get_by_role("button", name="Raise to $5.00").click()
    expect(ann.locator(".bets")).to_contain_text("$5.00")
    expect(ann.locator("[data-short]")).to_have_count(0)
    expect(bob.get_by_role("button", name="Give it back")).to_be_visible()
    assert axe(console) == []
    bob.get_by_role("button", name="Refuse").click()
    console.get_by_label("Reason").fill("Told twice")
    console.get_by_test_id("give").click()
    expect(bob.locator(".bets li")).to_have_count(0)
    expect(console.get_by_test_id("payments").locator("li")).to_have_count(1)
    assert lines(console) == ["2 bob, Field Void: $3.00 back"]


def test_a_part_of_a_bet_comes_down_at_the_layout(floor: LiveFloor, dora: Console, console: Page) -> None:
    given(dora, "PlaceBet", seat="bob", wager="field", stake=2500)
    sign_in(console, floor, "dora", table="craps")
    console.locator('[data-act-for="bob"]').click()
    console.get_by_test_id("spot-field").click()
    panel = console.get_by_test_id("spot-panel")
    for _ in range(2):
        console.locator('[data-chip="500"]').click()
    panel.get_by_role("button", name="Take $10.00 of it down").click()
    expect(console.locator('[data-seat="bob"] .bets')).to_contain_text("$15.00")
    expect(console.locator('[data-seat="bob"] .credit')).to_have_text("$485.00")


def test_after_a_correction_the_page_lists_what_to_take_and_to_pay(floor: LiveFloor, dora: Console, console: Page) -> None:
    """6 was entered and paid, and 9 fell. A tick outlasts the page."""
    for seat, wager in (("cleo", "place-win:6"), ("dan", "place-win:9")):
        given(dora, "TakeSeat", seat=seat, chips=50_000, tender=CASH)
        given(dora, "PlaceBet", seat=seat, wager=wager, stake=500)
        given(dora, "CallBet", seat=seat, wager=wager, on=True)
    throw(dora, "3-3")
    given(dora, "FinishPaying")
    round = dora.get("/api/v1/tables/craps").body["round"]["number"]
    correction: dict[str, Any] = {"round": round, "outcome": "4-5", "why": "It was misread."}
    digest = dora.previewed("craps", "CorrectOutcome", **correction).body["digest"]
    given(dora, "CorrectOutcome", preview=digest, **correction)
    sign_in(console, floor, "dora", table="craps")
    payments = console.get_by_test_id("payments")
    expect(payments.locator('[data-occasion="correction"]').first).to_be_visible()
    assert [line for line in lines(console) if "cleo" in line or "dan" in line] == [
        "3 cleo, chips in front Correction: Take $6.00 breakage -$0.16",
        "4 dan, chips in front Correction: Pay $7.00 1 x 5 2 x 1",
    ]
    cleo = payments.get_by_label("cleo, chips in front")
    cleo.check()
    console.reload()
    expect(cleo).to_be_checked()
    expect(payments.get_by_label("dan, chips in front")).not_to_be_checked()
    console.set_viewport_size({"width": 390, "height": 844})
    assert not console.evaluate(SIDEWAYS)
    assert axe(console) == []
