"""Devices that report outcomes: dice tumblers, wheels, keypads, random number generators."""

import os
from collections.abc import Callable
from typing import NamedTuple, Protocol

from croupier.rules.outcomes import OutcomeName, Space


class Fault(NamedTuple):
    """A report that no outcome counts. `ground` is the ground under the rules."""

    ground: str
    detail: str = ""


class Device(Protocol):
    """A device that is asked for the outcome once bets are closed."""

    def outcome(self, space: Space) -> OutcomeName | Fault:
        """Return the outcome or a fault."""
        ...


class SoftwareGenerator:
    """A generator that draws uniformly from the entropy of the operating system."""

    def __init__(self, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """Use another source of entropy only in tests."""
        self._entropy = entropy

    def outcome(self, space: Space) -> OutcomeName:
        """Draw each die, or the pocket."""
        shown = (
            [self._below(6) + 1 for _ in range(space.count)] if space.shown_by == "dice" else [self._below(space.total_ways)]
        )
        name = space.name(shown)
        assert name is not None, "dice and pockets are drawn from their own space"
        return name

    def _below(self, limit: int) -> int:
        """Return a uniform random number below `limit`, which is at most 256.

        Bytes past the last full multiple of `limit` are rejected, because they would favour low numbers.
        """
        fair = 256 - 256 % limit
        while (byte := self._entropy(1)[0]) >= fair:
            pass
        return byte % limit
