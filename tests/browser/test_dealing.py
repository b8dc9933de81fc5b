"""A dealer at the console: a hand of craps and a round of Sic Bo by touch alone, and the money agrees with the books."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.audit.resettle import resettle
from croupier.ledger.accounts import rack
from journals import bodies
from live_floor import PASSWORD, LiveFloor, live_floor
from staff_page import axe, bet, call, enter, hold, pay, seat, sign_in


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this module."""
    with live_floor(tmp_path_factory.mktemp("dealing"), tables=("craps", "crown", "sicbo")) as running:
        running.hire("dora", "Dora Lee", "dealer", "supervisor")
        yield running


@pytest.fixture
def dealer(floor: LiveFloor, console: Page) -> Page:
    """A console in a dealer's hands."""
    sign_in(console, floor, "dora")
    expect(console.get_by_test_id("table-craps")).to_be_visible()
    return console


def take_over(page: Page, table: str) -> None:
    page.get_by_test_id(f"table-{table}").click()
    page.locator('[data-order="RelieveDealer"]').click()
    expect(page.get_by_test_id("round")).to_contain_text("Dora Lee (dealer) deals")
    expect(page.locator('[data-order="RelieveDealer"]')).to_have_count(0)  # whoever deals cannot take over


def give_back(page: Page) -> None:
    page.locator('[data-order="HandBackTable"]').click()
    expect(page.get_by_test_id("round")).to_contain_text("Nobody deals")


def credit(page: Page, seat: str, amount: str) -> None:
    expect(page.locator(f'[data-seat="{seat}"] .credit')).to_have_text(amount)


def throw(page: Page, faces: str) -> None:
    """The dice are thrown, and the stickperson enters how they lie."""
    call(page, "The dice are thrown")
    enter(page, faces)
    call(page, "Enter the result")
    expect(page.locator("button.next")).to_contain_text("All bets are paid")


def paid(page: Page) -> list[str]:
    """What the dealer takes and pays, line by line."""
    return [" ".join(line.split()) for line in page.get_by_test_id("payments").locator("li").all_inner_texts()]


def agrees(floor: LiveFloor, table: str, credits: dict[str, int]) -> None:
    """The journal alone gives the same money, by the rules, and its chain is intact."""
    told = resettle(bodies(Path(floor.journal), table))
    assert told.holds, told.sentences
    assert {seat: told.balances[rack(seat)] for seat in credits} == credits
    assert sum(told.balances.values()) == 0


def come_out_with_a_lost_die(page: Page) -> None:
    """The dice are offered and chosen, and one of them is lost and found; then the point is 6."""
    take_over(page, "craps")
    for player in ("ann", "bob"):
        seat(page, player, "1,000")
    call(page, "Place your bets")
    bet(page, "ann", "win-line", 2500)
    bet(page, "bob", "win-line", 500, 500)
    bet(page, "bob", "dont-win", 500)
    expect(page.get_by_test_id("ahead")).to_contain_text("Then: The dice are thrown")
    call(page, "Offer the dice")
    for die in (1, 4):
        page.locator(f'[data-die="{die}"]').click()
    call(page, "ann takes 1 and 4")

    # A die goes off the table and is lost: the round must be called off, and the shooter chooses again.
    call(page, "The dice are thrown")
    page.locator('[data-order="LoseDice"].quick').first.click()
    expect(page.get_by_test_id("round")).to_contain_text("1 of the dice missing")
    call(page, "a die came to rest off the table")
    expect(page.get_by_test_id("round")).to_contain_text("Round over")
    call(page, "Place your bets")
    # A small screen shows the whole layout, and the answer does not cover it.
    page.set_viewport_size({"width": 1024, "height": 768})
    page.evaluate("() => scrollTo(0, 0)")  # touching a key further down may have scrolled the page
    expect(page.get_by_test_id("spot-win-line")).to_be_in_viewport()
    told, layout = (page.locator(each).bounding_box() for each in ("#told", ".layout .window"))
    assert told
    assert layout
    assert layout["y"] + layout["height"] <= 768
    assert told["y"] + told["height"] <= layout["y"]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator('[data-order="RecoverDie"].quick').filter(has_text="shooter").click()
    expect(page.get_by_test_id("round")).to_contain_text("Dice 1 and 4")

    throw(page, "24")
    expect(page.get_by_role("img", name="Puck on, the point is 6")).to_be_visible()
    call(page, "All bets are paid")
    call(page, "Place your bets")


