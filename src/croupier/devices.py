"""Devices that report outcomes: dice tumblers, wheels, keypads, random number generators."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from croupier.rules.outcomes import OutcomeName, Space


class Fault(NamedTuple):
    """A report that no outcome counts."""

    ground: str | None
    """The id of the ground under the rules; None if the device itself failed and names none."""
    detail: str = ""


class DeviceError(Exception):
    """A device failed, and the rules do not say what happens to the round."""


class Wanted(NamedTuple):
    """The outcome of a round, as a device is asked for it."""

    round: int
    id: str
    """The identity of the request. The same history asks with the same one; a journal that was restored has another."""
    space: Space
    grounds: Mapping[str, str]
    """The faults that the device may report now: the ids of their grounds, and what each means in words."""


class Device(Protocol):
    """A device that is asked for the outcome once the closing of bets is durable, and not before."""

    @property
    def is_ready(self) -> bool:
        """Whether it could be asked now."""
        ...

    @property
    def listeners(self) -> list[Callable[[], None]]:
        """Called when `is_ready` has changed."""
        ...

    @property
    def reporter(self) -> str | None:
        """The id of the enrolled device that has answered last; None if the program itself draws."""
        ...

    async def outcome(self, wanted: Wanted) -> OutcomeName | Fault | None:
        """Return the outcome or a fault; None after `withdraw`. Raise `OSError` if the device fails."""
        ...

    def withdraw(self) -> None:
        """Nobody waits for the outcome any more."""
        ...


class PromptDevice(ABC):
    """A device inside this process. It is always ready, and draws at once."""

    is_ready = True
    reporter: str | None = None

    def __init__(self) -> None:
        """Be ready."""
        self.listeners: list[Callable[[], None]] = []

    @abstractmethod
    def draw(self, space: Space) -> OutcomeName | Fault:
        """Return the outcome or a fault. Raise `OSError` if the device fails."""
        ...

    async def outcome(self, wanted: Wanted) -> OutcomeName | Fault:
        """Draw."""
        return self.draw(wanted.space)

    def withdraw(self) -> None:  # noqa: B027 - not abstract: a device that draws at once has nothing to withdraw
        """Do nothing: `outcome` answers at once, so no request is ever pending."""


class MonitoredDevice:
    """A device of one table. A failure becomes a fault, and failures in succession are counted."""

    def __init__(self, device: Device, report: Callable[[str], None], then: str) -> None:
        """Report the first failure of a series. `then` says what follows from it."""
        self._device = device
        self._report = report
        self._then = then
        self.failures = 0
        """How often the device has failed since its last answer."""

    async def outcome(self, wanted: Wanted) -> OutcomeName | Fault | None:
        """Return the outcome or a fault; None after the request was withdrawn."""
        try:
            answer = await self._device.outcome(wanted)
        except OSError as error:
            self.failures += 1
            if self.failures == 1:
                self._report(f"its device has failed: {error}; {self._then}")
            return Fault(None, f"The device has failed: {error}.")
        if answer is not None:
            self.failures = 0
        return answer


class SoftwareGenerator(PromptDevice):
    """A generator that draws uniformly from the entropy of the operating system."""

    def __init__(self, entropy: Callable[[int], bytes] = os.urandom) -> None:
        """Use another source of entropy only in tests."""
        super().__init__()
        self._entropy = entropy

    def draw(self, space: Space) -> OutcomeName:
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
