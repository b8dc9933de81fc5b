"""Accepts connections: counts each before it says anything, and begins them in turn by address.

The system's queue is first come, first served. It is emptied at once: each address has a queue of its own here, and every
address gets its turn. So one address that connects again and again does not keep the others waiting.
"""

import asyncio
import contextlib
import errno
import socket
import ssl
from collections import deque
from collections.abc import Callable

from croupier.people.networks import network_of
from croupier.server.gate import Gate
from croupier.server.limits import refusal

ACCEPTED_AT_ONCE = 128
"""Connections that are accepted in one iteration of the event loop. That takes 10 µs each."""
BEGUN_AT_ONCE = 4
"""Connections that begin in one iteration of the event loop, so that thousands at once do not stop it."""
QUEUED = 1024
"""Connections that wait in the system's queue to be accepted."""
NO_MORE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
REST = 1.0
"""Seconds until the next try to accept, if the system has no room for a connection."""


class Arrival:
    """A connection that was accepted and has not begun: it waits for its turn, or for the end of its TLS handshake."""

    def __init__(self, connected: socket.socket, address: str, *, is_secure: bool) -> None:
        """Wait for the turn. `is_secure`: whether a TLS handshake comes first."""
        self.connected, self.address = connected, address
        self._is_secure = is_secure
        self.beginning: asyncio.Task[None] | None = None
        self.has_begun = False
        """Whether the event loop has the socket, and closes it."""

    @property
    def is_over(self) -> bool:
        """Whether the connection was closed before its turn came."""
        return self.connected.fileno() < 0

    def refuse(self, status: int, sentence: str) -> None:
        """Close the connection, and say why unless a TLS handshake would have to come first."""
        if self.beginning:
            self.beginning.cancel()
        if self.has_begun:
            return
        if not self._is_secure:
            with contextlib.suppress(OSError):
                self.connected.send(refusal(status, sentence))
        self.connected.close()


Protocols = Callable[[Arrival], asyncio.BaseProtocol]
"""Makes the protocol of a connection. It tells the gate that the arrival is over when the connection is made."""


class Arrivals:
    """The connections that have not begun, of all listening sockets."""

    def __init__(self, gate: Gate, protocol: Protocols, tls: ssl.SSLContext | None) -> None:
        """Count arrivals at this gate, and hand them to their protocols."""
        self._gate, self._protocol, self._tls = gate, protocol, tls
        self._loop = asyncio.get_running_loop()
        self._listening: list[socket.socket] = []
        self._queues: dict[str, deque[Arrival]] = {}
        """By address; the address whose turn is next comes first."""
        self._is_due = False

    def listen(self, *listening: socket.socket) -> None:
        """Accept connections on these sockets."""
        for each in listening:
            each.settimeout(0)
            each.listen(QUEUED)
            self._listening.append(each)
            self._loop.add_reader(each, self._accept, each)

    def close(self) -> None:
        """Accept nothing more, and close what has not begun."""
        for each in self._listening:
            self._loop.remove_reader(each)
        self._listening.clear()
        for queue in self._queues.values():
            for arrival in queue:
                self._gate.leave(arrival)
                arrival.connected.close()
        self._queues.clear()

    def _accept(self, listening: socket.socket) -> None:
        """Accept what waits in the system's queue."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connected, peer = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in NO_MORE:
                    raise
                self._loop.remove_reader(listening)
                self._loop.call_later(REST, self._resume, listening)
                return
            connected.settimeout(0)
            arrival = Arrival(connected, str(peer[0]), is_secure=self._tls is not None)
            self._queues.setdefault(network_of(arrival.address), deque()).append(arrival)
            self._gate.enter(arrival, arrival.address)  # which may close this one or another
            self._soon()

    def _resume(self, listening: socket.socket) -> None:
        if listening in self._listening:
            self._loop.add_reader(listening, self._accept, listening)

    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._begin_some)

    def _begin_some(self) -> None:
        """Begin the next few connections, one of each address in turn."""
        self._is_due, begun = False, 0
        while self._queues and begun < BEGUN_AT_ONCE:
            address = next(iter(self._queues))
            queue = self._queues.pop(address)
            arrival = queue.popleft()
            if queue:
                self._queues[address] = queue  # behind the others
            if not arrival.is_over:
                begun += 1
                arrival.beginning = self._loop.create_task(self._begin(arrival))
        if self._queues:
            self._soon()

    async def _begin(self, arrival: Arrival) -> None:
        arrival.has_begun = True
        patience = float(self._gate.limits.handshake_seconds) if self._tls else None
        try:
            await self._loop.connect_accepted_socket(
                lambda: self._protocol(arrival), arrival.connected, ssl=self._tls, ssl_handshake_timeout=patience
            )
        except OSError as error:  # no TLS, a broken one, one that takes too long, or the client has gone
            # The error has the frames of the handshake, and they have the error. Such a cycle keeps the 256 KiB of its buffer.
            error.__traceback__ = None
        finally:
            arrival.beginning = None  # so does the error of a handshake that was cancelled
            self._gate.leave(arrival)
