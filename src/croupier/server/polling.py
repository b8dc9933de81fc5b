"""An event loop that knows since when the bytes that it reads may have been waiting.

The kernel does not say when bytes arrived. But the loop polls all sockets at once: what a poll finds arrived after the poll
before it. So everything that happens in one iteration of the loop gets one time: the earliest at which it can have happened.
A bet that waited while the server was busy is never later than it was sent. A deadline has come only when the time of an
iteration has reached it, after everything that arrived before was decided.
"""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any

from croupier.floor.clock import SteadyClock


class PollClock(SteadyClock):
    """The floor's clock as seen from the event loop: it stands still within an iteration of the loop."""

    def __init__(self, **clocks: Any) -> None:
        """Start at the time of the wall clock. `clocks` are those of `SteadyClock`; replace them in tests only."""
        super().__init__(**clocks)
        self._time = self._last = self.running()
        self.is_busy = False
        """Whether messages arrived, or the journal answered, in this iteration of the loop."""

    def __call__(self) -> int:
        """The earliest time at which what is being handled can have happened."""
        return self._time

    running = SteadyClock.__call__
    """The time now, also within an iteration."""

    def polled(self, *, waited: bool, found: bool = False) -> None:
        """Begin an iteration, right after a poll that found something to read, or did not."""
        self.is_busy = found
        now = self.running()
        self._time, self._last = now if waited else self._last, now


class _TimedSelector(selectors.DefaultSelector):
    """A selector that reports each poll to a clock."""

    def __init__(self, clock: PollClock, finish: Callable[[], bool]) -> None:
        """Call `finish` before each poll. If it returns True, there may be more to do, and the poll does not wait."""
        super().__init__()
        self._clock, self._finish = clock, finish

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Poll, and begin an iteration. Look first without waiting: what is found then may have been there for a while."""
        may_wait = not self._finish() and (timeout is None or timeout > 0)
        found, waited = super().select(0), False
        if not found and may_wait:
            found, waited = super().select(timeout), True
        self._clock.polled(waited=waited, found=bool(found))
        return found


class PollingLoop(asyncio.SelectorEventLoop):
    """An event loop whose iterations set the time of a clock."""

    def __init__(self, clock: PollClock) -> None:
        """Set the time of this clock."""
        self._put_off: list[Callable[[], bool]] = []
        super().__init__(_TimedSelector(clock, self._finish))

    def call_before_poll(self, work: Callable[[], bool]) -> None:
        """Call this when the iteration ends. `work` returns whether there was anything to do.

        If there was not, that costs nothing; with `call_soon` it would cost an iteration.
        """
        self._put_off.append(work)

    def _finish(self) -> bool:
        put_off, self._put_off = self._put_off, []
        done = [self._done(work) for work in put_off]  # all of it, also after work that did something
        return any(done)

    def _done(self, work: Callable[[], bool]) -> bool:
        try:
            return work()
        except Exception as error:  # noqa: BLE001 - the loop goes on, as after any callback that fails
            self.call_exception_handler({"message": "an error at the end of an iteration", "exception": error})
            return True
