"""The in-memory store, for tests and for tables without a record."""

import contextlib
from collections.abc import Generator, Iterator, Mapping, Sequence

from croupier.journal.port import START, Head, Line, MovedError, Row


class MemoryStore:
    """Keeps lines in lists, until the process ends."""

    def __init__(self) -> None:
        """Create an empty store."""
        self._streams: dict[str, list[Line]] = {}
        self._named: dict[tuple[str, str], Line] = {}

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream, in the order of their names as bytes."""
        return {stream: self.head(stream) for stream in sorted(self._streams, key=str.encode)}

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        lines = self._streams.get(stream)
        return Head(lines[-1].number, lines[-1].hash) if lines else START

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        return iter(self._streams.get(stream, [])[after:])

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same lines: a `Line` is a tuple."""
        return self.lines(stream, after)

    def find(self, stream: str, name: str) -> Line | None:
        """The line with this name."""
        return self._named.get((stream, name))

    def names(self, stream: str, prefix: str, most: int) -> Sequence[str]:
        """Return at most `most` line names that start with `prefix`."""
        return [name for of, name in self._named if of == stream and name.startswith(prefix)][:most]

    def faults(self) -> Iterator[str]:
        """Report lines that a lookup by their name does not find."""
        for line in (line for lines in self._streams.values() for line in lines if line.name):
            if self.find(line.stream, line.name) is not line:
                yield f"{line.stream}, line {line.number}: is not found by its name {line.name}"

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """Nothing to do: there is one thread."""
        yield

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Append lines, all or none."""
        for stream, head in before.items():
            if self.head(stream) != head:
                raise MovedError(stream)
        kept = [*map(Line._make, lines)]
        names = [(line.stream, line.name) for line in kept if line.name]
        if len({*names}) < len(names) or any(name in self._named for name in names):
            raise ValueError("a line of this name is there already")
        for line in kept:
            self._streams.setdefault(line.stream, []).append(line)
            if line.name:
                self._named[line.stream, line.name] = line

    def check(self) -> None:
        """Nothing to check."""

    def reader(self) -> "MemoryStore":
        """The store itself: there is one thread."""
        return self

    def waits(self) -> Sequence[float]:
        """Nothing to measure."""
        return ()

    def close(self) -> None:
        """Nothing to close; the lines can still be read."""
