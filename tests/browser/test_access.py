"""Pages for everybody: axe finds nothing, forced colours can be read, results are spoken, and keys alone play a hand."""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # pyright: ignore[reportMissingTypeStubs]
from playwright.sync_api import Browser, Page, ViewportSize, expect

from croupier.catalogue import names, ruleset
from running import Server, server
from scripted import ScriptedTable

LOADED = str(Path(__file__).parent.parent / "loaded.py")
STAR = "star-craps-2016"
PLAIN: dict[str, Any] = {}
FORCED: dict[str, Any] = {"forced_colors": "active"}
FORCED_DARK: dict[str, Any] = {"forced_colors": "active", "color_scheme": "dark"}
DARK: dict[str, Any] = {"color_scheme": "dark", "reduced_motion": "reduce"}
SIZE = ViewportSize(width=1280, height=720)

EVERY_MODE = "CROUPIER_EVERY_MODE" in os.environ
"""`make soak` looks at every table in every mode, `make test` at one table in each."""
AT_TABLES: list[tuple[str, dict[str, Any]]] = (
    [*product(names(), (PLAIN, FORCED, DARK))] if EVERY_MODE else [(STAR, PLAIN), ("ministar-roulette-2018", FORCED)]
)
IN_FORCED_COLOURS: list[tuple[str, dict[str, Any]]] = (
    [*product(names(), (FORCED, FORCED_DARK))] if EVERY_MODE else [(STAR, FORCED_DARK), ("star-sicbo-2016", FORCED)]
)

AXE = """async () => {
  // axe reads the fill of text, for which Chromium reports the page's colour where another is forced and painted.
  if (matchMedia("(forced-colors: active)").matches) {
    for (const each of document.querySelectorAll("body, body *:not(svg *)")) {
      each.style.webkitTextFillColor = getComputedStyle(each).color;
    }
  }
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target}: ${node.failureSummary}`));
}"""

