"""What a test does at the page of a table, and what it reads there."""

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from running import Server
from scripted import SEAT, ScriptedTable

FINGER = 44
LATER = 3600.0
"""Seconds on the clock of a page when its time stops: later than it takes to open one. Nothing is timed at the table then."""
_TAP = """node => ["pointerdown", "pointerup"].forEach((type) =>
    node.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, pointerId: 1 })))"""


def tap(page: Page, wager: str) -> None:
    """Touch a spot briefly, however busy the machine is: a finger that rests asks about the spot."""
    page.get_by_test_id(f"spot-{wager}").evaluate(_TAP)


def keep_time(page: Page) -> None:
    """Give a page that is not opened yet a clock that a test may stop: `stop_time`."""
    page.clock.install(time=0)


def stop_time(page: Page) -> None:
    """From now on time passes on the page only as the test says (`page.clock.run_for`), however busy the machine is."""
    page.clock.pause_at(LATER)


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is true; the caller asserts it."""
    for _ in range(1000):
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
    expect(page.get_by_test_id("seat")).to_contain_text("seat-")
    page.get_by_test_id("insert-10000").click()
    expect(page.get_by_test_id("credit")).not_to_have_text("$0.00")
    page.wait_for_selector('[data-testid="phase"]:is([data-phase="betting"], [data-phase="untimed"])', timeout=60_000)
    return page.get_by_test_id("seat").inner_text()


def slide(page: Page, points: list[tuple[float, float]], pause: float = 0) -> None:
    """Put a finger down, move it along with a pause of so many milliseconds at each point, and lift it."""
    browser: Any = page.context.new_cdp_session(page)
    for at, (x, y) in enumerate(points):
        kind = "touchMove" if at else "touchStart"
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(pause)
    browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def is_large_enough(button: Locator) -> bool:
    """Whether a finger can touch it."""
    box = button.bounding_box()
    return box is not None and min(box["width"], box["height"]) >= FINGER


def decided(wager: str, paid: int, stake: int = 500) -> dict[str, object]:
    """How a bet of the player ended: with nothing paid, it is lost."""
    return {"seat": SEAT, "wager": wager, "stake": stake, "result": "win" if paid else "lose", "paid": paid}


def settled(outcome: str, *bets: Mapping[str, object]) -> dict[str, object]:
    """A round that ended with an outcome, and what it decided for the player."""
    return {"type": "RoundSettled", "outcome": outcome, "decided": [*bets], "moved": []}


def said(table: ScriptedTable, count: int = 1) -> list[str]:
    """What the player wished for so far, once there is so much of it."""
    until(table.page, lambda: len(table.wishes) >= count)
    return [wish["say"] for wish in table.wishes]


def announced(page: Page) -> Locator:
    """The words for screen readers that came last."""
    return page.locator("#announcer p").last


def overlaps(one: Locator, other: Locator) -> bool:
    """Whether one element covers a part of another that is seen."""
    a, b = one.bounding_box(), other.bounding_box()
    if not a or not b or not b["width"] or not b["height"]:
        return False
    across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    along = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return across > 1 and along > 1
