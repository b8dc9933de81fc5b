"""A terminal at a table that people run: what it shows in every phase of a round, and what a player may do beside betting."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import decided, is_large_enough, keep_time, said, settled, slide, stop_time
from scripted import SEAT, ScriptedTable

SIC_BO = "star-sicbo-2016"
CRAPS = "star-craps-2016"
ROULETTE = "ministar-roulette-2018"
ARUZE = "aruze-craps-2024"

SAID = [
    (SIC_BO, "shaken", "The dice are shaken", False),
    (SIC_BO, "betting", "Place your bets", True),
    (SIC_BO, "closed", "No more bets", False),
    (SIC_BO, "pressed", "No more bets", False),
    (SIC_BO, "uncovered", "The dice are uncovered", False),
    (SIC_BO, "announced", "The result is announced", False),
    (SIC_BO, "settled", "Bets are paid", False),
    (SIC_BO, "lit", "Winning bets are paid", False),
    (SIC_BO, "done", "Round over", False),
    (CRAPS, "shot", "The dice are out", False),
    (CRAPS, "untimed", "Place your bets", True),
    (ROULETTE, "spun", "The ball is running, bets are open", True),
    (ROULETTE, "shot", "The ball is running", False),
    (ROULETTE, "closed", "No more bets", False),
    (ARUZE, "betting", "Place your bets", True),
    (ARUZE, "closed", "No more bets", False),
]


@pytest.mark.parametrize("name", [SIC_BO, CRAPS, ROULETTE, ARUZE])
def test_every_phase_has_its_words_and_bets_are_open_in_three_of_them(page: Page, name: str) -> None:
    table = ScriptedTable(page, name)
    for phase, words, bets in [each[1:] for each in SAID if each[0] == name]:
        table.phase(phase)
        expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", phase)
        expect(page.get_by_test_id("phase")).to_have_text(words)
        assert page.locator("#felt").evaluate("felt => !felt.classList.contains('closed')") is bets, phase


def test_where_nobody_waits_for_a_clock_no_countdown_is_drawn(page: Page) -> None:
    keep_time(page)
    table = ScriptedTable(page, SIC_BO)
    stop_time(page)
    expect(page.locator("#ring")).to_be_hidden()
    table.tell(lone=SEAT)
    expect(page.get_by_test_id("close-early")).to_be_hidden()
    table.phase("betting", deadline=1_020_000, until="betting")
    expect(page.locator("#ring")).to_be_visible()
    expect(page.get_by_test_id("countdown")).to_have_text("20")


def test_a_table_may_be_silent_while_nothing_is_timed_but_not_past_its_clock(page: Page) -> None:
    page.clock.install()
    table = ScriptedTable(page, SIC_BO)
    page.clock.fast_forward(120_000)
    table.phase("betting", deadline=1_020_000)
    table.phase("closed", deadline=0)
    expect(page.get_by_test_id("phase")).to_have_text("No more bets")
    for _ in range(2):
        page.clock.fast_forward(120_000)
    table.phase("betting", deadline=1_020_000)
    expect(page.locator("#ring")).to_be_visible()
    assert table.connections == 1
    page.clock.fast_forward(120_000)
    expect(page.get_by_test_id("offline")).to_be_visible()


def test_three_dice_lie_under_a_cover_until_the_result(page: Page) -> None:
    table = ScriptedTable(page, SIC_BO)
    table.tell(history=["1-1-1", "3-4-5"])
    show = page.locator("#show")
    expect(show.locator(".cube")).to_have_count(3)
    expect(show).to_have_attribute("data-dice", "covered")
    expect(page.get_by_test_id("history").locator("li")).to_have_text(["123 4 5", "31 1 1"])
    table.phase("uncovered")
    expect(show).to_have_attribute("data-dice", "unread")
    table.tell(
        settled("2-6-6", decided("big", 1000)), lit=["big", "double:6"], round={"phase": "lit"}, history=["3-4-5", "2-6-6"]
    )
    expect(show).to_have_attribute("data-dice", "seen")
    expect(page.get_by_test_id("result")).to_contain_text("2, 6, 6, total 14, big, even")
    expect(page.locator(".spot.lit")).to_have_count(2)
    table.phase("shaken", number=2)
    expect(show).to_have_attribute("data-dice", "covered")
    expect(page.locator(".spot.lit")).to_have_count(0)


COLOUR = "node => getComputedStyle(node.querySelector('.face')).fill"
COLOURS = """async (node) => {
  const seen = new Set();
  for (let times = 0; times < 25; times++) {
    seen.add(getComputedStyle(node.querySelector(".face")).fill);
    await new Promise((done) => setTimeout(done, 100));
  }
  return seen.size;
}"""


def test_6_1_a_super_streak_flashes_while_it_may_be_bet(browser: Browser) -> None:
    """In alternating colours, as long as its window and betting are open; without motion it stands out all the same."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        table = ScriptedTable(context.new_page(), SIC_BO)
        small_big, odd_even = (table.page.get_by_test_id(f"spot-super-streak:{puck}") for puck in ("small-big", "odd-even"))
        markers = table.page.get_by_test_id("puck")
        expect(markers).to_have_count(2)
        waiting = small_big.evaluate(COLOUR)
        table.tell(pucks={"small-big": "big opened", "odd-even": "odd runs"})
        expect(table.page.locator('[data-puck="small-big"]')).to_have_accessible_name("A run of big has begun")
        expect(table.page.locator('[data-puck="odd-even"]')).to_have_accessible_name("A run of odd goes on")
        assert small_big.evaluate(COLOURS) == 2
        assert odd_even.evaluate(COLOURS) == 1
        table.phase("closed")
        expect(table.page.locator("#felt")).to_have_class(re.compile("closed"))
        assert small_big.evaluate(COLOUR) == waiting
        table.phase("betting")
        table.page.emulate_media(reduced_motion="reduce")
        table.page.wait_for_function("!document.querySelector('.flash')")
        assert small_big.evaluate(COLOURS) == 1
        assert small_big.evaluate(COLOUR) != waiting


