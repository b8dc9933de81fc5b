"""Hostile clients in one process, from several loopback addresses, until the time is over. What they did is JSON on stdout.

Silent clients connect and send nothing. Deaf ones say hello and never read. Floods send valid bets as fast as they can. One
sends a gigabyte. Clients that were cut off come again, silent and deaf ones after a pause, the others at once, but only so
often: a client that comes again for ever is another attack, one with connections.
"""

import argparse
import base64
import os
import re
import resource
import select
import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count

import msgspec
from terminals import CREDIT, bet, framed

PAUSE = 5.0
"""Seconds until a silent client that was cut off comes again."""
LATER = 0.3
"""Seconds after which a deaf client says hello."""
BATCH = 50
"""Bets that a flood sends at a time."""
GIGABYTE = 10**9
_KEY = re.compile(rb'"key":"([0-9a-f]+)"')


class Client:
    """One hostile client. It has one connection at a time."""

    kind = "silent"
    pause = PAUSE
    returns = 3
    """How often it comes again after it was cut off."""
    watches = select.EPOLLRDHUP
    """What epoll reports; an end of the connection always."""
    receive_buffer: int | None = None

    def __init__(self, port: int, address: str, tally: Counter[str]) -> None:
        """A client that connects from an address, and counts what it does."""
        self._port, self._address, self._tally = port, address, tally

    def connect(self) -> None:
        """Open a connection."""
        self.line = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if self.receive_buffer:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
        self.line.bind((self._address, 0))
        self.line.setblocking(False)  # noqa: FBT003
        with suppress(BlockingIOError):
            self.line.connect(("127.0.0.1", self._port))
        self._tally[f"{self.kind} connections"] += 1

    def act(self) -> bool:
        """Do what is next, and return whether the connection goes on."""
        return True

    def act_later(self) -> None:
        """Do what is due some time after the connection was opened."""


class Deaf(Client):
    """Says hello, and reads nothing, not even the answer to its handshake."""

    kind = "deaf"
    pause = 2.0
    watches = select.EPOLLRDHUP | select.EPOLLOUT | select.EPOLLET
    receive_buffer = 4_096

    def __init__(self, port: int, address: str, tally: Counter[str], table: str) -> None:
        """A client at a table."""
        super().__init__(port, address, tally)
        self._table = table
        self._is_begun = False

    def connect(self) -> None:
        """Open a connection, and wait until it can be written to."""
        super().connect()
        self._is_begun = False

    def act(self) -> bool:
        """Send the handshake."""
        if not self._is_begun:
            self._is_begun = True
            self.line.send(upgrade(self._port, self._table))
        return True

    def act_later(self) -> None:
        """Say hello: by now, the handshake was answered."""
        with suppress(OSError):
            self.line.send(framed(b'{"say":"hello"}'))


class Flood(Client):
    """Says hello, brings money, and bets as fast as it can. Of what it is told, it reads only its key."""

    kind = "flood"
    pause = 0.0
    returns = 20
    watches = select.EPOLLIN | select.EPOLLOUT
    _numbers = count()

    def __init__(self, port: int, address: str, tally: Counter[str], table: str) -> None:
        """A client at a table."""
        super().__init__(port, address, tally)
        self._table = table
        self._key = ""
        self._heard = b""
        self._step = "connect"

    def connect(self) -> None:
        """Open a connection."""
        super().connect()
        self._heard, self._step, self._rest = b"", "connect", b""

    def act(self) -> bool:
        """Read what has arrived, and send as much as fits."""
        with suppress(BlockingIOError):
            data = self.line.recv(1 << 18)
            if not data:
                return False
            if self._step in ("upgrade", "hello"):
                self._heard += data
        if self._step == "connect":
            self._send(upgrade(self._port, self._table), "upgrade")
        elif self._step == "upgrade" and b"\r\n\r\n" in self._heard:
            self._send(framed(msgspec.json.encode({"say": "hello", "key": self._key})), "hello")
        elif self._step == "hello" and (found := _KEY.search(self._heard)):
            self._key, self._heard = found[1].decode(), b""
            self._send(framed(b'{"say":"insert","id":"credit","amount":%d}' % CREDIT), "bet")
        elif self._step == "bet":
            self._flood()
        return True

    def _send(self, data: bytes, step: str) -> None:
        self.line.send(data)
        self._step = step

    def _flood(self) -> None:
        if not self._rest:
            self._rest = b"".join(bet(f"f{number}", number) for number in (next(self._numbers) for _ in range(BATCH)))
            self._tally["flood bets"] += BATCH
        with suppress(BlockingIOError):
            self._rest = self._rest[self.line.send(self._rest) :]


