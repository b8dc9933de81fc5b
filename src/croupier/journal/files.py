# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The files of a SQLite journal that is being written: notice if one is removed or cut, and save what was removed."""

import contextlib
import os
import shutil
import struct
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import apsw

from croupier.journal.latency import fsync_path
from croupier.journal.lock import Lock
from croupier.journal.port import DamagedError, JournalError

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
LOG_HEADER, FRAME_HEADER = 32, 24
"""Bytes at the beginning of a write-ahead log, and before each of its pages."""


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
        self._log = LogEnd()
        self._next = 0.0

    def check(self) -> None:
        """Fail if a file was removed or replaced, or the write-ahead log was cut. Save what was removed first.

        Does nothing if the last check was a moment ago: each system call releases the GIL, and getting it back takes time.
        """
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + CHECK_INTERVAL
        lost = [end for end in WHAT_TO_DO if not self._is_in_place(end)]
        if not lost:
            self._check_log()
            return
        first = lost[0]
        if first == "" and self._put_journal_back(lost):
            raise JournalError(f"{self._path}: was removed while this server was writing; it was put back; start again")
        if "-wal" in lost and not self._save():
            raise JournalError(
                f"{self._file('-wal')}: was removed while this server was writing, and its lines could not be saved, "
                "because another process may be writing; stop that one, and verify the journal"
            )
        raise JournalError(f"{self._file(first)}: was removed while this server was writing; {WHAT_TO_DO[first]}")

    def _check_log(self) -> None:
        """Fail if the write-ahead log was cut or overwritten in place."""
        log = self._file("-wal")
        try:
            with log.open("rb", buffering=0) as file:
                found = end_of_log(file.fileno(), self._committed(), self._log)
        except OSError:
            found = None
        if found is None:
            raise DamagedError(
                f"{log}: was cut or overwritten while this server was writing, and the lines that were only in it are lost: "
                "those since the last checkpoint; compare the journal with the copies of its anchors before you start again"
            )
        self._log = found

    def _committed(self) -> int:
        """How many frames of the log are committed. SQLite says it, and writes nothing.

        Its index has that number, too, but a process that opens and closes that file loses the locks of SQLite on it. Then
        the next process that reads the journal takes the index for one that nobody uses, and cuts it under our feet.
        """
        _, frames, _ = cast("tuple[int, int, int]", self._connection.execute("PRAGMA wal_checkpoint(NOOP)").fetchone())
        return frames

    def _file(self, end: str) -> Path:
        return Path(f"{self._path}{end}")

    def _is_in_place(self, end: str) -> bool:
        try:
            return os.path.samestat(self._file(end).stat(), self._opened[end])
        except OSError:
            return False

    def _save(self) -> bool:
        """Save the lines of the removed log: in the journal, or if a reader is in the way, in a new log."""
        return not self._may_be_written() and (self._checkpoint() or self._put_log_back())

    def _may_be_written(self) -> bool:
        """Whether another process may be writing, from which SQLite could not keep us apart."""
        return any(self._file(end).exists() and not self._is_in_place(end) for end in ("-shm", "-lock"))

    def _checkpoint(self) -> bool:
        self._connection.set_busy_timeout(CHECKPOINT_TIMEOUT)
        busy, logged, saved = cast("tuple[int, int, int]", self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone())
        return not busy and logged == saved

    def _put_log_back(self) -> bool:
        log = self._file("-wal")
        return not (log.exists() and log.stat().st_size) and self._copy_back("-wal", log)

    def _put_journal_back(self, lost: Sequence[str]) -> bool:
        """Put the removed journal back beside its log, or with the lines of a log that was removed, too.

        One that was moved is somewhere else and stays the journal. A file in its place is not touched.
        """
        if self._path.exists() or self._may_be_written() or ("-wal" in lost and not self._checkpoint()):
            return False
        return self._copy_back("", self._path)

    def _copy_back(self, end: str, to: Path) -> bool:
        """Copy a removed file from the descriptor that SQLite still has open, where the system shows descriptors."""
        for descriptor in _descriptors():
            with contextlib.suppress(OSError):
                found = descriptor.stat()
                if os.path.samestat(found, self._opened[end]) and (end or not found.st_nlink):
                    self._copy(descriptor, to)
                    return True
        return False

    def _copy(self, descriptor: Path, to: Path) -> None:
        copy = Path(f"{to}-saved")
        try:
            shutil.copyfile(descriptor, copy)
            copy.chmod(0o600)
            fsync_path(copy)
            copy.replace(to)
            fsync_path(to.parent)
        finally:
            copy.unlink(missing_ok=True)


class LogEnd(NamedTuple):
    """How far a write-ahead log had come at the last check."""

    header: bytes = b""
    """Of the log. SQLite begins the log anew with another header, from its first frame."""
    frames: int = 0
    """How many frames SQLite has committed since then."""
    last: bytes = b""
    """The header of the last of them."""
    size: int = 0


def end_of_log(log: int, committed: int, known: LogEnd) -> LogEnd | None:
    """How far a write-ahead log has come; None if it was cut or overwritten since the last check. Takes a descriptor.

    The file never gets shorter while it is open, and a frame stays as it is until SQLite begins the log anew. Behind the last
    frame that was committed may be others that look the same, of a commit that a kill or a power cut has ended. SQLite
    overwrites them, so it says itself how many frames it has committed.
    """
    size, header = os.fstat(log).st_size, os.pread(log, LOG_HEADER, 0)
    if not size and not known.size:
        return known
    if size < known.size or not _is_header(header):
        return None
    frame = FRAME_HEADER + int.from_bytes(header[8:12])

    def read(number: int) -> bytes:
        return os.pread(log, FRAME_HEADER, LOG_HEADER + number * frame)

    if header == known.header and known.frames and read(known.frames - 1) != known.last:
        return None
    return LogEnd(header, committed, read(committed - 1) if committed else b"", size)


def _is_header(header: bytes) -> bool:
    """Whether this is the header of a write-ahead log: a magic number, and a checksum in the byte order that it names."""
    if len(header) < LOG_HEADER or header[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return False
    one = two = 0
    for first, second in struct.iter_unpack(">2I" if header[3] & 1 else "<2I", header[:24]):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, two) == header[24:]


def _descriptors() -> Iterator[Path]:
    """The open files of this process; none if the system has no /proc."""
    with contextlib.suppress(OSError):
        yield from Path("/proc/self/fd").iterdir()