def test_6_7_a_touch_on_a_super_streak_bets_what_the_sign_says(page: Page) -> None:
    table = ScriptedTable(page, SIC_BO)
    table.tell(pucks={"small-big": "big opened", "odd-even": "odd runs"})
    page.get_by_test_id("chip-2500").click()
    page.get_by_test_id("spot-super-streak:small-big").click()
    page.get_by_test_id("spot-big").click()
    said(table, 2)
    assert [(wish["wager"], wish["amount"]) for wish in table.wishes] == [("super-streak:small-big", 500), ("big", 2500)]


def test_players_see_who_deals_and_who_calls_a_round_off(page: Page) -> None:
    table = ScriptedTable(page, CRAPS)
    expect(page.locator("#round")).not_to_contain_text("deals")
    table.tell(dealer="Dora Lee")
    expect(page.locator("#round")).to_contain_text("Dora Lee deals")
    table.tell({"type": "RoundVoided", "by": {"name": "Robin the bot", "role": "stickperson"}}, round={"phase": "done"})
    expect(page.get_by_test_id("result")).to_contain_text("(Robin the bot): bets go back or stand")
    table.tell(dealer="")
    expect(page.locator("#round")).not_to_contain_text("deals")


def test_every_step_that_ends_by_itself_has_a_countdown(page: Page) -> None:
    keep_time(page)
    table = ScriptedTable(page, CRAPS, throws=True)
    stop_time(page)
    for until, changes, words in [
        ("betting", {}, "Place your bets"),
        ("offer", {"offered": SEAT}, "The dice are yours: take them or decline"),
        ("throw", {"offered": "", "shooter": "seat-2"}, "Last bets"),
    ]:
        table.tell(round={"deadline": 1_008_000, "until": until, **changes})
        expect(page.get_by_test_id("phase")).to_have_text(words)
        expect(page.get_by_test_id("countdown")).to_have_text("8")
    table.tell(round={"deadline": 0, "until": ""})
    expect(page.get_by_test_id("countdown")).to_be_empty()


