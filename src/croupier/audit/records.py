"""Checks of the streams that belong to a table (answers, keys and claims): that their lines can be decoded and used."""

from collections.abc import Mapping

import msgspec

from croupier.audit.cursor import Check, per_row
from croupier.journal import claim
from croupier.journal.answers import Answer
from croupier.journal.port import BrokenLineError, Row
from croupier.journal.streams import answers, claims, keys


class Key(msgspec.Struct, gc=False):
    """The seat of a terminal, as recorded in the stream `keys`."""

    seat: str


def _named(kind: type[msgspec.Struct]) -> Check:
    """Check lines that have a name and decode as this type."""
    decode = msgspec.json.Decoder(kind).decode

    def check(row: Row) -> None:
        stream, number, _, name, body, _ = row
        if not name:
            raise BrokenLineError(stream, number, "has no name to be found by")
        try:
            decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(stream, number, f"cannot be read ({error})") from None

    return per_row(check)


@per_row
def _claim(row: Row) -> None:
    """Check a claim: its epoch is its own number."""
    stream, number, epoch, _, body, _ = row
    if epoch != number:
        raise BrokenLineError(stream, number, f"begins epoch {epoch}")
    claim.read(stream, number, body)


ANSWERS, KEYS = _named(Answer), _named(Key)


def records(table: str) -> Mapping[str, Check]:
    """The check for each stream that belongs to a table."""
    return {answers(table): ANSWERS, keys(table): KEYS, claims(table): _claim}
