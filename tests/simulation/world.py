"""Everything that one seed decides: faults, the wall clock and the order of tasks; and a trace of what happened."""

import random
from collections import Counter
from collections.abc import Iterator

from croupier.floor.seat_errors import TableFullError
from croupier.testing.evening import OPENING
from simulation.clockwork import RUNNING, Clockwork, Process
from simulation.disk import Platter
from simulation.inspector import Inspector
from simulation.weather import Weather

EXPECTED = (TimeoutError, TableFullError)
"""How a task of a server may end."""


class World:
    """All that servers and terminals share."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - that it can be foreseen is the point
        self.weather = Weather(self.chance)
        self.loop = Clockwork(self.chance, self.weather.lag, EXPECTED)
        self.platter = Platter()
        self.inspector = Inspector(self.platter)
        self.processes: list[Process] = []
        self.happened = Counter[str]()
        """What went wrong, and what became of it: a sweep in which something never happened proves nothing about it."""
        self.wallet: list[str] = []
        """The numbers of tickets that players have or had. Everybody sees them: what one has, two try to redeem."""
        self.cards: list[str] = []
        """The numbers of cards that were issued. Everybody sees them, too."""
        self.playing = True
        self.set_by = 0
        """By how many milliseconds the clock on the wall was set."""
        self._trace: list[tuple[object, ...]] = []

    def refused(self, number: str | None, error: str) -> None:
        """A server that runs now refuses a ticket, if there was one."""
        process = RUNNING.get()
        if number and process:
            fenced = self.inspector.is_fenced(process)
            self.inspector.cage.refused(number, error, fenced=fenced)

    def clock(self) -> int:
        """What the clock on the wall says."""
        return OPENING + int(self.loop.time() * 1000) + self.set_by

    def note(self, *what: object) -> None:
        """Write into the trace."""
        self._trace.append((self.loop.time(), *what))

    def told(self) -> Iterator[str]:
        """The trace, line by line."""
        for at, *what in self._trace:
            yield f"{at:9.4f} {' '.join(map(str, what))}"
