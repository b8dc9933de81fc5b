# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The private details of patrons, and their PINs, in a file of their own. The journal has a salted digest of each.

Whoever is deleted here is forgotten: without the salt, nobody can tell whose digest it was, and the chain still holds.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

import apsw
import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from croupier.cage.patron import Patron
from croupier.canonical import canonical
from croupier.floor.password_checks import BusyError
from croupier.people.credentials import OWASP

T = TypeVar("T")

SALT_BYTES = 16
MOST_FOUND = 20
WAITING = 16
"""PINs that may wait to be checked. At 75 ms each, the last waits about a second."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS details (
  digest TEXT PRIMARY KEY,
  patron INTEGER UNIQUE,  -- NULL until the register has the person
  name TEXT NOT NULL,     -- to search by
  born TEXT NOT NULL,
  body BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_person ON details (name, born);
CREATE TABLE IF NOT EXISTS pins (patron INTEGER PRIMARY KEY, hash TEXT NOT NULL);
"""


class Details(msgspec.Struct, frozen=True):
    """Who a patron is."""

    name: str
    born: str
    """The date of birth: year, month and day, as 1990-12-31."""
    document: str
    """The number of the document that was seen."""


class _Salted(msgspec.Struct, frozen=True):
    details: Details
    salt: str


class PatronFile:
    """The details and PINs of patrons. Only its owner can read the file. One thread may use it at a time."""

    def __init__(self, path: Path, hasher: PasswordHasher = OWASP) -> None:
        """Open the file, or make it. Use another hasher in tests only."""
        self._hasher = hasher
        path.touch(mode=0o600)
        path.chmod(0o600)
        self._database = apsw.Connection(str(path))
        self._database.execute("PRAGMA synchronous=FULL; PRAGMA secure_delete=ON")
        self._database.execute(SCHEMA)

    def keep(self, details: Details) -> str:
        """Keep the details of a person durably. Return their digest."""
        salted = _Salted(details, secrets.token_hex(SALT_BYTES))
        body = canonical(salted)
        digest = sha256(body).hexdigest()
        row = (digest, searchable(details.name), details.born, body)
        self._database.execute("INSERT INTO details (digest, name, born, body) VALUES (?, ?, ?, ?)", row)
        return digest

    def drop(self, digest: str) -> None:
        """Delete details that the register does not have."""
        self._database.execute("DELETE FROM details WHERE digest = ? AND patron IS NULL", (digest,))

    def tidy(self, known: Mapping[str, int], erased: Mapping[str, int]) -> None:
        """Finish what a process left undone that stopped between the journal and this file."""
        for digest, patron in erased.items():
            self.erase(digest, patron)
        without = [str(digest) for (digest,) in self._database.execute("SELECT digest FROM details WHERE patron IS NULL")]
        for digest in without:
            if patron := known.get(digest):
                self._number(digest, patron)
            else:
                self.drop(digest)

    def _number(self, digest: str, patron: int) -> None:
        """Note the number of a patron. Somebody of whom the journal knows nothing may have had it."""
        with self._database:
            self._database.execute("UPDATE details SET patron = NULL WHERE patron = ? AND digest <> ?", (patron, digest))
            self._database.execute("UPDATE details SET patron = ? WHERE digest = ? AND patron IS NULL", (patron, digest))

    def erase(self, digest: str, patron: int) -> None:
        """Delete the details of a patron with their salt, and the PIN."""
        with self._database:
            self._database.execute("DELETE FROM details WHERE digest = ?", (digest,))
            self._database.execute("DELETE FROM pins WHERE patron = ?", (patron,))

    def details(self, digest: str, patron: int) -> Details | None:
        """The details of a patron; None if they were deleted. The number is noted if that was not done yet."""
        self._number(digest, patron)
        found = self._database.execute("SELECT body FROM details WHERE digest = ?", (digest,)).get
        return msgspec.json.decode(found, type=_Salted).details if found else None

    def same(self, details: Details) -> list[tuple[int, str]]:
        """The patrons with the same name and date of birth, each with the digest.

        The register may not have one of them: the journal may be an older copy than this file.
        """
        person = (searchable(details.name), details.born)
        found = self._database.execute("SELECT patron, digest FROM details WHERE name = ? AND born = ? AND patron", person)
        return [(int(patron), str(digest)) for patron, digest in found]

    def named(self, text: str) -> list[int]:
        """The patrons whose names contain a text, the newest first."""
        pattern = searchable(text).replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
        found = self._database.execute(
            "SELECT patron FROM details WHERE patron AND name LIKE ? ESCAPE '\\' ORDER BY patron DESC LIMIT ?",
            (f"%{pattern}%", MOST_FOUND),
        )
        return [int(patron) for (patron,) in found]

    def set_pin(self, patron: int, pin: str) -> None:
        """Set the PIN of a patron durably."""
        self._database.execute("INSERT OR REPLACE INTO pins VALUES (?, ?)", (patron, self._hasher.hash(pin)))

    def fits(self, patron: int, pin: str) -> bool:
        """Whether this is the PIN of a patron."""
        kept = self._database.execute("SELECT hash FROM pins WHERE patron = ?", (patron,)).get
        with contextlib.suppress(VerifyMismatchError):
            return kept is not None and self._hasher.verify(str(kept), pin)
        return False

    def close(self) -> None:
        """Close the file."""
        self._database.close()


