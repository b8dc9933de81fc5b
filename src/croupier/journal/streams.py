"""The names of streams: a table's own, the three that belong to it, the anchors and those of the whole floor."""

from collections.abc import Iterable

ANCHORS = "anchors"
"""Signed heads of all other streams."""
FLOOR = "floor"
"""How the names of the streams of the whole floor begin, up to their slash."""
FLOOR_SETTINGS = f"{FLOOR}/settings"
"""What kind of floor this is, and its settings, with who set and who approved them."""
PRIZE_REGISTER = f"{FLOOR}/promotions"
"""The prize register: promotions, from the draft of their terms to the last claim."""
RESERVED = (ANCHORS, FLOOR)
"""Names that no table may have."""


def keys(table: str) -> str:
    """The seats of terminals, looked up by the digest of the terminal's key."""
    return f"{table}/keys"


def claims(table: str) -> str:
    """The claims of servers on a table; the number of the last one is the current epoch."""
    return f"{table}/claims"


def snapshots(table: str) -> str:
    """The snapshots of a table."""
    return f"{table}/snapshots"


def tables(streams: Iterable[str]) -> list[str]:
    """The names of tables among all streams. Only tables and the anchors have names without a slash."""
    return [stream for stream in streams if "/" not in stream and stream != ANCHORS]
