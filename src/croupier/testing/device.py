"""A device that fails now and then, and a dealer whose device draws at once."""

import random

from croupier.devices import Fault, PromptDevice, SoftwareGenerator
from croupier.floor.automatic import AutomaticDealer, OutcomeNeeded
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.table.core.message import Command
from croupier.table.core.state import Table

DETAILS = ("The sensor timed out.", "The sensor says so.", "The motor stopped.")


class Unreliable(PromptDevice):
    """Returns random outcomes and, now and then, any fault that obliges the staff to void the round after bets closed."""

    def __init__(self, rules: Ruleset, chance: random.Random, faults: float) -> None:
        """Fail with probability `faults`, reproducibly for a seed."""
        super().__init__()
        self._sound, self._chance, self._faults = SoftwareGenerator(chance.randbytes), chance, faults
        powers = rules.procedures.powers_to[Act.VOID_ROUND]
        self._grounds = [
            ground.id
            for power in powers
            if not power.only_with
            for ground in power.grounds
            if ground.must and not ground.at_once
        ]

    def draw(self, space: Space) -> OutcomeName | Fault:
        """A random outcome, or a fault."""
        if self._grounds and self._chance.random() < self._faults:
            return Fault(self._chance.choice(self._grounds), self._chance.choice(DETAILS))
        return self._sound.draw(space)


class PromptDealer(AutomaticDealer):
    """An automatic dealer whose device draws at once, so that every call is known at once."""

    def __init__(self, device: PromptDevice) -> None:
        """Let this device draw."""
        super().__init__()
        self._device = device

    def next(self, table: Table, deadline: int = 0) -> Command | None:
        """The next call; None while the table waits for a player."""
        call = super().next(table, deadline)
        return call.reported(self._device.draw(table.rules.game.space), None) if isinstance(call, OutcomeNeeded) else call
