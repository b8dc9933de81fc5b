"""Devices that report outcomes: dice tumblers, wheels, keypads, random number generators."""

import os
from collections.abc import Callable
from typing import NamedTuple, Protocol

from croupier.rules.outcomes import OutcomeName, Space


class Fault(NamedTuple):
    """A report that no outcome counts."""

    ground: str | None
    """The id of the ground under the rules; None if the device itself failed and names none."""
    detail: str = ""


class DeviceError(Exception):
    """A device failed, and the rules do not say what happens to the round."""


class Device(Protocol):
    """A device that is asked for the outcome once the closing of bets is durable, and not before."""

    def outcome(self, space: Space) -> OutcomeName | Fault:
        """Return the outcome or a fault. Raise `OSError` if the device fails."""
        ...


class MonitoredDevice:
    """A device of one table. A failure becomes a fault, and failures in succession are counted."""

    def __init__(self, device: Device, report: Callable[[str], None]) -> None:
        """Report the first failure of a series."""
        self._device = device
        self._report = report
        self.failures = 0
        """How often the device has failed since its last answer."""

    def outcome(self, space: Space) -> OutcomeName | Fault:
        """Return the outcome or a fault."""
        try:
            answer = self._device.outcome(space)
        except OSError as error:
            self.failures += 1
            if self.failures == 1:
                self._report(f"its device has failed: {error}; the table waits and tries again")
            return Fault(None, f"The device has failed: {error}.")
        self.failures = 0
        return answer


class SoftwareGenerator:
    """A generator that draws uniformly from the entropy of the operating system."""

    def __init__(self, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """Use another source of entropy only in tests."""
        self._entropy = entropy

    def outcome(self, space: Space) -> OutcomeName:
        """Draw each die, or the pocket. The draw is kept nowhere."""
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
