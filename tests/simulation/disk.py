"""The disk of a simulated server. It can be slow, fail, be full, and lose unfinished writes in a power cut."""

import asyncio
import contextlib
import errno
import random
from asyncio import AbstractEventLoop, Future
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence

from croupier.journal.journal import Journal, Prepared
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Entry, Head, Line, Row
from simulation.clockwork import Died
from simulation.weather import Weather


class Platter(MemoryStore):
    """What is durable, whoever wrote it; somebody looks at every line as it is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: Callable[[Sequence[Line]], None] = lambda _: None

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        super().commit(before, lines)
        self.kept([*map(Line._make, lines)])


class BrokenDiskError(OSError):
    """An error that was planned: a process that stops because of it is right to."""


class Disk:
    """A platter as one process sees it."""

    def __init__(self, platter: Platter, weather: Weather, chance: random.Random, happened: Counter[str]) -> None:
        self._platter = platter
        self._weather = weather
        self._chance = chance
        self._happened = happened
        self._lies = False
        self.heads, self.head, self.lines = platter.heads, platter.head, platter.lines
        self.rows, self.find, self.names, self.faults = platter.rows, platter.find, platter.names, platter.faults

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Keep lines, or fail: before anything was written, or after all of it was."""
        if self._lies:
            return  # A disk whose flush has failed says yes to the next one, and has kept nothing.
        if not self._weather.strikes(self._weather.disk_error):
            self._platter.commit(before, lines)
            return
        self._lies = True
        how = self._chance.choice(("disk full", "i/o error, nothing written", "i/o error, all written"))
        self._happened[how] += 1
        if how == "i/o error, all written":
            self._platter.commit(before, lines)
        raise BrokenDiskError(errno.ENOSPC if how == "disk full" else errno.EIO, how)

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        yield

    def check(self) -> None:
        """Everything is in place."""

    def reader(self) -> Platter:
        return self._platter

    def waits(self) -> Sequence[float]:
        return ()

    def close(self) -> None:
        """What was kept stays."""


class SlowJournal(Journal):
    """As the one with a thread: while one commit runs, what comes in waits and shares the next. But nothing here is real."""

    def __init__(self, disk: Disk, stop: Callable[[BaseException], None], weather: Weather, happened: Counter[str]) -> None:
        super().__init__(disk, stop)
        self._weather = weather
        self._happened = happened
        self._queue: list[Prepared] = []
        self._in_flight: list[Prepared] = []
        self._told_at = 0.0

    def _take(self, numbered: Prepared) -> None:
        self._queue.append(numbered)
        if not self._in_flight:
            self._begin(asyncio.get_running_loop())

    def _begin(self, loop: AbstractEventLoop) -> None:
        self._in_flight, self._queue = self._queue, []
        if self._in_flight:
            wait = self._weather.disk_delay()
            self._happened["the disk was slow"] += wait > 0.5
            loop.call_later(wait, self._commit_group, loop)

    def _commit_group(self, loop: AbstractEventLoop) -> None:
        written = self._written(self._in_flight)
        if len(self._in_flight) > 1:
            self._happened["commits shared"] += 1
        # The writer goes on at once; whoever waits hears of it when the loop comes to it.
        self._told_at = max(self._told_at, loop.time() + self._weather.dawdle())
        loop.call_at(self._told_at, self._tell, written)
        self._begin(loop)

    def append(self, entry: Entry) -> "Future[None]":
        written = super().append(entry)
        # The first conflict ends the process. asyncio would report the others as never looked at.
        written.add_done_callback(lambda written: written.cancelled() or written.exception())
        return written

    def _anew(self, unwritten: Sequence[Prepared]) -> Sequence[Prepared]:
        queued, self._queue = self._queue, []
        self._happened["numbered again"] += 1
        return super()._anew([*unwritten, *queued])

    def cut_off(self, *, reaches_the_disk: bool) -> None:
        """The process has died: what waited is lost, and of the commit in flight nobody knows."""
        if self._in_flight:
            self._happened["crashed in a commit that " + ("was written" if reaches_the_disk else "was lost")] += 1
            if reaches_the_disk:
                with contextlib.suppress(BrokenDiskError, Died):
                    self._written(self._in_flight)
        self._in_flight, self._queue, self._pending = [], [], []

    def close(self) -> None:
        """Everybody has been answered before this is called."""
        assert not self._in_flight
