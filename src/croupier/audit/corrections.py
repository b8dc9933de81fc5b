"""Revisions in the journal of a table: the table before and after each, with every round as it was and as it is."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from croupier.audit.window import Start, Window, follow_window
from croupier.journal.port import Reader
from croupier.table import EVENTS
from croupier.table.core.apply import apply
from croupier.table.core.message import Event
from croupier.table.core.recorded import events_in
from croupier.table.core.rows import History
from croupier.table.core.state import Table
from croupier.table.rounds.revisions import Revision, revises, revisions

T = TypeVar("T")
REVISING = frozenset(
    kind.__name__ for kind, row in EVENTS.items() if row.history is History.REWRITES or row.redecides is not None
)
"""The events that may change what finished rounds have decided."""
HINT = re.compile(rb'"type":"(?:%s)"' % "|".join(sorted(REVISING)).encode())
"""Only lines in which this is found have one."""


class Correction(NamedTuple):
    """An event that has revised finished rounds, the table before and after it, and the rounds."""

    event: Event
    before: Table
    after: Table
    rounds: list[Revision]


class Corrections:
    """Finds the corrections of a table. A table is replayed where one is, and no further than needed."""

    def __init__(self, reader: Reader, table: str) -> None:
        """Read the stream of this table."""
        self._reader, self._table = reader, table
        self._followed: tuple[int, Start] | None = None
        """The table before the last correction, and the line from which it was replayed."""

    def in_line(self, number: int, body: bytes, at: int) -> list[Correction]:
        """The corrections in a line that was written at a time, in milliseconds since 1970. Lines have to come in order."""
        return self._at(number, at, lambda table: list(_corrections(table, body))) if HINT.search(body) else []

    def before(self, kind: str, number: int, body: bytes, at: int) -> Table:
        """The table before the first event of a kind in a line that was written at a time. Lines have to come in order."""

        def up_to(table: Table) -> Table:
            for event in events_in(body):
                if type(event).__name__ == kind:
                    break
                table = apply(table, event)
            return table

        return self._at(number, at, up_to)

    def _at(self, number: int, at: int, found: Callable[[Table], T]) -> T:
        """What is found at the table before a line."""

        def follow(start: Start) -> T:
            began = start.line
            if self._followed and self._followed[0] <= began <= self._followed[1].line:
                began, start = self._followed
            table = start.table
            for line in self._reader.lines(self._table, start.line):
                if line.number >= number:
                    break
                for event in events_in(line.body):
                    table = apply(table, event)
            self._followed = began, Start(table, number - 1)
            return found(table)

        return follow_window(self._reader, self._table, Window(at), follow)


def _corrections(table: Table, body: bytes) -> Iterator[Correction]:
    """The corrections in a line, given the table before it. Raise `ForgottenRoundError` if it does not keep the round."""
    for event in events_in(body):
        after = apply(table, event)
        if revises(event):
            yield Correction(event, table, after, revisions(event, table, after))
        table = after
