"""Every area of every felt, in a browser against the real server: bet, moved, called, taken down, played and collected."""

import os
import re
from collections.abc import Iterable
from contextlib import AbstractContextManager
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from croupier.catalogue import names, ruleset
from croupier.floor.chips import live_sign
from croupier.ledger.accounts import felt, rack
from croupier.money import dollars
from croupier.server.demo import SIGN
from croupier.server.felts import felt_of
from croupier.table.core.state import open_table
from running import Server, server

PROGRAM = str(Path(__file__).parent.parent / "loaded.py")
CHIP = 100
FEW = 5
MOST_ROUNDS = 10
MOST_MOVES = 30
"""On a screen. Each is drawn several times, with all other chips."""
PHONE = ViewportSize(width=390, height=844)
EVERY_POINT = "2-2 1-4 2-4 2-6 3-6 4-6 1-3 3-4"
"""Dice that give come bets every number, make the point, and end the hand with a seven."""
FALLS = {
    "star-craps-2016": EVERY_POINT,
    "adelaide-craps-2003": EVERY_POINT,
    "aruze-craps-2024": EVERY_POINT,
    "star-sicbo-2016": "4-5-6 1-1-2",
    "ministar-roulette-2018": "17",
}

HANDS = (Path(__file__).parent / "hands.js").read_text()
OPEN_NOW = """() => [...document.querySelectorAll("#felt [data-wager]")]
  .filter((node) => !node.matches(".waits, .travelled")).map((node) => node.dataset.wager)"""
LYING = """() => Object.fromEntries([...document.querySelectorAll("#felt [data-down]")]
  .map((node) => [node.dataset.wager, Number(node.dataset.down)]))"""
IS_QUIET = "() => !document.querySelector('.chip.pending, .carried')"
IS_ROUND = """(round) => document.body.dataset.phase === "betting"
  && document.querySelector("#round").textContent.split(",")[0] === round"""
TAKES_ODDS = "() => [...document.querySelectorAll('.takes-odds')].map((node) => node.dataset.wager)"


