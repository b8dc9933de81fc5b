# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The SQLite store: one file in write-ahead log mode."""

import contextlib
import errno
import itertools
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import apsw

from croupier.journal.chain import chunks
from croupier.journal.files import Files, check_writable
from croupier.journal.latency import measured_latency
from croupier.journal.layout import applied_migrations, layout, migrate, own_layout, schema_differences
from croupier.journal.lock import Lock
from croupier.journal.migrations import migrations, missing
from croupier.journal.port import START, DamagedError, EmptyJournalError, Head, JournalError, Line, Row, end_of

OLDEST_SQLITE = (3, 51, 3)
"""Older versions can corrupt a database when they reset the write-ahead log."""

CHECKPOINT_PAGES = 4_000
"""Pages of 4 KB in the write-ahead log after which a commit copies them to the journal.

That commit takes about 10 ms, and those who wait for it wait as long. With SQLite's 1,000 pages it happened several times a
second at 1,000 bets a second. A longer log grows for longer after a start, and an fsync takes longer while it grows.
"""

SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal", "-lock")
"""The suffixes of files that may exist beside a journal while it is written."""

ROW = "(?, ?, ?, ?, ?, ?)"
MAX_INSERT_ROWS = 5_000
"""Rows in one INSERT. SQLite takes 32,766 values in one statement, and a row has 6."""
COLUMNS = "stream, number, epoch, name, body, hash"
HEADS = """
WITH RECURSIVE each (stream) AS (
    SELECT min(stream) FROM line
    UNION ALL
    SELECT (SELECT min(stream) FROM line WHERE stream > each.stream) FROM each WHERE each.stream IS NOT NULL
)
SELECT each.stream, line.number, line.hash FROM each JOIN line ON line.stream = each.stream
WHERE line.number = (SELECT max(number) FROM line AS last WHERE last.stream = each.stream)
"""
"""Skip from stream to stream by the index. Streams are few and lines are many, so this never scans the lines."""

NAMES = "SELECT name FROM line WHERE stream = ? AND name >= ? AND name < ? AND name <> '' LIMIT ?"
LINES = "table line"
DAMAGED = "is damaged or cut off; restore a backup (croupier journal restore)"


