# pyright: reportUnknownMemberType=false
# (the types that apsw ships do not know the buffer protocol)
"""How a SQLite file is laid out: the steps that it has taken, and what is there that is not ours."""

from collections.abc import Iterator
from typing import Any, cast

import apsw

from croupier.journal.chain import link
from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import START, JournalError

Layout = dict[str, str | None]


def taken(connection: apsw.Connection) -> dict[int, str]:
    """The steps that a file has taken; the first layout did not write them down yet."""
    tables = {cast("str", name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "migration" in tables:
        return dict(cast("Iterator[tuple[int, str]]", connection.execute("SELECT number, digest FROM migration")))
    if {"line", "answer", "terminal"} <= tables:
        return {1: migrations("sqlite")[0].digest}
    if tables:
        raise JournalError("is a database of something else; name the file that croupier wrote, or a new one")
    return {}


def migrate(connection: apsw.Connection, step: Migration) -> None:
    """Take one step, whole or not at all."""
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
    """How every table, index, view and trigger was made."""
    rows = cast("Iterator[tuple[str, str, str | None]]", connection.execute("SELECT type, name, sql FROM sqlite_schema"))
    return {f"{kind} {name}": made for kind, name, made in rows}


def strange(found: Layout, own: Layout) -> str:
    """What is there and is not ours, what is missing, and what was made otherwise."""
    other = sorted(name for name in found.keys() & own.keys() if found[name] != own[name])
    said = {"not ours": found.keys() - own.keys(), "missing": own.keys() - found.keys(), "changed": other}
    return "; ".join(f"{what}: {', '.join(sorted(names))}" for what, names in said.items() if names)


def own_layout() -> Layout:
    """How a new file is laid out."""
    connection = apsw.Connection(":memory:")
    for step in migrations("sqlite"):
        migrate(connection, step)
    return layout(connection)
