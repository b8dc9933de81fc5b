# pyright: reportUnknownMemberType=false
"""The journal on a real SQLite file."""

import asyncio
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from croupier.journal import sqlite
from croupier.journal.port import Answer, Entry
from croupier.journal.sqlite import JournalError, SqliteJournal, SqliteReader


def test_what_was_written_is_there_for_another_process_and_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def write() -> None:
        journal = SqliteJournal(path)
        await journal.append(Entry("craps", 1, (b"one", b"two"), "id-1", Answer(b"asked", b"said"), key="k", seat="s"))
        assert list(SqliteReader(path).lines("craps")) == [b"one", b"two"]
        journal.close()

    asyncio.run(write())
    reader = SqliteReader(path)
    assert reader.tables() == ["craps"]
    assert list(reader.lines("craps")) == [b"one", b"two"]
    assert reader.answer("craps", "id-1") == Answer(b"asked", b"said")
    assert reader.answer("craps", "id-2") is None
    assert reader.seat("craps", "k") == "s"
    assert reader.seat("roulette", "k") is None


def test_entries_become_durable_in_the_order_they_came(tmp_path: Path) -> None:
    async def write() -> list[int]:
        journal = SqliteJournal(tmp_path / "journal.sqlite")
        order: list[int] = []
        written = [journal.append(Entry("craps", number, (b"line",))) for number in range(1, 1001)]
        for number, each in enumerate(written, 1):
            each.add_done_callback(lambda _, number=number: order.append(number))
        await asyncio.gather(*written)
        await asyncio.sleep(0)
        journal.close()
        return order

    assert asyncio.run(write()) == list(range(1, 1001))


def test_closing_writes_down_what_waits(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def write() -> None:
        journal = SqliteJournal(path)
        for number in range(1, 501):
            journal.append(Entry("craps", number, (b"line",)))
        journal.close()

    asyncio.run(write())
    assert len(list(SqliteReader(path).lines("craps"))) == 500


def test_the_writer_writes_ahead_and_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[apsw.Connection] = []
    opened = sqlite._opened  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]

    def watched(path: Path, how: int) -> apsw.Connection:
        connection = opened(path, how)
        if how & apsw.SQLITE_OPEN_READWRITE:
            found.append(connection)
        return connection

    monkeypatch.setattr(sqlite, "_opened", watched)
    journal = SqliteJournal(tmp_path / "journal.sqlite")
    (writer,) = found
    assert (writer.pragma("journal_mode"), writer.pragma("synchronous")) == ("wal", 2)
    journal.close()


def test_reading_changes_nothing_about_a_file_that_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with apsw.Connection(str(path)) as connection:
        connection.execute("CREATE TABLE evidence (x)")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is no journal"):
        SqliteReader(path)
    assert path.read_bytes() == before


FAILS = """
import asyncio, sys
from pathlib import Path
from croupier.journal import sqlite
from croupier.journal.port import Entry
from croupier.journal.sqlite import SqliteJournal

async def write():
    journal = SqliteJournal(Path(sys.argv[1]))
    await journal.append(Entry("craps", 1, (b"one",)))
    print("written", flush=True)
    await journal.append(Entry("craps", 1, (b"another one of the same number",)))
    print("told of what was never written", flush=True)

asyncio.run(write())
"""


def test_what_cannot_be_written_ends_the_process_before_anybody_is_told(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FAILS, str(tmp_path / "journal.sqlite")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)  # noqa: S603
    assert (ran.returncode, ran.stdout) == (70, "written\n")
    assert ran.stderr.startswith("croupier: the journal cannot be written (")
    assert list(SqliteReader(tmp_path / "journal.sqlite").lines("craps")) == [b"one"]


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = SqliteJournal(path)
    with pytest.raises(JournalError, match="is in use by another croupier"):
        SqliteJournal(path)
    link = tmp_path / "link.sqlite"
    link.symlink_to(path)
    with pytest.raises(JournalError, match="is in use by another croupier"):
        SqliteJournal(link)
    journal.close()
    SqliteJournal(path).close()


def test_a_missing_line_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def write() -> None:
        journal = SqliteJournal(path)
        await journal.append(Entry("craps", 1, (b"one", b"two", b"three")))
        journal.close()

    asyncio.run(write())
    with apsw.Connection(str(path)) as connection:
        connection.execute("DELETE FROM line WHERE number = 2")
    with pytest.raises(JournalError, match="craps: line 2 is missing, the journal goes on with 3"):
        list(SqliteReader(path).lines("craps"))


@pytest.mark.parametrize("content", [None, b"this is no database, only a text that somebody named like one"])
def test_what_is_no_journal_is_refused_in_a_sentence(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    if content:
        path.write_bytes(content)
    with pytest.raises(JournalError, match=r"there is no journal$|is no journal \("):
        SqliteReader(path)
