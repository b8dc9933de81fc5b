"""A cursor on one stream that checks the lines as it reads them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from croupier.journal.port import START, Head, Row

Check = Callable[[Sequence[Row]], None]


def no_check(_: Sequence[Row]) -> None:
    """Check nothing beyond the hash chain."""


def per_row(check: Callable[[Row], None]) -> Check:
    """Turn a check of one row into a check of several."""

    def check_all(rows: Sequence[Row]) -> None:
        for row in rows:
            check(row)

    return check_all


class StreamCursor:
    """Reads a stream in steps and checks its lines. `head` is the last line read."""

    def __init__(self, rows: Iterator[Row], check: Check = no_check, stops: Iterable[int] = ()) -> None:
        """Check every row with `check`. `stops` yields line numbers; it is resumed right after that line was checked."""
        self.head = START
        self._rows, self._check, self._stops = rows, check, iter(stops)
        self._stop = next(self._stops, 0)

    def advance(self, number: int) -> int:
        """Read the lines up to a number, or to the end, and return how many were read."""
        before = self.head.number
        while self.head.number < self._stop <= number:
            self._take(self._stop)
            self._stop = next(self._stops, 0) if self.head.number == self._stop else 0
        self._take(number)
        return self.head.number - before

    def _take(self, number: int) -> None:
        rows: list[Row] = []
        try:
            rows.extend(islice(self._rows, max(0, number - self.head.number)))
        finally:
            # Check the lines before a broken one first: they may have an earlier fault.
            if rows:
                self._check(rows)
                self.head = Head(rows[-1][1], rows[-1][5])
