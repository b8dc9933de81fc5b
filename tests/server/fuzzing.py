"""Sends nonsense to a server and watches it: it must report no error, not hang, and not grow."""

import re
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from websockets.exceptions import WebSocketException

from croupier.catalogue import names, ruleset
from live_floor import Console, LiveFloor
from running import CRAPS, Server, Terminal
from server.known_clients import TABLES, KnownNonsense
from server.nonsense import Nonsense
from server.strangers import PATIENCE, Clients, Requesters, SilentServerError, Strangers

LOOK_EVERY = 250
"""Messages between two looks at the server."""
GROWTH = 15_000
"""Kilobytes that a server with `bounded_memory` may have more after the second half than after the first."""
PER_SEAT = 15
"""Kilobytes for every new seat of the second half: its meters are kept for good, in many versions of the table."""
BRISK = ("--betting", "1", "--showing", "0.5", "--guests", "1", "--limit", "seats=40", "--limit", "hold-money-seconds=5")
"""Short rounds, and few seats, so that a table is often full and seats are released."""
_COMPLAINT = re.compile(r"traceback|error|exception|warning|fatal|never", re.IGNORECASE)


class FoundError(Exception):
    """The server does what it must not do."""


class Vitals(NamedTuple):
    """What a process holds."""

    kilobytes: int
    files: int


def vitals(pid: int) -> Vitals:
    """Look at a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    [kilobytes] = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return Vitals(int(kilobytes), len(list(Path(f"/proc/{pid}/fd").iterdir())))


class Watch:
    """Watches a server from outside while it is fuzzed."""

    def __init__(self, pid: int, ask: Callable[[], object]) -> None:
        """Look at the server before anything is sent. `ask` is a request of an honest client, which waits for the answer."""
        self._pid = pid
        self._ask = ask
        self._before = vitals(self._pid)

    def look(self) -> None:
        """The server answers an honest client in time."""
        begun = time.monotonic()
        try:
            self._ask()
        except (OSError, WebSocketException) as error:
            raise FoundError(f"an honest client was not served: {error!r}") from error
        if time.monotonic() - begun > PATIENCE:
            raise FoundError(f"an honest client was not served for {time.monotonic() - begun:.1f} s")

    def settled(self) -> Vitals:
        """What the server holds once it has let go of the connections that ended."""
        until = time.monotonic() + PATIENCE
        while (now := vitals(self._pid)).files > self._before.files:
            if time.monotonic() > until:
                raise FoundError(f"{now.files} files are open; before there were {self._before.files}")
            time.sleep(0.1)
        return now


def fuzz(watch: Watch, clients: Clients, count: int) -> None:
    """Send so many messages, look now and then, and compare what the server holds after each half."""
    held: list[Vitals] = []
    seats: list[int] = []
    for _ in range(2):
        try:
            for sent in range(0, count // 2, LOOK_EVERY):
                clients.send(min(LOOK_EVERY, count // 2 - sent))
                watch.look()
        except SilentServerError as error:
            raise FoundError(f"the server {error}") from error
        finally:
            clients.leave()
        held.append(watch.settled())
        seats.append(clients.seats)
    first, second = held
    if second.kilobytes - first.kilobytes > GROWTH + PER_SEAT * (seats[1] - seats[0]):
        raise FoundError(f"it grew from {first.kilobytes:,} KB to {second.kilobytes:,} KB during the second half")


def complaints(said: str) -> list[str]:
    """The lines of a server's output that report a bug."""
    return [line for line in said.splitlines() if _COMPLAINT.search(line)]


@contextmanager
def watched(running: Server) -> Generator[Watch]:
    """Watch a server with a player who inserts money now and then."""
    player = Terminal(running.port, CRAPS)
    with player.line:
        yield Watch(running.process.pid, partial(player.say, "insert", amount=100))


def fuzz_socket(running: Server, chance: Random, count: int) -> None:
    """Send so many messages over WebSockets."""
    wagers = {name: list(ruleset(name).addresses) for name in names()}
    with watched(running) as watch:
        fuzz(watch, Strangers(running.port, chance, Nonsense(chance, wagers), wagers), count)


def fuzz_http(running: Server, chance: Random, count: int) -> None:
    """Send something over so many HTTP connections."""
    with watched(running) as watch:
        fuzz(watch, Requesters(running.port, chance, list(names())), count)


def fuzz_known(floor: LiveFloor, manager: Console, nonsense: KnownNonsense, chance: Random, count: int) -> None:
    """Send so many messages as consoles, displays and devices, while a manager calls off what they spoil."""

    def call_off() -> None:
        for table in TABLES:
            answer = manager.get(f"/api/v1/tables/{table}")
            if answer.status != 200:
                raise FoundError(f"an honest client was not served: {answer}")
            if ground := answer.body["crew"]["fault"]:
                manager.order(table, "VoidRound", ground=ground)

    fuzz(Watch(floor.process.pid, call_off), Strangers(floor.port, chance, nonsense, nonsense.places), count)