class Player:
    """A player with mouse or finger, who knows what should lie on the felt."""

    def __init__(self, page: Page, running: Server, table: str) -> None:
        """Sit down, insert money, and wait until betting is open."""
        self.page, self.running, self.table = page, running, table
        self.rules = ruleset(table)
        self.info = felt_of(table, open_table(self.rules, self.rules.sign(live_sign(self.rules, SIGN))))
        page.goto(f"{running.address}play/{table}")
        expect(page.get_by_test_id("seat")).to_contain_text("seat-")
        is_tall = page.locator("#felt").get_attribute("data-shape") == "tall"
        self.screens = self.info.felt.tall if is_tall else self.info.felt.screens
        self.spots = {spot.id: spot for screen in self.screens for spot in screen.spots}
        self.down: dict[str, int] = {}
        """What should lie on the felt."""
        self.bet: set[str] = set()
        """Every spot that had a bet."""
        self.seat = page.get_by_test_id("seat").inner_text()
        page.wait_for_selector("body[data-phase=betting]")
        page.get_by_test_id("insert-50000").click()
        page.get_by_test_id("insert-50000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$1,000.00")
        self._ready()

    def screen_by_screen(self, ids: Iterable[str]) -> Iterable[list[str]]:
        """These spots by screen, each with its screen in front."""
        ids = set(ids)
        for screen in self.screens:
            here = [spot.id for spot in screen.spots if spot.id in ids]
            if here and len(self.screens) > 1:
                self.page.get_by_test_id(f"screen-{screen.name}").click()
            if here:
                yield here

    # ---- what a player does

    def bet_on(self, ids: Iterable[str]) -> None:
        """Bet a chip on each of these spots, or a chip for each piece."""
        for here in self.screen_by_screen(ids):
            self.page.evaluate("(ids) => touchAll(ids)", here)
            for id in here:
                self.down[id] = self.down.get(id, 0) + self.info.fixed.get(id, CHIP * self.spots[id].units)
                self.bet.add(id)
        self.check()

    def move_on(self, ids: Iterable[str]) -> None:
        """Move each of these bets to the spot of the one before, which is empty by then. Stakes that differ do not mix."""
        for here in self.screen_by_screen(ids):
            by_stake = sorted(here[:: len(here) // MOST_MOVES + 1], key=lambda id: self.down[id])
            for _, group in groupby(by_stake, key=lambda id: self.down[id]):
                first, *others = group
                self.page.get_by_test_id(f"spot-{first}").press("Delete")
                expect(self.page.get_by_test_id(f"bet-{first}")).to_have_count(0)
                del self.down[first]
                moves = [(start, to) for to, start in pairwise((first, *others))]
                self.page.evaluate("(moves) => dragAll(moves)", moves)
                for start, to in moves:
                    self.down[to] = self.down.pop(start)
        self.check()

    def call_off(self) -> None:
        """Call every bet off that may be called off now. A call may cover others of its kind."""
        point = re.search(r"the point is (\d+)", self.page.locator("#round").inner_text())
        calls, puck = self.rules.calls, f"point {point[1]}" if point else "come-out"
        if calls is None or not calls.off.holds({"puck": puck}):
            return
        for here in self.screen_by_screen(id for id in self.down if self.spots[id].calls):
            for id in here:
                marker = self.page.get_by_test_id(f"bet-{id}").get_by_role("img", name="Called off")
                if not marker.count():
                    self.page.get_by_test_id(f"spot-{id}").press("?")
                    self.page.get_by_test_id("info-call-off").click()
                expect(marker).to_have_text("OFF")
            if self.page.get_by_test_id("info").is_visible():
                self.page.get_by_test_id("info-close").click()
        self.check()

    def take_down(self, ids: Iterable[str]) -> None:
        """Take these bets down. Without bets that come down, the key cannot be pressed."""
        if not (ids := list(ids)):
            return
        self.page.get_by_test_id("take-down").click()
        for here in self.screen_by_screen(ids):
            self.page.evaluate("(ids) => touchAll(ids)", here)
            for id in here:
                del self.down[id]
        self.page.get_by_test_id("take-down").click()
        self.check()

    def next_round(self) -> None:
        """Let the dice or the ball fall, as the player at this table does, and wait until betting opens again."""
        page = self.page
        round = int(re.findall(r"\d+", page.locator("#round").inner_text())[0])
        if self.info.throws:
            page.wait_for_selector("#accept-dice:not([hidden]), #throw-dice:not([hidden])")
            if page.get_by_test_id("accept-dice").is_visible():
                page.get_by_test_id("accept-dice").click()
            page.get_by_test_id("throw-dice").click()
        elif page.get_by_test_id("close-early").is_visible():
            page.get_by_test_id("close-early").click()
            if any(spot.waits_for == "puck" for spot in self.spots.values()):
                page.get_by_test_id("shoot").click()
        page.wait_for_function(IS_ROUND, arg=f"Round {round + 1}")
        self.down = page.evaluate(LYING)
        self.bet |= set(self.down)
        self.check()

    def collect(self) -> None:
        self.page.get_by_test_id("collect").click()
        expect(self.page.get_by_test_id("credit")).to_have_text("$0.00")
        self.check()

    # ---- what is true

    def check(self) -> None:
        """The felt shows what should lie there, and felt and meters are what the books say."""
        page = self.page
        for _ in range(600):
            if page.evaluate(IS_QUIET) and page.evaluate(LYING) == self.down:
                break
            page.wait_for_timeout(50)
        assert page.evaluate(IS_QUIET)
        assert page.evaluate(LYING) == self.down
        expect(page.get_by_test_id("bet-meter")).to_have_text(dollars(sum(self.down.values())))
        books = self.running.books(self.table)
        assert books.balances.get(felt(self.seat), 0) == sum(self.down.values())
        expect(page.get_by_test_id("credit")).to_have_text(dollars(books.balances.get(rack(self.seat), 0)))

    def reload(self) -> None:
        """After a reload the page knows only what the table tells."""
        self.page.reload()
        expect(self.page.get_by_test_id("seat")).to_have_text(self.seat)
        self._ready()
        self.check()

    def _ready(self) -> None:
        self.page.get_by_test_id(f"chip-{CHIP}").click()
        self.page.evaluate(HANDS)

    @property
    def open(self) -> list[str]:
        """The spots that may be bet now."""
        odds = self.page.evaluate(TAKES_ODDS)
        offered = [id for id in self.page.evaluate(OPEN_NOW) if not self.spots[id].rides_on or id in odds]
        return [id for id in offered if self.rules.addresses[id].state is None or id in self.down]

    @property
    def lines(self) -> set[str]:
        """The bets that a round of craps needs: lines, and bets that come to a number. In Sic Bo, streaks."""
        return {id for id in self.open if self.spots[id].waits_for and id not in self.down}

    @property
    def loose(self) -> list[str]:
        """The bets that may come down now."""
        stand = self.page.evaluate(
            "() => [...document.querySelectorAll('.chip:has(.padlock)')].map((chip) => chip.dataset.testid)"
        )
        return [id for id in self.down if f"bet-{id}" not in stand]


def opened(tmp_path: Path, table: str) -> AbstractContextManager[Server]:
    """A server with this table alone. Sic Bo closes its bets by itself, once the player has not changed any for a while."""
    betting = "5" if "sicbo" in table else "600"
    pace = ("--betting", betting, "--showing", "0.2", "--guests", "0")
    return server(tmp_path / "j.sqlite", *pace, program=(PROGRAM, table, FALLS[table]))


def play_every_area(player: Player) -> None:
    """Round after round, bet what could not be bet before, and what travels; then let something fall."""
    for _ in range(MOST_ROUNDS):
        if set(player.spots) == player.bet:
            return
        player.bet_on(player.lines | set(player.open) - player.bet)
        player.call_off()
        player.take_down(id for id in player.loose if not player.spots[id].waits_for)
        player.next_round()
    assert set(player.spots) == player.bet


@pytest.mark.parametrize("table", names() if "CROUPIER_EVERY_AREA" in os.environ else ["aruze-craps-2024"])
def test_every_area_is_bet_moved_called_taken_down_played_and_collected(page: Page, table: str, tmp_path: Path) -> None:
    with opened(tmp_path, table) as running:
        player = Player(page, running, table)
        player.bet_on(player.open)
        player.reload()
        player.move_on(player.loose)
        player.call_off()
        player.take_down(player.loose)
        play_every_area(player)
        player.bet_on(player.lines | set(player.open[:FEW]))
        player.next_round()
        player.collect()


def test_every_area_of_a_tall_felt_is_bet_and_taken_down_with_a_finger(browser: Browser, tmp_path: Path) -> None:
    with (
        opened(tmp_path, "aruze-craps-2024") as running,
        browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce") as context,
    ):
        player = Player(context.new_page(), running, "aruze-craps-2024")
        assert player.screens == player.info.felt.tall
        player.bet_on(player.open)
        player.reload()
        player.take_down(player.loose)
        player.bet_on(player.lines)
        player.next_round()
