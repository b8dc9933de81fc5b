# pyright: reportUnknownMemberType=false
"""A journal that somebody has edited, or in which a byte has changed by itself: verify names the line."""

import asyncio
import random
import re
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import apsw
import pytest

from croupier.floor.notary import Notary
from croupier.journal.anchors import SigningKey
from croupier.journal.port import Line
from croupier.journal.sqlite import SqliteReader
from croupier.journal.streams import ANCHORS
from faults.editing import Cell, InDatabase, OnFile, Place, TakenError, Value, faults, other
from faults.powercut import TABLES, How, recorded
from journals import journal_on
from postgres import Cluster

COLUMNS = ("stream", "number", "epoch", "name", "body", "hash")
TABLES_OF_A_FILE = {"line": COLUMNS, "migration": ("number", "digest")}
BESIDE = ("", "/keys", "/claims", "/snapshots")
STREAMS = {ANCHORS, *(table + beside for table in TABLES for beside in BESIDE)}
ROWS = {"file": 30, "database": 6}
"""How many rows of every stream are changed, one at a time, the first and the last among them."""
RAW = 200
"""How many bytes of the file itself are changed, one at a time."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small journal in which everything occurs: two tables, two servers one after the other, snapshots and anchors."""
    directory = tmp_path_factory.mktemp("kept")
    recorded(How(commands=60, snapshots=15), directory)
    path = directory / "recorded.sqlite"

    async def sign() -> None:
        journal = journal_on(path)
        await Notary(journal, SigningKey(path.with_name("recorded.sqlite-key")), lambda: 1000).sign()
        journal.close()

    asyncio.run(sign())
    assert faults(lambda: SqliteReader(path)) == ()
    lines, _ = read(path)
    assert lines.keys() == STREAMS
    assert min(len(lines[stream]) for stream in STREAMS if not stream.endswith("/claims")) > 2
    return path


@pytest.fixture(scope="module", params=ROWS)
def place(request: pytest.FixtureRequest, kept: Path) -> Generator[tuple[str, Place]]:
    if request.param == "file":
        yield request.param, OnFile(kept)
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        with closing(InDatabase(kept, cluster)) as database:
            yield request.param, database


def read(path: Path) -> tuple[dict[str, list[Line]], list[Line | None]]:
    """All that can be read: every line of every stream, and every named line by its name."""
    with closing(SqliteReader(path)) as reader:
        lines = {stream: list(reader.lines(stream)) for stream in reader.heads()}
        named = [reader.find(stream, line.name) for stream, held in lines.items() for line in held if line.name]
    return lines, named


def some(place: tuple[str, Place], column: str, chance: random.Random) -> Iterator[tuple[str, int, Cell, Value]]:
    """The first and the last line of every stream, and any others."""
    values = place[1].values("line", ("stream", "number"), column)
    for stream in sorted(STREAMS):
        found = {cast("int", cell.row[1][1]): (cell, value) for cell, value in values if cell.row[0][1] == stream}
        numbers = {1, len(found), *chance.sample(sorted(found), min(len(found), ROWS[place[0]]))}
        yield from ((stream, number, *found[number]) for number in sorted(numbers))


def edited(place: Place, cell: Cell, value: Value, chance: random.Random) -> tuple[Value, tuple[str, ...]]:
    """Another value, one that the database has nothing against, and what verify says to it."""
    while True:
        try:
            changed = other(value, chance)
            return changed, place.faults(cell, changed)
        except TakenError:
            continue


def named(said: tuple[str, ...]) -> list[str]:
    """The lines that verify names."""
    found = [re.match(r"(.*?, line \d+): ", fault) for fault in said]
    return [line[1] if line else fault for line, fault in zip(found, said, strict=True)]


@pytest.mark.parametrize("column", [column for column in COLUMNS if column != "stream"])
def test_a_changed_byte_in_any_line_is_found_and_that_line_is_named_and_no_other(column: str, place: tuple[str, Place]) -> None:
    chance, looked = random.Random(column), Counter[str]()  # noqa: S311 - any byte is as good
    for stream, number, cell, value in some(place, column, chance):
        changed, said = edited(place[1], cell, value, chance)
        assert named(said) == [f"{stream}, line {number}"], f"{value!r} became {changed!r}: {said}"
        looked[stream] += 1
    assert looked.keys() == STREAMS


def test_a_line_that_was_put_into_another_stream_is_missed_where_it_was(place: tuple[str, Place]) -> None:
    chance, missed = random.Random("stream"), Counter[bool]()  # noqa: S311 - any byte is as good
    for stream, number, cell, value in some(place, "stream", chance):
        moved, said = edited(place[1], cell, value, chance)
        places = {*named(said)}
        was, stands = f"{stream}, line {number}", {f"{moved}, line {number}", f"{moved}, line 1"}
        assert places, f"{was} became one of {moved}"
        assert places <= {was, *stands}, said
        missed[was in places] += 1
    assert missed[False] == (place[0] == "file"), "only in a file does nothing tell of the last anchor"


@pytest.mark.parametrize("column", ["stream", "number", "hash"])
def test_a_changed_head_is_found_and_its_stream_is_named(column: str, kept: Path, cluster: Cluster) -> None:
    chance = random.Random(column)  # noqa: S311 - any byte is as good
    with closing(InDatabase(kept, cluster)) as database:
        for cell, value in database.values("head", ("stream",), column):
            _, said = edited(database, cell, value, chance)
            first, *others = named(said)
            assert first.startswith(f"{cell.row[0][1]}, line ")
            beside = f"{cell.row[0][1]}/"
            assert column == "stream" or all(each.startswith(beside) for each in others), (
                "what is known of a table by its lines"
            )


@pytest.mark.parametrize("column", TABLES_OF_A_FILE["migration"])
def test_a_changed_migration_is_found(column: str, place: tuple[str, Place]) -> None:
    chance = random.Random(column)  # noqa: S311 - any byte is as good
    for cell, value in place[1].values("migration", ("number",), column):
        assert edited(place[1], cell, value, chance)[1]


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
    assert faults(lambda: SqliteReader(path))


def test_these_are_all_tables_and_all_columns(kept: Path) -> None:
    with closing(apsw.Connection(str(kept), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        tables = [cast("str", name) for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {table: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})")) for table in tables}
    assert columns == TABLES_OF_A_FILE


def test_a_changed_byte_in_the_file_is_noticed_or_changes_nothing_that_is_read(kept: Path, tmp_path: Path) -> None:
    chance, content, whole = random.Random(1), kept.read_bytes(), read(kept)  # noqa: S311 - any byte is as good
    path, noticed = tmp_path / "changed.sqlite", 0
    for offset in chance.sample(range(len(content)), RAW):
        changed = bytearray(content)
        changed[offset] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        found = faults(lambda: SqliteReader(path))
        assert found or read(path) == whole, f"byte {offset} is {changed[offset]}, was {content[offset]}, and nobody noticed"
        noticed += bool(found)
    assert noticed > RAW // 4


def change(path: Path, statement: str, *values: Value) -> None:
    """Change one row of a file, be it of the list of its tables."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.pragma("writable_schema", value=True)
        connection.execute(statement, values)
        assert connection.changes() == 1
