# pyright: reportUnknownMemberType=false
"""A journal that somebody has edited, or in which a byte has changed by itself: whatever it is, it is noticed."""

import asyncio
import random
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import apsw
import pytest

from croupier.audit.verify import verify
from croupier.floor.notary import Notary
from croupier.journal.anchors import Seal
from croupier.journal.port import JournalError, Line
from croupier.journal.sqlite import SqliteReader
from croupier.journal.streams import ANCHORS
from faults.powercut import TABLES, How, recorded
from journals import journal_on

COLUMNS = {
    "line": (("stream", "number"), ("stream", "number", "epoch", "name", "body", "hash")),
    "migration": (("number",), ("number", "digest")),
}
"""What a row is found by, and all its columns."""
RAW = 200
"""How many bytes of the file itself are changed, one at a time."""

Value = str | int | bytes


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small journal in which everything occurs: two tables, two servers one after the other, and anchors."""
    directory = tmp_path_factory.mktemp("kept")
    recorded(How(commands=30), directory)
    path = directory / "recorded.sqlite"

    async def sign() -> None:
        journal = journal_on(path)
        await Notary(journal, Seal(directory / "key"), lambda: 1000).sign()
        journal.close()

    asyncio.run(sign())
    assert check(path) is None
    beside = {f"{table}{stream}" for table in TABLES for stream in ("", "/answers", "/keys", "/claims")}
    assert read(path)[0].keys() == {*beside, ANCHORS}
    return path


def check(path: Path) -> str | None:
    """What is wrong with a journal; whatever it is, it is said in a sentence."""
    try:
        with closing(SqliteReader(path)) as reader:
            return next(iter(verify(reader).faults), None)
    except JournalError as error:
        return str(error)


def read(path: Path) -> tuple[dict[str, list[Line]], list[Line | None]]:
    """All that can be read: every line of every stream, and every named line by its name."""
    with closing(SqliteReader(path)) as reader:
        lines = {stream: list(reader.lines(stream)) for stream in reader.heads()}
        named = [reader.find(stream, line.name) for stream, held in lines.items() for line in held if line.name]
    return lines, named


@pytest.mark.parametrize(("table", "column"), [(table, column) for table, (_, all) in COLUMNS.items() for column in all])
def test_a_changed_byte_in_any_row_is_noticed(table: str, column: str, kept: Path, tmp_path: Path) -> None:
    chance = random.Random(f"{table} {column}")  # noqa: S311 - any byte is as good
    rows = values(kept, table, column)
    assert rows
    unnoticed = [key for key, value in rows if not check(edited(kept, tmp_path, table, column, key, value, chance))]
    assert not unnoticed


@pytest.mark.parametrize(
    ("column", "value"), [("epoch", "one"), ("name", b"\x80"), ("body", 5), ("body", "{}"), ("hash", "a" * 32)]
)
def test_a_value_of_another_kind_is_noticed(column: str, value: Value, kept: Path, tmp_path: Path) -> None:
    """The table refuses it; somebody who can write the file can have the table forget that for a while."""
    path = tmp_path / "edited.sqlite"
    shutil.copy(kept, path)
    change(path, "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'line'")
    change(path, f"UPDATE line SET {column} = ? WHERE stream = ? AND number = 1", value, TABLES[0])  # noqa: S608 - our own words
    change(path, "UPDATE sqlite_schema SET sql = replace(sql, 'WITHOUT', 'STRICT, WITHOUT') WHERE name = 'line'")
    assert check(path)


def test_these_are_all_tables_and_all_columns(kept: Path) -> None:
    with closing(apsw.Connection(str(kept), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        tables = [cast("str", name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")] for table in tables}
    assert columns == {table: list(all) for table, (_, all) in COLUMNS.items()}


def test_a_changed_byte_in_the_file_is_noticed_or_changes_nothing_that_is_read(kept: Path, tmp_path: Path) -> None:
    chance, content, whole = random.Random(1), kept.read_bytes(), read(kept)  # noqa: S311 - any byte is as good
    path, noticed = tmp_path / "changed.sqlite", 0
    for offset in chance.sample(range(len(content)), RAW):
        changed = bytearray(content)
        changed[offset] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        found = check(path)
        assert found or read(path) == whole, f"byte {offset} is {changed[offset]}, was {content[offset]}, and nobody noticed"
        noticed += bool(found)
    assert noticed > RAW // 4


def change(path: Path, statement: str, *values: Value) -> None:
    """Change one row of a file, be it of the list of its tables."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("writable_schema", value=True)
        connection.execute(statement, values)
        assert connection.changes() == 1


def values(path: Path, table: str, column: str) -> list[tuple[tuple[Value, ...], Value]]:
    """What stands in a column, by the keys of the rows."""
    keys = ", ".join(COLUMNS[table][0])
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        rows = cast("list[tuple[Any, ...]]", connection.execute(f"SELECT {keys}, {column} FROM {table}").fetchall())  # noqa: S608 - our own words
    return [(row[:-1], row[-1]) for row in rows]


def edited(
    kept: Path, directory: Path, table: str, column: str, key: tuple[Value, ...], value: Value, chance: random.Random
) -> Path:
    """A copy of a journal with another value in one row, one that the database has nothing against."""
    path = directory / "edited.sqlite"
    shutil.copy(kept, path)
    where = " AND ".join(f"{each} = ?" for each in COLUMNS[table][0])
    with closing(apsw.Connection(str(path))) as connection:
        while True:
            try:
                connection.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (other(value, chance), *key))  # noqa: S608
            except apsw.ConstraintError:
                continue  # that number, or name, is another row's
            assert connection.changes() == 1
            return path


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
