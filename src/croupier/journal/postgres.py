"""The PostgreSQL store."""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, LiteralString

import psycopg
from psycopg.pq import DiagnosticField, ExecStatus, Format

from croupier.journal.address import shown
from croupier.journal.arrays import blobs, numbers, texts
from croupier.journal.database import READING, WRITING, Connection, connected, sentences
from croupier.journal.exit import exit_process
from croupier.journal.lease import Lease
from croupier.journal.migrations import migrations, missing
from croupier.journal.port import START, EmptyJournalError, Head, JournalError, Line, MovedError, Row, end_of

LEASE = 5.0
"""Seconds until a lease expires that is not renewed."""
BATCH = 500
"""Lines to read with one query."""
MIGRATING = 0x63726F7570696572
"""The key of the advisory lock that serializes migrations when two processes start at once."""

TABLES = frozenset({"line", "head", "lease", "migration"})
"""The tables that croupier creates."""
LINES: LiteralString = "SELECT stream, number, epoch, name, body, hash FROM line WHERE stream = %s"
NAMES: LiteralString = "SELECT name FROM line WHERE stream = %s AND name >= %s AND name < %s AND name <> '' LIMIT %s"
GUARDED: LiteralString = """
SELECT FROM pg_index JOIN pg_trigger ON tgrelid = indrelid
WHERE indrelid = 'line'::regclass AND indexrelid = to_regclass('named') AND indisunique AND indisvalid
AND pg_get_indexdef(indexrelid) LIKE '%% USING btree (stream, name) WHERE (name <> ''''::text)'
AND tgname = 'kept_forever' AND tgenabled = 'O'
"""
HEADLESS: LiteralString = """
SELECT stream, min(number) FROM line WHERE stream NOT IN (SELECT stream FROM head WHERE number > 0) GROUP BY stream
ORDER BY stream
"""
FOREIGN: LiteralString = """
SELECT 'trigger ' || tgname FROM pg_trigger
WHERE tgrelid IN ('line'::regclass, 'head'::regclass) AND NOT tgisinternal AND tgname <> 'kept_forever'
UNION SELECT 'rule ' || rulename FROM pg_rewrite WHERE ev_class IN ('line'::regclass, 'head'::regclass)
ORDER BY 1
"""
PREPARE = """
PREPARE write (text[], bigint[], bytea[], bigint[], bytea[], text[], bigint[], bigint[], text[], bytea[], bytea[]) AS
SELECT write_lines($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
"""
BINARY = [Format.BINARY] * 11
MOVED = b"CR001"
"""The SQLSTATE of `write_lines` if a head is not the expected one."""


