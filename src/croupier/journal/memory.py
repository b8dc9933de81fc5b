"""The store in memory: for tests, and for tables that nobody needs to remember."""

import contextlib
from collections.abc import Generator, Iterator, Mapping, Sequence

from croupier.journal.port import START, Head, Line, MovedError, Row


class MemoryStore:
    """Lines in lists; gone with the process."""

    def __init__(self) -> None:
        """A store without lines."""
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
        """The same: a line is a tuple."""
        return self.lines(stream, after)

    def find(self, stream: str, name: str) -> Line | None:
        """The line of this name."""
        return self._named.get((stream, name))

    def faults(self) -> Iterator[str]:
        """Names that lead to another line than the one which has them."""
        for line in (line for lines in self._streams.values() for line in lines if line.name):
            if self.find(line.stream, line.name) is not line:
                yield f"{line.stream}, line {line.number}: is not found by its name {line.name}"

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """Nothing changes while nobody else has a turn."""
        yield

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Keep lines, all or none."""
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

    def reader(self) -> "MemoryStore":
        """There is one thread."""
        return self

    def waits(self) -> Sequence[float]:
        """Memory keeps nothing, and takes no time for it."""
        return ()

    def close(self) -> None:
        """What was kept can still be looked at."""
