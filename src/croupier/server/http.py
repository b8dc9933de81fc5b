"""HTTP connections: uvicorn's own, with the limits of the gate."""

import asyncio
import re
from typing import Any

import h11
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from croupier.server.arrivals import Arrival
from croupier.server.gate import REFUSAL_PAUSE, Gate
from croupier.server.limits import HEAD_TOO_LONG, NO_LENGTH, REQUEST_TOO_LONG, TOO_MANY_LINES, TOO_MANY_VISITS, refusal
from croupier.server.socket import LINGER
from croupier.server.turns import Turns

HEAD_BYTES = 8_192
"""The most bytes of the head of a request. Ours have a few hundred."""
HEAD_ENDS = b"\r\n\r\n"
MOST_LINES = 128
"""The most lines of a head. Ours have ten or twenty. To parse a thousand short ones costs as much as a hundred requests."""
_BLANK_LINE = re.compile(rb"\n\r?\n")
"""Where a head ends. `h11` takes lines that end without a carriage return, too."""
_IN_CHUNKS = re.compile(rb"\ntransfer-encoding:", re.IGNORECASE)


class Paced:
    """Middleware that refuses the requests of an address that sends too many, before anything of them is read.

    A refusal waits for a moment, so that a client that asks again and again does not keep the server busy.
    """

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        """Count requests at this gate."""
        self._app, self._gate = app, gate
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it, in its turn."""
        peer = scope["client"][0] if scope["client"] else ""
        address = _forwarded(self._gate, peer, scope["headers"])
        if self._gate.may_visit(address):
            await self._turns.take(address)
            await self._app(scope, receive, send)
            return
        await asyncio.sleep(REFUSAL_PAUSE)
        await self._turns.take(address)
        # Requests that wait behind this one on the same connection would each take as long.
        last = {"connection": "close"}
        await Response(f"{TOO_MANY_VISITS}\n", 429, last, media_type="text/plain")(scope, receive, send)


def _forwarded(gate: Gate, peer: str, headers: list[tuple[bytes, bytes]]) -> str:
    """The address of the client behind a request."""
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    return gate.proxies.client_address(peer, forwarded.decode("latin-1"))


class LimitedHttp(H11Protocol):
    """An HTTP connection that has to send requests and read responses in time, and may not send more than a request needs."""

    def __init__(self, gate: Gate, arrival: Arrival, **settings: Any) -> None:
        """`settings` are those that uvicorn passes to its protocols."""
        super().__init__(**settings)
        self._gate = gate
        self._arrival = arrival
        self._bytes = 0
        self._counted: RequestResponseCycle | None = None
        """The last request that was counted."""
        self._cut: asyncio.TimerHandle | None = None
        """Ends a refused connection of which the client reads nothing more; None if it was not refused."""

    def connection_made(self, transport: Any) -> None:
        """Count the connection in place of its arrival."""
        super().connection_made(transport)
        self._gate.leave(self._arrival)
        self._gate.enter(self, self._arrival.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._gate.leave(self)
        if self._cut:
            self._cut.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a request, unless it is too long."""
        self._bytes += len(data)
        if self._bytes > self._gate.limits.request_bytes:
            self._gate.count("request-bytes")
            self.refuse(413, REQUEST_TOO_LONG.format(bytes=self._gate.limits.request_bytes))
            return
        if self.conn.their_state is h11.IDLE and data.find(HEAD_ENDS, 0, HEAD_BYTES) < 0 and len(data) >= HEAD_BYTES:
            self._gate.count("request-bytes")
            self.refuse(431, HEAD_TOO_LONG.format(bytes=HEAD_BYTES))
            return
        super().data_received(data)
        self._count_request()

    def handle_events(self) -> None:
        """Read what has arrived, also while another request was answered, unless a head asks for too much work."""
        if self.conn.their_state is h11.IDLE and (refused := _refused(self.conn.trailing_data[0])):
            self._gate.count("request-bytes")
            self.refuse(*refused)
            return
        super().handle_events()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol."""
        if not self._gate.may_visit(self._address()):
            self.refuse(429, TOO_MANY_VISITS)
            return
        self._gate.leave(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, with its own allowance of bytes and time. It may have arrived already."""
        self._bytes = 0
        self._gate.leave(self)
        self._gate.enter(self, self._arrival.address)
        super().on_response_complete()
        self._count_request()

    def _count_request(self) -> None:
        """Count a request once, when its head is complete."""
        if self.cycle is not self._counted:
            self._counted = self.cycle
            self._gate.requested(self, self._address())

    def _address(self) -> str:
        return _forwarded(self._gate, self._arrival.address, self.headers)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, also after a request that is still being answered."""
        self.refuse(400, msg)

    def refuse(self, status: int, sentence: str) -> None:
        """Answer with this status and sentence if nothing was answered yet, and close the connection."""
        self._cut = self._cut or self.loop.call_later(LINGER, self.transport.abort)
        if self.transport.is_closing():
            return
        if self.cycle:
            self.cycle.disconnected = True  # an answer that is not complete goes nowhere
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(refusal(status, sentence))
        self.transport.close()


def _refused(arrived: bytes) -> tuple[int, str] | None:
    """Why a request is not read that begins so: the status and the sentence; None if it may be.

    A body in chunks of a byte costs 40 ms for 64 KiB, and hundreds of them may arrive in one iteration of the event loop.
    Nobody needs chunks: browsers and the programs that we know say how long a body is, and a proxy finds it out.
    """
    end = _BLANK_LINE.search(arrived)
    head = arrived[: end.start()] if end else arrived
    if head.count(b"\n") >= MOST_LINES:
        return 431, TOO_MANY_LINES.format(lines=MOST_LINES)
    return (411, NO_LENGTH) if _IN_CHUNKS.search(head) else None
