"""Anything that says what fell."""

import os
from collections.abc import Callable
from typing import NamedTuple, Protocol

from croupier.rules.outcomes import OutcomeName, Space


class Fault(NamedTuple):
    """What a device says instead, when nothing fell that counts."""

    ground: str
    detail: str = ""


class Device(Protocol):
    """A tumbler, a wheel, a keypad, a generator: asked once bets are closed, it says what fell."""

    def outcome(self, space: Space) -> OutcomeName | Fault:
        """What fell."""
        ...


class SoftwareGenerator:
    """Chance from the operating system, every way equally likely."""

    def __init__(self, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """Take entropy from elsewhere only in a test."""
        self._entropy = entropy

    def outcome(self, space: Space) -> OutcomeName:
        """One die after the other, or a pocket."""
        shown = (
            [self._below(6) + 1 for _ in range(space.count)] if space.shown_by == "dice" else [self._below(space.total_ways)]
        )
        name = space.name(shown)
        assert name is not None, "dice and pockets are drawn from their own space"
        return name

    def _below(self, limit: int) -> int:
        """A whole number below the limit. A byte past its last full multiple is not used: it would favour low numbers."""
        fair = 256 - 256 % limit
        while (byte := self._entropy(1)[0]) >= fair:
            pass
        return byte % limit
