"""Migrations: numbered steps from one layout of a store to the next, only ever forward."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import NamedTuple

from croupier.journal.port import JournalError


class Migration(NamedTuple):
    """One step, and the digest by which it is recognised where it was taken."""

    number: int
    name: str
    statements: str
    digest: str


def migrations(dialect: str) -> Sequence[Migration]:
    """All steps of a dialect, in order."""
    files = (resources.files(__name__) / dialect).iterdir()
    return [_read(file.name, file.read_text(encoding="utf-8")) for file in sorted(files, key=lambda file: file.name)]


def missing(steps: Sequence[Migration], taken: Mapping[int, str]) -> Sequence[Migration]:
    """The steps that a store has yet to take. One that has taken others than ours is not ours to touch."""
    known, last = {step.number: step.digest for step in steps}, max(taken, default=0)
    if last > len(steps):
        raise JournalError(
            f"this journal has layout {last}, which is newer than this croupier knows ({len(steps)}); "
            "use the version that wrote it, or a newer one"
        )
    for number, digest in taken.items():
        if known.get(number) != digest:
            raise JournalError(
                f"layout {number} of this journal is not the one this croupier knows; use the version that wrote it"
            )
    return [step for step in steps if step.number not in taken]


def _read(name: str, statements: str) -> Migration:
    digest = hashlib.sha256(statements.encode()).hexdigest()
    return Migration(int(name.split("-", maxsplit=1)[0]), name, statements, digest)
