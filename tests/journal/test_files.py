# pyright: reportUnknownMemberType=false
"""The files of a SQLite journal that is being written: one that is removed or replaced is noticed, and no line is lost."""

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest

from croupier.journal.chain import chained
from croupier.journal.files import CHECK_INTERVAL
from croupier.journal.latency import measured_latency
from croupier.journal.lock import NOTICED_AFTER
from croupier.journal.port import START, DamagedError, JournalError
from croupier.journal.sqlite import SqliteReader, SqliteStore
from croupier.journal.threaded import ThreadedJournal
from journals import entry
from patience import PATIENCE


def test_a_log_whose_file_is_gone_is_not_thrown_away(tmp_path: Path) -> None:
    path, log = tmp_path / "journal.sqlite", tmp_path / "journal.sqlite-wal"
    log.write_bytes(b"lines")
    with pytest.raises(
        JournalError, match=r"is not there, and its log journal\.sqlite-wal is, which has lines in it; put the file"
    ):
        SqliteStore(path)
    assert log.read_bytes() == b"lines"
    assert not path.exists()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[SqliteStore]:
    """A store with one line, which looks at its files at every commit."""
    monkeypatch.setattr("croupier.journal.files.CHECK_INTERVAL", 0)
    store = SqliteStore(tmp_path / "journal.sqlite")
    add(store)
    yield store
    with suppress(JournalError):
        store.close()


def add(store: SqliteStore) -> None:
    number = store.head("craps").number
    store.commit({}, chained([entry("craps", number, b"one")], store.head).lines)


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize("gone", ["", "-wal", "-shm", "-lock"])
def test_a_store_without_one_of_its_files_is_not_written_any_more(
    gone: str,
    replaced: bool,  # noqa: FBT001
    store: SqliteStore,
    tmp_path: Path,
) -> None:
    file = tmp_path / f"journal.sqlite{gone}"
    file.rename(tmp_path / "elsewhere")
    if replaced:
        file.touch()
    for _ in range(2):
        with pytest.raises(JournalError, match=f"journal.sqlite{gone}: was removed while this server was writing; "):
            add(store)
    assert store.head("craps").number == 1


def as_it_is_on_disk(tmp_path: Path) -> int:
    """How many lines a copy of the file and its log has: what the next process finds if this one is killed now."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in tmp_path.glob("journal.sqlite*"):
        if not file.name.endswith(("-shm", "-lock")):
            shutil.copy(file, copy)
    with closing(SqliteReader(copy / "journal.sqlite")) as reader:
        assert list(reader.faults()) == []
        return reader.head("craps").number


@pytest.mark.parametrize("gone", [["-wal"], ["-wal", "-shm"], ["-wal", "-shm", "-lock"]], ids=" ".join)
def test_the_lines_of_a_removed_log_are_saved_in_the_journal(gone: list[str], store: SqliteStore, tmp_path: Path) -> None:
    for end in gone:
        (tmp_path / f"journal.sqlite{end}").unlink()
    store._insert(chained([entry("craps", 1, b"two")], store.head).lines)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    with pytest.raises(JournalError, match=f"journal.sqlite{gone[0]}: was removed .*; the lines in it were saved; start again"):
        store.check()
    assert as_it_is_on_disk(tmp_path) == 2


def test_where_a_reader_keeps_the_log_from_being_saved_in_the_journal_it_is_put_back(
    store: SqliteStore, tmp_path: Path
) -> None:
    with closing(store.reader()) as reader, reader.steady():
        assert reader.head("craps").number == 1
        (tmp_path / "journal.sqlite-wal").unlink()
        store._insert(chained([entry("craps", 1, b"two")], store.head).lines)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        with pytest.raises(JournalError, match="the lines in it were saved; start again"):
            store.check()
        assert as_it_is_on_disk(tmp_path) == 2


@pytest.mark.parametrize("other", ["-shm", "-lock"])
def test_a_log_is_not_saved_where_another_process_may_be_writing(other: str, store: SqliteStore, tmp_path: Path) -> None:
    for end in ("-wal", other):
        (tmp_path / f"journal.sqlite{end}").unlink()
    (tmp_path / f"journal.sqlite{other}").touch()
    before = (tmp_path / "journal.sqlite").read_bytes()
    with pytest.raises(JournalError, match=r"journal.sqlite-wal: was removed .* could not be saved, because another process"):
        store.check()
    assert (tmp_path / "journal.sqlite").read_bytes() == before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_journal_without_anything_to_write_looks_at_its_files_too(tmp_path: Path) -> None:
    path, stopped = tmp_path / "journal.sqlite", threading.Event()
    journal = ThreadedJournal(SqliteStore(path), lambda _: stopped.set())
    assert not stopped.wait(0.3)
    Path(f"{path}-lock").unlink()
    assert stopped.wait(PATIENCE)
    journal.close()


def test_a_journal_without_its_lock_file_is_opened_only_once_its_writer_must_have_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteStore(path).close()
    Path(f"{path}-lock").unlink()
    before = time.monotonic()
    SqliteStore(path).close()
    assert time.monotonic() - before >= NOTICED_AFTER > 5 * CHECK_INTERVAL


def overwritten(file: Path, at: int, count: int) -> None:
    """Overwrite bytes in place."""
    with file.open("r+b") as log:
        log.seek(at)
        log.write(bytes(count))


LOG_DAMAGE: dict[str, Callable[[Path], None]] = {
    "cut to nothing": lambda log: os.truncate(log, 0),
    "cut in the middle": lambda log: os.truncate(log, log.stat().st_size // 2),
    "its header overwritten": lambda log: overwritten(log, 0, 16),
    "a byte of its header": lambda log: overwritten(log, 24, 1),
    "its last page overwritten": lambda log: overwritten(log, log.stat().st_size - 4096 - 24, 4096),
    "all of it overwritten": lambda log: overwritten(log, 0, log.stat().st_size),
}


@pytest.mark.parametrize("grows", [False, True])
@pytest.mark.parametrize("damage", LOG_DAMAGE)
def test_a_log_that_is_cut_or_overwritten_in_place_is_noticed(
    damage: str,
    grows: bool,  # noqa: FBT001
    store: SqliteStore,
    tmp_path: Path,
) -> None:
    """Also if the server has written more since, which makes the file as long as it was."""
    for _ in range(20):
        add(store)
    store.check()
    more = chained([entry("later", number, b"one") for number in range(40)], lambda _: START).lines
    LOG_DAMAGE[damage](tmp_path / "journal.sqlite-wal")
    if grows:
        with suppress(apsw.Error):
            for line in more:
                store._insert([line])  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    for _ in range(2):
        with pytest.raises(DamagedError, match=r"journal.sqlite-wal: was cut or overwritten while this server"):
            store.check()


def test_a_log_that_sqlite_begins_anew_is_no_damage(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is checkpointed, however short and long it becomes, and whoever reads meanwhile."""
    for pages in (1, 3, 10, 40):
        store._connection.wal_autocheckpoint(pages)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        for number in range(60):
            add(store)
            if number % 7 == 0:
                with closing(store.reader()) as reader, reader.steady():
                    assert reader.head("craps").number == store.head("craps").number
                    add(store)
    path = store._path  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    store.close()
    with closing(SqliteStore(path)) as again:
        monkeypatch.setattr("croupier.journal.files.CHECK_INTERVAL", 0)
        add(again)
        again.check()


