"""Times as they are read off a wall."""

from datetime import UTC, datetime

LATEST = 253_402_300_799_999
"""The last millisecond that a calendar can name, at the end of the year 9999."""


def clock_time(milliseconds: int) -> str:
    """A point in time in words that are the same everywhere: "2024-10-19 00:00:00 UTC"."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
