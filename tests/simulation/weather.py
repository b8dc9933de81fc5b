"""How bad a night is: what goes wrong, how often, and how long everything takes. Drawn anew for every seed."""

import random


class Weather:
    """Not every night has every fault, or those that end a night early would hide the others."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.calm = False
        """At the end of a night nothing goes wrong any more, so that everybody can be answered."""
        self.lag = chance.choice((0.0, 0.02, 0.1))
        self.dawdling = chance.choice((0.0, 0.05, 0.25))
        self.network = chance.choice((0.002, 0.02, 0.1))
        self.disk = chance.choice((0.001, 0.01, 0.08))
        self.slow_disk = self._some(0.03)
        self.disk_error = self._some(0.012)
        self.cut = self._some(0.04)
        self.twice = self._some(0.15)
        self.other_content = self._some(0.06)
        self.device_fault = self._some(0.15)
        self.trouble = chance.uniform(0.5, 3.5)
        """Seconds between two strokes of fate."""

    def _some(self, most: float) -> float:
        return self._chance.choice((0.0, most / 4, most))

    def strikes(self, probability: float) -> bool:
        """Whether it happens now."""
        return not self.calm and self._chance.random() < probability

    def network_delay(self) -> float:
        """How long a message is on its way."""
        return self._chance.expovariate(1 / self.network)

    def disk_delay(self) -> float:
        """How long a commit takes; a slow disk takes seconds."""
        return self._chance.uniform(0.5, 3) if self.strikes(self.slow_disk) else self._chance.expovariate(1 / self.disk)

    def dawdle(self) -> float:
        """An extra delay of a send, a receive or an acknowledgement; mostly 0."""
        return self._chance.expovariate(20) if self.strikes(self.dawdling) else 0.0
