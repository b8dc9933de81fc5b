"""The seats that terminals hold at a table: from which address, and since when the terminal is gone."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import takewhile

COMING_SECONDS = 10
"""How many seconds after it was given a seat a terminal without a connection counts as gone."""


@dataclass(slots=True)
class _Held:
    address: str | None
    """The address of its terminal; None if the terminal has not come back since the start of the server."""
    gone: float
    """When its last connection ended."""
    expected: list[float] = field(default_factory=list[float])
    """One time for each connection that is about to come: when it counts as gone if it has not come by then."""


class HeldSeats:
    """The seats that terminals hold at one table. They are in memory only: after a restart every terminal counts as gone."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Hold no seats yet. `time` is monotonic, in seconds."""
        self._time = time
        self._held: dict[str, _Held] = {}
        self._by_address: dict[str, dict[str, None]] = {}
        """The seats of each address, in the order in which they were taken."""
        self._connections = Counter[str]()
        self._here: dict[str, None] = {}
        """The seats that are held and whose terminals are connected."""
        self._went: dict[str, float] = {}
        """When the terminals of the other seats were here last, in the order of these times."""
        self._queue: list[tuple[float, str]] = []
        """A heap of times at which to look whether a seat can be released. Entries that differ from `_queued` are stale."""
        self._queued: dict[str, float] = {}

    @property
    def seats(self) -> Collection[str]:
        """All seats."""
        return self._held.keys()

    @property
    def connected(self) -> Collection[str]:
        """The seats whose terminals are connected."""
        return self._here.keys()

    def present(self, within: float) -> Collection[str]:
        """The seats whose terminals are connected, or have been gone for less than so many seconds."""
        since = self._time() - within
        lately = list(takewhile(lambda seat: self._went[seat] > since, reversed(self._went)))
        return self._here.keys() | lately if lately else self._here.keys()

    def of_address(self, address: str) -> Collection[str]:
        """The seats of the terminals at an address."""
        return self._by_address.get(address, {}).keys()

    def find(self, seat: str, look: float) -> None:
        """Hold a seat whose terminal is gone. Look at the seat in `look` seconds."""
        self._held[seat] = _Held(None, self._time())
        self._came_or_went(seat)
        self.look(seat, self._time() + look)

    def expect(self, seat: str, address: str, look: float) -> None:
        """Hold a seat for a terminal that is about to connect. If it does not, look at the seat `look` seconds later."""
        self._leave_address(seat)
        now = self._time()
        held = self._held.setdefault(seat, _Held(address, now))
        held.address = address
        held.expected = [*(each for each in held.expected if each > now), now + COMING_SECONDS]
        self._by_address.setdefault(address, {})[seat] = None
        if self._connections[seat]:
            self._came_or_went(seat)
        self.look(seat, now + COMING_SECONDS + look)

    def came(self, seat: str) -> None:
        """Count a connection."""
        self._connections[seat] += 1
        if (held := self._held.get(seat)) and held.expected:
            del held.expected[0]
        self._came_or_went(seat)

    def went(self, seat: str, look: float) -> None:
        """Count the end of a connection. If it was the last one, look at the seat in `look` seconds."""
        self._connections[seat] -= 1
        if self._connections[seat]:
            return
        del self._connections[seat]
        self._came_or_went(seat)
        if held := self._held.get(seat):
            held.gone = self._time()
            self.look(seat, held.gone + look)

    def forget(self, seat: str) -> None:
        """Hold a seat no longer."""
        self._leave_address(seat)
        self._held.pop(seat, None)
        self._came_or_went(seat)

    def gone_since(self, seat: str) -> float | None:
        """Since when the terminal of a seat is gone; None if it is connected or about to connect, or the seat is not held."""
        held = self._held.get(seat)
        if held is None or self._connections[seat]:
            return None
        since = max([held.gone, *held.expected])
        return since if since <= self._time() else None

    def longest_gone(self, seats: Iterable[str]) -> str | None:
        """Of these seats, the one whose terminal has been gone for the longest time; None if no terminal is gone."""
        since = {seat: gone for seat in seats if (gone := self.gone_since(seat)) is not None}
        return min(since, key=since.__getitem__, default=None)

    def look(self, seat: str, at: float) -> None:
        """Look at a seat at this time, unless an earlier look is planned."""
        if at < self._queued.get(seat, at + 1):
            self._queued[seat] = at
            heappush(self._queue, (at, seat))

    def to_look_at(self) -> Sequence[str]:
        """The seats to look at now: their time has come and their terminals are gone. Each look is returned once."""
        now, seats = self._time(), list[str]()
        while self._queue and self._queue[0][0] <= now:
            at, seat = heappop(self._queue)
            if self._queued.get(seat) != at:
                continue
            del self._queued[seat]
            if self.gone_since(seat) is not None:
                seats.append(seat)
            elif seat in self._held and not self._connections[seat]:
                self.look(seat, max(self._held[seat].expected))
        return seats

    def _came_or_went(self, seat: str) -> None:
        """Note whether the terminal of a seat is here. One whose seat is not held is not."""
        self._here.pop(seat, None)
        self._went.pop(seat, None)
        if seat not in self._held:
            return
        if self._connections[seat]:
            self._here[seat] = None
        else:
            self._went[seat] = self._time()

    def _leave_address(self, seat: str) -> None:
        held = self._held.get(seat)
        if held is None or held.address is None:
            return
        seats = self._by_address[held.address]
        del seats[seat]
        if not seats:
            del self._by_address[held.address]
