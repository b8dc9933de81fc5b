"""A device of its own, such as a tumbler or a wheel, that is connected to its table and reports what fell."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from croupier.devices import Fault, Wanted
from croupier.rules.outcomes import OutcomeName

NOT_WANTED = "Nobody waits for the outcome {id}."
NOT_CONNECTED = "it is not connected"
KEY_REVOKED = "its key was revoked"
SILENT = "it has not reported the outcome for {seconds:g} seconds"
IMPOSSIBLE = "it reported {shown}, which {space} can never show"
UNKNOWN_FAULT = "it reported {ground}, which is no fault now"


class DeviceLine(Protocol):
    """The connection of a device."""

    client: str
    """The id under which the device is enrolled."""

    def want(self, wanted: Wanted, seconds: float) -> None:
        """Tell the device that an outcome is wanted within so many seconds."""
        ...

    def withdraw(self, id: str) -> None:
        """Tell the device that nobody waits for the outcome with this id any more."""
        ...

    def replaced(self) -> None:
        """End, because the device has connected again."""
        ...


class _Request(NamedTuple):
    wanted: Wanted
    answer: asyncio.Future[OutcomeName | Fault | None]
    until: float
    """When the device has failed if it has not answered, in seconds of the event loop's clock."""


class ConnectedDevice:
    """The device of one table. One line at a time may speak for it.

    It has failed if it is silent for too long, connected or not, if its key is revoked while it is asked, if it says so
    itself, and if it reports what cannot be. A device that comes back in time is asked again for the same round.
    """

    def __init__(self, seconds: float) -> None:
        """Wait for an outcome for so many seconds."""
        self.listeners: list[Callable[[], None]] = []
        """Called when the device has come or gone."""
        self._seconds = seconds
        self._line: DeviceLine | None = None
        self._request: _Request | None = None
        self.reporter: str | None = None
        """The id under which the device is enrolled that has answered last."""

    @property
    def is_ready(self) -> bool:
        """Whether the device is connected."""
        return self._line is not None

    def admits(self, client: str) -> bool:
        """Whether an enrolled device may connect: no other one is connected."""
        return self._line is None or self._line.client == client

    def join(self, line: DeviceLine) -> None:
        """Connect a device. If it was connected before, that line ends."""
        older, self._line = self._line, line
        if older:
            older.replaced()
        if self._request:
            left = self._request.until - asyncio.get_running_loop().time()
            line.want(self._request.wanted, max(0, left))
        self._tell()

    def leave(self, line: DeviceLine) -> None:
        """Disconnect a device."""
        if self._line is line:
            self._line = None
            self._tell()

    def revoke(self, client: str) -> None:
        """Disconnect a device whose key was revoked. If it is asked, it has failed."""
        if self._line and self._line.client == client:
            self._fail(ConnectionError(KEY_REVOKED))
            self.leave(self._line)

    def report(self, line: DeviceLine, id: str, shown: Sequence[int]) -> str | None:
        """Take the outcome that a device reports. Return why it does not count; None if it counts."""
        request = self._open_request(line, id)
        if request is None:
            return NOT_WANTED.format(id=id)
        space = request.wanted.space
        if name := space.name(shown):
            self.reporter = line.client
            request.answer.set_result(name)
            return None
        return self._fail(OSError(IMPOSSIBLE.format(shown=", ".join(map(str, shown)) or "nothing", space=space.title)))

    def report_fault(self, line: DeviceLine, id: str, ground: str, detail: str) -> str | None:
        """Take a fault that a device reports. Return why it does not count; None if it counts."""
        request = self._open_request(line, id)
        if request is None:
            return NOT_WANTED.format(id=id)
        if ground in request.wanted.grounds:
            request.answer.set_result(Fault(ground, detail))
            return None
        return self._fail(OSError(UNKNOWN_FAULT.format(ground=ground)))

    def report_failure(self, line: DeviceLine, id: str, detail: str) -> str | None:
        """Take the report of a device that it has failed. Return why it does not count; None if it counts."""
        if self._open_request(line, id) is None:
            return NOT_WANTED.format(id=id)
        self._fail(OSError(detail))
        return None

    async def outcome(self, wanted: Wanted) -> OutcomeName | Fault | None:
        """Ask the device, now or when it connects. Raise `OSError` if it fails."""
        loop = asyncio.get_running_loop()
        request = self._request = _Request(wanted, loop.create_future(), loop.time() + self._seconds)
        if self._line:
            self._line.want(wanted, self._seconds)
        try:
            async with asyncio.timeout(self._seconds):
                return await request.answer
        except TimeoutError:
            if not request.answer.cancelled():  # the report came in the last moment, and the device was told that it counts
                return request.answer.result()
            self._tell_withdrawn(wanted.id)
            why = SILENT.format(seconds=self._seconds) if self._line else NOT_CONNECTED
            raise TimeoutError(why) from None
        finally:
            self._request = None

    def withdraw(self) -> None:
        """Nobody waits for the outcome any more."""
        if self._request and not self._request.answer.done():
            self._tell_withdrawn(self._request.wanted.id)
            self._request.answer.set_result(None)

    def _open_request(self, line: DeviceLine, id: str) -> _Request | None:
        """The request that a report answers; None if it comes too late, twice, or from another line."""
        request = self._request
        if request is None or line is not self._line or request.wanted.id != id or request.answer.done():
            return None
        return request

    def _fail(self, error: OSError) -> str:
        """Fail the request that goes on, if there is one. Return why."""
        if self._request and not self._request.answer.done():
            self._request.answer.set_exception(error)
        return str(error)

    def _tell_withdrawn(self, id: str) -> None:
        if self._line:
            self._line.withdraw(id)

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()
