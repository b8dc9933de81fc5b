"""What players expect of chips and keys: move, call, undo, redo, double, rebet, ask, and insert money when it is needed."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from running import ROULETTE, Server, server
from scripted import SEAT, ScriptedTable

STAR = "star-craps-2016"
WHEEL = "ministar-roulette-2018"
LONG = 900


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need one, with rounds long enough to act in."""
    data = tmp_path_factory.mktemp("handling") / "journal.sqlite"
    with server(data, "--betting", "30", "--showing", "1", "--guests", "0") as started:
        yield started


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A visitor with a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True)
    yield context.new_page()
    context.close()


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is true; the caller asserts it."""
    for _ in range(100):
        if true():
            return
        page.wait_for_timeout(20)


def wishes(table: ScriptedTable, count: int) -> list[dict[str, Any]]:
    until(table.page, lambda: len(table.wishes) >= count)
    return [{key: value for key, value in wish.items() if key not in ("id", "round")} for wish in table.wishes]


def bet(wager: str, amount: int) -> dict[str, object]:
    return {"say": "bet", "wager": wager, "amount": amount}


def placed(table: ScriptedTable, wager: str, stake: int, bets: dict[str, int]) -> None:
    """Tell that a bet was placed, with all bets after it."""
    mine = {"bets": bets, "fresh": bets, "staked": sum(bets.values()), "credit": 10_000 - sum(bets.values())}
    table.tell({"type": "BetPlaced", "seat": SEAT, "wager": wager, "stake": stake}, mine=mine)


def middle(spot: Locator) -> tuple[float, float]:
    box = spot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def open_table(page: Page, running: Server, table: str) -> str:
    """Sit down, with money, while betting is open."""
    page.goto(f"{running.address}play/{table}")
    expect(page.get_by_test_id("seat")).to_contain_text("seat-", timeout=10_000)
    page.get_by_test_id("insert-10000").click()
    expect(page.get_by_test_id("credit")).not_to_have_text("$0.00")
    page.wait_for_selector('[data-testid="phase"]:is([data-phase="betting"], [data-phase="untimed"])', timeout=60_000)
    return page.get_by_test_id("seat").inner_text()


# ---- moving


def test_3_5_1_2_a_chip_is_dragged_to_another_spot_and_adds_none(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"bets": {"red": 500}, "fresh": {"red": 500}, "staked": 500})
    red, odd = (page.get_by_test_id(f"spot-{wager}") for wager in ("red", "odd"))
    page.mouse.move(*middle(red))
    page.mouse.down()
    page.mouse.move(*middle(odd), steps=4)
    expect(page.locator(".carried")).to_be_visible()
    expect(odd).to_have_class(re.compile("target"))
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    assert wishes(table, 1) == [{"say": "move", "wager": "red", "to": "odd"}]
    expect(odd).to_have_attribute("data-down", "500")
    expect(red).not_to_have_attribute("data-down", "500")


def test_a_chip_dropped_beside_every_spot_stays_and_off_the_felt_comes_down(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"bets": {"red": 500}, "staked": 500})
    red = page.get_by_test_id("spot-red")
    felt = page.locator("#felt").bounding_box()
    assert felt
    drag(page, middle(red), (felt["x"] + 3, felt["y"] + 3))
    expect(red).to_have_attribute("data-down", "500")
    drag(page, middle(red), middle(page.locator(".meters")))
    assert wishes(table, 1) == [{"say": "take-down", "wager": "red"}]


def test_a_drag_from_an_empty_spot_does_nothing(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    drag(page, middle(page.get_by_test_id("spot-red")), middle(page.get_by_test_id("spot-odd")))
    page.get_by_test_id("spot-even").click()
    assert wishes(table, 1) == [bet("even", 500)]


def test_a_chip_is_moved_with_keys_and_escape_puts_it_back(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    table.tell(mine={"bets": {"red": 500}, "staked": 500})
    page.get_by_test_id("spot-red").focus()
    for key in ("m", "Escape", "m", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert wishes(table, 1) == [{"say": "move", "wager": "red", "to": "black"}]


def test_on_a_felt_that_scrolls_a_long_press_picks_the_chip_up(phone: Page) -> None:
    table = ScriptedTable(phone, "star-sicbo-2016")
    table.tell(mine={"bets": {"big": 500}, "staked": 500})
    (x, y), end = middle(phone.get_by_test_id("spot-big")), middle(phone.get_by_test_id("spot-small"))
    browser: Any = phone.context.new_cdp_session(phone)
    browser.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    phone.wait_for_timeout(LONG)
    for part in (0.3, 0.6, 1):
        point = {"x": x + (end[0] - x) * part, "y": y + (end[1] - y) * part}
        browser.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert wishes(table, 1) == [{"say": "move", "wager": "big", "to": "small"}]


def test_a_bet_that_stands_has_a_padlock_and_neither_moves_nor_comes_down(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(pucks={"puck": "point 6"}, mine={"bets": {"win-line": 500}, "stands": ["win-line"], "staked": 500})
    line = page.get_by_test_id("spot-win-line")
    expect(page.get_by_test_id("padlock")).to_have_count(1)
    drag(page, middle(line), middle(page.get_by_test_id("spot-field")))
    expect(page.get_by_test_id("status")).to_have_text("Win Line stays where it is until it is decided.")
    assert table.wishes == []
    line.focus()
    page.keyboard.press("?")
    expect(page.get_by_test_id("info-total")).to_contain_text("locked")
    expect(page.get_by_test_id("info-take-down")).to_be_disabled()
    expect(page.get_by_test_id("info-move")).to_be_disabled()


def test_3_5_1_2_the_table_moves_the_bet(page: Page, running: Server) -> None:
    open_table(page, running, ROULETTE)
    page.get_by_test_id("chip-500").click()
    page.get_by_test_id("spot-red").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")
    drag(page, middle(page.get_by_test_id("spot-red")), middle(page.get_by_test_id("spot-odd")))
    expect(page.get_by_test_id("bet-odd")).to_be_visible()
    expect(page.locator(".chip.pending")).to_have_count(0)
    expect(page.get_by_test_id("bet-red")).to_have_count(0)
    expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")
    page.reload()
    expect(page.get_by_test_id("bet-odd")).to_be_visible()
    drag(page, middle(page.get_by_test_id("spot-odd")), middle(page.locator(".meters")))
    expect(page.get_by_test_id("bet-odd")).to_have_count(0)
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")


# ---- the panel about a spot


def test_a_long_press_opens_the_panel_and_places_nothing(page: Page) -> None:
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
    assert table.wishes == []
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_a_payout_that_is_not_payable_exactly_says_so(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"place-win:8": 700}, "staked": 700})
    page.get_by_test_id("spot-place-win:8").focus()
    page.keyboard.press("?")
    expect(page.get_by_test_id("info")).to_contain_text("7 to 6 wins $8.17 before rounding")


def test_6_6_a_bet_is_called_off_and_on_and_carries_its_marker(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"place-win:8": 1200}, "staked": 1200})
    page.get_by_test_id("help").click()
    page.get_by_test_id("spot-place-win:8").click()
    page.get_by_test_id("info-call-off").click()
    assert wishes(table, 1) == [{"say": "call", "wager": "place-win:8", "on": False}]
    table.tell({"type": "BetsCalled", "seat": SEAT, "wager": "place-win:8"}, mine={"called": {"place-win:8": False}})
    expect(page.get_by_test_id("marker")).to_have_text("OFF")
    expect(page.get_by_test_id("info-call-off")).to_be_hidden()
    page.get_by_test_id("info-call-on").click()
    assert wishes(table, 2)[-1] == {"say": "call", "wager": "place-win:8", "on": True}
    table.tell(mine={"called": {"place-win:8": True}})
    expect(page.get_by_test_id("marker")).to_have_text("ON")


def test_6_6_the_table_calls_the_bet_on(page: Page, running: Server) -> None:
    open_table(page, running, STAR)
    page.get_by_test_id("chip-500").click()
    spot = page.get_by_test_id("spot-place-win:5")
    spot.click()
    expect(page.get_by_test_id("bet-place-win:5")).to_be_visible()
    page.get_by_test_id("help").click()
    spot.click()
    page.get_by_test_id("info-call-on").click()
    expect(page.get_by_test_id("marker")).to_have_text("ON")
    page.get_by_test_id("info-take-down").click()
    expect(page.get_by_test_id("bet-place-win:5")).to_have_count(0)
    expect(page.get_by_test_id("info-take-down")).to_be_hidden()


def test_odds_are_offered_where_a_point_stands(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(mine={"bets": {"win-line": 1000}, "staked": 1000})
    odds = page.locator(".takes-odds")
    expect(odds).to_have_count(0)
    table.tell(pucks={"puck": "point 6"}, mine={"takes_odds": ["behind-win-line"]})
    expect(odds).to_have_count(1)
    expect(odds).to_have_attribute("data-wager", "behind-win-line")
    page.get_by_test_id("spot-win-line").focus()
    page.keyboard.press("?")
    page.get_by_test_id("info-add-odds").click()
    assert wishes(table, 1) == [bet("behind-win-line", 500)]
    expect(odds).to_have_count(0)


# ---- keys of the rail


def test_undo_and_redo_go_through_the_steps_of_a_round(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    page.get_by_test_id("spot-red").click()
    placed(table, "red", 500, {"red": 500})
    page.get_by_test_id("spot-even").click()
    placed(table, "even", 500, {"red": 500, "even": 500})
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo").click()
    gone = {"type": "BetTakenDown", "seat": SEAT, "amount": 500}
    table.tell(gone | {"wager": "even"}, mine={"bets": {"red": 500}, "fresh": {"red": 500}})
    table.tell(gone | {"wager": "red"}, mine={"bets": {}, "fresh": {}})
    page.get_by_test_id("redo").click()
    assert wishes(table, 5) == [
        bet("red", 500),
        bet("even", 500),
        {"say": "take-down", "wager": "even", "amount": 500},
        {"say": "take-down", "wager": "red", "amount": 500},
        bet("red", 500),
    ]
    page.get_by_test_id("spot-odd").click()
    expect(page.get_by_test_id("redo")).to_be_disabled()


def test_double_doubles_what_may_grow_and_is_undone_in_one_step(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    bets = {"win-line": 1000, "place-win:6": 1200, "field": 500}
    mine = {"bets": bets, "fresh": {"field": 500}, "staked": 2700}
    table.tell(pucks={"puck": "point 8"}, mine=mine)
    page.get_by_test_id("double").click()
    assert wishes(table, 2) == [bet("place-win:6", 1200), bet("field", 500)], "the line cannot be bet with a point on"
    page.get_by_test_id("undo").click()
    down = [(wish["say"], wish["wager"], wish["amount"]) for wish in wishes(table, 4)[2:]]
    assert down == [("take-down", "field", 500), ("take-down", "place-win:6", 1200)]


def test_rebet_places_what_is_no_longer_there_and_doubles_nothing(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    rebet = page.get_by_test_id("rebet")
    bets = {"place-win:6": 1200, "field": 500}
    table.tell(mine={"bets": bets, "fresh": bets, "staked": 1700})
    table.phase("shot")
    lost = {"seat": SEAT, "wager": "field", "stake": 500, "result": "lose", "paid": 0}
    event = {"type": "RoundSettled", "outcome": "1-5", "decided": [lost], "moved": []}
    table.tell(event, round={"phase": "settled"}, mine={"bets": {"place-win:6": 1200}, "fresh": {}, "staked": 1200})
    table.phase("betting", number=2)
    rebet.click()
    assert wishes(table, 1) == [bet("field", 500)]
    expect(rebet).to_be_disabled()
    placed(table, "field", 500, {"place-win:6": 1200, "field": 500})
    expect(rebet).to_be_disabled()


def test_rebet_does_not_place_a_bet_again_that_went_to_its_number(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    table.tell(pucks={"puck": "point 8"}, mine={"bets": {"come": 500}, "fresh": {"come": 500}, "staked": 500})
    table.phase("shot")
    moved = {"seat": SEAT, "wager": "come", "to": "come:6", "state": "point 6"}
    event = {"type": "RoundSettled", "outcome": "1-5", "decided": [], "moved": [moved]}
    table.tell(event, round={"phase": "settled"}, mine={"bets": {"come:6": 500}, "fresh": {}})
    table.phase("betting", number=2)
    expect(page.get_by_test_id("double")).to_be_disabled()
    expect(page.get_by_test_id("rebet")).to_be_disabled()


def test_clear_takes_down_what_was_placed_and_no_winner_that_stayed_up(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    bets = {"place-win:6": 1200, "place-win:8": 1200, "field": 500}
    table.tell(mine={"bets": bets, "fresh": bets, "stayed": {"place-win:6": 700, "place-win:8": 1200}, "staked": 2900})
    page.get_by_test_id("clear").click()
    down = [(wish["say"], wish["wager"], wish["amount"]) for wish in wishes(table, 2)]
    assert down == [("take-down", "field", 500), ("take-down", "place-win:6", 500)]
    left = {"place-win:6": 700, "place-win:8": 1200}
    gone = {"type": "BetTakenDown", "seat": SEAT, "amount": 500}
    table.tell(gone | {"wager": "field"}, mine={"bets": {**left, "place-win:6": 1200}, "fresh": {"place-win:8": 1200}})
    table.tell(gone | {"wager": "place-win:6"}, mine={"bets": left, "fresh": left, "stayed": left})
    expect(page.get_by_test_id("clear")).to_be_disabled()


def test_a_bet_that_clear_could_not_take_down_is_not_placed_again_by_redo(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    page.get_by_test_id("spot-red").click()
    placed(table, "red", 500, {"red": 500})
    table.refuses = lambda _: "It stays."
    page.get_by_test_id("clear").click()
    expect(page.get_by_test_id("status")).to_have_text("It stays.")
    expect(page.get_by_test_id("redo")).to_be_disabled()


def test_rebet_survives_a_reload(page: Page, running: Server) -> None:
    open_table(page, running, ROULETTE)
    page.get_by_test_id("chip-100").click()
    page.get_by_test_id("spot-red").click()
    page.get_by_test_id("spot-straight:17").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$2.00")
    page.get_by_test_id("close-early").click()
    page.wait_for_selector('[data-testid="phase"][data-phase="done"]', timeout=60_000)
    page.reload()
    page.wait_for_selector('[data-testid="phase"][data-phase="betting"]', timeout=60_000)
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")
    page.get_by_test_id("rebet").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$2.00")
    expect(page.get_by_test_id("spot-straight:17")).to_have_attribute("data-down", "100")
    page.get_by_test_id("clear").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")


# ---- money


def test_the_first_touch_without_credit_asks_for_money_and_then_bets(page: Page, running: Server) -> None:
    page.goto(f"{running.address}play/{ROULETTE}")
    page.wait_for_selector('[data-testid="phase"][data-phase="betting"]', timeout=60_000)
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
    expect(sheet).to_contain_text("Betting has closed. What you insert goes to your credit.")
    expect(sheet).not_to_contain_text("Your bet of")
    table.phase("betting", number=2)
    page.get_by_test_id("sheet-2000").click()
    expect(sheet).to_be_hidden()
    table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": 2000}, mine={"credit": 2000})
    page.get_by_test_id("spot-black").click()
    assert wishes(table, 2) == [{"say": "insert", "amount": 2000}, bet("black", 500)]


def test_money_inserted_while_the_ball_runs_shows_at_once_and_tells_nothing(browser: Browser) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        page = context.new_page()
        table = ScriptedTable(page, WHEEL)
        credit = page.get_by_test_id("credit")
        table.tell(mine={"credit": 500, "bets": {"red": 500}, "staked": 500})
        won = {"seat": SEAT, "wager": "red", "stake": 500, "result": "win", "paid": 1000}
        event = {"type": "RoundSettled", "outcome": "1", "decided": [won], "moved": []}
        table.tell(event, round={"phase": "settled"}, mine={"credit": 1500, "bets": {}, "staked": 0, "won": 1000})
        expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "rolling")
        expect(credit).to_have_text("$5.00")
        table.tell({"type": "MoneyInserted", "seat": SEAT, "amount": 10_000}, mine={"credit": 11_500})
        expect(credit).to_have_text("$105.00")
        expect(page.get_by_test_id("phase")).to_have_attribute("data-phase", "rolling")
        expect(page.get_by_test_id("win-meter")).to_have_text("$0.00")
        expect(credit).to_have_text("$115.00", timeout=15_000)
        expect(page.get_by_test_id("win-meter")).to_have_text("$10.00")


# ---- what is said, and for how long


def settle(table: ScriptedTable) -> None:
    won = {"seat": SEAT, "wager": "red", "stake": 500, "result": "win", "paid": 1000}
    event = {"type": "RoundSettled", "outcome": "1", "decided": [won], "moved": []}
    table.tell(event, lit=["red"], round={"phase": "settled"}, mine={"won": 1000, "bets": {}})


def test_the_outcome_and_the_win_are_announced_and_end_with_the_next_bet(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    settle(table)
    expect(page.locator("#announcer")).to_have_text("1 red, odd. You are paid $10.00")
    result, meter = page.get_by_test_id("result"), page.get_by_test_id("win-meter")
    expect(result).to_contain_text("You are paid $10.00")
    table.phase("betting", number=2)
    expect(meter).to_have_text("$10.00")
    page.get_by_test_id("spot-odd").click()
    expect(meter).to_have_text("$0.00")
    expect(result).not_to_contain_text("You are paid")


def test_the_win_meter_is_cleared_when_betting_closes(page: Page) -> None:
    table = ScriptedTable(page, WHEEL)
    settle(table)
    table.phase("betting", number=2)
    expect(page.get_by_test_id("win-meter")).to_have_text("$10.00")
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
    expect(page.locator("#announcer")).to_have_text("No more bets.")


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


# ---- seats


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


# ---- bars


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
    before = page.evaluate("window.frames_asked")
    page.wait_for_timeout(1200)
    assert page.evaluate("window.frames_asked") - before <= 2
