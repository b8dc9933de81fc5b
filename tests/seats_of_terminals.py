"""A table with seats for terminals, whose clock is set by hand."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.catalogue import ruleset
from croupier.devices import PromptDevice, SoftwareGenerator
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.seating import SeatRules, TerminalSeats
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.money.credit import InsertMoney
from croupier.table.money.metering import disagreement
from croupier.testing.device import PromptDealer
from croupier.testing.evening import OPENING
from invariants import assert_the_books_are_in_order

ROULETTE, ARUZE = "ministar-roulette-2018", "aruze-craps-2024"


RULES = SeatRules()


HERE = "10.0.0.1"


@dataclass
class Clock:
    """A monotonic clock that is set by hand, and counts how often it was read."""

    time: float = 1000.0
    reads: int = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.time


@dataclass
class Shows(PromptDevice):
    """A device that shows what it is told to."""

    outcome_name: str = ""

    def draw(self, space: Space) -> OutcomeName:
        assert self.outcome_name in space.ways
        return OutcomeName(self.outcome_name)


@dataclass
class Scene:
    """A table with seats for terminals, in a journal that outlives its server."""

    house: House
    dealer: Dealer
    seating: TerminalSeats
    clock: Clock
    wall: Clock
    _shows: Shows = field(default_factory=Shows)

    @property
    def seats(self) -> set[str]:
        return set(self.dealer.table.layout)

    async def do(self, *commands: Command) -> None:
        for command in commands:
            reply = await self.dealer.ask(command)
            assert reply.ok, reply

    async def bet(self, seat: str, wager: str = "red") -> None:
        """Place $10 while betting is open."""
        if self.dealer.table.round.phase is not Phase.BETTING:
            await self._call()
        await self.do(PlaceBet(seat=seat, wager=wager, stake=Cents(1000)))

    async def shows(self, outcome: str) -> None:
        """Play the round to its end."""
        self._shows.outcome_name = outcome
        await self._call()
        while self.dealer.table.round.phase is not Phase.DONE:
            await self._call()

    async def _call(self) -> None:
        """Make the next call of the round, in time."""
        self.wall.time += 20_000
        call = PromptDealer(self._shows).next(self.dealer.table, self.dealer.now() + 1000)
        assert call
        await self.do(call)

    async def visit(self, address: str = HERE, cents: int = 0, key: str = "") -> tuple[str, str]:
        """A terminal comes, may insert money, and goes."""
        seat, key = await self.seating.take(key, address)
        self.seating.came(seat)
        if cents:
            await self.do(InsertMoney(seat=seat, amount=Cents(cents)))
        self.seating.went(seat)
        return seat, key

    async def after(self, seconds: float) -> set[str]:
        """The seats that are taken some seconds later."""
        self.clock.time += seconds
        await self.seating.sweep()
        return self.seats


@asynccontextmanager
async def a_floor(store: MemoryStore, rules: SeatRules = RULES, name: str = ROULETTE, seats: int = 0) -> AsyncGenerator[Scene]:
    """A server, from its start to a kill: nothing is tidied up at the end. Then the journal is audited."""
    journal, clock, wall = Journal(store), Clock(), Clock(OPENING)
    house = House(journal, SoftwareGenerator(), Timing(), lambda: int(wall()))
    dealer = await house.open(name, ruleset(name), {"minimum": 100}, seats=seats)
    yield Scene(house, dealer, TerminalSeats(dealer, journal, rules, os.urandom, clock), clock, wall)
    assert_the_books_are_in_order(dealer.table)
    assert all(disagreement(dealer.table, seat) == "" for seat in dealer.table.meters.terminals)
    assert resettle(line.body for line in store.lines(name)).holds
    assert not verify(store).faults


def played(scene: Callable[[Scene], Coroutine[Any, Any, None]], rules: SeatRules = RULES, **how: Any) -> MemoryStore:
    store = MemoryStore()

    async def play() -> None:
        async with a_floor(store, rules, **how) as floor:
            await scene(floor)

    asyncio.run(play())
    return store
