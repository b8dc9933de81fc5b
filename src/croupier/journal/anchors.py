"""Anchors: the heads of streams, signed, so that nobody can write a chain anew without the key."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from croupier.canonical import canonical
from croupier.journal.chain import followed
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Lines
from croupier.journal.streams import ANCHORS
from croupier.journal.waiting import settle

NAME_ANOTHER = "name the key that signed this journal, or a new file to have one made"
BEGINNING = b'{"at":'
"""How every anchor begins."""


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """Heads of streams as they stood at some time, and a signature over them."""

    at: int
    """Milliseconds since 1970."""
    previous: str
    """The hash of the anchor before it."""
    whole: int
    """The number of the last anchor that lists every stream; those after it list what has moved since."""
    heads: Mapping[str, tuple[int, str]]
    key: str
    """The public key that it can be checked with."""
    signature: str = ""

    @property
    def is_genuine(self) -> bool:
        """Whether it was signed with the key it names."""
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            public.verify(bytes.fromhex(self.signature), _payload(self))
        except (InvalidSignature, ValueError):
            return False
        return True


class Seal:
    """The key that anchors are signed with. Only its owner may read the file it is in."""

    def __init__(self, file: Path) -> None:
        """Read the key, or make one where there is none yet; it is kept before anything is signed with it."""
        self.file = file
        self.is_new = not file.exists()
        self._is_kept = not self.is_new
        try:
            self._private = Ed25519PrivateKey.generate() if self.is_new else _private(file.read_bytes())
        except OSError as error:
            raise JournalError(f"{file}: a key cannot be read there ({error.strerror}); {NAME_ANOTHER}") from None
        except ValueError as error:
            raise JournalError(f"{file}: {error}; {NAME_ANOTHER}") from None
        self.public = self._private.public_key().public_bytes_raw().hex()

    def keep(self) -> None:
        """Have a new key where it will be found again."""
        try:
            if not self._is_kept:
                _write(self.file, self._private)
        except OSError as error:
            raise JournalError(f"{self.file}: a key cannot be made there ({error.strerror}); name a file for it") from None
        self._is_kept = True

    def anchor(self, at: int, previous: bytes, whole: int, heads: Mapping[str, Head]) -> bytes:
        """The line that signs these heads."""
        self.keep()
        listed = {stream: (number, hash.hex()) for stream, (number, hash) in heads.items()}
        bare = Anchor(at=at, previous=previous.hex(), whole=whole, heads=listed, key=self.public)
        signature = self._private.sign(_payload(bare)).hex()
        return canonical(msgspec.structs.replace(bare, signature=signature))


def read_anchor(line: Line | bytes) -> Anchor:
    """An anchor, from the line or the copy it stands in."""
    body, where = (line.body, f"{line.stream}, line {line.number}") if isinstance(line, Line) else (line, "the copy")
    try:
        return msgspec.json.decode(body, type=Anchor)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JournalError(f"{where}: is no anchor ({error})") from None


def signed_heads(store: Lines, key: str) -> Mapping[str, Head]:
    """The last head of every stream that this key has signed; nothing where nothing was signed yet.

    One signature is enough: it covers the hash of the anchor before it, and that hash all earlier ones.
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
    for line in followed(ANCHORS, lines, after=Head(last.whole - 1, before)):
        if line.number == number and last.previous != before.hex():
            raise BrokenLineError(ANCHORS, number, "was signed after another line than the one before it")
        heads |= {stream: Head(at, bytes.fromhex(hash)) for stream, (at, hash) in read_anchor(line).heads.items()}
        before = line.hash
    return heads


def _payload(anchor: Anchor) -> bytes:
    return canonical(msgspec.structs.replace(anchor, signature=""))


def is_torn(copy: bytes) -> bool:
    """Whether this is what a power cut or a full disk may leave of an anchor: its beginning, or bytes that are no words."""
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
        raise ValueError("is no key to sign anchors with" if pem else "is empty, and no key") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise ValueError("is a key of another kind; anchors are signed with Ed25519")  # noqa: TRY004 - nobody has mixed up types
    return private


def _write(file: Path, private: Ed25519PrivateKey) -> None:
    """Write a key down; nobody else may read it, from the first byte on."""
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    descriptor, beside = tempfile.mkstemp(prefix=f"{file.name}-", dir=file.parent)
    with os.fdopen(descriptor, "wb") as writing:
        writing.write(pem)
        writing.flush()
        os.fsync(descriptor)
    Path(beside).rename(file)  # so that a power cut leaves all of it or nothing
    settle(file.parent)  # before anything is signed with it, or that could never be gone on with