def test_a_hand_of_craps_with_come_bets_odds_a_lost_die_and_a_no_roll(floor: LiveFloor, dealer: Page) -> None:
    page = dealer
    come_out_with_a_lost_die(page)
    stakes_follow_the_document(page, "bob", "win-line", "dont-win")

    # Ann takes odds, Bob a come bet and a place bet that cannot be paid exactly. No padlock is on odds that are taken.
    page.locator('[data-act-for="ann"]').click()
    expect(page.get_by_test_id("spot-behind-win-line")).not_to_have_accessible_name(re.compile("locked"))
    expect(page.get_by_test_id("spot-behind-come:5")).to_have_accessible_name(re.compile(", locked$"))
    bet(page, "ann", "behind-win-line", 2500)
    the_limit_is_one_touch(page, "ann", "behind-win-line")
    bet(page, "bob", "come", 500, 500)
    bet(page, "bob", "place-win:8", 500, 100, 100)

    # No roll: a cocked die is one touch, and every bet stays where it is.
    call(page, "The dice are thrown")
    expect(page.locator('[data-ground="irregular-throw"].may')).to_be_visible()
    page.locator('[data-ground="cocked"].must').click()
    expect(page.locator('[data-stacks="come"] [data-stack="bob"]')).to_have_count(1)
    call(page, "Place your bets")

    # A come bet lies where it was until the dealer has moved it.
    throw(page, "41")
    assert paid(page) == ["2 bob, Come Move $10.00 to Come, point 5"]
    expect(page.locator('[data-stacks="come"] [data-stack="bob"]')).to_contain_text("10")
    page.get_by_test_id("payments").get_by_label("bob, Come").check()
    expect(page.locator('[data-stacks="come:5"] [data-stack="bob"]')).to_contain_text("10")
    pay(page)
    call(page, "Place your bets")
    bet(page, "bob", "behind-come:5", 500)
    called_off_and_on(page, "bob", "place-win:8")
    throw(page, "53")
    assert paid(page) == ["2 bob, Place Bet to Win 8 Pay $9.00 $7.00 stays up 1 x 5 4 x 1 breakage $0.83"]
    expect(page.locator('[data-wager="place-win:8"].lit')).to_be_visible()
    chips_are_round(page)
    page.get_by_test_id("spot-field").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == [], scheme
    page.keyboard.press("Escape")
    page.get_by_test_id("tick-all").click()
    expect(page.get_by_test_id("payments")).to_contain_text("Everything is ticked")
    pay(page)
    call(page, "Place your bets")

    everything_is_taken(page)
    give_back(page)
    agrees(floor, "craps", {"ann": 95_000, "bob": 97_700})


def everything_is_taken(page: Page) -> None:
    """Seven out: everything on the layout is taken, and the page asks once about the lines that are not ticked."""
    throw(page, "34")
    assert [line.partition(" Take")[0] for line in paid(page)] == [
        "1 ann, Win Line",
        "1 ann, Behind the Win Line",
        "2 bob, Win Line",
        "2 bob, Come, point 5",
        "2 bob, Behind the Come 5",
        "2 bob, Place Bet to Win 8",
    ]
    expect(page.locator('[data-result="lose"]')).to_have_count(6)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.get_by_test_id("payments").locator("li").nth(4)).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_test_id("payments").get_by_label("ann, Win Line").check()
    expect(page.locator('[data-stacks="win-line"] [data-stack="ann"]')).to_have_count(0)
    expect(page.get_by_test_id("payments")).to_contain_text("5 left")
    call(page, "All bets are paid")
    expect(page.locator("#told")).to_contain_text("5 lines are not ticked")
    expect(page.locator('button.next:not([aria-disabled="true"])')).to_contain_text("All bets are paid")
    call(page, "All bets are paid")
    expect(page.locator("[data-stack]")).to_have_count(0)
    credit(page, "ann", "$950.00")
    credit(page, "bob", "$977.00")


def called_off_and_on(page: Page, player: str, wager: str) -> None:
    """The marker lies on the chips."""
    for call_to, marker in (("off", "OFF"), ("on", "ON")):
        page.get_by_test_id(f"spot-{wager}").click()
        page.locator(f'[data-form="CallBet {call_to}"]').click()
        expect(page.locator(f'[data-stacks="{wager}"] [data-stack="{player}"]')).to_have_attribute("data-call", marker)


