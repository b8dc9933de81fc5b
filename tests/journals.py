"""Journals for tests: one on a file, and what it says."""

from pathlib import Path

from croupier.journal.journal import ThreadedJournal
from croupier.journal.port import Draft, Entry, Part
from croupier.journal.sqlite import SqliteReader, SqliteStore


def journal_on(path: Path) -> ThreadedJournal:
    """A journal on a SQLite file."""
    return ThreadedJournal(SqliteStore(path))


def bodies(path: Path, stream: str) -> list[bytes]:
    """What the lines of a stream say, by the file alone."""
    reader = SqliteReader(path)
    try:
        return [line.body for line in reader.lines(stream)]
    finally:
        reader.close()


def entry(stream: str, after: int, *said: bytes, name: str = "", epoch: int = 0) -> Entry:
    """An entry of one stream; a name goes to its first line."""
    drafts = tuple(Draft(body, "" if index else name) for index, body in enumerate(said))
    return Entry((Part(stream, after, drafts),), epoch)
