"""Where a journal is: a file, or a database."""

from pathlib import Path

from croupier.journal.port import JournalError, Reader, Store
from croupier.journal.sqlite import SqliteReader, SqliteStore

SQLITE = ("sqlite:///", "sqlite:")


def store(address: str) -> Store:
    """The store at an address, to be written by this process alone."""
    return SqliteStore(_file(address))


def reader(address: str) -> Reader:
    """The store at an address, to be looked at."""
    return SqliteReader(_file(address))


def key_file(address: str) -> Path:
    """Where the key for a journal's anchors is if nobody says otherwise: beside the file, or in the working directory."""
    return Path("croupier-key") if "://" in address and not address.startswith(SQLITE) else Path(f"{_file(address)}-key")


def _file(address: str) -> Path:
    for prefix in SQLITE:
        if address.startswith(prefix):
            return Path(address.removeprefix(prefix))
    if "://" in address:
        raise JournalError(f"{address}: is no address of a journal; name a file, or sqlite:FILE")
    return Path(address)
