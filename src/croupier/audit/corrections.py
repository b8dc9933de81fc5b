"""Corrections in the journal of a table: the table before and after each, with every round as it was and as it is."""

from collections.abc import Iterator
from typing import NamedTuple

from croupier.audit.window import Start, Window, follow_window
from croupier.journal.port import Reader
from croupier.table.core.apply import apply
from croupier.table.core.message import Event
from croupier.table.core.recorded import events_in
from croupier.table.core.state import Table
from croupier.table.rounds.correcting import SettledAgain

AGAIN = b'"SettledAgain"'
"""Only lines that contain this have a correction."""


class RewrittenRound(NamedTuple):
    """A round that was settled again."""

    round: int
    was: Event
    """The event that ended it before the correction."""
    now: Event
    """The one that ends it since."""


class Correction(NamedTuple):
    """A correction, and the table before and after it."""

    event: SettledAgain
    before: Table
    after: Table

    def rounds(self) -> list[RewrittenRound]:
        """The corrected round, and all later ones."""
        now = {past.round: past.event for past in self.after.past}
        return [
            RewrittenRound(past.round, past.event, now[past.round])
            for past in self.before.past
            if past.round >= self.event.round
        ]


class Corrections:
    """Finds the corrections of a table. A table is replayed where one is, and no further than needed."""

    def __init__(self, reader: Reader, table: str) -> None:
        """Read the stream of this table."""
        self._reader, self._table = reader, table
        self._followed: tuple[int, Start] | None = None
        """The table before the last correction, and the line from which it was replayed."""

    def in_line(self, number: int, body: bytes, at: int) -> list[Correction]:
        """The corrections in a line that was written at a time, in milliseconds since 1970. Lines have to come in order."""
        if AGAIN not in body:
            return []

        def follow(start: Start) -> list[Correction]:
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
            return list(_corrections(table, body))

        return follow_window(self._reader, self._table, Window(at), follow)


def _corrections(table: Table, body: bytes) -> Iterator[Correction]:
    """The corrections in a line, given the table before it. Raise `ForgottenRoundError` if it does not keep the round."""
    for event in events_in(body):
        after = apply(table, event)
        if isinstance(event, SettledAgain):
            yield Correction(event, table, after)
        table = after
