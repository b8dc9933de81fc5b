"""A table whose every message a test writes itself: the real pages, the felt of a rule set, and nothing behind them."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

import croupier.terminal
from croupier.catalogue import ruleset
from croupier.server.felts import felt_of, table_of
from croupier.table.state import open_table

PAGES = Path(croupier.terminal.__file__).parent
ADDRESS = "http://croupier.test"
SIGN = {"minimum": 100, "maximum": 50_000}
SEAT = "seat-1"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


class ScriptedTable:
    """One table in a browser without a server: tell it something, and read what the player wished for."""

    def __init__(self, page: Page, name: str, **info: object) -> None:
        """Open the table's page, with more said about the table than the server says yet, if wanted."""
        self.page = page
        self.wishes: list[dict[str, Any]] = []
        self.refuses: Callable[[dict[str, Any]], str] = lambda _: ""
        self._line: WebSocketRoute | None = None
        table = open_table(ruleset(name), ruleset(name).sign(SIGN))
        self._felt = msgspec.to_builtins(felt_of(name, table)) | info
        self._told: dict[str, Any] = {
            "number": 1,
            "now": 1_000_000,
            "round": {"number": 1, "phase": "betting", "deadline": 0, "shooter": ""},
            "pucks": dict(table.pucks),
            "history": [],
            "mine": {"credit": 10_000, "bets": {}, "fresh": {}, "staked": 0, "won": 0},
            "company": [],
            "others": 0,
            "lone": False,
        }
        page.route(f"{ADDRESS}/**", self._serve)
        page.route_web_socket("**/ws/*", self._open)
        page.goto(f"{ADDRESS}/play/{name}")
        page.get_by_test_id("seat").get_by_text(SEAT).wait_for()

    def tell(self, event: dict[str, object] | None = None, *, lit: list[str] | None = None, **changes: Any) -> None:
        """Say what has changed, as an event or a snapshot. Of the round and of the player's own, what is not said stays."""
        for part, value in changes.items():
            self._told[part] = self._told[part] | value if part in ("round", "mine") else value
        self._told["number"] += 1
        message = {"is": "event", "event": event, "lit": lit or []} if event else {"is": "snapshot"}
        self._send(message | self._told)

    def phase(self, phase: str, **changes: Any) -> None:
        """Let the round come to a phase."""
        self.tell({"type": "BettingOpened" if phase == "betting" else "Stage"}, round={"phase": phase, **changes})

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path.startswith("/felt/"):
            route.fulfill(json=self._felt)
        else:
            file = PAGES / ("play.html" if path.startswith("/play/") else path.removeprefix("/"))
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])

    def _open(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._heard)

    def _heard(self, said: str | bytes) -> None:
        wish = json.loads(said)
        if wish["say"] == "hello":
            self._send({"is": "welcome", "seat": SEAT, "key": "key"})
            self._send({"is": "snapshot"} | self._told)
            return
        self.wishes.append(wish)
        why = self.refuses(wish)
        self._send({"is": "answer", "id": wish["id"], "ok": not why, **({"message": why} if why else {})})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._line
        self._line.send(json.dumps(message))


def scripted_lobby(page: Page, names: Sequence[str]) -> None:
    """The lobby of a house with these tables."""
    tables = [table_of(name, open_table(ruleset(name), ruleset(name).sign(SIGN))) for name in names]

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/tables.json":
            route.fulfill(json=msgspec.to_builtins(tables))
        else:
            file = PAGES / (path.removeprefix("/") or "lobby.html")
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])

    page.route(f"{ADDRESS}/**", serve)
    page.goto(f"{ADDRESS}/")
