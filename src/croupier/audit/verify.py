"""Verify a journal in one consistent read: numbers, hashes, epochs, names, books, people, settings, snapshots, signatures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple

import msgspec

from croupier.audit.books import Books
from croupier.audit.cage import CageFold
from croupier.audit.cursor import StreamCursor, no_check, per_row
from croupier.audit.overdue import overdue
from croupier.audit.people import PeopleFold
from croupier.audit.promotions import PrizeFold
from croupier.audit.records import records
from croupier.audit.settings import check_settings
from croupier.audit.signed import Copy, Signed, SignedHead
from croupier.audit.snapshots import compared
from croupier.cage.fold import CAGE_REGISTER
from croupier.journal.chain import ANY_EPOCH, CHUNK_LINES, PROGRESS_INTERVAL_LINES, verified_lines
from croupier.journal.port import START, BrokenLineError, EpochError, Head, JournalError, Reader, Row
from croupier.journal.streams import ANCHORS, FLOOR_SETTINGS, claims, snapshots, tables
from croupier.people.fold import PEOPLE
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.table.core.opening import TableOpened

Tell = Callable[[int], None]

ANCHOR_BATCH = 10_000
"""Anchors to read at a time. Their signed heads stay in memory until the other streams were read that far."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The result: what was read, and all faults. Of each stream only the first broken line is reported."""

    streams: int
    tables: int
    lines: int
    anchors: int
    unsigned: int
    """The number of lines that no anchor covers yet."""
    keys: Mapping[str, int]
    """Every signing key, with the number of the first anchor signed with it."""
    faults: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    """What may have an innocent reason: anchors that are missing where a server would have signed."""


def verify(reader: Reader, *, key: str = "", copies: Iterable[Copy] = (), tell: Tell = lambda _: None) -> Verified:
    """Verify everything. If `key` is given, it must have signed all anchors. All `copies` must be in the journal."""
    signed = Signed(key, copies)
    looking = _Looking(reader, signed, tell)
    faults = _faults(chain(reader.faults(), looking.streams()))
    return Verified(
        streams=len(looking.heads),
        tables=len(tables(looking.heads)),
        lines=looking.lines,
        anchors=signed.anchors,
        unsigned=signed.unsigned(looking.heads),
        keys=signed.keys,
        faults=faults,
        warnings=() if faults else tuple(overdue(reader, looking.heads, signed.end)),
    )


def _faults(found: Iterator[str]) -> tuple[str, ...]:
    """Collect faults without duplicates. A store that cannot be read any further is a fault, too."""
    faults: list[str] = []
    try:
        faults.extend(found)
    except JournalError as error:
        faults.append(str(error))
    return tuple(dict.fromkeys(faults))


class _Fault(NamedTuple):
    number: int
    sentence: str
    is_of_epoch: bool = False


