"""The journal in front of a store: entries wait in a queue, and what waits together is written together."""

import asyncio
import contextlib
import os
import queue
import sys
import threading
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.journal.chain import Group, chained
from croupier.journal.port import ConflictError, Entry, Head, Line, MovedError, Store

LARGEST_GROUP = 200
"""More in one commit makes everybody wait longer and nobody faster."""
ATTEMPTS = 3
"""How often an entry is tried again when another process keeps writing to its streams."""


class Waiting(NamedTuple):
    """An entry, and whoever waits for it to be durable."""

    entry: Entry
    written: "Future[None]"


def stop_the_process(error: BaseException) -> None:
    """What cannot be written, or was changed, must not go on: nobody knows what the store has. The next process reads it."""
    sys.stderr.write(f"croupier: stopping, because the journal cannot be relied on: {error}\n")
    sys.stderr.flush()
    os._exit(70)


class Journal:
    """Where tables write down what happened, and what they find again. This one writes when the event loop is next idle."""

    def __init__(self, store: Store, stop: Callable[[BaseException], None] = stop_the_process) -> None:
        """Write to a store."""
        self.stop = stop
        self.moved: dict[str, Head] = {}
        """The heads of streams that were written to since somebody last emptied this."""
        self._store = store
        self._reader = store.reader()
        self._heads: dict[str, Head] = {}
        self._pending: list[Waiting] = []

    def append(self, entry: Entry) -> "Future[None]":
        """Write an entry down. The future is done once it is durable; entries become durable in the order they came."""
        loop = asyncio.get_running_loop()
        written: Future[None] = loop.create_future()
        self._enqueue(Waiting(entry, written), loop)
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

    def _enqueue(self, waiting: Waiting, loop: AbstractEventLoop) -> None:
        """What comes in one turn of the event loop belongs together."""
        if not self._pending:
            loop.call_soon(self._hand_over)
        self._pending.append(waiting)

    def _hand_over(self) -> None:
        waiting, self._pending = self._pending, []
        if waiting:
            self._tell(waiting, self._written(waiting))

    def _written(self, waiting: Sequence[Waiting]) -> Group:
        """Write as one commit what can be written; what came too late is among the conflicts."""
        try:
            group = chained([entry for entry, _ in waiting], self._head)
            try:
                self._commit(group)
            except MovedError:
                # Another process writes to some of these streams: look again, one entry after the other.
                group = self._one_by_one([entry for entry, _ in waiting])
        except BaseException as error:
            self.stop(error)
            raise
        return group

    def _one_by_one(self, entries: Sequence[Entry]) -> Group:
        together = Group()
        for index, entry in enumerate(entries):
            alone = self._alone(entry)
            together.after |= alone.after
            if alone.conflicts:
                together.conflicts[index] = alone.conflicts[0]
        return together

    def _alone(self, entry: Entry) -> Group:
        for _ in range(ATTEMPTS):
            self._heads.clear()
            group = chained([entry], self._head)
            with contextlib.suppress(MovedError):
                self._commit(group)
                return group
        return Group(conflicts={0: "its streams keep moving"})

    def _commit(self, group: Group) -> None:
        if group.lines:
            self._store.commit(group.before, group.lines)
        self._heads |= group.after

    def _head(self, stream: str) -> Head:
        if stream not in self._heads:
            self._heads[stream] = self._store.head(stream)
        return self._heads[stream]

    def _tell(self, waiting: Sequence[Waiting], group: Group) -> None:
        """Tell whoever waits, in order; one who no longer waits needs no answer."""
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
        """Start the writer, which puts at most so many entries into one commit."""
        super().__init__(store, stop)
        self._largest = largest
        self._queue: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write down what is waiting, then stop."""
        self._hand_over()
        self._queue.put(None)
        self._writer.join()
        super().close()

    def _hand_over(self) -> None:
        waiting, self._pending = self._pending, []
        if waiting:
            self._queue.put(waiting)

    def _write(self) -> None:
        """Write what waits as one commit, and have it told where it was asked; then what came meanwhile."""
        backlog: list[Waiting] = []
        going = True
        while going or backlog:
            while going and len(backlog) < self._largest and not (backlog and self._queue.empty()):
                more = self._queue.get()
                going = more is not None
                backlog += more or ()
            if group := backlog[: self._largest]:
                self._finish(group)
                del backlog[: self._largest]

    def _finish(self, group: list[Waiting]) -> None:
        written = self._written(group)
        with contextlib.suppress(RuntimeError):  # the loop has ended, and its process with it
            group[0].written.get_loop().call_soon_threadsafe(self._tell, group, written)
