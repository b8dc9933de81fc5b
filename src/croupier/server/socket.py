"""The WebSocket of a terminal, read as soon as its bytes arrive.

It stands below ASGI: a message is decided in the same iteration of the event loop in which its bytes were read, without a task
or a queue in between. So what arrived before a deadline, up to `MOST_BYTES` of a client, is decided when the deadline has come.
"""

import asyncio
import logging
import socket
import struct
from typing import Any
from urllib.parse import unquote

import msgspec
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import CONNECTING, OPEN
from websockets.server import ServerProtocol

from croupier.server.allowance import Allowance
from croupier.server.frames import text_frame
from croupier.server.gate import Gate
from croupier.server.handshake import AdmissionError, Admit, Handshake, Receiver
from croupier.server.limits import DOES_NOT_READ, MESSAGE_TOO_LONG, NO_SIGN_OF_LIFE, SEND_TEXT, SEND_UTF_8, TOO_FAST
from croupier.server.messages import Goodbye
from croupier.server.polling import PollingLoop

LINGER = 1.0
"""Seconds that a client has to read the last message before its connection is cut."""
MOST_BYTES, FEWEST_BYTES = 4_096, 256
"""How much of a connection is read in one iteration of the event loop: the fewest after an iteration in which more was
waiting than was read, and twice as much after any other. So a client that floods delays the others by a few messages."""
DISCARD = struct.pack("ii", 1, 0)
"""The option with which closing a socket resets its connection."""
SLOWDOWN = 3
"""How much slower than the limit a client is read that floods."""
SHORTEST_REST = 0.001
"""Seconds below which it is not worth while to pause."""
NO_HANDSHAKE = "This is not a WebSocket handshake.\n"
NORMAL, NOT_TEXT, NOT_UTF_8, TOO_BIG, FALLEN_BEHIND, REFUSED = 1000, 1003, 1007, 1009, 4408, 4429
_QUIET = logging.getLogger("croupier.websocket")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


