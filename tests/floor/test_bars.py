"""Bars from the game and exclusions from the casino hold at the other tables of the floor, also after a restart."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

import pytest

from commanded import a_table
from croupier.audit.resettle import resettle
from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.actions import actions
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Head, JournalError, Line, Row
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.desk import Bar
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.cards import InsertCard
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.conduct import Sanction
from croupier.testing.device import PromptDealer
from croupier.testing.evening import OPENING

CRAPS, SIC_BO, ARUZE, ROULETTE = "star-craps-2016", "star-sicbo-2016", "aruze-craps-2024", "ministar-roulette-2018"
FLOOR = {"craps-1": CRAPS, "craps-2": CRAPS, "sicbo-1": SIC_BO, "sicbo-2": SIC_BO, "aruze-1": ARUZE, "aruze-2": ARUZE}
KIM = Person("Kim", "casino-supervisor")
LEO = Person("Leo", "assistant-gaming-manager")


async def opened(store: MemoryStore, *tables: str, **other: str) -> dict[str, Dealer]:
    """A process that opens these tables, or continues them. `other` are tables by name, with their rule sets."""
    house = House(Journal(store, _stop), SoftwareGenerator(), Timing(), lambda: OPENING)
    rules = {**{name: FLOOR[name] for name in tables}, **other}
    return {
        name: await house.open(name, ruleset(document), {"minimum": 100}, confirmed=["SB-01"])
        for name, document in rules.items()
    }


def _ignored(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    del loop, context


def _stop(error: BaseException) -> None:
    raise JournalError(str(error))


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


async def done(dealer: Dealer, command: Command) -> None:
    reply = await dealer.ask(command)
    assert reply.ok, reply.message


async def open_bets(dealer: Dealer) -> None:
    calls = PromptDealer(SoftwareGenerator())
    while dealer.table.round.phase is not Phase.BETTING:
        call = calls.next(dealer.table, OPENING + 60_000)
        assert call
        await done(dealer, call)


async def refused(dealer: Dealer, command: Command) -> str:
    reply = await dealer.ask(command)
    assert (reply.ok, reply.error) == (False, Reason.BETS_REFUSED.value), reply
    return reply.message


async def settled(dealers: Mapping[str, Dealer]) -> None:
    """Wait until everything that follows from a measure is durable."""
    for _ in range(20):
        await asyncio.sleep(0)
    assert all(dealer.durable is dealer.table for dealer in dealers.values())


def bar(seat: str, measure: Act = Act.BAR, by: Person = KIM, why: str = "device") -> Sanction:
    return Sanction(seat=seat, measure=measure, by=by, why=why)


def sits(seat: str = "ann") -> TakeSeat:
    return TakeSeat(seat=seat, chips=Cents(10_000))


@pytest.mark.parametrize(
    ("here", "there", "elsewhere", "by", "why", "clause"),
    [
        ("craps-1", "craps-2", ("sicbo-1", "aruze-1"), KIM, "device", "9.3.2"),
        ("sicbo-1", "sicbo-2", ("craps-1", "aruze-1"), KIM, "device", "9.3.2"),
        ("aruze-1", "aruze-2", ("craps-1", "sicbo-1"), LEO, "disturbance", "7.7.2"),
    ],
)
def test_a_bar_holds_at_every_table_of_its_game_and_at_no_other(
    here: str, there: str, elsewhere: Sequence[str], by: Person, why: str, clause: str
) -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), here, there, *elsewhere)
        await done(floor[there], sits())
        await done(floor[here], bar("ann", by=by, why=why))
        await done(floor[here], bar("bob", by=by, why=why))
        await settled(floor)
        await open_bets(floor[there])
        bet = PlaceBet(seat="ann", wager=next(iter(floor[there].table.rules.addresses)), stake=Cents(1000))
        assert await refused(floor[there], bet) == f"No bets of ann are taken ({clause})."
        assert await refused(floor[there], sits("bob")) == f"bob may not play here ({clause})."
        for other in elsewhere:
            await done(floor[other], sits("bob"))

    run(scene())


def test_8_7_2_a_bar_reaches_the_card_of_the_person_at_every_terminal() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), **{"roulette-1": ROULETTE, "roulette-2": ROULETTE, "aruze-1": ARUZE})
        one, two = floor["roulette-1"], floor["roulette-2"]
        for dealer in floor.values():
            await done(dealer, sits("t7"))
        for dealer in (one, two):
            await done(dealer, InsertCard(seat="t7", player="ann"))
        await done(one, bar("t7", by=LEO, why="disturbance"))
        await settled(floor)
        await open_bets(two)
        assert await refused(two, PlaceBet(seat="t7", wager="red", stake=Cents(1000))) == "No bets of t7 are taken (8.7.2)."
        await done(two, sits("t8"))
        assert await refused(two, InsertCard(seat="t8", player="ann")) == "ann may not play here (8.7.2)."
        await done(floor["aruze-1"], InsertCard(seat="t7", player="ann"))

    run(scene())


@pytest.mark.parametrize("here", ["craps-1", "sicbo-1"])
def test_9_3_3_an_exclusion_holds_on_the_whole_floor(here: str) -> None:
    """Each table names the clause of its own document. Adelaide's has none, and the person is refused all the same."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), here, **{name: name for name in names()})
        await done(floor[here], bar("ann", Act.EXCLUDE))
        await settled(floor)
        clauses = {name: await refused(dealer, sits()) for name, dealer in floor.items()}
        assert clauses == {
            here: "ann may not play here (9.3.3).",
            CRAPS: "ann may not play here (9.3.3).",
            SIC_BO: "ann may not play here (9.3.3).",
            ARUZE: "ann may not play here (7.7.3).",
            ROULETTE: "ann may not play here (8.7.3).",
            "adelaide-craps-2003": "ann may not play here.",
        }

    run(scene())


