"""Persons at a table on virtual time, with bots as company, and dice that fall as a test says."""

import asyncio
import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import Clock
from croupier.floor.company import Guest, seat_company
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.loop import Loop
from croupier.floor.seating import TerminalSeats
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.table.core.message import Command, Event
from croupier.table.money.credit import InsertMoney
from croupier.table.money.tender import Tender, Way

SIGN = {"minimum": 100, "maximum": 50_000}


class Falls(SoftwareGenerator):
    """A device that shows these outcomes first, and then chance."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        super().__init__()
        self._ahead: Iterator[str] = iter(outcomes)

    def draw(self, space: Space) -> OutcomeName:
        return OutcomeName(next(self._ahead, "")) or super().draw(space)


class Visited:
    """One table that runs by itself, what was told of it, and the terminals of its visitors."""

    def __init__(self, house: House, dealer: Dealer, guests: Sequence[Guest] = ()) -> None:
        self.house, self.dealer, self._guests = house, dealer, guests
        self.told: list[Event] = []
        self._running: asyncio.Future[None] | None = None
        dealer.listeners.append(lambda happened: self.told.append(happened.event))

    @classmethod
    async def open(
        cls,
        clock: Clock,
        name: str,
        *,
        guests: int = 0,
        falls: Sequence[str] = (),
        store: MemoryStore | None = None,
        is_live: bool = False,
    ) -> "Visited":
        """Open a table, or continue it, with so many bots."""
        house = House(Journal(store or MemoryStore()), Falls(falls), Timing(), clock, is_live=is_live)
        dealer = await house.open(name, ruleset(name), SIGN, confirmed=["SB-01"])
        company = await seat_company(house.loops[name], guests, random.Random(1))  # noqa: S311 - a guest's whims
        return cls(house, dealer, company)

    @property
    def loop(self) -> Loop:
        return self.house.loops[self.dealer.name]

    @property
    def seating(self) -> TerminalSeats:
        return self.house.seating[self.dealer.name]

    def run(self) -> None:
        """Let the automatic dealer begin."""
        self._running = asyncio.ensure_future(self.house.run())

    def close(self) -> None:
        """End without finishing anything."""
        assert self._running
        self._running.cancel()

    async def kill(self) -> None:
        """End without finishing anything, the bots too, so that another server can take the table."""
        self.close()
        for guest in self._guests:
            await guest.leave()

    async def visitor(self, money: int = 50_000) -> str:
        """Connect a terminal, and insert money."""
        seat, _ = await self.seating.take("", "10.0.0.1")
        self.seating.came(seat)
        if money:
            tender = Tender(Way.CHIPS) if self.house.is_live else None
            await self.do(InsertMoney(seat=seat, amount=Cents(money), tender=tender))
        return seat

    async def do(self, *commands: Command) -> None:
        for command in commands:
            reply = await self.dealer.ask(command)
            assert reply.ok, reply

    async def until(self, holds: Callable[[], object], seconds: float = 600) -> None:
        async with asyncio.timeout(seconds):
            while not holds():  # noqa: ASYNC110 - what is waited for has no event of its own
                await asyncio.sleep(0.05)

    def times(self, *kinds: type[Event]) -> list[float]:
        """When events of these kinds happened, in seconds since the round in play opened."""
        opened = self.dealer.table.round.opened
        return [(each.at - opened) / 1000 for each in self.told if isinstance(each, kinds) and each.at >= opened]
