"""What a player sees and can do while the table is out of reach, and when it is back."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import decided, placed, said, settled, tap, until
from scripted import PAGES, SEAT, ScriptedTable

WHEEL = "ministar-roulette-2018"
CRAPS = "star-craps-2016"
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
