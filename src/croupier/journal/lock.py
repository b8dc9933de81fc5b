"""The lock file beside a journal file: only one process may write the journal."""

import fcntl
import os
import time
from pathlib import Path

from croupier.journal.port import InUseError, JournalError

PATIENCE = 2.0
"""Seconds to wait for a process that is about to release the lock."""
RETRY_INTERVAL = 0.05
NOTICED_AFTER = 1.0
"""Seconds after which a process has noticed that its lock file was removed, and has stopped."""


class Lock:
    """An exclusive lock, held while this process writes a journal file."""

    def __init__(self, path: Path) -> None:
        """Take the lock, or fail if another process holds it.

        If a journal has no lock file, then perhaps it was removed under a process that writes. Let that one notice it.
        """
        file = Path(f"{path}-lock")
        may_be_written = path.exists() and not file.exists()
        try:
            self._held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise JournalError(f"{path}: cannot be written there ({error.strerror})") from None
        end = time.monotonic() + PATIENCE
        while not self._taken():
            if time.monotonic() > end:
                os.close(self._held)
                raise InUseError(f"{path}: is in use by another croupier; stop that one first, or name another file")
            time.sleep(RETRY_INTERVAL)
        if may_be_written:
            time.sleep(NOTICED_AFTER)

    def _taken(self) -> bool:
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def stat(self) -> os.stat_result:
        """The lock file that this process holds."""
        return os.fstat(self._held)

    def release(self) -> None:
        """Release the lock."""
        os.close(self._held)
