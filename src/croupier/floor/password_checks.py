"""Checks of passwords in a thread of their own. They are slow on purpose, and tables must not wait for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from croupier.people.credentials import Credentials, PasswordVerdict

T = TypeVar("T")

THREADS = 1
"""Passwords that are checked at the same time. Each check takes a whole core and 46 MiB."""
WAITING = 16
"""Checks that may wait. At 75 ms each, the last waits about a second."""


class BusyError(Exception):
    """Too many checks wait already. The caller should ask again later."""


class PasswordChecks:
    """Credentials for an event loop. An attacker who sends thousands of passwords is told to try again."""

    def __init__(self, credentials: Credentials, *, threads: int = THREADS, waiting: int = WAITING) -> None:
        """Start the threads when the first password comes."""
        self.credentials = credentials
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="passwords")
        self._most = threads + waiting
        self._begun = 0

    async def verify(self, login: str, password: str) -> PasswordVerdict:
        """Check a password. Raises `BusyError` if too many checks wait."""
        if self._begun >= self._most:
            raise BusyError
        return await self._run(partial(self.credentials.verify, login, password))

    async def set(self, login: str, password: str, *, name: str = "", once: bool = False) -> None:
        """Set a password durably. Raises `WeakPasswordError`. Whoever may do this has signed in, and is never sent away."""
        await self._run(partial(self.credentials.set, login, password, name=name, once=once))

    async def change(self, login: str, old: str, new: str, *, name: str) -> bool:
        """Replace a password durably. Return False if `old` is no longer the password. Raises `WeakPasswordError`."""
        return await self._run(partial(self.credentials.change, login, old, new, name=name))

    async def remove(self, login: str) -> None:
        """Remove a password durably."""
        await self._run(partial(self.credentials.remove, login))

    def close(self) -> None:
        """Drop the checks that wait, and end the threads."""
        self._threads.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        self._begun += 1
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        # If the caller goes away, the work still has to be done, and counts until it is.
        running.add_done_callback(self._ended)
        return await asyncio.shield(running)

    def _ended(self, _: object) -> None:
        self._begun -= 1
