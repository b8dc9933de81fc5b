"""Anchors: signed heads of all streams. Without the signing key, nobody can rewrite a hash chain unnoticed."""

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from croupier.canonical import canonical
from croupier.journal.chain import verified_lines
from croupier.journal.latency import fsync_path
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Lines
from croupier.journal.streams import ANCHORS

NAME_ANOTHER = "name the key that signed this journal, or a new file to have one made"
BEGINNING = b'{"at":'
"""The first bytes of every anchor."""


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """The heads of streams at one time, with a signature."""

    at: int
    """Milliseconds since 1970."""
    previous: str
    """The hash of the previous anchor."""
    whole: int
    """The number of the last anchor that lists every stream; later anchors list only the streams that changed."""
    heads: Mapping[str, tuple[int, str]]
    key: str
    """The public key to verify the signature with."""
    signature: str = ""

    @property
    def is_genuine(self) -> bool:
        """Whether the signature matches the key that the anchor names."""
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            public.verify(bytes.fromhex(self.signature), _payload(self))
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey:
    """The signing key for anchors. Its file is readable by its owner only."""

    def __init__(self, file: Path) -> None:
        """Read the key, or generate one if the file does not exist. A new key is saved before it signs anything."""
        self.file = file
        self.is_new = not file.exists()
        self._is_kept = not self.is_new
        try:
            self._private = Ed25519PrivateKey.generate() if self.is_new else _private(file.read_bytes())
        except OSError as error:
            raise JournalError(f"{file}: a key cannot be read there ({error.strerror}); {NAME_ANOTHER}") from None
        except ValueError as error:
            raise JournalError(f"{file}: {error}; {NAME_ANOTHER}") from None
        if not self.is_new and stat.S_IMODE(file.stat().st_mode) & 0o077:
            raise JournalError(f"{file}: other users may read this key and sign with it; chmod 600 it, and find out who has")
        self.public = self._private.public_key().public_bytes_raw().hex()

    def keep(self) -> None:
        """Save a new key to its file."""
        try:
            if not self._is_kept:
                _write(self.file, self._private)
        except OSError as error:
            raise JournalError(f"{self.file}: a key cannot be made there ({error.strerror}); name a file for it") from None
        self._is_kept = True

    def secret(self, purpose: str) -> bytes:
        """32 bytes that follow from the key and a purpose. They tell nothing about the key or about other purposes."""
        return HKDF(SHA256(), 32, salt=None, info=f"croupier {purpose}".encode()).derive(self._private.private_bytes_raw())

    def anchor(self, at: int, previous: bytes, whole: int, heads: Mapping[str, Head]) -> bytes:
        """Sign these heads, and return the body of the anchor."""
        self.keep()
        listed = {stream: (number, hash.hex()) for stream, (number, hash) in heads.items()}
        bare = Anchor(at=at, previous=previous.hex(), whole=whole, heads=listed, key=self.public)
        signature = self._private.sign(_payload(bare)).hex()
        return canonical(msgspec.structs.replace(bare, signature=signature))


def read_anchor(line: Line | bytes) -> Anchor:
    """Decode an anchor from its line in the journal or from a copy."""
    body, where = (line.body, f"{line.stream}, line {line.number}") if isinstance(line, Line) else (line, "the copy")
    try:
        return msgspec.json.decode(body, type=Anchor)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JournalError(f"{where}: is not an anchor ({error})") from None


def signed_heads(store: Lines, key: str) -> Mapping[str, Head]:
    """The last head of every stream that this key has signed; empty if there is no anchor yet.

    Verifying the last signature is enough: it covers the hash of the previous anchor, which covers all earlier ones.
    """
    number = store.head(ANCHORS).number
    last = read_anchor(next(store.lines(ANCHORS, number - 1))) if number else None
    if last is None:
        return {}
    if last.key != key or not last.is_genuine:
        raise JournalError(
            f"{ANCHORS}, line {number}: was not signed with the key in use; name the one that signed it, "
            "or ask croupier audit verify what was changed"
        )
    heads: dict[str, Head] = {}
    lines = store.lines(ANCHORS, max(0, last.whole - 2))
    before = next(lines).hash if last.whole > 1 else START.hash
    for line in verified_lines(ANCHORS, lines, after=Head(last.whole - 1, before)):
        if line.number == number and last.previous != before.hex():
            raise BrokenLineError(ANCHORS, number, "was signed after another line than the one before it")
        heads |= {stream: Head(at, bytes.fromhex(hash)) for stream, (at, hash) in read_anchor(line).heads.items()}
        before = line.hash
    return heads


def _payload(anchor: Anchor) -> bytes:
    return canonical(msgspec.structs.replace(anchor, signature=""))


def is_torn(copy: bytes) -> bool:
    """Whether this is a partly written anchor, as a power cut or a full disk leaves it: a prefix, or NUL or non-ASCII bytes."""
    try:
        msgspec.json.decode(copy)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return bool(copy) and (copy.startswith(BEGINNING[: len(copy)]) or b"\0" in copy or not copy.isascii())
    return False


def _private(pem: bytes) -> Ed25519PrivateKey:
    try:
        private = load_pem_private_key(pem, password=None)
    except TypeError:
        raise ValueError("is a key with a password, and nobody is there to type it") from None
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("is not a key to sign anchors with" if pem else "is empty; it should hold a key") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise ValueError("is a key of another kind; anchors are signed with Ed25519")  # noqa: TRY004 - the content is wrong, not the type
    return private


def _write(file: Path, private: Ed25519PrivateKey) -> None:
    """Write a key to a file that only its owner can read from the start."""
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    descriptor, beside = tempfile.mkstemp(prefix=f"{file.name}-", dir=file.parent)
    with os.fdopen(descriptor, "wb") as writing:
        writing.write(pem)
        writing.flush()
        os.fsync(descriptor)
    Path(beside).rename(file)  # atomic: a power cut leaves the whole key or none
    fsync_path(file.parent)  # before it signs anything: a journal signed with a lost key could not be continued
