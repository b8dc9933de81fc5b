"""Where a journal is: a file, or a database."""

import contextlib
import errno
import os
import re
import uuid
from collections.abc import Generator
from pathlib import Path
from types import ModuleType

from croupier.journal.jsonl import JsonLinesReader
from croupier.journal.port import JournalError, Reader, Store
from croupier.journal.sqlite import BESIDE, SqliteReader, SqliteStore, writing
from croupier.journal.waiting import settle

SQLITE = ("sqlite:///", "sqlite:")
POSTGRES = ("postgresql://", "postgres://")
TEXT = ".jsonl"
"""How the name of a text ends that can be looked at like any other journal."""


def store(address: str) -> Store:
    """The store at an address, to be written by this process alone."""
    if address.startswith(POSTGRES):
        return _postgres().PostgresStore(address)
    return SqliteStore(_file_to_write(address))


def reader(address: str) -> Reader:
    """The store at an address, to be looked at; or the text into which one was exported."""
    if address.startswith(POSTGRES):
        return _postgres().PostgresReader(address)
    file = _file(address)
    return JsonLinesReader(file) if file.suffix == TEXT else SqliteReader(file)


def is_there(address: str) -> bool:
    """Whether there is anything at an address; a database is there if a server answers for it."""
    return address.startswith(POSTGRES) or _file(address).is_file()


@contextlib.contextmanager
def unfinished(address: str) -> Generator[Store]:
    """An empty store to be filled, which is there once all of it is, and otherwise not at all."""
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
    """A file beside the one that is wanted, which takes its name once it is whole; one that is there is left alone."""
    if path.exists():
        raise JournalError(f"{path}: is there already; name a new file")
    beside = path.parent.resolve() / f"{path.name}-unfinished-{uuid.uuid4().hex[:8]}"
    try:
        yield beside
        settle(beside)
        _name(beside, path)
        settle(path.parent)
    except JournalError as error:
        error.args = (str(error).replace(str(beside), str(path)),)  # nobody has heard of the other name
        raise
    except OSError as error:
        raise JournalError(f"{path}: cannot be written there ({error.strerror}); make room for it, or name another") from None
    finally:
        for end in ("", *BESIDE):
            Path(f"{beside}{end}").unlink(missing_ok=True)


def _name(beside: Path, path: Path) -> None:
    """Give a file its name, unless somebody else has taken it meanwhile; not every medium can give a file two."""
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS):
            raise
        path.touch(mode=0o600, exist_ok=False)
        beside.rename(path)


def key_file(address: str) -> Path:
    """Where the key for a journal's anchors is if nobody says otherwise: beside the file, or in the working directory."""
    return Path("croupier-key") if address.startswith(POSTGRES) else Path(f"{_file(address)}-key")


def own_files(address: str) -> list[Path]:
    """The files that a journal is kept in, and those beside them; a database keeps its own."""
    return [] if address.startswith(POSTGRES) else [Path(f"{_file(address).resolve()}{end}") for end in ("", *BESIDE)]


def shown(address: str) -> str:
    """The address for everybody to see, without a password and without options, also where it was mistyped."""
    kind, colon, rest = address.partition(":/")
    if not colon or ("@" not in rest and not address.startswith(POSTGRES)):
        return address
    # Up to the last @ everything after the user may be a password, or a piece of one that was not written as it should be.
    user, at, where = re.sub(r"^(/*[^:@/?]*).*@", r"\1@", rest, flags=re.DOTALL).rpartition("@")
    return f"{kind}{colon}{user}{at}{where.partition('?')[0]}"


def _file_to_write(address: str) -> Path:
    file = _file(address)
    if file.suffix == TEXT:
        raise JournalError(f"{file}: is the name of a text; name another, or have croupier journal export write a text")
    return file


def _postgres() -> ModuleType:
    """The store on PostgreSQL. Its driver is an extra, and most floors do without."""
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
            f"{shown(address)}: is no address of a journal; name a file, sqlite:FILE, or postgresql://USER@HOST/DATABASE"
        )
    return Path(address)
