"""Take the pictures of the pages again: `.venv/bin/python docs/pictures.py`. Needs Chromium, and Pillow.

Every scene is set with the orders that people give, at a floor in a temporary folder.
"""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, expect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser.test_display import paid  # noqa: E402 - found in tests
from chromium import chromium  # noqa: E402
from live_floor import CASH, Console, LiveFloor, live_floor  # noqa: E402
from playing import tap  # noqa: E402
from running import ROULETTE, server  # noqa: E402
from staff_page import enter, sign_in  # noqa: E402

MOST_BYTES = 200_000
COLOURS = 256


class Crew(NamedTuple):
    """People at their consoles, without a browser."""

    dora: Console
    mia: Console

    def do(self, who: Console, table: str, order: str, **fields: Any) -> None:
        """Give an order, which must be carried out."""
        answer = who.order(table, order, **fields)
        if answer.status != 200:
            raise SystemExit(f"{table}, {order}: {answer.body}")

    def deal(self, table: str, *orders: tuple[str, dict[str, Any]]) -> None:
        """Give orders as the dealer."""
        for order, fields in orders:
            self.do(self.dora, table, order, **fields)

    def seat(self, table: str, *players: str) -> None:
        """Take the table over, and seat players."""
        self.deal(table, ("RelieveDealer", {}))
        self.deal(table, *(("TakeSeat", {"seat": each, "chips": 100_000, "tender": CASH}) for each in players))

    def bet(self, table: str, **stakes: tuple[str, int]) -> None:
        """Place a bet for each player."""
        bets = ({"seat": seat, "wager": wager, "stake": stake} for seat, (wager, stake) in stakes.items())
        self.deal(table, *(("PlaceBet", each) for each in bets))


def hired(floor: LiveFloor) -> Crew:
    """The people of the pictures."""
    administrator = floor.administrator()
    dora = floor.hire("dora", "Dora Lee", "dealer", "supervisor", by=administrator)
    return Crew(dora, floor.hire("mia", "Mia Brandt", "casino-supervisor", "manager", by=administrator))


def craps(crew: Crew) -> None:
    """The point is 6, an 8 has fallen, and nothing is ticked yet."""
    crew.seat("craps", "ann", "bob", "cleo", "dan")
    crew.deal("craps", ("OpenBetting", {}))
    crew.bet("craps", ann=("win-line", 2500), bob=("win-line", 1000), cleo=("dont-win", 2500), dan=("win-line", 500))
    crew.deal("craps", ("OfferDice", {"seat": "ann"}), ("AcceptDice", {"seat": "ann", "dice": [1, 4]}))
    crew.deal("craps", ("ShootDice", {"seat": "ann"}), ("EnterOutcome", {"outcome": "2-4"}))
    crew.deal("craps", ("FinishPaying", {}), ("OpenBetting", {}))
    crew.bet(
        "craps", ann=("behind-win-line", 2500), bob=("place-win:8", 1200), cleo=("place-win:8", 700), dan=("any-seven", 500)
    )
    crew.bet("craps", bob=("come", 1000))
    crew.deal("craps", ("ShootDice", {"seat": "ann"}), ("EnterOutcome", {"outcome": "3-5"}))


def shaken(crew: Crew) -> None:
    """A round of Sic Bo begins."""
    crew.deal("sicbo", ("ShakeDice", {"times": 3}), ("OpenBetting", {}))


def finished(crew: Crew, faces: str) -> None:
    """A round of Sic Bo that ends with these dice."""
    numbers = [int(face) for face in faces.split("-")]
    shaken(crew)
    crew.deal("sicbo", ("CloseBetting", {}), ("UncoverTumbler", {}))
    crew.deal("sicbo", ("AnnounceResult", {"numbers": numbers, "total": sum(numbers)}), ("EnterOutcome", {"outcome": faces}))
    paid(crew.dora)


def sicbo(crew: Crew) -> None:
    """Two results, and the third is being entered."""
    crew.seat("sicbo", "ann", "bob", "cleo", "dan")
    for faces in ("4-5-6", "1-2-2"):
        finished(crew, faces)
    shaken(crew)
    crew.bet("sicbo", ann=("small", 2500), bob=("big", 1000), cleo=("single:4", 1000), dan=("odd", 500))
    crew.bet("sicbo", bob=("total:9", 500))
    crew.deal("sicbo", ("CloseBetting", {}), ("UncoverTumbler", {}))


