"""Shares the event loop between tables that tell their terminals something and the bets that arrive meanwhile."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator

from croupier.floor.warning import warn

SLICE = 0.0003
"""Seconds that all tables together may use to tell events in one iteration of the event loop."""

LONGEST_WAIT = 0.002
"""Seconds that telling waits at most while messages keep arriving, so that results reach the terminals of a busy server too."""

Telling = Iterator[object]
"""Tells an event to one seat after the other."""


class TimeSlices:
    """The tables that have something to tell. They share a time slice in every iteration of the event loop without other work.

    So a bet is decided and answered first, and waits for one slice at most.
    """

    def __init__(self, is_busy: Callable[[], bool] = lambda: False) -> None:
        """Start with nothing to tell. `is_busy` says whether messages arrived in this iteration of the event loop."""
        self._is_busy = is_busy
        self._tables: deque[deque[Telling]] = deque()
        self._told_at = 0.0
        """When the last slice ended."""

    def add(self, waiting: deque[Telling]) -> None:
        """Tell what waits at a table, from the next iteration of the event loop on. More may be added to it meanwhile."""
        self._tables.append(waiting)
        if len(self._tables) == 1:
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if self._is_busy() and begun < self._told_at + LONGEST_WAIT:
            loop.call_soon(self._tell)
            return
        until = begun + SLICE
        while self._tables:
            waiting = self._tables.popleft()
            try:
                tell_one(waiting)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one event, the others are told
                waiting.popleft()
                warn(f"an event could not be told to all terminals ({type(error).__name__}: {error})")
            if waiting:
                self._tables.append(waiting)
            if loop.time() > until:
                break
        self._told_at = loop.time()
        if self._tables:
            loop.call_soon(self._tell)


def tell_one(waiting: deque[Telling]) -> None:
    """Tell one seat. Forget events that every seat has been told."""
    while waiting and next(waiting[0], None) is None:
        waiting.popleft()
