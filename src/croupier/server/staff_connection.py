"""The conversation with a console or a display: a hello, and then whatever changes at a table."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from croupier.server.api.problem import ApiError
from croupier.server.connection import HELLO_FIRST, HELLO_ONCE, NORMAL, TerminalLink
from croupier.server.staff_hub import StaffHub
from croupier.server.staff_messages import WatchHello
from croupier.server.staff_views import ViewKind

_DECODER = msgspec.json.Decoder(WatchHello)


class StaffConnection:
    """One console or display, from hello to goodbye. It listens only: commands go over HTTP."""

    def __init__(
        self,
        link: TerminalLink,
        hub: StaffHub,
        kind: ViewKind,
        on_record: Callable[[], Coroutine[Any, Any, None]] | None = None,
        ended: "Callable[[StaffConnection], None] | None" = None,
    ) -> None:
        """Wait for a hello. Nothing is shown before `on_record` has returned. `ended` is called at the end."""
        self.kind = kind
        self._link = link
        self._hub = hub
        self._on_record = on_record
        self._ended = ended
        self._joining: asyncio.Task[None] | None = None
        self._has_joined = self._is_over = False

    def heard(self, message: bytes) -> None:
        """A message has arrived."""
        if self._is_over:
            return
        if self._has_joined:
            self.end(HELLO_ONCE)
            return
        try:
            hello = _DECODER.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.end(HELLO_FIRST)
            return
        if self._link.has_spoken():
            self._has_joined = True
            if self._on_record:
                self._joining = asyncio.get_running_loop().create_task(self._join(self._on_record, hello.last))
            else:
                self._hub.join(self, hello.last)

    async def _join(self, on_record: Callable[[], Coroutine[Any, Any, None]], last: int) -> None:
        """Show the table, once the view is on record."""
        try:
            await on_record()
        except ApiError as error:
            self.end(error.problem.message)
        if not self._is_over:
            self._hub.join(self, last)

    def tell(self, message: bytes) -> None:
        """Send a view of the table, or its changes."""
        self._link.send(message, now=True)

    def gone(self) -> None:
        """The connection has ended."""
        if not self._is_over:
            self._is_over = True
            self._hub.leave(self)
            if self._ended:
                self._ended(self)

    def end(self, why: str, *, final: bool = False) -> None:
        """Say goodbye, and end the connection."""
        self.gone()
        self._link.close(NORMAL, why, final=final)
