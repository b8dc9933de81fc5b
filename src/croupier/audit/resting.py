"""Compare snapshots that rest on each other with what has changed since each of them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from croupier.audit.broken import decoding
from croupier.canonical import canonical
from croupier.facts.lines import Resting, SnapshotReader
from croupier.journal.port import BrokenLineError, Reader
from croupier.journal.streams import snapshots

K = TypeVar("K")
S = TypeVar("S", bound=Resting)


class RestingSnapshots(Generic[K, S]):
    """The snapshots of a stream, and the records that have changed up to each."""

    def __init__(self, stream: str, read: SnapshotReader[S]) -> None:
        """Start before the first line."""
        self._stream, self._snapshots, self._read = stream, snapshots(stream), read
        self._changed: list[tuple[int, set[K]]] = [(0, set())]
        """The records that have changed after the line of each snapshot, up to the next."""

    def note(self, changed: Iterable[K]) -> None:
        """These records have changed."""
        self._changed[-1][1].update(changed)

    def compared(self, reader: Reader, expected: Callable[[int, int, Iterable[K]], S]) -> Iterator[int]:
        """The lines after which a snapshot was taken, in order. Each is compared with `expected` when this is resumed."""
        for line in reader.lines(self._snapshots):
            with decoding(self._snapshots, line.number):
                found = self._read.read(line.body)
            if found is None:
                continue
            yield found.line
            changed = set[K]().union(*(changed for after, changed in self._changed if after >= found.since))
            rests = found.since in (after for after, _ in self._changed)
            if not rests or canonical(expected(found.line, found.since, changed)) != line.body:
                what = f"is not what changed up to line {found.line} of {self._stream}"
                raise BrokenLineError(self._snapshots, line.number, what)
            self._changed.append((found.line, set()))
