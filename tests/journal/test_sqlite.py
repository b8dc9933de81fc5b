# pyright: reportUnknownMemberType=false
"""The store in a real SQLite file."""

import asyncio
import errno
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import pytest

from croupier.journal import layout, sqlite
from croupier.journal.address import existing, new_store
from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import EmptyJournalError, JournalError, Line
from croupier.journal.sqlite import SqliteReader, SqliteStore
from journals import bodies, entry, journal_on


def test_what_was_written_is_there_for_another_process_and_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def write() -> None:
        journal = journal_on(path)
        await journal.append(entry("craps", 0, b"one", b"two"))
        assert bodies(path, "craps") == [b"one", b"two"]
        journal.close()

    asyncio.run(write())
    assert not path.with_name("journal.sqlite-wal").exists(), "the one file is the whole journal"
    assert bodies(path, "craps") == [b"one", b"two"]


def test_the_writer_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.sqlite")
    connection = store._connection  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    assert (connection.pragma("journal_mode"), connection.pragma("synchronous")) == ("wal", 2)
    assert len(store.waits()) == 40
    assert all(0 < each < 10_000 for each in store.waits())
    store.close()
    assert {each.name for each in tmp_path.iterdir()} == {"journal.sqlite", "journal.sqlite-lock"}


def test_reading_changes_nothing_about_a_file_that_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with apsw.Connection(str(path)) as connection:
        connection.execute("CREATE TABLE evidence (x)")
    before = path.read_bytes()
    for kind in (SqliteReader, SqliteStore):
        with pytest.raises(
            JournalError, match=r"other\.db: is a database of something else; name the file that croupier wrote"
        ):
            kind(path)
    assert path.read_bytes() == before


FAILS = """
import asyncio, sys
from pathlib import Path
from croupier.journal.threaded import ThreadedJournal
from croupier.journal.port import Draft, Entry, Part
from croupier.journal.sqlite import SqliteStore

async def write():
    journal = ThreadedJournal(SqliteStore(Path(sys.argv[1])))
    await journal.append(Entry((Part("craps", 0, (Draft(b"one", "id"),)),)))
    print("written", flush=True)
    await journal.append(Entry((Part("craps", 1, (Draft(b"another one of the same name", "id"),)),)))
    print("told of what was never written", flush=True)

asyncio.run(write())
"""


def test_what_cannot_be_written_ends_the_process_before_anybody_is_told(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FAILS, str(tmp_path / "journal.sqlite")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)  # noqa: S603
    assert (ran.returncode, ran.stdout) == (70, "written\n")
    assert ran.stderr.startswith("croupier: stopping, because the journal cannot be relied on: ")
    assert bodies(tmp_path / "journal.sqlite", "craps") == [b"one"]


