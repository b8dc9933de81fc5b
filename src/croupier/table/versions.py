"""The forms in which events have been written down, so that old journals stay readable."""

import msgspec

FORMAT = 2
"""The form of lines that are written now.

1: no event says when it happened; a wagering period says until when the shooter may wait, 10 seconds after its end.
2: every event says when it happened.
"""

TEN_SECONDS = 10_000


def upcast(line: bytes, format: int) -> bytes:
    """A line as it would be written now."""
    if format == FORMAT:
        return line
    if format > FORMAT:
        raise NewerFormatError(f"these lines have the form {format}, and this croupier reads up to {FORMAT}")
    return _from_1(line) if b'"type":"BettingClosed"' in line else line


class NewerFormatError(ValueError):
    """A journal that a newer croupier wrote."""


def _from_1(line: bytes) -> bytes:
    event = msgspec.json.decode(line)
    event["at"] = event["shoot_by"] - (TEN_SECONDS if event["shooter"] else 0)
    return msgspec.json.encode(event)
