"""Sic Bo in the order of its document: the dice are uncovered, then called, then bets are settled."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from playing import decided, keep_time, placed, settled, stop_time, until
from scripted import SEAT, ScriptedTable

CRAPS = "star-craps-2016"
SIC_BO = "star-sicbo-2016"
FELL = "2, 6, 6, total 14, big, even"
DEALER = {"name": "automatic", "role": "dealer"}
UNCOVERED: dict[str, Any] = {"type": "TumblerUncovered", "by": DEALER, "outcome": "2-6-6"}
CALLED: dict[str, Any] = {"type": "ResultAnnounced", "by": DEALER, "outcome": "2-6-6", "total": 14}
SETTLED: dict[str, Any] = {"type": "RoundSettled", "outcome": "2-6-6", "decided": [], "moved": []}

HEAR = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const each of addedNodes) if (each.isConnected) heard.push(each.textContent);
  }).observe(document.querySelector("#announcer"), { childList: true });
}"""
"""A screen reader does not hear words that others have replaced in the same tick."""


def closed(page: Page) -> ScriptedTable:
    """A table that has closed its bets, and from now on is listened to."""
    table = ScriptedTable(page, SIC_BO)
    table.phase("closed")
    expect(page.get_by_test_id("phase")).to_have_text("No more bets")
    page.evaluate(HEAR)
    return table


def heard(page: Page) -> list[str]:
    return page.evaluate("window.heard")


