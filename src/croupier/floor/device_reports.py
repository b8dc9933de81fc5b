"""What the device of a table reports, and what follows from it."""

from collections.abc import Callable

from croupier.devices import Device, MonitoredDevice
from croupier.floor.automatic import OutcomeNeeded
from croupier.floor.dealer import Dealer
from croupier.floor.positions import BETWEEN_ROUNDS, position
from croupier.floor.staff_bot import BotRoles
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

    def __init__(self, dealer: Dealer, device: Device, warn: Callable[[str, str], None], bot_roles: BotRoles) -> None:
        """Ask this device. What the bot of the staff may not decide waits for a person."""
        self.device = device
        self._dealer = dealer
        self._warn = warn
        self._bot_roles = bot_roles
        self._monitored = MonitoredDevice(device, self._report, TRIES_AGAIN if bot_roles(dealer.table.rules) else WAITS)
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
        has_bot = bool(self._bot_roles(table.rules))
        return (bool(table.round.fault) and not has_bot) or position(table) == self._left_at

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
        """The call with what the device reports; None if the table moved on meanwhile."""
        before = position(needed.table)
        fell = await self._monitored.outcome(needed.wanted)
        if fell is None or position(self._dealer.table) != before:
            return None
        self._has_warned = False
        return needed.reported(fell, self.device.reporter)

    def leaves_to_staff(self, command: Command) -> bool:
        """Whether a person has to give a command: to call a round off, or to order a pass, where no bot may."""
        roles = self._bot_roles(self._dealer.table.rules)
        if isinstance(command, ReportFault) and not roles:
            self._report(FAULT.format(ground=command.ground))
        if not isinstance(command, VoidRound | OrderPass) or (command.by and command.by.role in roles):
            return False
        self._left_at = position(self._dealer.table)
        self._report(SHOOTER_DELAYS if isinstance(command, OrderPass) else LEFT_TO_STAFF)
        return True

    def _report(self, sentence: str) -> None:
        """Report what the table waits for."""
        self._warn(sentence, "table-waits")

    def stop(self) -> None:
        """Wait no longer for a device that is not there. The round continues at the next start."""
        if not self.device.is_ready:
            self.device.withdraw()
