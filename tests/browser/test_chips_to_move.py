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


def correct(console: Console, outcome: str) -> None:
    round = console.get("/api/v1/tables/craps").body["round"]["number"]
    correction: dict[str, Any] = {"round": round, "outcome": outcome, "why": "It was misread."}
    digest = console.previewed("craps", "CorrectOutcome", **correction).body["digest"]
    given(console, "CorrectOutcome", preview=digest, **correction)


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


def test_a_correction_shows_first_what_a_player_did_that_is_not_possible_any_more(
    floor: LiveFloor, dora: Console, console: Page
) -> None:
    """Eve took her Place Bet down after a 4. A seven fell, so the bet had lost: she will ask about it."""
    if dora.actions("craps")["OpenBetting"]["open"]:
        given(dora, "OpenBetting")
    given(dora, "TakeSeat", seat="eve", chips=50_000, tender=CASH)
    given(dora, "PlaceBet", seat="eve", wager="place-win:5", stake=500)
    given(dora, "CallBet", seat="eve", wager="place-win:5", on=True)
    throw(dora, "2-2")
    given(dora, "FinishPaying")
    given(dora, "OpenBetting")
    given(dora, "TakeDown", seat="eve", wager="place-win:5")
    sign_in(console, floor, "dora", table="craps")
    console.locator('.results [data-outcome="2-2"] button').last.click()
    choice = console.get_by_test_id("outcome-choice")
    for face in ("3", "4"):
        choice.get_by_role("button", name=face, exact=True).click()
    dropped = console.get_by_test_id("dropped")
    expect(dropped.locator("li")).to_contain_text(["Place Bet to Win 5: eve has no bet there (6.1.10)."])
    expect(dropped).to_be_in_viewport()
    expect(console.get_by_test_id("preview").locator("div:has(> .dropped) ~ div").get_by_test_id("histories")).to_be_visible()
    assert axe(console) == []


def test_after_two_corrections_of_a_round_that_is_being_paid_a_player_has_one_line_for_every_case(
    floor: LiveFloor, dora: Console, console: Page
) -> None:
    """6 was entered, then 9, then 12: what the dealer does depends on which of the two lists before was carried out."""
    for order in ("FinishPaying", "OpenBetting"):
        if dora.actions("craps")[order]["open"]:
            given(dora, order)
    given(dora, "TakeSeat", seat="hal", chips=50_000, tender=CASH)
    if not dora.actions("craps")["ShootDice"]["open"]:
        given(dora, "PlaceBet", seat="ann", wager="win-line", stake=1000)
    given(dora, "PlaceBet", seat="hal", wager="field", stake=500)
    throw(dora, "3-3")
    sign_in(console, floor, "dora", table="craps")
    hal = console.get_by_test_id("payments").locator("li").filter(has_text="hal")
    heading = console.get_by_role("heading", name="Take and pay")
    expect(heading).to_have_text("Take and pay")
    correct(dora, "4-5")
    expect(heading).to_have_text("Take and pay, list 2")
    expect(hal.locator(".acts")).to_contain_text(["If it was done:Pay $10.00", "If not:Pay $5.00and $5.00 back"])
    correct(dora, "6-6")
    expect(heading).to_have_text("Take and pay, list 3")
    expect(hal).to_have_count(1)
    expect(hal).to_contain_text("hal, Field")
    expect(hal.locator(".acts")).to_contain_text(
        ["If list 2 was done:Pay $5.00", "If list 1 was done:Pay $15.00", "If none was done:Pay $10.00and $5.00 back"]
    )
    given(dora, "FinishPaying")
    expect(hal).to_have_count(0)


def test_after_a_void_of_a_round_that_is_being_paid_a_player_has_one_line(
    floor: LiveFloor, dora: Console, console: Page
) -> None:
    """The round is called off after 9: the dealer takes what was won, or gives the stake back if nothing was paid."""
    mia = floor.hire("mia", "Mia Brandt", "casino-supervisor")
    if dora.actions("craps")["OpenBetting"]["open"]:
        given(dora, "OpenBetting")
    for seat in ("flo", "gus"):
        given(dora, "TakeSeat", seat=seat, chips=50_000, tender=CASH)
    if not dora.actions("craps")["ShootDice"]["open"]:
        given(dora, "PlaceBet", seat="ann", wager="win-line", stake=1000)  # the shooter's line bet was decided before
    given(dora, "PlaceBet", seat="flo", wager="field", stake=1000)
    given(dora, "PlaceBet", seat="gus", wager="field", stake=1000)
    given(dora, "PlaceBet", seat="gus", wager="hardway:8", stake=500)
    given(dora, "PlaceBet", seat="gus", wager="eleven", stake=500)
    throw(dora, "4-5")
    round = dora.get("/api/v1/tables/craps").body["round"]["number"]
    given(mia, "VoidRound", ground="disorder", round=round)
    sign_in(console, floor, "dora", table="craps")
    payments = console.get_by_test_id("payments")
    ours = payments.locator('li[data-occasion="undo"]').filter(has_text="flo")
    expect(ours).to_contain_text("flo, FieldIf it was done:Take $10.00If not:$10.00 back")
    gus = payments.locator('li[data-occasion="undo"]').filter(has_text="gus")
    expect(gus).to_contain_text("If all of it was done:Take $5.00")
    expect(gus).to_contain_text("If nothing was done:$15.00 back")
    expect(gus).to_contain_text("Field: if it was done, take $10.00; if not, $10.00 back")
    expect(gus).to_contain_text("Eleven: if it was done, pay $5.00; if not, $5.00 back")
    expect(payments.locator("li").filter(has_text="flo")).to_have_count(1)
    expect(console.locator('[data-stacks="field"] [data-stack="flo"]')).to_have_count(1)
    ours.locator("input").check()
    expect(console.locator('[data-stacks="field"] [data-stack="flo"]')).to_have_count(0)
    console.reload()
    expect(ours.locator("input")).to_be_checked()
    console.set_viewport_size({"width": 390, "height": 844})
    assert not console.evaluate(SIDEWAYS)
    assert axe(console) == []