def chips_are_round(page: Page) -> None:
    chips = page.locator(".value-chip").all()
    assert chips
    for box in (chip.bounding_box() for chip in chips):
        assert box
        assert box["width"] == box["height"]


def stakes_follow_the_document(page: Page, player: str, line: str, dont: str) -> None:
    """Once a point is on, a line bet stands, and a Don't bet comes down and not back up. A stake is no more than the chips."""
    page.get_by_test_id(f"spot-{line}").click()
    expect(page.get_by_test_id("spot-panel")).to_be_visible()
    expect(page.locator('[data-form="TakeDown"]')).to_have_count(0)
    page.keyboard.press("Escape")
    refused(page, player, dont, 500, "this bet can no longer be added to")
    page.locator('[data-chip="0"]').click()
    page.get_by_test_id(f"spot-{dont}").click()
    page.locator('[data-form="TakeDown"]').click()
    expect(page.locator(f'[data-stacks="{dont}"]')).to_have_count(0)
    refused(page, player, dont, 500, "is bet only before a come-out roll")
    refused(page, player, "field", 50_000, "which does not cover", times=2)


def the_limit_is_one_touch(page: Page, player: str, odds: str) -> None:
    """A refusal that names a limit has a key that bets up to it: $25.00 more of $30.00 in hand. It can be undone."""
    stack = page.locator(f'[data-stacks="{odds}"] [data-stack="{player}"]')
    refused(page, player, odds, 500, "$55.00 is over the limit of $50.00", times=6)
    key = page.get_by_test_id("offer")
    expect(key).to_have_text("Bet $25.00")
    assert axe(page) == []
    key.click()
    expect(stack).to_contain_text("50")
    expect(key).to_have_count(0)
    refused(page, player, odds, 500, "$55.00 is over the limit of $50.00")
    expect(key).to_have_count(0)
    undo = page.get_by_test_id("undo-bet")
    expect(undo).to_contain_text("Undo $25.00")
    undo.click()
    expect(stack).to_contain_text("25")
    page.locator('[data-chip="0"]').click()


def refused(page: Page, player: str, wager: str, chip: int, why: str, times: int = 1) -> None:
    """Chips that the table does not take come back with the reason, and the layout stays as it was."""
    before = page.locator("[data-stack]").count()
    hold(page, player, *[chip] * times)
    page.get_by_test_id(f"spot-{wager}").click()
    expect(page.locator("#told")).to_contain_text(why)
    expect(page.locator("[data-stack]")).to_have_count(before)


def test_a_hand_of_adelaide_craps_with_dont_bets_and_calls(floor: LiveFloor, dealer: Page) -> None:
    page = dealer
    take_over(page, "crown")
    for player in ("eve", "fay"):
        seat(page, player, "1,000")
    call(page, "Place your bets")
    bet(page, "eve", "pass", 500, 500)
    bet(page, "fay", "dont-pass", 500, 500)
    bet(page, "fay", "place-win:8", 500, 100)
    call(page, "Offer the dice")
    for die in (2, 5):
        page.locator(f'[data-die="{die}"]').click()
    call(page, "eve takes 2 and 5")

    # Off on a come-out roll, unless it is called on.
    called_off_and_on(page, "fay", "place-win:8")
    # The caller says what a player called out.
    page.locator('[data-order="SpeakBet"]').click()
    page.get_by_role("radio", name="fay").check()
    page.get_by_label("Wager").fill("hard 8")
    page.get_by_label("Stake, $").fill("5")
    page.get_by_test_id("give").click()
    expect(page.locator("#told")).to_contain_text("Take a spoken bet (fay, with chips, hard 8, $5.00): done.")
    expect(page.locator('[data-stacks="hardway:8"] [data-stack="fay"]')).to_have_count(1)

    throw(page, "42")
    assert paid(page) == []
    call(page, "All bets are paid")
    call(page, "Place your bets")
    stakes_follow_the_document(page, "fay", "pass", "dont-pass")

    # Seven out: the dice go on to the next player.
    throw(page, "61")
    assert [line.partition(" Take")[0] for line in paid(page)] == [
        "1 eve, Pass Bet",
        "2 fay, Place Bet to Win 8",
        "2 fay, Hardway 8",
    ]
    pay(page)
    expect(page.get_by_test_id("round")).not_to_contain_text("Shooter")
    call(page, "Place your bets")
    page.locator('[data-order="LoseDice"].quick').first.click()
    call(page, "Bring a new set")  # nobody could take the dice before
    call(page, "Offer the dice")
    expect(page.get_by_test_id("dice-choice")).to_contain_text("fay takes 2 of 5, counted from the left")
    # Nobody takes them: the page says who throws.
    page.locator('[data-order="DeclineDice"].quick').click()
    call(page, "Offer the dice")
    page.locator('[data-order="DeclineDice"].quick').click()
    expect(page.locator('[data-theirs="ThrowForHouse"]')).to_contain_text("For the House.")
    give_back(page)
    agrees(floor, "crown", {"eve": 99_000, "fay": 98_900})


