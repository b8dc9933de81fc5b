"""What is said to a player, and for how long."""

import pytest
from playwright.sync_api import Page, expect

from playing import announced, bet, wishes
from scripted import SEAT, ScriptedTable

STAR = "star-craps-2016"
WHEEL = "ministar-roulette-2018"
ARUZE = "aruze-craps-2024"


def settle(table: ScriptedTable, wager: str = "red", outcome: str = "1") -> None:
    won = {"seat": SEAT, "wager": wager, "stake": 500, "result": "win", "paid": 1000}
    event = {"type": "RoundSettled", "outcome": outcome, "decided": [won], "moved": []}
    table.tell(event, lit=[wager], round={"phase": "settled"}, mine={"won": 500, "bets": {}})


@pytest.mark.parametrize(
    ("name", "wager", "outcome", "words", "another"),
    [(WHEEL, "red", "1", "1 red, odd", "odd"), (ARUZE, "field", "1-3", "4, the point", "any-seven")],
    ids=[WHEEL, ARUZE],
)
def test_the_outcome_and_the_win_are_announced_and_end_with_the_next_bet(
    page: Page, name: str, wager: str, outcome: str, words: str, another: str
) -> None:
    table = ScriptedTable(page, name)
    settle(table, wager, outcome)
    expect(announced(page)).to_have_text(f"{words}. You win $5.00; $5.00 comes back")
    result, meter = page.get_by_test_id("result"), page.get_by_test_id("win-meter")
    expect(result).to_contain_text("You win $5.00; $5.00 comes back")
    table.phase("betting", number=2)
    expect(meter).to_have_text("$5.00")
    page.get_by_test_id(f"spot-{another}").click()
    expect(meter).to_have_text("$0.00")
    expect(result).not_to_contain_text("You win")


def test_the_win_meter_is_cleared_when_betting_closes(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    settle(table)
    table.phase("betting", number=2)
    expect(page.get_by_test_id("win-meter")).to_have_text("$5.00")
    table.phase("closed")
    expect(page.get_by_test_id("win-meter")).to_have_text("$0.00")


def test_a_refusal_about_betting_ends_when_betting_closes(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.refuses = lambda _: "That is over the limit."
    page.get_by_test_id("spot-red").click()
    expect(page.get_by_test_id("status")).to_have_text("That is over the limit.")
    expect(page.get_by_test_id("spot-red")).not_to_have_attribute("data-down", "500")
    table.phase("closed")
    expect(page.get_by_test_id("status")).to_be_empty()
    expect(announced(page)).to_have_text("No more bets.")


def test_a_refusal_ends_when_the_player_asks_for_something_else(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.refuses = lambda wish: "That is over the limit." if wish["wager"] == "red" else ""
    status = page.get_by_test_id("status")
    page.get_by_test_id("spot-red").click()
    expect(status).to_have_text("That is over the limit.")
    page.get_by_test_id("spot-black").click()
    expect(status).to_be_empty()


def test_6_1_24_equal_commissions_of_several_bets_are_all_told(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    bets = {"buy:4": 2000, "buy:10": 2000}
    table.tell(mine={"bets": bets, "fresh": bets, "staked": 4000})
    table.notice = "$1.00 of commission is charged."
    page.get_by_test_id("double").click()
    told = "Buy 4: $1.00 of commission is charged. Buy 10: $1.00 of commission is charged."
    expect(page.get_by_test_id("status")).to_have_text(told)


def test_7_3_a_stake_over_the_limit_is_noticed_at_the_moment_of_the_bet(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.notice = "It is settled only up to the limit of $500.00."
    page.get_by_test_id("spot-field").click()
    status = page.get_by_test_id("status")
    expect(status).to_have_text("It is settled only up to the limit of $500.00.")
    expect(status).to_have_attribute("data-tone", "notice")
    assert status.evaluate("line => line.scrollHeight <= line.clientHeight && line.scrollWidth <= line.clientWidth")


def test_the_sign_shows_the_limits_in_force_the_notices_and_the_own_limits(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    key = page.get_by_test_id("sign")
    expect(key).to_have_text("$1.00 to $500.00")
    sign = {"minimum": 1000, "maximum": 20_000, "lines": [], "notices": ["The minimum rises to $25.00 at 20:20."]}
    table.tell(sign=sign)
    expect(key).to_have_text("$10.00 to $200.001 notice")
    table.tell(mine={"limits": {"minimum": 1000, "maximum": 90_000}})
    expect(key).to_contain_text("$10.00 to $900.00")
    key.click()
    sheet = page.get_by_test_id("sign-sheet")
    expect(sheet).to_contain_text("The minimum rises to $25.00 at 20:20.")
    expect(sheet).to_contain_text("Your own limits: bets of at least $10.00, at most $900.00.")
    expect(sheet).to_contain_text("Craps, The Star Sydney, 17 August 2016")
    expect(page.get_by_test_id("rules")).to_have_attribute("href", f"/rules/{STAR}")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_chips_and_limits_follow_the_sign_and_no_chip_is_lost(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    chips = page.locator("#rack [role=radio]")
    table.tell(mine={"bets": {"field": 500}, "staked": 500})
    page.get_by_test_id("spot-field").focus()
    page.keyboard.press("?")
    panel = page.get_by_test_id("info")
    expect(panel).to_contain_text("$1.00 to $500.00")
    expect(chips).to_have_count(5)
    table.post(minimum=2500, maximum=100_000)
    expect(panel).to_contain_text("$25.00 to $1,000.00")
    expect(page.get_by_test_id("bet-field")).to_be_visible()
    expect(page.get_by_test_id("spot-field")).to_have_attribute("data-down", "500")
    expect(chips).to_have_count(4)
    expect(chips.first).to_have_attribute("aria-checked", "true")
    table.tell(mine={"limits": {"minimum": 2500, "maximum": 90_000}})
    expect(panel).to_contain_text("Your own limits$25.00 to $900.00")
    page.keyboard.press("Escape")
    page.get_by_test_id("spot-field").click()
    assert wishes(table, 1) == [bet("field", 2500)]


def test_what_a_bet_wins_follows_the_payout_unit(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.post(payout_unit=100)
    table.tell(mine={"bets": {"place-win:6": 600}, "staked": 600})
    page.get_by_test_id("spot-place-win:6").focus()
    page.keyboard.press("?")
    panel = page.get_by_test_id("info")
    expect(panel).to_contain_text("wins $7.00")
    expect(panel).not_to_contain_text("round")
    table.post(payout_unit=500)
    expect(panel).to_contain_text("wins $10.00, rounded up")


@pytest.mark.parametrize(
    ("name", "outcome", "words", "last"),
    [(WHEEL, "28", "28 black, even", None), (STAR, "3-4", "7, seven out", {"words": "7", "means": "seven out"})],
    ids=[WHEEL, STAR],
)
def test_a_result_is_called_alike_live_and_after_a_reload(
    page: Page, name: str, outcome: str, words: str, last: dict[str, str] | None
) -> None:
    table = ScriptedTable(page, name)
    pucks = {"puck": "point 6"} if name == STAR else {}
    table.tell({"type": "Stage"}, round={"phase": "closed"}, pucks=pucks)
    table.tell(
        {"type": "RoundSettled", "outcome": outcome, "decided": [], "moved": []}, round={"phase": "settled"}, history=[outcome]
    )
    result = page.get_by_test_id("result")
    expect(result).to_have_text(words)
    table.tell(round={"phase": "betting", "number": 2}, last=last)
    page.reload()
    expect(result).to_have_text(words)
