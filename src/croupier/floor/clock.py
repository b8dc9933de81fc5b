"""The floor's clock."""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from croupier.floor.warning import warn

Clock = Callable[[], int]
"""Returns the time in milliseconds since 1970."""

LARGEST_STEP = 1000
"""How many milliseconds wall clock and elapsed time may differ between two readings. More is a jump of the wall clock."""


def now() -> int:
    """The wall clock: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


# Time in which the system was suspended counts, where the system has a clock for that.
_SINCE_START: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def elapsed() -> int:
    """Milliseconds since the system was started. Nobody can set this clock."""
    return time.clock_gettime_ns(_SINCE_START) // 1_000_000


def sleep(seconds: float) -> None:
    """Sleep. For background threads only: it blocks."""
    time.sleep(seconds)


class Jump(NamedTuple):
    """A difference between the wall clock and the floor's time that the floor does not follow."""

    milliseconds: int
    """How far the wall clock jumped ahead; negative if it jumped back."""
    wall: int
    """What the wall clock showed then."""


class SteadyClock:
    """A clock for the floor: it follows the wall clock, leaves out its jumps, and never runs backwards."""

    def __init__(self, wall: Clock = now, elapsed: Callable[[], int] = elapsed, warn: Callable[[str], None] = warn) -> None:
        """Start at the time of the wall clock."""
        self._read_wall, self._read_elapsed, self._warn = wall, elapsed, warn
        self._wall, self._elapsed = wall(), elapsed()
        self._offset = 0
        self._latest = self._wall
        self.jumps: list[Jump] = []
        """Every jump so far, for the journals of the tables."""

    def __call__(self) -> int:
        """The floor's time in milliseconds since 1970."""
        wall, elapsed = self._read_wall(), self._read_elapsed()
        jumped = (wall - self._wall) - (elapsed - self._elapsed)
        self._wall, self._elapsed = wall, elapsed
        if abs(jumped) > LARGEST_STEP:
            how = f"{abs(jumped) / 1000:.1f} s {'ahead' if jumped > 0 else 'back'}"
            self._leave_out(jumped, f"the wall clock has jumped {how}; the floor's time goes on without the jump")
        self._latest = max(self._latest, wall + self._offset)
        return self._latest

    def start_after(self, last: int) -> None:
        """Continue after the last event of a table, if the wall clock is behind it."""
        behind = self() - last
        if behind < -LARGEST_STEP:
            what = f"the wall clock is {-behind / 1000:.1f} s behind the last event of a table; the floor's time starts there"
            self._leave_out(behind, what)

    def _leave_out(self, jumped: int, what: str) -> None:
        self._offset -= jumped
        self.jumps.append(Jump(jumped, self._wall))
        self._warn(what)


def jumps_of(clock: Clock) -> Sequence[Jump]:
    """The jumps that a clock has left out; none if it is another kind of clock."""
    return clock.jumps if isinstance(clock, SteadyClock) else ()
