"""The floor's clock."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Says what time it is, in milliseconds since 1970."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def rest(seconds: float) -> None:
    """Do nothing for a while, in a thread that nobody waits for."""
    time.sleep(seconds)