def test_a_round_of_sic_bo_with_cocked_dice(floor: LiveFloor, dealer: Page) -> None:
    page = dealer
    take_over(page, "sicbo")
    for player in ("cleo", "dan"):
        seat(page, player, "200")
    for times in range(1, 4):
        expect(page.get_by_test_id("ahead")).to_contain_text("Then: Place your bets")
        expect(page.locator("button.next")).to_contain_text(f"{times} of 3")
        call(page, "Shake the dice")
    call(page, "Place your bets")
    bet(page, "cleo", "small", 2500)
    bet(page, "dan", "big", 500)
    bet(page, "dan", "total:7", 500)

    # Escape closes the panel of a spot, wherever the focus is.
    page.get_by_test_id("spot-big").click()
    page.get_by_test_id("spot-big").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("spot-panel")).to_be_hidden()

    # A bet is moved, and another taken down, by touching it.
    page.get_by_test_id("spot-big").click()
    page.locator('[data-form="MoveBet"]').click()
    page.get_by_test_id("spot-odd").click()
    expect(page.locator('[data-stacks="odd"] [data-stack="dan"]')).to_have_count(1)
    page.get_by_test_id("spot-odd").click()
    page.locator('[data-form="TakeDown"]').click()
    expect(page.locator('[data-stacks="odd"]')).to_have_count(0)
    call(page, "No more bets")
    call(page, "Uncover the dice")
    page.locator('[data-ground="cocked"].must').click()
    expect(page.get_by_test_id("round")).to_contain_text("Round over")
    assert paid(page) == ["1 cleo, Small Void: $25.00 back", "2 dan, Three Dice Total 7 Void: $5.00 back"]
    credit(page, "cleo", "$200.00")
    give_back(page)
    agrees(floor, "sicbo", {"cleo": 20_000, "dan": 20_000})


def test_a_throw_is_dealt_from_the_offer_of_the_dice_to_the_payments_by_the_keyboard_alone(
    console: Page, tmp_path: Path
) -> None:
    """The focus goes with the next call, also where dice are chosen first and its key can take no touch yet."""
    page = console
    with live_floor(tmp_path, tables=("crown",)) as floor:
        floor.hire("dora", "Dora Lee", "dealer", "supervisor")
        sign_in(page, floor, "dora")
        take_over(page, "crown")
        seat(page, "eve", "500")
        call(page, "Place your bets")
        bet(page, "eve", "pass", 25_00)
        large = page.locator("button.next")
        expect(large).to_contain_text("Offer the dice")
        large.focus()
        expect(large).not_to_have_attribute("aria-disabled", "true")  # it has just appeared
        page.keyboard.press("Enter")
        expect(large).to_contain_text("The dice are taken")
        expect(page.locator('[data-die="1"]')).to_be_focused()
        for key in (" ", "Tab", " ", "Tab", "Tab", "Tab", "Tab"):
            page.keyboard.press(key)
        expect(large).to_contain_text("eve takes 1 and 2")
        # So are their numbers typed. What was typed can be taken back, and there is no die 6 of 5.
        for key in ("Backspace", "Backspace", "6", "3", "Backspace"):
            page.keyboard.press(key)
        expect(large).to_contain_text("eve takes 2 of 5")
        page.keyboard.type("41")
        expect(large).to_contain_text("eve takes 1 and 4")
        for words in ("The dice are thrown", "Enter the result", "All bets are paid", "Place your bets"):
            expect(large).to_be_focused()
            expect(large).not_to_have_attribute("aria-disabled", "true")
            page.keyboard.press("Enter")
            expect(large).to_contain_text(words)
            if words == "Enter the result":
                page.keyboard.type("46")
                expect(large).to_contain_text("4-6")
        expect(large).to_be_focused()


