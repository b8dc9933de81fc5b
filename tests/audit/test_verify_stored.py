"""Journals in files and databases: what was done to them behind the program's back is found."""

from pathlib import Path

import pytest

from croupier.audit.verify import verify
from croupier.journal.postgres import PostgresReader, PostgresStore
from croupier.journal.sqlite import SqliteReader, SqliteStore
from journals import play, tampered
from lines_for_postgres import LONG
from postgres import execute


def on_file(path: Path) -> Path:
    store = SqliteStore(path, synchronous="OFF")
    play(store, "craps", commands=60)
    store.close()
    return path


def faults_of(path: Path) -> tuple[str, ...]:
    reader = SqliteReader(path)
    try:
        with reader.steady():
            return verify(reader).faults
    finally:
        reader.close()


def test_a_file_holds_too(tmp_path: Path) -> None:
    assert faults_of(on_file(tmp_path / "journal.sqlite")) == ()


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("DROP INDEX named", "missing: index named"),
        ("CREATE INDEX another ON line (epoch)", "not ours: index another"),
        ("CREATE TRIGGER quietly AFTER INSERT ON line BEGIN SELECT 1; END", "not ours: trigger quietly"),
    ],
)
def test_a_file_that_is_laid_out_otherwise_is_said_and_its_lines_are_looked_at(
    statement: str, what: str, tmp_path: Path
) -> None:
    path = on_file(tmp_path / "journal.sqlite")
    tampered(path, statement)
    said = f"{path}: its tables and indexes are not those that croupier makes: {what}"
    assert faults_of(path) == (said,)
    tampered(path, "UPDATE line SET body = x'7b7d' WHERE stream = 'craps' AND number = 17")
    assert [fault.split(":")[0] for fault in faults_of(path)[1:]] == ["craps, line 17"]


def test_lines_in_a_table_that_may_hold_anything_are_not_read(tmp_path: Path) -> None:
    path = on_file(tmp_path / "journal.sqlite")
    tampered(path, "ALTER TABLE line ADD COLUMN note TEXT")
    layout, unread = faults_of(path)
    assert layout.endswith("not those that croupier makes: changed: table line")
    assert unread == f"{path}: no line was read, because none can be trusted; restore a backup"


def test_a_name_that_leads_elsewhere_is_found(tmp_path: Path) -> None:
    """The lines are as they were; only the index by which they are found is another."""
    path = on_file(tmp_path / "journal.sqlite")
    content = path.read_bytes()
    entry = b"crapscommand 7"  # as it stands in the index, and nowhere in the lines
    assert content.count(entry) == 1
    path.write_bytes(content.replace(entry, b"crapscommand X"))
    reader = SqliteReader(path)
    assert reader.find("craps", "command 7") is None
    reader.close()
    assert faults_of(path)
    assert all(fault.startswith(f"{path}: ") for fault in faults_of(path))
    assert not any("no line was read" in fault for fault in faults_of(path)), "it does not keep lines from being read"


def test_a_damaged_page_is_found(tmp_path: Path) -> None:
    path = on_file(tmp_path / "journal.sqlite")
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = bytes(4096)
    path.write_bytes(content)
    assert any("is damaged or cut off" in fault for fault in faults_of(path))


def in_database(address: str) -> str:
    store = PostgresStore(address, lease=LONG)
    play(store, "craps", commands=40)
    store.close()
    return address


def faults_in(address: str) -> tuple[str, ...]:
    reader = PostgresReader(address)
    try:
        with reader.steady():
            return verify(reader).faults
    finally:
        reader.close()


def test_a_database_holds_too(database: str) -> None:
    assert faults_in(in_database(database)) == ()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM head WHERE stream = 'craps/keys'", "craps/keys, line 1: no head leads to it"),
        (
            "ALTER TABLE line DISABLE TRIGGER ALL; DELETE FROM line WHERE stream = 'craps';ALTER TABLE line ENABLE TRIGGER ALL",
            "craps, line 1: is not there, nor any other line of this table",
        ),
        ("DROP INDEX named", "what keeps names unique and lines from being changed is not as croupier made it"),
        (
            "DROP INDEX named; CREATE UNIQUE INDEX named ON line (stream, name, epoch) WHERE name <> ''",
            "what keeps names unique",
        ),
        ("ALTER TABLE line DISABLE TRIGGER kept_forever", "what keeps names unique and lines from being changed is not as"),
        ("UPDATE head SET number = number - 1 WHERE stream = 'craps'", "is not the line at which the stream ends"),
        (
            "UPDATE head SET hash = decode(repeat('00', 32), 'hex') WHERE stream = 'craps'",
            "is not the line at which the stream",
        ),
    ],
)
def test_what_was_done_to_a_database_is_found(statement: str, sentence: str, database: str) -> None:
    execute(in_database(database), statement)
    (fault,) = faults_in(database)
    assert sentence in fault
