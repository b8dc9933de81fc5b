"""Addresses of journals: a SQLite file, a PostgreSQL database, or an exported text file to read."""

import contextlib
import errno
import os
import re
import uuid
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qsl

from croupier.journal.files import check_writable
from croupier.journal.jsonl import JsonLinesReader
from croupier.journal.latency import fsync_path
from croupier.journal.port import EmptyJournalError, JournalError, Reader, Store
from croupier.journal.sqlite import SIDE_FILE_SUFFIXES, SqliteReader, SqliteStore, failed, writing

SQLITE = ("sqlite:///", "sqlite:")
POSTGRES = ("postgresql://", "postgres://")
LONGEST_READABLE = 64
"""The most characters of an address in the name of a file."""
TEXT = ".jsonl"
"""The suffix of an exported journal. Such a file can be read like any other journal, but not written."""


def store(address: str) -> Store:
    """Open the store at an address for writing. Only one process can write a store at a time."""
    if address.startswith(POSTGRES):
        return _postgres().PostgresStore(address)
    return SqliteStore(_file_to_write(address))


def reader(address: str) -> Reader:
    """Open the store at an address, or an exported text file, for reading."""
    if address.startswith(POSTGRES):
        return _postgres().PostgresReader(address)
    file = _file(address)
    return JsonLinesReader(file) if file.suffix == TEXT else SqliteReader(file)


def in_folder(address: str, folder: Path) -> str:
    """The same address; a file with a relative path is in this folder, and not in the working directory."""
    return address if address.startswith(POSTGRES) else str(folder / _file(address))


def existing(address: str) -> Reader | None:
    """Open the journal at an address, which a server can write, for reading; None if there is none yet and one can be created.

    Raises `JournalError` if neither is possible.
    """
    if not address.startswith(POSTGRES):
        file = _file_to_write(address)
        if not file.exists():
            if not file.parent.is_dir():
                raise JournalError(f"{file}: there is no folder {file.parent}; create it, or name another file")
            return None
        check_writable(file)
    try:
        return reader(address)
    except EmptyJournalError:
        return None


def is_there(address: str) -> bool:
    """Whether the file at an address exists. A database address always passes: connecting shows whether it exists."""
    return address.startswith(POSTGRES) or _file(address).is_file()


@contextlib.contextmanager
def new_store(address: str) -> Generator[Store]:
    """Create an empty store to fill. It appears at its address only if the block succeeds; otherwise nothing is kept."""
    if address.startswith(POSTGRES):
        store = _postgres().PostgresStore(address)
        with contextlib.closing(store), store.together():
            if store.heads():
                raise JournalError(f"{shown(address)}: has lines already; name a database that is empty")
            yield store
        return
    with new_file(_file_to_write(address)) as file, contextlib.closing(SqliteStore(file)) as store, writing(file):
        yield store
        store.finish()


@contextlib.contextmanager
def new_file(path: Path) -> Generator[Path]:
    """Create a temporary file that is renamed to `path` if the block succeeds. An existing file is never overwritten."""
    if path.exists():
        raise JournalError(f"{path}: is there already; name a new file")
    beside = path.parent.resolve() / f"{path.name}-unfinished-{uuid.uuid4().hex[:8]}"
    try:
        yield beside
        fsync_path(beside)
        _name(beside, path)
        fsync_path(path.parent)
    except JournalError as error:
        error.args = (str(error).replace(str(beside), str(path)),)  # users do not know the temporary name
        raise
    except OSError as error:
        raise JournalError(f"{path}: cannot be written there ({error.strerror}); make room for it, or name another") from None
    finally:
        for end in ("", *SIDE_FILE_SUFFIXES):
            Path(f"{beside}{end}").unlink(missing_ok=True)


def _name(beside: Path, path: Path) -> None:
    """Rename a file without overwriting. Fall back to creating the name first if the file system has no hard links."""
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS):
            raise
        path.touch(mode=0o600, exist_ok=False)
        beside.rename(path)


def key_file(address: str) -> Path:
    """The default file of a journal's signing key: beside a file, or in the working directory for a database."""
    return Path("croupier-key") if address.startswith(POSTGRES) else Path(f"{_file(address)}-key")


