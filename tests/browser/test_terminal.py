"""A visitor at a terminal: a chip goes from a finger to the journal and back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.ledger.accounts import felt, rack
from croupier.money import dollars
from playing import tap
from running import CRAPS, ROULETTE, Server, server

PACE = ("--betting", "6", "--showing", "3", "--guests", "2")

BETS = {CRAPS: ("big-6", "field", "place:8"), ROULETTE: ("red", "straight:17", "split:17-20")}


def sit_down(page: Page, running: Server, table: str) -> str:
    """Come in through the lobby, and return the seat."""
    page.goto(running.address)
    page.locator(f'a[href="/play/{table}"]').click()
    expect(page.get_by_test_id("seat")).to_contain_text("seat-")
    return page.get_by_test_id("seat").inner_text().split()[-1]


def wait_for(page: Page, phase: str) -> None:
    page.wait_for_selector(f'[data-testid="phase"][data-phase="{phase}"]')


def wait_for_fresh_betting(page: Page) -> None:
    """The beginning of a wagering period, with time to bet."""
    wait_for(page, "done")
    wait_for(page, "betting")


def cents(text: str) -> int:
    return int(text.replace("$", "").replace(",", "").replace(".", ""))


@pytest.mark.parametrize("table", [CRAPS, ROULETTE])
def test_money_in_bets_a_round_and_collect(page: Page, table: str, tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *PACE) as running:
        seat = sit_down(page, running, table)
        credit = page.get_by_test_id("credit")
        page.get_by_test_id("insert-10000").click()
        expect(credit).to_have_text("$100.00")
        wait_for_fresh_betting(page)
        expect(page.get_by_test_id("countdown")).to_have_text(re.compile("^[1-6]$"))  # as long as the operator says
        page.get_by_test_id("chip-500").click()
        for wager in BETS[table]:
            tap(page, wager)
        expect(page.get_by_test_id("bet-meter")).to_have_text("$15.00")
        expect(credit).to_have_text("$85.00")
        wait_for(page, "done")
        expect(page.get_by_test_id("result")).not_to_be_empty()
        shown = credit.inner_text()
        books = running.books(table)
        assert dollars(books.balances.get(rack(seat), 0)) == shown
        assert dollars(books.balances.get(felt(seat), 0)) == page.get_by_test_id("bet-meter").inner_text()
        wait_for(page, "betting")
        if table == ROULETTE or cents(shown):
            page.get_by_test_id("collect").click()
            expect(credit).to_have_text("$0.00")
            assert running.books(table).balances.get(rack(seat), 0) == 0


def test_a_refused_chip_flies_back_with_the_sentence_why(page: Page, tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *PACE) as running:
        sit_down(page, running, CRAPS)
        page.get_by_test_id("insert-10000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        wait_for_fresh_betting(page)
        page.get_by_test_id("chip-500").click()
        tap(page, "odds")
        expect(page.get_by_test_id("status")).to_contain_text("there is no Pass Line with its point on")
        expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")


def test_a_player_leaves_with_everything_and_a_new_visit_is_a_new_seat(page: Page, tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *PACE) as running:
        seat = sit_down(page, running, ROULETTE)
        page.get_by_test_id("insert-10000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        wait_for_fresh_betting(page)
        page.get_by_test_id("leave").click()
        page.wait_for_url(running.address)
        assert sit_down(page, running, ROULETTE) != seat
        expect(page.get_by_test_id("credit")).to_have_text("$0.00")
        assert running.books(ROULETTE).balances.get(rack(seat), 0) == 0


def test_undo_redo_double_clear_and_rebet(page: Page, tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "10", "--showing", "2", "--guests", "1") as running:
        sit_down(page, running, ROULETTE)
        page.get_by_test_id("insert-10000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        wait_for_fresh_betting(page)
        meter = page.get_by_test_id("bet-meter")
        page.get_by_test_id("chip-100").click()
        for wager in ("red", "even", "corner:1-2-4-5"):
            tap(page, wager)
        expect(meter).to_have_text("$3.00")
        page.get_by_test_id("undo").click()
        expect(meter).to_have_text("$2.00")
        page.get_by_test_id("redo").click()
        expect(meter).to_have_text("$3.00")
        page.get_by_test_id("double").click()
        expect(meter).to_have_text("$6.00")
        page.get_by_test_id("undo").click()
        expect(meter).to_have_text("$3.00")
        page.get_by_test_id("clear").click()
        expect(meter).to_have_text("$0.00")
        tap(page, "black")
        expect(meter).to_have_text("$1.00")
        wait_for(page, "done")
        wait_for(page, "betting")
        page.get_by_test_id("rebet").click()
        expect(meter).to_have_text("$1.00")
        expect(page.get_by_test_id("spot-black")).to_have_accessible_name(re.compile(r"\$1\.00 down"))


def test_the_server_is_killed_and_every_chip_is_where_it_was(page: Page, tmp_path: Path) -> None:
    """The terminal says at once that it is offline, comes back by itself, and shows the same bets and credit."""
    data = tmp_path / "journal.sqlite"
    slow = ("--betting", "600", "--showing", "2", "--guests", "1")
    with server(data, *slow) as first:
        sit_down(page, first, ROULETTE)
        page.get_by_test_id("insert-10000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        wait_for(page, "betting")
        page.get_by_test_id("chip-500").click()
        tap(page, "red")
        tap(page, "straight:17")
        expect(page.get_by_test_id("credit")).to_have_text("$90.00")
        seat = page.get_by_test_id("seat").inner_text()
        first.kill()
        expect(page.get_by_test_id("offline")).to_be_visible(timeout=3000)
    with server(data, *slow, port=first.port) as second:
        assert second.port == first.port
        expect(page.get_by_test_id("offline")).to_be_hidden()
        expect(page.get_by_test_id("seat")).to_have_text(seat)
        expect(page.get_by_test_id("credit")).to_have_text("$90.00")
        expect(page.get_by_test_id("bet-meter")).to_have_text("$10.00")
        for wager in ("red", "straight:17"):
            expect(page.get_by_test_id(f"spot-{wager}")).to_have_accessible_name(re.compile(r"\$5\.00 down"))


def test_a_page_that_is_loaded_while_the_server_goes_away_opens_by_itself(page: Page, tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *PACE) as running:
        page.route("**/felt/*", lambda route: route.abort("connectionrefused"), times=1)
        page.goto(f"{running.address}play/{ROULETTE}")
        expect(page.get_by_test_id("offline")).to_be_visible()
        expect(page.get_by_test_id("seat")).to_contain_text("seat-")
        expect(page.get_by_test_id("offline")).to_be_hidden()


def test_the_shooter_shoots(page: Page, tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "4", "--showing", "1", "--guests", "0") as running:
        sit_down(page, running, CRAPS)
        page.get_by_test_id("insert-10000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        # Nobody has a bet on a line: the machine rolls by itself.
        expect(page.get_by_test_id("shoot")).to_be_hidden()
        expect(page.get_by_test_id("history")).not_to_be_empty()
        expect(page.locator('body[data-phase="betting"] #round')).to_contain_text("come-out", timeout=120_000)
        page.get_by_test_id("chip-500").click()
        tap(page, "pass-line")
        expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")
        page.get_by_test_id("close-early").click()
        expect(page.get_by_test_id("countdown")).to_have_text(re.compile("^(10|[1-9])$"))
        page.get_by_test_id("shoot").click()
        wait_for(page, "done")
        expect(page.get_by_test_id("history")).not_to_be_empty()


ENDS = """async () => {
  const { Wheel } = await import("/static/wheel.js");
  const { Dice } = await import("/static/dice.js");
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const place = () => { const root = document.createElement("div"); document.body.append(root); return root; };
  const soon = () => new Promise((done) => setTimeout(done, 20));
  const wrong = [];

  const order = (await (await fetch(`/felt/${location.pathname.split("/").pop()}.json`)).json()).wheel;
  const bowl = place();
  bowl.style.position = "fixed";
  const wheel = new Wheel(bowl, order, () => "red");
  for (const number of order) {
    const done = wheel.roll(String(number));
    await soon(); wheel.finish(); await done;
    const centre = middle(bowl.querySelector(".bowl"));
    const angle = (node) => { const [x, y] = middle(node); return Math.atan2(y - centre[1], x - centre[0]); };
    const ball = angle(bowl.querySelector(".ball"));
    const apart = (node) => Math.abs(Math.atan2(Math.sin(angle(node) - ball), Math.cos(angle(node) - ball)));
    const pockets = [...bowl.querySelectorAll(".pocket")].map((pocket) => apart(pocket.querySelector("text")));
    if (order[pockets.indexOf(Math.min(...pockets))] !== number) wrong.push(`ball, ${number}`);
  }

  const felt = place();
  const dice = new Dice(felt);
  for (let low = 1; low <= 6; low++) {
    for (let high = low; high <= 6; high++) {
      const done = dice.roll(`${low}-${high}`);
      await soon(); dice.finish(); await done;
      felt.querySelectorAll(".cube").forEach((cube, index) => {
        const turned = new DOMMatrix(getComputedStyle(cube).transform);
        const depth = (face) =>
          turned.multiply(new DOMMatrix(getComputedStyle(face).transform)).transformPoint(new DOMPoint(0, 0, 0)).z;
        const front = [...cube.children].reduce((one, other) => (depth(other) > depth(one) ? other : one));
        if (!front.className.endsWith(`f${[low, high][index]}`)) wrong.push(`dice, ${low}-${high}`);
      });
    }
  }
  return wrong;
}"""


def test_the_ball_and_the_dice_come_to_rest_on_what_was_announced(browser: Browser, tmp_path: Path) -> None:
    """For all 37 pockets and all 21 rolls, measured on the screen."""
    with server(tmp_path / "journal.sqlite", *PACE) as running:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(f"{running.address}play/{ROULETTE}")
        assert page.evaluate(ENDS) == []