class SqliteReader:
    """A file opened for reading. Another process may be writing it."""

    def __init__(self, path: Path) -> None:
        """Open an existing file of the current layout."""
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal; name the file that croupier wrote")
        self._path = path
        with _sentences(path):
            self._connection = _looked_at(path)
            steps = applied_migrations(self._connection)
            if not steps:
                raise EmptyJournalError("is empty: nothing was ever written to it, or it was cut to nothing; restore a backup")
            if missing(migrations("sqlite"), steps):
                raise JournalError("this journal has an older layout; croupier journal migrate brings it up to date")

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream, in the order of their names as bytes."""
        with _sentences(self._path):
            return {cast("str", row[0]): Head(*cast("tuple[int, bytes]", row[1:])) for row in self._connection.execute(HEADS)}

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        statement = "SELECT number, hash FROM line WHERE stream = ? ORDER BY number DESC LIMIT 1"
        # Fetch all rows, or the statement stays open and the file cannot be closed.
        with _sentences(self._path):
            rows = cast("list[tuple[int, bytes]]", self._connection.execute(statement, (stream,)).fetchall())
        return Head(*rows[0]) if rows else START

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        return map(Line._make, self.rows(stream, after))

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same lines as plain tuples."""
        return itertools.chain.from_iterable(self._pieces(stream, after))

    def _pieces(self, stream: str, after: int) -> Iterator[list[Row]]:
        statement = f"SELECT {COLUMNS} FROM line WHERE stream = ? AND number > ? ORDER BY number"  # noqa: S608 - built from constants
        with _sentences(self._path):
            yield from chunks(cast("Iterator[Row]", self._connection.cursor().execute(statement, (stream, after))))

    def find(self, stream: str, name: str) -> Line | None:
        """The line with this name."""
        statement = f"SELECT {COLUMNS} FROM line WHERE stream = ? AND name = ? AND name <> ''"  # noqa: S608 - built from constants
        with _sentences(self._path):
            rows = cast("list[tuple[Any, ...]]", self._connection.execute(statement, (stream, name)).fetchall())
        return Line._make(rows[0]) if rows else None

    def names(self, stream: str, prefix: str, most: int) -> Sequence[str]:
        """Return at most `most` line names that start with `prefix`."""
        with _sentences(self._path):
            found = self._connection.execute(NAMES, (stream, prefix, end_of(prefix), most))
            return [name for (name,) in cast("list[tuple[str]]", found.fetchall())]

    def faults(self) -> Iterator[str]:
        """Report what SQLite's integrity check finds, and how the schema differs from ours."""
        with _sentences(self._path):
            damage = _found(self._connection, "integrity_check")
            yield from (f"{self._path}: {said}" for said in damage)
            found, own = layout(self._connection), own_layout()
            if found != own:
                differences = schema_differences(found, own)
                yield f"{self._path}: its tables and indexes are not those that croupier makes: {differences}"
            if (damage and _found(self._connection, "quick_check")) or found.get(LINES) != own[LINES]:
                raise DamagedError("no line was read, because none can be trusted; restore a backup")

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """Read from one consistent snapshot inside the block."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            # Nothing was written. Unlike COMMIT, this also works on a damaged file.
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


class SqliteStore(SqliteReader):
    """A file opened for writing. A commit returns once it is on disk; a second writer is rejected."""

    def __init__(self, path: Path, *, vfs: str | None = None, synchronous: str = "FULL") -> None:
        """Open or create the file, and apply missing migrations."""
        if tuple(int(part) for part in apsw.sqlite_lib_version().split(".")) < OLDEST_SQLITE:
            raise JournalError(f"SQLite {apsw.sqlite_lib_version()} is too old; 3.51.3 or newer is needed")
        path = path.resolve()  # a symbolic link would get a lock file of its own
        self._path = path
        check_writable(path)
        self._lock = Lock(path)
        with _sentences(path), contextlib.ExitStack() as failing:
            failing.callback(self._lock.release)
            _check_beside(path)
            path.touch(mode=0o600)
            _check_links(path)
            self._connection = _connected(path, apsw.SQLITE_OPEN_READWRITE, vfs)
            failing.callback(self._connection.close)
            steps = missing(migrations("sqlite"), applied_migrations(self._connection))
            if not steps and (said := schema_differences(layout(self._connection), own_layout())):
                raise JournalError(f"its tables and indexes are not those that croupier makes ({said}); put that right first")
            if self._connection.pragma("journal_mode", "wal") != "wal":
                raise JournalError("its file system does not support a write-ahead log; name a file on another one")
            self._connection.execute(f"PRAGMA synchronous = {synchronous}")
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            for step in steps:
                migrate(self._connection, step)
            self._connection.execute("SELECT 1 FROM line").close()  # opens the write-ahead log
            self._files = Files(path, self._connection, self._lock)
            failing.pop_all()

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:  # noqa: ARG002 - no other process writes this file
        """Write lines, all or none. The heads need no check, because the lock keeps other writers away."""
        self.check()
        if len(lines) <= MAX_INSERT_ROWS:
            self._insert(lines)
            return
        with self._connection:
            for start in range(0, len(lines), MAX_INSERT_ROWS):
                self._insert(lines[start : start + MAX_INSERT_ROWS])

    def _insert(self, lines: Sequence[Row]) -> None:
        """Insert lines with one statement, which is its own transaction unless one is open.

        One statement per line would pass the GIL between the writer and the event loop after every line, and slow both.
        """
        if not lines:
            return
        rows = ",".join([ROW] * len(lines))
        values: tuple[int | str | bytes, ...] = tuple(itertools.chain.from_iterable(lines))
        self._connection.execute(f"INSERT INTO line VALUES {rows}", values)  # noqa: S608 - built from constants

    def check(self) -> None:
        """Fail if a file of the journal was removed or replaced."""
        with _sentences(self._path):
            self._files.check()

    def reader(self) -> SqliteReader:
        """Open the same file for reading in another thread."""
        return SqliteReader(self._path)

    def waits(self) -> Sequence[float]:
        """Measure how long writes take on this disk, in milliseconds."""
        return measured_latency(self._path)

    def finish(self) -> None:
        """Leave write-ahead log mode, so that the file can be read on a read-only medium."""
        with _sentences(self._path):
            self._connection.pragma("journal_mode", "delete")

    def close(self) -> None:
        """Checkpoint the write-ahead log into the file, close it and release the lock.

        If the disk fails, or a reader holds an older snapshot, the write-ahead log stays beside the file.
        """
        with _sentences(self._path), contextlib.ExitStack() as going:
            going.callback(self._lock.release)
            going.callback(super().close)
            self._connection.set_busy_timeout(0)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def _sentences(path: Path) -> Generator[None]:
    """Turn errors of SQLite into a `JournalError` that names the file and what to do."""
    try:
        yield
    except JournalError as error:
        message = str(error)
        error.args = (message if message.startswith(str(path)) else f"{path}: {message}",)
        raise
    except apsw.NotADBError:
        raise JournalError(f"{path}: is not a journal; name the file that croupier wrote") from None
    except (apsw.CorruptError, UnicodeDecodeError):
        raise DamagedError(f"{path}: {DAMAGED}") from None
    except (apsw.Error, OSError) as error:
        raise JournalError(f"{path}: {why(error)}") from None


@contextlib.contextmanager
def writing(path: Path) -> Generator[None]:
    """Turn SQLite's errors while a file is written into a `JournalError` that names the file."""
    try:
        yield
    except apsw.Error as error:
        raise JournalError(f"{path}: {why(error)}") from None