class PostgresReader:
    """A database opened for reading. Another process may be writing it."""

    def __init__(self, address: str) -> None:
        """Open an existing journal of the current layout."""
        self._address = address
        self._connection = connected(address, READING)
        with self._closed_on_error():
            taken = _taken(self._connection)
            if not taken:
                raise EmptyJournalError(
                    "is empty: no croupier ever wrote to it, or all was taken away; name another, or restore a backup"
                )
            if missing(migrations("postgres"), taken):
                raise JournalError("this journal has an older layout; croupier journal migrate brings it up to date")

    def heads(self) -> Mapping[str, Head]:
        """The head of every stream, in the order of their names as bytes."""
        rows = self._rows("SELECT stream, number, hash FROM head WHERE number > 0 ORDER BY stream")
        return {stream: Head(number, hash) for stream, number, hash in rows}

    def head(self, stream: str) -> Head:
        """The head of a stream."""
        rows = self._rows("SELECT number, hash FROM head WHERE stream = %s", stream)
        return Head(*rows[0]) if rows else START

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The lines of a stream, in order, after a number."""
        return map(Line._make, self.rows(stream, after))

    def rows(self, stream: str, after: int = 0) -> Iterator[Row]:
        """The same lines as plain tuples, read in batches."""
        while rows := self._rows(f"{LINES} AND number > %s ORDER BY number LIMIT %s", stream, after, BATCH):
            yield from rows
            after = rows[-1][1]

    def find(self, stream: str, name: str) -> Line | None:
        """The line with this name."""
        rows = self._rows(f"{LINES} AND name = %s AND name <> ''", stream, name)
        return Line._make(rows[0]) if rows else None

    def names(self, stream: str, prefix: str, most: int) -> Sequence[str]:
        """Return at most `most` line names that start with `prefix`."""
        rows = self._rows(NAMES, stream, prefix, end_of(prefix), most)
        return [name for (name,) in rows]

    def faults(self) -> Iterator[str]:
        """Report lines without a head, foreign triggers and rules, and a missing or changed index or trigger."""
        for stream, number in self._rows(HEADLESS):
            yield f"{stream}, line {number}: no head leads to it"
        if strange := self._foreign():
            yield f"{shown(self._address)}: has what croupier did not make: {strange}"
        if not self._rows(GUARDED):
            yield f"{shown(self._address)}: what keeps names unique and lines from being changed is not as croupier made it"

    @contextlib.contextmanager
    def steady(self) -> Generator[None]:
        """Read from one consistent snapshot inside the block. It takes no locks, so it may last long."""
        self._execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            self._execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield
        finally:
            self._execute("COMMIT")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _foreign(self) -> str:
        """The triggers and rules that croupier did not create. They could change or drop lines while they are written."""
        return ", ".join(name for (name,) in self._rows(FOREIGN))

    def _rows(self, statement: LiteralString, *values: str | int) -> list[tuple[Any, ...]]:
        with sentences(self._address):
            return self._connection.execute(statement, values, binary=True).fetchall()

    def _execute(self, statement: LiteralString) -> None:
        with sentences(self._address):
            self._connection.execute(statement)

    @contextlib.contextmanager
    def _closed_on_error(self) -> Generator[None]:
        try:
            with sentences(self._address):
                yield
        except BaseException:
            self.close()
            raise


class PostgresStore(PostgresReader):
    """A database opened for writing. A commit returns once it is on disk; a second writer is rejected."""

    def __init__(self, address: str, *, lease: float = LEASE, stop: Callable[[BaseException], None] = exit_process) -> None:
        """Open the database, take the lease, and apply missing migrations. Fail if another process writes it."""
        self._address = address
        self._lease: Lease | None = None
        self._connection = connected(address, WRITING)
        with self._closed_on_error():
            _check_server(self._connection)
            if not _taken(self._connection):
                _migrate(self._connection)
            self._lease = Lease(address, lease, stop)
            _migrate(self._connection)
            if strange := self._foreign():
                raise JournalError(
                    f"has what croupier did not make ({strange}), which could keep lines from it; drop that first"
                )
            self._connection.execute(PREPARE)

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Write lines, all or none, in one statement and one transaction."""
        self.check()
        after = {stream: (number, hash) for stream, number, _, _, _, hash in lines}
        if not after.keys() <= before.keys():
            raise ValueError("lines were given for a stream without its head")
        streams = sorted(before)
        heads, moved = [before[stream] for stream in streams], [after.get(stream, before[stream]) for stream in streams]
        with sentences(self._address):
            # Pass packed arrays to libpq directly: adapting them in a psycopg cursor takes longer than the database does.
            values = [texts(streams), *_heads(heads), *_heads(moved), *_lines(lines)]
            result = self._connection.pgconn.exec_prepared(b"write", values, BINARY)
            if result.error_field(DiagnosticField.SQLSTATE) == MOVED:
                raise MovedError(result.get_error_message())
            if result.status != ExecStatus.TUPLES_OK:
                raise psycopg.DatabaseError(result.get_error_message())

    @contextlib.contextmanager
    def together(self) -> Generator[None]:
        """Run the commits inside the block in one transaction."""
        try:
            with self._connection.transaction():
                self._execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                yield
        except psycopg.Error:
            with sentences(self._address):
                raise

    def check(self) -> None:
        """Fail if the lease could not be renewed in time."""
        assert self._lease
        self._lease.check()

    def reader(self) -> PostgresReader:
        """Open the same database for reading, on another connection."""
        return PostgresReader(self._address)

    def waits(self) -> Sequence[float]:
        """Measure how long the database takes to commit an update of one row."""
        times: list[float] = []
        for _ in range(40):
            begun = time.perf_counter()
            self._execute("UPDATE lease SET until = until")
            times.append((time.perf_counter() - begun) * 1000)
        return times

    def close(self) -> None:
        """Close the connection and release the lease, so that another process can write at once."""
        super().close()
        if self._lease:
            self._lease.release()


def _heads(heads: Sequence[tuple[int, bytes]]) -> tuple[bytes, bytes]:
    return numbers([number for number, _ in heads]), blobs([hash for _, hash in heads])


def _lines(lines: Sequence[Row]) -> tuple[bytes, ...]:
    streams, these, epochs, names, bodies, hashes = zip(*lines, strict=True) if lines else ((),) * 6
    return texts(streams), numbers(these), numbers(epochs), texts(names), blobs(bodies), blobs(hashes)


def _check_server(connection: Connection) -> None:
    """Reject a server that can lose committed data, and a database that cannot store every name."""
    for setting in ("fsync", "full_page_writes"):
        if _setting(connection, setting) == "off":
            raise JournalError(f"a power cut could lose what this server was given ({setting} is off); turn it on")
    if (encoding := _setting(connection, "server_encoding")) != "UTF8":
        raise JournalError(f"this database is encoded as {encoding}; a journal needs one in UTF8")


def _setting(connection: Connection, name: str) -> str:
    rows = connection.execute("SELECT current_setting(%s)", (name,)).fetchall()
    return rows[0][0]


def _taken(connection: Connection) -> dict[int, str]:
    """The migrations applied to a database, by number, with their digests."""
    statement = (
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')"
    )
    tables = {name for (name,) in connection.execute(statement)}
    if tables >= TABLES:
        return dict(connection.execute("SELECT number, digest FROM migration").fetchall())
    if tables:
        raise JournalError("is a database of something else; name the one that croupier wrote, or an empty one")
    return {}


def _migrate(connection: Connection) -> None:
    """Apply all missing migrations in one transaction."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        for step in missing(migrations("postgres"), _taken(connection)):
            connection.execute(step.statements.encode())
            connection.execute("INSERT INTO migration VALUES (%s, %s)", (step.number, step.digest))
