# pyright: reportUnknownMemberType=false
# (the types that apsw ships do not know the buffer protocol)
"""A tape of everything that SQLite asks of the file system, and of what was told meanwhile; it can also make a request fail."""

from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

import apsw

from croupier.journal.port import Entry

NAMED_ANEW = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL
"""Files that SQLite may make; with their first sync it syncs the directory as well."""
_numbers = count(1)


class Made(NamedTuple):
    """A file was opened that was not there."""

    file: str


class Wrote(NamedTuple):
    """Bytes were handed over; any part of them may have arrived."""

    file: str
    offset: int
    data: bytes


class Truncated(NamedTuple):
    """A file was given another length."""

    file: str
    size: int


class Synced(NamedTuple):
    """Whatever was asked of a file before is on the medium; perhaps its name is, too."""

    file: str
    named: bool


class NotSynced(NamedTuple):
    """A sync failed: what was handed over before may be there or not, and no later sync will bring it."""

    file: str


class Deleted(NamedTuple):
    """A file was deleted; for sure if the directory was synced."""

    file: str
    named: bool


class Renamed(NamedTuple):
    """A file has another name, and whatever had that name before is gone."""

    file: str
    to: str


class NamesSynced(NamedTuple):
    """The directory was synced: all earlier creations, renames and deletions are durable."""


class Copied(NamedTuple):
    """A copy of the last anchor is said to be kept."""


class Told(NamedTuple):
    """Somebody was told that an entry is durable."""

    entry: Entry


Record = Made | Wrote | Truncated | Synced | NotSynced | Deleted | Renamed | NamesSynced | Copied | Told


class Fault(NamedTuple):
    """Which write, sync or truncate fails, how, and whether all after it do."""

    at: int
    error: type[apsw.Error]
    lasting: bool = False


class Tape(apsw.VFS):
    """The file system underneath, with a tape running. Files are named by what follows the name of the database."""

    def __init__(self, fault: Fault | None = None) -> None:
        """Begin a tape."""
        self.name = f"tape-{next(_numbers)}"
        self.log: list[Record] = []
        self.asked = 0
        """How many requests could have failed."""
        self._fault = fault
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "File":  # noqa: N802 - SQLite's word
        """Open a file, on tape."""
        return File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802 - SQLite's own
        """Delete a file, on tape."""
        super().xDelete(filename, syncdir)
        self.log.append(Deleted(suffix(filename), syncdir))

    def fails(self) -> apsw.Error | None:
        """The error of this request, if it is to fail."""
        self.asked += 1
        fault = self._fault
        if fault and (self.asked == fault.at or (fault.lasting and self.asked > fault.at)):
            return fault.error("as the test wants it")
        return None


class File(apsw.VFSFile):
    """A file of the database, with the tape running."""

    def __init__(self, tape: Tape, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        """Open it."""
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        self._tape, self._file = tape, suffix(path)
        self._named_anew = bool(flags[0] & NAMED_ANEW)
        if flags[0] & apsw.SQLITE_OPEN_CREATE and not tape.xAccess(path, apsw.SQLITE_ACCESS_EXISTS):
            tape.log.append(Made(self._file))
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - SQLite's word
        """Hand bytes over. Of a write that fails, half has arrived."""
        error = self._tape.fails()
        super().xWrite(data[: len(data) // 2] if error else data, offset)
        self._tape.log.append(Wrote(self._file, offset, bytes(data)))
        if error:
            raise error

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's word
        """Give the file another length."""
        error = self._tape.fails()
        self._tape.log.append(Truncated(self._file, newsize))
        if error:
            raise error
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802 - SQLite's own
        """Wait for the medium: that is the tape's, so the real one need not be waited for."""
        if error := self._tape.fails():
            self._tape.log.append(NotSynced(self._file))
            raise error
        self._tape.log.append(Synced(self._file, named=self._named_anew))
        self._named_anew = False


@contextmanager
def taped(fault: Fault | None = None) -> Generator[Tape]:
    """A tape, as long as it is needed."""
    tape = Tape(fault)
    try:
        yield tape
    finally:
        tape.unregister()


def suffix(path: str) -> str:
    """What follows the name of the database: nothing, `-wal` or `-journal`."""
    return path[path.rindex(".sqlite") + len(".sqlite") :]
