"""Hostile clients that have a session or a key: consoles of staff and inspectors, displays, and devices."""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any

from live_floor import ADMIN, Console, LiveFloor, a_name, live_floor
from server.frames import framed, upgrade
from server.nonsense import ODD_AMOUNTS, ODD_TEXTS, Nonsense, as_json

TABLES = ("wheel", "aruze")
"""Tables whose devices are connected."""
STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "mia": ("Mia Brandt", "manager", "casino-supervisor"),
    "ines": ("Ines Roy", "inspector"),
}
GROUNDS = ("wheel-error", "cocked", "tumbler-fault", "fraud", "")
SHOWN: tuple[list[int], ...] = ([0], [17], [36], [37], [-1], [1, 6], [6, 6], [0, 7], [], [1, 2, 3], [2**63, 1], [1] * 9)
_WANTED = re.compile(rb'"is":"wanted","id":"([^"]+)"')

Headers = Mapping[str, str]


def floor_with_devices(folder: Path, **options: Any) -> AbstractContextManager[LiveFloor]:
    """A floor on which rounds are short."""
    return live_floor(folder, tables=TABLES, devices=dict.fromkeys(TABLES, "connected"), betting=0.1, **options)


def known(floor: LiveFloor) -> tuple[dict[str, list[Headers]], Console]:
    """The sockets of a floor, each with the headers that open it; and a manager at a console of their own."""
    administrator = floor.administrator()
    people = {login: floor.hire(login, *each, by=administrator) for login, each in STAFF.items()}
    sessions: list[Headers] = [{"Cookie": f"croupier_session={each.cookies['croupier_session']}"} for each in people.values()]
    found: dict[str, list[Headers]] = {}
    for table in TABLES:
        found[f"{table}/staff"] = sessions
        for kind in ("display", "device"):
            found[f"{table}/{kind}"] = [{"Authorization": f"Bearer {key(people['mia'], kind, table)}"}]
    manager = floor.anybody()
    assert manager.sign_in("mia").status == 200
    return found, manager


def key(pit: Console, kind: str, table: str) -> str:
    """The key of a newly enrolled client."""
    wanted = {"kind": kind, "label": a_name(f"{kind} {table}"), "table": table, "second": ADMIN}
    code = pit.post("/api/v1/codes", wanted).body["code"]
    return Console(pit.port).post("/api/v1/clients", {"code": code}).body["key"]


class KnownNonsense(Nonsense):
    """Messages of clients that are let in. A place is the path of a socket, such as `wheel/device`."""

    def __init__(self, chance: Random, opened_by: Mapping[str, list[Headers]]) -> None:
        """`opened_by` are the headers that open each socket."""
        super().__init__(chance, dict.fromkeys(opened_by, GROUNDS))
        self._opened_by = opened_by
        self.places = list(opened_by)
        self._requests = ["1-1"]
        """The ids with which an outcome was wanted last."""

    def upgrade(self, port: int, table: str) -> bytes:
        """A handshake; one in twenty has the key of another client, and one in ten is odd."""
        place = table if self._chance.random() < 0.95 else self._chance.choice(list(self._opened_by))
        headers = self._chance.choice(self._opened_by[place])
        if self._chance.random() < 0.9:
            return upgrade(port, table, **headers)
        odd = self._chance.choice(ODD_TEXTS)
        return upgrade(port, table, **dict.fromkeys(headers, f"Bearer {odd}".encode("ascii", "replace").decode()))

    def heard(self, data: bytes) -> None:
        """Remember with which ids an outcome is wanted."""
        self._requests = [*self._requests, *(each.decode() for each in _WANTED.findall(data))][-4:]

    def hello(self, table: str, keys: object) -> bytes:  # noqa: ARG002 - these clients show their keys in the handshake
        """A hello: consoles and displays say what they saw last. At times it is another message."""
        if self._chance.random() < 0.1:
            return self.message(table)
        return framed(as_json({"say": "hello"} if table.endswith("device") else self._watching()), mask=self._mask())

    def _wish(self, table: str) -> dict[str, Any]:
        """The report of a device, half of them for an outcome that is wanted; or the hello of a console or a display."""
        if not table.endswith("device"):
            return self._watching()
        choose = self._chance.choice
        fields: dict[str, Any] = {"id": choose((*self._requests, "", "1-", 1, "x" * 100))}
        match choose(("outcome", "outcome", "fault", "failed")):
            case "outcome":
                return {"say": "outcome", **fields, "shown": choose(SHOWN)}
            case "fault":
                return {
                    "say": "fault",
                    **fields,
                    "ground": choose(GROUNDS),
                    "detail": choose(("", "It leans.", "\n", "x" * 300)),
                }
            case _:
                return {"say": "failed", **fields, "detail": choose(("The motor stopped.", "", "\0"))}

    def _changed_repeat(self, table: str) -> bytes:
        """Two reports for one outcome, in one packet."""
        one, other = self._wish(table), self._wish(table)
        return framed(as_json(one)) + framed(as_json(other | {name: one[name] for name in ("id",) if name in one}))

    def _watching(self) -> dict[str, Any]:
        last = self._chance.choice((0, 0, 1, 5, 100, 10**15, *ODD_AMOUNTS))
        return {"say": "hello", "last": last} if self._chance.random() < 0.7 else {"say": "hello"}
