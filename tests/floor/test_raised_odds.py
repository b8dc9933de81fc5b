"""Odds that are raised at one table are raised at every table of its document (Adelaide, 6(b))."""

import asyncio
import random

import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.rules.sequence import Phase
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.pit.amending import AmendRules
from croupier.testing.crowd import Crowd
from croupier.testing.device import PromptDealer
from croupier.testing.evening import OPENING

HARD_4 = "6(c):hard-4"
HOUSE = Person("Kim", "house")
RAISE = AmendRules(raised={HARD_4: "15 to 2"}, by=HOUSE, why="Approved for tonight.")
NOTHING = AmendRules(by=HOUSE, why="Nothing.")
"""Is refused, once everything before it was decided."""
FLOOR = {"one": "adelaide-craps-2003", "two": "adelaide-craps-2003", "star": "star-craps-2016"}


async def opened(store: MemoryStore) -> dict[str, Dealer]:
    house = House(Journal(store), SoftwareGenerator(), Timing(), lambda: OPENING)
    return {name: await house.open(name, ruleset(rules), {"minimum": 100}) for name, rules in FLOOR.items()}


async def done(dealer: Dealer, command: Command) -> None:
    reply = await dealer.ask(command)
    assert reply.ok, reply.message


async def until(dealer: Dealer, phase: Phase) -> None:
    """Play on, with players who throw when it is their turn."""
    calls, players = PromptDealer(SoftwareGenerator()), Crowd(random.Random(1), 2)  # noqa: S311 - bots' whims
    while dealer.table.round.phase is not phase:
        if command := calls.next(dealer.table, OPENING + 60_000) or players.next(dealer.table):
            await dealer.ask(command)


async def durable(dealers: dict[str, Dealer]) -> None:
    """Wait until everything that follows from what was done is written."""
    for _ in range(5):
        await asyncio.gather(*(each.ask(NOTHING) for each in dealers.values()))


def test_6b_what_one_table_raises_the_others_raise_between_their_rounds() -> None:
    async def scene() -> None:
        dealers = await opened(MemoryStore())
        await until(dealers["two"], Phase.BETTING)
        await done(dealers["one"], RAISE)
        await durable(dealers)
        assert dealers["one"].table.rules.raised == {HARD_4: "15 to 2"}
        assert dealers["two"].table.rules.raised == {}, "its round is settled by the odds under which it was opened"
        await until(dealers["two"], Phase.DONE)
        await durable(dealers)
        assert dealers["two"].table.rules.raised == {HARD_4: "15 to 2"}
        assert dealers["star"].table.rules.raised == {}

    asyncio.run(scene())


def test_6b_a_start_with_tables_that_pay_otherwise_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    async def raised_at_one(store: MemoryStore) -> None:
        house = House(Journal(store), SoftwareGenerator(), Timing(), lambda: OPENING)
        await done(await house.open("one", ruleset(FLOOR["one"]), {"minimum": 100}), RAISE)

    async def opened_again(store: MemoryStore) -> None:
        await opened(store)

    store = MemoryStore()
    asyncio.run(raised_at_one(store))
    asyncio.run(opened_again(store))
    said = "two and one do not pay the same odds (6(b)); order AmendRules at the lower one"
    assert said in capsys.readouterr().err
