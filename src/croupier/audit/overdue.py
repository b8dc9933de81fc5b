"""Lines that should have been signed long ago: a sign that anchors were removed, or that signing fails."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping

from croupier.audit.window import written_at
from croupier.journal import claim
from croupier.journal.port import Head, Line, Reader
from croupier.journal.streams import claims, tables

LONGEST_UNSIGNED = 30_000
"""Milliseconds over which a server may write without an anchor. It signs three times as often."""


def overdue(reader: Reader, heads: Mapping[str, Head], signed: Callable[[str], int]) -> Iterator[str]:
    """Warn of each table on which one server has written for too long without an anchor.

    `signed` gives the last signed line of a stream. The time between two servers does not count: nobody signs then.
    """
    for table in tables(heads):
        last, end = heads[table].number, signed(table)
        while end < last:
            first, end = end + 1, _end_of_epoch(reader, table, end + 1, last)
            seconds = _seconds(reader, table, first, end, signed)
            if seconds * 1000 > LONGEST_UNSIGNED:
                yield (
                    f"{table}, lines {first} to {end}: were written in {seconds:,} seconds and no anchor signs them, though a "
                    "server signs every ten seconds; anchors were removed, or could not be written"
                )
                break


def _end_of_epoch(reader: Reader, table: str, first: int, last: int) -> int:
    """The last line of a table that has the epoch of a line. Epochs never decrease."""
    epoch = _line(reader, table, first).epoch
    return bisect_right(range(last + 1), epoch, lo=first, key=lambda number: _line(reader, table, number).epoch) - 1


def _seconds(reader: Reader, table: str, first: int, end: int, signed: Callable[[str], int]) -> int:
    """The time that one server took to write lines: from its claim, if that is not signed either."""
    line, stream = _line(reader, table, first), claims(table)
    begun = claim.read(stream, line.epoch, _line(reader, stream, line.epoch).body).at
    moments = [moment for number in (first, end) if (moment := written_at(_line(reader, table, number))) is not None]
    if line.epoch > signed(stream):
        moments.append(begun)
    return (max(moments, default=0) - min(moments, default=0)) // 1000


def _line(reader: Reader, stream: str, number: int) -> Line:
    return next(reader.lines(stream, number - 1))
