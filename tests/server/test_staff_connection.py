"""A console is shown a table once the view is on record, and not at all if that fails."""

import asyncio
from typing import Any

from croupier.server.api.problem import ApiError
from croupier.server.staff_connection import StaffConnection
from croupier.server.staff_views import ViewKind


class Console:
    """A link and a hub in one: it notes who joins and what is closed."""

    address = "10.0.0.1"

    def __init__(self) -> None:
        self.noted: list[str] = []

    def has_spoken(self) -> bool:
        return True

    def send(self, message: bytes, *, now: bool = False) -> None:
        """Nothing is sent before a viewer has joined."""

    def close(self, code: int = 0, why: str = "", *, final: bool = False) -> None:  # noqa: ARG002
        self.noted.append(why)

    def join(self, viewer: object, last: int) -> None:  # noqa: ARG002
        self.noted.append(f"joins after {last}")

    def leave(self, viewer: object) -> None:
        """Whoever leaves is forgotten."""


def connected(console: Any, recording: asyncio.Future[None]) -> StaffConnection:
    async def on_record() -> None:
        await recording

    connection = StaffConnection(console, console, ViewKind.INSPECTOR, on_record)
    connection.heard(b'{"say":"hello","last":7}')
    return connection


async def turns() -> None:
    """Let the event loop do what is due."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_nothing_is_shown_before_the_view_is_on_record() -> None:
    async def work() -> None:
        console, recording = Console(), asyncio.get_running_loop().create_future()
        connection = connected(console, recording)
        await turns()
        assert console.noted == []
        recording.set_result(None)
        await turns()
        assert console.noted == ["joins after 7"]
        connection.gone()

    asyncio.run(work())


def test_nothing_is_shown_if_the_view_cannot_be_recorded() -> None:
    async def work() -> None:
        console, recording = Console(), asyncio.get_running_loop().create_future()
        connected(console, recording)
        recording.set_exception(ApiError(403, "not-your-duty", "That is for inspectors."))
        await turns()
        assert console.noted == ["That is for inspectors."]

    asyncio.run(work())


def test_a_console_that_went_meanwhile_is_shown_nothing() -> None:
    async def work() -> None:
        console, recording = Console(), asyncio.get_running_loop().create_future()
        connected(console, recording).gone()
        recording.set_result(None)
        await turns()
        assert console.noted == []

    asyncio.run(work())
