"""Errors of the private files beside the journal: no order is half done because one of them cannot be written.

An order with private data writes the file first: if that fails, nothing has happened. What the file still lacks after the
order is finished now or, if that fails, at the next start.
"""

import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import apsw

from croupier.floor.warning import warn
from croupier.journal.sqlite import first_error


class NotKeptError(Exception):
    """Private data could not be written, and nothing else was done. The message is one sentence for the operator."""


def open_private(path: Path) -> apsw.Connection:
    """Open a file of private data, or make it. Raise `NotKeptError` if other users may read it, or if it cannot be written."""
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
        raise NotKeptError(f"{path}: other users may read the private data in it; chmod 600 it, and find out who has")
    with keeping(path):
        path.touch(mode=0o600)
        return apsw.Connection(str(path))


@contextmanager
def keeping(path: Path) -> Generator[None]:
    """Turn a failed write before an order into a `NotKeptError`."""
    try:
        yield
    except (apsw.Error, OSError) as error:
        raise NotKeptError(_sentence(path, error)) from None


@contextmanager
def finishing(path: Path) -> Generator[None]:
    """Report a failed write after an order. The next start repeats it."""
    try:
        yield
    except (apsw.Error, OSError) as error:
        warn(f"{_sentence(path, error)}; what is left to do there is done at the next start")


def _sentence(path: Path, error: Exception) -> str:
    return f"{path}: private data cannot be written there ({first_error(error)}); make room for it, and check who may write it"