def test_the_dice_are_seen_and_called_before_bets_are_settled(browser: Browser) -> None:
    """With motion: the result is not hidden again by an animation that comes late. None ends while the time stands still."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        keep_time(page)
        table = closed(page)
        stop_time(page)
        result, phase, show = page.get_by_test_id("result"), page.get_by_test_id("phase"), page.locator("#show")
        table.tell(history=["1-1-1", "3-4-5"])
        table.tell(UNCOVERED, round={"phase": "uncovered"})
        expect(phase).to_have_text("The dice are uncovered")
        expect(show).to_have_attribute("data-dice", "seen")
        expect(result).to_be_empty()
        table.tell(CALLED, round={"phase": "announced"})
        expect(phase).to_have_text("The result is announced")
        expect(result).to_have_text(FELL)
        table.tell(SETTLED, lit=["big"], round={"phase": "settled"}, history=["3-4-5", "2-6-6"])
        expect(page.locator(".spot.lit")).to_have_count(1)
        expect(phase).to_have_text("Bets are paid")
        expect(result).to_have_text(FELL)
        assert heard(page) == ["The dice are uncovered.", FELL]


def test_what_was_won_is_said_after_the_result(page: Page) -> None:
    table = closed(page)
    table.tell(UNCOVERED, round={"phase": "uncovered"})
    table.tell(CALLED, round={"phase": "announced"})
    won = SETTLED | {"decided": [decided("big", 1000)]}
    table.tell(won, lit=["big"], round={"phase": "settled"}, mine={"won": 500})
    expect(page.get_by_test_id("result")).to_contain_text("You win $5.00; $5.00 comes back")
    assert heard(page) == ["The dice are uncovered.", FELL, "You win $5.00; $5.00 comes back"]


def test_dice_that_only_people_have_seen_are_blank_until_they_are_called(page: Page) -> None:
    table = ScriptedTable(page, SIC_BO)
    table.tell({**UNCOVERED, "outcome": ""}, round={"phase": "uncovered"})
    expect(page.locator("#show")).to_have_attribute("data-dice", "unread")
    table.tell(CALLED, round={"phase": "announced"})
    expect(page.locator("#show")).to_have_attribute("data-dice", "seen")


def test_a_round_that_is_voided_after_the_call_leaves_nothing_behind(page: Page) -> None:
    table = ScriptedTable(page, SIC_BO)
    table.tell(CALLED, round={"phase": "announced"})
    table.tell({"type": "RoundVoided"}, round={"phase": "done"})
    table.phase("shaken", number=2)
    expect(page.locator("#show")).to_have_attribute("data-dice", "covered")
    page.evaluate(HEAR)
    table.tell(SETTLED, round={"phase": "settled"})
    expect(page.get_by_test_id("result")).to_have_text(FELL)
    assert heard(page) == [FELL]


def test_a_question_does_not_take_the_place_of_the_result(page: Page) -> None:
    """Both are announced in one tick, and so is the opening of the next round."""
    table = ScriptedTable(page, CRAPS)
    page.evaluate(HEAR)
    table.tell(mine={"bets": {"buy:10": 2000}})
    table.phase("closed")
    won = SETTLED | {"outcome": "5-5", "decided": [decided("buy:10", 6000, 2000)]}
    paying = {"phase": "settled", "deadline": 1_008_000, "until": "paying"}
    table.tell(won, lit=["buy:10"], round=paying, mine={"bets": {}, "may_stay": {"buy:10": 100}, "won": 4000})
    expect(page.get_by_test_id("leave-up-buy:10")).to_be_visible()
    table.phase("betting", number=2, deadline=0, until="")
    expect(page.get_by_test_id("phase")).to_have_text("Place your bets")
    assert heard(page) == [
        "No more bets.",
        "Hard 10, the point. You win $40.00; $20.00 comes back",
        "Leave up Buy 10?",
        "Place your bets.",
    ]


def test_a_bet_that_stays_up_by_itself_is_told_with_the_result_and_in_one_sentence(page: Page) -> None:
    table = ScriptedTable(page, CRAPS)
    page.evaluate(HEAR)
    bets = {"place-win:8": 600, "field": 500}
    table.tell(mine={"bets": bets, "staked": 1100})
    won = SETTLED | {"outcome": "4-4", "decided": [decided("place-win:8", 1300, 600), decided("field", 0)]}
    table.tell(won, stays={"place-win:8": 600}, round={"phase": "settled"}, mine={"bets": {}, "won": 700})
    table.tell({"type": "BetPlaced", "seat": SEAT, "wager": "place-win:8", "stake": 600, "left_up": True})
    table.phase("betting", number=2)
    expect(page.get_by_test_id("phase")).to_have_text("Place your bets")
    assert [words for words in heard(page) if "You win" in words] == ["Hard 8, the point. You win $2.00; $6.00 stays up"]


def test_a_line_that_drops_while_bets_are_open_closes_no_betting(page: Page) -> None:
    table = ScriptedTable(page, CRAPS)
    page.evaluate(HEAR)
    table.goes_away()
    expect(page.get_by_test_id("phase")).to_have_text("Offline")
    assert heard(page) == []
    table.comes_back()
    table.phase("closed")
    expect(page.get_by_test_id("phase")).to_have_text("No more bets")
    assert heard(page) == ["Place your bets.", "No more bets."]


def test_the_last_ten_seconds_are_announced_once(page: Page) -> None:
    """Also if as many seconds are left as before: a deadline moves, or a timer fires a little early."""
    keep_time(page)
    table = ScriptedTable(page, CRAPS)
    stop_time(page)
    page.evaluate(HEAR)
    table.tell({"type": "Stage"}, round={"deadline": 1_010_400, "until": "betting"})
    expect(page.get_by_test_id("countdown")).to_have_text("11")
    page.clock.run_for(500)
    expect(page.get_by_test_id("countdown")).to_have_text("10")
    table.tell({"type": "Stage"}, round={"deadline": 1_009_900, "until": "betting"})
    page.clock.run_for(2_000)
    expect(page.get_by_test_id("countdown")).to_have_text("8")
    assert heard(page).count("Betting closes in 10 seconds.") == 1


def down(bets: dict[str, int]) -> dict[str, object]:
    return {"bets": bets, "fresh": bets, "staked": sum(bets.values())}


def test_a_bet_that_is_placed_or_comes_down_is_announced(page: Page) -> None:
    table = ScriptedTable(page, "ministar-roulette-2018")
    page.evaluate(HEAR)
    placed(table, "red", 500, {"red": 500})
    until(page, lambda: len(heard(page)) == 1)
    placed(table, "red", 500, {"red": 1000})
    until(page, lambda: len(heard(page)) == 2)
    table.tell({"type": "BetTakenDown", "seat": SEAT, "wager": "red", "amount": 1000}, mine=down({}))
    until(page, lambda: len(heard(page)) == 3)
    assert heard(page) == ["Red: $5.00 down.", "Red: $10.00 down.", "Red: nothing down."]


def test_bets_that_change_together_are_announced_together_and_before_the_result(page: Page) -> None:
    keep_time(page)
    table = ScriptedTable(page, "ministar-roulette-2018")
    stop_time(page)
    page.evaluate(HEAR)
    bets: dict[str, int] = {}
    for wager in ("red", "even", "low"):
        bets |= {wager: 500}
        placed(table, wager, 500, bets)
    table.tell(settled("1", decided("red", 1000)), round={"phase": "settled"}, mine=down({}), history=["1"])
    expect(page.get_by_test_id("result")).to_contain_text("You win $5.00")
    assert heard(page)[0] == "3 bets changed, $15.00 down."
    assert [words for words in heard(page) if "You win $5.00" in words]
    page.clock.run_for(1_000)
    assert [words for words in heard(page) if "nothing down" in words] == []
