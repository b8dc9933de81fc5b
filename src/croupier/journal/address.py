"""Where a journal is: a file, or a database."""

import re
from pathlib import Path
from types import ModuleType

from croupier.journal.port import JournalError, Reader, Store
from croupier.journal.sqlite import SqliteReader, SqliteStore

SQLITE = ("sqlite:///", "sqlite:")
POSTGRES = ("postgresql://", "postgres://")


def store(address: str) -> Store:
    """The store at an address, to be written by this process alone."""
    if address.startswith(POSTGRES):
        return _postgres().PostgresStore(address)
    return SqliteStore(_file(address))


def reader(address: str) -> Reader:
    """The store at an address, to be looked at."""
    if address.startswith(POSTGRES):
        return _postgres().PostgresReader(address)
    return SqliteReader(_file(address))


def key_file(address: str) -> Path:
    """Where the key for a journal's anchors is if nobody says otherwise: beside the file, or in the working directory."""
    return Path("croupier-key") if address.startswith(POSTGRES) else Path(f"{_file(address)}-key")


def shown(address: str) -> str:
    """The address for everybody to see: that of a database without its password, and without its options."""
    if not address.startswith(POSTGRES):
        return address
    kind, _, rest = address.partition("://")
    # Up to the last @ everything after the user may be a password, or a piece of one that was not written as it should be.
    user, at, where = re.sub(r"^([^:@/?]*).*@", r"\1@", rest, flags=re.DOTALL).rpartition("@")
    return f"{kind}://{user}{at}{where.partition('?')[0]}"


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
            f"{address}: is no address of a journal; name a file, sqlite:FILE, or postgresql://USER@HOST/DATABASE"
        )
    return Path(address)
