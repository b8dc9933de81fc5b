"""The record of a promotional draw, as a file that anyone can check."""

from collections.abc import Iterator

import msgspec

from croupier.audit.findings import counted
from croupier.promotions.draw import DrawRecord, could_not_win
from croupier.rules.moments import clock_time

LARGEST = 100_000_000
"""The most bytes of a record."""


class UnreadableDrawError(ValueError):
    """A file is no record of a draw."""


def read_draw(body: bytes) -> DrawRecord:
    """Decode a record. Raise `UnreadableDrawError` if it is none."""
    if len(body) > LARGEST:
        raise UnreadableDrawError(f"it has more than {LARGEST:,} bytes")
    try:
        return msgspec.json.decode(body, type=DrawRecord)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableDrawError(str(error)) from None


def draw_words(record: DrawRecord) -> Iterator[str]:
    """A record that holds, in sentences."""
    yield f"promotion {record.promotion}: {record.title}"
    entries = counted(len(record.entries), "entry", "entries")
    yield f"{entries}{could_not_win(record)}; the digest of the list is {record.digest}"
    for taken in record.taken:
        yield f"{taken}: {record.why}"
    yield f"the secret was committed to at {clock_time(record.committed)} as {record.commitment}"
    yield f"the public value {record.value} ({record.source}) was known from {clock_time(record.fixed)} on"
    for prize, winner in zip(record.prizes, record.winners, strict=True):
        yield f"prize {prize} was won by entry {winner}"