def test_the_other_table_records_who_decided_it_why_where_and_when() -> None:
    async def scene() -> None:
        store = MemoryStore()
        floor = await opened(store, "craps-1", "craps-2")
        await done(floor["craps-1"], bar("ann"))
        await settled(floor)
        here, there = (floor[name].durable.desk.bars["ann"] for name in ("craps-1", "craps-2"))
        assert here == Bar(Act.BAR, "9.3.2", KIM, "device", here.since)
        assert here.since >= OPENING
        assert there == Bar(Act.BAR, "9.3.2", KIM, "device", here.since, "craps-1")
        assert lines(store, "craps-2", b'"RecordBar"') == 1
        for name in floor:
            assert resettle(each.body for each in store.reader().lines(name)).holds

    run(scene())


def lines(store: MemoryStore, table: str, what: bytes) -> int:
    return sum(what in line.body for line in store.reader().lines(table))


class DiesBeforeTheOthersKnow(MemoryStore):
    """A store whose process dies when another table is about to record a bar."""

    dying = True

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        if self.dying and any(b'"RecordBar"' in Line._make(row).body for row in lines):
            raise OSError("the process was killed")
        super().commit(before, lines)


@pytest.mark.parametrize("order", [("craps-1", "craps-2"), ("craps-2", "craps-1")])
def test_what_a_process_did_not_finish_the_next_start_completes(order: Sequence[str]) -> None:
    store = DiesBeforeTheOthersKnow()

    async def dies() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_ignored)  # the store fails in a callback
        floor = await opened(store, *order)
        await done(floor["craps-1"], bar("ann"))
        for _ in range(20):
            await asyncio.sleep(0)

    async def starts_again() -> None:
        floor = await opened(store, *order)
        assert await refused(floor["craps-2"], sits()) == "ann may not play here (9.3.2)."
        assert floor["craps-2"].durable.desk.bars["ann"].table == "craps-1"

    run(dies())
    assert (lines(store, "craps-1", b'"PlayerSanctioned"'), lines(store, "craps-2", b'"RecordBar"')) == (1, 0)
    store.dying = False
    run(starts_again())
    run(starts_again())
    assert lines(store, "craps-2", b'"RecordBar"') == 1


def test_a_new_table_learns_it_from_any_table_that_knows() -> None:
    store = MemoryStore()

    async def decided() -> None:
        floor = await opened(store, "craps-1", "craps-2", "sicbo-1")
        await done(floor["craps-1"], bar("ann"))
        await done(floor["sicbo-1"], bar("bob", Act.EXCLUDE))
        await settled(floor)

    async def opened_later() -> None:
        floor = await opened(store, "craps-2", **{"craps-3": CRAPS, "aruze-3": ARUZE})
        bars = floor["craps-3"].durable.desk.bars
        assert {person: (each.measure, each.table) for person, each in bars.items()} == {
            "ann": (Act.BAR, "craps-1"),
            "bob": (Act.EXCLUDE, "sicbo-1"),
        }
        assert set(floor["aruze-3"].durable.desk.bars) == {"bob"}

    run(decided())
    run(opened_later())


def test_of_a_bar_and_an_exclusion_the_exclusion_counts_everywhere() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "craps-1", "craps-2", "sicbo-1")
        await done(floor["craps-1"], bar("ann"))
        await settled(floor)
        await done(floor["craps-2"], bar("ann", Act.EXCLUDE))
        await settled(floor)
        await done(floor["craps-1"], bar("ann"))
        await settled(floor)
        assert {dealer.durable.desk.bars["ann"].measure for dealer in floor.values()} == {Act.EXCLUDE}
        assert floor["craps-1"].durable.desk.bars["ann"].clause == "9.3.3"

    run(scene())


@pytest.mark.parametrize("has_card", [False, True])
@pytest.mark.parametrize("has_left", [False, True])
def test_the_name_of_a_terminal_says_nothing_at_another_table(*, has_card: bool, has_left: bool) -> None:
    """Until the cage knows who sits at a terminal, its number is all there is, and another table has the same numbers."""
    terminal = TakeSeat(seat="seat-1", chips=Cents(10_000), kind=SeatKind.TERMINAL)

    async def scene() -> None:
        floor = await opened(MemoryStore(), "craps-1", "craps-2", "sicbo-1")
        await done(floor["craps-1"], terminal)
        if has_card:
            await done(floor["craps-1"], InsertCard(seat="seat-1", player="seat-1"))
        if has_left:
            await done(floor["craps-1"], LeaveSeat(seat="seat-1"))
        await done(floor["craps-1"], bar("seat-1", Act.EXCLUDE))
        await settled(floor)
        assert floor["craps-1"].durable.desk.bars["seat-1"].only_here
        await done(floor["craps-2"], terminal)
        await done(floor["sicbo-1"], terminal)

    run(scene())


def test_a_person_is_barred_everywhere_whatever_their_name() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "craps-1", "sicbo-1")
        await done(floor["craps-1"], sits("seat-1"))
        await done(floor["craps-1"], bar("seat-1", Act.EXCLUDE))
        await settled(floor)
        await refused(floor["sicbo-1"], sits("seat-1"))

    run(scene())


def test_the_order_says_how_far_each_measure_reaches() -> None:
    (offered,) = (each for each in actions(a_table(CRAPS), KIM.name, [KIM.role]) if each.order == "Sanction")
    assert offered.words == (
        "Act against a person: a bar holds for this game, an exclusion everywhere; of a guest without card or name, here only."
    )
