"""A journal with a writer thread, so that the event loop goes on while the disk works."""

import asyncio
import contextlib
import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from io import FileIO
from typing import TypeVar

from croupier.journal.exit import exit_process
from croupier.journal.journal import MAX_GROUP_ENTRIES, Journal, Prepared
from croupier.journal.port import Reader, Store

T = TypeVar("T")

IDLE_CHECK_INTERVAL = 0.1
"""Seconds between two checks of the store while there is nothing to write."""


class ThreadedJournal(Journal):
    """A journal with a writer thread: entries that arrive during a commit share the next one."""

    def __init__(
        self, store: Store, stop: Callable[[BaseException], None] = exit_process, *, largest: int = MAX_GROUP_ENTRIES
    ) -> None:
        """Start the writer thread."""
        super().__init__(store, stop, largest=largest)
        self._numbering = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        """The event loop that hears of what was written."""
        self._written_groups: deque[Sequence[Prepared]] = deque()
        self._woken_by, self._wake = _pipe()
        """A pipe to the event loop. With `call_soon_threadsafe`, a bet would take another system call and a callback."""
        self._unwritten = 0
        """How many groups the writer has not reported yet. Used on the event loop only."""
        self.when_idle: Callable[[], None] = _nothing
        """Called on the event loop when everything is written."""
        self._queue: queue.SimpleQueue[Prepared | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    @property
    def is_writing(self) -> bool:
        """Whether entries are on their way to the store."""
        return self._unwritten > 0

    def close(self) -> None:
        """Write the pending entries, then close the store. If the event loop still runs, those who wait are called there."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        self._wake.close()
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell_last)
        else:
            self._woken_by.close()
        super().close()

    def _tell_last(self) -> None:
        self._listen(None)
        self._woken_by.close()
        self._tell_written()

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a long read in a thread, with a reader of its own."""
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Callable[[Reader], T]) -> T:
        with contextlib.closing(self._store.reader()) as reader:
            return work(reader)

    def _hand_over(self) -> None:
        with self._numbering:
            super()._hand_over()

    def _schedule(self) -> None:
        """Hand an entry over at once if the writer is idle. Otherwise wait for those that come in the same turn."""
        if self._loop is not (loop := asyncio.get_running_loop()):
            self._listen(loop)
        if self._unwritten:
            super()._schedule()
        else:
            self._hand_over()

    def _listen(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Let this event loop hear of what was written, and no other one."""
        if self._loop and not self._loop.is_closed():
            self._loop.remove_reader(self._woken_by)
        if loop:
            loop.add_reader(self._woken_by, self._woken)
        self._loop = loop

    def _take(self, numbered: Prepared) -> None:
        self._unwritten += 1
        self._queue.put(numbered)

    def _tell(self, together: Sequence[Prepared]) -> None:
        self._unwritten -= len(together)
        super()._tell(together)
        if not self._unwritten:
            self.when_idle()

    def _write(self) -> None:
        """Commit everything that waits, wake the event loop, which calls those who wait for it, and repeat."""
        while together := [*self._waiting_together()]:
            self._written_groups.append(self._written(together))
            self._wake.write(b"\0")  # does nothing if the pipe is full: the event loop will wake up anyway

    def _woken(self) -> None:
        self._woken_by.read(4096)
        self._tell_written()

    def _tell_written(self) -> None:
        while self._written_groups:
            self._tell(self._written_groups.popleft())

    def _waiting_together(self) -> Iterator[Prepared]:
        """Wait for entries, and yield those for the next commit; nothing once the journal is closed."""
        entries = 0
        while not entries or (entries < self._largest and not self._queue.empty()):
            numbered = self._next()
            if numbered is None:
                self._queue.put(None)
                return
            entries += len(numbered.waiting)
            yield numbered

    def _next(self) -> Prepared | None:
        """Wait for entries, and check the store while there are none."""
        while True:
            with contextlib.suppress(queue.Empty):
                return self._queue.get(timeout=IDLE_CHECK_INTERVAL)
            try:
                self._store.check()
            except BaseException as error:
                self.stop(error)
                raise

    def _anew(self, unwritten: Sequence[Prepared]) -> Sequence[Prepared]:
        with self._numbering:  # the event loop must not number entries now
            queued = [self._queue.get() for _ in range(self._queue.qsize())]
            if None in queued:
                self._queue.put(None)
            return super()._anew([*unwritten, *filter(None, queued)])


def _pipe() -> tuple[FileIO, FileIO]:
    """The reading and the writing end of a pipe. Neither blocks."""
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    return FileIO(reading, "r"), FileIO(writing, "w")


def _nothing() -> None:
    pass