class PatronRecords:
    """The file for an event loop: everything runs in a thread of its own, one after the other."""

    def __init__(self, file: PatronFile) -> None:
        """Start the thread when something is first asked for."""
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="patrons")
        self._checking = 0

    async def keep(self, details: Details) -> str:
        """Keep the details of a person durably. Return their digest."""
        return await self._run(partial(self._file.keep, details))

    async def drop(self, digest: str) -> None:
        """Delete details that the register does not have."""
        await self._run(partial(self._file.drop, digest))

    async def tidy(self, patrons: Iterable[Patron]) -> None:
        """Finish what a process left undone that stopped between the journal and the file."""
        known = {each.digest: each for each in patrons}
        numbers = {digest: each.number for digest, each in known.items() if not each.is_erased}
        erased = {digest: each.number for digest, each in known.items() if each.is_erased}
        await self._run(partial(self._file.tidy, numbers, erased))

    async def erase(self, digest: str, patron: int) -> None:
        """Delete the details of a patron with their salt, and the PIN."""
        await self._run(partial(self._file.erase, digest, patron))

    async def details(self, digest: str, patron: int) -> Details | None:
        """The details of a patron; None if they were deleted."""
        return await self._run(partial(self._file.details, digest, patron))

    async def same(self, details: Details) -> list[tuple[int, str]]:
        """The patrons with the same name and date of birth, each with the digest."""
        return await self._run(partial(self._file.same, details))

    async def named(self, text: str) -> list[int]:
        """The patrons whose names contain a text."""
        return await self._run(partial(self._file.named, text))

    async def set_pin(self, patron: int, pin: str) -> None:
        """Set the PIN of a patron durably."""
        await self._run(partial(self._file.set_pin, patron, pin))

    async def fits(self, patron: int, pin: str) -> bool:
        """Whether this is the PIN of a patron. Raises `BusyError` if too many checks wait."""
        if self._checking >= WAITING:
            raise BusyError
        self._checking += 1
        try:
            return await self._run(partial(self._file.fits, patron, pin))
        finally:
            self._checking -= 1

    def close(self) -> None:
        """Drop what waits, end the thread, and close the file."""
        self._thread.shutdown(cancel_futures=True)
        self._file.close()

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))


def searchable(name: str) -> str:
    """A name as it is compared: without regard to case, width and spaces."""
    return " ".join(normalize("NFKC", name).casefold().split())
