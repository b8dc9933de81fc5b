"""An allowance: so many in a burst, and so many in a second in the long run (a token bucket)."""

from collections.abc import Callable


class Allowance:
    """What one client may still do."""

    def __init__(self, per_second: float, at_once: int, time: Callable[[], float]) -> None:
        """Start with a whole burst. `time` is in seconds."""
        self._per_second, self._at_once, self._time = per_second, at_once, time
        self._left, self._since = float(at_once), time()

    def take(self) -> bool:
        """Use one up; False if none is left."""
        now = self._time()
        self._left = min(self._left + (now - self._since) * self._per_second, self._at_once)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def deduct(self, count: int) -> None:
        """Use several up, or all that are left if there are fewer."""
        self._left = max(0.0, self._left - count)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing from the burst by now."""
        return self._left + (self._time() - self._since) * self._per_second >= self._at_once
