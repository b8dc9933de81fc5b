"""Checks of passwords in a thread of their own. They are slow on purpose, and tables must not wait for them."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

from croupier.people.credentials import Credentials, PasswordVerdict

T = TypeVar("T")

THREADS = 1
"""Passwords that are checked at the same time. Each check takes a whole core and 46 MiB."""
WAITING = 64
"""Checks that may wait, of senders who are known and of others. At 75 ms each, the last waits some five seconds."""


class BusyError(Exception):
    """Too many checks wait already. The caller should ask again later."""


class _Waiting(NamedTuple):
    """A check that waits for its turn."""

    login: str
    password: str
    answered: "asyncio.Future[PasswordVerdict]"


class _Line:
    """Checks that wait, in turn by sender: whoever sends many waits for those who send one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._queues: dict[str, deque[_Waiting]] = {}
        """The sender whose turn is next comes first."""

    def add(self, sender: str, waiting: _Waiting) -> None:
        """Let a check wait. If too many do, send away the last of the sender who has the most; this one if that is its own."""
        if sum(map(len, self._queues.values())) >= self._most:
            greedy = max(self._queues, key=lambda each: len(self._queues[each]), default=sender)
            if len(self._queues.get(greedy, ())) <= len(self._queues.get(sender, ())) + 1:
                raise BusyError
            sent_away = self._queues[greedy].pop()
            if not sent_away.answered.done():
                sent_away.answered.set_exception(BusyError())
        self._queues.setdefault(sender, deque()).append(waiting)

    def next(self) -> _Waiting | None:
        """Take the next check; None if none waits."""
        while self._queues:
            sender = next(iter(self._queues))
            queue = self._queues.pop(sender)
            waiting = queue.popleft()
            if queue:
                self._queues[sender] = queue  # behind the others
            if not waiting.answered.done():  # the caller may have left
                return waiting
        return None


class PasswordChecks:
    """Credentials for an event loop. An attacker who sends thousands of passwords is told to try again."""

    def __init__(self, credentials: Credentials, *, threads: int = THREADS, waiting: int = WAITING) -> None:
        """Start the threads when the first password comes."""
        self.credentials = credentials
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="passwords")
        self._most = threads
        self._running = 0
        self._known, self._others = _Line(waiting), _Line(waiting)

    async def verify(self, login: str, password: str, sender: str = "", *, is_known: bool = False) -> PasswordVerdict:
        """Check a password. Raises `BusyError` if too many checks wait.

        Senders take turns. Those who are known, such as a network from which that person works, come before all others.
        """
        waiting = _Waiting(login, password, asyncio.get_running_loop().create_future())
        if self._running < self._most:
            self._begin(waiting)
        else:
            (self._known if is_known else self._others).add(sender, waiting)
        return await waiting.answered

    async def set(self, login: str, password: str, *, name: str = "", once: bool = False) -> None:
        """Set a password durably. Raises `WeakPasswordError`. Whoever may do this has signed in, and is never sent away."""
        await self._run(partial(self.credentials.set, login, password, name=name, once=once))

    async def change(self, login: str, old: str, new: str, *, name: str) -> bool:
        """Replace a password durably. Return False if `old` is no longer the password. Raises `WeakPasswordError`."""
        return await self._run(partial(self.credentials.change, login, old, new, name=name))

    def close(self) -> None:
        """Drop the checks that wait, and end the threads."""
        self._threads.shutdown(cancel_futures=True)

    def _begin(self, waiting: _Waiting) -> None:
        """Check a password now. If the caller goes away, it is checked all the same, and counts until it is."""
        self._running += 1
        work = partial(self.credentials.verify, waiting.login, waiting.password)
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        running.add_done_callback(partial(self._checked, waiting.answered))

    def _checked(self, answered: "asyncio.Future[PasswordVerdict]", checked: "asyncio.Future[PasswordVerdict]") -> None:
        self._running -= 1
        if following := self._known.next() or self._others.next():
            self._begin(following)
        if answered.done() or checked.cancelled():
            return
        if error := checked.exception():
            answered.set_exception(error)
        else:
            answered.set_result(checked.result())

    async def _run(self, work: Callable[[], T]) -> T:
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        # If the caller goes away, the work still has to be done.
        return await asyncio.shield(running)
