"""HTTP connections: uvicorn's own, with the limits of the gate."""

from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from croupier.server.gate import Gate
from croupier.server.limits import REQUEST_TOO_LONG
from croupier.server.socket import LINGER


class LimitedHttp(H11Protocol):
    """An HTTP connection that has to send requests and read responses in time, and may not send more than a request needs."""

    def __init__(self, gate: Gate, **settings: Any) -> None:
        """`settings` are those that uvicorn passes to its protocols."""
        super().__init__(**settings)
        self._gate = gate
        self._bytes = 0
        self._counted: RequestResponseCycle | None = None
        """The last request that was counted."""

    def connection_made(self, transport: Any) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self._gate.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._gate.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a request, unless it is too long."""
        self._bytes += len(data)
        if self._bytes > self._gate.limits.request_bytes:
            self._gate.count("request-bytes")
            self.refuse(413, REQUEST_TOO_LONG.format(bytes=self._gate.limits.request_bytes))
            return
        super().data_received(data)
        self._count_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._gate.leave(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, with its own allowance of bytes and time. It may have arrived already."""
        self._bytes = 0
        self._gate.leave(self)
        self._gate.enter(self)
        super().on_response_complete()
        self._count_request()

    def _count_request(self) -> None:
        """Count a request once, when its head is complete."""
        if self.cycle is not self._counted:
            self._counted = self.cycle
            self._gate.requested(self, self._address())

    def _address(self) -> str:
        forwarded = b",".join(value for name, value in self.headers if name == b"x-forwarded-for")
        return self._gate.proxies.client_address(self.client[0] if self.client else "", forwarded.decode("latin-1"))

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, also after a request that is still being answered."""
        self.refuse(400, msg)

    def refuse(self, status: int, sentence: str) -> None:
        """Answer with this status and sentence if nothing was answered yet, and close the connection."""
        self.loop.call_later(LINGER, self.transport.abort)  # the client may read nothing more
        if self.transport.is_closing():
            return
        if self.cycle:
            self.cycle.disconnected = True  # an answer that is not complete goes nowhere
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = f"{sentence}\n".encode()
            head = f"HTTP/1.1 {status} \r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\n"
            self.transport.write(head.encode() + b"connection: close\r\n\r\n" + body)
        self.transport.close()
