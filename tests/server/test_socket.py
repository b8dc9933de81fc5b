"""The end of a WebSocket connection."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from croupier.floor.limits import ClientLimits
from croupier.server.gate import Gate
from croupier.server.socket import Socket


def test_a_tls_connection_that_has_ended_by_itself_is_not_cut() -> None:
    """It has no socket any more. The error was a traceback on stderr, also where every line is to be JSON."""

    async def scene() -> list[str]:
        done: list[str] = []
        transport = SimpleNamespace(
            get_extra_info=dict[str, Any]().get,
            write=bytes,
            can_write_eof=lambda: False,
            close=lambda: done.append("close"),
            abort=lambda: done.append("abort"),
        )
        loop = asyncio.get_running_loop()
        cuts: list[Any] = []
        later, loop.call_later = loop.call_later, lambda _, cut: cuts.append(cut)  # type: ignore[method-assign]
        try:
            connection = Socket(Gate(ClientLimits(), most=100), cast("Any", None), SimpleNamespace(connections=set[Any]()))
            connection.connection_made(transport)
            connection.close(1000, "")
        finally:
            loop.call_later = later  # type: ignore[method-assign]
        for cut in cuts:
            cut()
        return done

    assert asyncio.run(scene()) == ["close"]
