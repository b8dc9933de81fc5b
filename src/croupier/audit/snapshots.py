"""What snapshots say was in the books, to be held against what the lines say."""

from collections.abc import Mapping

import msgspec

from croupier.journal.port import BrokenLineError, Reader
from croupier.journal.streams import snapshots
from croupier.ledger.accounts import Account
from croupier.ledger.book import Book
from croupier.table.snapshot import FORM, Stated


class _Part(msgspec.Struct):
    book: Book


class _Snapshot(Stated, frozen=True, kw_only=True):
    table: _Part


def kept_books(reader: Reader, table: str) -> dict[int, tuple[int, Mapping[Account, int]]]:
    """The book in every snapshot of a table, by the line it was taken after, and the number of the snapshot.

    One of another form than is written now is used by nobody.
    """
    books: dict[int, tuple[int, Mapping[Account, int]]] = {}
    for number, line in enumerate(reader.lines(snapshots(table)), 1):
        try:
            if msgspec.json.decode(line.body, type=Stated).form == FORM:
                found = msgspec.json.decode(line.body, type=_Snapshot)
                books[found.line] = number, found.table.book.balances
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(line.stream, line.number, f"cannot be read ({error})") from None
    return books
