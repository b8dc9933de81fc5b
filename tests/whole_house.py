"""A whole floor in one process: house, office, cage, prize register and API, on a store in memory and a clock of its own.

Requests go through the routes of the real server, without sockets, so rights and signatures are checked as on a floor.
"""

import json
import random
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from starlette.applications import Starlette

from croupier.devices import SoftwareGenerator
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.floor_file import FloorFile
from croupier.floor.house import PATRONS, House, OpeningOptions
from croupier.floor.keeper import Keeper
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.patron_file import PatronFile, PatronRecords
from croupier.floor.pin_checks import PinChecks
from croupier.floor.plan import DEVICES
from croupier.floor.plan_reader import parse_plan
from croupier.floor.promoter import Promoter
from croupier.floor.settings import open_floor, settings_of
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.people.credentials import Credentials
from croupier.people.duties import floor_roles
from croupier.server.api import earned
from croupier.server.api.given_orders import OrdersInHand
from croupier.server.api.operation import Operation
from croupier.server.api.routes import Api
from croupier.server.floor_api import FloorApi
from croupier.server.hub import Hub
from croupier.server.proxies import Proxies
from croupier.table.core.person import Person
from floor_people import FAST
from live_floor import PASSWORD, Answer, floor_file

TABLES = ("sicbo", "wheel", "craps", "crown", "aruze")
"""Tables that a dealer runs, one of them with commission, and two of machines."""
MACHINES = ("wheel", "aruze")
OPENER = Person("Olga Sands", "operator")


class WholeHouse:
    """A live floor with three tables. Its state is in a store and a folder, and can be copied with them."""

    house: House
    keeper: Keeper
    promoter: Promoter

    def __init__(self, store: MemoryStore, folder: Path, at: int) -> None:
        """Prepare a floor that continues what is in this store and in this folder."""
        self.store, self.folder, self._now = store, folder, at
        self._patched = ExitStack()
        """Whoever reads the journal beside the floor reads its store."""

    def _read(self, _: str) -> MemoryStore:
        return self.store

    def clock(self) -> int:
        """The time, in milliseconds since 1970. It stands still until somebody sets it."""
        return self._now

    def set_clock(self, at: int) -> None:
        """Let it be later."""
        self._now = at

    async def open(self) -> None:
        """Open everything, as `croupier serve` does. No round goes on by itself."""
        entropy = random.Random(7).randbytes  # noqa: S311 - the same keys at every start
        self._patched.enter_context(patch.object(earned, "reader", self._read))
        self.plan = plan = parse_plan(floor_file("floor.sqlite", 8021, tables=TABLES), self.folder / "floor.toml", self.clock)
        journal = Journal(self.store)
        self.house = house = House(journal, SoftwareGenerator(), Timing(), self.clock, entropy=entropy, is_live=True)
        self.office = Office(journal, self.clock, roles=floor_roles(plan.duties))
        self.credentials = Credentials(self.folder / "credentials", FAST)
        self._passwords = PasswordChecks(self.credentials)
        await open_floor(journal, "live", settings_of(plan), self.clock(), OPENER)
        self.patrons = PatronRecords(PatronFile(self.folder / "patrons", house.secret(PATRONS), FAST))
        self.keeper = await house.open_cage()
        house.pins = PinChecks(self.keeper, self.patrons)
        for each in plan.tables:
            options: OpeningOptions = {**each.options, "set_by": OPENER}
            found = house.find(each.name, each.rules, each.full_sign, readings=each.readings, **options)
            device, attended = DEVICES[each.device](each.timing), each.dealt_by == "person"
            await house.take(found, timing=each.timing, device=device, is_attended=attended)
        self._claimants = ClaimantFile(self.folder / "claimants", entropy)
        self.promoter = house.open_promotions(self._claimants, plan.time_zone)
        hubs = {name: Hub(loop.dealer, timetable=loop.timetable) for name, loop in house.loops.items()}
        file = FloorFile(plan)
        self.api = FloorApi(house, hubs, self.office, self._passwords, plan, file, "live", self.clock, self.patrons, {})
        self.operations: list[Operation[Any, Any]] = self.api.operations()
        desk = self.api._desk  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        self._app = Starlette(routes=Api(self.operations, desk, Proxies(plan.trusted_proxies), OrdersInHand()).routes())

    def serve(self, app: Starlette) -> None:
        """Answer requests with these routes instead of those of the operations alone."""
        self._app = app

    async def close(self) -> None:
        """Close its files."""
        await self.api.stop()
        self._claimants.close()
        self._patched.close()

    def lines(self, stream: str, after: int) -> Iterator[Line]:
        """What was written to a stream since."""
        return self.store.lines(stream, after)

    async def request(self, method: str, path: str, body: object = None, cookie: str = "") -> Answer:
        """Send a request through the routes of the API."""
        raw = b"" if body is None else json.dumps(body).encode()
        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (b"cookie", cookie.encode())]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8021),
            "scheme": "http",
            "http_version": "1.1",
        }
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": raw, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        text = b"".join(message.get("body", b"") for message in sent)
        given = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        is_json = given.get("content-type", "").startswith("application/json")
        return Answer(sent[0]["status"], json.loads(text) if is_json else text.decode(), given)


class Tab:
    """One tab of a browser, in which somebody may be signed in."""

    def __init__(self, floor: WholeHouse) -> None:
        self._floor = floor
        self._cookie = ""

    async def post(self, path: str, body: object = None, method: str = "POST") -> Answer:
        """Send a request, and keep the cookie of a session."""
        answer = await self._floor.request(method, path, {} if body is None else body, self._cookie)
        if set_cookie := answer.headers.get("set-cookie", ""):
            self._cookie = set_cookie.partition(";")[0]
        return answer

    async def sign_in(self, login: str, password: str = PASSWORD) -> Answer:
        """Sign in."""
        return await self.post("/api/v1/session", {"login": login, "password": password})


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(6)


def copied(store: MemoryStore, folder: Path, to: Path) -> MemoryStore:
    """A copy of a store, and of the files in a folder."""
    shutil.copytree(folder, to, dirs_exist_ok=True)
    copy = MemoryStore()
    for stream in store.heads():
        copy.commit({}, [*store.lines(stream)])
    return copy