def warnings(crew: Crew) -> None:
    """A missing device, a dispute, a closing and a raised minimum."""
    crew.deal("craps", ("OpenDispute", {"seat": "bob", "about": "My come bet was not moved"}))
    crew.seat("crown", "eve", "fay")
    night, later = (int(time() * 1000) + minutes * 60_000 for minutes in (95, 21))
    crew.do(crew.mia, "crown", "PostNotice", act="close the table", takes_effect=night, why="The night is over")
    busy = {"act": "change the sign", "takes_effect": later, "values": {"minimum": 1000}, "why": "A busy evening"}
    crew.do(crew.mia, "sicbo", "PostNotice", **busy)


def streaks(crew: Crew) -> None:
    """Runs at the Sic Bo table, and a player with limits of their own."""
    crew.deal("sicbo", ("AnnounceResult", {"numbers": [2, 4, 5], "total": 11}), ("EnterOutcome", {"outcome": "2-4-5"}))
    paid(crew.dora)
    for faces in ("1-1-3", "2-2-5", "1-3-3", "1-2-4"):
        finished(crew, faces)
    crew.do(crew.mia, "sicbo", "SetPlayerLimits", seat="bob", minimum=2500, maximum=100_000, why="A regular guest")
    shaken(crew)


def save(page: Page, name: str) -> None:
    """Keep a picture with few colours, so that it is small."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    file = HERE / f"{name}.png"
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    sys.stdout.write(f"{file.name}: {size} bytes\n")
    if size > MOST_BYTES:
        raise SystemExit(f"{file.name} is larger than {MOST_BYTES} bytes")


def screen(browser: Browser, height: int = 800) -> Page:
    """A dark screen."""
    context = browser.new_context(viewport={"width": 1280, "height": height}, reduced_motion="reduce", color_scheme="dark")
    return context.new_page()


def opened(browser: Browser, floor: LiveFloor, login: str, table: str = "") -> Page:
    """A console with somebody signed in."""
    page = screen(browser)
    sign_in(page, floor, login, table=table)
    return page


def consoles(browser: Browser, folder: Path) -> None:
    """The staff page and a display."""
    more = 'time_zone = "Australia/Sydney"\n'
    with live_floor(folder, devices={"aruze": "connected"}, more=more) as floor:
        crew = hired(floor)
        craps(crew)
        page = opened(browser, floor, "dora", "craps")
        expect(page.locator("button.next")).to_contain_text("All bets are paid")
        expect(page.get_by_test_id("payments").locator("li")).to_have_count(4)
        save(page, "console-craps")
        sicbo(crew)
        page = opened(browser, floor, "dora", "sicbo")
        enter(page, "42")
        save(page, "console-sicbo")
        warnings(crew)
        page = opened(browser, floor, "mia")
        expect(page.locator(".tables > li")).to_have_count(5)
        expect(page.locator(".tables")).to_contain_text("Its device is missing")
        save(page, "pit")
        streaks(crew)
        page.goto(f"http://127.0.0.1:{floor.port}/display/sicbo")
        expect(page.locator("body")).to_contain_text("in a row")
        expect(page.locator("header")).to_contain_text("Sydney time")
        save(page, "display-sicbo")


def terminal(browser: Browser, folder: Path) -> None:
    """A player at the wheel, with bets of every kind."""
    with server(folder / "demo.sqlite", "--betting", "20", "--showing", "2") as running:
        page = screen(browser, 720)
        page.goto(f"{running.address}play/{ROULETTE}")
        expect(page.get_by_test_id("seat")).to_contain_text("seat-")
        page.get_by_test_id("insert-50000").click()
        page.wait_for_selector("body[data-phase=done]")
        page.wait_for_selector("body[data-phase=betting]")
        for chip, wagers in (
            (100, ("straight:0", "split:17-20", "corner:25-26-28-29")),
            (500, ("straight:17", "red")),
            (2500, ("dozen:2",)),
        ):
            page.get_by_test_id(f"chip-{chip}").click()
            for wager in wagers:
                tap(page, wager)
        expect(page.get_by_test_id("bet-meter")).to_have_text("$38.00")
        expect(page.locator(".chip.pending")).to_have_count(0)
        save(page, "terminal")


def main() -> None:
    """Take all pictures."""
    takes: tuple[Callable[[Browser, Path], None], ...] = (consoles, terminal)
    with chromium() as browser:
        for take in takes:
            with TemporaryDirectory() as folder:
                take(browser, Path(folder))


if __name__ == "__main__":
    main()