@dataclass(slots=True)
class _Looking:
    reader: Reader
    signed: Signed
    tell: Tell
    heads: Mapping[str, Head] = field(default_factory=dict[str, Head])
    lines: int = 0
    _told: int = 0
    _cursors: dict[str, StreamCursor | None] = field(default_factory=dict[str, StreamCursor | None])
    """The streams that are being read; None once a broken line was found."""
    _broken: dict[str, _Fault] = field(default_factory=dict[str, _Fault])

    def streams(self) -> Iterator[str]:
        """Read every stream. The anchors go first, some thousand at a time, because they sign lines of the others."""
        self.heads = self.reader.heads()
        if not self.heads:
            yield "has no lines: nothing was ever written to it, or everything was deleted; restore a backup"
        read = -1
        while read < self.signed.anchors:
            read = self.signed.anchors
            self._look(ANCHORS, lambda cursor: self._go_on(cursor, cursor.head.number + ANCHOR_BATCH))
            for stream, signed in self.signed.gathered().items():
                self._look(stream, partial(self._hold, stream, sorted(signed)))
        for stream in sorted(self.heads, key=lambda stream: stream != ANCHORS):
            self._look(stream, partial(self._finish, stream))
        self.tell(self.lines)
        yield from self._sentences()
        yield from self.signed.faults(self.heads)

    def _look(self, stream: str, how: Callable[[StreamCursor], None]) -> None:
        """Read more of a stream, unless a broken line was found in it."""
        try:
            cursor = self._cursors[stream] if stream in self._cursors else self._cursor(stream)
            self._cursors[stream] = cursor
            if cursor:
                how(cursor)
        except JournalError as error:
            self._cursors[stream] = None
            self._note(stream, error)

    def _go_on(self, cursor: StreamCursor, number: int) -> None:
        """Read the lines up to a number, a chunk at a time so that they stay in the CPU's cache, and report progress."""
        while cursor.head.number < number and (done := cursor.advance(min(number, cursor.head.number + CHUNK_LINES))):
            self.lines += done
            if self.lines - self._told >= PROGRESS_INTERVAL_LINES:
                self._told = self.lines
                self.tell(self.lines)

    def _hold(self, stream: str, signed: Iterable[SignedHead], cursor: StreamCursor) -> None:
        """Compare lines with the signed heads."""
        for number, hash, anchor in signed:
            self._go_on(cursor, number)
            head = cursor.head
            if head.number < number:
                gone = f"is not there, though line {anchor} of the anchors has signed it"
                raise BrokenLineError(stream, head.number + 1, gone)
            if head.number > number:  # another server may have signed an older head later
                head = Head(number, next(self.reader.rows(stream, number - 1))[5])
            if head.hash.hex() != hash:
                raise BrokenLineError(stream, number, f"line {anchor} of the anchors has signed another hash for it")

    def _finish(self, stream: str, cursor: StreamCursor) -> None:
        """Read the rest of a stream, and check that it ends with its head."""
        head = self.heads[stream]
        self._go_on(cursor, head.number + 1)
        if cursor.head != head:
            raise BrokenLineError(stream, head.number, f"is not the line at which the stream ends, line {cursor.head.number}")

    def _cursor(self, stream: str) -> StreamCursor:
        """Start reading a stream, with the checks for its kind of lines."""
        rows = verified_lines(stream, self.reader.rows(stream), self._epochs(stream))
        if stream == ANCHORS:
            return StreamCursor(rows, per_row(self.signed.check))
        if stream == FLOOR_SETTINGS:
            return StreamCursor(rows, per_row(check_settings))
        if stream == PEOPLE.name:
            people = PeopleFold()
            return StreamCursor(rows, people.add, self._noting(snapshots(PEOPLE.name), people.compared(self.reader)))
        if stream == PRIZE_REGISTER.name:
            prizes = PrizeFold()
            return StreamCursor(rows, prizes.add, self._noting(snapshots(PRIZE_REGISTER.name), prizes.compared(self.reader)))
        if stream == CAGE_REGISTER.name:
            cage = CageFold()
            return StreamCursor(rows, cage.add, self._noting(snapshots(CAGE_REGISTER.name), cage.compared(self.reader)))
        if stream in records(CAGE_REGISTER.name):
            return StreamCursor(rows, records(CAGE_REGISTER.name)[stream])
        table, beside, _ = stream.partition("/")
        if not beside:
            _opening(self._first(table))
            books = Books()
            return StreamCursor(rows, books.add, self._noting(snapshots(table), compared(self.reader, table, books)))
        if stream in records(table) and table not in self.heads:
            raise BrokenLineError(stream, 1, f"belongs to the table {table}, which is not there")
        return StreamCursor(rows, records(table).get(stream, no_check))

    def _noting(self, stream: str, compared: Iterator[int]) -> Iterator[int]:
        """The lines after which to compare a snapshot. A wrong snapshot is a fault of its own stream, not of the table's."""
        try:
            yield from compared
        except JournalError as error:
            self._note(stream, error)

    def _epochs(self, stream: str) -> range:
        """The epochs that lines of a stream may have: those begun by a claim on its table. The floor's own have none."""
        table = stream.partition("/")[0]
        if stream in (
            ANCHORS,
            FLOOR_SETTINGS,
            PEOPLE.name,
            snapshots(PEOPLE.name),
            PRIZE_REGISTER.name,
            snapshots(PRIZE_REGISTER.name),
        ):
            return range(1)
        if stream in (CAGE_REGISTER.name, claims(CAGE_REGISTER.name), snapshots(CAGE_REGISTER.name)):
            return range(1, self.heads.get(claims(CAGE_REGISTER.name), START).number + 1)
        if table not in self.heads:
            return ANY_EPOCH
        return range(1, self.heads.get(claims(table), START).number + 1)

    def _first(self, table: str) -> Row:
        for row in self.reader.rows(table):
            return row
        raise BrokenLineError(table, 1, "is not there, nor any other line of this table")

    def _note(self, stream: str, error: JournalError) -> None:
        """Keep the first broken line of each stream, however it was found."""
        number = error.number if isinstance(error, BrokenLineError) else 0
        if stream not in self._broken or number < self._broken[stream].number:
            sentence = str(error) if number else f"{stream}: {error}"
            self._broken[stream] = _Fault(number, sentence, isinstance(error, EpochError))

    def _sentences(self) -> Iterator[str]:
        """All faults found. If a claim is broken, do not also report the epochs of lines written under it."""
        for stream in sorted(self._broken, key=lambda stream: (stream != ANCHORS, stream)):
            claimed = claims(stream.partition("/")[0])
            if not (self._broken[stream].is_of_epoch and stream != claimed and claimed in self._broken):
                yield self._broken[stream].sentence


def _opening(first: Row) -> None:
    """Check that the first line opens a table. If line 1 is missing, the chain check reports it."""
    stream, number, _, _, body, _ = first
    try:
        if number == 1:
            msgspec.json.decode(body, type=TableOpened)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(stream, number, f"does not open a table ({error})") from None
