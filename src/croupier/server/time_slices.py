"""Shares the event loop between tables that tell their terminals something and the bets that arrive meanwhile."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterator

from croupier.floor.warning import warn

SLICE = 0.0003
"""Seconds that all tables together may use to tell events in one iteration of the event loop."""

QUIET_SLICE = 0.003
"""The same if no terminal wished anything recently: every further slice costs an iteration of the event loop."""

LONGEST_WAIT = 0.005
"""Seconds that telling waits at most for messages and the journal, so that results reach the terminals of a busy server too."""

RECENTLY = 0.02
"""Seconds after a wish of a terminal in which others are expected: only then does telling wait.

Longer than it takes to settle a round with a thousand bets: wishes that arrive meanwhile are heard only after it.
"""

TellSeat = Callable[[str, bool], None]
"""Tells an event to the terminal of a seat: now, or with another one that follows at once."""


class Broadcast:
    """An event on its way to every terminal. Each seat is told once."""

    def __init__(self, begin: Callable[[], TellSeat | None], seats: Collection[str]) -> None:
        """`begin` draws what all seats share, when the first one is told. It returns None if there is nothing to tell."""
        self._begin, self._seats = begin, seats
        self._tell: TellSeat | None = None
        self._untold: set[str] | None = None
        """The seats that have not been told yet; None until the first one is."""
        self._order: Iterator[str] = iter(())

    def next_seat(self) -> str | None:
        """A seat that has not been told; None if there is none left."""
        untold = self._begun()
        return next((each for each in self._order if each in untold), None)

    def is_for(self, seat: str) -> bool:
        """Whether there is something that a seat has not been told."""
        return seat in self._begun()

    def tell(self, seat: str, *, now: bool) -> None:
        """Tell a seat, unless it has been told, or has gone."""
        untold = self._begun()
        if seat in untold:
            untold.remove(seat)
            if self._tell and seat in self._seats:
                self._tell(seat, now)

    def _begun(self) -> set[str]:
        if self._untold is None:
            self._tell = self._begin()
            seats = list(self._seats) if self._tell else []
            self._untold, self._order = set(seats), iter(seats)
        return self._untold


def _never() -> bool:
    return False


class TimeSlices:
    """The tables that have something to tell. They share a time slice in every iteration of the event loop without other work.

    So a bet is decided and answered first, and waits for one slice at most. While the journal writes, the event loop rests:
    its thread would compete with that of the journal for the interpreter and the processor.
    """

    def __init__(self, is_busy: Callable[[], bool] = _never, is_writing: Callable[[], bool] = _never) -> None:
        """Start with nothing to tell.

        `is_busy` says whether messages arrived in this iteration of the event loop, and `is_writing` whether the journal has
        something to write. Call `resume` as soon as it has not.
        """
        self._is_busy = is_busy
        self._is_writing = is_writing
        self._timer: asyncio.TimerHandle | None = None
        """Ends the wait for the journal."""
        self._tables: deque[deque[Broadcast]] = deque()
        self._told_at = self._wished_at = 0.0
        """When the last slice ended, and when the last wish arrived."""

    def add(self, waiting: deque[Broadcast]) -> None:
        """Tell what waits at a table, from the next iteration of the event loop on. More may be added to it meanwhile."""
        self._tables.append(waiting)
        if len(self._tables) == 1:
            asyncio.get_running_loop().call_soon(self._tell)

    def wished(self) -> None:
        """A terminal wishes something, and waits for the answer."""
        self._wished_at = asyncio.get_running_loop().time()

    @property
    def is_quiet(self) -> bool:
        """Whether nobody waits: no table has anything to tell, and no terminal wished anything recently."""
        return not self._tables and asyncio.get_running_loop().time() > self._wished_at + RECENTLY

    def resume(self) -> None:
        """Go on, because the journal has written everything."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        loop = asyncio.get_running_loop()
        begun, self._timer = loop.time(), None
        if begun < min(self._told_at + LONGEST_WAIT, self._wished_at + RECENTLY):
            if self._is_writing():
                self._timer = loop.call_at(self._told_at + LONGEST_WAIT, self._tell)
                return
            if self._is_busy():
                loop.call_soon(self._tell)
                return
        until = begun + (SLICE if begun < self._wished_at + RECENTLY else QUIET_SLICE)
        while self._tables:
            waiting = self._tables.popleft()
            try:
                tell_one(waiting)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one event, the others are told
                warn(f"an event could not be told to all terminals ({type(error).__name__}: {error})")
            if waiting:
                self._tables.append(waiting)
            if loop.time() > until:
                break
        self._told_at = loop.time()
        if self._tables:
            loop.call_soon(self._tell)


def tell_one(waiting: deque[Broadcast]) -> None:
    """Tell one seat everything that waits, with one system call. Forget an event that every seat was told, or that fails."""
    while waiting:
        told = waiting[0]
        try:
            if (seat := told.next_seat()) is None:
                waiting.popleft()
                continue
            last = told
            for told in waiting:
                last = told if told.is_for(seat) else last
            for told in tuple(waiting):
                told.tell(seat, now=told is last)
        except Exception:
            waiting.remove(told)
            raise
        return
