"""A restart in the middle of a wait: the rest of the time is waited, not the whole of it again."""

import asyncio
from collections.abc import Callable

import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import Clock
from croupier.floor.timetable import Timing
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Event
from croupier.table.core.state import Table
from croupier.table.rounds.calls import BettingClosed, BettingOpened, DiceShaken
from croupier.table.rounds.dice import AcceptDice, DiceDeclined, DiceOffered, DicePassed
from croupier.table.rounds.results import AreasLit, ResultAnnounced
from croupier.table.rounds.shooting import DiceShot
from croupier.testing.device import PromptDealer
from virtual import Floor, on_virtual_time
from visitors import Visited

SIC_BO, STAR, ADELAIDE, ROULETTE = "star-sicbo-2016", "star-craps-2016", "adelaide-craps-2003", "ministar-roulette-2018"
TIMING = Timing(betting=20, showing=12, calling=6, patience=11, offer=8)
DOWN = 4
"""Seconds between the last event before the restart and the restart."""


def in_phase(phase: Phase) -> Callable[[Table], bool]:
    return lambda table: table.round.phase is phase and table.round.number > 0


def offered(table: Table) -> bool:
    return bool(table.round.offered)


def held(table: Table) -> bool:
    return bool(table.round.shooter) and not table.round.offered


async def brought_to(floor: Floor, name: str, reached: Callable[[Table], bool]) -> None:
    """Make the calls of the automatic dealer, without any pause, until the table has come this far. Only bets take time."""
    dealer, calls = floor.house.loops[name].dealer, PromptDealer(SoftwareGenerator())
    while not reached(dealer.table):
        table = dealer.table
        if table.round.phase is Phase.BETTING and table.rules.procedures.offers_dice and not table.layout["ann"]:
            wager = table.rules.procedures.shooting.with_one_of[0] if table.rules.procedures.shooting else ""
            assert (await dealer.ask(PlaceBet(seat="ann", wager=wager, stake=Cents(1000)))).ok
            await asyncio.sleep(TIMING.betting)
        call = calls.next(dealer.table) or AcceptDice(seat="ann", dice=(1, 2))
        reply = await dealer.ask(call)
        assert reply.ok, reply


@pytest.mark.parametrize(
    ("name", "reached", "wait", "then"),
    [
        (SIC_BO, in_phase(Phase.BETTING), TIMING.betting, BettingClosed),
        (STAR, in_phase(Phase.BETTING), TIMING.calling, DiceOffered),
        (ADELAIDE, in_phase(Phase.BETTING), TIMING.calling, DiceOffered),
        (STAR, offered, TIMING.offer, DiceDeclined),
        (STAR, held, TIMING.patience, DicePassed),
        (SIC_BO, in_phase(Phase.UNCOVERED), TIMING.calling, ResultAnnounced),
        (SIC_BO, in_phase(Phase.SETTLED), TIMING.calling, AreasLit),
        (SIC_BO, in_phase(Phase.DONE), TIMING.showing, DiceShaken),
        (ROULETTE, in_phase(Phase.DONE), TIMING.showing, BettingOpened),
    ],
    ids=lambda part: part.__name__ if isinstance(part, type) else part if isinstance(part, str) else "",
)
def test_what_is_left_of_the_time_is_waited(
    name: str, reached: Callable[[Table], bool], wait: float, then: type[Event]
) -> None:
    async def scene(clock: Clock) -> None:
        before = Floor(clock, TIMING)
        await before.open(name)
        await brought_to(before, name, reached)
        begun = clock()
        await asyncio.sleep(DOWN)
        after = Floor(clock, TIMING, store=before.store)
        await after.open(name)
        running = asyncio.ensure_future(after.house.run())
        await asyncio.sleep(TIMING.betting)
        came = next(event for event in after.told[name] if isinstance(event, then))
        assert wait * 1000 <= came.at - begun < wait * 1000 + 200
        running.cancel()

    on_virtual_time(scene)


def test_each_wait_of_the_test_is_longer_than_the_restart() -> None:
    assert min(TIMING.betting, TIMING.showing, TIMING.calling, TIMING.patience, TIMING.offer) > DOWN
    assert {ruleset(name).procedures.is_electronic for name in (SIC_BO, STAR, ADELAIDE)} == {False}


async def restarted(table: Visited, clock: Clock, store: MemoryStore, guests: int = 0) -> Visited:
    """Kill a table, and start it again."""
    await table.kill()
    after = await Visited.open(clock, table.dealer.name, guests=guests, store=store)
    after.run()
    return after


def test_after_a_restart_a_bot_waits_for_the_end_of_betting_that_the_terminals_were_told() -> None:
    async def scene(clock: Clock) -> None:
        store = MemoryStore()
        table = await Visited.open(clock, STAR, guests=3, store=store)
        await table.visitor(money=99)
        table.run()
        await table.until(lambda: table.dealer.table.round.shooter.startswith("guest"))
        told = table.loop.timetable.timed(table.dealer.durable)
        assert told.until == "betting"
        after = await restarted(table, clock, store, guests=3)
        await after.until(lambda: after.times(DiceShot))
        assert after.dealer.table.round.since >= told.deadline
        after.close()

    on_virtual_time(scene)


def test_after_a_restart_betting_is_no_shorter_than_it_was_prolonged() -> None:
    async def scene(clock: Clock) -> None:
        store = MemoryStore()
        table = await Visited.open(clock, SIC_BO, store=store)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: in_phase(Phase.BETTING)(table.dealer.table))
        await asyncio.sleep((table.dealer.table.round.opened - clock()) / 1000 + Timing().betting - 0.1)
        await table.do(PlaceBet(seat=seat, wager="small", stake=Cents(1000)))
        told = table.loop.timetable.timed(table.dealer.durable).deadline
        after = await restarted(table, clock, store)
        await after.until(lambda: after.times(BettingClosed))
        assert told <= after.dealer.table.round.since <= told + 3000
        after.close()

    on_virtual_time(scene)


def test_after_a_restart_a_table_that_had_rested_takes_bets_for_its_whole_time() -> None:
    async def scene(clock: Clock) -> None:
        store = MemoryStore()
        table = await Visited.open(clock, STAR, store=store)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: table.times(DiceDeclined))
        await asyncio.sleep(600)
        await table.do(PlaceBet(seat=seat, wager="field", stake=Cents(1000)))
        await asyncio.sleep(3)
        told = table.loop.timetable.timed(table.dealer.durable)
        assert told.until == "betting"
        after = await restarted(table, clock, store)
        await after.until(lambda: after.times(DiceShot))
        (shot,) = [each.at for each in after.told if isinstance(each, DiceShot)]
        assert told.deadline <= shot <= clock() + 20_000
        after.close()

    on_virtual_time(scene)
