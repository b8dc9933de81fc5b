"""What the device of a table reports, and what follows from it."""

from collections.abc import Callable

from croupier.devices import Device, MonitoredDevice
from croupier.floor.automatic import OutcomeNeeded
from croupier.floor.dealer import Dealer
from croupier.floor.positions import BETWEEN_ROUNDS, position
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.rounds.dice import OrderPass
from croupier.table.rounds.voiding import ReportFault, VoidRound

LONGEST_PAUSE = 60
"""Seconds between two rounds of a table whose device keeps failing. The first pause is a second, and each is twice the last."""
NOT_READY = "its device is not connected; no round opens until it is"
LEFT_TO_STAFF = "its round has no outcome; a person has to call it off, or to take over and enter what fell"
SHOOTER_DELAYS = "the shooter does not throw; a person has to order the shooter to pass the dice, or to wait"
FAULT = "a fault was reported ({ground}); a person has to put it right and to call the round off"
TRIES_AGAIN = "the table waits and tries again"
WAITS = "the table waits for a person"


class DeviceReports:
    """Asks the device of one table for outcomes."""

    def __init__(self, dealer: Dealer, device: Device, warn: Callable[[str, str], None], *, is_live: bool) -> None:
        """Ask this device. On a live floor the program does not call a round off that the staff need not call off."""
        self.device = device
        self._dealer = dealer
        self._warn = warn
        self._is_live = is_live
        self._monitored = MonitoredDevice(device, self._report, WAITS if is_live else TRIES_AGAIN)
        self._left_at: tuple[object, ...] | None = None
        """Where the round stood when it was left to the staff."""
        self._has_warned = False
        """Whether the absence of the device was reported since it last said what fell."""

    @property
    def pause(self) -> float:
        """Seconds to wait for a device that fails, growing with each failure."""
        failures = self._monitored.failures
        return min(2.0 ** min(failures - 1, 10), LONGEST_PAUSE) if failures else 0

    def are_left_to_staff(self, table: Table) -> bool:
        """Whether the round waits for a person: the device reported a fault or failed, or the shooter delays."""
        return self._is_live and (bool(table.round.fault) or position(table) == self._left_at)

    def may_come(self, table: Table) -> bool:
        """Whether the round in play can get an outcome without the staff, from a device that is there."""
        return self.device.is_ready and not self.are_left_to_staff(table)

    def may_open(self, table: Table) -> bool:
        """Whether the next round may open, as far as the device is concerned. If not, warn once until it has reported."""
        opens = self.device.is_ready or table.round.phase not in BETWEEN_ROUNDS
        if not opens and not self._has_warned:
            self._has_warned = True
            self._report(NOT_READY)
        return opens

    async def call(self, needed: OutcomeNeeded) -> Command | None:
        """The call with what the device reports; None if the table moved on meanwhile, or if the staff have to decide."""
        before = position(needed.table)
        fell = await self._monitored.outcome(needed.wanted)
        if fell is None or position(self._dealer.table) != before:
            return None
        self._has_warned = False
        return self.unless_left(needed.reported(fell, self.device.reporter))

    def unless_left(self, call: Command | None) -> Command | None:
        """The next call; None if it is the staff's to make: on a live floor they call a round off, and order a pass."""
        if self._is_live and isinstance(call, VoidRound | OrderPass):
            self._left_at = position(self._dealer.table)
            self._report(SHOOTER_DELAYS if isinstance(call, OrderPass) else LEFT_TO_STAFF)
            return None
        if self._is_live and isinstance(call, ReportFault):
            self._report(FAULT.format(ground=call.ground))
        return call

    def _report(self, sentence: str) -> None:
        """Report what the table waits for."""
        self._warn(sentence, "table-waits")

    def stop(self) -> None:
        """Wait no longer for a device that is not there. The round continues at the next start."""
        if not self.device.is_ready:
            self.device.withdraw()
