"""The keys of the rail: undo, redo, double, rebet, clear and take down."""

import pytest
from playwright.sync_api import Page, expect

from playing import bet, open_table, placed, wishes
from running import ROULETTE, Server
from scripted import SEAT, ScriptedTable

STAR = "star-craps-2016"
WHEEL = "ministar-roulette-2018"


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


def test_undo_puts_a_bet_back_that_was_taken_down(page: Page) -> None:
    """It takes nothing else down instead. Odds that came down with their flat bet follow it."""
    table = ScriptedTable(page, STAR)
    bets = {"come:6": 500, "behind-come:6": 1000}
    table.tell(pucks={"puck": "point 8"}, mine={"bets": bets, "staked": 1500})
    page.get_by_test_id("spot-field").click()
    placed(table, "field", 500, bets | {"field": 500})
    page.get_by_test_id("take-down").click()
    page.get_by_test_id("spot-come:6").click()
    down = {"type": "BetTakenDown", "seat": SEAT, "wager": "come:6", "amount": 500}
    left = {"bets": {"field": 500}, "fresh": {"field": 500}}
    table.tell(down | {"trimmed": [{"wager": "behind-come:6", "amount": 1000}]}, mine=left)
    page.get_by_test_id("undo").click()
    placed(table, "come:6", 500, {"field": 500, "come:6": 500})
    placed(table, "behind-come:6", 1000, bets | {"field": 500})
    page.get_by_test_id("undo").click()
    assert wishes(table, 5) == [
        bet("field", 500),
        {"say": "take-down", "wager": "come:6"},
        bet("come:6", 500),
        bet("behind-come:6", 1000),
        {"say": "take-down", "wager": "field", "amount": 500},
    ]


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


def test_double_adds_odds_up_to_their_limit_and_none_where_they_have_it(page: Page) -> None:
    table = ScriptedTable(page, STAR)
    bets = {"win-line": 1000, "behind-win-line": 1500, "come:4": 500, "behind-come:4": 1000}
    takes = {"behind-win-line": 2000, "behind-come:4": 1000}
    table.tell(pucks={"puck": "point 6"}, mine={"credit": 50_000, "bets": bets, "takes_odds": takes})
    page.get_by_test_id("double").click()
    assert wishes(table, 1) == [bet("behind-win-line", 500)]


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
    page.wait_for_selector('[data-testid="phase"][data-phase="done"]')
    page.reload()
    page.wait_for_selector('[data-testid="phase"][data-phase="betting"]')
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")
    page.get_by_test_id("rebet").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$2.00")
    expect(page.get_by_test_id("spot-straight:17")).to_have_attribute("data-down", "100")
    page.get_by_test_id("clear").click()
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")


@pytest.mark.parametrize("older", [{}, {"place-win:8": 600}], ids=["only locked bets", "an older bet"])
def test_take_down_ends_with_clear_unless_a_bet_is_left_that_comes_down(page: Page, older: dict[str, int]) -> None:
    table = ScriptedTable(page, STAR)
    locked, odds = {"come:4": 500, "come:6": 500}, {"behind-come:4": 500, "behind-come:6": 500}
    stands = {"stands": [*locked], "staked": 2000}
    table.tell(pucks={"puck": "point 8"}, mine=stands | {"bets": locked | odds | older, "fresh": odds})
    key, status = page.get_by_test_id("take-down"), page.get_by_test_id("status")
    key.click()
    for touched, left in (("spot-behind-come:4", {"behind-come:6": 500}), ("clear", {})):
        page.get_by_test_id(touched).click()
        gone = {
            "type": "BetTakenDown",
            "seat": SEAT,
            "amount": 500,
            "wager": "behind-come:6" if touched == "clear" else "behind-come:4",
        }
        table.tell(gone, mine={"bets": locked | older | left, "fresh": left})
    expect(key).to_have_attribute("aria-pressed", "true" if older else "false")
    expect(key).to_be_enabled(enabled=bool(older))
    page.get_by_test_id("spot-place-win:5").click()
    if older:
        expect(status).to_have_text("There is nothing to take down on Place Bet to Win 5.")
    else:
        assert wishes(table, 3)[2:] == [bet("place-win:5", 500)]


def test_take_down_takes_bets_down_until_it_is_pressed_again(page: Page) -> None:
    """Meanwhile a touch on an empty spot is no bet. The key is there for bets that can come down, and ends with the betting."""
    table = ScriptedTable(page, WHEEL)
    key, status = page.get_by_test_id("take-down"), page.get_by_test_id("status")
    table.tell(mine={"bets": {}})
    expect(key).to_be_disabled()
    bets = {"red": 500, "even": 500}
    table.tell(mine={"bets": bets, "staked": 1000})
    key.click()
    for wager in ("red", "even"):
        page.get_by_test_id(f"spot-{wager}").click()
        del bets[wager]
        table.tell({"type": "BetTakenDown", "seat": SEAT, "wager": wager, "amount": 500}, mine={"bets": {**bets}})
    page.get_by_test_id("spot-odd").click()
    expect(status).to_have_text("There is nothing to take down on Odd.")
    page.get_by_test_id("spot-odd").press("Enter")
    key.click()
    expect(key).to_have_attribute("aria-pressed", "false")
    expect(key).to_be_disabled()
    expect(status).to_be_empty()
    page.get_by_test_id("spot-high").click()
    down = [{"say": "take-down", "wager": wager} for wager in ("red", "even")]
    assert wishes(table, 3) == [*down, bet("high", 500)]
    placed(table, "high", 500, {"high": 500})
    key.click()
    table.tell(round={"phase": "closed"}, mine={"bets": {"high": 500}})
    expect(key).to_have_attribute("aria-pressed", "false")
