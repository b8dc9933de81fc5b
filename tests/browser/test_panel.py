"""The panel about a spot, and what can be done there."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import bet, decided, keep_time, middle, open_table, overlaps, settled, stop_time, tap, wishes
from running import Server
from scripted import SEAT, ScriptedTable

STAR = "star-craps-2016"
OFF = {"called": {"place-win:8": False}, "off": ["place-win:8"], "may_call": {"place-win:8": [True]}}


def test_a_long_press_or_the_right_button_opens_the_panel_and_places_nothing(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"place-win:8": 1200}, "staked": 1200})
    page.mouse.move(*middle(page.get_by_test_id("spot-place-win:8")))
    page.mouse.down()
    panel = page.get_by_test_id("info")
    expect(panel).to_be_visible()
    page.mouse.up()
    expect(panel).to_contain_text("Place Bet to Win 8")
    expect(page.get_by_test_id("info-total")).to_have_text("$12.00 down")
    expect(panel).to_contain_text("7 to 6 wins $14.00")
    expect(panel).to_contain_text("1/66, 1.52 %")
    expect(panel).to_contain_text("$1.00 to $500.00")
    rule = panel.get_by_role("link", name="Clause 6.1.10")
    expect(rule).to_have_attribute("href", f"/rules/{STAR}#wager-place-win%3A8")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.get_by_test_id("spot-field").click(button="right")
    expect(panel).to_contain_text("Field")
    assert table.wishes == []


def test_a_finger_that_opens_the_panel_presses_none_of_its_keys(phone: Page) -> None:
    """A browser clicks where a finger is lifted, and the panel lies there by then. What is said about a move ends with it."""
    table = ScriptedTable(phone, STAR)
    table.tell(mine={"bets": {"big-8": 500}, "staked": 500})
    spot, move = phone.get_by_test_id("spot-big-8"), phone.get_by_test_id("info-move")
    spot.press("i")
    key, face = move.bounding_box(), spot.bounding_box()
    phone.get_by_test_id("info-close").click()
    assert key
    assert face
    at = (
        face["x"] + face["width"] / 2,
        (max(key["y"], face["y"]) + min(key["y"] + key["height"], face["y"] + face["height"])) / 2,
    )
    browser: Any = phone.context.new_cdp_session(phone)
    browser.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})
    expect(move).to_be_visible()
    assert phone.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.testid", at) == "info-move"
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    move.click()
    said = phone.get_by_test_id("status")
    expect(said).to_have_text("Touch the spot to which Big 8 goes.")
    phone.keyboard.press("Escape")
    expect(said).to_be_empty()
    assert table.wishes == []


def test_a_payout_that_is_not_payable_exactly_says_so(page: Page) -> None:
    """Where the sign asks for multiples of the minimum, the winnings of other stakes may be rounded down."""
    table = ScriptedTable(page, STAR)
    page.get_by_test_id("spot-place-win:8").focus()
    page.keyboard.press("?")
    for stake, wins in ((600, "$7.00"), (700, "$8.17, rounded up"), (730, "$8.52 before rounding")):
        table.tell(mine={"bets": {"place-win:8": stake}, "staked": stake})
        expect(page.get_by_test_id("info")).to_contain_text(f"7 to 6 wins {wins}Limits")


def test_the_panel_about_a_spot_of_another_screen_closes(phone: Page) -> None:
    """A touch on a spot that takes no chips says why. Its panel does not lie over the next screen."""
    ScriptedTable(phone, STAR)
    phone.get_by_role("tab", name="Numbers").click()
    phone.get_by_test_id("spot-come:6").click()
    expect(phone.get_by_test_id("info-total")).to_have_text("No chip is put here: a bet moves here by itself")
    phone.get_by_role("tab", name="Table").click()
    expect(phone.get_by_test_id("info")).to_be_hidden()


def test_6_6_a_bet_is_called_off_and_on_and_carries_its_marker(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"place-win:8": 1200}, "staked": 1200, "may_call": {"place-win:8": [True, False]}})
    page.get_by_test_id("help").click()
    page.get_by_test_id("spot-place-win:8").click()
    page.get_by_test_id("info-call-off").click()
    assert wishes(table, 1) == [{"say": "call", "wager": "place-win:8", "on": False}]
    table.tell({"type": "BetsCalled", "seat": SEAT, "wager": "place-win:8"}, mine=OFF)
    expect(page.get_by_test_id("marker")).to_have_text("OFF")
    expect(page.get_by_test_id("info-call-off")).to_be_hidden()
    page.get_by_test_id("info-call-on").click()
    assert wishes(table, 2)[-1] == {"say": "call", "wager": "place-win:8", "on": True}
    table.tell(mine={"called": {"place-win:8": True}, "off": [], "may_call": {}})
    expect(page.get_by_test_id("marker")).to_have_text("ON")
    expect(page.get_by_test_id("info-call-off")).to_be_hidden()
    expect(page.get_by_test_id("info-call-on")).to_be_hidden()


def test_6_6_the_table_calls_the_bet_on(page: Page, running: Server) -> None:
    open_table(page, running, STAR)
    page.get_by_test_id("chip-500").click()
    spot = page.get_by_test_id("spot-place-win:5")
    spot.click()
    expect(page.get_by_test_id("bet-place-win:5")).to_be_visible()
    expect(page.get_by_role("img", name="Off on this roll")).to_have_text("OFF")
    expect(spot).to_have_accessible_name(re.compile("down, off on this roll$"))
    page.get_by_test_id("help").click()
    spot.click()
    expect(page.get_by_test_id("info-total")).to_contain_text("off on this roll")
    page.get_by_test_id("info-call-on").click()
    expect(page.get_by_test_id("marker")).to_have_text("ON")
    expect(spot).not_to_have_accessible_name(re.compile("off"))
    page.get_by_test_id("info-take-down").click()
    expect(page.get_by_test_id("bet-place-win:5")).to_have_count(0)
    expect(page.get_by_test_id("info-take-down")).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_test_id("chip-2500").click()
    page.get_by_test_id("spot-buy:4").click()
    expect(page.get_by_test_id("status")).to_have_text("$1.25 of commission is charged.")
    page.get_by_test_id("spot-buy:4").focus()
    page.keyboard.press("?")
    expect(page.get_by_test_id("info")).to_contain_text("$1.25 is not given back if this bet comes down")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("status")).to_have_text("The commission of $1.25 is not given back.")


def test_odds_are_offered_where_a_point_stands(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"win-line": 1000}, "staked": 1000})
    odds = page.locator(".takes-odds")
    expect(odds).to_have_count(0)
    table.tell(pucks={"puck": "point 6"}, mine={"takes_odds": {"behind-win-line": 1000}})
    expect(odds).to_have_count(1)
    expect(odds).to_have_attribute("data-wager", "behind-win-line")
    page.get_by_test_id("spot-win-line").focus()
    page.keyboard.press("?")
    page.get_by_test_id("info-add-odds").click()
    assert wishes(table, 1) == [bet("behind-win-line", 500)]
    expect(odds).to_have_count(0)


def test_6_6_1_the_number_of_a_bet_that_was_off_does_not_light(page: Page) -> None:
    """Not even if another player had called the same bet on."""
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"place-win:8": 1200, "big-8": 500}, "off": ["place-win:8"], "staked": 1700})
    table.tell(settled("4-4", decided("big-8", 1000)), lit=["place-win:8", "big-8"], round={"phase": "settled"})
    expect(page.get_by_test_id("spot-big-8")).to_have_class(re.compile(r"\blit\b"))
    expect(page.get_by_test_id("spot-place-win:8")).not_to_have_class(re.compile(r"\blit\b"))


def test_odds_are_locked_until_a_flat_bet_with_a_point_stands(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    odds = page.get_by_test_id("spot-behind-win-line")
    for pucks in ("come-out", "point 6"):
        table.tell(pucks={"puck": pucks})
        expect(odds).to_have_class(re.compile("waits"))
        expect(odds).to_have_accessible_name(re.compile(", locked$"))
        expect(odds.locator(".lock")).to_be_visible()
    table.tell(mine={"bets": {"win-line": 1000}, "takes_odds": {"behind-win-line": 1000}})
    expect(odds).not_to_have_class(re.compile("waits"))
    expect(odds.locator(".lock")).to_be_hidden()


def test_help_explains_one_spot_and_ends_by_itself_with_escape_or_with_a_bet(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    help_key, field = page.get_by_test_id("help"), page.get_by_test_id("spot-field")
    help_key.click()
    expect(page.get_by_test_id("status")).to_have_text("Touch a spot to read about it.")
    field.click()
    expect(page.get_by_test_id("info")).to_be_visible()
    expect(help_key).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("status")).to_be_empty()
    page.get_by_test_id("info-close").click()
    help_key.click()
    page.keyboard.press("Escape")
    expect(help_key).to_have_attribute("aria-pressed", "false")
    field.click()
    assert wishes(table, 1) == [bet("field", 500)]
    table.tell(mine={"bets": {"field": 500}, "fresh": {"field": 500}, "staked": 500})
    help_key.click()
    page.get_by_test_id("double").click()
    expect(help_key).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (768, 1024), (1080, 1920), (1280, 720)])
def test_the_panel_never_covers_dice_result_or_the_keys_of_the_shooter(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = ScriptedTable(page, STAR, throws=True)
    table.tell(
        round={"shooter": SEAT},
        history=["3-3"],
        mine={"bets": {"place-win:8": 1200}, "may_call": {"place-win:8": [True, False]}},
    )
    panel = page.get_by_test_id("info")
    for wager in ("place-win:8", "dont-win", "eleven"):
        spot = page.get_by_test_id(f"spot-{wager}")
        if not spot.is_visible():
            continue
        spot.focus()
        page.keyboard.press("?")
        expect(panel).to_be_visible()
        for each in ("#show", "#result", ".hand", ".clock"):
            assert not overlaps(panel, page.locator(each)), (wager, each)
        box = panel.bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0]
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize("phase", ["closed", "shot", "settled", "done"])
def test_a_spot_is_read_about_at_any_time_and_the_next_touch_is_a_bet(page: Page, phase: str) -> None:
    """The question "why did that lose?" comes when bets are closed. Own bets stay where screen readers find them."""
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"field": 500}, "staked": 500})
    table.phase(phase)
    expect(page.get_by_role("button", name=re.compile(r"^Field,.*\$5\.00 down"))).to_be_visible()
    tap(page, "field")
    assert table.wishes == []
    page.get_by_test_id("help").click()
    tap(page, "field")
    panel = page.get_by_test_id("info")
    expect(panel).to_contain_text("Field")
    expect(page.get_by_test_id("help")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("info-take-down")).to_be_disabled()
    page.get_by_test_id("spot-field").press("Delete")
    table.phase("betting", number=2)
    expect(page.get_by_test_id("info-take-down")).to_be_enabled()
    tap(page, "big-8")
    assert wishes(table, 1) == [bet("big-8", 500)]
    expect(panel).to_be_hidden()


def test_asking_ends_when_betting_opens(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.phase("closed")
    page.get_by_test_id("help").click()
    expect(page.get_by_test_id("help")).to_have_attribute("aria-pressed", "true")
    table.phase("betting", number=2)
    expect(page.get_by_test_id("help")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("status")).to_be_empty()


def test_the_panel_leaves_when_betting_closes_and_when_the_player_touches_the_felt_below(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    panel = page.get_by_test_id("info")
    page.get_by_test_id("spot-field").press("?")
    expect(panel).to_be_visible()
    table.phase("closed")
    expect(panel).to_be_hidden()
    table.phase("betting", number=2)
    page.get_by_test_id("spot-field").press("?")
    panel.locator(".info-help").click()
    expect(panel).to_be_hidden()
    page.get_by_test_id("spot-field").press("?")
    table.tell(settled("3-3"), round={"phase": "settled"})
    expect(panel).to_be_hidden()


def test_7_2_a_bet_on_a_run_shows_its_side_and_its_count(page: Page) -> None:
    wager = "super-streak:odd-even"
    table = ScriptedTable(page, "star-sicbo-2016")
    table.tell(mine={"bets": {wager: 500}, "staked": 500, "stands": [wager], "runs": {wager: {"side": "even", "length": 2}}})
    run = page.get_by_test_id(f"bet-{wager}").get_by_test_id("run")
    expect(run).to_have_text("EVEN 2")
    expect(run).to_have_attribute("aria-label", "Even, 2 in a row")
    page.get_by_test_id(f"spot-{wager}").press("?")
    expect(page.get_by_test_id("info-total")).to_have_text("$5.00 down, Even, 2 in a row, locked: it stays until it is decided")
    table.tell(mine={"runs": {wager: {"side": "even", "length": 3}}})
    expect(run).to_have_text("EVEN 3")


def test_what_a_combined_bet_wins_is_what_the_result_will_say(page: Page) -> None:
    ScriptedTable(page, "ministar-roulette-2018")
    page.get_by_test_id("screen-special").click()
    page.get_by_test_id("spot-red-snake").press("?")
    expect(page.get_by_test_id("info")).to_contain_text("Pays on $60.002 to 1 wins $120.00")


def test_the_panel_tells_no_result_that_is_under_way(browser: Browser) -> None:
    """With motion: the bet lies there until the ball does."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        keep_time(page)
        table = ScriptedTable(page, "ministar-roulette-2018")
        stop_time(page)
        table.tell(mine={"bets": {"red": 500}, "staked": 500, "credit": 9500, "stands": ["red"]})
        table.phase("closed")
        none: dict[str, Any] = {"bets": {}, "staked": 0, "stands": []}
        table.tell(settled("2", decided("red", 0)), round={"phase": "settled"}, mine=none, history=["2"])
        expect(page.locator("body")).to_have_attribute("data-phase", "rolling")
        page.get_by_test_id("spot-red").press("?")
        total = page.get_by_test_id("info-total")
        expect(total).to_have_text("$5.00 down, locked: it stays until it is decided")
        expect(page.locator("body")).to_have_attribute("data-phase", "rolling")
        page.clock.resume()
        expect(page.locator("body")).to_have_attribute("data-phase", "settled")
        expect(total).to_have_text("Nothing of yours lies here")


def test_the_panel_promises_nothing_for_what_is_over_the_maximum(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"any-seven": 60_000}, "staked": 60_000, "plays": {"any-seven": 50_000}})
    page.get_by_test_id("spot-any-seven").press("?")
    panel = page.get_by_test_id("info")
    expect(page.get_by_test_id("info-total")).to_have_text("$600.00 down")
    expect(panel).to_contain_text("Pays on $500.00")
    expect(panel).to_contain_text("4 to 1 wins $2,000.00")
    expect(panel).to_contain_text("$100.00 does not play, and comes back")
    table.tell(mine={"bets": {"any-seven": 50_000}, "staked": 50_000, "plays": {}})
    expect(panel).to_contain_text("Pays on your $500.00")
    expect(panel).not_to_contain_text("comes back")


def test_a_touch_is_not_promised_more_than_the_players_own_maximum_pays(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"limits": {"minimum": 100, "maximum": 300}})
    page.get_by_test_id("spot-any-seven").press("?")
    expect(page.get_by_test_id("info")).to_contain_text("Pays on $3.00")
    expect(page.get_by_test_id("info")).to_contain_text("4 to 1 wins $12.00")