def cut_in_a_commit(path: Path, to: Path) -> Path:
    """A copy of a journal and its log, as a kill in the middle of a commit leaves them: with pages that were not committed."""
    before = path.with_name("journal.sqlite-wal").stat().st_size
    with closing(apsw.Connection(str(path))) as writing:
        writing.execute("PRAGMA cache_size = 1; BEGIN; CREATE TABLE more (x); INSERT INTO more VALUES (zeroblob(200000))")
        to.mkdir()
        for end in ("", "-wal"):
            shutil.copyfile(f"{path}{end}", to / f"{path.name}{end}")
        writing.execute("ROLLBACK")
    assert (to / "journal.sqlite-wal").stat().st_size > before + 4096
    return to / path.name


def test_what_a_commit_left_in_the_log_that_was_cut_short_is_no_damage(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite overwrites it with the next commits, one of which may come before the first check and one after it."""
    copy = cut_in_a_commit(tmp_path / "journal.sqlite", tmp_path / "killed")
    monkeypatch.setattr("croupier.journal.files.CHECK_INTERVAL", 0)
    with closing(SqliteStore(copy)) as again:
        for _ in range(60):
            add(again)
            again.check()
        assert again.head("craps").number == store.head("craps").number + 60


LOCKS = """
import fcntl, os, sys
fcntl.lockf(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
"""
"""Take the lock that says that nobody uses the index of the log, as SQLite does in a process that opens the journal."""


def test_a_check_leaves_sqlite_its_locks(store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To close a file of SQLite gives all locks on it up: the next reader cut the index under the server, which died of it."""
    monkeypatch.setattr("croupier.journal.files.CHECK_INTERVAL", 0)
    add(store)
    store.check()
    index = str(tmp_path / "journal.sqlite-shm")
    tried = subprocess.run([sys.executable, "-c", LOCKS, index], capture_output=True, text=True, check=False)  # noqa: S603
    assert "BlockingIOError" in tried.stderr, tried.stderr


@pytest.mark.parametrize("gone", [[""], ["", "-wal"], ["", "-wal", "-shm", "-lock"]], ids=["journal", "and log", "all"])
def test_a_removed_journal_is_put_back_with_all_lines(gone: list[str], store: SqliteStore, tmp_path: Path) -> None:
    for number in range(40):
        add(store)
        if number == 20:
            store._connection.wal_checkpoint()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    for end in gone:
        (tmp_path / f"journal.sqlite{end}").unlink()
    with pytest.raises(JournalError, match=r"journal.sqlite: was removed while .*; it was put back; start again"):
        store.check()
    assert as_it_is_on_disk(tmp_path) == 41
    assert not [*tmp_path.glob("*-saved")]


def test_a_file_in_the_place_of_a_removed_journal_is_not_touched(store: SqliteStore, tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    file.unlink()
    file.write_text("a copy that somebody has brought")
    with pytest.raises(JournalError, match=r"journal.sqlite: was removed while .*; put it back, and start again"):
        store.check()
    assert file.read_text() == "a copy that somebody has brought"


def test_a_measurement_leaves_no_file_whenever_it_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is gone before the first write, which is where a start spends its time."""
    beside: list[list[Path]] = []
    write = os.pwrite

    def look(descriptor: int, data: bytes, at: int) -> int:
        beside.append([*tmp_path.iterdir()])
        return write(descriptor, data, at)

    monkeypatch.setattr(os, "pwrite", look)
    assert len(measured_latency(tmp_path / "journal.sqlite")) == 40
    assert beside == [[]] * 40
