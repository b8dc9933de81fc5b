"""A table whose every message a test writes itself: the real pages, the felt of a rule set, and nothing behind them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

import croupier.terminal
from croupier.catalogue import names, ruleset
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.server.connection import OPENED_ELSEWHERE
from croupier.server.felts import felt_of
from croupier.server.lobby import Lobby
from croupier.server.messages import Mine, RoundView, TableView
from croupier.server.signs import chips_for, sign_view
from croupier.table.core.state import Table, open_table

PAGES = Path(croupier.terminal.__file__).parent
ADDRESS = "http://croupier.test"
SIGN = {"minimum": 100, "maximum": 50_000}
SEAT = "seat-1"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


class ScriptedTable:
    """One table in a browser without a server: tell it something, and read what the player wished for."""

    def __init__(self, page: Page, rules: str | Ruleset, **info: object) -> None:
        """Open the page of a table with these rules, or those of this name. `info` replaces fields of its `TableInfo`."""
        self.page = page
        self.wishes: list[dict[str, Any]] = []
        self.refuses: Callable[[dict[str, Any]], str] = lambda _: ""
        self.error = "refused"
        """The code of the refusals."""
        self.notice = ""
        """What the answer to a wish that is granted says."""
        self.holds_answers = False
        self.seat = SEAT
        self._held: list[dict[str, Any]] = []
        self.connections = 0
        """How often the page has connected."""
        self._line: WebSocketRoute | None = None
        self._is_away = False
        self._missed: list[dict[str, Any]] | None = None
        """The messages since the page was cut off; None if it gets a snapshot."""
        rules = ruleset(rules) if isinstance(rules, str) else rules
        table = open_table(rules, rules.sign(SIGN))
        self._rules = rules
        self._felt = msgspec.to_builtins(felt_of(rules.id, table)) | info
        self._told: dict[str, Any] = msgspec.to_builtins(first_view(table))
        page.route(f"{ADDRESS}/**", self._serve)
        page.route_web_socket("**/ws/*", self._open)
        page.goto(f"{ADDRESS}/play/{rules.id}")
        page.get_by_test_id("seat").get_by_text(SEAT).wait_for()

    def tell(
        self,
        event: Mapping[str, object] | None = None,
        *,
        lit: list[str] | None = None,
        stays: Mapping[str, int] | None = None,
        charged: Mapping[str, int] | None = None,
        revised: Mapping[str, object] | None = None,
        **changes: Any,
    ) -> None:
        """Send an event, or without one a snapshot, with these changes. In `round` and `mine`, other fields stay.

        An event that only the staff are told of has no parts; `revised` is what it has changed of finished rounds.
        """
        outcome, pucks = (event or {}).get("outcome"), self._told["pucks"]
        call = msgspec.to_builtins(self._rules.game.call(OutcomeName(str(outcome)), pucks)) if outcome else None
        for part, value in changes.items():
            self._told[part] = self._told[part] | value if part in ("round", "mine") else value
        self._told["number"] += 1
        told = (
            {"event": event, "call": call, "lit": lit or [], "stays": stays or {}, "charged": charged or {}}
            if event
            else {"revised": revised}
        )
        self._send(self._told | ({} if event is None else {"is": "event", **told}))

    def goes_away(self, *, keeps_events: bool = True) -> None:
        """Break the connection, and refuse others. What is told meanwhile is told when it is back, unless that was lost."""
        self._is_away, self._missed = True, [] if keeps_events else None
        assert self._line
        self._line.close()
        self.page.get_by_test_id("offline").wait_for()

    def comes_back(self) -> None:
        """Let the page connect again."""
        self._is_away = False
        self.page.get_by_test_id("offline").wait_for(state="hidden")

    def opens_elsewhere(self) -> None:
        """Tell the page that its seat was opened in another window, as its last message."""
        self._send({"is": "goodbye", "why": OPENED_ELSEWHERE, "final": True})
        assert self._line
        self._line.close()
        self.page.get_by_test_id("elsewhere").wait_for()

    def post(self, **limits: int) -> None:
        """Put up another sign."""
        table = open_table(self._rules, self._rules.sign(SIGN | limits))
        self._felt |= msgspec.to_builtins(felt_of(self._rules.id, table))
        sign = msgspec.to_builtins(sign_view(table))
        self.tell({"type": "SignChanged"}, sign=sign, chips=chips_for(table.sign))

    def phase(self, phase: str, **changes: Any) -> None:
        """Let the round come to a phase."""
        self.tell({"type": "BettingOpened" if phase == "betting" else "Stage"}, round={"phase": phase, **changes})

    def answer_all(self) -> None:
        """Answer the wishes that have no answer yet."""
        held, self._held = self._held, []
        for wish in held:
            why = self.refuses(wish)
            told = {"message": why, "error": self.error} if why else {"notice": self.notice}
            self._send({"is": "answer", "id": wish.get("wish", wish)["id"], "ok": not why, **told})

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path.startswith("/api/"):
            # Why the terminal gets no connection: it asks a server that is away.
            route.abort("connectionrefused") if self._is_away else route.fulfill(json={})
        elif path.startswith("/felt/"):
            route.fulfill(json=self._felt)
        elif path == "/floor.json":
            route.fulfill(json={})
        else:
            file = PAGES / ("play.html" if path.startswith("/play/") else path.removeprefix("/"))
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])

    def _open(self, line: WebSocketRoute) -> None:
        if self._is_away:
            line.close()
            return
        self._line = line
        self.connections += 1
        line.on_message(self._heard)

    def _heard(self, said: str | bytes) -> None:
        wish = json.loads(said)
        if wish["say"] == "hello":
            missed, self._missed = self._missed or [self._told], None
            self._send({"is": "welcome", "seat": self.seat, "key": "key", "behind": len(missed)})
            for message in missed:
                self._send(message)
            return
        self.wishes.append(wish)
        self._held.append(wish)
        if not self.holds_answers:
            self.answer_all()

    def _send(self, message: dict[str, Any]) -> None:
        assert self._line
        if not self._is_away:
            self._line.send(json.dumps(message))
        elif self._missed is not None:
            self._missed.append(message)


def first_view(table: Table) -> TableView:
    """What a player with money sees of a table at which nobody plays yet."""
    return TableView(
        number=1,
        now=1_000_000,
        round=RoundView(number=1, phase=Phase.BETTING, deadline=0, until="", throw_from=0, shooter="", offered=""),
        pucks=table.pucks,
        history=(),
        marks=(),
        mine=Mine(
            card="",
            credit=10_000,
            restricted=0,
            bets={},
            fresh={},
            stayed={},
            called={},
            off=[],
            may_call={},
            staked=0,
            won=0,
            may_stay={},
            stands=[],
            keeps={},
            plays={},
            takes_odds={},
            runs={},
            cannot_throw="",
            locked="",
        ),
        last=None,
        company=[],
        playing=0,
        lone="",
        dealer="",
        closing="",
        sign=sign_view(table),
        chips=chips_for(table.sign),
    )


def one_of_each() -> dict[str, Table]:
    """A table of every rule set, with its name."""
    return {name: open_table(ruleset(name), ruleset(name).sign(SIGN)) for name in names()}


def scripted_lobby(page: Page, opened: Mapping[str, Table]) -> None:
    """The lobby of a house with these tables, by name."""
    tables = [Lobby().table(name, table, ()) for name, table in opened.items()]

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/tables.json":
            route.fulfill(json=msgspec.to_builtins(tables))
        elif path == "/floor.json":
            route.fulfill(json={"name": "croupier", "demonstration": True})
        else:
            file = PAGES / (path.removeprefix("/") or "lobby.html")
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])

    page.route(f"{ADDRESS}/**", serve)
    page.goto(f"{ADDRESS}/")
