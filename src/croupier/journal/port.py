"""The data model of the journal, and the interfaces that every store implements."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol


class JournalError(Exception):
    """A journal cannot be used. The message is one sentence for the operator."""


class UnavailableError(JournalError):
    """A database does not answer now. The same start may succeed later, without anybody changing anything."""


class InUseError(JournalError):
    """Another process writes this journal."""


class DamagedError(JournalError):
    """A journal exists but is damaged or was changed."""


class EmptyJournalError(DamagedError):
    """A journal has nothing in it: it is new, or everything was deleted."""


class BrokenLineError(DamagedError):
    """A line is missing, damaged or was changed."""

    def __init__(self, stream: str, number: int, what: str) -> None:
        """Name the line and what is wrong with it."""
        super().__init__(f"{stream}, line {number}: {what}")
        self.stream, self.number = stream, number


class EpochError(BrokenLineError):
    """A line has an epoch that no claim began, or an older one than the line before it."""


class ConflictError(Exception):
    """An entry expected another head of one of its streams. Nothing of it was written."""


class MovedError(Exception):
    """A commit expected other heads than the store has. Nothing of it was written."""


class Line(NamedTuple):
    """A line of a stream: the unit of storage. Its fields are the columns of the table `line`, in order."""

    stream: str
    number: int
    epoch: int
    """The number of the claim under which it was written; 0 if the stream has no owner."""
    name: str
    """A key to look the line up by, unique in its stream; empty for most lines."""
    body: bytes
    hash: bytes


Row = tuple[str, int, int, str, bytes, bytes]
"""A line as a plain tuple, which Python unpacks three times as fast as a named tuple."""


class Head(NamedTuple):
    """The number and the hash of the last line of a stream."""

    number: int
    hash: bytes


START = Head(0, bytes(32))
"""The head of a stream without lines."""


def end_of(prefix: str) -> str:
    """The first text, in the order of code points, after all that begin with a prefix."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


class Draft(NamedTuple):
    """A line to append. The journal adds its number and its hash."""

    body: bytes
    name: str = ""


class Part(NamedTuple):
    """The lines that an entry appends to one stream. Without drafts, a part only checks the stream's head."""

    stream: str
    after: int
    """The number of the last line that the stream must have, or the entry is a conflict."""
    drafts: tuple[Draft, ...] = ()
    epoch: int | None = None
    """The epoch of these lines, if the stream has another owner than the entry."""


class Entry(NamedTuple):
    """A transaction over several streams: all of it is written, or nothing. No stream occurs twice."""

    parts: tuple[Part, ...]
    epoch: int = 0
    """The epoch of the lines of all parts that have none of their own."""


class Lines(Protocol):
    """Read access to lines."""

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream, in the order of their names as bytes."""
        ...

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        ...

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        ...


class Reader(Lines, Protocol):
    """A store opened for reading. Another process may be writing it."""

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same lines as plain tuples where that is faster, for reading millions of them."""
        ...

    def find(self, stream: str, name: str) -> Line | None:
        """The line with this name; None if there is none."""
        ...

    def names(self, stream: str, prefix: str, most: int) -> Sequence[str]:
        """Return at most `most` line names that start with `prefix`, in any order."""
        ...

    def faults(self) -> Iterator[str]:
        """Report what is wrong with the store itself: damage, foreign objects, and names that do not find their line.

        Raises `DamagedError` if the store is so damaged that no line can be read reliably.
        """
        ...

    def steady(self) -> AbstractContextManager[None]:
        """Read from one consistent snapshot inside the block."""
        ...

    def close(self) -> None:
        """Close the store."""
        ...


class Store(Reader, Protocol):
    """A store opened for writing. Used by one thread at a time."""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Write lines durably, all or none. Raises `MovedError` if a stream's head is not the one in `before`."""
        ...

    def check(self) -> None:
        """Fail if the store can no longer be written reliably. Called often while there is nothing to write."""
        ...

    def reader(self) -> Reader:
        """Open the same store for reading in another thread."""
        ...

    def waits(self) -> Sequence[float]:
        """Measure how long small durable writes take, in milliseconds; empty for a store in memory."""
        ...
