"""Times as they are read off a wall."""

from datetime import UTC, datetime


def clock_time(milliseconds: int) -> str:
    """A point in time in words that are the same everywhere: "2024-10-19 00:00:00 UTC"."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
