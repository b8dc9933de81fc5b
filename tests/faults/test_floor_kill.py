"""A live floor on PostgreSQL, killed while staff give orders and terminals play: nothing is lost, nobody stays signed in."""

import json
import os
import random
import threading
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from croupier.audit.verify import verify
from croupier.journal.address import reader
from live_floor import Console, LiveFloor, live_floor

TERMINALS = int(os.environ.get("CROUPIER_FLOOR_TERMINALS", "12"))
KILLS = 2
ORDERS = 40
"""Orders between two kills."""
TABLES = ("aruze", "wheel")


def enrolled(floor: LiveFloor, supervisor: Console) -> list[str]:
    """The keys of many terminals."""
    keys: list[str] = []
    for number in range(TERMINALS):
        code = supervisor.post("/api/v1/codes", {"kind": "terminal", "label": f"terminal {number}"}).body["code"]
        keys.append(floor.anybody().post("/api/v1/clients", {"code": code}).body["key"])
    return keys


class Player(threading.Thread):
    """A terminal that bets until the server is gone."""

    def __init__(self, port: int, key: str, chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.acknowledged: list[str] = []
        self.seat = ""
        self._port, self._key, self._chance = port, key, chance

    def run(self) -> None:
        table = self._chance.choice(TABLES)
        wager = "red" if table == "wheel" else "pass-line"
        line = connect(
            f"ws://127.0.0.1:{self._port}/ws/{table}", additional_headers={"Authorization": f"Bearer {self._key}"}, legacy=True
        )
        try:
            line.send(json.dumps({"say": "hello"}))
            for number in range(10_000):
                line.send(json.dumps({"say": "bet", "id": f"bet-{number}", "wager": wager, "amount": 500}))
                while (told := json.loads(line.recv(timeout=10)))["is"] != "answer":
                    self.seat = told.get("seat", self.seat) if told["is"] == "welcome" else self.seat
        except (ConnectionClosed, TimeoutError, OSError):
            return


def staff_orders(console: Console, chance: random.Random, tried: dict[str, int]) -> None:
    """Give orders that always succeed, and remember those that were acknowledged."""
    for _ in range(ORDERS):
        table, seat = chance.choice(("craps", "crown", "sicbo")), f"guest {len(tried) + 1}"
        chips = chance.randrange(1, 1000) * 100
        answer = console.order(table, "TakeSeat", id=f"seat-{len(tried)}", seat=seat, chips=chips)
        assert answer.status == 200, answer
        tried[f"{table}/{seat}"] = chips


def seats(console: Console) -> dict[str, Any]:
    views = {table: console.get(f"/api/v1/tables/{table}").body for table in ("craps", "crown", "sicbo")}
    return {f"{table}/{seat['seat']}": seat["credit"] for table, view in views.items() for seat in view["seats"]}


def test_a_killed_floor_loses_nothing_and_signs_everybody_out(database: str, tmp_path: Path) -> None:
    chance, acknowledged = random.Random(18), dict[str, int]()  # noqa: S311 - no secret
    with live_floor(
        tmp_path, journal=database, more=f'credentials = "{tmp_path / "secrets"}"\nkey = "{tmp_path / "key"}"'
    ) as floor:
        manager = floor.hire("mia", "Mia Brandt", "manager", "supervisor", "casino-supervisor", "dealer")
        keys = enrolled(floor, manager)
        for _ in range(KILLS):
            players = [
                Player(floor.port, key, random.Random(number))  # noqa: S311
                for number, key in enumerate(keys)
            ]
            for player in players:
                player.start()
            staff_orders(manager, chance, acknowledged)
            floor.kill()
            for player in players:
                player.join(20)
            floor.start()
            manager.port = floor.port
            assert manager.get("/api/v1/session").status == 401, "a session has survived"
            assert manager.sign_in("mia").status == 200
            found = seats(manager)
            assert {seat: found.get(seat) for seat in acknowledged} == acknowledged
        floor.stop()
    looking = reader(database)
    with looking.steady():
        assert verify(looking).faults == ()
    looking.close()
