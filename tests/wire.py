"""A wire between a browser and a server: it delays what passes, counts it, and can be cut."""

import asyncio
import threading
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

from patience import PATIENCE


class Wire:
    """A TCP proxy on a port of its own, in a thread. While the server is away, it closes new connections at once."""

    def __init__(self, server: int, delay: float = 0) -> None:
        """Lead to the port of a server. `delay` is in seconds, for each direction."""
        self.delay = delay
        self.server = server
        self.port = 0
        self.received = 0
        """The bytes that the server has sent."""
        self.ends: set[_End] = set()
        self._loop = asyncio.new_event_loop()
        self._listens = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)
        self._thread.start()
        assert self._listens.wait(PATIENCE)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def cut(self) -> None:
        """Break all connections. What is on its way, in either direction, is lost."""
        self._loop.call_soon_threadsafe(self._cut)

    def close(self) -> None:
        """Break all connections, and take no more."""
        self._loop.call_soon_threadsafe(self._cut)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            listening = runner.run(self._listen())
            self._loop.run_forever()
            listening.close()

    async def _listen(self) -> asyncio.Server:
        listening = await self._loop.create_server(lambda: _Browser(self), "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self._listens.set()
        return listening

    def _cut(self) -> None:
        for end in list(self.ends):
            end.transport.abort()


class _End(asyncio.Protocol):
    """One end of a connection. What it receives, the other end sends after the delay, in the same order."""

    transport: asyncio.Transport
    other: "_End"

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self._under_way: deque[bytes] = deque()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.wire.ends.add(self)

    def data_received(self, data: bytes) -> None:
        self._under_way.append(data)
        asyncio.get_running_loop().call_later(self.wire.delay, self._arrive)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.wire.ends.discard(self)
        self.data_received(b"")

    def _arrive(self) -> None:
        if data := self._under_way.popleft():
            self.other.transport.write(data)
        else:
            self.other.transport.close()


class _Browser(_End):
    """The end of a connection at the browser, which opens the other one."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.pause_reading()
        self._opening = asyncio.ensure_future(self._open())

    def connection_lost(self, exc: Exception | None) -> None:
        if self._opening.done() and hasattr(self, "other"):
            super().connection_lost(exc)
        else:
            self.wire.ends.discard(self)

    async def _open(self) -> None:
        server = _Server(self.wire)
        server.other = self
        try:
            await asyncio.get_running_loop().create_connection(lambda: server, "127.0.0.1", self.wire.server)
        except OSError:
            self.transport.abort()
            return
        self.other = server
        if self.transport.is_closing():
            server.transport.abort()
        else:
            self.transport.resume_reading()


class _Server(_End):
    """The end of a connection at the server."""

    def data_received(self, data: bytes) -> None:
        self.wire.received += len(data)
        super().data_received(data)


@contextmanager
def wire(server: int, delay: float = 0) -> Generator[Wire]:
    """A wire that is gone afterwards."""
    laid = Wire(server, delay)
    try:
        yield laid
    finally:
        laid.close()
