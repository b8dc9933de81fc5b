"""Claims: a server takes a table over, and begins a new epoch. Recorded in the table's stream `claims`."""

import msgspec

from croupier.journal.port import BrokenLineError


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The time at which a server took a table over, and the server's random id."""

    at: int
    server: str


def read(stream: str, number: int, body: bytes) -> Claim:
    """Decode a claim."""
    try:
        return msgspec.json.decode(body, type=Claim)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(stream, number, f"cannot be read ({error})") from None
