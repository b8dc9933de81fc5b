"""A strand: one stream of a journal on the way from its first line to its last."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from croupier.journal.port import START, Head, Row

Check = Callable[[Sequence[Row]], None]


def nothing(_: Sequence[Row]) -> None:
    """Nothing more needs to be said about lines."""


def each(check: Callable[[Row], None]) -> Check:
    """Lines that are looked at one by one."""

    def check_all(rows: Sequence[Row]) -> None:
        for row in rows:
            check(row)

    return check_all


class Strand:
    """Lines that are looked at as they come, and how far that has come."""

    def __init__(self, rows: Iterator[Row], check: Check = nothing, stops: Iterable[int] = ()) -> None:
        """Check every row; and where a stop is reached, ask for the next, so that whoever named it can look around."""
        self.head = START
        self._rows, self._check, self._stops = rows, check, iter(stops)
        self._stop = next(self._stops, 0)

    def go_on(self, number: int) -> int:
        """Look at the lines up to a number, or to the end; how many those were."""
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
            # Where a line is broken, those before it may say what is worse.
            if rows:
                self._check(rows)
                self.head = Head(rows[-1][1], rows[-1][5])
