"""Copy a journal line by line and verify its hash chain on the way. Export, import, backup and restore use this."""

from collections.abc import Callable

from croupier.journal.port import START, Head, Line, Reader, Store
from croupier.journal.verification import verify_stream

COMMIT_LINES = 1000
"""Lines in one commit."""


def copy(source: Reader, take: Callable[[Line], object], tell: Callable[[int], None]) -> int:
    """Pass every line of a journal to `take`, stream by stream, and return their number. Stop at the first broken line."""
    done = 0
    for stream, head in source.heads().items():
        before = done
        verify_stream(stream, source.lines(stream), head, take, lambda number, before=before: tell(before + number))
        done += head.number
        tell(done)
    return done


def fill(source: Reader, target: Store, tell: Callable[[int], None]) -> int:
    """Copy a journal to an empty store, and return the number of lines."""
    filling = _Filling(target)
    lines = copy(source, filling.take, tell)
    filling.write()
    return lines


class _Filling:
    """Collects lines and commits them in groups."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heads: dict[str, Head] = {}
        self._waiting: list[Line] = []

    def take(self, line: Line) -> None:
        self._waiting.append(line)
        if len(self._waiting) == COMMIT_LINES:
            self.write()

    def write(self) -> None:
        before = {line.stream: self._heads.get(line.stream, START) for line in self._waiting}
        self._store.commit(before, self._waiting)
        self._heads |= {line.stream: Head(line.number, line.hash) for line in self._waiting}
        self._waiting = []
