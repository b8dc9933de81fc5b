"""Tell what is wrong with a line that cannot be decoded, or that does not follow from those before it."""

from collections.abc import Generator
from contextlib import contextmanager

import msgspec

from croupier.journal.port import BrokenLineError


@contextmanager
def decoding(stream: str, number: int) -> Generator[None]:
    """Raise `BrokenLineError` if the line cannot be decoded."""
    try:
        yield
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(stream, number, f"cannot be read ({error})") from None


@contextmanager
def applying(stream: str, number: int) -> Generator[None]:
    """Raise `BrokenLineError` if the line cannot be decoded or applied. A forged line can be wrong in any way."""
    try:
        yield
    except Exception as error:  # noqa: BLE001
        why = str(error) or type(error).__name__
        raise BrokenLineError(stream, number, f"cannot be read, or cannot have happened ({why})") from None
