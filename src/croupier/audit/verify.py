"""Verify a journal: numbers, hashes, epochs, names, books and signatures, all of them, as of one moment."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from croupier.audit.books import Books
from croupier.audit.records import Check, records
from croupier.audit.signed import Copy, Signed
from croupier.audit.snapshots import kept_books
from croupier.journal.chain import ANY_EPOCH, prove
from croupier.journal.port import BrokenLineError, Head, JournalError, Line, Reader, Row
from croupier.journal.streams import ANCHORS, claims, snapshots, tables
from croupier.table.opening import TableOpened

Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, and all that is wrong with it: of every stream its first broken line."""

    streams: int
    tables: int
    lines: int
    anchors: int
    unsigned: int
    """How many lines no anchor vouches for yet."""
    keys: Mapping[str, int]
    """Every key in use, and the first anchor signed with it."""
    faults: tuple[str, ...]


def verify(reader: Reader, *, key: str = "", copies: Iterable[Copy] = (), tell: Tell = lambda _: None) -> Verified:
    """Look at everything. With a key, all anchors must be of that key; copies of anchors must be in the journal."""
    signed = Signed(key, copies)
    looking = _Looking(reader, signed, tell)
    # What is damaged may read as anything: only a store that is whole is read.
    faults = [*_faults(reader.faults())] or [*_faults(looking.streams())]
    return Verified(
        streams=len(looking.heads),
        tables=len(tables(looking.heads)),
        lines=looking.lines,
        anchors=signed.anchors,
        unsigned=signed.unsigned(looking.heads),
        keys=signed.keys,
        faults=tuple(faults),
    )


def _faults(found: Iterator[str]) -> Iterator[str]:
    """Also a store that cannot be read any further has a fault."""
    try:
        yield from found
    except JournalError as error:
        yield str(error)


@dataclass(slots=True)
class _Looking:
    reader: Reader
    signed: Signed
    tell: Tell
    heads: Mapping[str, Head] = field(default_factory=dict[str, Head])
    lines: int = 0

    def streams(self) -> Iterator[str]:
        """Look at every stream, at the anchors first: they say which lines of the others were signed."""
        self.heads = self.reader.heads()
        for stream in sorted(self.heads, key=lambda stream: stream != ANCHORS):
            try:
                self._stream(stream)
            except BrokenLineError as error:
                yield str(error)
            except JournalError as error:
                yield f"{stream}: {error}"
        yield from self.signed.faults(self.heads)

    def _stream(self, stream: str) -> None:
        """Look at one stream up to its end, or to the first line that is broken."""
        rows, before = self.reader.rows(stream), self.lines
        marks = self.signed.marks(stream)
        take = self._check(stream, marks)
        last = prove(stream, rows, self._epochs(stream), take, lambda done: self.tell(before + done), marks)
        if last != self.heads[stream]:
            raise BrokenLineError(
                stream, self.heads[stream].number, f"is not the line at which the stream ends, line {last.number}"
            )
        self.signed.compare(stream, last)
        self.lines += last.number
        self.tell(self.lines)

    def _check(self, stream: str, marks: dict[int, list[Check]]) -> Check:
        """What else there is to say about all lines of a stream; what there is to say about some is added to the marks."""
        if stream == ANCHORS:
            return self.signed.check
        table, beside, _ = stream.partition("/")
        if not beside:
            _opening(self._first(table))
            return self._books(table, marks)
        if stream in records(table) and table not in self.heads:
            raise BrokenLineError(stream, 1, f"belongs to the table {table}, which is not there")
        return records(table).get(stream, lambda _: None)

    def _books(self, table: str, marks: dict[int, list[Check]]) -> Check:
        """Add up what the lines of a table moved, and compare it with what its snapshots say."""
        books, kept = Books(), kept_books(self.reader, table)

        def look(row: Row) -> None:
            line = row[1]
            if kept[line][1] != {name: held for name, held in books.balances.items() if held}:
                raise BrokenLineError(snapshots(table), kept[line][0], f"has another book than the table had after line {line}")

        for line, (number, _) in kept.items():
            if not 0 < line <= self.heads[table].number:
                raise BrokenLineError(snapshots(table), number, f"was taken after line {line}, which is not there")
            marks.setdefault(line, []).append(look)
        return books.add

    def _epochs(self, stream: str) -> range:
        """Under which epochs the lines of a stream may have been written: those of whoever has had its table.

        What the first layout had was nobody's, and a table that begins so may have more of it.
        """
        table = stream.partition("/")[0]
        if stream == ANCHORS or table not in self.heads:
            return range(1) if stream == ANCHORS else ANY_EPOCH
        first = 0 if stream != claims(table) and self._first(table).epoch == 0 else 1
        return range(first, self.heads.get(claims(table), Head(0, b"")).number + 1)

    def _first(self, table: str) -> Line:
        return next(self.reader.lines(table))


def _opening(first: Line) -> None:
    try:
        msgspec.json.decode(first.body, type=TableOpened)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(first.stream, first.number, f"does not open a table ({error})") from None
