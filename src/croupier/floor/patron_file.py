# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The private details of patrons, and their PINs, in a file of their own. The journal has a salted digest of each.

Whoever is deleted here is forgotten: without the salt, nobody can tell whose digest it was, and the chain still holds.
An excluded person who is deleted leaves marks: digests of the document and the name under a key of the floor. They tell
nobody who it was, and still stop the same person from registering again.
"""

import asyncio
import contextlib
import hmac
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeVar
from unicodedata import normalize

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from croupier.cage.patron import IdentityDocument, Patron
from croupier.canonical import canonical
from croupier.floor.password_checks import BusyError
from croupier.floor.private_data import finishing, keeping, open_private
from croupier.likeness import beginnings, is_like, is_near, looks_of, parts_of, same_number, words_of
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
CREATE TABLE IF NOT EXISTS names (  -- to search by: how the words of a name begin
  part TEXT NOT NULL,
  digest TEXT NOT NULL REFERENCES details ON DELETE CASCADE,
  PRIMARY KEY (part, digest)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_of ON names (digest);
CREATE TABLE IF NOT EXISTS documents (  -- every document that a person has ever shown
  digest TEXT NOT NULL REFERENCES details ON DELETE CASCADE,
  kind TEXT NOT NULL,
  number TEXT NOT NULL,   -- to search by
  PRIMARY KEY (digest, kind, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_number ON documents (number);
CREATE TABLE IF NOT EXISTS marks (mark BLOB, patron INTEGER, PRIMARY KEY (mark, patron)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pins (patron INTEGER PRIMARY KEY, hash TEXT NOT NULL);
"""


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who a patron is."""

    name: str
    born: str
    """The date of birth: year, month and day, as 1990-12-31."""
    identified: IdentityDocument
    """The kind of document that was seen."""
    document: str
    """Its number."""
    issuer: str | None = None
    """Who issued it."""
    expires: str | None = None
    """Until when it is valid: year, month and day."""
    address: str | None = None
    occupation: str | None = None


class Alike(NamedTuple):
    """The patrons who are the same person as somebody who registers, or may be.

    Each is a number, with the digest of the details, or with None if they were erased. The register may not have one of
    them: the journal may be an older copy than this file.
    """

    document: list[tuple[int, str | None]]
    """Those who have shown the same document."""
    similar: list[tuple[int, str | None]]
    """Those with a similar name and date of birth, or with another kind of document of the same number."""


class _Salted(msgspec.Struct, frozen=True):
    details: Details
    salt: str


class PatronFile:
    """The details and PINs of patrons. Only its owner can read the file. One thread may use it at a time."""

    def __init__(self, path: Path, key: bytes, hasher: PasswordHasher = OWASP) -> None:
        """Open the file, or make it, with the key for marks. Use another hasher in tests only."""
        self._path, self._key, self._hasher = path, key, hasher
        self._database = open_private(path)
        with keeping(path):
            self._database.execute("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON")
            self._database.execute(SCHEMA)

    def keep(self, details: Details, instead_of: str | None = None) -> str:
        """Keep the details of a person durably, with the documents of those that they will replace. Return their digest."""
        salted = _Salted(details, secrets.token_hex(SALT_BYTES))
        body = canonical(salted)
        digest = sha256(body).hexdigest()
        row = (digest, searchable(details.name), details.born, body)
        with keeping(self._path), self._database:
            self._database.execute("INSERT INTO details (digest, name, born, body) VALUES (?, ?, ?, ?)", row)
            parts = [(part, digest) for part in beginnings(details.name)]
            self._database.executemany("INSERT INTO names VALUES (?, ?)", parts)
            self._database.execute("INSERT INTO documents VALUES (?, ?, ?)", (digest, *_document(details)))
            self._database.execute(
                "INSERT OR IGNORE INTO documents SELECT ?, kind, number FROM documents WHERE digest = ?", (digest, instead_of)
            )
        return digest

    def drop(self, digest: str) -> None:
        """Delete details that the register does not have."""
        with finishing(self._path):
            self._database.execute("DELETE FROM details WHERE digest = ? AND patron IS NULL", (digest,))

    def tidy(self, known: Mapping[str, int], erased: Mapping[str, int], excluded: Collection[int]) -> None:
        """Finish what a process left undone that stopped between the journal and this file."""
        for digest, patron in erased.items():
            self.erase(digest, patron, is_excluded=patron in excluded)
        for patron in {int(patron) for (patron,) in self._database.execute("SELECT patron FROM marks")} - {*excluded}:
            self.forget(patron)
        without = "SELECT digest FROM details WHERE patron IS NULL"
        for digest in [str(digest) for (digest,) in self._database.execute(without)]:
            if patron := known.get(digest):
                self._number(digest, patron)
        for digest in [str(digest) for (digest,) in self._database.execute(without)]:
            self.drop(digest)

    def _number(self, digest: str, patron: int) -> None:
        """Note the number of a patron. Details that were replaced may have it, or somebody whom the journal does not know."""
        with finishing(self._path), self._database:
            self._database.execute("UPDATE details SET patron = NULL WHERE patron = ? AND digest <> ?", (patron, digest))
            self._database.execute("UPDATE details SET patron = ? WHERE digest = ? AND patron IS NULL", (patron, digest))

    def replace(self, digest: str, new: str, patron: int) -> None:
        """Delete the details of a patron, who has new ones."""
        self._number(new, patron)
        self.drop(digest)

    def erase(self, digest: str, patron: int, *, is_excluded: bool) -> None:
        """Delete the details of a patron with their salt, and the PIN. One who is excluded leaves marks."""
        details = self.details(digest, patron) if is_excluded else None
        with finishing(self._path), self._database:
            if details:
                shown = self._database.execute("SELECT kind, number FROM documents WHERE digest = ?", (digest,))
                marks = {mark for document in shown for mark in self._marks_of_document(*map(str, document))}
                marks |= self._marks_of_person(details)
                self._database.executemany("INSERT OR IGNORE INTO marks VALUES (?, ?)", [(mark, patron) for mark in marks])
            self._database.execute("DELETE FROM details WHERE digest = ?", (digest,))
            self._database.execute("DELETE FROM pins WHERE patron = ?", (patron,))

    def forget(self, patron: int) -> None:
        """Delete the marks of an erased patron who is not excluded any more."""
        with finishing(self._path):
            self._database.execute("DELETE FROM marks WHERE patron = ?", (patron,))

    def _mark(self, *words: str) -> bytes:
        return hmac.digest(self._key, "\0".join(words).encode(), "sha256")

    def _marks_of_document(self, kind: str, number: str) -> tuple[bytes, bytes]:
        """The mark of a document, and that of its number alone."""
        return self._mark("document", kind, number), self._mark("number", number)

    def _marks_of_person(self, details: Details) -> set[bytes]:
        words = words_of(details.name)
        return {self._mark("person", part, *words) for part in parts_of(details.born)}

    def details(self, digest: str, patron: int) -> Details | None:
        """The details of a patron; None if they were deleted. The number is noted if that was not done yet."""
        self._number(digest, patron)
        found = self._database.execute("SELECT body FROM details WHERE digest = ?", (digest,)).get
        return msgspec.json.decode(found, type=_Salted).details if found else None

    def alike(self, details: Details, besides: int | None = None) -> Alike:
        """The patrons who are this person, or may be, but for the patron `besides` whose details these will be."""
        kind, number = _document(details)
        document, of_number = self._marks_of_document(kind, number)
        same = [*self._shown(number, "kind = ?", kind), *self._marked({document})]
        similar = [
            *self._shown(number, "kind <> ?", kind),
            *self._similar(details),
            *self._marked({of_number, *self._marks_of_person(details)}),
        ]
        others = [[each for each in dict.fromkeys(found) if each[0] != besides] for found in (same, similar)]
        return Alike(others[0], [each for each in others[1] if each not in others[0]])

    def _shown(self, number: str, where: str, kind: str) -> list[tuple[int, str | None]]:
        """Who has shown a document with a number, of the kinds of a condition."""
        query = f"SELECT patron, digest FROM documents JOIN details USING (digest) WHERE number = ? AND {where} AND patron"  # noqa: S608
        return [(int(patron), str(digest)) for patron, digest in self._database.execute(query, (number, kind))]

    def _similar(self, details: Details) -> Iterator[tuple[int, str | None]]:
        words = words_of(details.name)
        for patron, digest, name, born in self._database.execute("SELECT patron, digest, name, born FROM details WHERE patron"):
            if is_near(details.born, str(born)) and is_like(words, words_of(str(name))):
                yield int(patron), str(digest)

    def _marked(self, marks: Collection[bytes]) -> list[tuple[int, str | None]]:
        places = ", ".join("?" * len(marks))
        found = self._database.execute(f"SELECT DISTINCT patron FROM marks WHERE mark IN ({places})", tuple(marks))  # noqa: S608
        return [(int(patron), None) for (patron,) in found]

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
        with keeping(self._path):
            self._database.execute("INSERT OR REPLACE INTO pins VALUES (?, ?)", (patron, self._hasher.hash(pin)))

    def like(self, name: str) -> set[int]:
        """The patrons with a similar name."""
        words, found = words_of(name), set[int]()
        for part in beginnings(name):
            query = "SELECT patron, name FROM names JOIN details USING (digest) WHERE part = ? AND patron"
            for patron, other in self._database.execute(query, (part,)):
                if is_like(words, words_of(str(other))):
                    found.add(int(patron))
        return found

    def look_like(self, name: str, patrons: Collection[int]) -> bool:
        """Whether one of these patrons has a name that nobody can tell from this one. Of whom was erased, no name is left."""
        looks, query = looks_of(name), "SELECT name FROM details WHERE patron = ?"
        known = (self._database.execute(query, (patron,)).get for patron in patrons)
        return any(each is not None and looks_of(str(each)) == looks for each in known)

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

    async def keep(self, details: Details, instead_of: str | None = None) -> str:
        """Keep the details of a person durably, with the documents of those that they will replace. Return their digest."""
        return await self._run(partial(self._file.keep, details, instead_of))

    async def drop(self, digest: str) -> None:
        """Delete details that the register does not have."""
        await self._run(partial(self._file.drop, digest))

    async def tidy(self, patrons: Iterable[Patron]) -> None:
        """Finish what a process left undone that stopped between the journal and the file."""
        known = {each.digest: each for each in patrons}
        numbers = {digest: each.number for digest, each in known.items() if not each.is_erased}
        erased = {digest: each.number for digest, each in known.items() if each.is_erased}
        excluded = {each.number for each in known.values() if each.is_erased and each.is_excluded}
        await self._run(partial(self._file.tidy, numbers, erased, excluded))

    async def replace(self, digest: str, new: str, patron: int) -> None:
        """Delete the details of a patron, who has new ones."""
        await self._run(partial(self._file.replace, digest, new, patron))

    async def erase(self, patron: Patron) -> None:
        """Delete the details of a patron with their salt, and the PIN. One who is excluded leaves marks."""
        await self._run(partial(self._file.erase, patron.digest, patron.number, is_excluded=patron.is_excluded))

    async def forget(self, patron: int) -> None:
        """Delete the marks of an erased patron who is not excluded any more."""
        await self._run(partial(self._file.forget, patron))

    async def details(self, digest: str, patron: int) -> Details | None:
        """The details of a patron; None if they were deleted."""
        return await self._run(partial(self._file.details, digest, patron))

    async def alike(self, details: Details, besides: int | None = None) -> Alike:
        """The patrons who are this person, or may be."""
        return await self._run(partial(self._file.alike, details, besides))

    async def named(self, text: str) -> list[int]:
        """The patrons whose names contain a text."""
        return await self._run(partial(self._file.named, text))

    async def like(self, name: str) -> set[int]:
        """The patrons with a similar name."""
        return await self._run(partial(self._file.like, name))

    async def look_like(self, name: str, patrons: Collection[int]) -> bool:
        """Whether one of these patrons has a name that nobody can tell from this one."""
        return bool(patrons) and await self._run(partial(self._file.look_like, name, patrons))

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


def _document(details: Details) -> tuple[str, str]:
    """The kind of a document, and its number as it is compared."""
    return str(details.identified), same_number(details.document)