class Socket(asyncio.BufferedProtocol):
    """One WebSocket connection."""

    _arriving = memoryview(bytearray(MOST_BYTES))
    """Where the bytes of all connections arrive. They are copied before the next ones come, so one buffer does for all."""

    def __init__(self, gate: Gate, admit: Admit, server_state: Any, **_: Any) -> None:
        """`server_state` and the further arguments are those that uvicorn passes to its protocols."""
        self._loop = asyncio.get_running_loop()
        self._gate = gate
        self._admit = admit
        self._connections: set[Any] = server_state.connections
        self._protocol = ServerProtocol(max_size=gate.limits.message_bytes, logger=_QUIET)
        self._receiver: Receiver | None = None
        self._parts: list[bytes] = []
        """The fragments of a message that is not complete."""
        self._unsent: list[bytes] = []
        self._later = self._loop.call_before_poll if isinstance(self._loop, PollingLoop) else self._loop.call_soon
        self._closing = False
        self._is_ignored = False
        """Whether the connection will be refused soon, and is not read until then."""
        self._read_size = MOST_BYTES
        limits = gate.limits
        self._odd_frames = Allowance(limits.messages_per_second, limits.messages_at_once, self._loop.time)
        """Pings, pongs and fragments that the client may still send. Whole messages are counted by the receiver."""
        self._frames = 0
        """How many frames were read."""
        self._last_heard = self._last_ping = self._loop.time()

    def connection_made(self, transport: Any) -> None:
        """Count the connection."""
        self._transport: asyncio.Transport = transport
        peer: tuple[str, int] | None = transport.get_extra_info("peername") or None
        self.address = peer[0] if peer else ""
        self._connections.add(self)
        self._gate.enter(self, self.address)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Tell the receiver that it is over."""
        self._closing = True
        self._connections.discard(self)
        self._gate.leave(self)
        receiver, self._receiver = self._receiver, None
        if receiver:
            receiver.gone()

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Where to put what arrives."""
        return self._arriving[: self._read_size]

    def buffer_updated(self, nbytes: int) -> None:
        """Something has arrived. A client that sends without a pause is read at a part of the rate at which it may send."""
        more_waits, frames = nbytes == self._read_size, self._frames
        self.data_received(bytes(self._arriving[:nbytes]))
        if more_waits and self._read_size == FEWEST_BYTES:
            self._rest(SLOWDOWN * (self._frames - frames) / self._gate.limits.messages_per_second)
        self._read_size = FEWEST_BYTES if more_waits else min(self._read_size * 2, MOST_BYTES)

    def data_received(self, data: bytes) -> None:
        """Read what has arrived, and pass complete messages on."""
        if self._closing:
            return
        self._last_heard = self._loop.time()
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if self._closing or self._is_ignored:
                return
            if isinstance(event, Request):
                self._requested(event)
            elif isinstance(event, Frame):
                self._framed(event)
        if self._protocol.handshake_exc and not self._closing:
            self._not_parsed()
        elif self._protocol.parser_exc and not self._closing:
            self._failed()
        self._flush()

    def _rest(self, seconds: float) -> None:
        """Read nothing for a while."""
        if seconds >= SHORTEST_REST and not self._closing:
            self._transport.pause_reading()
            self._loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        if not self._closing and not self._is_ignored:
            self._transport.resume_reading()

    def has_spoken(self) -> bool:
        """Count the connection as one that has said what it wants. False if it was refused."""
        if self._gate.may_greet(self, self.address):
            return self._gate.has_spoken(self, self.address)
        self._is_ignored = True
        self._transport.pause_reading()
        return False

    def send(self, message: bytes, *, now: bool = False) -> None:
        """Send a message now, or with the others of this iteration of the event loop.

        A client that does not read is cut off, so that it never sees a sequence with a gap.
        """
        if self._closing or self._transport.is_closing():
            return
        frame = text_frame(message)
        if now and not self._unsent:  # the usual case, kept fast
            self._transport.write(frame)
            self._check_unsent()
            return
        if not self._unsent:
            self._later(self._write)
        self._unsent.append(frame)
        if now:
            self._write()

    def _write(self) -> bool:
        """Write what was sent in the last iteration, if anything: an event and its answer are one system call."""
        if self._closing or not self._unsent:
            return False
        self._transport.write(b"".join(self._unsent))
        self._unsent.clear()
        self._check_unsent()
        return True

    def flooded(self, why: str) -> None:
        """End the connection of a client that sends far too much, and let its address connect less often for a while."""
        self._gate.count("messages-per-second")
        self._gate.flooded(self.address)
        self.close(REFUSED, why)

    def close(self, code: int = NORMAL, why: str = "", *, final: bool = False) -> None:
        """Say goodbye if there is a reason, and end the connection, soon even if the client reads nothing more.

        A final goodbye asks the client not to connect again by itself.
        """
        if self._closing:
            return
        self._closing = True
        if why and self._receiver:
            self._unsent.append(text_frame(msgspec.json.encode(Goodbye(why, final))))
        if self._protocol.state is OPEN:
            self._protocol.send_close(code)
        self._transport.write(b"".join((*self._unsent, *self._protocol.data_to_send())))
        self._unsent.clear()
        self._loop.call_later(LINGER, self._cut)
        if self._protocol.close_rcvd or not self._receiver:
            self._transport.close()
            return
        if not self._transport.can_write_eof():  # TLS, which says by itself that nothing follows, and waits for the client
            self._transport.close()
            return
        # Closing a socket with unread bytes would discard what the client has not read yet.
        self._transport.pause_reading()
        try:
            self._transport.write_eof()
        except OSError:  # the client went while the connection was not read, and the last write found that out
            self._cut()

    def _cut(self) -> None:
        """End the connection now. The system discards what the client has not read; else it would keep that for minutes."""
        connected = self._transport.get_extra_info("socket")
        if connected and connected.fileno() >= 0:  # it has not ended by itself; with TLS, it has no socket then
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DISCARD)
            self._transport.abort()

    def refuse(self, status: int, sentence: str) -> None:
        """Refuse the connection: with an HTTP status before the handshake, with a close frame after it."""
        if self._closing:
            return
        if self._protocol.state is not CONNECTING:  # it may be closing: a hello that waits can be followed by a close frame
            self.close(REFUSED, sentence)
            return
        self._protocol.send_response(self._protocol.reject(status, f"{sentence}\n"))
        self.close()

    def shutdown(self) -> None:
        """End the connection, because the server stops."""
        self.close(1012)

    def check_life(self, now: float) -> None:
        """Ping a client that has been silent for a while, and end the connection if it does not answer."""
        silence, patience = now - self._last_heard, self._gate.limits.silence_seconds
        if self._closing or self._receiver is None or silence < patience / 3:
            return
        if silence > patience:
            self._gate.count("silence-seconds")
            self.close(FALLEN_BEHIND, NO_SIGN_OF_LIFE)
            self._cut()
        elif now - self._last_ping > patience / 3:
            self._last_ping = now
            self._protocol.send_ping(b"")
            self._flush()

    def _requested(self, request: Request) -> None:
        headers = request.headers
        response = self._protocol.accept(request)
        if response.status_code == 101:
            own = "https" if self._transport.get_extra_info("sslcontext") else "http"
            proxies = self._gate.proxies
            scheme = proxies.scheme(self.address, ",".join(headers.get_all("X-Forwarded-Proto")), own)
            self.address = proxies.client_address(self.address, ",".join(headers.get_all("X-Forwarded-For")))
            asked = Handshake(
                unquote(request.path.partition("?")[0]),
                ",".join(headers.get_all("Host")) or None,
                ",".join(headers.get_all("Origin")) or None,
                "; ".join(headers.get_all("Cookie")),
                ",".join(headers.get_all("Authorization")),
                scheme,
            )
            try:
                self._receiver = self._admit(asked, self)
            except AdmissionError as error:
                response = self._protocol.reject(error.status, f"{error}\n")
        self._protocol.send_response(response)
        if response.status_code != 101:
            self.close()

    def _not_parsed(self) -> None:
        """The handshake could not be parsed. A response that says so waits to be sent, but not for every error."""
        response = b"".join(self._protocol.data_to_send()) or self._protocol.reject(400, NO_HANDSHAKE).serialize()
        self._transport.write(response)
        self.close()

    def _framed(self, frame: Frame) -> None:
        self._frames += 1
        is_message = frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
        if not is_message and not self._odd_frames.take():
            self._gate.count("messages-per-second")
            self.close(REFUSED, TOO_FAST.format(messages=self._gate.limits.messages_per_second))
            return
        if frame.opcode is Opcode.BINARY:
            self.close(NOT_TEXT, SEND_TEXT)
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                message, self._parts = b"".join(self._parts), []
                self._heard(message)
        elif frame.opcode is Opcode.CLOSE:
            self.close()

    def _heard(self, message: bytes) -> None:
        """Pass a message on, if it is text."""
        try:
            message.decode()
        except UnicodeDecodeError:
            self.close(NOT_UTF_8, SEND_UTF_8)
            return
        if self._receiver:
            self._receiver.heard(message)

    def _failed(self) -> None:
        """The client broke the protocol. A close frame with the code waits to be sent."""
        sent, why = self._protocol.close_sent, ""
        if sent and sent.code == TOO_BIG:
            self._gate.count("message-bytes")
            why = MESSAGE_TOO_LONG.format(bytes=self._gate.limits.message_bytes)
        self.close(why=why)

    def _flush(self) -> None:
        data = b"".join(self._protocol.data_to_send())
        if data and not self._closing:
            self._transport.write(data)
            self._check_unsent()

    def _check_unsent(self) -> None:
        if self._transport.get_write_buffer_size() > self._gate.limits.unsent_bytes:
            self._gate.count("unsent-bytes")
            self.close(FALLEN_BEHIND, DOES_NOT_READ)
