"""What a player sees and can do while the table is out of reach, and when it is back."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import decided, placed, said, settled, tap, until
from scripted import ADDRESS, PAGES, SEAT, ScriptedTable

WHEEL = "ministar-roulette-2018"
CRAPS = "star-craps-2016"
SICBO = "star-sicbo-2016"
WANTED = """() => [...document.querySelectorAll("button")]
  .filter((key) => key.checkVisibility() && !key.disabled && !key.closest("[inert]"))
  .map((key) => key.dataset.testid ?? key.textContent)"""
"""The keys that can be pressed."""
FREE = ("help", "sign", "chip-", "screen-")
"""The keys that ask nothing of the table."""


def playing(page: Page, name: str = WHEEL) -> ScriptedTable:
    table = ScriptedTable(page, name, tickets=True)
    table.tell(lone=SEAT)
    bets = {"red": 500, "even": 500} if name == WHEEL else {"field": 500}
    placed(table, next(iter(bets)), 500, bets)
    return table


def test_a_bet_that_is_refused_late_is_not_on_the_felt_while_the_ball_runs(browser: Browser) -> None:
    """With motion: the answer comes while the result is on its way."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = playing(page)
        table.refuses = lambda _: "No more bets."
        table.holds_answers = True
        for wager in ("black", "straight:17"):
            tap(page, wager)
        assert said(table, 2) == ["bet", "bet"]
        expect(page.get_by_test_id("bet-black")).to_have_count(1)
        table.phase("closed")
        lost = settled("17", decided("red", 0), decided("even", 0))
        table.tell(lost, round={"phase": "settled"}, mine={"bets": {}, "fresh": {}, "staked": 0})
        expect(page.locator("body")).to_have_attribute("data-phase", "rolling")
        expect(page.get_by_test_id("bet-red")).to_have_count(1)
        for wager in ("black", "straight:17"):
            expect(page.get_by_test_id(f"bet-{wager}")).to_have_count(0)
            expect(page.get_by_test_id(f"spot-{wager}")).not_to_have_attribute("data-down", "500")
        expect(page.get_by_test_id("screen-table")).to_have_text("Table$10.00")
        expect(page.get_by_test_id("bet-meter")).to_have_text("$10.00")
        table.answer_all()
        expect(page.get_by_test_id("status")).to_have_text("No more bets.")
        expect(page.get_by_test_id("bet-red")).to_have_count(1)
        expect(page.locator("body")).to_have_attribute("data-phase", "rolling")


