"""A crowded table, and a table that closes: chips and payments of ten players can be read, and keys keep their places."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clock_ahead import PROGRAM, put_ahead
from live_floor import CASH, Console, LiveFloor, live_floor, notice_given
from staff_page import looks_right, sign_in

PLAYERS = [f"Player{number}" for number in range(1, 11)]
SCREENS = ((1280, 800), (1024, 768))
CUT_OFF = "(each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 2"
OVERLAP = """(spot) => {
  const box = (each) => each.getBoundingClientRect();
  const chips = [...document.querySelectorAll(`[data-stacks="${spot}"] .stack`)].map(box);
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return chips.some((one, at) => chips.some((other, to) => to > at && meets(one, other)));
}"""
"""Whether chips on a spot lie on one another."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, ahead: Path) -> Iterator[LiveFloor]:
    folder = tmp_path_factory.mktemp("crowd")
    with live_floor(folder, tables=("craps", "crown"), program=(PROGRAM, str(ahead))) as running:
        yield running


@pytest.fixture(scope="module")
def admin(floor: LiveFloor) -> Console:
    return floor.administrator()


@pytest.fixture(scope="module")
def mia(floor: LiveFloor, admin: Console) -> Console:
    return floor.hire("mia", "Mia Brandt", "casino-supervisor", "manager", by=admin)


def given(console: Console, table: str, order: str, **fields: Any) -> None:
    answer = console.order(table, order, **fields)
    assert answer.status == 200, (table, order, answer)


def test_ten_players_on_one_spot_can_be_read(floor: LiveFloor, console: Page, admin: Console) -> None:
    dan = floor.hire("dan", "Dan Stick", "dealer", "supervisor", by=admin)
    given(dan, "crown", "RelieveDealer")
    for seat in PLAYERS:
        given(dan, "crown", "TakeSeat", seat=seat, chips=100_000, tender=CASH)
    given(dan, "crown", "OpenBetting")
    for seat in PLAYERS:
        given(dan, "crown", "PlaceBet", seat=seat, wager="pass", stake=1000)
    given(dan, "crown", "OfferDice", seat=PLAYERS[0])
    given(dan, "crown", "AcceptDice", seat=PLAYERS[0], dice=[1, 2])
    given(dan, "crown", "ShootDice", seat=PLAYERS[0])
    given(dan, "crown", "EnterOutcome", outcome="4-5")
    given(dan, "crown", "FinishPaying")
    given(dan, "crown", "OpenBetting")
    for seat in PLAYERS[:2]:
        given(dan, "crown", "PlaceBet", seat=seat, wager="place-win:6", stake=600)
    sign_in(console, floor, "dan", table="crown")
    lying = console.locator('[data-stacks="place-win:6"]')
    expect(lying.locator("[data-stack]")).to_have_count(2)
    assert not console.evaluate(OVERLAP, "place-win:6")
    for seat in PLAYERS[2:]:
        given(dan, "crown", "PlaceBet", seat=seat, wager="place-win:6", stake=600)
    crowd = lying.locator("[data-crowd]")
    expect(crowd.locator("text")).to_have_text(["10 players", "60"])
    expect(lying.locator("[data-stack]")).to_have_count(0)
    for wager in ("place-win:6", "pass"):
        assert not console.evaluate(OVERLAP, wager)
    spot = console.get_by_test_id("spot-place-win:6")
    title, chips = spot.locator("text").first.bounding_box(), crowd.bounding_box()
    assert title
    assert chips
    capitals = 0.8 * title["height"]
    assert chips["y"] >= title["y"] + capitals, "the name of the spot is not hidden"
    console.locator("#where").evaluate("(each) => each.textContent = 'craps-adelaide'")
    for width, height in SCREENS:
        console.set_viewport_size({"width": width, "height": height})
        for key in console.locator("[data-act-for]").all():
            assert not key.locator("span").evaluate(CUT_OFF), (width, key.inner_text())
        console.evaluate("scrollTo(0, 0)")
        layout = console.locator(".layout .window").bounding_box()
        assert layout
        assert layout["y"] + layout["height"] <= height, width
    console.set_viewport_size({"width": 1280, "height": 800})
    expect(console.get_by_test_id("spot-pass")).to_be_in_viewport(ratio=1)

    # A touch opens it.
    spot.click()
    panel = console.get_by_test_id("spot-panel")
    expect(panel.locator("[data-lies]")).to_have_count(10)
    expect(panel.locator('[data-lies="Player10"]')).to_contain_text("Player10: $6.00")
    panel.get_by_role("button", name="Close").click()

    # Ten payments: those that are out of sight are said to be there, and can be reached.
    given(dan, "crown", "ShootDice", seat=PLAYERS[0])
    given(dan, "crown", "EnterOutcome", outcome="3-3")
    what_is_out_of_sight_is_told(console)
    looks_right(console)


