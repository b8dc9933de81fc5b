"""The names of enrolled terminals at the seats of tables, as the journal has them."""

from collections.abc import Mapping

import msgspec

from croupier.audit.window import Window, start_of
from croupier.journal.port import Reader
from croupier.journal.streams import tables

TAKEN = b'"SeatTaken"'
"""Only lines that contain this name a terminal for the first time."""


class _Event(msgspec.Struct, gc=False):
    type: str
    seat: str | None = None
    terminal: str | None = None


class _Line(msgspec.Struct, gc=False):
    events: tuple[_Event, ...] = ()


_decode = msgspec.json.Decoder(_Line).decode


class TerminalNames:
    """Finds the names. Each table is read once, from the last snapshot before the interval of a report."""

    def __init__(self, journal: Reader, since: int | None) -> None:
        """Find the names that a report from this time on needs: milliseconds since 1970, or the whole life."""
        self._journal, self._since = journal, since
        self._known: dict[str, Mapping[str, str]] = {}

    def at(self, table: str) -> Mapping[str, str]:
        """The name of each seat that an enrolled terminal has had. A seat is one visit, and never another terminal's."""
        if table not in self._known:
            self._known[table] = self._read(table) if table in tables(self._journal.heads()) else {}
        return self._known[table]

    def _read(self, table: str) -> Mapping[str, str]:
        start = start_of(self._journal, table, Window(self._since), back=0)
        found = dict(start.table.terminals)
        for _, _, _, _, body, _ in self._journal.rows(table, start.line):
            if TAKEN in body:
                found |= {each.seat: each.terminal for each in _decode(body).events if each.seat and each.terminal}
        return found
