"""`croupier` with a bug planted in its server: `python planted.py BUG demo|serve ...`. The fuzzers have to find each."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from croupier.cli import main
from croupier.floor.connected_device import ConnectedDevice, DeviceLine
from croupier.server import connection, http
from croupier.server.connection import Connection
from croupier.server.http import LimitedHttp
from croupier.server.socket import Socket

# The originals are called by the functions that replace them; type checkers see private names either way.
KEPT: list[object] = []


def fails_on_fragments() -> None:
    """Raise an error at a message that comes in pieces."""
    framed: Callable[[Socket, Any], None] = getattr(Socket, "_framed")  # noqa: B009

    def failing(self: Socket, frame: Any) -> None:
        if not frame.fin:
            raise NotImplementedError("fragments")
        framed(self, frame)

    setattr(Socket, "_framed", failing)  # noqa: B010


def hangs_on_nesting() -> None:
    """Read a deeply nested message for ever."""
    decoded: Callable[[bytes], Any] = getattr(connection, "_decoded")  # noqa: B009

    def hanging(message: bytes) -> Any:
        while message.count(b"[") + message.count(b"{") > 8:
            time.sleep(1)
        return decoded(message)

    setattr(connection, "_decoded", hanging)  # noqa: B010


def keeps_terminals() -> None:
    """Remember something about every terminal that has gone."""
    gone = Connection.gone

    def keeping(self: Connection) -> None:
        KEPT.append(b"x" * 200_000)
        gone(self)

    Connection.gone = keeping


def keeps_files() -> None:
    """Leave a file open for every connection."""
    made = Socket.connection_made

    def keeping(self: Socket, transport: Any) -> None:
        KEPT.append(os.dup(transport.get_extra_info("socket").fileno()))
        made(self, transport)

    Socket.connection_made = keeping


def answers_twice() -> None:
    """Read bodies in chunks, and answer nonsense in one as uvicorn does: while the request is being answered."""

    def read(_: bytes) -> None:
        """Refuse nothing."""

    setattr(http, "_refused", read)  # noqa: B010
    LimitedHttp.send_400_response = H11Protocol.send_400_response


def fails_on_reports() -> None:
    """Raise an error at the report of a device that is refused: that nobody waits for, or that its table can never show."""
    report = ConnectedDevice.report

    def failing(self: ConnectedDevice, line: DeviceLine, id: str, shown: Sequence[int]) -> str | None:
        if why := report(self, line, id, shown):
            raise NotImplementedError(why)
        return None

    ConnectedDevice.report = failing


PLANTED = (fails_on_fragments, hangs_on_nesting, keeps_terminals, keeps_files, answers_twice, fails_on_reports)

if __name__ == "__main__":
    bug = sys.argv.pop(1)
    next(plant for plant in PLANTED if plant.__name__ == bug)()
    main()
