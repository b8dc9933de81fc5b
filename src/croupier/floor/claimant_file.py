# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The private data of people in the prize register, and secrets of draws to come, in a file of their own.

The journal has a salted digest of the data. Whoever is erased here is forgotten: without the salt nobody can tell whose
digest it was, and the chain still holds.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

import msgspec

from croupier.floor.private_data import finishing, keeping, open_private
from croupier.likeness import beginnings, is_like, words_of
from croupier.promotions.privacy import SALT_BYTES, sealed

SCHEMA = """
CREATE TABLE IF NOT EXISTS claimants (
  digest TEXT PRIMARY KEY,
  salt BLOB NOT NULL,
  body BLOB NOT NULL,
  who TEXT,  -- to find the same person again; NULL for what was added later
  confirmed INTEGER NOT NULL DEFAULT 0  -- 1 once the register has the person
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claimants_who ON claimants (who);
CREATE TABLE IF NOT EXISTS names (  -- to search by: how the words of a name begin
  part TEXT NOT NULL,
  digest TEXT NOT NULL REFERENCES claimants ON DELETE CASCADE,
  PRIMARY KEY (part, digest)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_of ON names (digest);
CREATE TABLE IF NOT EXISTS secrets (commitment TEXT PRIMARY KEY, secret TEXT NOT NULL) WITHOUT ROWID;
"""


def _who(data: Mapping[str, str]) -> str | None:
    """A text that is the same for the same person; None if the data does not say who it is."""
    if "patron" in data:
        return f"patron {data['patron']}"
    parts = [data.get(name, "") for name in ("name", "address")]
    return "\n".join("".join(filter(str.isalnum, part.casefold())) for part in parts) if data.get("name") else None


class ClaimantFile:
    """Private data and secrets. Only its owner can read the file."""

    def __init__(self, path: Path, entropy: Callable[[int], bytes]) -> None:
        """Open the file, or make it."""
        self._path, self._entropy = path, entropy
        self._database = open_private(path)
        with keeping(path):
            self._database.execute("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON")
            self._database.execute(SCHEMA)

    def keep(self, data: Mapping[str, str]) -> str:
        """Keep the data of a person durably. Return its salted digest."""
        salt = self._entropy(SALT_BYTES)
        digest = sealed(salt, data)
        parts = [(part, digest) for part in beginnings(data.get("name", ""))]
        with keeping(self._path), self._database:
            self._database.execute(
                "INSERT INTO claimants (digest, salt, body, who) VALUES (?, ?, ?, ?)",
                (digest, salt, msgspec.json.encode(data), _who(data)),
            )
            self._database.executemany("INSERT INTO names VALUES (?, ?)", parts)
        return digest

    def same(self, data: Mapping[str, str]) -> list[str]:
        """The digests of the same person: the same patron, or the same name and address."""
        found = self._database.execute("SELECT digest FROM claimants WHERE who = ?", (_who(data),))
        return [str(digest) for (digest,) in found]

    def like(self, name: str) -> set[str]:
        """The digests of everybody with a similar name."""
        words, found = words_of(name), set[str]()
        for part in beginnings(name):
            named = self._database.execute(
                "SELECT digest, body FROM names JOIN claimants USING (digest) WHERE part = ?", (part,)
            )
            for digest, body in named:
                if is_like(words, words_of(msgspec.json.decode(body, type=dict[str, str])["name"])):
                    found.add(str(digest))
        return found

    def confirm(self, digest: str) -> None:
        """The register has the person now."""
        with finishing(self._path):
            self._database.execute("UPDATE claimants SET confirmed = 1 WHERE digest = ?", (digest,))

    def data(self, digest: str) -> Mapping[str, str] | None:
        """The data of a person; None if it was erased."""
        found = self._database.execute("SELECT body FROM claimants WHERE digest = ?", (digest,)).get
        return None if found is None else msgspec.json.decode(found, type=dict[str, str])

    def erase(self, *digests: str) -> None:
        """Erase the data of people with their salts, in one write."""
        with finishing(self._path), self._database:
            self._database.executemany("DELETE FROM claimants WHERE digest = ?", [(digest,) for digest in digests])

    def tidy(self, known: Collection[str], erased: Iterable[str]) -> None:
        """Finish what a process left undone that stopped between the journal and this file.

        Data that was confirmed stays, even if the register does not know it: the journal may be an older copy.
        """
        self.erase(*erased)
        unconfirmed = [str(digest) for (digest,) in self._database.execute("SELECT digest FROM claimants WHERE confirmed = 0")]
        for digest in unconfirmed:
            (self.confirm if digest in known else self.erase)(digest)

    def keep_secret(self, commitment: str, secret: str) -> None:
        """Keep the secret of a draw durably, before its commitment is published."""
        with keeping(self._path):
            self._database.execute("INSERT INTO secrets VALUES (?, ?)", (commitment, secret))

    def secret(self, commitment: str) -> str | None:
        """The secret of a draw; None if this file never had it."""
        found = self._database.execute("SELECT secret FROM secrets WHERE commitment = ?", (commitment,)).get
        return None if found is None else str(found)

    def close(self) -> None:
        """Close the file."""
        self._database.close()
