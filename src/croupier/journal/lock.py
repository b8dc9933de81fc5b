"""The lock beside a file: one process writes it."""

import fcntl
import os
import time
from pathlib import Path

from croupier.journal.port import JournalError

EVERY = 0.5
"""Seconds between two looks at whether the files are still there."""


class Lock:
    """Held for as long as this process writes a file."""

    def __init__(self, path: Path) -> None:
        """Take it, or say who has it."""
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
        """Remember which file is written, and that nobody has it by another name."""
        self._written = self._path.stat()
        if self._written.st_nlink > 1:
            raise JournalError(
                f"{self._path}: has a second name, under which another server could write it; make it a file of its own"
            )

    def check(self) -> None:
        """Whoever takes a file away from under a server may start another one: this one must not go on writing."""
        # Not at every commit: each of these calls would hand the interpreter to the event loop and wait for it.
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        for file, held in ((self._file, os.fstat(self._held)), (self._path, self._written)):
            try:
                is_there = os.path.samestat(file.stat(), held)
            except FileNotFoundError:
                is_there = False
            if not is_there:
                raise JournalError(f"{file}: was taken away while this server was writing; put it back, and start again")

    def release(self) -> None:
        """Let another process have it."""
        os.close(self._held)
