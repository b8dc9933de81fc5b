"""A dealer pays in chips: the payout unit of a table follows the chips that are adopted."""

import asyncio
from dataclasses import replace

from craps_hand import BOX, STICK, bet, thrown
from croupier.devices import SoftwareGenerator
from croupier.floor.adopting import adopt
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.payout_units import follow_chips
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.roles import opener
from croupier.floor.settings import RecordedFloor, open_floor, settings_of
from croupier.floor.settings_differences import FOLLOWS, current, differences, following, next_settings, waiting
from croupier.floor.settings_page import settings_page
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.money import Cents
from croupier.settings import FloorSettings
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.recorded import events_in
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.days import OpenDay
from croupier.table.pit.payout_units import PayoutUnitChanged
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.dice import AcceptDice, OfferDice
from croupier.table.rounds.results import FinishPaying
from croupier.testing.evening import OPENING

CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500, "maximum": 50_000})
LARGER = replace(CRAPS, chips=(Cents(500), Cents(2500)))
KIM, LEE = Person("Kim", "manager"), Person("Lee", "manager")
SUE = Person("Sue", opener(CRAPS.rules).role)


def settings(table: TablePlan) -> FloorSettings:
    return settings_of(Plan(name="Floor", journal="floor.sqlite", tables=(table,)))


async def adopted(journal: Journal, table: TablePlan) -> RecordedFloor:
    await open_floor(journal, "live", settings(CRAPS), OPENING)
    return await adopt(journal, settings(table), {}, set_by=KIM, approved_by=LEE, at=OPENING)


async def running(journal: Journal, found: RecordedFloor) -> Dealer:
    """The dealer after a start."""
    house = House(journal, SoftwareGenerator(), Timing(), lambda: OPENING, is_live=True)
    dealer = await house.open("craps", CRAPS.rules, CRAPS.full_sign)
    await follow_chips(house, found.units)
    return dealer


async def started(journal: Journal, found: RecordedFloor) -> Table:
    """The table after a start."""
    return (await running(journal, found)).table


async def do(dealer: Dealer, *commands: Command) -> None:
    for command in commands:
        reply = await dealer.ask(command)
        assert reply.ok, reply


def test_the_payout_unit_follows_the_smallest_chip_at_the_next_start() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        found = await adopted(journal, LARGER)
        assert found.settings == settings(LARGER), "with a payout unit of $5.00"
        table = await started(journal, found)
        assert table.sign.payout_unit == 500
        assert not differences(current(found.settings, {"craps": table}), settings(LARGER))

    asyncio.run(scene())


def test_a_payout_unit_that_the_file_sets_is_adopted_with_the_chips() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        found = await adopted(journal, replace(LARGER, sign={**CRAPS.sign, "payout_unit": 250}))
        assert (await started(journal, found)).sign.payout_unit == 250

    asyncio.run(scene())


def test_a_unit_that_an_order_has_set_since_stays() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        found = await adopted(journal, LARGER)
        dealer = await running(journal, found)
        await do(dealer, OpenDay(day="Monday", values={"payout_unit": 100}, by=SUE))
        assert (await started(journal, found)).sign.payout_unit == 100

    asyncio.run(scene())


def test_an_adoption_holds_also_where_an_order_had_set_another_unit_before() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        first = await open_floor(journal, "live", settings(CRAPS), OPENING)
        await do(await running(journal, first), OpenDay(day="Monday", values={"payout_unit": 200}, by=SUE))
        table = await started(journal, await adopted(journal, LARGER))
        assert table.sign.payout_unit == 500

    asyncio.run(scene())


def test_a_table_in_play_follows_when_its_round_is_over_and_no_bet_lies() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        first = await open_floor(journal, "live", settings(CRAPS), OPENING)
        await do(
            await running(journal, first),
            TakeSeat(seat="ann", chips=Cents(100_000), tender=Tender(Way.CASH)),
            OpenBetting(by=STICK),
            bet("ann", "win-line", 1000),
            OfferDice(by=STICK, seat="ann"),
            AcceptDice(seat="ann", dice=(1, 2)),
        )
        found = await adopted(journal, LARGER)
        dealer = await running(journal, found)
        tables = {"craps": dealer.table}
        assert dealer.table.sign.payout_unit == 100
        [differing] = following(differences(current(found.settings, tables), settings(LARGER)), found.units, tables)
        assert (differing.path, differing.how) == ("tables.craps.sign.payout_unit", FOLLOWS)
        await do(dealer, *thrown("1-1"))
        assert dealer.table.sign.payout_unit == 100, "the dealer still pays"
        await do(dealer, FinishPaying(by=BOX))
        async with asyncio.timeout(60):
            while dealer.durable.sign.payout_unit != 500:  # noqa: ASYNC110 - the test has no event to wait for
                await asyncio.sleep(0)
        await do(dealer, OpenBetting(by=STICK))
        events = [event for line in journal.lines("craps", 1) for event in events_in(line.body)]
        assert sum(isinstance(event, PayoutUnitChanged) for event in events) == 1

    asyncio.run(scene())


def test_other_chips_with_the_same_smallest_one_change_no_unit() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        found = await adopted(journal, replace(CRAPS, chips=(Cents(100), Cents(500))))
        assert not found.units

    asyncio.run(scene())


def test_the_unit_waits_with_the_chips_and_says_so() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        await open_floor(journal, "live", settings(CRAPS), OPENING)
        tables = {"craps": await started(journal, RecordedFloor("live", settings(CRAPS), 1))}
        found = await adopt(journal, settings(LARGER), {}, set_by=KIM, approved_by=LEE, at=OPENING)
        later = waiting(current(settings(CRAPS), tables), next_settings(found.settings, settings(CRAPS), tables))
        assert [each.sentence for each in later] == [
            "tables.craps.chips is $1.00, $5.00, $25.00, $100.00, $500.00 now, and $5.00, $25.00 from the next start",
            "tables.craps.sign.payout_unit is $1.00 now, and $5.00 from the next start",
        ]
        opened, _, by, chips, unit = settings_page(line.body for line in journal.lines(FLOOR_SETTINGS))
        assert "The floor is opened with croupier" in opened
        assert by.endswith("Kim (manager) adopts the settings of the floor file, approved by Lee (manager).")
        assert [each.strip().removesuffix(".") for each in (chips, unit)] == [each.sentence for each in later]

    asyncio.run(scene())


def test_the_table_tells_who_adopted_the_chips() -> None:
    async def scene() -> None:
        table = await started(Journal(MemoryStore()), RecordedFloor("live", settings(CRAPS), 1))
        event = PayoutUnitChanged(payout_unit=Cents(500), settings=2, set_by=KIM, approved_by=LEE)
        assert told(table, event) == [
            "The table pays in multiples of $5.00, its smallest chip: "
            "Kim (manager) adopted the chips, and Lee (manager) approved them."
        ]

    asyncio.run(scene())