def test_a_bet_that_is_refused_while_the_ball_runs_leaves_the_felt(browser: Browser) -> None:
    """The answer comes after betting has closed and before the result."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = playing(page)
        table.refuses = lambda _: "No more bets."
        table.holds_answers = True
        tap(page, "black")
        assert said(table) == ["bet"]
        table.phase("closed")
        expect(page.get_by_test_id("bet-black")).to_have_count(1)
        table.answer_all()
        expect(page.get_by_test_id("bet-black")).to_have_count(0)


@pytest.mark.parametrize("name", [WHEEL, CRAPS])
def test_no_key_asks_anything_of_a_table_that_is_out_of_reach(page: Page, name: str) -> None:
    table = playing(page, name)
    table.phase("betting", deadline=1_020_000, until="betting", shooter=SEAT)
    assert {"double", "clear", "take-down", "insert-10000", "collect"} <= {*page.evaluate(WANTED)}
    table.goes_away()
    expect(page.get_by_test_id("phase")).to_have_text("Offline")
    expect(page.get_by_test_id("countdown")).to_be_empty()
    assert [key for key in page.evaluate(WANTED) if not key.startswith(FREE)] == []
    tap(page, "black" if name == WHEEL else "big-8")
    expect(page.get_by_test_id("bet-meter")).to_have_text("$10.00" if name == WHEEL else "$5.00")
    table.comes_back()
    expect(page.get_by_test_id("phase")).not_to_have_text("Offline")
    expect(page.get_by_test_id("clear")).to_be_enabled()
    assert table.wishes == []


def test_a_player_whose_play_is_locked_does_not_close_betting(page: Page) -> None:
    table = playing(page)
    key = page.get_by_test_id("close-early")
    table.phase("betting", deadline=1_020_000, until="betting")
    expect(key).to_be_visible()
    table.tell(mine={"locked": "Play is locked: $300.00 waits to be paid by hand to you."})
    expect(page.get_by_test_id("phase")).to_have_text("Play has stopped")
    expect(key).to_be_hidden()


@pytest.mark.parametrize("file", sorted(file.name for file in PAGES.glob("*.html")))
def test_before_the_scripts_have_arrived_no_key_asks_anything(browser: Browser, file: str) -> None:
    """A slow line brings the page first. A key that could be pressed then would lose the touch."""
    with browser.new_context(viewport={"width": 1280, "height": 720}, java_script_enabled=False) as context:
        page = context.new_page()
        page.set_content((PAGES / file).read_text())
        assert [key for key in page.evaluate(WANTED) if not key.startswith(FREE)] == []


def test_a_wish_that_cannot_be_sent_is_refused_and_not_kept_for_later(page: Page) -> None:
    """A sheet that was open before may ask; nothing of it happens when the table is back."""
    table = playing(page)
    table.goes_away()
    page.get_by_test_id("collect").evaluate("(key) => { key.disabled = false; key.click(); }")
    expect(page.get_by_test_id("status")).to_have_text("This terminal is offline: nothing was sent.")
    table.comes_back()
    expect(page.get_by_test_id("clear")).to_be_enabled()
    assert table.wishes == []


def test_what_was_sent_and_not_answered_is_asked_again_by_its_id(page: Page) -> None:
    table = playing(page)
    table.holds_answers = True
    tap(page, "black")
    until(page, lambda: len(table.wishes) == 1)
    table.goes_away()
    table.holds_answers = False
    table.comes_back()
    until(page, lambda: len(table.wishes) == 2)
    assert table.wishes[0] == table.wishes[1]


@pytest.mark.parametrize("is_done", [False, True])
def test_what_was_pressed_before_a_dead_line_was_noticed_does_not_happen_on_return(page: Page, is_done: bool) -> None:  # noqa: FBT001
    """The table is asked what it has answered. What it has not heard of is not done, and the sentence on return says so."""
    page.clock.install()
    table = playing(page)
    table.holds_answers = True
    page.get_by_test_id("collect").click()
    tap(page, "black")
    until(page, lambda: len(table.wishes) == 2)
    asked = list(table.wishes)
    page.clock.fast_forward(7_000)
    until(page, lambda: len(table.wishes) == 4)
    assert table.wishes[2:] == [{"say": "late", "wish": wish} for wish in asked]
    table.refuses = lambda _: "" if is_done else "It came too late."
    table.error = "too-late"
    table.answer_all()
    isnt = "" if is_done else "not "
    bet = f"Your bet that was not confirmed is {isnt}down: Black $5.00."
    told = f"The table is back. Your 2 bets stand, $10.00. {bet} Your “Collect” was {isnt}done."
    expect(page.get_by_test_id("status")).to_have_text(told)
    expect(page.get_by_test_id("collect")).to_be_enabled()


def lost(page: Page, table: ScriptedTable, count: int) -> None:
    """The line was dead before the page noticed it, and is back. None of so many wishes has arrived."""
    until(page, lambda: len(table.wishes) == count)
    page.clock.fast_forward(7_000)
    until(page, lambda: len(table.wishes) == 2 * count)
    table.refuses = lambda _: "It came too late."
    table.error = "too-late"
    table.answer_all()


def test_bets_that_never_arrived_are_told_by_spot_and_amount(page: Page) -> None:
    page.clock.install()
    table = ScriptedTable(page, SICBO)
    bets = {"small": 500, "even": 500, "total:10": 500}
    placed(table, "small", 500, bets)
    table.holds_answers = True
    tap(page, "big")
    tap(page, "big")
    page.get_by_test_id("take-down").click()
    tap(page, "even")
    page.get_by_test_id("take-down").click()
    until(page, lambda: len(table.wishes) == 3)
    page.get_by_test_id("double").click()
    lost(page, table, 7)
    told = "Your bets that were not confirmed are not down: Big $10.00, and what Double would have added ($25.00)."
    status = page.get_by_test_id("status")
    expect(status).to_have_text(f"The table is back. Your 3 bets stand, $15.00. {told} Even was not taken down.")


def test_offline_the_meters_show_what_is_confirmed_and_other_chips_are_drawn_apart(page: Page) -> None:
    """By a question mark and a broken edge, and in the names of their spots."""
    table = ScriptedTable(page, SICBO)
    bets = {"small": 500, "even": 500, "total:10": 500}
    placed(table, "small", 500, bets)
    table.holds_answers = True
    for wager in ("big", "small"):
        tap(page, wager)
    expect(page.get_by_test_id("bet-meter")).to_have_text("$25.00")
    table.goes_away()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$15.00")
    expect(page.get_by_test_id("credit")).to_have_text("$85.00")
    printed = {"big": "5?", "small": "5+5?", "even": "5"}
    for wager, text in printed.items():
        chip = page.get_by_test_id(f"bet-{wager}")
        expect(chip.locator(".chip-print")).to_have_text(text)
        edge = chip.locator(".chip-body").evaluate("(body) => getComputedStyle(body).strokeDasharray")
        assert (edge != "none") == text.endswith("?")
    name = "aria-label"
    expect(page.get_by_test_id("spot-big")).to_have_attribute(name, re.compile(r"to 1, \$5\.00 not confirmed$"))
    expect(page.get_by_test_id("spot-small")).to_have_attribute(name, re.compile(r"\$5\.00 down, \$5\.00 not confirmed$"))
    table.comes_back()
    table.tell()
    expect(page.get_by_test_id("bet-big")).to_have_count(0)
    expect(page.get_by_test_id("bet-small").locator(".chip-print")).to_have_text("5")
    expect(page.locator(".doubtful")).to_have_count(0)


def test_many_bets_that_never_arrived_are_told_by_their_number(page: Page) -> None:
    page.clock.install()
    table = ScriptedTable(page, WHEEL)
    table.holds_answers = True
    for wager in ("red", "black", "odd", "even", "straight:17"):
        tap(page, wager)
    lost(page, table, 5)
    told = "The table is back. Your bets that were not confirmed are not down: 5 spots, $25.00."
    expect(page.get_by_test_id("status")).to_have_text(told)


def test_bets_that_stand_are_told_on_return(page: Page) -> None:
    table = playing(page)
    table.goes_away(keeps_events=False)
    table.comes_back()
    status = page.get_by_test_id("status")
    expect(status).to_have_text("The table is back. Your 2 bets stand, $10.00.")
    table.phase("closed")
    table.phase("betting", number=2)
    expect(page.locator("#round")).to_contain_text("Round 2")
    expect(status).to_have_text("The table is back. Your 2 bets stand, $10.00.")
    tap(page, "black")
    expect(status).to_be_empty()


def test_what_was_missed_is_told_in_one_sentence(page: Page) -> None:
    table = playing(page)
    table.goes_away()
    none: dict[str, Any] = {"bets": {}, "fresh": {}, "staked": 0, "won": 0}
    table.tell(settled("1", decided("red", 1000), decided("even", 0)), round={"phase": "settled"}, mine=none)
    table.phase("betting", number=2)
    table.tell(settled("2", decided("odd", 0)), round={"phase": "settled"}, mine={**none, "credit": 9500}, history=["1", "2"])
    table.phase("betting", number=3)
    table.comes_back()
    expect(page.get_by_test_id("status")).to_have_text("The table is back. 2 rounds were played: you lost $5.00.")
    expect(page.get_by_test_id("credit")).to_have_text("$95.00")
    expect(page.get_by_test_id("phase")).to_have_text("Place your bets")
    expect(page.get_by_test_id("result")).to_contain_text("2 black")
    expect(page.get_by_test_id("result")).not_to_contain_text("You")


def test_after_events_that_nobody_kept_the_money_is_told_as_it_was_and_is(page: Page) -> None:
    table = playing(page)
    table.goes_away(keeps_events=False)
    table.tell(round={"number": 3}, mine={"bets": {"red": 500}, "staked": 500, "credit": 8000})
    table.comes_back()
    told = "The table is back. 2 rounds were played: credit and bets were $100.00 and are $85.00. Your bet stands, $5.00."
    expect(page.get_by_test_id("status")).to_have_text(told)


def test_a_page_that_was_reloaded_during_an_outage_tells_what_it_missed(page: Page) -> None:
    """Once: a page that is reloaded afterwards has missed nothing."""
    table = playing(page)
    table.goes_away(keeps_events=False)
    table.tell(round={"number": 3}, mine={"bets": {"red": 500}, "staked": 500, "credit": 8000})
    page.reload()
    page.get_by_test_id("offline").wait_for()
    table.comes_back()
    status = page.get_by_test_id("status")
    told = "The table is back. 2 rounds were played: credit and bets were $100.00 and are $85.00. Your bet stands, $5.00."
    expect(status).to_have_text(told)
    page.reload()
    expect(page.get_by_test_id("credit")).to_have_text("$80.00")
    expect(status).to_be_empty()


def test_a_page_that_was_reloaded_while_the_ball_ran_tells_what_the_round_came_to(browser: Browser) -> None:
    """With motion. The table was there all the time, and the player has not seen the result."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = playing(page)
        table.phase("closed")
        lost = settled("17", decided("red", 0), decided("even", 0))
        table.tell(lost, round={"phase": "settled"}, mine={"bets": {}, "fresh": {}, "staked": 0})
        expect(page.locator("body")).to_have_attribute("data-phase", "rolling")
        page.reload()
        expect(page.get_by_test_id("status")).to_have_text(
            "The table is back. 1 round was played: credit and bets were $100.00 and are $90.00."
        )


