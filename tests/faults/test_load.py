"""Two hundred terminals on two tables: nobody misses a round; one that stops reading is dropped and delays nobody."""

import asyncio
import json
import os
import socket
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from running import CRAPS, ROULETTE, server

SECONDS = float(os.environ.get("CROUPIER_LOAD_SECONDS", "40"))
TERMINALS = 200
WAGERS = {CRAPS: ("pass-line", "field", "place:6", "hop:1-2"), ROULETTE: ("red", "straight:7", "orphans", "dozen:2")}


class Player:
    """A terminal that bets every round, and notes the numbers and rounds it was told of."""

    def __init__(self, port: int, table: str) -> None:
        self.table = table
        self.url = f"ws://127.0.0.1:{port}/ws/{table}"
        self.numbers: list[int] = []
        self.settled: set[int] = set()
        self.waits: list[float] = []
        self._sent: dict[str, float] = {}

    async def play(self, until: float) -> None:
        async with connect(self.url, max_queue=None) as line:
            await line.send(json.dumps({"say": "hello", "key": "", "last": 0}))
            await line.send(json.dumps({"say": "insert", "id": "money", "amount": 1_000_000}))
            while (left := until - time.monotonic()) > 0:
                try:
                    message = json.loads(await asyncio.wait_for(line.recv(), left))
                except TimeoutError:
                    break
                await self._heard(line, message)

    async def _heard(self, line: ClientConnection, message: dict[str, Any]) -> None:
        if message["is"] == "event":
            self.numbers.append(message["number"])
            if message["event"]["type"] == "RoundSettled":
                self.settled.add(message["round"]["number"])
            if message["event"]["type"] == "BettingOpened":
                for wager in WAGERS[self.table]:
                    id = f"{message['number']}-{wager}"
                    self._sent[id] = time.monotonic()
                    await line.send(json.dumps({"say": "bet", "id": id, "wager": wager, "amount": 500}))
        elif message["is"] == "answer" and message["id"] in self._sent:
            self.waits.append(time.monotonic() - self._sent.pop(message["id"]))


def stalled(port: int, table: str) -> socket.socket:
    """A terminal that says hello and never reads again, with as little room in its pockets as the system allows."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    line.bind(("127.0.0.2", 0))  # the players have all the seats that one address may have
    line.connect(("127.0.0.1", port))
    line.send(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in line.recv(1024)
    hello = b'{"say":"hello"}'
    line.send(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return line


def test_nobody_misses_a_round(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "8", "--showing", "1", "--guests", "2") as running:
        players = [Player(running.port, (CRAPS, ROULETTE)[n % 2]) for n in range(TERMINALS)]
        silent = [stalled(running.port, table) for table in (CRAPS, ROULETTE)]

        async def everybody() -> None:
            until = time.monotonic() + SECONDS
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play(until))

        asyncio.run(everybody())
        for table in (CRAPS, ROULETTE):
            seated = [player for player in players if player.table == table]
            seen = set[int]().union(*(player.settled for player in seated))
            # Everybody was told of every round that the journal knows, from the first anybody saw to the last.
            rounds = {number for number in range(1, running.books(table).rounds + 1) if min(seen) <= number <= max(seen)}
            assert len(rounds) >= 2
            assert max(seen) >= running.books(table).rounds - 1
            for player in seated:
                assert player.numbers == sorted(set(player.numbers)), "numbers go up, and none comes twice"
                assert player.settled == rounds
        waits = sorted(wait for player in players for wait in player.waits)
        median, last = waits[len(waits) // 2] * 1000, waits[-1] * 1000
        print(f"{len(waits)} bets, answered after {median:.0f} ms (median), {last:.0f} ms (last)")  # noqa: T201
        assert len(waits) >= TERMINALS * 4
        # Eight hundred bets come at the same instant. A server that waited for a terminal that does not read would wait for
        # 15 seconds (`silence_seconds`); how fast a server is that has the cores for itself, `bench/under_load.py` measures.
        assert last < 14_000
        for line in silent:
            with line:
                assert dropped(line), "a terminal that never reads is still on the line"


def dropped(line: socket.socket) -> bool:
    """Read what was on its way; a line that was closed ends."""
    line.settimeout(5)
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True
