"""A floor on virtual time: whatever waits, waits no real time."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from croupier.catalogue import ruleset
from croupier.devices import Device, SoftwareGenerator
from croupier.floor.clock import Clock
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.player import Player
from croupier.floor.timetable import Timing
from croupier.journal.exit import exit_process
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.table.core.message import Event
from croupier.table.money.seats import TakeSeat
from simulation.clockwork import Clockwork

BEGUN = 1_800_000_000_000
"""What the clock shows when virtual time begins."""


def on_virtual_time(scene: Callable[[Clock], Coroutine[Any, Any, None]], *expected: type[Exception]) -> None:
    """Run a scene, which gets a clock that shows the virtual time. Its tasks may raise only what is expected."""
    loop = Clockwork(random.Random(1), 0, expected)  # noqa: S311 - which task runs next
    loop.run(scene(lambda: BEGUN + int(loop.time() * 1000)))


class Floor:
    """Tables on a store in memory, with what was told of each."""

    def __init__(
        self,
        clock: Clock,
        timing: Timing,
        device: Device | None = None,
        *,
        store: MemoryStore | None = None,
        stop: Callable[[BaseException], None] = exit_process,
    ) -> None:
        self.store = store or MemoryStore()
        self.house = House(Journal(self.store, stop), device or SoftwareGenerator(), timing, clock)
        self.told: dict[str, list[Event]] = {}

    async def open(self, *names: str) -> None:
        """Open these tables, or continue them, and seat a bot at each."""
        for name in names:
            told = self.told[name] = []
            dealer = await self.house.open(name, ruleset(name), {"minimum": 100}, confirmed=["SB-01"])
            dealer.listeners.append(lambda happened, told=told: told.append(happened.event))
            if "ann" not in dealer.table.layout:
                await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000_000)))

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run the tables for as long as the caller needs them, then finish the rounds in play."""
        players = [self._play(loop.dealer) for loop in self.house.loops.values()]
        running = asyncio.gather(self.house.run(), *players)
        yield
        self.house.stop()
        await running

    async def _play(self, dealer: Dealer) -> None:
        player = Player("ann", random.Random(7))  # noqa: S311 - a bot's whims
        while not self.house.stopping:
            if wish := player.next(dealer.table):
                await dealer.ask(wish)
            await asyncio.sleep(0.3)
