"""A device that fails now and then."""

import random

from croupier.devices import Fault, SoftwareGenerator
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset

DETAILS = ("The sensor timed out.", "The sensor says so.", "The motor stopped.")


class Unreliable:
    """Returns random outcomes and, now and then, any fault that obliges the staff to void the round after bets closed."""

    def __init__(self, rules: Ruleset, chance: random.Random, faults: float) -> None:
        """Fail with probability `faults`, reproducibly for a seed."""
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
        """A random outcome, or a fault."""
        if self._grounds and self._chance.random() < self._faults:
            return Fault(self._chance.choice(self._grounds), self._chance.choice(DETAILS))
        return self._sound.outcome(space)
