# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The schema of a SQLite journal: applied migrations, and a comparison with the schema that croupier creates."""

from collections.abc import Iterator
from typing import cast

import apsw

from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import JournalError

Layout = dict[str, str | None]


def applied_migrations(connection: apsw.Connection) -> dict[int, str]:
    """The migrations applied to a file, by number, with their digests."""
    tables = {cast("str", name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "migration" in tables:
        return dict(cast("Iterator[tuple[int, str]]", connection.execute("SELECT number, digest FROM migration")))
    if tables:
        raise JournalError("is a database of something else; name the file that croupier wrote, or a new one")
    return {}


def migrate(connection: apsw.Connection, step: Migration) -> None:
    """Apply one migration in a transaction."""
    with connection:
        connection.execute(step.statements)
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
