"""A live floor on PostgreSQL and over TLS, killed while staff give orders and terminals play.

Nothing that was acknowledged is lost, and nobody stays signed in. `CROUPIER_FLOOR_TERMINALS` sets the number of terminals.
"""

import json
import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from certificates import CERTIFIED, certified
from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.journal.address import reader
from live_floor import CASH, Console, LiveFloor, funded, live_floor, with_drawer
from patience import PATIENCE

TERMINALS = int(os.environ.get("CROUPIER_FLOOR_TERMINALS", "12"))
KILLS = 2
ORDERS = max(40, TERMINALS)
"""Orders between two kills."""
PLAYED = {"aruze": "pass-line", "wheel": "red"}
"""The tables of the terminals, and what they bet on."""
DEALT = ("craps", "crown", "sicbo")

Acknowledged = set[tuple[str, str]]
"""The names of lines that must be in the journal, with their streams."""


class Terminal:
    """An enrolled terminal. It comes back to its seat after a restart, and remembers which bets were acknowledged."""

    def __init__(self, key: str, chance: random.Random) -> None:
        self._key, self._chance = key, chance
        self.table = chance.choice([*PLAYED])
        self.seat = self._seat_key = ""
        self.acknowledged: Acknowledged = set()
        self._ids = count(1)

    def start(self, floor: LiveFloor) -> threading.Thread:
        """Play until the server is gone."""
        playing = threading.Thread(target=self._play, args=(floor,), daemon=True)
        playing.start()
        return playing

    def _play(self, floor: LiveFloor) -> None:
        address, key = f"wss://127.0.0.1:{floor.port}/ws/{self.table}", {"Authorization": f"Bearer {self._key}"}
        try:
            with connect(address, additional_headers=key, ssl=floor.secure, legacy=True, open_timeout=PATIENCE) as line:
                line.send(json.dumps({"say": "hello", "key": self._seat_key}))
                welcome = _heard(line)
                assert self.seat in ("", welcome["seat"]), "it was given another seat"
                self.seat, self._seat_key = welcome["seat"], welcome["key"]
                while True:
                    self._bet(line)
        except (WebSocketException, TimeoutError, OSError):  # the server may end in the middle of a handshake
            return

    def _bet(self, line: ClientConnection) -> None:
        id = f"bet-{next(self._ids)}"
        line.send(json.dumps({"say": "bet", "id": id, "wager": PLAYED[self.table], "amount": 500}))
        while (told := _heard(line))["is"] != "answer":
            pass
        if told["ok"]:
            self.acknowledged.add((self.table, f"{self.seat}/{id}"))
        time.sleep(self._chance.uniform(0.05, 0.5))  # the pace of a quick player


def _heard(line: ClientConnection) -> dict[str, Any]:
    return json.loads(line.recv(timeout=PATIENCE))


class Staff:
    """A manager who gives random orders that always succeed, and remembers what was acknowledged."""

    def __init__(self, console: Console, chance: random.Random) -> None:
        self.console, self._chance = console, chance
        self.acknowledged: Acknowledged = set()
        self.guests: dict[str, int] = {}
        """The chips of each guest at a table that a person deals."""

    def work(self, terminals: Sequence[Terminal]) -> None:
        """Seat guests, open disputes for them, and put money on terminals."""
        for _ in range(ORDERS):
            seated = [each for each in terminals if each.seat]
            kind = self._chance.choice(("seat", "money" if seated else "seat", "dispute" if self.guests else "seat"))
            if kind == "seat":
                self._seat(self._chance.choice(DEALT))
            elif kind == "money":
                terminal = self._chance.choice(seated)
                id = f"order-{len(self.acknowledged)}"
                funded(self.console, terminal.table, terminal.seat, 10_000, id=id)
                self.acknowledged.add((terminal.table, f"staff.mia/{id}"))
            else:
                table, _, seat = self._chance.choice([*self.guests]).partition("/")
                self._order(table, "OpenDispute", seat=seat, about="The payment was short.")

    def _seat(self, table: str) -> None:
        seat, chips = f"guest {len(self.guests) + 1}", self._chance.randrange(1, 1000) * 100
        self._order(table, "TakeSeat", seat=seat, chips=chips, tender=CASH)
        self.guests[f"{table}/{seat}"] = chips

    def _order(self, table: str, order: str, **fields: Any) -> None:
        id = f"order-{len(self.acknowledged)}"
        answer = self.console.order(table, order, id=id, **fields)
        assert answer.status == 200, answer
        self.acknowledged.add((table, f"staff.mia/{id}"))

    def seen(self) -> dict[str, int]:
        """The credit of the guests, as the server shows it."""
        views = {table: self.console.get(f"/api/v1/tables/{table}").body for table in DEALT}
        return {f"{table}/{seat['seat']}": seat["credit"] for table, view in views.items() for seat in view["seats"]}


def enrolled(floor: LiveFloor, supervisor: Console) -> Iterator[Terminal]:
    """Many terminals."""
    for number in range(TERMINALS):
        code = supervisor.post("/api/v1/codes", {"kind": "terminal", "label": f"terminal {number}"}).body["code"]
        key = floor.anybody().post("/api/v1/clients", {"code": code}).body["key"]
        yield Terminal(key, random.Random(number))  # noqa: S311 - no secret


def until_bets(terminals: Sequence[Terminal], wanted: int) -> None:
    """Wait until so many bets were acknowledged."""
    until = time.monotonic() + PATIENCE
    while sum(len(each.acknowledged) for each in terminals) < wanted:
        assert time.monotonic() < until, "the terminals cannot bet"
        time.sleep(0.05)


def test_a_killed_floor_loses_nothing_and_signs_everybody_out(database: str, tmp_path: Path) -> None:
    files = f'credentials = "{tmp_path / "secrets"}"\nkey = "{tmp_path / "key"}"\n{CERTIFIED}'
    with live_floor(tmp_path, journal=database, more=files, secure=certified(tmp_path)) as floor:
        manager = floor.hire("mia", "Mia Brandt", "manager", "supervisor", "casino-supervisor", "dealer", "cage")
        floor.hire("sue", "Sue Park", "supervisor")
        with_drawer(manager, "sue")
        staff = Staff(manager, random.Random(18))  # noqa: S311 - no secret
        terminals = [*enrolled(floor, manager)]
        for _ in range(KILLS):
            before = sum(len(each.acknowledged) for each in terminals)
            playing = [terminal.start(floor) for terminal in terminals]
            staff.work(terminals)
            until_bets(terminals, before + max(1, TERMINALS // 4))
            floor.kill()
            for each in playing:
                each.join(2 * PATIENCE)
            floor.start()
            manager.port = floor.port
            assert manager.get("/api/v1/session").status == 401, "a session has survived"
            assert manager.sign_in("mia").status == 200
            assert staff.seen() == staff.guests
        floor.stop()
    bets: Acknowledged = {each for terminal in terminals for each in terminal.acknowledged}
    looking = reader(database)
    with looking.steady():
        lost = [each for each in sorted(bets | staff.acknowledged) if looking.find(*each) is None]
        assert lost == []
        assert verify(looking).faults == ()
        rounds = {table: resettle(line.body for line in looking.lines(table)) for table in (*PLAYED, *DEALT)}
    looking.close()
    assert all(each.holds for each in rounds.values())
