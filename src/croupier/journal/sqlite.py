# pyright: reportUnknownMemberType=false
# (the types that apsw ships do not know the buffer protocol)
"""The store in one SQLite file."""

import contextlib
import itertools
import os
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import apsw

from croupier.journal.chain import pieces
from croupier.journal.layout import layout, migrate, own_layout, strange, taken
from croupier.journal.lock import Lock
from croupier.journal.migrations import migrations, missing
from croupier.journal.port import START, DamagedError, Head, JournalError, Line, Row

OLDEST_SQLITE = (3, 51, 3)
"""Older ones can corrupt a database when a write-ahead log is reset."""

BESIDE = ("-wal", "-shm", "-journal", "-lock")
"""How the names of files end that may lie beside a journal while it is written."""

ROW = "(?, ?, ?, ?, ?, ?)"
MOST_ROWS = 5_000
"""SQLite takes 32,766 values in one statement."""
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
"""Streams are few and lines are many: from one stream to the next by the index, never over the lines."""

LINES = "table line"


class SqliteReader:
    """A file to look at, while another process may be writing it."""

    def __init__(self, path: Path) -> None:
        """Open a file that must be there, in the layout that we know."""
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal; name the file that croupier wrote")
        self._path = path
        with _sentences(path):
            self._connection = _looked_at(path)
            steps = taken(self._connection)
            if not steps:
                raise DamagedError("is empty: nothing was ever written to it, or it was cut to nothing; restore a backup")
            if missing(migrations("sqlite"), steps):
                raise JournalError("this journal has an older layout; croupier journal migrate brings it up to date")

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream, in the order of their names as bytes."""
        with _sentences(self._path):
            return {cast("str", row[0]): Head(*cast("tuple[int, bytes]", row[1:])) for row in self._connection.execute(HEADS)}

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        statement = "SELECT number, hash FROM line WHERE stream = ? ORDER BY number DESC LIMIT 1"
        # All rows are fetched, or the statement would stay open and keep the file from being closed.
        with _sentences(self._path):
            rows = cast("list[tuple[int, bytes]]", self._connection.execute(statement, (stream,)).fetchall())
        return Head(*rows[0]) if rows else START

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        return map(Line._make, self.rows(stream, after))

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same as plain tuples."""
        return itertools.chain.from_iterable(self._pieces(stream, after))

    def _pieces(self, stream: str, after: int) -> Iterator[list[Row]]:
        statement = f"SELECT {COLUMNS} FROM line WHERE stream = ? AND number > ? ORDER BY number"  # noqa: S608 - our own words
        with _sentences(self._path):
            yield from pieces(cast("Iterator[Row]", self._connection.cursor().execute(statement, (stream, after))))

    def find(self, stream: str, name: str) -> Line | None:
        """The line of this name."""
        statement = f"SELECT {COLUMNS} FROM line WHERE stream = ? AND name = ? AND name <> ''"  # noqa: S608 - our own words
        with _sentences(self._path):
            rows = cast("list[tuple[Any, ...]]", self._connection.execute(statement, (stream, name)).fetchall())
        return Line._make(rows[0]) if rows else None

    def faults(self) -> Iterator[str]:
        """What SQLite finds when it looks at every page, row and index, and whether those are laid out as we do it."""
        with _sentences(self._path):
            damage = _found(self._connection, "integrity_check")
            yield from (f"{self._path}: {said}" for said in damage)
            found, own = layout(self._connection), own_layout()
            if found != own:
                yield f"{self._path}: its tables and indexes are not those that croupier makes: {strange(found, own)}"
            if (damage and _found(self._connection, "quick_check")) or found.get(LINES) != own[LINES]:
                raise DamagedError("no line of it was read, since it may read as anything; restore a backup")

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """Everything read inside is as of one moment."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            # Nothing was written; unlike COMMIT this also ends a look at a damaged file.
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Look no longer."""
        self._connection.close()