def test_dice_are_entered_in_two_steps_by_the_keyboard_alone(floor: LiveFloor, dealer: Page) -> None:
    """The second step sends the result. A die that was misread is undone before."""
    page = dealer
    take_over(page, "sicbo")
    for _ in range(3):
        call(page, "Shake the dice")
    tick = page.get_by_test_id("tick-all")
    if tick.is_visible():  # the bets of the void round, if another test has played it here
        tick.click()
    for words in ("Place your bets", "No more bets", "Uncover the dice"):
        call(page, words)
    entry = page.get_by_test_id("result-entry")
    entry.get_by_role("button", name="6", exact=True).focus()
    for key in ("6", "6", "5", "Backspace"):
        page.keyboard.press(key)
    expect(entry.get_by_role("img", name="The dice show 6, 6", exact=True)).to_be_visible()
    expect(page.locator("button.next")).to_be_disabled()
    page.keyboard.press("1")
    expect(page.locator("button.next")).to_contain_text("1-6-6, a total of 13")
    expect(page.locator("button.next")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("button.next")).to_contain_text("Enter the result")
    expect(page.locator("button.next")).to_be_focused()
    expect(page.locator("button.next")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".results [data-outcome]").first).to_have_attribute("data-outcome", "1-6-6")
    expect(page.locator("button.next")).to_contain_text("All bets are paid")
    expect(page.locator("button.next")).to_be_focused()

    # A run begins: a touch bets what the sign says, whatever chips are in hand. The chosen player comes first in a form.
    call(page, "All bets are paid")
    for _ in range(3):
        call(page, "Shake the dice")
    call(page, "Place your bets")
    seat(page, "gus", "100")
    hold(page, "gus", 2500)
    page.get_by_test_id("spot-super-streak:small-big").click()
    expect(page.locator("#told")).to_contain_text("$5.00 on Super Streak, Small or Big for gus: done.")
    page.locator('[data-order="IssueColours"]').click()
    expect(page.locator("dialog .form").first).to_contain_text("gus, red")
    page.keyboard.press("Escape")
    agrees(floor, "sicbo", {"gus": 9500})

    # Who has colour checks is paid in them, as the books count.
    page.locator('[data-order="IssueColours"]').click()
    page.locator("dialog .form").first.click()
    page.get_by_label("Value, $").fill("20")
    page.get_by_test_id("give").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    hold(page, "gus", 2500)
    page.get_by_test_id("spot-big").click()
    expect(page.locator("#told")).to_contain_text("$25.00 on Big for gus: done.")
    for words in ("No more bets", "Uncover the dice"):
        call(page, words)
    enter(page, "156")
    for words in ("1-5-6, a total of 12", "Enter the result"):
        call(page, words)
    expect(page.locator('[data-pays="gus"][data-wager="big"] .details')).to_have_text("1 x red 201 x 5")
    pay(page)


def test_a_tray_that_waits_for_its_opener_is_why_there_is_nothing_to_call(console: Page, tmp_path: Path) -> None:
    """Dice that are shaken then would lead to nothing, however often."""
    with live_floor(tmp_path, tables=("sicbo",)) as other:
        dora = other.hire("dora", "Dora Lee", "dealer", "supervisor")
        other.hire("sue", "Sue Park", "supervisor")
        second = {"login": "sue", "password": PASSWORD}
        orders: tuple[tuple[str, dict[str, Any]], ...] = (
            ("RelieveDealer", {}),
            ("SetUpFloat", {"chips": {"10000": 50}, "second": second}),
            ("CountTray", {"is_opener": True, "chips": {"10000": 50}, "second": second}),
            ("ShakeDice", {}),
            ("CountTray", {"is_opener": False, "chips": {"10000": 50}, "second": second}),
        )
        for order, fields in orders:
            assert dora.order("sicbo", order, **fields).status == 200, order
        sign_in(console, other, "dora", table="sicbo")
        calls = console.get_by_role("region", name="Next call")
        expect(calls).to_contain_text("First count the opener of the tray.")
        expect(console.locator("button.next")).to_have_count(0)
