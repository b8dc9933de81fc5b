"""The page of a table, measured in Chromium against `croupier demo`: taps, loading, CPU, and the time to bet.

A wire (tests/wire.py) delays what passes between browser and server, because Chromium delays no WebSocket by itself. Each
delay is that of one direction.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page
from process import cpu_seconds
from speed import Measured, report

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from chromium import chromium
from croupier.catalogue import names
from croupier.ledger.accounts import felt
from running import Server, server
from wire import Wire, wire

SCREEN: Any = {"width": 1280, "height": 720}
LONG = ("--betting", "300")
"""Rounds in which nothing but betting happens while something is measured."""
CHIP = 100
TAPS = 100
MANY = 50
LOADS = 5
SECONDS = 20
"""For how long the CPU of an open page is measured."""
LEAST = 15_000
"""Milliseconds for which a round is open at least."""

TIME_TAPS = """() => {
  window.taps = [];
  addEventListener("pointerdown", (event) => {
    const spot = event.target.closest("[data-wager]");
    const before = spot.dataset.down;
    const look = () => {
      if (spot.dataset.down === before) return requestAnimationFrame(look);
      // This message is delivered after the frame that is being made now.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.taps.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, true);
}"""
BARE = """<svg width="400" height="400"><g data-wager="bare"><rect id="spot" width="400" height="400"/></g></svg>"""
DRAW_BARELY = """() => addEventListener("pointerdown", (event) => {
  const spot = event.target.closest("[data-wager]");
  spot.dataset.down = Number(spot.dataset.down ?? 0) + 1;
  spot.append(document.createElementNS("http://www.w3.org/2000/svg", "circle"));
})"""
TIME_BETTING = """() => {
  const opened = window.opened = [];
  const board = document.querySelector(".board");
  const number = () => Number(/\\d+/.exec(document.querySelector("#round").textContent)?.[0]);
  let since = null;
  new MutationObserver(() => {
    const now = performance.now();
    if (!board.inert) since ??= now;
    else if (since !== null) {
      if (opened.at(-1)?.round !== number()) opened.push({ round: number(), open: 0 });
      opened.at(-1).open += now - since;
      since = null;
    }
  }).observe(board, { attributes: true, attributeFilter: ["inert"] });
}"""


@contextmanager
def demonstration(*options: str) -> Generator[Server]:
    """`croupier demo` on a new journal."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "journal.sqlite", *options) as running:
        yield running


def new_context(browser: Browser) -> BrowserContext:
    """A profile without cache. Playwright cannot wait for a condition in a page whose policy forbids `eval`."""
    return browser.new_context(viewport=SCREEN, bypass_csp=True)


@contextmanager
def visitor(browser: Browser) -> Generator[Page]:
    """A new visitor, who has loaded nothing before."""
    context = new_context(browser)
    yield context.new_page()
    context.close()


def open_table(page: Page, address: str, table: str) -> None:
    """Open the page of a table, and wait until it shows the round."""
    page.goto(f"{address}play/{table}")
    page.wait_for_selector("#phase[data-phase]")


def wait_for_betting(page: Page) -> None:
    """Wait until the felt can be touched."""
    page.wait_for_function("!document.querySelector('.board').inert", timeout=120_000)


def buy_in(page: Page) -> None:
    """Insert money."""
    page.get_by_test_id("insert-50000").click()
    page.wait_for_function("document.querySelector('#credit').textContent !== '$0.00'")


def spots(page: Page) -> list[tuple[float, float]]:
    """The middles of the spots in front that a chip can be put on at any time."""
    found: list[tuple[float, float]] = page.evaluate(
        """() => [...document.querySelectorAll(".board > svg:not(.away) [data-wager]:not(.travelled, .waits, .zone)")]
          .map((spot) => spot.querySelector(".face").getBoundingClientRect())
          .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
    )
    return found


def timed_taps(page: Page, at: Sequence[tuple[float, float]]) -> float:
    """The p95 of the time from a touch to the frame that shows its chip, in milliseconds."""
    page.evaluate(TIME_TAPS)
    for number in range(TAPS):
        page.mouse.click(*at[number % len(at)])
        page.wait_for_function(f"window.taps.length > {number}")
    return quantiles(page.evaluate("window.taps"), n=20)[-1]


def taps(browser: Browser) -> Iterator[Measured]:
    """How soon a tap shows its chip, and how many of many quick taps count."""
    with demonstration(*LONG) as running, wire(running.port, 0.08) as slow, visitor(browser) as page:
        page.set_content(BARE)
        page.evaluate(DRAW_BARELY)
        bare = timed_taps(page, [(200, 200)])
        open_table(page, slow.address, "ministar-roulette-2018")
        buy_in(page)
        wait_for_betting(page)
        page.get_by_test_id(f"chip-{CHIP}").click()
        p95 = timed_taps(page, spots(page))
    yield Measured("a tap shows its chip, 80 ms delay, p95, ms", p95, 50, "a tap on a bare page", bare, at_most=True)
    with demonstration(*LONG) as running, wire(running.port, 0.3) as slow, visitor(browser) as page:
        open_table(page, slow.address, "ministar-roulette-2018")
        buy_in(page)
        wait_for_betting(page)
        page.get_by_test_id(f"chip-{CHIP}").click()
        at = spots(page)
        for number in range(MANY):
            page.mouse.click(*at[number % len(at)])
        page.wait_for_function("!document.querySelector('.chip.pending')")
        seat = page.get_by_test_id("seat").inner_text()
        counted = running.books("ministar-roulette-2018").balances.get(felt(seat), 0) // CHIP
    yield Measured(f"taps of {MANY} that count, 300 ms delay", counted, MANY, "taps", MANY, at_most=False)


def loaded(browser: Browser, line: Wire, table: str | None) -> tuple[float, float]:
    """The milliseconds until the page of a table, or without one that of the lobby, is ready; and its kilobytes."""
    times: list[float] = []
    before = line.received
    for _ in range(LOADS):
        with visitor(browser) as page:
            begun = time.perf_counter()
            if table:
                open_table(page, line.address, table)
            else:
                page.goto(line.address)
            times.append((time.perf_counter() - begun) * 1000)
    return median(times), (line.received - before) / LOADS / 1000


def loading(browser: Browser) -> Iterator[Measured]:
    """How long each page takes until it can be played, and how many bytes."""
    with demonstration() as running, wire(running.port) as line:
        lobby, lobby_weight = loaded(browser, line, None)
        for table in sorted(names()):
            ready, weight = loaded(browser, line, table)
            yield Measured(f"{table} is ready, ms", ready, 1000, "the lobby", lobby, at_most=True)
            yield Measured(f"{table} weighs, kB", weight, 400, "the lobby", lobby_weight, at_most=True)


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and of all that it has started."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
        children.setdefault(parent, []).append(int(stat.parent.name))

    def of_tree(root: int) -> float:
        return cpu_seconds(root) + sum(map(of_tree, children.get(root, ())))

    return of_tree(pid)


def share_of_core(browser: Browser, page: Page) -> float:
    """Thousandths of a core that Chromium uses while a page is open."""
    session: Any = browser.new_browser_cdp_session()
    pid: int = next(
        each["id"] for each in session.send("SystemInfo.getProcessInfo")["processInfo"] if each["type"] == "browser"
    )
    page.wait_for_timeout(2000)
    before, begun = cpu_of(pid), time.perf_counter()
    page.wait_for_timeout(SECONDS * 1000)
    return (cpu_of(pid) - before) / (time.perf_counter() - begun) * 1000


def idling(browser: Browser) -> Iterator[Measured]:
    """What an open page costs while betting is open and nobody touches it."""
    with demonstration(*LONG) as running:
        with visitor(browser) as page:
            page.set_content(BARE)
            bare = max(1.0, share_of_core(browser, page))
        for table in sorted(names()):
            with visitor(browser) as page:
                open_table(page, running.address, table)
                buy_in(page)
                wait_for_betting(page)
                share = share_of_core(browser, page)
            yield Measured(f"{table} open, thousandths of a core", share, 50, "an empty page", bare, at_most=True)


class Player:
    """A person who bets a chip in every round, and leaves the dice to others."""

    def __init__(self, page: Page, address: str, table: str) -> None:
        """Open the page of a table, with money."""
        self.page, self.table = page, table
        open_table(page, address, table)
        page.evaluate(TIME_BETTING)
        buy_in(page)
        self._bet_in = ""

    def play(self) -> None:
        """Bet in this round, unless that is done."""
        number = self.page.locator("#round").inner_text().split(",")[0]
        if number == self._bet_in or self.page.evaluate("document.querySelector('.board').inert"):
            return
        self._bet_in = number
        self.page.get_by_test_id(f"chip-{CHIP}").click()
        self.page.mouse.click(*spots(self.page)[0])

    @property
    def rounds(self) -> list[float]:
        """Milliseconds for which each round was open. The first was perhaps open before the page was."""
        return [each["open"] for each in self.page.evaluate("window.opened")][1:]


def betting(browser: Browser, rounds: int) -> Iterator[Measured]:
    """How long betting is open for a person, at all tables at the same time."""
    with demonstration() as running:
        players = [Player(new_context(browser).new_page(), running.address, table) for table in sorted(names())]
        while min(len(player.rounds) for player in players) < rounds:
            for player in players:
                player.play()
            players[0].page.wait_for_timeout(500)
        for player in players:
            open_for = player.rounds
            what = f"{player.table}, shortest of {len(open_for)} rounds, ms"
            yield Measured(what, min(open_for), LEAST, "the median", median(open_for), at_most=False)


def measure(rounds: int) -> Iterator[Measured]:
    """Everything there is a bar for."""
    with chromium() as browser:
        yield from taps(browser)
        yield from loading(browser)
        yield from idling(browser)
        yield from betting(browser, rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="rounds at each table in which the time to bet is measured")
    report(measure(parser.parse_args().rounds))