class SqliteStore(SqliteReader):
    """A file to write. It says that a thing is written only once the disk has it; a second writer is refused."""

    def __init__(self, path: Path, *, vfs: str | None = None, synchronous: str = "FULL") -> None:
        """Open the file, or make it, and bring it up to our layout."""
        if tuple(int(part) for part in apsw.sqlite_lib_version().split(".")) < OLDEST_SQLITE:
            raise JournalError(f"SQLite {apsw.sqlite_lib_version()} is too old; 3.51.3 or newer is needed")
        path = path.resolve()  # or a link would be another lock for the same file
        self._path = path
        self._lock = Lock(path)
        with _sentences(path), contextlib.ExitStack() as failing:
            failing.callback(self._lock.release)
            _check_beside(path)
            path.touch(mode=0o600)
            self._lock.guard()
            self._connection = _connected(path, apsw.SQLITE_OPEN_READWRITE, vfs)
            failing.callback(self._connection.close)
            steps = missing(migrations("sqlite"), taken(self._connection))
            if not steps and (said := strange(layout(self._connection), own_layout())):
                raise JournalError(f"its tables and indexes are not those that croupier makes ({said}); put that right first")
            if self._connection.pragma("journal_mode", "wal") != "wal":
                raise JournalError("cannot be written ahead of itself on this file system")
            self._connection.execute(f"PRAGMA synchronous = {synchronous}")
            for step in steps:
                migrate(self._connection, step)
            failing.pop_all()

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:  # noqa: ARG002 - nobody else writes this file
        """Write lines, all or none. Heads are what they were, as long as the lock is."""
        self._lock.check()
        if len(lines) <= MOST_ROWS:
            self._insert(lines)
            return
        with self._connection:
            for start in range(0, len(lines), MOST_ROWS):
                self._insert(lines[start : start + MOST_ROWS])

    def _insert(self, lines: Sequence[Row]) -> None:
        """One statement: a transaction of its own, if there is none around it.

        With one for each line, the writer and the event loop would take turns at the interpreter after every line, and both
        be slower.
        """
        if not lines:
            return
        rows = ",".join([ROW] * len(lines))
        values: tuple[int | str | bytes, ...] = tuple(itertools.chain.from_iterable(lines))
        self._connection.execute(f"INSERT INTO line VALUES {rows}", values)  # noqa: S608 - our own words

    def reader(self) -> SqliteReader:
        """The same file, for another thread to look at."""
        return SqliteReader(self._path)

    def waits(self) -> Sequence[float]:
        """How long the disk of this file takes to keep four kilobytes."""
        times: list[float] = []
        with tempfile.NamedTemporaryFile(dir=self._path.parent, prefix=f"{self._path.name}-wait-") as scratch:
            for _ in range(40):
                begun = time.perf_counter()
                os.pwrite(scratch.fileno(), bytes(4096), 0)
                os.fdatasync(scratch.fileno())
                times.append((time.perf_counter() - begun) * 1000)
        return times

    def finish(self) -> None:
        """Have it need no file beside it, so that it can also be looked at where nothing can be written."""
        with _sentences(self._path):
            self._connection.pragma("journal_mode", "delete")

    def close(self) -> None:
        """Make the one file the whole journal, and let go of it.

        Where the disk fails, or somebody looks at what was written before, the write-ahead log stays beside it.
        """
        with _sentences(self._path), contextlib.ExitStack() as going:
            going.callback(self._lock.release)
            going.callback(super().close)
            self._connection.set_busy_timeout(0)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def _sentences(path: Path) -> Generator[None]:
    """What SQLite has to say becomes a sentence that names the file and what to do."""
    try:
        yield
    except JournalError as error:
        message = str(error)
        error.args = (message if message.startswith(str(path)) else f"{path}: {message}",)
        raise
    except apsw.NotADBError:
        raise JournalError(f"{path}: is no journal; name the file that croupier wrote") from None
    except (apsw.CorruptError, UnicodeDecodeError):
        raise DamagedError(f"{path}: is damaged or cut off; restore a backup (croupier journal restore)") from None
    except (apsw.Error, OSError) as error:
        raise JournalError(f"{path}: {why(error)}") from None


@contextlib.contextmanager
def writing(path: Path) -> Generator[None]:
    """What goes wrong while a file is written becomes a sentence about that file; other sentences stay what they are."""
    try:
        yield
    except apsw.Error as error:
        raise JournalError(f"{path}: {why(error)}") from None


def why(error: BaseException) -> str:
    """What is wrong with a file that cannot be used, and what to do about it.

    Where SQLite has given up a transaction by itself, we hear first that it cannot be given up; what came before that is why.
    """
    while error.__context__:
        error = error.__context__
    match error:
        case apsw.FullError():
            return "its disk is full; make room on it, and start again"
        case apsw.IOError():
            return f"cannot be read or written ({error}); check its disk, and what limits the size of files"
        case apsw.ReadOnlyError() | apsw.CantOpenError():
            return f"cannot be opened ({error}); check who may read and write it and its folder"
        case _:
            return f"cannot be used ({error})"


def _check_beside(path: Path) -> None:
    """What is in the log of a file belongs to it: SQLite would throw it away with a file that is new."""
    log = Path(f"{path}-wal")
    if not path.exists() and log.exists():
        raise JournalError(f"is not there, and its log {log.name} is, which has lines in it; put the file back beside it")


def _looked_at(path: Path) -> apsw.Connection:
    """A connection that only reads. Every file but a finished copy says of itself that newer lines may be in one beside it."""
    connection = _connected(path, apsw.SQLITE_OPEN_READONLY)
    try:
        connection.execute("PRAGMA schema_version").fetchall()
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        connection.close()
        raise JournalError(
            "needs files beside it, and none can be made in its folder; copy it elsewhere, or make a backup and look at that"
        ) from None
    return connection


def _connected(path: Path, how: int, vfs: str | None = None) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=how, vfs=vfs)
    connection.set_busy_timeout(10_000)
    return connection


def _found(connection: apsw.Connection, look: str) -> list[str]:
    """What SQLite finds wrong: all of it, or only what keeps a table from being read."""
    return [cast("str", said) for (said,) in connection.execute(f"PRAGMA {look}") if said != "ok"]
