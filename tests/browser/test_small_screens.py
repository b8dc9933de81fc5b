"""Dealers on small screens have the layout, the next call, the dice and the keys of a throw that does not count in sight."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from live_floor import CASH, Console, LiveFloor, live_floor
from staff_page import SIDEWAYS, sign_in

PLAYERS = [f"Player{number}" for number in range(1, 11)]
UPRIGHT, LYING = (768, 1024), (1024, 768)
OUT_OF_SIGHT = """(parts) => parts.flatMap((part) => {
  const { top, bottom, left, right } = part.getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth ? [`${part.className}: ${top} to ${bottom}`] : [];
})"""
CUT_OFF = "(each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1"
BOTTOM = "each => Math.round(each.getBoundingClientRect().bottom)"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("small"), tables=("craps", "crown", "sicbo")) as running:
        yield running


@pytest.fixture(scope="module")
def dan(floor: LiveFloor) -> Console:
    """He deals craps to ten players, and Sic Bo to ten others."""
    admin = floor.administrator()
    console = floor.hire("dan", "Dan Stick", "dealer", by=admin)
    for table in ("craps", "sicbo"):
        given(console, table, "RelieveDealer")
        for seat in PLAYERS:
            given(console, table, "TakeSeat", seat=seat, chips=100_000, tender=CASH)
    given(console, "craps", "OpenBetting")
    for seat in PLAYERS:
        given(console, "craps", "PlaceBet", seat=seat, wager="win-line", stake=1000)
    given(console, "craps", "OfferDice", seat=PLAYERS[0])
    given(console, "craps", "AcceptDice", seat=PLAYERS[0], dice=[1, 2])
    return console


def given(console: Console, table: str, order: str, **fields: Any) -> None:
    answer = console.order(table, order, **fields)
    assert answer.status == 200, (table, order, answer)


def out_of_sight(*parts: Locator) -> list[str]:
    """Those of some parts of a page that are not wholly in its window, without scrolling."""
    parts[0].page.evaluate("scrollTo(0, 0)")
    return [words for part in parts for words in part.evaluate_all(OUT_OF_SIGHT)]


@pytest.mark.parametrize("size", [UPRIGHT, LYING])
def test_ten_players_leave_the_whole_layout_in_sight(
    floor: LiveFloor, dan: Console, console: Page, size: tuple[int, int]
) -> None:
    assert dan
    console.set_viewport_size({"width": size[0], "height": size[1]})
    sign_in(console, floor, "dan", table="craps")
    expect(console.locator("[data-act-for]")).to_have_count(10)
    win_line = console.get_by_test_id("spot-win-line")
    expect(win_line).to_be_visible()
    assert out_of_sight(console.locator(".layout .window"), console.locator(".layout .felt"), win_line) == []
    assert not console.locator(".layout .window").evaluate(CUT_OFF)
    assert not console.evaluate(SIDEWAYS)


MESS = """(key) => {
  const box = (each) => each.getBoundingClientRect();
  const parts = [...key.querySelectorAll(".place, .name, small, .flag")];
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const cut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 2);
  return parts.filter((part, at) => {
    const { left, right, width, top, bottom } = box(part);
    const least = part.matches(".name") ? 12 * Math.min(part.textContent.length, 4) / 2 : 12;
    const isOut = left < box(key).left || right > box(key).right || top < box(key).top || bottom > box(key).bottom;
    return width < least || isOut || cut(part) || parts.slice(at + 1).some((other) => meets(box(part), box(other)));
  }).map((part) => part.textContent);
}"""
"""The parts of a player's key that are too narrow, cut off, or lie on one another."""


def test_name_and_chips_of_a_player_with_a_badge_can_be_read(console: Page, tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("craps",)) as floor:
        dan, carl = floor.hire("dan", "Dan Stick", "dealer"), floor.hire("carl", "Carl Voss", "casino-supervisor")
        given(dan, "craps", "RelieveDealer")
        names = ("Dee", "Ann", "Bartholomew Quill", "Esteban Marquez", *PLAYERS[:6])
        for seat in names:
            given(dan, "craps", "TakeSeat", seat=seat, chips=100_000, tender=CASH)
        for seat in ("Ann", "Bartholomew Quill"):
            given(carl, "craps", "SetPlayerLimits", seat=seat, minimum=2500, maximum=150_000, why="A known player")
        measures = [form["values"] for form in carl.actions("craps")["Sanction"]["forms"]]
        bar = next(each for each in measures if "bar" in each["measure"])
        for seat in ("Dee", "Ann", "Esteban Marquez"):
            given(carl, "craps", "Sanction", **{**bar, "seat": seat})
        sign_in(console, floor, "dan", table="craps")
        keys = console.locator("[data-act-for]")
        expect(keys).to_have_count(10)
        expect(console.locator("[data-act-for] .flag")).to_have_count(5)
        for width, height in ((1280, 800), LYING, UPRIGHT, (1920, 1080)):
            console.set_viewport_size({"width": width, "height": height})
            assert [words for key in keys.all() for words in key.evaluate(MESS)] == [], (width, height)


