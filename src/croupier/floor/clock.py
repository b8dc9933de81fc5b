"""The floor's clock."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Returns the time in milliseconds since 1970."""


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def sleep(seconds: float) -> None:
    """Sleep. For background threads only: it blocks."""
    time.sleep(seconds)
