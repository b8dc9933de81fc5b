"""What the lines beside a table must say: the least by which they can be used."""

from collections.abc import Mapping

import msgspec

from croupier.audit.strand import Check, each
from croupier.journal import claim
from croupier.journal.answers import Answer
from croupier.journal.port import BrokenLineError, Row
from croupier.journal.streams import answers, claims, keys


class Key(msgspec.Struct, gc=False):
    """The seat that a terminal's key opens."""

    seat: str


def _named(kind: type[msgspec.Struct]) -> Check:
    """Lines that say this, each found by its name."""
    decode = msgspec.json.Decoder(kind).decode

    def check(row: Row) -> None:
        stream, number, _, name, body, _ = row
        if not name:
            raise BrokenLineError(stream, number, "has no name to be found by")
        try:
            decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(stream, number, f"cannot be read ({error})") from None

    return each(check)


@each
def _claim(row: Row) -> None:
    """A claim begins the epoch that has its number."""
    stream, number, epoch, _, body, _ = row
    if epoch != number:
        raise BrokenLineError(stream, number, f"begins epoch {epoch}")
    claim.read(stream, number, body)


ANSWERS, KEYS = _named(Answer), _named(Key)


def records(table: str) -> Mapping[str, Check]:
    """How lines beside a table are checked, by stream."""
    return {answers(table): ANSWERS, keys(table): KEYS, claims(table): _claim}
