"""Lines and heads for tests of the PostgreSQL store."""

import time
from collections.abc import Callable

from croupier.journal.port import Head, Line

LONG = 3600.0
"""A lease that is not renewed during a test. A store that cannot renew its lease in time ends its process: here, the tests."""


def line(stream: str, number: int, body: bytes = b"{}", name: str = "") -> Line:
    return Line(stream, number, 0, name, body, bytes([number] * 32))


def head(number: int) -> Head:
    return Head(number, bytes([number] * 32))


def within(seconds: float, happens: Callable[[], object]) -> bool:
    """Whether something happens in time."""
    until = time.monotonic() + seconds
    while not happens() and time.monotonic() < until:
        time.sleep(0.02)
    return bool(happens())