def test_a_page_that_was_away_at_the_lobby_tells_what_it_missed(page: Page) -> None:
    table = playing(page)
    page.route(f"{ADDRESS}/", lambda route: route.fulfill(body="the lobby", content_type="text/html"))
    page.locator("a.home").click()
    expect(page.get_by_text("the lobby")).to_be_visible()
    table.tell(round={"number": 3}, mine={"bets": {"red": 500}, "staked": 500, "credit": 8000})
    page.go_back()
    told = "The table is back. 2 rounds were played: credit and bets were $100.00 and are $85.00. Your bet stands, $5.00."
    expect(page.get_by_test_id("status")).to_have_text(told)


def test_a_new_seat_is_told_nothing_of_the_one_that_was_lost(page: Page) -> None:
    table = playing(page)
    table.goes_away(keeps_events=False)
    page.reload()
    page.get_by_test_id("offline").wait_for()
    table.seat = "seat-2"
    table.comes_back()
    expect(page.get_by_test_id("seat")).to_have_text("seat-2")
    expect(page.get_by_test_id("credit")).to_have_text("$90.00")
    expect(page.get_by_test_id("status")).to_be_empty()


def test_a_refusal_that_comes_with_the_return_stands_behind_it(page: Page) -> None:
    table = playing(page)
    table.refuses = lambda _: "No more bets: the wagering period has ended."
    table.holds_answers = True
    tap(page, "black")
    until(page, lambda: len(table.wishes) == 1)
    table.goes_away()
    table.holds_answers = False
    table.comes_back()
    told = "The table is back. Your 2 bets stand, $10.00. No more bets: the wagering period has ended."
    expect(page.get_by_test_id("status")).to_have_text(told)


