"""A device that fails as real ones do: it says what fell, or why nothing fell that counts."""

import random

from croupier.devices import Fault, SoftwareGenerator
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset

DETAILS = ("The sensor timed out.", "The sensor says so.", "The motor stopped.")


class Unreliable:
    """Every fault that leaves no choice once bets are closed, now and then, the same for the same seed."""

    def __init__(self, rules: Ruleset, chance: random.Random, faults: float) -> None:
        """Fail in so many of all cases."""
        self._sound, self._chance, self._faults = SoftwareGenerator(chance.randbytes), chance, faults
        powers = rules.procedures.powers_to[Act.VOID_ROUND]
        self._grounds = [
            ground.id
            for power in powers
            if not power.only_with
            for ground in power.grounds
            if ground.must and not ground.at_once
        ]

    def outcome(self, space: Space) -> OutcomeName | Fault:
        """What fell, or a fault."""
        if self._grounds and self._chance.random() < self._faults:
            return Fault(self._chance.choice(self._grounds), self._chance.choice(DETAILS))
        return self._sound.outcome(space)
