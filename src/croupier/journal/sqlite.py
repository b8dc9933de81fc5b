# pyright: reportUnknownMemberType=false
# (the types that apsw ships do not know the buffer protocol)
"""The journal in one SQLite file: one writer thread, and what waits while a commit runs shares the next one."""

import asyncio
import contextlib
import fcntl
import os
import queue
import sys
import threading
from asyncio import Future
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import apsw

from croupier.journal.port import Answer, Entry

_Waiting = tuple[Entry, "Future[None]"]

OLDEST_SQLITE = (3, 51, 3)
"""Older ones can corrupt a database when a write-ahead log is reset."""

LARGEST_GROUP = 200

SCHEMA = """
CREATE TABLE IF NOT EXISTS line (
    "table" TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), body BLOB NOT NULL,
    PRIMARY KEY ("table", number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (
    "table" TEXT NOT NULL, command TEXT NOT NULL, asked BLOB NOT NULL, said BLOB NOT NULL,
    PRIMARY KEY ("table", command)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS terminal (
    "table" TEXT NOT NULL, key TEXT NOT NULL, seat TEXT NOT NULL,
    PRIMARY KEY ("table", key)
) STRICT, WITHOUT ROWID;
"""


class JournalError(Exception):
    """A journal that cannot be used, in a sentence for the operator."""


class SqliteReader:
    """A journal to look at, while another process may be writing it."""

    def __init__(self, path: Path) -> None:
        """Open a file that must be there."""
        if not path.is_file():
            raise JournalError(f"{path}: there is no journal")
        self._connection = _opened(path, apsw.SQLITE_OPEN_READONLY)

    def tables(self) -> list[str]:
        """The names of all tables in the journal."""
        return [str(name) for (name,) in self._connection.execute('SELECT DISTINCT "table" FROM line ORDER BY "table"')]

    def lines(self, table: str) -> Iterator[bytes]:
        """Every line of a table, in order."""
        for number, (found, body) in enumerate(
            self._connection.execute('SELECT number, body FROM line WHERE "table" = ? ORDER BY number', (table,)), 1
        ):
            if found != number:
                raise JournalError(f"{table}: line {number} is missing, the journal goes on with {found}")
            yield cast("bytes", body)

    def answer(self, table: str, command: str) -> Answer | None:
        """What was said to a command that was asked before."""
        for asked, said in self._connection.execute(
            'SELECT asked, said FROM answer WHERE "table" = ? AND command = ?', (table, command)
        ):
            return Answer(cast("bytes", asked), cast("bytes", said))
        return None

    def seat(self, table: str, key: str) -> str | None:
        """The seat of the terminal that has this key."""
        for (seat,) in self._connection.execute('SELECT seat FROM terminal WHERE "table" = ? AND key = ?', (table, key)):
            return str(seat)
        return None

    def close(self) -> None:
        """Look no longer."""
        self._connection.close()


class SqliteJournal(SqliteReader):
    """A journal that says a thing is written only once the disk has it."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. A second server on the same file is refused."""
        if tuple(int(part) for part in apsw.sqlite_lib_version().split(".")) < OLDEST_SQLITE:
            raise JournalError(f"SQLite {apsw.sqlite_lib_version()} is too old; 3.51.3 or newer is needed")
        path = path.resolve()  # or a link would be another lock for the same file
        self._lock = _locked(path)
        path.touch(mode=0o600)
        writing = _opened(path, apsw.SQLITE_OPEN_READWRITE)
        super().__init__(path)
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, args=(writing,), name="journal", daemon=True)
        self._writer.start()

    def append(self, entry: Entry) -> "Future[None]":
        """Hand an entry to the writer."""
        written = asyncio.get_running_loop().create_future()
        self._waiting.put((entry, written))
        return written

    def close(self) -> None:
        """Write down what is waiting, then stop."""
        self._waiting.put(None)
        self._writer.join()
        super().close()
        os.close(self._lock)

    def _write(self, connection: apsw.Connection) -> None:
        """The writer: everything that waits becomes one commit, then its owners are told, in order."""
        going = True
        while going:
            group = [self._waiting.get()]
            while not self._waiting.empty() and len(group) < LARGEST_GROUP:
                group.append(self._waiting.get())
            waiting = [each for each in group if each is not None]
            going = len(waiting) == len(group)
            try:
                _commit(connection, [entry for entry, _ in waiting])
            except BaseException as error:  # noqa: BLE001 - whatever it is
                # What cannot be written down must not go on: the process stops, starts again and replays.
                sys.stderr.write(f"croupier: the journal cannot be written ({error}); stopping\n")
                sys.stderr.flush()
                os._exit(70)
            for _, written in waiting:
                _tell(written)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # so that the one file is the whole journal
        connection.close()


def _opened(path: Path, how: int) -> apsw.Connection:
    """Open a journal; only a writer may change anything about the file, its format included."""
    try:
        connection = apsw.Connection(str(path), flags=how)
        connection.set_busy_timeout(10_000)
        if how & apsw.SQLITE_OPEN_READWRITE:
            if connection.pragma("journal_mode", "wal") != "wal":
                raise JournalError(f"{path}: cannot be written ahead of itself on this file system")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(SCHEMA)
        connection.execute("SELECT 1 FROM line, answer, terminal LIMIT 1")
    except apsw.Error as error:
        raise JournalError(f"{path}: is no journal ({error})") from None
    return connection


def _locked(path: Path) -> int:
    lock = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(f"{path} is in use by another croupier") from None
    return lock


def _commit(connection: apsw.Connection, entries: list[Entry]) -> None:
    with connection:
        for entry in entries:
            for number, line in enumerate(entry.lines, entry.number):
                connection.execute("INSERT INTO line VALUES (?, ?, ?)", (entry.table, number, line))
            if entry.answer:
                values = (entry.table, entry.command, entry.answer.asked, entry.answer.said)
                connection.execute("INSERT INTO answer VALUES (?, ?, ?, ?)", values)
            if entry.key:
                connection.execute("INSERT INTO terminal VALUES (?, ?, ?)", (entry.table, entry.key, entry.seat))


def _tell(written: "Future[None]") -> None:
    """Tell whoever waits, in their own thread; one who no longer waits needs no answer."""
    with contextlib.suppress(RuntimeError):  # the loop has ended, and its process with it
        written.get_loop().call_soon_threadsafe(lambda: None if written.done() else written.set_result(None))