@pytest.mark.parametrize("table", ["craps", "sicbo"])
def test_a_round_is_dealt_on_an_upright_tablet_without_scrolling(
    floor: LiveFloor, dan: Console, console: Page, table: str
) -> None:
    """What is paid is beside the next call. Only long lists scroll, and each by itself."""
    console.set_viewport_size({"width": UPRIGHT[0], "height": UPRIGHT[1]})
    sign_in(console, floor, "dan", table=table)
    layout, following = console.locator(".layout .felt"), console.locator("button.next")
    grounds = console.locator(".call-off [data-ground]")
    first = grounds.first

    def in_sight(words: str, *more: Locator) -> None:
        expect(following).to_contain_text(words)
        assert out_of_sight(layout, following, first, *more) == [], words
        room = console.locator(".calls").evaluate("each => each.clientHeight")
        assert room <= console.evaluate("innerHeight") / 3, "no blank panel"

    if table == "craps":
        in_sight("The dice are thrown")
        given(dan, table, "ShootDice", seat=PLAYERS[0])
        expect(console.get_by_test_id("result-entry")).to_be_visible()
    else:
        given(dan, table, "ShakeDice", times=3)
        given(dan, table, "OpenBetting")
        for seat in PLAYERS:
            given(dan, table, "PlaceBet", seat=seat, wager="small", stake=1000)
        in_sight("No more bets")
        given(dan, table, "CloseBetting")
        given(dan, table, "UncoverTumbler")
    dice = console.get_by_test_id("result-entry").locator(".face-key")
    expect(dice).to_have_count(6)
    in_sight("Enter the result" if table == "craps" else "Announce", dice, console.get_by_test_id("undo-die"))
    grounds.last.scroll_into_view_if_needed()
    expect(grounds.last).to_be_in_viewport()
    assert console.evaluate("scrollY") == 0, "the grounds scroll by themselves"
    if table == "craps":
        given(dan, table, "EnterOutcome", outcome="3-4")
    else:
        given(dan, table, "AnnounceResult", numbers=[1, 2, 4], total=7)
        given(dan, table, "EnterOutcome", outcome="1-2-4")
    payments = console.get_by_test_id("payments")
    expect(payments.locator("li")).to_have_count(10)
    in_sight("All bets are paid", payments, console.get_by_test_id("tick-all"))
    payments.locator("li").last.scroll_into_view_if_needed()
    expect(payments.locator("li").last).to_be_in_viewport()
    assert console.evaluate("scrollY") == 0, "the payments scroll by themselves"
    assert not console.evaluate(SIDEWAYS)


def test_the_lists_of_forms_are_named_and_show_that_they_go_on(floor: LiveFloor, dan: Console, console: Page) -> None:
    assert dan
    console.set_viewport_size({"width": LYING[0], "height": LYING[1]})
    sign_in(console, floor, "dan", table="craps")
    for order, legend in (("InsertMoney", "Player"), ("TakeSeat", "Place")):
        console.locator(f'[data-order="{order}"]').click()
        expect(console.locator("dialog fieldset.forms > legend")).to_have_text(legend)
        if order == "InsertMoney":
            listed = console.locator("dialog .forms .list")
            assert listed.evaluate("each => each.scrollHeight > each.clientHeight")
            assert listed.evaluate("each => getComputedStyle(each).backgroundImage.includes('gradient')")
        console.keyboard.press("Escape")
        expect(console.locator("dialog")).to_be_hidden()


@pytest.mark.parametrize("size", [LYING, (1280, 800), UPRIGHT])
def test_a_table_whose_dealer_has_signed_out_is_taken_over_by_the_large_key(
    tmp_path: Path, console: Page, size: tuple[int, int]
) -> None:
    """With bets down there are many keys that call the round off. Nothing is called for a dealer who is gone."""
    with live_floor(tmp_path, tables=("craps",)) as floor:
        dan = floor.hire("dan", "Dan Stick", "dealer")
        floor.hire("eve", "Eve Chip", "dealer")
        given(dan, "craps", "RelieveDealer")
        given(dan, "craps", "TakeSeat", seat="ann", chips=100_000, tender=CASH)
        given(dan, "craps", "OpenBetting")
        given(dan, "craps", "PlaceBet", seat="ann", wager="win-line", stake=1000)
        console.set_viewport_size({"width": size[0], "height": size[1]})
        sign_in(console, floor, "eve", table="craps")
        following = console.locator("button.next")
        expect(following).to_contain_text("Offer the dice")
        assert dan.ask("DELETE", "/api/v1/session").status == 200
        expect(console.get_by_test_id("round")).to_contain_text("Nobody deals")
        expect(following).to_contain_text("Take over the table")
        assert out_of_sight(following) == []
        following.click()
        expect(console.get_by_test_id("round")).to_contain_text("Eve Chip (dealer) deals")
        expect(following).to_contain_text("Offer the dice")
