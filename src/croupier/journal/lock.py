"""The lock file beside a journal file: only one process may write the journal."""

import fcntl
import os
from pathlib import Path

from croupier.journal.port import InUseError, JournalError


class Lock:
    """An exclusive lock, held while this process writes a journal file."""

    def __init__(self, path: Path) -> None:
        """Take the lock, or fail if another process holds it."""
        file = Path(f"{path}-lock")
        try:
            self._held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise JournalError(f"{path}: cannot be written there ({error.strerror})") from None
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._held)
            raise InUseError(f"{path}: is in use by another croupier; stop that one first, or name another file") from None

    def stat(self) -> os.stat_result:
        """The lock file that this process holds."""
        return os.fstat(self._held)

    def release(self) -> None:
        """Release the lock."""
        os.close(self._held)
