"""Compare the books in snapshots with the books summed from the lines."""

from collections.abc import Iterator

import msgspec

from croupier.audit.books import Books
from croupier.audit.broken import decoding
from croupier.journal.port import BrokenLineError, Reader
from croupier.journal.streams import snapshots
from croupier.ledger.book import Book
from croupier.table.core.snapshot import FORM, SnapshotHeader


class _Part(msgspec.Struct):
    book: Book


class _Snapshot(SnapshotHeader, frozen=True, kw_only=True):
    table: _Part


def compared(reader: Reader, table: str, books: Books) -> Iterator[int]:
    """Yield the line of each snapshot. When resumed, `books` must be as of that line, and the snapshot is compared with it.

    Snapshots of another format are skipped: no server uses them.
    """
    stream, last, end = snapshots(table), 0, reader.head(table).number
    for _, number, _, _, body, _ in reader.rows(stream):
        with decoding(stream, number):
            if msgspec.json.decode(body, type=SnapshotHeader).form != FORM:
                continue
            found = msgspec.json.decode(body, type=_Snapshot)
        if not 0 < found.line <= end:
            raise BrokenLineError(stream, number, f"was taken after line {found.line}, which is not there")
        if found.line <= last:
            raise BrokenLineError(stream, number, f"was taken after line {found.line}, and the one before it after line {last}")
        last = found.line
        yield last
        if found.table.book.balances != {name: held for name, held in books.balances.items() if held}:
            raise BrokenLineError(stream, number, f"has another book than the table had after line {last}")