def failed(name: str, error: BaseException) -> JournalError:
    """A failed commit, as a sentence that names the file."""
    error = first_error(error)
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return DamagedError(f"{name}: {DAMAGED}")
    return JournalError(f"{name}: {why(error)}")


def first_error(error: BaseException) -> BaseException:
    """The error behind others: if SQLite has rolled back by itself, our own ROLLBACK fails, too."""
    while error.__context__:
        error = error.__context__
    return error


def why(error: BaseException) -> str:
    """What is wrong with a file, and what to do about it."""
    match error := first_error(error):
        case apsw.FullError() | OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return "its disk is full; make room on it, and start again"
        case apsw.IOError():
            return f"cannot be read or written ({error}); check its disk, and what limits the size of files"
        case apsw.ReadOnlyError() | apsw.CantOpenError():
            return f"cannot be opened ({error}); check who may read and write it and its folder"
        case _:
            return f"cannot be used ({error})"


def _check_beside(path: Path) -> None:
    """Fail if the journal is missing but its write-ahead log exists: SQLite would discard the log's lines."""
    log = Path(f"{path}-wal")
    if not path.exists() and log.exists():
        raise JournalError(f"is not there, and its log {log.name} is, which has lines in it; put the file back beside it")


def _check_links(path: Path) -> None:
    """Fail if the journal has a second hard link, which would get a lock file of its own."""
    if path.stat().st_nlink > 1:
        raise JournalError("has a second name, under which another server could write it; make it a file of its own")


def _looked_at(path: Path) -> apsw.Connection:
    """Open a read-only connection. Fail if SQLite cannot create the files that a write-ahead log needs beside it."""
    connection = _connected(path, apsw.SQLITE_OPEN_READONLY)
    try:
        connection.execute("PRAGMA schema_version").fetchall()
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        connection.close()
        if Path(f"{path}-journal").exists():  # SQLite writes it only until the file has a write-ahead log
            raise EmptyJournalError("is empty: it was cut off before anything was written to it; start again") from None
        raise JournalError(
            "needs files beside it, and none can be made in its folder; copy it elsewhere, or make a backup and look at that"
        ) from None
    return connection


def _connected(path: Path, how: int, vfs: str | None = None) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=how, vfs=vfs)
    connection.set_busy_timeout(10_000)
    return connection


def _found(connection: apsw.Connection, look: str) -> list[str]:
    """The findings of `integrity_check`, or of `quick_check`, which leaves out the indexes."""
    return [cast("str", said) for (said,) in connection.execute(f"PRAGMA {look}") if said != "ok"]
