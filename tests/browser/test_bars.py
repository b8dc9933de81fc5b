"""Bars of the page: one seat in one window, no tap is lost, a quiet page is quiet."""

import math
import re

from playwright.sync_api import Page, expect

from playing import open_table, placed, wishes
from running import ROULETTE, Server
from scripted import ScriptedTable

STAR = "star-craps-2016"
WHEEL = "ministar-roulette-2018"
QUIET = "[window.frames_asked, performance.now()]"
"""How many frames a page has asked for, and after how many milliseconds."""


def test_a_new_tab_is_the_same_player_and_the_old_one_says_so(page: Page, running: Server) -> None:
    seat = open_table(page, running, ROULETTE)
    credit = page.get_by_test_id("credit").inner_text()
    second = page.context.new_page()
    second.goto(f"{running.address}play/{ROULETTE}")
    expect(second.get_by_test_id("seat")).to_have_text(seat)
    expect(second.get_by_test_id("credit")).to_have_text(credit)
    elsewhere = page.get_by_test_id("elsewhere")
    expect(elsewhere).to_be_visible()
    page.wait_for_timeout(1500)
    expect(elsewhere).to_be_visible()
    expect(second.get_by_test_id("elsewhere")).to_be_hidden()
    page.get_by_test_id("play-here").click()
    expect(elsewhere).to_be_hidden()
    expect(second.get_by_test_id("elsewhere")).to_be_visible()
    page.get_by_test_id("insert-10000").click()
    expect(page.get_by_test_id("credit")).not_to_have_text(credit)
    second.close()


def test_a_tap_draws_its_chip_before_the_table_answers_and_fifty_taps_all_count(page: Page) -> None:
    """The table answers nothing until all taps are made, as if the network were slow: every chip is drawn at once."""
    table = ScriptedTable(page, WHEEL)
    table.holds_answers = True
    page.get_by_test_id("chip-100").click()
    red = page.get_by_test_id("spot-red")
    drawn = (
        "node => { node.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, button: 0, pointerId: 1}));"
        " const down = node.dataset.down; dispatchEvent(new PointerEvent('pointerup', {pointerId: 1})); return Number(down); }"
    )
    for count in range(1, 51):
        assert red.evaluate(drawn) == 100 * count
    assert len(wishes(table, 50)) == 50
    assert len({wish["id"] for wish in table.wishes}) == 50
    table.answer_all()
    for count in range(1, 51):
        placed(table, "red", 100, {"red": 100 * count})
    expect(red).to_have_attribute("data-down", "5000")
    expect(page.get_by_test_id("credit")).to_have_text("$50.00")


def test_a_quiet_page_draws_its_clock_once_a_second(page: Page) -> None:
    frames = (
        "window.frames_asked = 0; const ask = requestAnimationFrame;"
        "window.requestAnimationFrame = (act) => { window.frames_asked++; return ask(act); };"
    )
    page.add_init_script(frames)
    table = ScriptedTable(page, STAR)
    table.tell(round={"deadline": 1_030_000, "until": "betting"})
    expect(page.get_by_test_id("countdown")).to_have_text(re.compile("2[0-9]"))
    before, begun = page.evaluate(QUIET)
    page.wait_for_timeout(1200)
    after, ended = page.evaluate(QUIET)
    assert after - before <= math.ceil((ended - begun) / 1000), "on a busy machine, the page has more seconds to draw"
