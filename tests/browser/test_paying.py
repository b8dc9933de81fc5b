"""A result is paid: what is won, what stays up, what comes back and what is lost."""

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import announced, decided, is_large_enough, overlaps, said, settled
from scripted import SEAT, ScriptedTable

CRAPS = "star-craps-2016"
WATCH = """() => {
  globalThis.askedAtRoll = [];
  new MutationObserver(() => {
    if (document.querySelector('[data-testid="phase"]').dataset.phase !== "rolling") return;
    askedAtRoll.push(document.querySelector('[data-testid^="leave-up"]') !== null);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Note with every change while the dice roll whether something is asked. On a busy machine they land before the test looks."""


def test_a_bet_with_commission_that_has_won_is_left_up(browser: Browser) -> None:
    """The question is asked when the result is seen. The table counts the time to answer, whatever the page shows."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = ScriptedTable(page, CRAPS)
        table.tell(mine={"bets": {"buy:6": 2000, "buy:8": 2000}})
        paying = {"phase": "settled", "deadline": 1_008_000, "until": "paying"}
        stay = {"may_stay": {"buy:6": 100, "buy:8": 125}, "won": 4200}
        page.evaluate(WATCH)
        table.tell(settled("3-3", decided("buy:6", 4400, 2000)), lit=["buy:6"], round=paying, mine=stay)
        buttons, take_down = page.locator("[data-testid^=leave-up]"), page.locator("[data-testid^=come-down]")
        expect(buttons).to_have_text(["Leave up Buy 6$1.00 commission", "Leave up Buy 8$1.25 commission"])
        assert page.evaluate("askedAtRoll[0]") is False, "the dice had not landed"
        expect(page.get_by_test_id("result")).to_contain_text("Hard 6")
        assert all(is_large_enough(button) for button in [*buttons.all(), *take_down.all()])
        table.refuses = lambda wish: "" if wish["wager"] == "buy:6" else "Too late."
        for button in buttons.all():
            button.click()
        assert said(table, 2) == ["leave-up", "leave-up"]
        assert [wish["wager"] for wish in table.wishes] == ["buy:6", "buy:8"]
        expect(buttons.first).to_be_disabled()
        expect(buttons.last).to_be_enabled()
        expect(page.get_by_test_id("status")).to_have_text("Too late.")
        expect(page.get_by_test_id("phase")).to_have_text("Leave up?")
        table.phase("done", deadline=0, until="")
        expect(buttons).to_have_count(0)


def test_a_bet_that_is_not_left_up_is_asked_about_once(page: Page) -> None:
    table = ScriptedTable(page, CRAPS)
    paying = {"phase": "settled", "deadline": 1_008_000, "until": "paying"}
    won = {"may_stay": {"buy:6": 100, "buy:8": 125}, "won": 4200}
    for round in (1, 2):
        table.phase("betting", number=round)
        table.tell(settled("3-3"), round={**paying, "number": round}, mine=won)
        page.get_by_role("button", name="Take down Buy 6").click()
        table.tell({"type": "BetPlaced", "seat": "seat-2", "wager": "field", "stake": 500})
        expect(page.locator("[data-testid^=leave-up]")).to_have_text(["Leave up Buy 8$1.25 commission"])
        page.get_by_test_id("come-down-buy:8").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#staying")).to_be_hidden()
        table.phase("done", deadline=0, until="")
        table.tell({"type": "RoundPaid"}, mine={"may_stay": {}})
    assert table.wishes == []


def test_several_questions_are_answered_with_one_touch(page: Page) -> None:
    table = ScriptedTable(page, CRAPS)
    paying = {"phase": "settled", "deadline": 1_008_000, "until": "paying"}
    asked = {"lay:4": 100, "lay:5": 125, "lay:10": 100}
    up, down = page.get_by_test_id("all-stay-up"), page.get_by_test_id("all-come-down")
    table.tell(settled("3-4"), round=paying, mine={"may_stay": {"lay:4": 100}})
    expect(page.get_by_test_id("leave-up-lay:4")).to_be_visible()
    expect(up).to_be_hidden()
    table.tell(mine={"may_stay": asked})
    expect(up).to_have_text("Leave all up$3.25 commission")
    assert all(is_large_enough(key) for key in (up, down))
    page.get_by_test_id("come-down-lay:5").click()
    expect(up).to_have_text("Leave all up$2.00 commission")
    table.holds_answers = True
    page.get_by_test_id("leave-up-lay:10").click()
    up.click()
    assert said(table, 2) == ["leave-up", "leave-up"], "nothing is asked twice"
    assert [wish["wager"] for wish in table.wishes] == ["lay:10", "lay:4"]
    table.phase("done", deadline=0, until="")
    table.tell(mine={"may_stay": {}})
    table.phase("settled", number=2, deadline=1_008_000, until="paying")
    table.tell(mine={"may_stay": asked})
    down.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#staying")).to_be_hidden()
    assert len(table.wishes) == 2
    table.tell(mine={"may_stay": {}})
    table.phase("settled", number=3, deadline=1_008_000, until="paying")
    table.tell(mine={"may_stay": {"lay:5": 125, "lay:10": 100}})
    table.holds_answers, table.notice = False, "Commission is charged."
    up.click()
    expect(page.get_by_test_id("status")).to_have_text("Lay 5: Commission is charged. Lay 10: Commission is charged.")


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 720)])
def test_the_question_what_stays_up_has_its_own_place_and_nothing_moves(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table = ScriptedTable(page, CRAPS)
    table.tell(round={"phase": "settled"}, mine={"bets": {"buy:6": 2000}})
    seen = [page.locator(each) for each in (".window", "#show", "#result", "#screens", "#status", ".meters")]
    before = [each.bounding_box() for each in seen]
    paying = {"phase": "settled", "deadline": 1_008_000, "until": "paying"}
    table.tell(round=paying, mine={"may_stay": {f"buy:{number}": 100 for number in (4, 5, 6, 8, 9, 10)}})
    question = page.locator("#staying")
    expect(question).to_be_visible()
    assert [each.bounding_box() for each in seen] == before
    assert not any(overlaps(question, each) for each in seen)
    assert all(is_large_enough(button) for button in question.get_by_role("button").all())
    page.get_by_test_id("leave-up-buy:8").click()
    assert said(table) == ["leave-up"]
    expect(page.get_by_test_id("undo")).to_be_hidden()
    table.tell(mine={"may_stay": {}})
    expect(page.get_by_test_id("undo")).to_be_visible()


def test_winnings_what_stays_up_and_what_is_lost_are_told_apart(page: Page) -> None:
    """The stake of a winner that stays up is no win. Where it was won and lost is said until the player bets again."""
    table = ScriptedTable(page, CRAPS)
    table.tell(mine={"bets": {"place-win:6": 1200, "field": 500}, "staked": 1700})
    event = settled("3-3", decided("place-win:6", 2600, 1200), decided("field", 0))
    event["moved"] = [{"seat": SEAT, "wager": "come", "to": "come:6", "state": "point 6"}]
    table.tell(event, round={"phase": "settled"}, mine={"won": 1400})
    table.tell({"type": "BetPlaced", "seat": SEAT, "wager": "place-win:6", "stake": 1200, "left_up": True})
    result, told = page.get_by_test_id("result"), announced(page)
    expect(result).to_have_text("Hard 6, the pointYou win $9.00; $12.00 stays up")
    expect(told).to_contain_text("You win $9.00; $12.00 stays up")
    expect(page.get_by_test_id("win-meter")).to_have_text("$14.00")
    expect(page.locator(".net-tag")).to_have_text(["+$14.00", "\u2212$5.00"])
    where = "Won $14.00 on Place Bet to Win 6, lost $5.00 on Field. Your bet is now on Come, point 6."
    expect(page.get_by_test_id("status")).to_have_text(where)
    table.phase("betting", number=2)
    expect(page.locator(".net-tag")).to_have_count(0)
    expect(page.get_by_test_id("status")).to_have_text(where)
    table.tell()
    expect(page.get_by_test_id("win-meter")).to_have_text("$14.00")
    table.tell(mine={"bets": {"field": 500}, "fresh": {"field": 500}})
    expect(page.get_by_test_id("win-meter")).to_have_text("$0.00")


def test_on_a_phone_a_bet_that_moves_to_another_screen_is_found_there_and_odds_are_offered(phone: Page) -> None:
    table = ScriptedTable(phone, CRAPS)
    table.tell(pucks={"puck": "point 8"}, mine={"bets": {"come": 500}, "staked": 500})
    moved = [{"seat": SEAT, "wager": "come", "to": "come:6", "stake": 500, "state": "point 6"}]
    mine = {"bets": {"come:6": 500}, "takes_odds": {"behind-come:6": 1000}}
    table.tell(settled("3-3") | {"moved": moved}, mine=mine, round={"phase": "settled"})
    expect(phone.get_by_test_id("status")).to_have_text("Your bet is now on Come, point 6 (under Numbers).")
    tab = phone.get_by_test_id("screen-numbers")
    expect(tab).to_have_text("Numbers$5.00")
    table.phase("betting", number=2)
    expect(tab).to_have_text("Numbersadd odds")
    tab.tap()
    expect(tab).to_have_text("Numbers$5.00")
    expect(phone.get_by_test_id("spot-behind-come:6")).to_be_in_viewport()


@pytest.mark.parametrize("stays", [["place-lose:10"], ["place-lose:10", "place-lose:4"]])
def test_what_a_result_came_to_is_never_cut_off_on_a_phone(page: Page, stays: list[str]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    table = ScriptedTable(page, CRAPS)
    table.tell(pucks={"puck": "point 6"})
    back = {"seat": SEAT, "wager": "dont-come", "stake": 12_500, "result": "push", "paid": 12_500}
    table.tell(settled("3-3", back, *(decided(wager, 123_450, 12_500) for wager in stays)), round={"phase": "settled"})
    for wager in stays:
        table.tell({"type": "BetPlaced", "seat": SEAT, "wager": wager, "stake": 12_500, "left_up": True})
    table.phase("betting", number=2)
    result = page.get_by_test_id("result")
    expect(result).to_contain_text(f"${125 * len(stays)}.00 stays up; $125.00 comes back")
    assert result.evaluate("(each) => each.scrollHeight <= each.clientHeight"), result.inner_text()


def test_several_losses_are_one_sentence_and_a_push_is_none(page: Page) -> None:
    table = ScriptedTable(page, CRAPS)
    pushed = {"seat": SEAT, "wager": "dont-win", "stake": 1000, "result": "push", "paid": 1000}
    table.tell(settled("6-6", pushed, *(decided(wager, 0) for wager in ("big-6", "big-8", "eleven"))))
    expect(page.get_by_test_id("status")).to_have_text("Lost $15.00 on 3 bets.")
    expect(page.get_by_test_id("result")).to_contain_text("You lose $15.00; $10.00 comes back")
