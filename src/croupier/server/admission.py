"""Who may open a WebSocket: terminals, consoles of staff, displays and devices, each at its own address."""

from collections.abc import Callable, Collection, Mapping

from croupier.floor.client_seats import EnrolledTerminal
from croupier.floor.house import House
from croupier.server.connection import Connection
from croupier.server.gate import Gate
from croupier.server.handshake import AdmissionError, Handshake, Receiver
from croupier.server.hub import Hub
from croupier.server.proxies import is_same_origin
from croupier.server.socket import Socket

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
WEBSOCKET = "/ws/"
NO_TABLE = "There is no such table here."
OTHER_SITE = "A page of another site may not connect."
OTHER_HOST = "This server does not answer under that name. Its operator adds names to hosts in the floor file."

Watch = Callable[[Handshake, Socket, str, str], Receiver]
"""Admits a console, a display or a device to a table, given its name and the kind of client; raises `AdmissionError`."""
MayPlay = Callable[[Handshake, Socket, str], EnrolledTerminal | None]
"""Returns an enrolled terminal that may play at this table; None if anybody may. Raises `AdmissionError`."""


class Door:
    """Admits clients to the tables of a house."""

    def __init__(
        self,
        house: House,
        hubs: Mapping[str, Hub],
        gate: Gate,
        *,
        hosts: Collection[str] = LOOPBACK,
        may_play: MayPlay | None = None,
        watch: Watch | None = None,
    ) -> None:
        """Admit every terminal unless `may_play` refuses it. The others need `watch`."""
        self._house, self._hubs, self._gate, self._hosts = house, hubs, gate, hosts
        self._may_play, self._watch = may_play, watch

    def admit(self, asked: Handshake, socket: Socket) -> Receiver:
        """Admit a client, or raise `AdmissionError`."""
        table, _, kind = asked.path.removeprefix(WEBSOCKET).partition("/")
        if not asked.path.startswith(WEBSOCKET) or table not in self._hubs or (kind and not self._watch):
            raise AdmissionError(404, NO_TABLE)
        if not is_trusted_host(asked.host, self._hosts):
            raise AdmissionError(421, OTHER_HOST)
        if not is_same_origin(asked.origin, asked.scheme, asked.host):
            raise AdmissionError(403, OTHER_SITE)
        if kind and self._watch:
            return self._watch(asked, socket, table, kind)
        terminal = self._may_play(asked, socket, table) if self._may_play else None
        return Connection(socket, self._house, self._hubs[table], self._gate, terminal)


def is_trusted_host(host: str | None, hosts: Collection[str]) -> bool:
    """Whether a request names this server. Otherwise a page of another site may have led the browser here."""
    written = (host or "").lower()
    if written.endswith("]") or ":" not in written:
        return written in hosts
    name, _, port = written.rpartition(":")
    return name in hosts and port.isascii() and port.isdigit()


def bearer(asked: Handshake) -> str:
    """The key that a program sends in its handshake; empty if it sends none."""
    scheme, _, key = asked.authorization.partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""
