"""A strand: one stream of a journal on the way from its first line to its last."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from croupier.journal.port import START, Head, Row

Check = Callable[[Row], None]


def nothing(_: Row) -> None:
    """Nothing more needs to be said about a line."""


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
        row, check = None, self._check
        for row in islice(self._rows, max(0, number - self.head.number)):
            check(row)
        if row:
            self.head = Head(row[1], row[5])
