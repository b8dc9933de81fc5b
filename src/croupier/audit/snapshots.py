"""What snapshots say was in the books, to be held against what the lines say."""

from collections.abc import Iterator

import msgspec

from croupier.audit.books import Books
from croupier.journal.port import BrokenLineError, Reader
from croupier.journal.streams import snapshots
from croupier.ledger.book import Book
from croupier.table.snapshot import FORM, Stated


class _Part(msgspec.Struct):
    book: Book


class _Snapshot(Stated, frozen=True, kw_only=True):
    table: _Part


def compared(reader: Reader, table: str, books: Books) -> Iterator[int]:
    """After which lines snapshots of a table were taken; whoever has come to one asks for the next, and has it compared.

    One of another form than is written now is used by nobody.
    """
    stream, last, end = snapshots(table), 0, reader.head(table).number
    for _, number, _, _, body, _ in reader.rows(stream):
        try:
            if msgspec.json.decode(body, type=Stated).form != FORM:
                continue
            found = msgspec.json.decode(body, type=_Snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(stream, number, f"cannot be read ({error})") from None
        if not 0 < found.line <= end:
            raise BrokenLineError(stream, number, f"was taken after line {found.line}, which is not there")
        if found.line <= last:
            raise BrokenLineError(stream, number, f"was taken after line {found.line}, and the one before it after line {last}")
        last = found.line
        yield last
        if found.table.book.balances != {name: held for name, held in books.balances.items() if held}:
            raise BrokenLineError(stream, number, f"has another book than the table had after line {last}")