def test_a_deadline_that_moves_does_not_fill_the_ring_again(page: Page) -> None:
    keep_time(page)
    table = ScriptedTable(page, CRAPS)
    stop_time(page)
    left = "ring => 1 - Number.parseFloat(ring.style.strokeDashoffset) / Number(ring.getAttribute('stroke-dasharray'))"
    ring = page.locator(".ring-rest")
    table.tell(round={"deadline": 1_020_000, "until": "betting"})
    expect(page.get_by_test_id("countdown")).to_have_text("20")
    assert ring.evaluate(left) > 0.95
    page.clock.fast_forward(18_000)
    expect(page.get_by_test_id("countdown")).to_have_text("2")
    table.tell(round={"deadline": 1_023_000, "until": "betting"}, now=1_018_000)
    expect(page.get_by_test_id("countdown")).to_have_text("5")
    assert 0.1 < ring.evaluate(left) < 0.4


def test_credits_that_can_only_be_staked_are_shown_apart_and_not_collected(page: Page) -> None:
    table = ScriptedTable(page, ROULETTE)
    table.phase("betting")
    table.tell(mine={"credit": 1500})
    expect(page.get_by_test_id("restricted")).to_be_hidden()
    table.tell(mine={"credit": 1500, "restricted": 500})
    expect(page.get_by_test_id("credit")).to_have_text("$15.00")
    expect(page.get_by_test_id("restricted")).to_have_text("$5.00")
    expect(page.get_by_test_id("collect")).to_be_enabled()
    table.tell(mine={"credit": 500, "restricted": 500})
    expect(page.get_by_test_id("collect")).to_be_disabled()


def test_a_closing_or_locked_table_says_so_across_the_page(page: Page) -> None:
    table = ScriptedTable(page, SIC_BO)
    expect(page.get_by_test_id("closing")).to_be_hidden()
    table.tell(closing="Play closes at 22:00.")
    expect(page.get_by_test_id("closing")).to_have_text("Play closes at 22:00.")
    table.tell(mine={"locked": "the lights have failed."})
    expect(page.get_by_test_id("locked")).to_have_text("Play is locked: the lights have failed.")
    expect(page.get_by_test_id("phase")).to_have_text("Play has stopped")
    expect(page.locator("#felt")).to_have_class(re.compile(r"\bclosed\b"))
    banner, felt = page.get_by_test_id("closing").bounding_box(), page.locator("#felt").bounding_box()
    assert banner
    assert felt
    assert felt["y"] >= banner["y"] + banner["height"]
    table.tell(mine={"locked": ""}, closing="")
    expect(page.get_by_test_id("locked")).to_be_hidden()
    expect(page.get_by_test_id("phase")).to_have_text("Place your bets")


def test_on_a_phone_a_finger_slides_the_felt_or_touches_a_spot(phone: Page) -> None:
    table = ScriptedTable(phone, SIC_BO)
    window = phone.locator(".window").bounding_box()
    assert window
    x, y = window["x"] + window["width"] / 2, window["y"] + window["height"] / 2
    slide(phone, [(x, y - moved) for moved in range(0, 130, 10)])
    phone.wait_for_function("document.querySelector('.window').scrollTop > 60")
    phone.get_by_test_id("spot-total:8").tap()
    assert said(table) == ["bet"]
    assert table.wishes[0]["wager"] == "total:8"


def test_keys_are_as_large_as_a_finger_on_a_phone_and_nothing_is_cut_off(phone: Page) -> None:
    table = ScriptedTable(phone, CRAPS, throws=True)
    table.tell(round={"offered": SEAT}, history=["1-2"] * 12)
    small = [button.inner_text() for button in phone.locator("button:visible").all() if not is_large_enough(button)]
    assert small == []
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
