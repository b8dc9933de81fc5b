"""An event loop that knows since when the bytes that it reads may have been waiting.

The kernel does not say when bytes arrived. But the loop polls all sockets at once: what a poll finds arrived after the poll
before it. So everything that happens in one iteration of the loop gets one time: the earliest at which it can have happened.
A bet that waited while the server was busy is never later than it was sent. A deadline has come only when the time of an
iteration has reached it, after everything that arrived before was decided.
"""

import asyncio
import selectors
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

    def running(self) -> int:
        """The time now, also within an iteration."""
        return super().__call__()

    def polled(self, *, waited: bool, found: bool = False) -> None:
        """Begin an iteration, right after a poll that found something to read, or did not."""
        self.is_busy = found
        now = self.running()
        self._time, self._last = now if waited else self._last, now


class _TimedSelector(selectors.DefaultSelector):
    """A selector that reports each poll to a clock."""

    def __init__(self, clock: PollClock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Poll, and begin an iteration. Look first without waiting: what is found then may have been there for a while."""
        found, waited = super().select(0), False
        if not found and (timeout is None or timeout > 0):
            found, waited = super().select(timeout), True
        self._clock.polled(waited=waited, found=bool(found))
        return found


def polling_loop(clock: PollClock) -> asyncio.AbstractEventLoop:
    """An event loop whose iterations set the time of this clock."""
    return asyncio.SelectorEventLoop(_TimedSelector(clock))
