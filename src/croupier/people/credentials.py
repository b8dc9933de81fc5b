"""Passwords as argon2id hashes in a file of their own, and the making of passwords, codes and keys.

Nothing here is in the journal. The file is readable by its owner only, and a change replaces it as a whole.
"""

import hmac
import os
import secrets
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum, auto
from hashlib import sha256
from pathlib import Path
from threading import Lock

import msgspec
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerificationError, VerifyMismatchError
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.people.strength import LONGEST, normalized, weakness

OWASP = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)
"""The first of the equivalent settings in the OWASP Password Storage Cheat Sheet: 46 MiB, one pass, one lane.

Measured on the reference machine (2 cores): 75 ms on one core. The low-memory profile of RFC 9106 (64 MiB, three passes, four
lanes) takes 220 to 360 ms of both cores there, which the tables would notice.
"""
UNAMBIGUOUS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that nobody mistakes for one another: no 0 and o, no 1, i and l."""
FIRST_LOGIN = "admin"
"""The login of the first administrator."""
CODE_LENGTH = 8
KEY_BYTES = 32
FORMAT = 1


class PasswordVerdict(Enum):
    """Whether a password is right."""

    RIGHT = auto()
    ONE_TIME = auto()
    """It is right, and has to be changed."""
    WRONG = auto()


class CredentialsError(Exception):
    """The file of credentials cannot be used. The message is one sentence for the operator."""


class WeakPasswordError(ValueError):
    """A password that nobody may have. The message is a sentence for the person who chose it."""


class _Password(msgspec.Struct, frozen=True, omit_defaults=True):
    hash: str
    once: bool = False


class _Kept(msgspec.Struct, frozen=True):
    """The content of the file."""

    format: int
    pepper: str
    """A random key for the digests of enrolment codes: without it, somebody who reads the journal could try all codes."""
    passwords: Mapping[str, _Password]


class Credentials:
    """The password hashes of a floor. Threads may share one object; only one process may use the file."""

    def __init__(self, path: Path, hasher: PasswordHasher = OWASP) -> None:
        """Read the file; start without any password if there is none. Use another hasher in tests only."""
        self.path = path
        self._hasher = hasher
        self._changing = Lock()
        self._kept = _read(path) if path.exists() else _Kept(FORMAT, secrets.token_hex(KEY_BYTES), {})
        self._unknown = hasher.hash(secrets.token_hex(KEY_BYTES))
        """Compared with for unknown logins, so that they take as long as known ones."""

    def set(self, login: str, password: str, *, name: str = "", once: bool = False) -> None:
        """Set the password of a login, durably. Raise `WeakPasswordError` if nobody may have it."""
        if sentence := weakness(password, login, name):
            raise WeakPasswordError(sentence)
        self._put(login, _Password(self._hasher.hash(_bytes(password)), once))
        self._forget_first(login)

    @property
    def first_password(self) -> Path:
        """The file with the one-time password of the first administrator. It is removed when that password is changed."""
        return Path(f"{self.path}-first-password")

    def set_first(self) -> Path:
        """Make a one-time password for the first administrator, and write it to a file that only its owner can read."""
        password = one_time_password()
        self.set(FIRST_LOGIN, password, once=True)
        self._write(self.first_password, f"{password}\n".encode())
        return self.first_password

    def change(self, login: str, old: str, new: str, *, name: str = "") -> bool:
        """Replace the password of a login, durably. Return False if `old` is not its password, or no longer is.

        Raise `WeakPasswordError` if nobody may have the new one, or if it is the old one.
        """
        if sentence := weakness(new, login, name):
            raise WeakPasswordError(sentence)
        if _bytes(new) == _bytes(old):
            raise WeakPasswordError("The new password is the old one.")
        kept = self._kept.passwords.get(login)
        if kept is None or not self._fits(login, kept, _bytes(old)):
            return False
        is_changed = self._put(login, _Password(self._hasher.hash(_bytes(new))), instead_of=kept)
        if is_changed:
            self._forget_first(login)
        return is_changed

    def verify(self, login: str, password: str) -> PasswordVerdict:
        """Check a password. This takes as long for a login without a password. Old hashes are replaced."""
        kept = self._kept.passwords.get(login)
        # No password is longer, in whatever form it was typed. An attacker cannot make the work longer.
        given = _bytes(password[: 4 * LONGEST])
        if not self._fits(login, kept, given) or kept is None:
            return PasswordVerdict.WRONG
        if self._hasher.check_needs_rehash(kept.hash):
            with suppress(CredentialsError):  # the old hash will do until there is room for the new one
                self._put(login, replace(kept, hash=self._hasher.hash(given)), instead_of=kept)
        return PasswordVerdict.ONE_TIME if kept.once else PasswordVerdict.RIGHT

    def digest_of_code(self, code: str) -> str:
        """The digest of an enrolment code as the journal has it. Case, spaces and dashes do not matter."""
        typed = "".join(letter for letter in code.lower() if letter.isalnum())
        with self._changing:
            if not self.path.exists():
                self._keep(self._kept.passwords)  # the key of the digests must outlive this process
        return hmac.new(bytes.fromhex(self._kept.pepper), typed.encode(), sha256).hexdigest()

    def _forget_first(self, login: str) -> None:
        """Remove the file with the first password, which is not valid any more."""
        if login == FIRST_LOGIN:
            self.first_password.unlink(missing_ok=True)

    def _fits(self, login: str, kept: _Password | None, given: bytes) -> bool:
        """Whether a password has this hash. Without a hash, this takes as long."""
        try:
            return self._hasher.verify(kept.hash if kept else self._unknown, given)
        except VerifyMismatchError:
            return False
        except VerificationError as error:  # no memory is left, or the hash was edited
            raise CredentialsError(f"{self.path}: the password of {login} cannot be checked ({error})") from None

    def _put(self, login: str, password: _Password, instead_of: _Password | None = None) -> bool:
        """Keep a password. If it is to replace a certain one, return False if that was replaced or removed meanwhile."""
        with self._changing:
            if instead_of is not None and self._kept.passwords.get(login) != instead_of:
                return False
            self._keep({**self._kept.passwords, login: password})
            return True

    def _keep(self, passwords: Mapping[str, _Password]) -> None:
        kept = replace(self._kept, passwords=passwords)
        self._write(self.path, canonical(kept))
        self._kept = kept

    def _write(self, path: Path, content: bytes) -> None:
        try:
            _replace_file(path, content)
        except OSError as error:
            raise CredentialsError(f"{path}: passwords cannot be kept there ({error.strerror}); make room for it") from None


def logins_with_password(path: Path) -> frozenset[str]:
    """The logins that have a password in a file; none if it is missing. Raise `CredentialsError` if it cannot be used."""
    return frozenset(_read(path).passwords if path.exists() else ())


def _read(path: Path) -> _Kept:
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise CredentialsError(f"{path}: other users may read the passwords in it; chmod 600 it, and reset them")
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
        bytes.fromhex(kept.pepper)
        for password in kept.passwords.values():
            extract_parameters(password.hash)
    except OSError as error:
        raise CredentialsError(f"{path}: passwords cannot be read there ({error.strerror})") from None
    except (msgspec.DecodeError, ValueError):
        raise CredentialsError(f"{path}: is not a file of passwords; name the one that croupier wrote") from None
    if kept.format > FORMAT:
        raise CredentialsError(f"{path}: was written by a newer croupier; use that one")
    return kept


def _replace_file(path: Path, content: bytes) -> None:
    """Replace a file as a whole: a power cut leaves the old content or the new one. Only its owner can read it."""
    descriptor, beside = tempfile.mkstemp(prefix=f"{path.name}-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as writing:
            writing.write(content)
            writing.flush()
            os.fsync(descriptor)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def one_time_password() -> str:
    """A random password to read aloud: four groups of four, 79 bits."""
    return "-".join(_random(4) for _ in range(4))


def enrolment_code() -> str:
    """A random code for one enrolment: eight characters, 39 bits, in two groups."""
    return f"{_random(CODE_LENGTH // 2)}-{_random(CODE_LENGTH // 2)}".upper()


def client_key() -> str:
    """A random key of a client, as URL-safe text."""
    return secrets.token_urlsafe(KEY_BYTES)


def digest_of_key(key: str) -> str:
    """The digest of a client's key as the journal has it."""
    return sha256(key.encode()).hexdigest()


def _bytes(password: str) -> bytes:
    """What is hashed. Any text that a program can pass must be answered, even one that is not valid Unicode."""
    return normalized(password).encode(errors="surrogatepass")


def _random(length: int) -> str:
    return "".join(secrets.choice(UNAMBIGUOUS) for _ in range(length))
