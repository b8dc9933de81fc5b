"""The shooter: offered the dice, throwing or passing them."""

from playwright.sync_api import Page, expect

from playing import announced, is_large_enough, keep_time, said, stop_time
from scripted import SEAT, ScriptedTable

CRAPS = "star-craps-2016"


def test_the_dice_are_offered_and_taken_thrown_or_passed(page: Page) -> None:
    table = ScriptedTable(page, CRAPS, throws=True)
    asked = [page.get_by_test_id(id) for id in ("accept-dice", "decline-dice", "throw-dice", "pass-dice")]
    take, decline, throw, hand_on = asked
    table.tell(round={"offered": "seat-2", "shooter": "seat-3"})
    expect(page.get_by_test_id("phase")).to_have_text("seat-2 is offered the dice")
    for button in asked:
        expect(button).to_be_hidden()
    table.tell(round={"offered": SEAT})
    expect(page.get_by_test_id("phase")).to_have_text("The dice are yours: take them or decline")
    for button in (take, decline):
        assert is_large_enough(button)
        button.click()
    table.tell(round={"offered": "", "shooter": SEAT})
    expect(take).to_be_hidden()
    expect(page.locator("#round")).to_contain_text("your dice")
    throw.focus()
    page.keyboard.press("Enter")
    assert is_large_enough(hand_on)
    hand_on.click()
    assert said(table, 4) == ["accept-dice", "decline-dice", "shoot", "pass-dice"]
    assert all(wish["round"] == 1 for wish in table.wishes)
    table.phase("shot")
    expect(throw).to_be_hidden()


def test_the_throw_waits_until_others_have_bet(page: Page) -> None:
    keep_time(page)
    table = ScriptedTable(page, CRAPS, throws=True)
    stop_time(page)
    times = {"deadline": 1_012_000, "until": "betting", "throw_from": 1_007_000}
    table.tell(round={"shooter": SEAT, **times})
    throw = page.get_by_test_id("throw-dice")
    expect(throw).to_have_text("Throw in 7 s")
    expect(throw).to_be_disabled()
    background = "key => getComputedStyle(key).background"
    waiting = throw.evaluate(background)
    page.clock.fast_forward(3000)
    expect(throw).to_have_text("Throw in 4 s")
    page.clock.fast_forward(4100)
    expect(throw).to_have_text("Throw the dice")
    expect(throw).to_be_enabled()
    assert throw.evaluate(background) != waiting, "a key that cannot be pressed looks so"
    table.tell(round={"deadline": 1_030_000, "until": "throw", "throw_from": 0})
    expect(page.get_by_test_id("phase")).to_have_text("Throw the dice")


def test_nobody_throws_where_a_machine_does(page: Page) -> None:
    table = ScriptedTable(page, "aruze-craps-2024")
    table.tell(round={"shooter": SEAT})
    expect(page.get_by_test_id("throw-dice")).to_be_hidden()


def test_4_1_a_shooter_without_a_line_bet_cannot_throw_and_reads_why(page: Page) -> None:
    table = ScriptedTable(page, CRAPS, throws=True)
    table.tell(round={"shooter": SEAT}, mine={"cannot_throw": "You need a bet on one of the lines to throw."})
    throw = page.get_by_test_id("throw-dice")
    expect(throw).to_be_disabled()
    expect(throw).to_have_accessible_name("Throw the dice You need a bet on one of the lines to throw.")
    expect(announced(page)).to_have_text("You need a bet on one of the lines to throw.")
    table.tell(mine={"cannot_throw": ""})
    expect(throw).to_be_enabled()
    expect(throw).to_have_text("Throw the dice")


def test_the_puck_leaves_a_screen_that_has_no_place_for_it(phone: Page) -> None:
    """On a phone, the numbers have a place for the puck only while a point is on."""
    table = ScriptedTable(phone, CRAPS)
    table.tell(pucks={"puck": "point 9"})
    phone.get_by_test_id("screen-numbers").click()
    puck = phone.locator("#felt svg:not(.away) > [data-puck]")
    expect(puck).to_have_accessible_name("Puck on, the point is 9")
    table.tell(pucks={"puck": "come-out"})
    expect(puck).to_have_count(0)
    phone.get_by_test_id("screen-table").click()
    expect(puck).to_have_accessible_name("Puck off, come-out roll")
