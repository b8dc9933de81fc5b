"""The lock file beside a journal file: only one process may write the journal."""

import fcntl
import os
import time
from pathlib import Path

from croupier.journal.port import JournalError

CHECK_INTERVAL = 0.5
"""Seconds between two checks that the journal and the lock file are still in place."""


class Lock:
    """An exclusive lock, held while this process writes a journal file."""

    def __init__(self, path: Path) -> None:
        """Take the lock, or fail if another process holds it."""
        self._next = 0.0
        self._file = Path(f"{path}-lock")
        self._path = path
        try:
            self._held = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise JournalError(f"{path}: cannot be written there ({error.strerror})") from None
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._held)
            raise JournalError(f"{path}: is in use by another croupier; stop that one first, or name another file") from None

    def guard(self) -> None:
        """Remember the inode of the journal file, and fail if the file has a second hard link."""
        self._written = self._path.stat()
        if self._written.st_nlink > 1:
            raise JournalError(
                f"{self._path}: has a second name, under which another server could write it; make it a file of its own"
            )

    def check(self) -> None:
        """Fail if the journal or the lock file was moved or replaced: another server may be writing in its place."""
        # Not at every commit: each system call releases the GIL, and getting it back from the event loop takes time.
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + CHECK_INTERVAL
        for file, held in ((self._file, os.fstat(self._held)), (self._path, self._written)):
            try:
                is_there = os.path.samestat(file.stat(), held)
            except FileNotFoundError:
                is_there = False
            if not is_there:
                raise JournalError(f"{file}: was taken away while this server was writing; put it back, and start again")

    def release(self) -> None:
        """Release the lock."""
        os.close(self._held)
