"""Checks of the stream of people: its lines can have happened in that order, and its snapshots are what they led to."""

from collections.abc import Iterator, Sequence

from croupier.audit.broken import applying, decoding
from croupier.journal.port import BrokenLineError, Reader, Row
from croupier.journal.streams import snapshots
from croupier.people.fold import PEOPLE

SNAPSHOTS = snapshots(PEOPLE.name)


class PeopleFold:
    """The register after the lines that were read so far."""

    def __init__(self) -> None:
        """Start with nobody."""
        self._register = PEOPLE.initial

    def add(self, rows: Sequence[Row]) -> None:
        """Apply lines."""
        for stream, number, _, _, body, _ in rows:
            with applying(stream, number):
                self._register = PEOPLE.replayed(self._register, PEOPLE.read(body).events)

    def compared(self, reader: Reader) -> Iterator[int]:
        """The lines after which a snapshot was taken, in order. Each is compared with the register when this is resumed."""
        for line in reader.lines(SNAPSHOTS):
            with decoding(SNAPSHOTS, line.number):
                found = PEOPLE.snapshot_in(line.body)
            if found is None:
                continue
            yield found.line
            if found.state != self._register:
                raise BrokenLineError(SNAPSHOTS, line.number, f"is not the register after line {found.line} of {PEOPLE.name}")
