"""A live floor in a process of its own, and people who use its API as `curl` would."""

import http.client
import json
import re
import secrets
import signal
import socket
import ssl
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from forked import Forked
from patience import PATIENCE

TABLES = {
    "craps": "star-craps-2016",
    "crown": "adelaide-craps-2003",
    "aruze": "aruze-craps-2024",
    "sicbo": "star-sicbo-2016",
    "wheel": "ministar-roulette-2018",
}
CASH, CHIPS, TICKET = {"way": "cash"}, {"way": "chips"}, {"way": "ticket"}
"""How money comes to a table or leaves it."""
PASSWORD = "correct horse battery"  # noqa: S105 - of nobody real
ADMIN = {"login": "admin", "password": PASSWORD}
"""The signature of the first administrator, as the second person."""
SIGNERS = frozenset({"administrator", "manager", "casino-supervisor", "supervisor"})
"""The roles of which a second person needs one to sign when somebody is hired."""


def a_name(what: str) -> str:
    """A name that no other client has: tests share floors, and a terminal has a name of its own."""
    return f"{what} {secrets.token_hex(4)}"


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: Any
    headers: Mapping[str, str]
    """Without the time of day, so that the answers to the same request are equal."""

    @property
    def error(self) -> str:
        return self.body["error"]

    @property
    def message(self) -> str:
        return self.body["message"]


class Console:
    """A client with a cookie jar. Without signing in it is anybody."""

    def __init__(self, port: int, secure: ssl.SSLContext | None = None) -> None:
        self.port = port
        self.secure = secure
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send a request, and remember the cookies of the answer."""
        if self.secure:
            line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=self.secure)
        else:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Content-Type": "application/json"} if body is not None else {}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        line.request(method, path, raw, sent | {name.replace("_", "-"): value for name, value in headers.items()})
        response = line.getresponse()
        text = response.read()
        for cookie in response.headers.get_all("set-cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
        line.close()
        is_json = (response.headers.get("content-type") or "").startswith("application/json")
        headers = {name: value for name, value in response.headers.items() if name.lower() != "date"}
        return Answer(response.status, json.loads(text) if is_json else text.decode(), headers)

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, body: object = None) -> Answer:
        return self.ask("POST", path, {} if body is None else body)

    def sign_in(self, login: str, password: str = PASSWORD) -> Answer:
        return self.post("/api/v1/session", {"login": login, "password": password})

    def previewed(self, table: str, order: str, **fields: object) -> Answer:
        """Ask what a command would change."""
        return self.post(f"/api/v1/tables/{table}/preview", {"command": {"type": order, **fields}})

    def order(
        self, table: str, order: str, *, id: str = "", second: object = None, preview: object = None, **fields: object
    ) -> Answer:
        """Give a command at a table."""
        given: dict[str, object] = {"id": id or secrets.token_hex(6), "command": {"type": order, **fields}}
        if second:
            given["second"] = second
        if preview:
            given["preview"] = preview
        return self.post(f"/api/v1/tables/{table}/commands", given)

    def actions(self, table: str) -> dict[str, Any]:
        """What this person may do at a table, by order."""
        answer = self.get(f"/api/v1/tables/{table}/actions")
        assert answer.status == 200, answer
        return {action["order"]: action for action in answer.body["actions"]}


def with_drawer(clerk: Console, second: str, notes: int = 100_000) -> Console:
    """A clerk who has opened a drawer with so many notes of $100, counted together with a second person."""
    order = {"type": "CountDrawer", "is_opener": True, "notes": {"10000": notes}}
    signed = {"login": second, "password": PASSWORD}
    opened = clerk.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": order, "second": signed})
    assert opened.status == 200, opened
    return clerk


def funded(clerk: Console, table: str, seat: str, amount: int, *, by: Console | None = None, id: str = "") -> Answer:
    """Put a ticket for this amount into the terminal of a seat, as a player does who has bought it at the cage."""
    order = {"type": "SellTicket", "amount": amount}
    sold = clerk.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": order})
    assert sold.status == 200, sold
    shown = {"id": id or secrets.token_hex(6), "seat": seat, "number": sold.body["printed"]["number"]}
    given = (by or clerk).post(f"/api/v1/tables/{table}/tickets", shown)
    assert given.status == 200, given
    return given


class LiveFloor:
    """`croupier serve` with a floor file of its own."""

    def __init__(
        self,
        folder: Path,
        *,
        journal: str = "floor.sqlite",
        port: int = 0,
        more: str = "",
        tables: Sequence[str] = tuple(TABLES),
        secure: ssl.SSLContext | None = None,
        tries: int = 10_000,
        apart: bool = False,
        devices: Mapping[str, str] | None = None,
        betting: float = 5,
        program: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.secure = secure
        self.errors = folder / "errors"
        """What it writes to stderr, if that is kept apart."""
        self._apart = apart
        self._program = program
        self.file = folder / "floor.toml"
        self.file.write_text(floor_file(journal, port or free_port(), more, tables, tries, devices, betting))
        self.journal = journal if "://" in journal else str(folder / journal)
        self.password = PASSWORD
        self.signers: list[str] = []
        """Those who sign with the administrator when somebody else is hired."""
        self.start()

    def start(self) -> None:
        self.process = Forked(["serve", str(self.file)], program=self._program, errors=self.errors if self._apart else None)
        self.said = ""
        while "is running at" not in (line := self.process.stdout.readline()):
            self.said += line
            assert line, self.said
        self.port = int(re.findall(r":(\d+)/", line)[0])
        self.said += line
        while "floor is open" not in line:
            line = self.process.stdout.readline()
            self.said += line
            assert line, self.said

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in said, said
        return said

    @property
    def one_time_password(self) -> str:
        """The password of the first administrator, in the file that the first start has named."""
        return first_password(self.said)

    def anybody(self) -> Console:
        return Console(self.port, self.secure)

    def administrator(self) -> Console:
        """The first administrator, with a password of their own."""
        console = self.anybody()
        if console.sign_in("admin").status != 200:
            once = self.one_time_password
            assert console.sign_in("admin", once).status == 200
            changed = console.post("/api/v1/session/password", {"old": once, "new": PASSWORD})
            assert changed.status == 200, changed
        return console

    def hire(self, login: str, name: str, *roles: str, by: Console | None = None) -> Console:
        """Add a member of staff, who signs in and chooses a password."""
        new: dict[str, object] = {"login": login, "name": name, "roles": list(roles)}
        if self.signers:
            new["second"] = {"login": self.signers[0], "password": PASSWORD}
        added = (by or self.administrator()).post("/api/v1/staff", new)
        assert added.status == 200, added
        console, once = self.anybody(), added.body["password"]
        assert console.sign_in(login, once).status == 200
        assert console.post("/api/v1/session/password", {"old": once, "new": PASSWORD}).status == 200
        if {*roles} & SIGNERS:
            self.signers.append(login)
        return console


def first_password(said: str) -> str:
    """The password of the first administrator, in the file that a first start has named."""
    [file] = re.findall(r"^/.*-first-password$", said, re.MULTILINE)
    return Path(file).read_text().strip()


def free_port() -> int:
    """A port on which a server of this test may listen, and be started again, and nobody else.

    It stays bound until this process ends, so that the system gives it to no other server that asks for any port. With
    `SO_REUSEADDR` on both sides, which servers set, one may listen where another is only bound.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    held.detach()
    return port


