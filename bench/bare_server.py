# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The yardstick of bench/under_load.py: the least server that acknowledges durable bets, without a casino.

It speaks the protocol of a terminal: a plain ASGI application on uvicorn that writes one row per bet, and answers once the row
is durable. Bets that wait together share a commit. SIGUSR1 sends every connection its own prepared bytes. With --tables,
they also get them in rounds, when our server tells of one: when betting opens, when the ball is spun, and twice at the close.
"""

import argparse
import asyncio
import gc
import json
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import apsw
import msgspec
import psycopg
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected

Row = tuple[int, str, str, str, str, int]
"""When, at which table, which seat, the id of the wish, the wager, and how much."""
Commit = Callable[[list[Row]], None]
Waiting = list[tuple[Row, "asyncio.Future[None]"]]

SPUN = 0.75
"""The part of the betting period after which the ball is spun."""
COLUMNS = "at bigint, place text, seat text, name text, wager text, amount bigint"


class Hello(msgspec.Struct, tag_field="say", tag="hello"):
    """The first message of a connection."""


class Insert(msgspec.Struct, tag_field="say", tag="insert"):
    """Add money to the credit."""

    id: str
    amount: int


class Bet(msgspec.Struct, tag_field="say", tag="bet"):
    """Put chips on a wager."""

    id: str
    wager: str
    amount: int


class Welcome(msgspec.Struct, tag_field="is", tag="welcome"):
    """The answer to a hello."""

    seat: str
    key: str


class Answer(msgspec.Struct, tag_field="is", tag="answer"):
    """The answer to a wish, sent once it is durable."""

    id: str
    ok: bool


_DECODE = msgspec.json.Decoder(Hello | Insert | Bet).decode
_ENCODE = msgspec.json.Encoder().encode


def sqlite(path: str) -> Commit:
    """Write to a SQLite file, one transaction per group."""
    connection = apsw.Connection(path)
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"CREATE TABLE bet (number INTEGER PRIMARY KEY, {COLUMNS})")
    values = ", ".join(f"value ->> {column}" for column in range(6))
    statement = f"INSERT INTO bet (at, place, seat, name, wager, amount) SELECT {values} FROM json_each(?)"  # noqa: S608 - constants

    def commit(rows: list[Row]) -> None:
        # One statement for all rows is its own transaction, and takes the interpreter's lock once instead of once per row.
        connection.execute(statement, (_ENCODE(rows).decode(),))

    return commit


def postgres(address: str) -> Commit:
    """Write to a PostgreSQL database, one transaction per group."""
    connection = psycopg.connect(address, autocommit=True)
    connection.execute("SET synchronous_commit = on")
    connection.execute(f"CREATE TABLE bet (number bigserial PRIMARY KEY, {COLUMNS})".encode())
    statement = (
        "INSERT INTO bet (at, place, seat, name, wager, amount) "
        "SELECT * FROM unnest(%b::bigint[], %b::text[], %b::text[], %b::text[], %b::text[], %b::bigint[])"
    )

    def commit(rows: list[Row]) -> None:
        connection.execute(statement, [list(column) for column in zip(*rows, strict=True)], prepare=True)

    return commit


class Writer:
    """A thread that writes rows. While it writes one group, the next one collects."""

    def __init__(self, address: str) -> None:
        """Open the store in the writer's own thread."""
        self._loop = asyncio.get_running_loop()
        self._waiting: Waiting = []
        self._idle = True
        self._groups: SimpleQueue[Waiting] = SimpleQueue()
        threading.Thread(target=self._run, args=(address,), daemon=True).start()

    def append(self, row: Row) -> "asyncio.Future[None]":
        """Write a row. The future resolves once the row is durable."""
        written = self._loop.create_future()
        self._waiting.append((row, written))
        if self._idle:
            self._idle = False
            self._loop.call_soon(self._hand_over)
        return written

    def _hand_over(self) -> None:
        self._groups.put(self._waiting)
        self._waiting = []

    def _run(self, address: str) -> None:
        commit = postgres(address) if address.startswith("postgresql:") else sqlite(address)
        while True:
            group = self._groups.get()
            commit([row for row, _ in group])
            self._loop.call_soon_threadsafe(self._durable, group)

    def _durable(self, group: Waiting) -> None:
        for _, written in group:
            written.set_result(None)
        if self._waiting:
            self._hand_over()
        else:
            self._idle = True


