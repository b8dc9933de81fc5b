"""A simulated connection between a terminal and a server: slow, may break at any moment, and keeps the order of messages."""

from collections.abc import Callable
from contextvars import Context
from typing import Protocol

from simulation.clockwork import Clockwork, Died, Process
from simulation.weather import Weather


class Receiver(Protocol):
    """The server's side of the connection."""

    def heard(self, message: bytes) -> None: ...
    def gone(self) -> None: ...


class Wire:
    """One connection. The server speaks to it as to any socket, the terminal by callbacks."""

    address = "127.0.0.1"

    def __init__(self, loop: Clockwork, weather: Weather, process: Process, said: Callable[[str], object]) -> None:
        """`said` sees every message at the moment at which the server lets go of it, and says what the terminal then hears."""
        self._loop = loop
        self._weather = weather
        self._process = process
        self._said = said
        self._cut = False
        self._last_in = self._last_out = 0.0
        self._receiver: Receiver | None = None
        self._inside: Context = process.context.copy()
        self.heard: Callable[[object], None] = lambda _: None
        self.lost: Callable[[], None] = lambda: None

    def serve(self, receiver: Receiver) -> None:
        """For the server: pass messages on to this one."""
        self._receiver = receiver

    def say(self, text: str) -> None:
        """The terminal says something."""
        if self._weather.strikes(self._weather.cut):
            self.cut()
        self._last_in = max(self._last_in, self._loop.time() + self._weather.network_delay())
        self._loop.call_at(self._last_in, self._arrived, text.encode(), context=self._inside)

    def cut(self) -> None:
        """What is on its way is lost; either side finds out some time later."""
        if not self._cut:
            self._cut = True
            wait = self._weather.network_delay
            self._loop.call_later(wait() * 10, self._left, context=self._inside)
            self._loop.call_later(wait() * 3, self.lost, context=self._loop.outside)

    def hang_up(self) -> None:
        """The terminal goes away without a word, and the server finds out later."""
        self.heard, self.lost = (lambda _: None), (lambda: None)
        self.cut()

    def has_spoken(self) -> bool:
        """For the server: the terminal has said hello."""
        return True

    def send(self, message: bytes, *, now: bool = False) -> None:  # noqa: ARG002
        """For the server: something goes out. To a terminal that has gone it goes nowhere."""
        if not self._process.alive:
            raise Died
        said = self._said(message.decode())
        self._last_out = max(self._last_out, self._loop.time() + self._weather.network_delay())
        self._loop.call_at(self._last_out, self._delivered, said, context=self._loop.outside)
        if self._weather.strikes(self._weather.cut / 4):
            self.cut()

    def close(self, code: int = 1000, why: str = "", *, final: bool = False) -> None:  # noqa: ARG002
        """For the server: the conversation is over."""
        self.cut()

    def flooded(self, why: str) -> None:  # noqa: ARG002
        """For the server: the devices have said far too much."""
        self.cut()

    def _arrived(self, message: bytes) -> None:
        if not self._cut and self._receiver:
            self._receiver.heard(message)

    def _left(self) -> None:
        if self._receiver:
            self._receiver.gone()

    def _delivered(self, said: object) -> None:
        if not self._cut:
            self.heard(said)