NONE: dict[str, Any] = {"bets": {}, "fresh": {}, "staked": 0}


def won(table: ScriptedTable) -> None:
    """Red wins in round 1."""
    table.phase("closed")
    mine = NONE | {"won": 500, "credit": 10_000}
    fell = settled("1", decided("red", 1000), decided("even", 0, 0))
    table.tell(fell, lit=["red"], round={"phase": "settled"}, mine=mine, history=["1"])
    expect(table.page.locator("body")).to_have_attribute("data-net", "win")


@pytest.mark.parametrize("keeps_events", [True, False])
def test_a_missed_round_that_was_lost_is_not_gold(page: Page, keeps_events: bool) -> None:  # noqa: FBT001
    """The meter shows what it won. The round before was a win."""
    table = playing(page)
    won(table)
    table.phase("betting", number=2)
    table.goes_away(keeps_events=keeps_events)
    lost = settled("2", decided("even", 1000), decided("red", 0, 2000))
    table.phase("closed")
    table.tell(lost, round={"phase": "settled"}, mine=NONE | {"won": 500, "credit": 8500}, history=["1", "2"])
    table.comes_back()
    expect(page.get_by_test_id("win-meter")).to_have_text("$5.00")
    expect(page.locator("body")).to_have_attribute("data-net", "lose" if keeps_events else "none")
    expect(page.locator(".spot.lit")).to_have_count(0)


def test_a_missed_round_that_was_won_is_gold(page: Page) -> None:
    table = playing(page)
    table.goes_away()
    fell = settled("1", decided("red", 1000), decided("even", 0, 0))
    table.tell(fell, round={"phase": "settled"}, mine=NONE | {"won": 500, "credit": 10_000}, history=["1"])
    table.comes_back()
    expect(page.get_by_test_id("win-meter")).to_have_text("$5.00")
    expect(page.locator("body")).to_have_attribute("data-net", "win")


