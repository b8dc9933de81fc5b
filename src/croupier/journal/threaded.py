"""A journal with a writer thread, so that the event loop goes on while the disk works."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
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
        """Write the pending entries, then close the store."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        super().close()

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
        self._loop = asyncio.get_running_loop()
        if self._unwritten:
            super()._schedule()
        else:
            self._hand_over()

    def _take(self, numbered: Prepared) -> None:
        self._unwritten += 1
        self._queue.put(numbered)

    def _tell(self, together: Sequence[Prepared]) -> None:
        self._unwritten -= len(together)
        super()._tell(together)
        if not self._unwritten:
            self.when_idle()

    def _write(self) -> None:
        """Commit everything that waits, call those who wait for it on the event loop, and repeat."""
        while together := [*self._waiting_together()]:
            written = self._written(together)
            assert self._loop, "nothing can be written before the loop runs"
            with contextlib.suppress(RuntimeError):  # the event loop has ended, and the process is ending
                self._loop.call_soon_threadsafe(self._tell, written)

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


def _nothing() -> None:
    pass
