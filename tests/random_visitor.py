"""A visitor in a browser who touches a table at random, and whose tabs, lines and windows come and go."""

import json
import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Page, TimeoutError, WebSocket, expect

from wire import Wire

SHAPES: tuple[tuple[int, int], ...] = ((390, 844), (1280, 720), (768, 1024))
PATIENCE = 60_000
"""Milliseconds within which a page is loaded, and its wishes are answered."""
DRAWN_WITHIN = 20_000
"""Milliseconds after which a page that shows no table is opened again."""

ANSWERS = ("answer", "verdict", "done")
"""What the server says to a wish: the table, and the slot about a note or a ticket before and after it is stacked."""

DEEDS = {
    "tap": 45,
    "drag": 8,
    "press": 30,
    "use_keys": 5,
    "pause": 3,
    "lose_line": 2,
    "go_offline": 1,
    "reload": 1,
    "change_tab": 1,
}
KEYS = {
    "leave": 0.2,
    "collect": 0.6,
    "sign": 0.2,
    "help": 0.4,
    "clear": 0.7,
    "double": 2,
    "insert": 0.5,
    "chip": 0.3,
    "screen": 0.5,
    "undo": 2,
    "redo": 2,
}
"""How often a key is pressed, by its name or the first word of it; all others once."""

SCAN = """() => {
  const middle = (node) => {
    const { x, y, width, height } = (node.querySelector(".face") ?? node).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const seen = (node, within) => {
    const under = document.elementFromPoint(...middle(node));
    return under !== null && within(under) === node;
  };
  const spots = [...document.querySelectorAll(".board > svg:not(.away) [data-wager]")]
    .filter((spot) => seen(spot, (under) => under.closest("[data-wager]")))
    .map((spot) => ({ at: middle(spot), name: spot.dataset.wager, down: Number(spot.dataset.down ?? 0) }));
  const keys = [...document.querySelectorAll("button:not(:disabled)")]
    .filter((key) => seen(key, (under) => under.closest("button")))
    .map((key) => ({ at: middle(key), name: key.dataset.testid ?? key.id, down: 0 }));
  return { spots, keys };
}"""
READ = """() => {
  const byId = (id) => document.getElementById(id);
  const of = (chip) => chip.dataset.testid.slice("bet-".length);
  const lying = [...document.querySelectorAll('.chip[data-testid^="bet-"]')];
  const named = (nodes, value) => Object.fromEntries(nodes.map((node) => [of(node.closest(".chip")), value(node)]));
  return {
    seat: byId("seat").textContent,
    credit: byId("credit").textContent,
    restricted: byId("stake-only").hidden ? "$0.00" : byId("restricted").textContent,
    bet: byId("bet-meter").textContent,
    stakes: Object.fromEntries(
      [...document.querySelectorAll("[data-wager][data-down]")].map((spot) => [spot.dataset.wager, Number(spot.dataset.down)]),
    ),
    chips: named(lying, (chip) => chip.querySelector(".chip-print").textContent),
    called: named([...document.querySelectorAll(".chip .marker:is(.on, .off)")], (marker) => marker.classList.contains("on")),
    off: lying.filter((chip) => chip.matches(".off:has(.marker:is(.off, .asleep))")).map(of).sort(),
    stands: [...document.querySelectorAll(".chip .padlock")].map((lock) => of(lock.closest(".chip"))).sort(),
    pending: document.querySelectorAll(".chip.pending").length,
  };
}"""
SEAT = """() => {
  const byId = (id) => document.getElementById(id);
  return byId("offline")?.hidden && !byId("elsewhere").open ? byId("seat").textContent : "";
}"""


class Target(NamedTuple):
    """Something that can be touched."""

    at: tuple[float, float]
    name: str
    down: int


