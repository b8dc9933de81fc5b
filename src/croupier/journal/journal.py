"""The journal in front of a store: entries wait in a queue, and what waits together is written together."""

import asyncio
import contextlib
import os
import queue
import sys
import threading
from asyncio import Future
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from croupier.journal.chain import Group, chained
from croupier.journal.port import ConflictError, Entry, Head, Line, MovedError, Row, Store

LARGEST_GROUP = 200
"""More in one commit makes everybody wait longer and nobody faster."""
ATTEMPTS = 3
"""How often an entry is tried again when another process keeps writing to its streams."""


class Waiting(NamedTuple):
    """An entry, and whoever waits for it to be durable."""

    entry: Entry
    written: "Future[None]"


class Numbered(NamedTuple):
    """What came in one turn of the event loop, and the lines it is to be if nobody else writes to its streams."""

    waiting: list[Waiting]
    group: Group


def stop_the_process(error: BaseException) -> None:
    """What cannot be written, or was changed, must not go on: nobody knows what the store has. The next process reads it."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # nobody may be there to read it
        sys.stderr.write(f"croupier: stopping, because the journal cannot be relied on: {error}\n")
        sys.stderr.flush()
    os._exit(70)


class Journal:
    """Where tables write down what happened, and what they find again. This one writes when the event loop is next idle."""

    def __init__(
        self, store: Store, stop: Callable[[BaseException], None] = stop_the_process, *, largest: int = LARGEST_GROUP
    ) -> None:
        """Write to a store, about so many entries in one commit."""
        self.stop = stop
        self.moved: dict[str, Head] = {}
        """The heads of streams that were written to since somebody last emptied this."""
        self._store = store
        self._reader = store.reader()
        self._largest = largest
        self._heads: dict[str, Head] = {}
        """Where streams will stand once everything that was numbered is written."""
        self._pending: list[Waiting] = []

    def append(self, entry: Entry) -> "Future[None]":
        """Write an entry down. The future is done once it is durable; entries become durable in the order they came."""
        loop = asyncio.get_running_loop()
        written: Future[None] = loop.create_future()
        if not self._pending:
            loop.call_soon(self._hand_over)
        self._pending.append(Waiting(entry, written))
        return written

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        return self._reader.lines(stream, after)

    def find(self, stream: str, name: str) -> bytes | None:
        """What the line of this name says."""
        try:
            line = self._reader.find(stream, name)
        except Exception as error:
            # Who cannot know what was answered before must not answer now.
            self.stop(error)
            raise
        return line.body if line else None

    def head(self, stream: str) -> Head:
        """How far a stream has come."""
        return self._reader.head(stream)

    def heads(self) -> Mapping[str, Head]:
        """How far every stream has come."""
        return self._reader.heads()

    def close(self) -> None:
        """Write down what is waiting, then stop."""
        self._hand_over()
        self._reader.close()
        self._store.close()

    def _hand_over(self) -> None:
        """What came in one turn of the event loop belongs together; a commit that runs now hides the time this takes."""
        waiting, self._pending = self._pending, []
        for start in range(0, len(waiting), self._largest):
            self._take(self._numbered(waiting[start : start + self._largest]))

    def _numbered(self, waiting: list[Waiting]) -> Numbered:
        try:
            group = chained([entry for entry, _ in waiting], self._head)
        except BaseException as error:
            self.stop(error)
            raise
        self._heads |= group.after
        return Numbered(waiting, group)

    def _head(self, stream: str) -> Head:
        return self._heads.get(stream) or self._reader.head(stream)

    def _take(self, numbered: Numbered) -> None:
        self._tell(self._written([numbered]))

    def _written(self, together: Sequence[Numbered]) -> Sequence[Numbered]:
        """Write as one commit what can be written; what came too late is among the conflicts."""
        try:
            if any(group.conflicts for _, group in together):
                return self._anew(together)  # our own heads may be the old ones
            lines = [*chain.from_iterable(group.lines for _, group in together)]
            # Where a stream is in several groups, the first knows where it stands in the store.
            before = dict(chain.from_iterable(group.before.items() for _, group in reversed(together)))
            try:
                self._commit(before, lines)
            except MovedError:
                return self._anew(together)
        except BaseException as error:
            self.stop(error)
            raise
        return together

    def _commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        if before or lines:
            self._store.commit(before, lines)

    def _anew(self, unwritten: Sequence[Numbered]) -> Sequence[Numbered]:
        """Another process may write to some of these streams: number again from what the store has, and write one by one.

        It must be all that is not written yet, or what comes after it would be numbered wrongly.
        """
        self._heads.clear()
        return [Numbered(waiting, self._one_by_one([entry for entry, _ in waiting])) for waiting, _ in unwritten]

    def _one_by_one(self, entries: Sequence[Entry]) -> Group:
        together = Group()
        for index, entry in enumerate(entries):
            alone = self._alone(entry)
            together.before = alone.before | together.before
            together.after |= alone.after
            if alone.conflicts:
                together.conflicts[index] = alone.conflicts[0]
        return together

    def _alone(self, entry: Entry) -> Group:
        for _ in range(ATTEMPTS):
            group = chained([entry], self._store.head)
            with contextlib.suppress(MovedError):
                self._commit(group.before, group.lines)
                return group
        return Group(conflicts={0: "its streams keep moving"})

    def _tell(self, together: Sequence[Numbered]) -> None:
        """Tell whoever waits, in order; one who no longer waits needs no answer."""
        for waiting, group in together:
            self.moved |= {stream: head for stream, head in group.after.items() if group.before.get(stream) != head}
            for index, (_, written) in enumerate(waiting):
                if written.done():
                    continue
                if index in group.conflicts:
                    written.set_exception(ConflictError(group.conflicts[index]))
                else:
                    written.set_result(None)


class ThreadedJournal(Journal):
    """A journal with a writer of its own: while one commit runs, what comes in waits and shares the next."""

    def __init__(
        self, store: Store, stop: Callable[[BaseException], None] = stop_the_process, *, largest: int = LARGEST_GROUP
    ) -> None:
        """Start the writer."""
        super().__init__(store, stop, largest=largest)
        self._numbering = threading.Lock()
        self._queue: queue.SimpleQueue[Numbered | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write down what is waiting, then stop."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        super().close()

    def _hand_over(self) -> None:
        with self._numbering:
            super()._hand_over()

    def _take(self, numbered: Numbered) -> None:
        self._queue.put(numbered)

    def _write(self) -> None:
        """Write what waits as one commit, and have it told where it was asked; then what came meanwhile."""
        while together := [*self._waiting_together()]:
            written = self._written(together)
            with contextlib.suppress(RuntimeError):  # the loop has ended, and its process with it
                written[0].waiting[0].written.get_loop().call_soon_threadsafe(self._tell, written)

    def _waiting_together(self) -> Iterator[Numbered]:
        """What there is for the next commit, once there is something; nothing at the end."""
        entries = 0
        while not entries or (entries < self._largest and not self._queue.empty()):
            numbered = self._queue.get()
            if numbered is None:
                self._queue.put(None)
                return
            entries += len(numbered.waiting)
            yield numbered

    def _anew(self, unwritten: Sequence[Numbered]) -> Sequence[Numbered]:
        with self._numbering:  # nobody numbers anything meanwhile
            queued = [self._queue.get() for _ in range(self._queue.qsize())]
            if None in queued:
                self._queue.put(None)
            return super()._anew([*unwritten, *filter(None, queued)])
