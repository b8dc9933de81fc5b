"""What is long in the making and the same for everybody, such as the description of the API: made once, in a thread."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class MadeOnce(Generic[T]):
    """Something that is made when it is first asked for. That may take a second, in which the tables play on."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Make it with this function, which another thread calls."""
        self._make = make
        self._made: asyncio.Future[T] | None = None

    async def get(self) -> T:
        """Return it, once it is made. All who ask meanwhile wait for the same."""
        if self._made is None or _failed(self._made):
            self._made = asyncio.ensure_future(asyncio.to_thread(self._make))
        return await asyncio.shield(self._made)


def _failed(made: "asyncio.Future[T]") -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)
