"""Verify a journal: numbers, hashes, epochs, names, books and signatures, all of them, as of one moment."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple

import msgspec

from croupier.audit.books import Books
from croupier.audit.records import records
from croupier.audit.signed import Copy, Signed, SignedHead
from croupier.audit.snapshots import compared
from croupier.audit.strand import Strand, each, nothing
from croupier.journal.chain import ANY_EPOCH, BETWEEN, followed
from croupier.journal.port import START, BrokenLineError, EpochError, Head, JournalError, Reader, Row
from croupier.journal.streams import ANCHORS, claims, snapshots, tables
from croupier.table.opening import TableOpened

Tell = Callable[[int], None]

AHEAD = 10_000
"""How many anchors are read at once: what they signed is kept in mind until the other streams have come as far."""


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
    faults = _faults(chain(reader.faults(), looking.streams()))
    return Verified(
        streams=len(looking.heads),
        tables=len(tables(looking.heads)),
        lines=looking.lines,
        anchors=signed.anchors,
        unsigned=signed.unsigned(looking.heads),
        keys=signed.keys,
        faults=faults,
    )


def _faults(found: Iterator[str]) -> tuple[str, ...]:
    """Each once; also a store that cannot be read any further has a fault."""
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
    _strands: dict[str, Strand | None] = field(default_factory=dict[str, Strand | None])
    """Every stream as far as it was looked at; nothing where that has ended at a broken line."""
    _broken: dict[str, _Fault] = field(default_factory=dict[str, _Fault])

    def streams(self) -> Iterator[str]:
        """Look at every stream, at the anchors ahead of the others: they say which of their lines were signed."""
        self.heads = self.reader.heads()
        if not self.heads:
            yield "has no line: nothing was ever written to it, or all was taken away; restore a backup"
        read = -1
        while read < self.signed.anchors:
            read = self.signed.anchors
            self._look(ANCHORS, lambda strand: self._go_on(strand, strand.head.number + AHEAD))
            for stream, signed in self.signed.gathered().items():
                self._look(stream, partial(self._hold, stream, sorted(signed)))
        for stream in sorted(self.heads, key=lambda stream: stream != ANCHORS):
            self._look(stream, partial(self._finish, stream))
        self.tell(self.lines)
        yield from self._sentences()
        yield from self.signed.faults(self.heads)

    def _look(self, stream: str, how: Callable[[Strand], None]) -> None:
        """Look at more of a stream, unless its first broken line was found before."""
        try:
            strand = self._strands[stream] if stream in self._strands else self._strand(stream)
            self._strands[stream] = strand
            if strand:
                how(strand)
        except JournalError as error:
            self._strands[stream] = None
            self._note(stream, error)

    def _go_on(self, strand: Strand, number: int) -> None:
        """Look at the lines up to a number, and tell now and then how far we are."""
        while strand.head.number < number and (done := strand.go_on(min(number, strand.head.number + BETWEEN))):
            self.lines += done
            if self.lines - self._told >= BETWEEN:
                self._told = self.lines
                self.tell(self.lines)

    def _hold(self, stream: str, signed: Iterable[SignedHead], strand: Strand) -> None:
        """Hold lines against what was signed."""
        for number, hash, anchor in signed:
            self._go_on(strand, number)
            head = strand.head
            if head.number < number:
                gone = f"is not there, though line {anchor} of the anchors has signed it"
                raise BrokenLineError(stream, head.number + 1, gone)
            if head.number > number:  # of two servers, the one that signed later may have looked earlier
                head = Head(number, next(self.reader.rows(stream, number - 1))[5])
            if head.hash.hex() != hash:
                raise BrokenLineError(stream, number, f"line {anchor} of the anchors has signed another hash for it")

    def _finish(self, stream: str, strand: Strand) -> None:
        """Look at the rest of a stream, which ends with its head."""
        head = self.heads[stream]
        self._go_on(strand, head.number + 1)
        if strand.head != head:
            raise BrokenLineError(stream, head.number, f"is not the line at which the stream ends, line {strand.head.number}")

    def _strand(self, stream: str) -> Strand:
        """A stream from its first line on, with everything that there is to say about its lines."""
        rows = followed(stream, self.reader.rows(stream), self._epochs(stream))
        if stream == ANCHORS:
            return Strand(rows, each(self.signed.check))
        table, beside, _ = stream.partition("/")
        if not beside:
            _opening(self._first(table))
            books = Books()
            return Strand(rows, books.add, self._snapshots(table, books))
        if stream in records(table) and table not in self.heads:
            raise BrokenLineError(stream, 1, f"belongs to the table {table}, which is not there")
        return Strand(rows, records(table).get(stream, nothing))

    def _snapshots(self, table: str, books: Books) -> Iterator[int]:
        """After which lines snapshots are compared. One that is wrong says nothing about the lines."""
        try:
            yield from compared(self.reader, table, books)
        except JournalError as error:
            self._note(snapshots(table), error)

    def _epochs(self, stream: str) -> range:
        """Under which epochs the lines of a stream may have been written: those of whoever has had its table.

        What the first layout had was nobody's, and a table that begins so may have more of it.
        """
        table = stream.partition("/")[0]
        if stream == ANCHORS or table not in self.heads:
            return range(1) if stream == ANCHORS else ANY_EPOCH
        first = 0 if stream != claims(table) and self._first(table)[2] == 0 else 1
        return range(first, self.heads.get(claims(table), START).number + 1)

    def _first(self, table: str) -> Row:
        for row in self.reader.rows(table):
            return row
        raise BrokenLineError(table, 1, "is not there, and no other line of this table")

    def _note(self, stream: str, error: JournalError) -> None:
        """Of every stream the first broken line is kept, however it was found."""
        number = error.number if isinstance(error, BrokenLineError) else 0
        if stream not in self._broken or number < self._broken[stream].number:
            sentence = str(error) if number else f"{stream}: {error}"
            self._broken[stream] = _Fault(number, sentence, isinstance(error, EpochError))

    def _sentences(self) -> Iterator[str]:
        """All that was found. Where a claim is broken, those who wrote under it are not to blame."""
        for stream in sorted(self._broken, key=lambda stream: (stream != ANCHORS, stream)):
            claimed = claims(stream.partition("/")[0])
            if not (self._broken[stream].is_of_epoch and stream != claimed and claimed in self._broken):
                yield self._broken[stream].sentence


def _opening(first: Row) -> None:
    """The first line opens a table; where that one is missing, the chain says so."""
    stream, number, _, _, body, _ = first
    try:
        if number == 1:
            msgspec.json.decode(body, type=TableOpened)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(stream, number, f"does not open a table ({error})") from None