def credentials_file(address: str) -> Path:
    """The default file for passwords, which are never in the journal: beside a file, or in the working directory.

    That of a database is named after its host, its port and its name, so that two floors in one folder share no password.
    """
    if address.startswith(POSTGRES):
        return Path(f"croupier-credentials-{_database(address)}")
    return Path(f"{_file(address)}-credentials")


def private_file(credentials: Path, whose: str) -> Path:
    """The file for the private data of some people, which is never in the journal: beside that of the credentials."""
    stem = credentials.name.removesuffix("-credentials")
    return credentials.with_name(f"{stem}-{whose}")


def _database(address: str) -> str:
    """Host, port and name of a database as part of a file name, without its user and password."""
    place, _, name = shown(address).partition("://")[2].rpartition("@")[2].partition("/")
    host, _, port = place.rpartition(":") if re.search(r":\d*$", place) else (place, "", "")
    options = dict(parse_qsl(address.rpartition("?")[2])) if "?" in address else {}
    parts = [options.get("host") or host or "localhost", options.get("port") or port or "5432", options.get("dbname") or name]
    readable = re.sub(r"[^A-Za-z0-9._]+", "-", "-".join(parts)).strip("-")
    # The digest tells apart what is too long, or differs in other characters.
    return f"{readable[-LONGEST_READABLE:]}-{sha256(chr(10).join(parts).encode()).hexdigest()[:8]}"


def own_files(address: str) -> list[Path]:
    """The file of a journal and the files that SQLite and croupier keep beside it; none for a database."""
    return (
        [] if address.startswith(POSTGRES) else [Path(f"{_file(address).resolve()}{end}") for end in ("", *SIDE_FILE_SUFFIXES)]
    )


def check_distinct_files(data: str, key: Path, copies: Path | None, credentials: Path | None = None) -> None:
    """Check that journal, key, copies of anchors and credentials are different files, so that none overwrites another."""
    if any(is_same_file(key, own) for own in own_files(data)):
        raise JournalError(f"{key}: belongs to the journal itself; name another file for the key")
    if copies and any(is_same_file(copies, own) for own in (*own_files(data), key)):
        raise JournalError(f"{copies}: belongs to the journal or is its key; name another file for the copies of anchors")
    if credentials and any(is_same_file(credentials, own) for own in (*own_files(data), key, *([copies] if copies else ()))):
        raise JournalError(f"{credentials}: belongs to the journal, its key or its anchors; name another file for credentials")


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths are the same file, links included."""
    return one.resolve() == other.resolve() or (one.exists() and other.exists() and one.samefile(other))


def failure(address: str, error: BaseException) -> JournalError:
    """An error of the store at an address, as a sentence for the operator."""
    return error if isinstance(error, JournalError) else failed(shown(address), error)


def shown(address: str) -> str:
    """The address for messages: without password and options, even if it is malformed."""
    kind, colon, rest = address.partition(":/")
    if not colon or ("@" not in rest and not address.startswith(POSTGRES)):
        return address
    # Everything between the user and the last @ may be part of a password that was not percent-encoded.
    user, at, where = re.sub(r"^(/*[^:@/?]*).*@", r"\1@", rest, flags=re.DOTALL).rpartition("@")
    return f"{kind}{colon}{user}{at}{where.partition('?')[0]}"


def _file_to_write(address: str) -> Path:
    file = _file(address)
    if file.suffix == TEXT:
        raise JournalError(f"{file}: is the name of a text; name another, or have croupier journal export write a text")
    return file


def _postgres() -> ModuleType:
    """The PostgreSQL store. It is imported on demand, because its driver is an optional dependency."""
    try:
        from croupier.journal import postgres  # noqa: PLC0415
    except ImportError:
        raise JournalError("PostgreSQL needs a driver that is not installed; pip install 'croupier[pg]'") from None
    return postgres


def _file(address: str) -> Path:
    for prefix in SQLITE:
        if address.startswith(prefix):
            return Path(address.removeprefix(prefix))
    if "://" in address:
        raise JournalError(
            f"{shown(address)}: is not the address of a journal; name a file, sqlite:FILE, or postgresql://USER@HOST/DATABASE"
        )
    return Path(address)
