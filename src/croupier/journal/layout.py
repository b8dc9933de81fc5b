# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The schema of a SQLite journal: applied migrations, and a comparison with the schema that croupier creates."""

from collections.abc import Iterator
from typing import Any, cast

import apsw

from croupier.journal.chain import link
from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import START, JournalError

Layout = dict[str, str | None]


def applied_migrations(connection: apsw.Connection) -> dict[int, str]:
    """The migrations applied to a file, by number, with their digests. The first layout did not record them."""
    tables = {cast("str", name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "migration" in tables:
        return dict(cast("Iterator[tuple[int, str]]", connection.execute("SELECT number, digest FROM migration")))
    if {"line", "answer", "terminal"} <= tables:
        return {1: migrations("sqlite")[0].digest}
    if tables:
        raise JournalError("is a database of something else; name the file that croupier wrote, or a new one")
    return {}


def migrate(connection: apsw.Connection, step: Migration) -> None:
    """Apply one migration in a transaction."""
    heads: dict[str, bytes] = {}

    def chained(stream: str, number: int, epoch: int, name: str, body: bytes) -> bytes:
        heads[stream] = link(heads.get(stream, START.hash), stream, number, epoch, name, body)
        return heads[stream]

    connection.create_scalar_function("chained", cast("Any", chained), 5)
    with connection:
        first = "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, digest TEXT NOT NULL) STRICT;"
        connection.execute(first + step.statements)
        if step.number > 1:
            connection.execute("INSERT OR IGNORE INTO migration VALUES (1, ?)", (migrations("sqlite")[0].digest,))
        connection.execute("INSERT INTO migration VALUES (?, ?)", (step.number, step.digest))


def layout(connection: apsw.Connection) -> Layout:
    """The SQL that created each table, index, view and trigger."""
    rows = cast("Iterator[tuple[str, str, str | None]]", connection.execute("SELECT type, name, sql FROM sqlite_schema"))
    return {f"{kind} {name}": made for kind, name, made in rows}


def schema_differences(found: Layout, own: Layout) -> str:
    """Describe how a schema differs from ours: extra, missing and changed objects; empty if it does not."""
    other = sorted(name for name in found.keys() & own.keys() if found[name] != own[name])
    said = {"not ours": found.keys() - own.keys(), "missing": own.keys() - found.keys(), "changed": other}
    return "; ".join(f"{what}: {', '.join(sorted(names))}" for what, names in said.items() if names)


def own_layout() -> Layout:
    """The schema of a new file."""
    connection = apsw.Connection(":memory:")
    for step in migrations("sqlite"):
        migrate(connection, step)
    return layout(connection)
