"""Claims: a server took a table over, as it is kept beside the table and read again."""

import msgspec

from croupier.journal.port import BrokenLineError, Lines
from croupier.journal.streams import claims


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """When a server took a table over, which, and in what form it goes on with the lines of that table."""

    at: int
    server: str
    form: int = 0
    """None where it was not said yet."""


def read(stream: str, number: int, body: bytes) -> Claim:
    """What a claim says."""
    try:
        return msgspec.json.decode(body, type=Claim)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(stream, number, f"cannot be read ({error})") from None


def form_of(lines: Lines, table: str) -> int:
    """The form in which whoever took a table over last goes on with it; none where nobody said."""
    stream = claims(table)
    last = lines.head(stream).number
    return next((read(stream, line.number, line.body).form for line in lines.lines(stream, last - 1)), 0) if last else 0
