"""Errors of the private files beside the journal: no order is half done because one of them cannot be written.

An order with private data writes the file first: if that fails, nothing has happened. What the file still lacks after the
order is finished now or, if that fails, at the next start.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import apsw

from croupier.floor.warning import warn
from croupier.journal.sqlite import first_error


class NotKeptError(Exception):
    """Private data could not be written, and nothing else was done. The message is one sentence for the operator."""


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