def test_it_ends_also_where_nobody_reads_why(tmp_path: Path) -> None:
    command = ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-c", FAILS, str(tmp_path / "journal.sqlite")]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, timeout=30)  # noqa: S603
    assert (ran.returncode, ran.stdout) == (70, "written\n")


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    store = SqliteStore(path)
    with pytest.raises(JournalError, match="is in use by another croupier; stop that one first"):
        SqliteStore(path)
    link = tmp_path / "link.sqlite"
    link.symlink_to(path)
    with pytest.raises(JournalError, match="is in use by another croupier"):
        SqliteStore(link)
    store.close()
    SqliteStore(path).close()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no journal"),
        (b"this is no database, only a text that somebody named like one", "is not a journal; name the"),
    ],
)
def test_what_is_no_journal_is_refused_in_a_sentence(content: bytes | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    if content:
        path.write_bytes(content)
    with pytest.raises(JournalError, match=f"journal.sqlite: {sentence}"):
        SqliteReader(path)


def test_a_file_that_was_cut_to_nothing_is_no_older_layout(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.touch()
    with pytest.raises(JournalError, match="is empty: nothing was ever written to it, or it was cut to nothing"):
        SqliteReader(path)


def test_a_file_that_was_cut_off_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    store = SqliteStore(path)
    store.commit({}, [Line("craps", number, 0, "", bytes(1000), bytes(32)) for number in range(1, 100)])
    store.close()
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(JournalError, match="is damaged or cut off; restore a backup"):
        list(SqliteReader(path).lines("craps"))


def test_a_journal_of_a_newer_layout_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteStore(path).close()
    with apsw.Connection(str(path)) as connection:
        connection.execute("INSERT INTO migration VALUES (99, 'from the future')")
    before = path.read_bytes()
    for kind in (SqliteReader, SqliteStore):
        with pytest.raises(JournalError, match="has layout 99, which is newer than this croupier knows"):
            kind(path)
    assert path.read_bytes() == before


def test_an_older_layout_is_for_a_writer_to_bring_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, line = tmp_path / "journal.sqlite", Line("craps", 1, 1, "", b"{}", bytes(32))
    store = SqliteStore(path)
    store.commit({}, [line])
    store.close()
    second = Migration(2, "0002-more.sql", "CREATE INDEX by_epoch ON line (epoch);", "digest")
    for module in (sqlite, layout):
        monkeypatch.setattr(module, "migrations", {"sqlite": [*migrations("sqlite"), second]}.__getitem__)
    with pytest.raises(JournalError, match="has an older layout; croupier journal migrate brings it up to date"):
        SqliteReader(path)
    SqliteStore(path).close()
    with closing(SqliteReader(path)) as reader:
        assert list(reader.lines("craps")) == [line]
        assert list(reader.faults()) == []
    with apsw.Connection(str(path)) as connection:
        assert connection.execute("SELECT number FROM migration").fetchall() == [(1,), (2,)]


def test_a_migration_that_fails_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteStore(path).close()
    wrong = Migration(2, "0002-wrong.sql", "CREATE TABLE more (number INTEGER); SELECT wrong;", "digest")
    with monkeypatch.context() as patched:
        for module in (sqlite, layout):
            patched.setattr(module, "migrations", {"sqlite": [*migrations("sqlite"), wrong]}.__getitem__)
        with pytest.raises(JournalError, match="cannot be used"):
            SqliteStore(path)
    with closing(SqliteReader(path)) as reader:
        assert list(reader.faults()) == []


def test_a_file_that_was_cut_off_before_its_first_commit_is_empty_and_can_be_started(tmp_path: Path) -> None:
    """Until the file has a write-ahead log, SQLite has a rollback journal beside it, which a reader cannot use."""
    whole, path = tmp_path / "whole", tmp_path / "journal.sqlite"
    with closing(apsw.Connection(str(whole))) as connection:
        connection.execute("BEGIN; CREATE TABLE line (stream)")
        connection.cache_flush()
        shutil.copy(whole, path)
        shutil.copy(f"{whole}-journal", f"{path}-journal")
        connection.execute("ROLLBACK")
    with pytest.raises(EmptyJournalError, match="is empty: it was cut off before anything was written to it; start again"):
        SqliteReader(path)
    SqliteStore(path).close()
    SqliteReader(path).close()


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite.apsw, "sqlite_lib_version", lambda: "3.40.1")
    with pytest.raises(JournalError, match=r"SQLite 3\.40\.1 is too old; 3\.51\.3 or newer is needed"):
        SqliteStore(tmp_path / "journal.sqlite")
    assert not list(tmp_path.iterdir())


def test_a_finished_copy_can_be_looked_at_where_nothing_can_be_written() -> None:
    """And what is no finished copy says what to do."""
    with tempfile.TemporaryDirectory() as name:  # which everybody may enter, unlike those of pytest
        folder = Path(name)
        folder.chmod(0o755)
        with new_store(str(folder / "copy.sqlite")) as store:
            store.commit({}, [Line("craps", 1, 0, "", b"{}", bytes(32))])
        assert (folder / "copy.sqlite").read_bytes()[18:20] == b"\1\1", "it says of itself that no log lies beside it"
        SqliteStore(folder / "live.sqlite").close()
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        with as_nobody():
            with closing(SqliteReader(folder / "copy.sqlite")) as reader:
                assert [line.body for line in reader.lines("craps")] == [b"{}"]
            with pytest.raises(JournalError, match="needs files beside it, and none can be made in its folder; copy it"):
                SqliteReader(folder / "live.sqlite")
        (folder / "live.sqlite").chmod(0)
        with as_nobody(), pytest.raises(JournalError, match=r"cannot be opened .unable to open.*; check who may read"):
            SqliteReader(folder / "live.sqlite")
        folder.chmod(0o755)


@contextmanager
def as_nobody() -> Generator[None]:
    """Root may read and write anything; others may not."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_closing_a_journal_does_not_wait_for_its_readers(tmp_path: Path) -> None:
    path, seconds = tmp_path / "journal.sqlite", list[float]()
    for number in (1, 3):  # the faster of two: others may keep the machine busy
        store = SqliteStore(path)
        store.commit({}, [Line("craps", number, 0, "", b"{}", bytes(32))])
        reader = SqliteReader(path)
        with closing(reader), reader.steady():
            assert reader.head("craps").number == number
            store.commit({}, [Line("craps", number + 1, 0, "", b"{}", bytes(32))])
            begun = time.monotonic()
            store.close()
            seconds.append(time.monotonic() - begun)
    assert min(seconds) < 2
    with closing(SqliteReader(path)) as again:
        assert again.head("craps").number == 4


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_start_on_a_full_disk_says_what_to_do(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite has an error of its own for that, and does not make the first call to the system."""

    def full(_: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("croupier.journal.sqlite._check_links", full)
    with pytest.raises(JournalError, match=r"journal.sqlite: its disk is full; make room on it, and start again"):
        SqliteStore(tmp_path / "journal.sqlite")


def test_a_file_of_two_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteStore(path).close()
    (tmp_path / "other.sqlite").hardlink_to(path)
    with pytest.raises(JournalError, match="has a second name, under which another server could write it"):
        SqliteStore(path)


def test_a_file_with_something_of_somebody_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteStore(path).close()
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE INDEX quick ON line (epoch)")
    with pytest.raises(
        JournalError, match=r"are not those that croupier makes \(not ours: index quick\); put that right first"
    ):
        SqliteStore(path)


def test_a_journal_that_may_not_be_written_is_refused_before_a_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "floor.sqlite"
    SqliteStore(path).close()
    path.chmod(0o400)
    before = sorted(tmp_path.iterdir())

    def may_write(file: Path, _: int) -> bool:
        """Whether the owner may write a file. Root may write any, and tests may run as root."""
        return bool(file.stat().st_mode & 0o200)

    def looked_at(path: Path) -> object:
        return existing(str(path))

    monkeypatch.setattr(os, "access", may_write)
    for opened in (SqliteStore, looked_at):
        with pytest.raises(JournalError, match=rf"this user may not write it, .*; chmod u\+w {path}, or use its owner"):
            opened(path)
        assert sorted(tmp_path.iterdir()) == before


def test_a_server_that_is_stopping_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    store = SqliteStore(path)
    stopping = threading.Timer(0.2, store.close)
    stopping.start()
    SqliteStore(path).close()
    stopping.join()
