"""Sic Bo in the order of its document: the dice are uncovered, then called, then bets are settled."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from playing import decided
from scripted import ScriptedTable

SIC_BO = "star-sicbo-2016"
FELL = "2, 6, 6, total 14, big, even"
DEALER = {"name": "automatic", "role": "dealer"}
UNCOVERED: dict[str, Any] = {"type": "TumblerUncovered", "by": DEALER, "outcome": "2-6-6"}
CALLED: dict[str, Any] = {"type": "ResultAnnounced", "by": DEALER, "outcome": "2-6-6", "total": 14}
SETTLED: dict[str, Any] = {"type": "RoundSettled", "outcome": "2-6-6", "decided": [], "moved": []}

HEAR = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const each of addedNodes) window.heard.push(each.textContent);
  }).observe(document.querySelector("#announcer"), { childList: true });
}"""


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
    """With motion: the result is not hidden again by an animation that comes late."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = closed(page)
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
        expect(page.locator(".spot.lit")).to_have_count(1, timeout=500)
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
    table = ScriptedTable(page, "star-craps-2016")
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
