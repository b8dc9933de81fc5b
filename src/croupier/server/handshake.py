"""The opening of a WebSocket: what the client asks for, and who then listens to it."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class Receiver(Protocol):
    """What a socket passes messages to."""

    def heard(self, message: bytes) -> None:
        """A message has arrived."""
        ...

    def gone(self) -> None:
        """The connection has ended."""
        ...


class Handshake(NamedTuple):
    """The request with which a client opens a WebSocket."""

    path: str
    host: str | None
    origin: str | None
    cookies: str
    """The cookies, as the client sent them."""
    authorization: str
    scheme: str
    """Whether it came over TLS: `http` or `https`."""


class AdmissionError(Exception):
    """Nobody may talk over this socket. The message is one sentence for the client."""

    def __init__(self, status: int, sentence: str) -> None:
        """Refuse the handshake with this HTTP status."""
        super().__init__(sentence)
        self.status = status


Admit = Callable[[Handshake, Any], Receiver]
"""Returns who talks over a socket, given the handshake and the socket, or raises `AdmissionError`."""
