"""The names of streams: a table's own, those beside it, and the house's anchors."""

from collections.abc import Iterable

ANCHORS = "anchors"
"""Signed heads of all other streams."""


def answers(table: str) -> str:
    """What was said to the commands at a table, each found by its id."""
    return f"{table}/answers"


def keys(table: str) -> str:
    """The seats of terminals, each found by the digest of its key."""
    return f"{table}/keys"


def claims(table: str) -> str:
    """Which servers took a table over; the number of the last is the epoch in force."""
    return f"{table}/claims"


def snapshots(table: str) -> str:
    """A table as of some of its lines."""
    return f"{table}/snapshots"


def tables(streams: Iterable[str]) -> list[str]:
    """The tables among all streams: nothing else has a name without a stroke, but for the anchors."""
    return [stream for stream in streams if "/" not in stream and stream != ANCHORS]
