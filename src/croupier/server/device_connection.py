"""The conversation with a connected device: a hello, and then a report for every outcome that is wanted."""

from typing import Protocol

import msgspec

from croupier.devices import Wanted
from croupier.floor.connected_device import ConnectedDevice
from croupier.server.allowance import Allowance
from croupier.server.connection import NORMAL, TerminalLink
from croupier.server.device_messages import (
    DeviceHello,
    DeviceSaid,
    DeviceTold,
    DeviceWelcome,
    FailureReport,
    FaultReport,
    OutcomeReport,
    OutcomeWanted,
    OutcomeWithdrawn,
    ReportRefused,
)

HELLO_FIRST = "A device says hello first, and once."
NOT_UNDERSTOOD = "This was not understood: {error}."
TOO_FAST = "A device does not report so often."
OTHER_DEVICE = "Another device is connected to this table."
CONNECTED_AGAIN = "This device has connected again."

_DECODER = msgspec.json.Decoder(DeviceSaid)
_ENCODER = msgspec.json.Encoder()


class DeviceLink(TerminalLink, Protocol):
    """What the conversation with a device needs of its connection."""

    def flooded(self, why: str) -> None:
        """End the connection of a client that sends far too much, and let its address connect less often for a while."""
        ...


class DeviceConnection:
    """One connection of a device, from hello to goodbye."""

    def __init__(self, link: DeviceLink, table: str, device: ConnectedDevice, client: str, pace: Allowance) -> None:
        """Wait for a hello. `client` is the id under which the device is enrolled, `pace` how often it may still report."""
        self.client = client
        self._link = link
        self._table = table
        self._device = device
        self._pace = pace
        self._has_joined = self._is_over = False

    def heard(self, message: bytes) -> None:
        """A message has arrived."""
        if self._is_over:
            return
        try:
            said = _DECODER.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._end(NOT_UNDERSTOOD.format(error=error))
            return
        if isinstance(said, DeviceHello) is self._has_joined:
            self._end(HELLO_FIRST)
        elif isinstance(said, DeviceHello):
            self._join()
        elif not self._pace.take():
            self.gone()
            self._link.flooded(TOO_FAST)
        elif why := self._reported(said):
            self._tell(ReportRefused(said.id, why))

    def want(self, wanted: Wanted, seconds: float) -> None:
        """Tell the device that an outcome is wanted."""
        space = wanted.space
        self._tell(OutcomeWanted(wanted.id, wanted.round, round(seconds, 3), space.shown_by, space.count, wanted.grounds))

    def withdraw(self, id: str) -> None:
        """Tell the device that nobody waits for an outcome any more."""
        self._tell(OutcomeWithdrawn(id))

    def replaced(self) -> None:
        """The device has connected again."""
        self._is_over = True
        self._link.close(NORMAL, CONNECTED_AGAIN, final=True)

    def gone(self) -> None:
        """The connection has ended."""
        self._is_over = True
        self._device.leave(self)

    def _join(self) -> None:
        if not self._device.admits(self.client):
            self._end(OTHER_DEVICE)
        elif self._link.has_spoken():
            self._has_joined = True
            self._tell(DeviceWelcome(self._table))
            self._device.join(self)

    def _reported(self, said: OutcomeReport | FaultReport | FailureReport) -> str | None:
        """Pass a report on. Return why it does not count; None if it counts."""
        match said:
            case OutcomeReport():
                return self._device.report(self, said.id, said.shown)
            case FaultReport():
                return self._device.report_fault(self, said.id, said.ground, said.detail)
            case FailureReport():
                return self._device.report_failure(self, said.id, said.detail)

    def _tell(self, message: DeviceTold) -> None:
        self._link.send(_ENCODER.encode(message), now=True)

    def _end(self, why: str) -> None:
        self.gone()
        self._link.close(NORMAL, why)
