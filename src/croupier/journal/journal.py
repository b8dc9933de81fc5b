"""The journal in front of a store: entries are queued, and entries that wait together share one commit (group commit)."""

import asyncio
import contextlib
from asyncio import Future
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from time import perf_counter
from typing import NamedTuple, TypeVar

from croupier.journal.chain import Group, chained
from croupier.journal.exit import exit_process
from croupier.journal.histogram import Histogram
from croupier.journal.port import ConflictError, Entry, Head, Line, MovedError, Reader, Row, Store

T = TypeVar("T")

MAX_GROUP_ENTRIES = 200
"""The most entries in one commit. Larger commits add latency without adding throughput."""
ATTEMPTS = 3
"""How often to retry an entry when another process keeps writing to its streams."""


Then = Callable[[ConflictError | None], None]
"""Called on the event loop once an entry is durable, or with the reason why it was not written."""


PendingEntry = tuple[Entry, Then, float]
"""An entry, what to do once it is durable, and when it was handed in, in seconds.

A plain tuple: making a named one takes four times as long.
"""


class Prepared(NamedTuple):
    """Entries from one turn of the event loop, with the lines they become if no other process writes to their streams."""

    waiting: list[PendingEntry]
    group: Group


class Journal:
    """The log that tables append to and read from. This class commits on the event loop, at its next turn."""

    def __init__(
        self, store: Store, stop: Callable[[BaseException], None] = exit_process, *, largest: int = MAX_GROUP_ENTRIES
    ) -> None:
        """Write to a store, with at most about `largest` entries in one commit; call `stop` if that fails."""
        self.stop = stop
        self.moved: dict[str, Head] = {}
        """The heads of the streams written to since this mapping was last cleared; the notary clears it."""
        self.commits = Histogram()
        """How long commits took, with the fsync."""
        self.waits = Histogram()
        """How long entries waited until they were durable."""
        self._store = store
        self._reader = store.reader()
        self._largest = largest
        self._heads: dict[str, Head] = {}
        """The heads that the streams will have once every numbered entry is written."""
        self._pending: list[PendingEntry] = []

    def write(self, entry: Entry, then: Then) -> None:
        """Append an entry, and call `then` once it is durable. Entries become durable in order of arrival."""
        self._pending.append((entry, then, perf_counter()))
        if len(self._pending) == 1:
            self._schedule()

    def _schedule(self) -> None:
        asyncio.get_running_loop().call_soon(self._hand_over)

    def append(self, entry: Entry) -> "Future[None]":
        """Append an entry. The future resolves once the entry is durable."""
        written: Future[None] = asyncio.get_running_loop().create_future()
        self.write(entry, partial(_resolve, written))
        return written

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        return self._reader.lines(stream, after)

    def find(self, stream: str, name: str) -> bytes | None:
        """The body of the line with this name; None if there is none."""
        with self._stops_on_error():
            line = self._reader.find(stream, name)
        return line.body if line else None

    def names(self, stream: str, prefix: str, most: int) -> Sequence[str]:
        """Return at most `most` line names that start with `prefix`."""
        with self._stops_on_error():
            return self._reader.names(stream, prefix, most)

    @contextlib.contextmanager
    def _stops_on_error(self) -> Generator[None]:
        """If the lookup of earlier answers fails, stop: a retry could be executed twice."""
        try:
            yield
        except Exception as error:
            self.stop(error)
            raise

    async def read(self, work: Callable[[Reader], T]) -> T:
        """Run a long read."""
        return work(self._reader)

    @property
    def waiting(self) -> int:
        """How many entries have not been handed to the writer."""
        return len(self._pending)

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        return self._reader.head(stream)

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream."""
        return self._reader.heads()

    def close(self) -> None:
        """Write the pending entries, then close the store."""
        self._hand_over()
        self._reader.close()
        self._store.close()

    def _hand_over(self) -> None:
        """Number the entries of one turn of the event loop and pass them to the writer, while an earlier commit may run."""
        waiting, self._pending = self._pending, []
        for start in range(0, len(waiting), self._largest):
            self._take(self._numbered(waiting[start : start + self._largest]))

    def _numbered(self, waiting: list[PendingEntry]) -> Prepared:
        try:
            group = chained([entry for entry, _, _ in waiting], self._head)
        except BaseException as error:
            self.stop(error)
            raise
        self._heads |= group.after
        return Prepared(waiting, group)

    def _head(self, stream: str) -> Head:
        return self._heads.get(stream) or self._reader.head(stream)

    def _take(self, numbered: Prepared) -> None:
        self._tell(self._written([numbered]))

    def _written(self, together: Sequence[Prepared]) -> Sequence[Prepared]:
        """Write the groups in one commit. Entries whose streams have moved on are reported as conflicts."""
        try:
            if any(group.conflicts for _, group in together):
                return self._anew(together)  # our cached heads may be out of date
            lines = [*chain.from_iterable(group.lines for _, group in together)]
            # If a stream is in several groups, the first group has the head that the store has now.
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
            began = perf_counter()
            self._store.commit(before, lines)
            self.commits.observe(perf_counter() - began)

    def _anew(self, unwritten: Sequence[Prepared]) -> Sequence[Prepared]:
        """Number the entries again from the heads in the store, and write them one by one.

        Needed when another process has written to their streams. `unwritten` must hold every entry that is not written
        yet, or later entries would get wrong numbers.
        """
        self._heads.clear()
        return [Prepared(waiting, self._one_by_one([entry for entry, _, _ in waiting])) for waiting, _ in unwritten]

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
        return Group(conflicts={0: "other processes keep writing to its streams"})

    def _tell(self, together: Sequence[Prepared]) -> None:
        """Call everybody who waits, in order. An error of one of them is reported, and the others are called nevertheless."""
        for waiting, group in together:
            self.moved |= {stream: head for stream, head in group.after.items() if group.before.get(stream) != head}
            now = perf_counter()
            for index, (_, then, since) in enumerate(waiting):
                self.waits.observe(now - since)
                try:
                    then(ConflictError(group.conflicts[index]) if index in group.conflicts else None)
                except Exception as error:  # noqa: BLE001 - whatever it is, the entry is durable
                    context = {"message": "an error after an entry became durable", "exception": error}
                    asyncio.get_running_loop().call_exception_handler(context)


def _resolve(written: "Future[None]", error: ConflictError | None) -> None:
    """Resolve a future, unless it was cancelled."""
    if written.done():
        return
    if error:
        written.set_exception(error)
    else:
        written.set_result(None)
