"""An hour of table time on a fast clock: two hundred bots at all five tables, devices that fail, and staff who put it right.

    .venv/bin/python tests/simulation/hour.py FILE [MINUTES]

writes the journal of that hour and says every ten minutes how far it is and how much memory it takes.
"""

import asyncio
import random
import resource
import selectors
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from croupier.catalogue import names, ruleset
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey
from croupier.journal.journal import Journal
from croupier.journal.sqlite import SqliteStore
from croupier.table.core.refusals import Reason
from croupier.testing.crowd import Crowd
from croupier.testing.device import Unreliable
from croupier.testing.evening import OPENING
from croupier.testing.staff import Mischief, Supervisor

BOTS = 40
"""At every table."""
PACE = 6.0
"""Seconds a bot takes to think, on average."""
FAULTS = 0.02
BY_ITSELF = {each.value for each in (Reason.METERS_DISAGREE,)}
"""What no bot can bring about."""


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop for which waiting takes no time."""

    def __init__(self) -> None:
        """Start at time 0."""
        self._passed = 0.0
        super().__init__(_Skipping(self))

    def time(self) -> float:
        """Seconds that have passed for everybody here."""
        return self._passed

    def skip(self, seconds: float) -> None:
        """Let time pass."""
        self._passed += seconds


class _Skipping(selectors.DefaultSelector):  # type: ignore[misc,valid-type]
    def __init__(self, loop: FastLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout:
            self._loop.skip(timeout)
        return super().select(0)


def hour(path: Path, minutes: float, seed: int = 1, tell: Callable[[int, int], None] = lambda _minute, _events: None) -> int:
    """Play so many minutes, and how many commands were asked."""
    loop = FastLoop()
    try:
        return loop.run_until_complete(_floor(loop, path, minutes, random.Random(seed), tell))  # noqa: S311 - bots' whims
    finally:
        loop.close()


async def _floor(loop: FastLoop, path: Path, minutes: float, chance: random.Random, tell: Callable[[int, int], None]) -> int:
    # What a power cut does is tested elsewhere; here an hour has to fit into a minute.
    journal = Journal(SqliteStore(path, synchronous="OFF"))
    notary: Notary | None = Notary(journal, SigningKey(path.with_name(f"{path.name}-key")), lambda: _clock(loop))
    houses: list[House] = []
    playing: list[asyncio.Future[int]] = []
    for name in names():
        rules = ruleset(name)
        device = Unreliable(rules, chance, FAULTS)
        house = House(journal, device, Timing(), lambda: _clock(loop), notary, chance.randbytes)
        notary = None
        dealer = await house.open(name, rules, {"minimum": 100, "maximum": 50_000}, confirmed=["SB-01"])
        houses.append(house)
        playing.append(asyncio.ensure_future(_evening(dealer, random.Random(chance.random()), minutes * 60)))  # noqa: S311
    running = [asyncio.ensure_future(house.run()) for house in houses]
    for minute in range(10, int(minutes) + 1, 10):
        await asyncio.sleep(600)
        tell(minute, sum(house.loops[name].dealer.table.events for house in houses for name in house.loops))
    asked = await asyncio.gather(*playing)
    for house in houses:
        house.stop()
    await asyncio.gather(*running)
    journal.close()
    return sum(asked)


def _clock(loop: FastLoop) -> int:
    return OPENING + int(loop.time() * 1000)


async def _evening(dealer: Dealer, chance: random.Random, seconds: float) -> int:
    """What happens at one table: players come, play and go, things go wrong and are put right."""
    crowd, supervisor, mischief = Crowd(chance, BOTS), Supervisor(), Mischief(chance)
    loop, asked = asyncio.get_running_loop(), 0
    until = loop.time() + seconds
    for wait in _waits(chance):
        await asyncio.sleep(wait)
        if loop.time() > until:
            return asked
        table = dealer.table
        wrong = mischief.next(table) if chance.random() < FAULTS / 10 else None
        command = wrong or supervisor.next(table) or crowd.next(table)
        if command:
            asked += 1
            reply = await dealer.ask(command, f"{dealer.name}-{asked}")
            assert reply.error not in BY_ITSELF, reply.message
            if chance.random() < 0.01:
                assert await dealer.ask(command, f"{dealer.name}-{asked}") == reply, "said again, it gets its first answer"
    return asked


def _waits(chance: random.Random) -> Iterator[float]:
    while True:
        yield chance.expovariate(BOTS / PACE)


def _say(minute: int, events: int) -> None:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{minute} minutes: {events:,} events, {memory} MB", flush=True)  # noqa: T201


if __name__ == "__main__":
    print(f"{hour(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 60, tell=_say):,} commands")  # noqa: T201
