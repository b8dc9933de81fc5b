# pyright: reportPrivateUsage=false
# ruff: noqa: SLF001
# (a handle is run by its loop, and this is one)
"""A deterministic event loop: time jumps to the next timer, and a seed decides which task runs next."""

import asyncio
import contextlib
import heapq
import random
from asyncio import Future, Handle, Task, TimerHandle
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Died(BaseException):
    """A simulated process was killed while it was running."""


class Process:
    """A simulated process: everything that runs in its context is killed or frozen together."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.frozen = False
        self.held: list[Handle] = []
        self.context = copy_context()
        self.context.run(RUNNING.set, self)


RUNNING: ContextVar[Process | None] = ContextVar("running", default=None)
"""The simulated process that runs now; None outside of any process."""


class Stuck(Exception):  # noqa: N818 - a word of its own
    """Deadlock: no callback or timer is left, but a task still waits."""


class Turn(Task[T]):
    """A task whose hash is its number, so that sets of tasks have the same order in every run."""

    def __init__(self, number: int, coro: Coroutine[Any, Any, T], loop: asyncio.AbstractEventLoop, **how: Any) -> None:
        self._number = number  # before anything looks for its hash
        super().__init__(coro, loop=loop, **how)

    def __hash__(self) -> int:
        return self._number


class Clockwork(asyncio.AbstractEventLoop):
    """One thread, no real time. Callbacks run in the order that asyncio guarantees; the next task is chosen at random."""

    def __init__(self, chance: random.Random, lag: float, expected: tuple[type[BaseException], ...]) -> None:
        """Let time pass between two steps with probability `lag`. A task may raise only the `expected` exceptions."""
        self._chance = chance
        self._lag = lag
        self._expected = (Died, asyncio.CancelledError, *expected)
        self._now = 0.0
        self._callbacks: deque[Handle] = deque()
        self._steps: list[Handle] = []
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._tasks: list[Turn[Any]] = []
        self._counted = 0
        self._over = False
        self.outside = copy_context()
        self.failure: BaseException | None = None

    def run(self, main: Coroutine[Any, Any, None]) -> None:
        """Run until `main` ends. Raise the first failure of any task."""
        asyncio.events._set_running_loop(self)
        try:
            task = self.create_task(main)
            while not task.done() and self.failure is None:
                self._turn()
            if self.failure is not None:
                raise self.failure
            task.result()
        finally:
            self._over = True
            asyncio.events._set_running_loop(None)
            for each in self._tasks:
                with contextlib.suppress(BaseException):
                    each.get_coro().close()

    def thaw(self, process: Process) -> None:
        """Resume a frozen process."""
        process.frozen = False
        held, process.held = process.held, []
        for handle in held:
            self._ready(handle)

    def _turn(self) -> None:
        if self._callbacks:
            self._go(self._callbacks.popleft())
        elif self._steps:
            if self._chance.random() < self._lag:
                self._pass(self._now + self._chance.uniform(0, 0.02))
            steps, at = self._steps, self._chance.randrange(len(self._steps))
            steps[at], steps[-1] = steps[-1], steps[at]
            self._go(steps.pop())
        elif self._timers:
            self._pass(self._timers[0][0])
        else:
            raise Stuck

    def _pass(self, now: float) -> None:
        """Time has come to this."""
        self._now = max(self._now, now)
        while self._timers and self._timers[0][0] <= self._now:
            self._ready(heapq.heappop(self._timers)[2])

    def _go(self, handle: Handle) -> None:
        process = cast("Context", getattr(handle, "_context")).get(RUNNING)  # noqa: B009 - unknown to its types
        if handle.cancelled() or (process and not process.alive):
            return
        if process and process.frozen:
            process.held.append(handle)
        else:
            handle._run()

    def _ready(self, handle: Handle) -> None:
        if self._over:
            return
        whose = getattr(getattr(handle, "_callback", None), "__self__", None)
        if isinstance(whose, Task):
            self._steps.append(handle)
        else:
            self._callbacks.append(handle)

    def _ended(self, task: Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, self._expected):
            self.failure = self.failure or error

    def time(self) -> float:
        return self._now

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready(handle)
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        self._counted += 1
        heapq.heappush(self._timers, (when, self._counted, handle))
        return handle

    def create_future(self) -> Future[Any]:
        return Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> Task[Any]:
        task: Turn[Any] = Turn(len(self._tasks), coro, self, name=name or "", context=context)
        # Kept to the end: what a process leaves behind when it dies must not be tidied up while others still live.
        self._tasks.append(task)
        task.add_done_callback(self._ended, context=self.outside)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None and not isinstance(error, self._expected) and not self._over:
            self.failure = self.failure or error

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self._over

    def is_closed(self) -> bool:
        return self._over

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """One that was cancelled is passed over when its time comes."""
