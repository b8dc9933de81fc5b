"""Money is asked for when it is needed, and shows at once."""

import pytest
from playwright.sync_api import Browser, Page, expect

from playing import bet, until, wishes
from running import ROULETTE, Server
from scripted import SEAT, ScriptedTable

STAR = "star-craps-2016"
WHEEL = "ministar-roulette-2018"


def test_the_first_touch_without_credit_asks_for_money_and_then_bets(page: Page, running: Server) -> None:
    page.goto(f"{running.address}play/{ROULETTE}")
    page.wait_for_selector('[data-testid="phase"][data-phase="betting"]')
    page.get_by_test_id("chip-500").click()
    page.get_by_test_id("spot-red").click()
    sheet = page.get_by_test_id("insert-sheet")
    expect(sheet).to_contain_text("Your bet of $5.00 is $5.00 more than your credit.")
    expect(page.get_by_test_id("status")).to_be_empty()
    page.get_by_test_id("sheet-2000").click()
    expect(sheet).to_be_hidden()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")
    expect(page.get_by_test_id("credit")).to_have_text("$15.00")
    page.get_by_test_id("clear").click()


def test_a_bet_waits_until_the_table_tells_its_money(page: Page) -> None:
    """A slot may say that a note is stacked before the table says what the credit is. No second note is asked for."""
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"credit": 0})
    page.get_by_test_id("spot-red").click()
    page.get_by_test_id("sheet-2000").click()
    expect(page.get_by_test_id("insert-sheet")).to_be_hidden()
    assert [wish["say"] for wish in wishes(table, 1)] == ["insert"]
    table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": 2000}, mine={"credit": 2000})
    assert wishes(table, 2)[1:] == [bet("red", 500)]


def money(table: ScriptedTable, amount: int, credit: int) -> None:
    table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": amount}, mine={"credit": credit})


def test_money_that_was_under_way_before_the_sheet_makes_the_bet(page: Page) -> None:
    """On a slow line the sheet opens while a note is under way. It says what is lacking now, and asks for no second note."""
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"credit": 0})
    table.holds_answers = True
    page.get_by_test_id("insert-10000").click()
    page.get_by_test_id("spot-red").click()
    sheet = page.get_by_test_id("insert-sheet")
    expect(sheet).to_contain_text("Your bet of $5.00 is $5.00 more than your credit.")
    money(table, 200, 200)
    expect(sheet).to_contain_text("Your bet of $5.00 is $3.00 more than your credit.")
    money(table, 10_000, 10_200)
    expect(sheet).to_be_hidden()
    assert wishes(table, 2) == [{"say": "insert", "amount": 10_000}, bet("red", 500)]
    table.phase("closed")
    expect(page.get_by_test_id("status")).to_be_empty()


def test_the_sheet_stays_until_the_notes_are_enough(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"credit": 0})
    page.get_by_test_id("chip-10000").click()
    page.get_by_test_id("spot-red").click()
    sheet = page.get_by_test_id("insert-sheet")
    for credit in (2000, 4000):
        page.get_by_test_id("sheet-2000").click()
        money(table, 2000, credit)
        expect(sheet).to_contain_text(f"Your bet of $100.00 is ${100 - credit // 100}.00 more than your credit.")
    table.phase("closed")
    expect(sheet).to_be_hidden()
    expect(page.get_by_test_id("status")).to_have_text("Betting closed before your credit was enough: your bet was not made.")
    assert [wish["say"] for wish in table.wishes] == ["insert", "insert"]


@pytest.mark.parametrize(("key", "bets"), [("sheet-2000", 1), ("sheet-cancel", 0)])
def test_two_notes_make_one_bet_and_after_not_now_none(page: Page, key: str, bets: int) -> None:
    """Also if the answer to the first note is late."""
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"credit": 0})
    page.get_by_test_id("spot-red").click()
    table.holds_answers = True
    page.get_by_test_id("sheet-2000").click()
    page.get_by_test_id(key).click()
    until(page, lambda: len(table.wishes) == 1 + bets)
    table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": 2000}, mine={"credit": 2000})
    table.holds_answers = False
    table.answer_all()
    page.get_by_test_id("spot-black").click()
    until(page, lambda: table.wishes[-1].get("wager") == "black")
    assert [wish["wager"] for wish in table.wishes if wish["say"] == "bet"] == ["red"] * bets + ["black"]


