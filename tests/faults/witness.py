"""A witness puts on the tape what SQLite does not see: the key beside a journal, and the copies of anchors."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from faults.tape import Made, NamesSynced, Renamed, Synced, Tape, Wrote, suffix

KEY, COPIES = "-key", "-copies"
"""What follows the name of the journal."""


class Witness:
    """Looks at the files whenever somebody waits for the medium, and writes down what has changed."""

    def __init__(self, tape: Tape, journal: Path) -> None:
        """What is there already was there before."""
        self._tape, self._journal = tape, journal
        self._seen = self._found()

    def look(self) -> None:
        """Write down what has changed and was not waited for."""
        for name, content in self._found().items():
            seen = self._seen.get(name)
            if seen is None:
                self._tape.log.append(Made(_called(name)))
            if seen != content:
                kept = len(seen or b"")
                assert content.startswith(seen or b""), "all these files only grow"
                self._tape.log.append(Wrote(_called(name), kept, content[kept:]))
            self._seen[name] = content

    def fsync(self, descriptor: int) -> None:
        """Record an fsync on the tape. The real fsync is skipped."""
        self.look()
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        is_folder = path == self._journal.parent.resolve()
        self._tape.log.append(NamesSynced() if is_folder else Synced(_called(str(path)), named=False))

    def renamed(self, file: str, to: str) -> None:
        """A file was given another name."""
        self._tape.log.append(Renamed(_called(file), _called(to)))
        self._seen[to] = self._seen.pop(file)

    def _found(self) -> dict[str, bytes]:
        files = (file for end in (KEY, COPIES) for file in sorted(self._journal.parent.glob(f"{self._journal.name}{end}*")))
        return {str(file): file.read_bytes() for file in files}


@contextmanager
def witnessed(tape: Tape, journal: Path) -> Generator[Witness]:
    """A witness, as long as it is needed."""
    witness, rename = Witness(tape, journal), os.rename

    def renamed(file: Path, to: Path) -> None:
        witness.look()
        rename(file, to)
        witness.renamed(str(file), str(to))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", witness.fsync)
        patched.setattr(os, "rename", renamed)
        yield witness


def _called(path: str) -> str:
    """What follows the name of the journal; a key that has no name yet is called by none."""
    end = suffix(path)
    return f"{KEY}-new" if end.startswith(f"{KEY}-") else end
