"""What a journal keeps, and what a store under it promises."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol


class JournalError(Exception):
    """A journal that cannot be used, in a sentence for the operator."""


class DamagedError(JournalError):
    """A journal that is there, and is not what was written."""


class BrokenLineError(DamagedError):
    """A line that is not as it was written."""

    def __init__(self, stream: str, number: int, what: str) -> None:
        """Say which line, and what is wrong with it."""
        super().__init__(f"{stream}, line {number}: {what}")
        self.stream, self.number = stream, number


class EpochError(BrokenLineError):
    """A line that was written under a claim which is not there."""


class ConflictError(Exception):
    """An entry was meant for a stream that has gone on meanwhile. Nothing of it was written."""


class MovedError(Exception):
    """The heads of a store are not those a group was made for. Nothing of it was written."""


class Line(NamedTuple):
    """What is kept: all there is of it, in the order of its columns."""

    stream: str
    number: int
    epoch: int
    """Under which claim it was written; 0 where nobody owns the stream."""
    name: str
    """What it is found by, once in its stream; nothing for most."""
    body: bytes
    hash: bytes


Row = tuple[str, int, int, str, bytes, bytes]
"""A line without names for its parts: python takes a plain tuple apart in a third of the time."""


class Head(NamedTuple):
    """How far a stream has come."""

    number: int
    hash: bytes


START = Head(0, bytes(32))
"""The head of a stream without lines."""


class Draft(NamedTuple):
    """A line to be: the journal numbers and chains it."""

    body: bytes
    name: str = ""


class Part(NamedTuple):
    """What an entry adds to one stream, and the number at which it must stand; without drafts it only guards."""

    stream: str
    after: int
    drafts: tuple[Draft, ...] = ()


class Entry(NamedTuple):
    """What belongs together: all of it is written, or none. No stream occurs twice."""

    parts: tuple[Part, ...]
    epoch: int = 0


class Lines(Protocol):
    """Lines to look at."""

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
    """A store to look at, while another process may be writing it."""

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same, as plain tuples where that is faster: for whoever goes through millions of them."""
        ...

    def find(self, stream: str, name: str) -> Line | None:
        """The line of this name."""
        ...

    def faults(self) -> Iterator[str]:
        """What is wrong with the store itself: damage, and names by which another line is found or none.

        It ends with `DamagedError` where no line can be relied on to be read as it stands there.
        """
        ...

    def steady(self) -> AbstractContextManager[None]:
        """Everything read inside is as of one moment."""
        ...

    def close(self) -> None:
        """Look no longer."""
        ...


class Store(Reader, Protocol):
    """Where lines are written. Used by one thread at a time."""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Write lines, all or none, so that no power cut loses them; `MovedError` if a head is no longer what it was before."""
        ...

    def reader(self) -> Reader:
        """The same store for another thread to look at."""
        ...

    def waits(self) -> Sequence[float]:
        """How long the medium takes to keep a small write, measured now, in milliseconds; nothing without a medium."""
        ...