class Floor:
    """The connections, and the ASGI application that serves them."""

    def __init__(self, writer: Writer, size: int) -> None:
        """Broadcast messages of `size` bytes."""
        self._writer = writer
        self._size = size
        self._prepared: dict[str, dict[str, tuple[Any, dict[str, str]]]] = {}
        """For every connection of every table: how to send, and what."""
        self._broadcasting: asyncio.Task[None] | None = None
        self._seated = 0

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            return
        place: str = scope["path"].rpartition("/")[2]
        await receive()
        await send({"type": "websocket.accept"})
        self._seated += 1
        seat = f"seat-{self._seated}"
        try:
            await self._talk(place, seat, receive, send)
        finally:
            self._prepared.get(place, {}).pop(seat, None)

    async def _talk(self, place: str, seat: str, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            said = _DECODE(message["text"])
            if isinstance(said, Hello):
                # Browsers expect text. The conversion is done beforehand, like the rest of the message.
                message = {"type": "websocket.send", "text": self._message(seat)}
                self._prepared.setdefault(place, {})[seat] = send, message
                await send({"type": "websocket.send", "text": _ENCODE(Welcome(seat, seat)).decode()})
                continue
            wager = said.wager if isinstance(said, Bet) else ""
            await self._writer.append((time.time_ns() // 1_000_000, place, seat, said.id, wager, said.amount))
            await send({"type": "websocket.send", "text": _ENCODE(Answer(said.id, ok=True)).decode()})

    def broadcast(self) -> None:
        """Send every connection its own bytes."""
        prepared = [each for seats in self._prepared.values() for each in seats.values()]

        async def to_all() -> None:
            begin()
            for send, message in prepared:
                await send(message)

        self._broadcasting = asyncio.get_running_loop().create_task(to_all())

    async def rounds(self, place: str, betting: float, showing: float) -> None:
        """Send the connections of a table what our server sends them, round after round."""
        while True:
            # Opened, spun, closed and settled, each after so many seconds.
            for seconds in (showing, SPUN * betting, (1 - SPUN) * betting, 0):
                await asyncio.sleep(seconds)
                for send, message in list(self._prepared.get(place, {}).values()):
                    with suppress(ClientDisconnected):
                        await send(message)

    def _message(self, seat: str) -> str:
        start, end = f'{{"is":"event","seat":"{seat}","event":{{"type":"RoundSettled"}},"pad":"', '"}'
        return start + "x" * (self._size - len(start) - len(end)) + end


def begin() -> None:
    """Tell the parent process when a broadcast begins, and how much CPU this thread has used until then."""
    print(json.dumps({"begun": time.monotonic_ns(), "cpu": time.thread_time_ns()}), flush=True)


class Options(argparse.Namespace):
    """The options of the command line."""

    store: str
    bytes: int
    tables: int
    betting: float
    showing: float


async def serve(options: Options) -> None:
    """Serve until the process is stopped."""
    # With an explicit protocol, asyncio sets TCP_NODELAY on every accepted connection.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(4096)
    floor = Floor(Writer(options.store), options.bytes)
    config = uvicorn.Config(
        floor.application,
        interface="asgi3",
        proxy_headers=False,
        log_level="warning",
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        http="h11",
    )
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, floor.broadcast)
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
    async with asyncio.TaskGroup() as running:
        for number in range(options.tables):  # one after the other, before anybody connects, as our tables begin
            running.create_task(floor.rounds(f"table-{number + 1}", options.betting, options.showing))
            await asyncio.sleep((options.betting + options.showing) / options.tables)
        print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
        await uvicorn.Server(config).serve([listening])


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", help="a SQLite file or the address of a PostgreSQL database")
    parser.add_argument("--bytes", type=int, default=1_000, help="the size of a broadcast message")
    parser.add_argument("--tables", type=int, default=0, help="how many tables play rounds: table-1, table-2 and so on")
    parser.add_argument("--betting", type=float, default=3, help="seconds of a betting period")
    parser.add_argument("--showing", type=float, default=1, help="seconds for which a result is shown")
    options = parser.parse_args(namespace=Options())
    sys.setswitchinterval(0.001)  # let the writer have the interpreter's lock sooner
    asyncio.run(serve(options))


if __name__ == "__main__":
    main()
