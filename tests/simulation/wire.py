"""A simulated connection between a terminal and a server: slow, may break at any moment, and keeps the order of messages."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import Message

from simulation.clockwork import Clockwork, Died, Process
from simulation.weather import Weather


class Wire:
    """One connection. The server speaks to it as to any web server, the terminal by callbacks."""

    def __init__(self, loop: Clockwork, weather: Weather, process: Process, said: Callable[[str], object]) -> None:
        """`said` sees every message at the moment at which the server lets go of it, and says what the terminal then hears."""
        self._loop = loop
        self._weather = weather
        self._process = process
        self._said = said
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._cut = False
        self._last_in = self._last_out = 0.0
        self.heard: Callable[[object], None] = lambda _: None
        self.lost: Callable[[], None] = lambda: None
        self._inbox.put_nowait({"type": "websocket.connect"})

    def say(self, text: str) -> None:
        """The terminal says something."""
        if self._weather.strikes(self._weather.cut):
            self.cut()
        self._last_in = max(self._last_in, self._loop.time() + self._weather.network_delay())
        self._loop.call_at(self._last_in, self._arrived, {"type": "websocket.receive", "text": text})

    def cut(self) -> None:
        """What is on its way is lost; either side finds out some time later."""
        if not self._cut:
            self._cut = True
            gone: Message = {"type": "websocket.disconnect", "code": 1006}
            wait = self._weather.network_delay
            self._loop.call_later(wait() * 10, self._inbox.put_nowait, gone, context=self._loop.outside)
            self._loop.call_later(wait() * 3, self.lost, context=self._loop.outside)

    def hang_up(self) -> None:
        """The terminal goes away without a word, and the server finds out later."""
        self.heard, self.lost = (lambda _: None), (lambda: None)
        self.cut()

    async def receive(self) -> Message:
        """For the server: what comes next."""
        if wait := self._weather.dawdle():
            await asyncio.sleep(wait)
        return await self._inbox.get()

    async def send(self, message: Any) -> None:
        """For the server: something goes out. To a terminal that has gone it goes nowhere."""
        if wait := self._weather.dawdle():
            await asyncio.sleep(wait)
        if not self._process.alive:
            raise Died
        if message["type"] == "websocket.close":
            self.cut()
        elif message["type"] == "websocket.send":
            if self._cut and self._weather.strikes(0.3):
                raise ConnectionResetError
            said = self._said(message["text"])
            self._last_out = max(self._last_out, self._loop.time() + self._weather.network_delay())
            self._loop.call_at(self._last_out, self._delivered, said, context=self._loop.outside)
            if self._weather.strikes(self._weather.cut / 4):
                self.cut()

    def _arrived(self, message: Message) -> None:
        if not self._cut:
            self._inbox.put_nowait(message)

    def _delivered(self, said: object) -> None:
        if not self._cut:
            self.heard(said)
