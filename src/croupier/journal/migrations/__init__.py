"""Schema migrations: numbered SQL files, applied in order. There are no down migrations."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import NamedTuple

from croupier.journal.port import JournalError


class Migration(NamedTuple):
    """One migration, and the digest that is recorded in a store when it is applied."""

    number: int
    name: str
    statements: str
    digest: str


def migrations(dialect: str) -> Sequence[Migration]:
    """All migrations for a database (`sqlite` or `postgres`), in order."""
    files = (resources.files(__name__) / dialect).iterdir()
    return [_read(file.name, file.read_text(encoding="utf-8")) for file in sorted(files, key=lambda file: file.name)]


def missing(steps: Sequence[Migration], taken: Mapping[int, str]) -> Sequence[Migration]:
    """The migrations that a store still needs. Reject a store that has unknown or different migrations."""
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
    code = "\n".join(line for line in statements.splitlines() if not line.startswith("--"))  # a comment may be edited
    digest = hashlib.sha256(code.encode()).hexdigest()
    return Migration(int(name.split("-", maxsplit=1)[0]), name, statements, digest)