# Of words on the felt, with what lies under them. axe does not look at SVG.
HARD_TO_READ = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const rgba = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const linear = (part) => part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = rgba(colour).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const opacity = (node) => node.id === "felt" ? 1 : Number(getComputedStyle(node).opacity) * opacity(node.parentElement);
  const board = document.querySelector("#felt .board > svg:not(.away)");
  const faces = [...board.querySelectorAll(".face")].map((face) => [face.getBoundingClientRect(), getComputedStyle(face).fill])
    .filter(([, fill]) => rgba(fill)[3] > 200);
  const ground = (text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    const under = faces.filter(([box]) => box.left < across && across < box.right && box.top < down && down < box.bottom);
    return under.at(-1)?.[1] ?? "Canvas";
  };
  return [...board.querySelectorAll("text")].flatMap((text) => {
    const [one, other] = [light(getComputedStyle(text).fill), light(ground(text))].sort((a, b) => a - b);
    return other / one < 4.5 || opacity(text) < 0.9 ? [`${text.textContent}: ${other / one}`] : [];
  });
}"""

HEAR = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const each of addedNodes) if (each.isConnected) heard.push(each.textContent);
  }).observe(document.querySelector("#announcer"), { childList: true });
}"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("access") / "journal.sqlite", "--guests", "1") as started:
        yield started


def found(page: Page) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(AXE)


def busy_table(page: Page, name: str) -> ScriptedTable:
    """A table with bets on every spot, with company, a history and a clock that runs."""
    rules = ruleset(name)
    table = ScriptedTable(page, rules)
    bets = dict.fromkeys(rules.addresses, 500)
    mine = {"bets": bets, "fresh": bets, "staked": 500 * len(bets), "called": {next(iter(bets)): False}}
    company: list[dict[str, Any]] = [{"seat": "seat-2", "bets": {}, "staked": 500}]
    soon = {"deadline": 1_020_000, "until": "betting"}
    table.tell(mine=mine, history=[*rules.game.space.ways][:6], company=company, round=soon)
    return table


@pytest.mark.parametrize(("name", "how"), AT_TABLES, ids=str)
def test_axe_finds_nothing_at_a_table(browser: Browser, name: str, how: dict[str, Any]) -> None:
    with browser.new_context(viewport=SIZE, **how) as context:
        page = context.new_page()
        table, first = busy_table(page, name), next(iter(ruleset(name).addresses))
        assert found(page) == [], "betting is open"
        page.get_by_test_id(f"spot-{first}").press("?")
        assert found(page) == [], "the panel is open"
        page.get_by_test_id("info-close").click()
        table.tell(mine={"credit": 0, "bets": {}, "fresh": {}, "staked": 0})
        page.locator("[data-wager=field], [data-wager=big], [data-wager=red]").press("Enter")
        expect(page.get_by_test_id("insert-sheet")).to_be_visible()
        assert found(page) == [], "the table asks for money"
        page.keyboard.press("Escape")
        paying = {"phase": "settled", "until": "paying", "deadline": 1_008_000}
        table.tell({"type": "Stage"}, round=paying, mine={"may_stay": {first: 25}})
        expect(page.get_by_test_id(f"leave-up-{first}")).to_be_visible()
        assert found(page) == [], "bets are closed, and one may be left up"


@pytest.mark.parametrize("how", [PLAIN, FORCED, DARK] if EVERY_MODE else [PLAIN], ids=str)
def test_axe_finds_nothing_in_the_lobby_and_in_the_rules(browser: Browser, running: Server, how: dict[str, Any]) -> None:
    with browser.new_context(viewport=SIZE, **how) as context:
        page = context.new_page()
        page.goto(running.address)
        page.get_by_test_id(f"table-{STAR}").wait_for()
        assert found(page) == []
        page.goto(f"{running.address}rules/{STAR}")
        assert found(page) == []


@pytest.mark.parametrize(("name", "how"), IN_FORCED_COLOURS, ids=str)
def test_the_felt_is_read_in_forced_colours(browser: Browser, name: str, how: dict[str, Any]) -> None:
    with browser.new_context(viewport=SIZE, reduced_motion="reduce", **how) as context:
        page = context.new_page()
        table = ScriptedTable(page, name)
        tabs = page.locator("#screens button")
        for tab in range(tabs.count()):
            tabs.nth(tab).evaluate("(tab) => tab.click()")
            assert page.evaluate(HARD_TO_READ) == []
        outcome, first = next(iter(ruleset(name).game.space.ways)), next(iter(ruleset(name).addresses))
        settled: dict[str, Any] = {"type": "RoundSettled", "outcome": outcome, "decided": [], "moved": []}
        table.tell(settled, lit=[first], round={"phase": "settled"})
        expect(page.locator("#felt.lighted")).to_be_visible()
        assert page.evaluate(HARD_TO_READ) == []


def focus(page: Page, key: str, selector: str) -> None:
    """Press a key until one of these elements has the focus, as a player does who sees where the focus is."""
    for _ in range(80):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} does not reach {selector}")


def press(page: Page, id: str) -> None:
    """Press a button with the keyboard, once it can be pressed."""
    page.wait_for_selector(f"#{id}:enabled")
    focus(page, "Tab", f"#{id}")
    page.keyboard.press("Enter")


def bet_on_the_line(page: Page) -> None:
    """Bet a chip of $5 on the Win Line, with the keyboard."""
    focus(page, "Tab", "[data-wager]")
    focus(page, "ArrowDown", "[data-wager=win-line]")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("bet-meter")).to_have_text("$5.00")


def test_a_whole_hand_of_craps_is_played_with_keys_and_heard(page: Page, tmp_path: Path) -> None:
    """From the first dollar to the seven out, without a mouse: what others see is spoken."""
    pace = ("--betting", "600", "--showing", "0.2", "--guests", "0")
    with server(tmp_path / "j.sqlite", *pace, program=(LOADED, STAR, "2-2 1-2 1-3 2-4 3-4")) as running:
        page.goto(f"{running.address}play/{STAR}")
        expect(page.get_by_test_id("seat")).to_contain_text("seat-")
        page.evaluate(HEAR)
        press(page, "insert-10000")
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        bet_on_the_line(page)
        press(page, "accept-dice")
        for round in range(1, 6):
            if round == 4:
                bet_on_the_line(page)
            press(page, "throw-dice")
            expect(page.locator("#round")).to_contain_text(f"Round {round + 1},")
        expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        heard: list[str] = page.evaluate("window.heard")
        assert "The dice are offered to you." in heard
        results = [words for words in heard if words[0].isdigit() or words.startswith("Hard")]
        assert results == [
            "Hard 4, the point",
            "3",
            "4, the point is made. You win $5.00; $5.00 comes back",
            "6, the point",
            "7, seven out. You lose $5.00",
        ]
