# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The files of a SQLite journal that is being written: notice if one is removed, and save a removed write-ahead log."""

import contextlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import apsw

from croupier.journal.latency import fsync_path
from croupier.journal.lock import Lock
from croupier.journal.port import JournalError

CHECK_INTERVAL = 0.1
"""Seconds between two checks that all files of a journal are in place, under load and when idle."""
CHECKPOINT_TIMEOUT = 500
"""Milliseconds to wait for readers before a checkpoint of a removed write-ahead log."""
WHAT_TO_DO = {
    "": "put it back, and start again",
    "-wal": "the lines in it were saved; start again",
    "-shm": "start again",
    "-lock": "make sure that no other server writes this journal, and start again",
}
"""The watched files by suffix, and what an operator does if one was removed or replaced."""


def check_writable(path: Path) -> None:
    """Fail if this user may not write a journal that exists, or a file that SQLite keeps beside it.

    SQLite would open it for reading, and give the files beside it the same mode, so that later starts fail, too.
    """
    files = (Path(f"{path}{end}") for end in WHAT_TO_DO)
    if kept := [each for each in files if each.exists() and not os.access(each, os.W_OK)]:
        names = " ".join(map(str, kept))
        raise JournalError(f"{path}: this user may not write it, or a file beside it; chmod u+w {names}, or use its owner")


class Files:
    """The journal, its write-ahead log, the shared memory of SQLite, and the lock, as this process has opened them."""

    def __init__(self, path: Path, connection: apsw.Connection, lock: Lock) -> None:
        """Remember the files. The connection must have opened the write-ahead log."""
        self._path = path
        self._connection = connection
        self._opened = {end: self._file(end).stat() for end in WHAT_TO_DO} | {"-lock": lock.stat()}
        self._next = 0.0

    def check(self) -> None:
        """Fail if a file was removed or replaced. Save the lines in a removed write-ahead log first.

        Does nothing if the last check was a moment ago: each system call releases the GIL, and getting it back takes time.
        """
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + CHECK_INTERVAL
        lost = [end for end in WHAT_TO_DO if not self._is_in_place(end)]
        if not lost:
            return
        first = lost[0]
        if "-wal" in lost and not self._save():
            raise JournalError(
                f"{self._file('-wal')}: was removed while this server was writing, and its lines could not be saved, "
                "because another process may be writing; stop that one, and verify the journal"
            )
        raise JournalError(f"{self._file(first)}: was removed while this server was writing; {WHAT_TO_DO[first]}")

    def _file(self, end: str) -> Path:
        return Path(f"{self._path}{end}")

    def _is_in_place(self, end: str) -> bool:
        try:
            return os.path.samestat(self._file(end).stat(), self._opened[end])
        except OSError:
            return False

    def _save(self) -> bool:
        """Save the lines of the removed log: in the journal, or if a reader is in the way, in a new log."""
        if any(self._file(end).exists() and not self._is_in_place(end) for end in ("-shm", "-lock")):
            return False  # another process may be writing, and SQLite could not keep us apart
        self._connection.set_busy_timeout(CHECKPOINT_TIMEOUT)
        busy, logged, saved = cast("tuple[int, int, int]", self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone())
        return (not busy and logged == saved) or self._put_log_back()

    def _put_log_back(self) -> bool:
        """Copy the log from the descriptor that SQLite still has open, where the system shows descriptors."""
        log = self._file("-wal")
        if log.exists() and log.stat().st_size:
            return False
        for descriptor in _descriptors():
            with contextlib.suppress(OSError):
                if os.path.samestat(descriptor.stat(), self._opened["-wal"]):
                    copy = self._file("-wal-saved")
                    shutil.copyfile(descriptor, copy)
                    fsync_path(copy)
                    copy.replace(log)
                    fsync_path(log.parent)
                    return True
        return False


def _descriptors() -> Iterator[Path]:
    """The open files of this process; none if the system has no /proc."""
    with contextlib.suppress(OSError):
        yield from Path("/proc/self/fd").iterdir()
