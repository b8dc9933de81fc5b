# pyright: reportUnknownMemberType=false
"""The files of a SQLite journal that is being written: one that is removed or replaced is noticed, and no line is lost."""

import shutil
import threading
import time
from collections.abc import Generator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from croupier.journal.chain import chained
from croupier.journal.files import CHECK_INTERVAL
from croupier.journal.lock import NOTICED_AFTER
from croupier.journal.port import JournalError
from croupier.journal.sqlite import SqliteReader, SqliteStore
from croupier.journal.threaded import ThreadedJournal
from journals import entry


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
    assert stopped.wait(5)
    journal.close()


def test_a_journal_without_its_lock_file_is_opened_only_once_its_writer_must_have_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    SqliteStore(path).close()
    Path(f"{path}-lock").unlink()
    before = time.monotonic()
    SqliteStore(path).close()
    assert time.monotonic() - before >= NOTICED_AFTER > 5 * CHECK_INTERVAL
