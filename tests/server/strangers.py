"""Clients that send nonsense to a server, some at a time."""

import re
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Protocol

from server.nonsense import Nonsense
from server.odd_requests import OddRequests

LINES = 24
"""Connections that are open at the same time."""
ADDRESSES = 6
"""Source addresses, from 127.0.0.2."""
KEYS = 30
"""Keys of each table that are used again."""
PATIENCE = 10.0
"""Seconds after which a server that does nothing hangs."""
_WELCOME = re.compile(rb'"is":"welcome","seat":"([^"]*)","key":"([0-9a-f]+)"')


class SilentServerError(Exception):
    """A server does nothing any more."""


class Clients(Protocol):
    """Some clients."""

    @property
    def seats(self) -> int:
        """How many seats they were given, all in all."""
        ...

    def send(self, count: int) -> None:
        """Send so many messages."""
        ...

    def leave(self) -> None:
        """End all connections."""
        ...


class Line:
    """One connection of a hostile client. It never waits for the server longer than a hang takes to be one."""

    def __init__(self, port: int, source: str) -> None:
        """Connect."""
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
        except TimeoutError as error:
            raise SilentServerError("accepts no connection") from error
        self.is_over = False

    def send(self, data: bytes) -> None:
        """Send bytes. A server that reads nothing for so long hangs."""
        try:
            self.socket.sendall(data)
        except TimeoutError as error:
            raise SilentServerError("reads nothing any more") from error
        except OSError:
            self.is_over = True

    def heard(self) -> bytes:
        """What has arrived."""
        data = b""
        self.socket.settimeout(0)
        with suppress(BlockingIOError):
            try:
                while part := self.socket.recv(65_536):
                    data += part
                self.is_over = True
            except ConnectionError:
                self.is_over = True
        self.socket.settimeout(PATIENCE)
        return data

    def end(self, *, abruptly: bool) -> None:
        """Hang up; abruptly with a reset instead of a FIN."""
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


class Strangers:
    """Clients that talk nonsense over WebSockets, some at a time."""

    def __init__(self, port: int, chance: Random, nonsense: Nonsense, tables: Iterable[str]) -> None:
        """Talk this nonsense at these tables."""
        self._port = port
        self._chance = chance
        self._nonsense = nonsense
        self._tables = list(tables)
        self._keys: dict[str, list[str]] = {table: [] for table in self._tables}
        self._seats = set[tuple[str, bytes]]()
        self._lines: list[tuple[Line, str]] = []

    @property
    def seats(self) -> int:
        """How many seats they were given, all in all."""
        return len(self._seats)

    def send(self, count: int) -> None:
        """Send so many messages, each over any of the connections."""
        for _ in range(count):
            if len(self._lines) < LINES:
                self._open()
            at = self._chance.randrange(len(self._lines))
            line, table = self._lines[at]
            data = self._nonsense.message(table)
            if self._chance.random() < 0.05:
                cut = self._chance.randrange(len(data))
                line.send(data[:cut])
                data = data[cut:]
            line.send(data)
            self._hear(line, table)
            if line.is_over or self._chance.random() < 0.01:
                line.end(abruptly=self._chance.random() < 0.5)
                del self._lines[at]

    def leave(self) -> None:
        """End all connections."""
        for line, _ in self._lines:
            line.end(abruptly=self._chance.random() < 0.5)
        self._lines.clear()

    def _open(self) -> None:
        table = self._chance.choice(self._tables)
        line = Line(self._port, f"127.0.0.{2 + self._chance.randrange(ADDRESSES)}")
        self._lines.append((line, table))
        line.send(self._nonsense.upgrade(self._port, table))
        if self._chance.random() < 0.9:
            with suppress(ConnectionError):
                self._await_answer(line)
        line.send(self._nonsense.hello(table, self._keys[table]))

    def _await_answer(self, line: Line) -> None:
        """Wait for the answer to the handshake, as an honest client does: what comes with the request is not read."""
        try:
            line.socket.recv(1)
        except TimeoutError as error:
            raise SilentServerError("does not answer a handshake") from error

    def _hear(self, line: Line, table: str) -> None:
        heard = line.heard()
        self._nonsense.heard(heard)
        if found := _WELCOME.search(heard):
            seat, key = found.groups()
            self._seats.add((table, seat))
            if key.decode() not in self._keys[table]:
                self._keys[table] = [*self._keys[table][-KEYS:], key.decode()]


class Requesters:
    """Clients that send odd HTTP requests, one connection after the other."""

    seats = 0

    def __init__(self, port: int, chance: Random, tables: list[str]) -> None:
        """Ask for the pages of these tables."""
        self._port = port
        self._chance = chance
        self._requests = OddRequests(chance, tables)
        self._lines: list[Line] = []

    def send(self, count: int) -> None:
        """Open so many connections, and send something over each."""
        for _ in range(count):
            line = Line(self._port, f"127.0.0.{2 + self._chance.randrange(ADDRESSES)}")
            line.send(self._requests.connection(self._port))
            self._lines.append(line)
            if len(self._lines) > LINES:
                self._end(self._lines.pop(self._chance.randrange(LINES)))

    def leave(self) -> None:
        """End all connections."""
        while self._lines:
            self._end(self._lines.pop())

    def _end(self, line: Line) -> None:
        line.heard()
        line.end(abruptly=self._chance.random() < 0.5)
