# pyright: reportUnknownMemberType=false
"""The bare stores, yardsticks for the journal: rows written with one commit for each group, and rows read and hashed."""

from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import psycopg

from croupier.journal.port import Row

Write = Callable[[Sequence[Row]], None]
"""Writes rows in one commit."""


def sqlite_writer(connection: apsw.Connection) -> Write:
    """Write to a file, durably."""
    connection.execute("PRAGMA synchronous = FULL")

    def write(rows: Sequence[Row]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")

    return write


def postgres_writer(connection: "psycopg.Connection[Any]") -> Write:
    """Write to a database. The connection commits every statement."""
    statement = (
        "INSERT INTO line SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::bytea[], %b::bytea[])"
    )

    def write(rows: Sequence[Row]) -> None:
        connection.execute(statement, [[row[column] for row in rows] for column in range(6)], prepare=True)

    return write


def hashed(path: Path) -> int:
    """Read every line of a file and chain its hash, which is the least that verifying can do; how many there are."""
    last, lines = b"", 0
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        for _, _, _, _, body, _ in connection.execute("SELECT * FROM line ORDER BY stream, number"):
            last = sha256(last + body).digest()
            lines += 1
    return lines
