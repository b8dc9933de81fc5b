"""Connections are counted before they say anything, and begin in turn by address."""

import asyncio
import contextlib
import gc
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Generator

import pytest

from certificates import certified
from croupier.floor.limits import ClientLimits
from croupier.server.arrivals import ACCEPTED_AT_ONCE, BEGUN_AT_ONCE, Arrival, Arrivals
from croupier.server.gate import Gate
from croupier.server.serving import listening_socket
from patience import PATIENCE


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    folder = tmp_path_factory.mktemp("certificate")
    certified(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "floor.crt", folder / "floor.key")
    return context


class Begun(asyncio.Protocol):
    """A connection that has begun."""

    def __init__(self, gate: Gate, arrival: Arrival, begun: list[str]) -> None:
        self._gate, self._arrival, self._begun = gate, arrival, begun

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert transport
        self._gate.leave(self._arrival)
        self._begun.append(self._arrival.address)


class Place:
    """A port at which connections arrive, and those that were made to it."""

    def __init__(self, limits: ClientLimits, tls: ssl.SSLContext | None = None) -> None:
        self.gate = Gate(limits, most=1_000)
        self.begun: list[str] = []
        self._listening = listening_socket(0)
        self._arrivals = Arrivals(self.gate, lambda arrival: Begun(self.gate, arrival, self.begun), tls)
        self._lines: list[socket.socket] = []

    @contextlib.contextmanager
    def open(self) -> Generator[None]:
        self._arrivals.listen(self._listening)
        yield
        self._arrivals.close()
        for line in (*self._lines, self._listening):
            line.close()

    def connect(self, address: str) -> socket.socket:
        line = socket.create_connection(self._listening.getsockname(), timeout=PATIENCE, source_address=(address, 0))
        line.settimeout(0)
        self._lines.append(line)
        return line


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - the other end of the line is outside the event loop
            await asyncio.sleep(0.01)


def is_closed(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def test_connections_that_never_begin_the_tls_handshake_give_way(tls: ssl.SSLContext) -> None:
    async def arrive() -> None:
        place = Place(ClientLimits(silent_connections=5), tls)
        with place.open():
            lines = [place.connect("127.0.0.1") for _ in range(12)]
            await until(lambda: all(is_closed(line) for line in lines[:7]))
            assert not any(is_closed(line) for line in lines[7:])
            assert place.gate.open_connections == {"open": 0, "silent": 5}
            assert place.gate.refused == {"silent-connections": 7}

    asyncio.run(arrive())


def test_a_tls_handshake_has_an_end(tls: ssl.SSLContext) -> None:
    async def arrive() -> None:
        place = Place(ClientLimits(handshake_seconds=1), tls)
        with place.open():
            line = place.connect("127.0.0.1")
            await until(lambda: is_closed(line))
            await until(lambda: place.gate.open_connections["silent"] == 0)

    asyncio.run(arrive())


def client_hello() -> bytes:
    """The first message of a TLS handshake."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="floor.example").do_handshake()
    return outgoing.read()


@contextlib.contextmanager
def no_cyclic_garbage_collection() -> Generator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


SAID = {"nothing": b"", "half": client_hello()[:50], "hello": client_hello(), "plain": b"GET / HTTP/1.1\r\n\r\n"}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
@pytest.mark.parametrize("ends", ["left", "overdue", "refused"])
def test_a_failed_tls_handshake_leaves_no_garbage(tls: ssl.SSLContext, said: bytes, ends: str) -> None:
    """Each would keep its buffer of 256 KiB until the server looks at all objects, which it seldom does while it is quiet."""
    limits = {
        "left": ClientLimits(),
        "overdue": ClientLimits(handshake_seconds=1),
        "refused": ClientLimits(silent_connections=5),
    }

    async def arrive() -> None:
        place = Place(limits[ends], tls)
        with place.open():
            lines = [place.connect("127.0.0.1") for _ in range(10)]
            for line in lines:
                with contextlib.suppress(ConnectionError):  # it was refused already
                    line.send(said)
                await asyncio.sleep(0)
            if ends == "refused":
                await until(lambda: place.gate.open_connections["silent"] <= limits[ends].silent_connections)
            if ends != "overdue":
                for line in lines:
                    line.close()
            await until(lambda: place.gate.open_connections["silent"] == 0)
            await until(lambda: not any(isinstance(each, SSLProtocol) for each in gc.get_objects()))

    with no_cyclic_garbage_collection():
        asyncio.run(arrive())


def test_an_address_with_many_connections_does_not_keep_the_others_waiting() -> None:
    """The queue of the system is first come, first served; ours is in turn by address."""

    async def arrive() -> None:
        place = Place(ClientLimits())
        for _ in range(100):
            place.connect("127.0.0.2")
        place.connect("127.0.0.3")
        with place.open():
            await until(lambda: len(place.begun) == 101)
            assert place.begun.index("127.0.0.3") <= BEGUN_AT_ONCE

    asyncio.run(arrive())


def test_a_connection_that_is_refused_just_as_it_begins_is_closed() -> None:
    """The first few begin while others are accepted that drive them out."""

    async def arrive() -> None:
        place = Place(ClientLimits(silent_connections=ACCEPTED_AT_ONCE + 2))
        lines = [place.connect("127.0.0.1") for _ in range(ACCEPTED_AT_ONCE + 12)]
        with place.open():
            await until(lambda: all(is_closed(line) for line in lines[:10]))
            assert place.gate.refused == {"silent-connections": 10}

    asyncio.run(arrive())