def test_a_bet_whose_commission_is_not_covered_asks_for_money_too(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"credit": 500})
    table.refuses = lambda _: "You have $5.00, which does not cover $5.00 with its commission of $1.00."
    table.error = "insufficient-credit"
    page.get_by_test_id("spot-buy:4").click()
    expect(page.get_by_test_id("insert-sheet")).to_contain_text("with its commission more than your credit")
    expect(page.get_by_test_id("status")).to_be_empty()


def test_no_money_is_asked_for_a_bet_that_is_closed_and_the_table_says_why(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"credit": 0})
    table.refuses = lambda wish: f"{wish['wager']} is closed."
    credit = page.get_by_test_id("credit")
    for wager in ("come", "behind-win-line"):
        page.get_by_test_id(f"spot-{wager}").click()
        expect(page.get_by_test_id("status")).to_have_text(f"{wager} is closed.")
        expect(page.get_by_test_id("insert-sheet")).to_be_hidden()
        expect(credit).to_have_text("$0.00")
    table.tell(pucks={"puck": "point 6"})
    page.get_by_test_id("spot-come").click()
    expect(page.get_by_test_id("insert-sheet")).to_be_visible()
    assert [wish["wager"] for wish in table.wishes] == ["come", "behind-win-line"]


def test_a_bet_waits_for_money_only_until_betting_closes(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"credit": 0})
    page.get_by_test_id("spot-red").click()
    sheet = page.get_by_test_id("insert-sheet")
    expect(sheet).to_contain_text("It is made when the money is in.")
    table.phase("closed")
    expect(sheet).to_be_hidden()
    expect(page.get_by_test_id("status")).to_have_text("Betting closed before your credit was enough: your bet was not made.")
    table.phase("betting", number=2)
    page.get_by_test_id("insert-10000").click()
    table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": 10_000}, mine={"credit": 10_000})
    expect(page.get_by_test_id("credit")).to_have_text("$100.00")
    page.get_by_test_id("spot-black").click()
    assert wishes(table, 2) == [{"say": "insert", "amount": 10_000}, bet("black", 500)]


def test_a_finger_that_opens_the_sheet_inserts_nothing(phone: Page) -> None:
    """A browser clicks where a finger is lifted, and the sheet lies there by then."""
    table = ScriptedTable(phone, STAR)
    table.tell(mine={"credit": 0})
    sheet, note = phone.get_by_test_id("insert-sheet"), phone.get_by_test_id("sheet-2000")
    phone.get_by_test_id("spot-field").tap()
    box = note.bounding_box()
    assert box
    phone.get_by_test_id("sheet-cancel").click()
    points = [
        (box["x"] + 8 + step, box["y"] + down)
        for step in range(0, int(box["width"]) - 16, 8)
        for down in (8, box["height"] - 8)
    ]
    on_spot = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.spot:not(.waits)'))"
    phone.touchscreen.tap(*next(point for point in points if phone.evaluate(on_spot, point)))
    expect(sheet).to_be_visible()
    phone.get_by_test_id("sheet-cancel").click()
    expect(sheet).to_be_hidden()
    assert table.wishes == []


def test_money_inserted_while_the_ball_runs_shows_at_once_and_tells_nothing(browser: Browser) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = ScriptedTable(page, WHEEL)
        credit = page.get_by_test_id("credit")
        table.tell(mine={"credit": 500, "bets": {"red": 500}, "staked": 500})
        won = {"seat": SEAT, "wager": "red", "stake": 500, "result": "win", "paid": 1000}
        event = {"type": "RoundSettled", "outcome": "1", "decided": [won], "moved": []}
        table.tell(event, round={"phase": "settled"}, mine={"credit": 1500, "bets": {}, "staked": 0, "won": 500})
        expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "rolling")
        expect(credit).to_have_text("$5.00")
        table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": 10_000}, mine={"credit": 11_500})
        expect(credit).to_have_text("$105.00")
        expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "rolling")
        expect(page.get_by_test_id("win-meter")).to_have_text("$0.00")
        expect(credit).to_have_text("$115.00")
        expect(page.get_by_test_id("win-meter")).to_have_text("$5.00")