class Gigabyte(Client):
    """Sends a gigabyte: in the body of a request, or as one message."""

    kind = "gigabyte"
    pause = 0.0
    returns = 100
    watches = select.EPOLLOUT
    _zeros = bytes(1 << 16)

    def __init__(self, port: int, address: str, tally: Counter[str], table: str) -> None:
        """A client at a table."""
        super().__init__(port, address, tally)
        self._table = table
        self._is_begun = False

    def connect(self) -> None:
        """Open a connection."""
        super().connect()
        self._is_begun = False

    def act(self) -> bool:
        """Send as much as fits."""
        if self._tally["gigabyte bytes"] >= GIGABYTE:
            self.watches = 0
            return False
        if not self._is_begun:
            self._is_begun = True
            is_message = self._tally["gigabyte connections"] % 2
            body = f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {GIGABYTE}\r\n\r\n".encode()
            head = upgrade(self._port, self._table) + b"\x81\xff" + GIGABYTE.to_bytes(8, "big") + bytes(4)
            self.line.send(head if is_message else body)
        with suppress(BlockingIOError):
            self._tally["gigabyte bytes"] += self.line.send(self._zeros)
        return True


def upgrade(port: int, table: str) -> bytes:
    """The request that opens a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


class Attack:
    """All hostile clients, and the loop that they run in."""

    def __init__(self, clients: Iterable[Client], tally: Counter[str]) -> None:
        """An attack that has not begun."""
        self._epoll = select.epoll()
        self._open: dict[int, Client] = {}
        self._tally = tally
        self._numbers = count()
        self._coming = [(0.0, next(self._numbers), client) for client in clients]
        """Who connects when, soonest first."""
        self._acting: deque[tuple[float, Client]] = deque()
        """Who acts when without being asked, soonest first."""

    def run(self, seconds: float) -> None:
        """Attack for so long."""
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            while self._coming and self._coming[0][0] <= now:
                self._connect(heappop(self._coming)[2])
            while self._acting and self._acting[0][0] <= now:
                self._acting.popleft()[1].act_later()
            following = min([until, *(queue[0][0] for queue in (self._coming, self._acting) if queue)])
            for number, happened in self._epoll.poll(max(0.0, following - now)):
                self._act(self._open[number], happened)

    def _connect(self, client: Client) -> None:
        try:
            client.connect()
        except OSError:
            self._tally[f"{client.kind} could not connect"] += 1
            self._come_again(client)
            return
        self._open[client.line.fileno()] = client
        self._epoll.register(client.line.fileno(), client.watches)
        self._acting.append((time.monotonic() + LATER, client))

    def _act(self, client: Client, happened: int) -> None:
        is_over = happened & (select.EPOLLHUP | select.EPOLLERR | select.EPOLLRDHUP)
        try:
            goes_on = not is_over and client.act()
        except OSError:
            goes_on = False
        if not goes_on:
            self._tally[f"{client.kind} cut off"] += 1
            self._epoll.unregister(client.line.fileno())
            del self._open[client.line.fileno()]
            client.line.close()
            self._come_again(client)

    def _come_again(self, client: Client) -> None:
        if client.watches and client.returns:
            client.returns -= 1
            heappush(self._coming, (time.monotonic() + client.pause, next(self._numbers), client))


def main() -> None:
    """Read the command line, attack, and print what was done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tables", required=True, help="their names, with commas")
    parser.add_argument("--silent", type=int, default=2_000)
    parser.add_argument("--deaf", type=int, default=200)
    parser.add_argument("--floods", type=int, default=4)
    parser.add_argument("--gigabytes", type=int, default=1, help="clients that send one together")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--delay", type=float, default=0, help="seconds before it begins")
    options = parser.parse_args()
    os.nice(19)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    port, tables, tally = options.port, options.tables.split(","), Counter[str]()
    clients = [
        *(Client(port, f"127.0.2.{1 + number % 20}", tally) for number in range(options.silent)),
        *(Deaf(port, f"127.0.3.{1 + number % 10}", tally, tables[number % len(tables)]) for number in range(options.deaf)),
        *(Flood(port, f"127.0.4.{1 + number}", tally, tables[number % len(tables)]) for number in range(options.floods)),
        *(Gigabyte(port, f"127.0.5.{1 + number}", tally, tables[0]) for number in range(options.gigabytes)),
    ]
    time.sleep(options.delay)
    Attack(clients, tally).run(options.seconds)
    sys.stdout.buffer.write(msgspec.json.encode(tally) + b"\n")


if __name__ == "__main__":
    main()
