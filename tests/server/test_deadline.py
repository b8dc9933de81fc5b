"""A displayed deadline is kept, also while the server is busy with something else."""

import asyncio
import json
import socket
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.uri import parse_uri

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.floor.limits import ClientLimits
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.server.hub import Hub
from croupier.server.polling import PollClock, PollingLoop
from croupier.server.serving import FloorServer, listening_socket
from croupier.server.socket import MOST_BYTES
from patience import PATIENCE

FRAME = 8
"""The bytes of a frame of a client around a message of 126 bytes or more."""
MESSAGES = 8
"""How many messages a terminal sends of all the bytes that are promised to arrive in time."""
ROULETTE = "ministar-roulette-2018"


class Terminal:
    """A terminal on a bare socket of the same process: it sends at once, also while the event loop is busy."""

    def __init__(self, port: int) -> None:
        self._protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/ws/{ROULETTE}"))
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setblocking(False)  # noqa: FBT003
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        self.view: dict[str, Any] = {}

    def say(self, *, length: int = 0, **message: object) -> None:
        """Send a message now, in a frame of so many bytes if it would be shorter."""
        self._protocol.send_text(json.dumps(message).encode().ljust(length - FRAME))
        self._flush()

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until a message is the one wanted."""
        while True:
            for event in self._protocol.events_received():
                if isinstance(event, Frame):
                    message = json.loads(bytes(event.data))
                    self.view |= message
                    if wanted(message):
                        return message
            self._protocol.receive_data(await asyncio.get_running_loop().sock_recv(self._socket, 65_536))

    async def open(self) -> None:
        """Wait for the answer to the handshake, and say hello."""
        while not self._protocol.events_received():
            self._protocol.receive_data(await asyncio.get_running_loop().sock_recv(self._socket, 65_536))
        self.say(say="hello")
        await self.until(lambda message: message["is"] == "snapshot")

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)


def on_a_floor(scene: Callable[[Terminal, PollClock], Awaitable[None]]) -> None:
    """Serve a roulette table with two seconds of betting, and let a terminal play a scene at it."""

    async def floor(clock: PollClock) -> None:
        house = House(Journal(MemoryStore()), SoftwareGenerator(), Timing(betting=2, showing=0.1), clock)
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        server, listening = FloorServer(house, {ROULETTE: Hub(dealer, clock.running)}, ClientLimits()), listening_socket(0)

        async def see_out() -> None:
            server.stop("The test is over.")
            await serving

        async with asyncio.TaskGroup() as tasks:
            serving = tasks.create_task(server.run(listening))
            running = tasks.create_task(house.run(see_out))
            terminal = Terminal(listening.getsockname()[1])
            await terminal.open()
            await asyncio.wait_for(scene(terminal, clock), PATIENCE)
            terminal.close()
            house.stop()
            await running

    clock = PollClock()
    with asyncio.Runner(loop_factory=partial(PollingLoop, clock)) as runner:
        runner.run(floor(clock))


async def betting(terminal: Terminal) -> int:
    """Wait for a round to open with its whole time, and return its deadline."""
    terminal.say(say="insert", id="money", amount=100_000)
    message = await terminal.until(lambda message: message.get("event", {}).get("type") == "BettingOpened")
    return message["round"]["deadline"]


def test_a_bet_that_arrived_before_the_deadline_counts_though_the_server_read_it_after() -> None:
    """On a busy machine, the terminal may be late itself: then it tries again in the next round."""

    async def is_answered_in_time(terminal: Terminal, clock: PollClock) -> bool:
        deadline = await betting(terminal)
        await terminal.until(lambda message: message.get("event", {}).get("type") == "BallSpun")
        await asyncio.sleep((deadline - clock.running() - 60) / 1000)
        for number in range(MESSAGES):
            terminal.say(length=MOST_BYTES // MESSAGES, say="bet", id=f"{deadline}-{number}", wager="red", amount=500)
        was_sent_in_time = clock.running() < deadline
        time.sleep(0.4)  # noqa: ASYNC251 - another table keeps the server busy past the deadline
        assert clock.running() > deadline
        answer = await terminal.until(lambda message: message.get("id") == f"{deadline}-{MESSAGES - 1}")
        assert answer["ok"] or not was_sent_in_time, answer
        return was_sent_in_time

    async def scene(terminal: Terminal, clock: PollClock) -> None:
        while not await is_answered_in_time(terminal, clock):
            pass

    on_a_floor(scene)


def test_a_bet_that_arrived_after_the_deadline_is_late() -> None:
    async def scene(terminal: Terminal, clock: PollClock) -> None:
        deadline = await betting(terminal)
        await asyncio.sleep((deadline - clock.running() + 20) / 1000)
        terminal.say(say="bet", id="late", wager="red", amount=500)
        answer = await terminal.until(lambda message: message.get("id") == "late")
        assert answer["error"] == "betting-closed", answer

    on_a_floor(scene)
