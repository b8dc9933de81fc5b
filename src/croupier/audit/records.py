"""What the lines beside a table must say: the least by which they can be used."""

from collections.abc import Callable, Mapping

import msgspec

from croupier.journal.port import BrokenLineError, Line
from croupier.journal.streams import answers, claims, keys

Check = Callable[[Line], None]


class Said(msgspec.Struct):
    """What was said to a command."""

    ok: bool


class Answer(msgspec.Struct):
    """What was asked, as a digest, and what was said."""

    asked: str
    said: Said


class Key(msgspec.Struct):
    """The seat that a terminal's key opens."""

    seat: str


class Claim(msgspec.Struct):
    """When a server took a table over, and which."""

    at: int
    server: str


def _named(kind: type[msgspec.Struct]) -> Check:
    """Lines that say this, each found by its name."""
    decode = msgspec.json.Decoder(kind).decode

    def check(line: Line) -> None:
        if not line.name:
            raise BrokenLineError(line.stream, line.number, "has no name to be found by")
        try:
            decode(line.body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenLineError(line.stream, line.number, f"cannot be read ({error})") from None

    return check


def _claim(line: Line) -> None:
    """A claim begins the epoch that has its number."""
    if line.epoch != line.number:
        raise BrokenLineError(line.stream, line.number, f"begins epoch {line.epoch}")
    try:
        msgspec.json.decode(line.body, type=Claim)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(line.stream, line.number, f"cannot be read ({error})") from None


ANSWERS, KEYS = _named(Answer), _named(Key)


def records(table: str) -> Mapping[str, Check]:
    """How lines beside a table are checked, by stream."""
    return {answers(table): ANSWERS, keys(table): KEYS, claims(table): _claim}