def floor_file(
    journal: str,
    port: int,
    more: str = "",
    tables: Sequence[str] = tuple(TABLES),
    tries: int = 10_000,
    devices: Mapping[str, str] | None = None,
    betting: float = 5,
) -> str:
    """A floor with one table of each rule set. `devices` names what reports the outcomes of some of them."""
    text = f'name = "Test floor"\njournal = "{journal}"\nlisten = ["127.0.0.1:{port}"]\n{more}\n'
    if "time_zone" not in more:
        text += f"gaming_day_hour = {_far_hour()}\n"
    text += f"[limits]\ntries_at_once = {tries}\nrequests_at_once = 100000\nvisits_at_once = 100000\nresponse_seconds = 120\n"
    for name in tables:
        text += f'\n[[tables]]\nname = "{name}"\nruleset = "{TABLES[name]}"\n'
        text += f'device = "{devices[name]}"\n' if devices and name in devices else ""
        text += f"confirmed = {json.dumps(_to_confirm(TABLES[name]))}\n"
        text += '[tables.sign]\nminimum = "$5"\nmaximum = "$500"\n'
        text += f"[tables.timing]\nbetting = {betting}\nshowing = {min(betting, 1)}\n"
    return text


def _far_hour() -> int:
    """The hour that is farthest from now in UTC: no gaming day ends while a test looks at one."""
    return (time.gmtime().tm_hour + 12) % 24


def _to_confirm(name: str) -> list[str]:
    from croupier.catalogue import ruleset  # noqa: PLC0415 - only the process under test needs it at once

    return [reading.id for reading in ruleset(name).readings if reading.to_confirm]


def notice_given(console: Console, table: str, about: str = "") -> None:
    """Give every notice of a table that is due, or those about something."""
    for number, notice in console.get(f"/api/v1/tables/{table}").body["notices"].items():
        if notice["given"] is None and about in notice["about"]:
            answer = console.order(table, "GiveNotice", notice=int(number), how="In person")
            assert answer.status == 200, answer


@contextmanager
def live_floor(folder: Path, **options: Any) -> Generator[LiveFloor]:
    """A floor that is gone afterwards, whatever happens."""
    floor = LiveFloor(folder, **options)
    try:
        yield floor
    finally:
        if floor.process.poll() is None:
            floor.process.kill()
        said = "" if floor.process.stdout.closed else floor.process.stdout.read()
        floor.process.wait(PATIENCE)
        floor.process.stdout.close()
        assert "Traceback" not in said, said