@pytest.mark.parametrize("keeps_events", [True, False])
@pytest.mark.parametrize("phase", ["settled", "betting"])
def test_a_result_that_was_seen_is_shown_again_after_a_short_outage(page: Page, phase: str, keeps_events: bool) -> None:  # noqa: FBT001
    table = playing(page)
    won(table)
    table.goes_away(keeps_events=keeps_events)
    if phase == "betting":
        table.phase("betting", number=2)
    table.comes_back()
    expect(page.get_by_test_id("result")).to_contain_text("You win $5.00; $5.00 comes back")
    expect(page.locator("body")).to_have_attribute("data-net", "win")
    expect(page.get_by_test_id("win-meter")).to_have_text("$5.00")
    expect(page.locator(".spot.lit")).to_have_count(1 if phase == "settled" else 0)


def test_a_result_that_was_corrected_during_an_outage_is_not_shown_as_it_was(page: Page) -> None:
    """The events were lost: what the round came to now is not known, so nothing is said of it."""
    table = playing(page)
    won(table)
    table.goes_away(keeps_events=False)
    table.tell(mine={"won": 0, "credit": 9500}, history=["2"])
    table.comes_back()
    expect(page.get_by_test_id("result")).to_have_text("2 black, even")
    expect(page.locator("body")).to_have_attribute("data-net", "none")
    expect(page.locator(".spot.lit")).to_have_count(0)


def test_bets_stand_on_return_only_until_they_are_decided(page: Page) -> None:
    table = playing(page)
    table.goes_away(keeps_events=False)
    table.comes_back()
    status = page.get_by_test_id("status")
    expect(status).to_have_text("The table is back. Your 2 bets stand, $10.00.")
    table.phase("closed")
    table.tell(settled("1", decided("red", 1000), decided("even", 0)), round={"phase": "settled"}, mine=NONE, history=["1"])
    expect(status).to_contain_text("The table is back. Won $5.00 on ")
    table.phase("betting", number=2)
    expect(page.locator("#round")).to_contain_text("Round 2")
    expect(status).not_to_contain_text("stand")


def test_the_sentence_on_return_stays_for_a_minute_and_once(page: Page) -> None:
    page.clock.install()
    table = playing(page)
    table.goes_away(keeps_events=False)
    table.comes_back()
    status, told = page.get_by_test_id("status"), "The table is back. Your 2 bets stand, $10.00."
    expect(status).to_have_text(told)
    for _ in range(3):
        page.clock.fast_forward(15_000)
        page.get_by_test_id("take-down").click()
        expect(status).not_to_have_text(told)
        page.get_by_test_id("take-down").click()
        expect(status).to_have_text(told)
    page.clock.fast_forward(20_000)
    expect(status).to_be_empty()


def test_a_table_that_is_played_in_another_window_is_not_live_behind_its_sheet(page: Page) -> None:
    """Escape does not close the sheet, however often it is pressed."""
    table = playing(page)
    table.opens_elsewhere()
    sheet = page.get_by_test_id("elsewhere")
    expect(page.get_by_test_id("phase")).to_have_text("Offline")
    expect(page.get_by_test_id("offline")).to_have_text("This seat was opened in another window.")
    for _ in range(3):
        page.keyboard.press("Escape")
        expect(sheet).to_be_visible()
    assert [key for key in page.evaluate(WANTED) if not key.startswith((*FREE, "play-here"))] == []
    assert table.connections == 1
    page.get_by_test_id("play-here").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_test_id("offline")).to_be_hidden()
    expect(page.get_by_test_id("phase")).to_have_text("Place your bets")
    expect(page.get_by_test_id("clear")).to_be_enabled()


def test_a_player_who_leaves_is_not_away(page: Page) -> None:
    """Nothing is kept of the table for whoever gets the same seat later."""
    table = ScriptedTable(page, WHEEL)
    page.route(f"{ADDRESS}/", lambda route: route.fulfill(body="the lobby", content_type="text/html"))
    page.get_by_test_id("leave").click()
    expect(page.get_by_text("the lobby")).to_be_visible()
    assert said(table) == ["leave"]
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('last seen'))") == []