def what_is_out_of_sight_is_told(console: Page) -> None:
    payments = console.get_by_test_id("payments")
    expect(payments.locator("li")).to_have_count(10)
    expect(payments.locator(".goes-on")).to_be_visible()
    last = payments.locator("li").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    payments.evaluate("(each) => each.scrollTo(0, each.scrollHeight)")
    expect(payments.locator(".goes-on")).to_be_hidden()
    payments.evaluate("(each) => each.scrollTo(0, 0)")
    expect(payments.locator(".goes-on")).to_be_visible()
    payments.evaluate("(each) => each.style.height = '60rem'")  # what stood above it is gone, and the list is as it was
    expect(payments.locator(".goes-on")).to_be_hidden()
    payments.evaluate("(each) => each.style.height = ''")
    expect(payments.locator(".goes-on")).to_be_visible()


def places(page: Page) -> dict[str, tuple[float, float]]:
    """Where the keys of a throw that does not count stand."""
    page.evaluate("scrollTo(0, 0)")
    boxes = {
        str(each.get_attribute("data-ground")): each.bounding_box() for each in page.locator(".quick.off [data-ground]").all()
    }
    return {ground: (box["x"], box["y"]) for ground, box in boxes.items() if box}


def test_the_keys_of_no_roll_keep_their_places_and_nobody_is_asked_to_bet_at_the_end(
    floor: LiveFloor, console: Page, admin: Console, mia: Console, ahead: Path
) -> None:
    kit = floor.hire("kit", "Kit Box", "dealer", "supervisor", by=admin)
    given(kit, "craps", "RelieveDealer")
    given(kit, "craps", "TakeSeat", seat="amy", chips=100_000, tender=CASH)
    given(kit, "craps", "OpenBetting")
    given(kit, "craps", "PlaceBet", seat="amy", wager="win-line", stake=1000)
    given(kit, "craps", "OfferDice", seat="amy")
    given(kit, "craps", "AcceptDice", seat="amy", dice=[1, 2])
    sign_in(console, floor, "kit", table="craps")
    big = console.locator("button.next")
    expect(big).to_contain_text("The dice are thrown")
    first = places(console)
    assert len(first) > 4
    key = console.locator('[data-ground="cocked"]')
    expect(key).to_be_disabled()

    def follows(order: str, words: str, **fields: Any) -> None:
        """Every key is where it was."""
        given(kit, "craps", order, **fields)
        expect(big).to_contain_text(words)
        assert places(console) == first, words

    def thrown(faces: str, words: str) -> None:
        follows("ShootDice", "Enter the result", seat="amy")
        expect(key).to_be_enabled()
        follows("EnterOutcome", "All bets are paid", outcome=faces)
        follows("FinishPaying", words)

    thrown("4-5", "Place your bets")
    given(mia, "craps", "PostNotice", act="close the table", why="The end of the night")
    expect(console.get_by_label("Signs put up")).to_be_visible()
    assert places(console) == first
    follows("OpenBetting", "The dice are thrown")
    thrown("2-2", "Place your bets")
    put_ahead(ahead, 21)
    notice_given(mia, "craps")
    given(mia, "craps", "AnnounceClose", why="The end of the night")
    expect(big).to_contain_text("Next round, no new bets")
    assert places(console) == first
    follows("OpenBetting", "The dice are thrown")
    follows("ShootDice", "Enter the result", seat="amy")
    follows("EnterOutcome", "All bets are paid", outcome="4-5")
    given(kit, "craps", "FinishPaying")
    expect(console.get_by_test_id("closing-steps")).to_contain_text("Done: Take no more bets")
    expect(console.locator(".calls")).not_to_contain_text("Place your bets")
    expect(console.locator(".calls")).not_to_contain_text("no new bets")
