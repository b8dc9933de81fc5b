"""Rounds that a table no longer keeps in memory: read them from the journal, so that one can be corrected."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.journal import streams
from croupier.journal.port import Lines
from croupier.table.core.message import Command
from croupier.table.core.snapshot import rebuild
from croupier.table.core.state import MEMORY, Table


def recall(journal: Lines, name: str, table: Table, command: Command) -> Table:
    """The table with the older rounds that a command needs. The journal must have all lines of the table."""

    def lines(after: int) -> Iterator[bytes]:
        return (line.body for line in journal.lines(name, after))

    def snapshots() -> Iterator[bytes]:
        stream = streams.snapshots(name)
        for number in range(journal.head(stream).number, 0, -1):
            yield next(journal.lines(stream, number - 1)).body

    back = table.in_play - getattr(command, "round", 0)
    rebuilt, _ = rebuild(lines, snapshots, max(MEMORY, back + 1))
    return replace(table, past=rebuilt.past)
