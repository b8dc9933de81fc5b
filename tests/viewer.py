"""A terminal as a hub sees it: it keeps every message, and what it shows after each."""

from typing import Any

import msgspec


class Viewer:
    """A connected terminal."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.told: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        """What it shows after each message: an event brings only the parts that changed."""
        self.is_replaced = self.is_unseated = False

    def tell(self, message: bytes, *, now: bool) -> None:  # noqa: ARG002
        """Take a message."""
        told = msgspec.json.decode(message)
        self.told.append(told)
        self.shown.append({**(self.shown[-1] if self.shown else {}), **told})

    def replaced(self) -> None:
        """Note that another terminal has its seat."""
        self.is_replaced = True

    def unseated(self) -> None:
        """Note that its seat was given up."""
        self.is_unseated = True
