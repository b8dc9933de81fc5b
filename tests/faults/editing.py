# pyright: reportUnknownMemberType=false
"""An editor: changes single values of a journal behind everybody's back, in a file and in a database."""

import random
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import apsw
import psycopg
from psycopg.sql import SQL, Identifier

from croupier.audit.verify import verify
from croupier.journal.copy import fill
from croupier.journal.port import JournalError, Reader
from croupier.journal.postgres import PostgresReader, PostgresStore
from croupier.journal.sqlite import SqliteReader
from postgres import Cluster

Value = str | int | bytes


class Cell(NamedTuple):
    """One value: the table it is in, what its row is found by, and its column."""

    table: str
    row: tuple[tuple[str, Value], ...]
    column: str


class TakenError(Exception):
    """The table has something against this value, such as another row that has it."""


class Place(Protocol):
    """Where a journal is, and can be changed."""

    def faults(self, cell: Cell, value: Value) -> tuple[str, ...]:
        """What verify says while another value stands in a cell; whatever it is, it is said in a sentence."""
        ...

    def values(self, table: str, found_by: Sequence[str], column: str) -> list[tuple[Cell, Value]]:
        """All that stands in a column."""
        ...


class OnFile:
    """A journal in a file; every change is made to a copy of it."""

    def __init__(self, path: Path) -> None:
        self._path, self._copy = path, path.with_name("edited.sqlite")

    def faults(self, cell: Cell, value: Value) -> tuple[str, ...]:
        shutil.copy(self._path, self._copy)
        where = " AND ".join(f"{name} = ?" for name, _ in cell.row)
        statement = f"UPDATE {cell.table} SET {cell.column} = ? WHERE {where}"  # noqa: S608 - our own words
        with closing(apsw.Connection(str(self._copy))) as connection:
            try:
                connection.execute(statement, (value, *(each for _, each in cell.row)))
            except apsw.ConstraintError:
                raise TakenError from None
            assert connection.changes() == 1
        return faults(lambda: SqliteReader(self._copy))

    def values(self, table: str, found_by: Sequence[str], column: str) -> list[tuple[Cell, Value]]:
        statement = f"SELECT {', '.join(found_by)}, {column} FROM {table}"  # noqa: S608 - our own words
        with closing(apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            rows = cast("list[tuple[Any, ...]]", connection.execute(statement).fetchall())
        return [(Cell(table, tuple(zip(found_by, row, strict=False)), column), row[-1]) for row in rows]


class InDatabase:
    """A journal in a database; every change is made by the owner of the server, past all triggers, and taken back."""

    def __init__(self, path: Path, cluster: Cluster) -> None:
        self._address = cluster.database()
        with closing(SqliteReader(path)) as source, closing(PostgresStore(self._address)) as target:
            fill(source, target, lambda _: None)
        self._owner = psycopg.connect(cluster.owned(self._address), autocommit=True)
        self._owner.execute("SET session_replication_role = replica")

    def faults(self, cell: Cell, value: Value) -> tuple[str, ...]:
        found_by = dict(cell.row)
        before = self._set(cell, found_by, value)
        try:
            return faults(lambda: PostgresReader(self._address))
        finally:
            moved = found_by | {cell.column: value} if cell.column in found_by else found_by
            self._set(cell, moved, before)

    def values(self, table: str, found_by: Sequence[str], column: str) -> list[tuple[Cell, Value]]:
        columns = SQL(", ").join(map(Identifier, [*found_by, column]))
        rows = self._owner.execute(SQL("SELECT {} FROM {}").format(columns, Identifier(table))).fetchall()
        return [(Cell(table, tuple(zip(found_by, row, strict=False)), column), row[-1]) for row in rows]

    def close(self) -> None:
        self._owner.close()

    def _set(self, cell: Cell, found_by: dict[str, Value], value: Value) -> Value:
        """Write another value; what stood there before."""
        table, column = Identifier(cell.table), Identifier(cell.column)
        where = SQL(" AND ").join(SQL("{} = %s").format(Identifier(name)) for name in found_by)
        (before,) = self._owner.execute(
            SQL("SELECT {} FROM {} WHERE {}").format(column, table, where), [*found_by.values()]
        ).fetchall()[0]
        statement = SQL("UPDATE {} SET {} = %s WHERE {}").format(table, column, where)
        try:
            changed = self._owner.execute(statement, [value, *found_by.values()])
        except (psycopg.IntegrityError, psycopg.DataError):
            raise TakenError from None
        assert changed.rowcount == 1
        return before


def faults(opened: Callable[[], Reader]) -> tuple[str, ...]:
    """What is wrong with a journal, also where it cannot even be opened."""
    try:
        with closing(opened()) as reader, reader.steady():
            return verify(reader).faults
    except JournalError as error:
        return (str(error),)


def other(value: Value, chance: random.Random) -> Value:
    """The same with one bit changed; a text stays a text, and where there is nothing, something."""
    match value:
        case int():
            return value ^ (1 << chance.randrange(62))
        case str():
            return _flipped(value.encode() or b"a", chance, bits=4).decode()
        case bytes():
            return _flipped(value, chance, bits=8)


def _flipped(value: bytes, chance: random.Random, bits: int) -> bytes:
    changed = bytearray(value)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(bits)
    return bytes(changed)
