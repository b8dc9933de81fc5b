"""Chips are moved: dragged, carried with keys, picked up with a long press."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from playing import bet, drag, keep_time, middle, open_table, placed, slide, stop_time, wishes
from running import ROULETTE, Server
from scripted import SEAT, ScriptedTable

STAR = "star-craps-2016"
WHEEL = "ministar-roulette-2018"
LONG = 900


def test_3_5_1_2_a_chip_is_dragged_to_another_spot_and_adds_none(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"bets": {"red": 500}, "fresh": {"red": 500}, "staked": 500})
    red, odd = (page.get_by_test_id(f"spot-{wager}") for wager in ("red", "odd"))
    page.mouse.move(*middle(red))
    page.mouse.down()
    page.mouse.move(*middle(odd), steps=4)
    expect(page.locator(".carried")).to_be_visible()
    expect(odd).to_have_class(re.compile("target"))
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    assert wishes(table, 1) == [{"say": "move", "wager": "red", "to": "odd"}]
    expect(odd).to_have_attribute("data-down", "500")
    expect(red).not_to_have_attribute("data-down", "500")


def test_a_chip_dropped_beside_every_spot_stays_and_off_the_felt_comes_down(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"bets": {"red": 500}, "staked": 500})
    red = page.get_by_test_id("spot-red")
    felt = page.locator("#felt").bounding_box()
    assert felt
    drag(page, middle(red), (felt["x"] + 3, felt["y"] + 3))
    expect(red).to_have_attribute("data-down", "500")
    drag(page, middle(red), middle(page.locator(".meters")))
    assert wishes(table, 1) == [{"say": "take-down", "wager": "red"}]


def test_a_drag_from_an_empty_spot_does_nothing(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    drag(page, middle(page.get_by_test_id("spot-red")), middle(page.get_by_test_id("spot-odd")))
    page.get_by_test_id("spot-even").click()
    assert wishes(table, 1) == [bet("even", 500)]


def test_a_chip_is_moved_with_keys_and_escape_puts_it_back(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"bets": {"red": 500}, "staked": 500})
    page.get_by_test_id("spot-red").focus()
    for key in ("m", "Escape", "m", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert wishes(table, 1) == [{"say": "move", "wager": "red", "to": "black"}]


def test_on_a_felt_that_scrolls_a_long_press_picks_the_chip_up(phone: Page) -> None:
    keep_time(phone)
    table = ScriptedTable(phone, "star-sicbo-2016")
    table.tell(mine={"bets": {"big": 500}, "staked": 500})
    stop_time(phone)
    (x, y), end = middle(phone.get_by_test_id("spot-big")), middle(phone.get_by_test_id("spot-small"))
    browser: Any = phone.context.new_cdp_session(phone)
    browser.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    phone.clock.run_for(LONG)
    for part in (0.3, 0.6, 1):
        point = {"x": x + (end[0] - x) * part, "y": y + (end[1] - y) * part}
        browser.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert wishes(table, 1) == [{"say": "move", "wager": "big", "to": "small"}]


def test_on_a_felt_that_scrolls_a_finger_drags_sideways_at_once(phone: Page) -> None:
    """It scrolls up and down only. A swipe across an empty spot is no bet."""
    table = ScriptedTable(phone, "star-sicbo-2016")
    table.tell(mine={"bets": {"big": 500}, "staked": 500})
    for start, end in (("small", "big"), ("big", "small")):
        (x, y), (to, _) = (middle(phone.get_by_test_id(f"spot-{wager}")) for wager in (start, end))
        slide(phone, [(x + (to - x) * part / 8, y) for part in range(9)], pause=8)
    assert wishes(table, 1) == [{"say": "move", "wager": "big", "to": "small"}]


def test_undo_puts_a_chip_back_that_was_moved(page: Page) -> None:
    """Undo takes back what was done last, a move as well as a bet; redo does it again."""
    table = ScriptedTable(page, WHEEL)
    red, odd = (page.get_by_test_id(f"spot-{wager}") for wager in ("red", "odd"))
    red.click()
    placed(table, "red", 500, {"red": 500})
    drag(page, middle(red), middle(odd))
    gone = {"type": "BetTakenDown", "seat": SEAT, "amount": 500}
    for there, away in (("odd", "red"), ("red", "odd"), ("odd", "red"), ("red", "odd")):
        expect(page.get_by_test_id(f"spot-{there}")).to_have_attribute("data-down", "500")
        table.tell(gone | {"wager": away, "to": there}, mine={"bets": {}, "fresh": {}})
        placed(table, there, 500, {there: 500})
        expect(page.locator(".chip.pending")).to_have_count(0)
        page.get_by_test_id("redo" if len(table.wishes) == 3 else "undo").click()
    back = {"say": "move", "wager": "odd", "to": "red", "amount": 500}
    again = {"say": "move", "wager": "red", "to": "odd", "amount": 500}
    moved = {"say": "move", "wager": "red", "to": "odd"}
    down = {"say": "take-down", "wager": "red", "amount": 500}
    assert wishes(table, 6) == [bet("red", 500), moved, back, again, back, down]


def test_undo_of_a_move_calls_the_bet_off_again(page: Page) -> None:
    """A call does not move with the chips. A player who puts them back expects them off."""
    table = ScriptedTable(page, STAR)
    table.tell(pucks={"puck": "point 4"}, mine={"bets": {"place-win:6": 500}, "called": {"place-win:6": False}, "staked": 500})
    six, eight = (page.get_by_test_id(f"spot-place-win:{number}") for number in (6, 8))
    drag(page, middle(six), middle(eight))
    gone = {"type": "BetTakenDown", "seat": SEAT, "amount": 500, "wager": "place-win:6", "to": "place-win:8"}
    table.tell(gone, mine={"bets": {}, "called": {}})
    placed(table, "place-win:8", 500, {"place-win:8": 500})
    page.get_by_test_id("undo").click()
    back = {"say": "move", "wager": "place-win:8", "to": "place-win:6", "amount": 500}
    assert wishes(table, 3)[1:] == [back, {"say": "call", "wager": "place-win:6", "on": False}]


def test_undo_of_a_take_down_calls_the_bet_off_again(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    both = {"place-win:6": 600, "place-win:8": 600}
    table.tell(pucks={"puck": "point 4"}, mine={"bets": both, "called": {"place-win:6": False}, "staked": 1200})
    page.get_by_test_id("take-down").click()
    for wager, left in (("place-win:6", {"place-win:8": 600}), ("place-win:8", {})):
        page.get_by_test_id(f"spot-{wager}").click()
        gone = {"type": "BetTakenDown", "seat": SEAT, "amount": 600, "wager": wager}
        table.tell(gone, mine={"bets": left, "called": {}})
    for wager, bets in (("place-win:8", {"place-win:8": 600}), ("place-win:6", both)):
        page.get_by_test_id("undo").click()
        placed(table, wager, 600, bets)
    back = [bet("place-win:8", 600), bet("place-win:6", 600)]
    assert wishes(table, 5)[2:] == [*back, {"say": "call", "wager": "place-win:6", "on": False}]


def test_a_bet_that_stands_has_a_padlock_and_neither_moves_nor_comes_down(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(pucks={"puck": "point 6"}, mine={"bets": {"win-line": 500}, "stands": ["win-line"], "staked": 500})
    line = page.get_by_test_id("spot-win-line")
    expect(page.get_by_test_id("padlock")).to_have_count(1)
    drag(page, middle(line), middle(page.get_by_test_id("spot-field")))
    expect(page.get_by_test_id("status")).to_have_text("Win Line stays where it is until it is decided.")
    assert table.wishes == []
    line.focus()
    page.keyboard.press("?")
    expect(page.get_by_test_id("info-total")).to_contain_text("locked")
    expect(page.get_by_test_id("info-take-down")).to_be_disabled()
    expect(page.get_by_test_id("info-move")).to_be_disabled()


def test_3_5_1_2_the_table_moves_the_bet(page: Page, running: Server) -> None:
    open_table(page, running, ROULETTE)
    page.get_by_test_id("chip-500").click()
    page.get_by_test_id("spot-red").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")
    drag(page, middle(page.get_by_test_id("spot-red")), middle(page.get_by_test_id("spot-odd")))
    expect(page.get_by_test_id("bet-odd")).to_be_visible()
    expect(page.locator(".chip.pending")).to_have_count(0)
    expect(page.get_by_test_id("bet-red")).to_have_count(0)
    expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")
    page.reload()
    expect(page.get_by_test_id("bet-odd")).to_be_visible()
    drag(page, middle(page.get_by_test_id("spot-odd")), middle(page.locator(".meters")))
    expect(page.get_by_test_id("bet-odd")).to_have_count(0)
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")


@pytest.mark.parametrize("table", [STAR, "star-sicbo-2016"])
def test_a_swipe_over_empty_spots_does_not_leave_the_table(phone: Page, running: Server, table: str) -> None:
    """A browser takes a swipe to the right that nothing scrolls for the way back to the page before. It may scroll the felt."""
    phone.goto(running.address)
    phone.goto(f"{running.address}play/{table}")
    expect(phone.get_by_test_id("seat")).to_contain_text("seat-")
    window = phone.locator(".window").bounding_box()
    assert window
    for part in (0.3, 0.5, 0.7):
        y = window["y"] + window["height"] * part
        slide(phone, [(30 + 17 * step, y) for step in range(20)], pause=8)
        phone.wait_for_timeout(300)
        assert phone.url.endswith(f"/play/{table}")
    expect(phone.get_by_test_id("seat")).to_contain_text("seat-")
