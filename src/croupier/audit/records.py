"""Checks of the streams that belong to a table (keys and claims): that their lines can be decoded and used."""

from collections.abc import Mapping

import msgspec

from croupier.audit.broken import decoding
from croupier.audit.cursor import Check, per_row
from croupier.journal import claim
from croupier.journal.port import BrokenLineError, Row
from croupier.journal.streams import claims, keys


class Key(msgspec.Struct, gc=False):
    """The seat of a terminal, as recorded in the stream `keys`."""

    seat: str


_KEY = msgspec.json.Decoder(Key)


@per_row
def _key(row: Row) -> None:
    """Check a key: it can be found, and gives a seat."""
    stream, number, _, name, body, _ = row
    if not name:
        raise BrokenLineError(stream, number, "has no name to be found by")
    with decoding(stream, number):
        _KEY.decode(body)


@per_row
def _claim(row: Row) -> None:
    """Check a claim: its epoch is its own number."""
    stream, number, epoch, _, body, _ = row
    if epoch != number:
        raise BrokenLineError(stream, number, f"begins epoch {epoch}")
    claim.read(stream, number, body)


def records(table: str) -> Mapping[str, Check]:
    """The check for each stream that belongs to a table."""
    return {keys(table): _key, claims(table): _claim}