class RandomVisitor:
    """A person at one table. `wire` is their line to the server."""

    def __init__(self, browser: Browser, wire: Wire, table: str, chance: Random) -> None:
        self.table = table
        self.wire = wire
        self.errors: list[str] = []
        self.did: deque[str] = deque(maxlen=80)
        """What was done last."""
        self.granted = 0
        """The number of wishes that the table granted."""
        self._chance = chance
        self._unanswered: set[str] = set()
        self._finger = chance.random() < 0.5
        width, height = chance.choice(SHAPES)
        self._context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=self._finger
        )
        self.page = self._new_tab()
        expect(self.page.get_by_test_id("insert-50000")).to_be_enabled(timeout=PATIENCE)
        self.page.get_by_test_id("insert-50000").click(timeout=PATIENCE)
        expect(self.page.get_by_test_id("credit")).not_to_have_text("$0.00", timeout=PATIENCE)

    def touch(self) -> None:
        """Do something, whatever it is."""
        deed = self._chance.choices([*DEEDS], [*DEEDS.values()])[0]
        try:
            getattr(self, f"_{deed}")()
        except Error as error:
            # The page is being loaded, or the server is away.
            self.did.append(f"{deed} failed: {error.message.splitlines()[0]}")
            if "gives no answer" in error.message:
                self._change_tab()

    def rest(self) -> None:
        """Do nothing until the page is connected, and has an answer to every wish."""
        self._context.set_offline(False)
        self._until(self._is_playing, "connected")
        self._until(lambda: not self._unanswered, "answered")

    def read(self) -> dict[str, Any]:
        """What the page shows of the player's money. A page that is just being left, after a late answer, is opened again."""
        while True:
            try:
                return self.page.evaluate(READ)
            except Error as error:
                self.did.append(f"read failed: {error.message.splitlines()[0]}")
                self.rest()

    def close(self) -> None:
        self._context.close()

    # ---- touches

    def _tap(self) -> None:
        if spots := self._targets("spots"):
            self._touch_at(self._one_of(spots))
        else:
            self._press()

    def _drag(self) -> None:
        spots = self._targets("spots")
        lying = [spot for spot in spots if spot.down]
        if not lying:
            return
        start = self._chance.choice(lying)
        aims = [self._chance.choice(spots).at, (start.at[0] + 14, start.at[1] + 9), (5.0, 5.0)]
        end = self._chance.choices(aims, [8, 1, 2])[0]
        self.did.append(f"drag {start.name} to {end}")
        middle = ((start.at[0] + end[0]) / 2, (start.at[1] + end[1]) / 2)
        if self._finger:
            self._slide(start.at, middle, end)
            return
        self.page.mouse.move(*start.at)
        self.page.mouse.down()
        self.page.mouse.move(*middle)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def _slide(self, *points: tuple[float, float]) -> None:
        browser: Any = self._context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        browser.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        browser.detach()

    def _press(self) -> None:
        if keys := self._targets("keys"):
            weights = [KEYS.get(key.name, KEYS.get(key.name.partition("-")[0], 1)) for key in keys]
            self._touch_at(self._chance.choices(keys, weights)[0])

    def _use_keys(self) -> None:
        """Work with the keyboard on a spot, most often on one with chips."""
        if spots := self._targets("spots"):
            spot = self._one_of([each for each in spots if each.down] or spots)
            key = self._chance.choice(["Enter", "Delete", "m", "i", "Escape"])
            self.did.append(f"{key} on {spot.name}")
            self.page.get_by_test_id(f"spot-{spot.name}").press(key, timeout=500)

    def _touch_at(self, target: Target) -> None:
        self.did.append(f"touch {target.name}")
        if self._finger:
            self.page.touchscreen.tap(*target.at)
        else:
            self.page.mouse.click(*target.at)

    def _one_of(self, spots: list[Target]) -> Target:
        """A spot; often one where chips lie already, so that bets grow, come down and move."""
        lying = [spot for spot in spots if spot.down]
        return self._chance.choice(lying if lying and self._chance.random() < 0.4 else spots)

    def _targets(self, kind: str) -> list[Target]:
        return [Target((x, y), each["name"], each["down"]) for each in self.page.evaluate(SCAN)[kind] for x, y in [each["at"]]]

    # ---- what happens to a visitor

    def _pause(self) -> None:
        self.page.wait_for_timeout(self._chance.choice([50, 300, 1000]))

    def _lose_line(self) -> None:
        self.did.append("the line is cut")
        self.wire.cut()

    def _go_offline(self) -> None:
        self.did.append("offline for a moment")
        self._context.set_offline(True)
        self.page.wait_for_timeout(self._chance.choice([20, 400]))
        self._context.set_offline(False)

    def _reload(self) -> None:
        self.did.append("reload")
        self.page.reload(timeout=PATIENCE)

    def _change_tab(self) -> None:
        """Open the table in a new tab, and close the old one before or after."""
        self.did.append("another tab")
        old, before = self.page, self._chance.random() < 0.5
        if before:
            old.close()
        self.page = self._new_tab()
        if not before:
            # A page that was left, or could not be loaded, has no seat to lose.
            self._until(lambda: not self._is_playing() or _seat(old) != _seat(self.page), "displaced")
            old.close()

    def _new_tab(self) -> Page:
        self._unanswered = unanswered = set[str]()
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", lambda socket: self._listen(socket, unanswered))
        # A page that is gone forgets its wishes.
        page.on("framenavigated", lambda _: unanswered.clear())
        self._go_to_table(page)
        return page

    def _listen(self, socket: WebSocket, unanswered: set[str]) -> None:
        def sent(payload: str | bytes) -> None:
            wish = json.loads(payload)
            if "id" in wish:
                unanswered.add(wish["id"])

        def received(payload: str | bytes) -> None:
            told = json.loads(payload)
            if told["is"] in ANSWERS:
                self.granted += told["is"] == "answer" and told["ok"] and told["id"] in unanswered
                unanswered.discard(told["id"])

        socket.on("framesent", sent)
        socket.on("framereceived", received)

    def _go_to_table(self, page: Page) -> None:
        try:
            page.goto(f"{self.wire.address}play/{self.table}", timeout=PATIENCE)
        except Error as error:
            self.did.append(f"no page: {error.message.splitlines()[0]}")

    def _is_playing(self) -> bool:
        """Whether the page is connected and has a seat. A page that was left or not loaded is opened again."""
        try:
            if "/play/" not in self.page.url or not self._is_drawn():
                self._go_to_table(self.page)
        except Error:
            return False
        return _seat(self.page) != ""

    def _is_drawn(self) -> bool:
        """Whether the page shows the table. It has time for that: one that is opened again too soon is never drawn."""
        try:
            self.page.wait_for_selector("#phase[data-phase]", timeout=DRAWN_WITHIN)
        except TimeoutError:
            return False
        return True

    def _until(self, true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not true():
            assert time.monotonic() < end, f"{self.table} is not {what}: {self.story}"
            self.page.wait_for_timeout(50)

    @property
    def story(self) -> str:
        return "; ".join(self.did)


def _seat(page: Page) -> str:
    """The seat that a page plays on; empty if it has none."""
    try:
        return page.evaluate(SEAT)
    except Error:
        return ""
