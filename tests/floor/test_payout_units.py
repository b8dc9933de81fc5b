"""A dealer pays in chips: the payout unit of a table follows the chips that are adopted."""

import asyncio
from dataclasses import replace

from croupier.devices import SoftwareGenerator
from croupier.floor.adopting import adopt
from croupier.floor.house import House
from croupier.floor.payout_units import follow_chips
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.settings import FloorSettings, RecordedFloor, open_floor, settings_of
from croupier.floor.settings_differences import current, differences, next_settings, waiting
from croupier.floor.settings_page import settings_page
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.money import Cents
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.pit.payout_units import PayoutUnitChanged
from croupier.testing.evening import OPENING

CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500, "maximum": 50_000})
LARGER = replace(CRAPS, chips=(Cents(500), Cents(2500)))
KIM, LEE = Person("Kim", "manager"), Person("Lee", "manager")


def settings(table: TablePlan) -> FloorSettings:
    return settings_of(Plan(name="Floor", journal="floor.sqlite", tables=(table,)))


async def adopted(journal: Journal, table: TablePlan) -> RecordedFloor:
    await open_floor(journal, "live", settings(CRAPS), OPENING)
    return await adopt(journal, settings(table), set_by=KIM, approved_by=LEE, at=OPENING)


async def started(journal: Journal, found: RecordedFloor) -> Table:
    """The table after a start."""
    house = House(journal, SoftwareGenerator(), Timing(), lambda: OPENING, is_live=True)
    dealer = await house.open("craps", CRAPS.rules, CRAPS.full_sign)
    await follow_chips(house, found.units)
    return dealer.table


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


def test_a_unit_that_was_changed_since_stays() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        found = await adopted(journal, LARGER)
        await started(journal, found)
        later = {"craps": found.units["craps"]._replace(unit=Cents(1000))}
        table = await started(journal, found._replace(units=later))
        assert table.sign.payout_unit == 500, "it has not the unit any more from which that one was adopted"

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
        found = await adopt(journal, settings(LARGER), set_by=KIM, approved_by=LEE, at=OPENING)
        later = waiting(current(settings(CRAPS), tables), next_settings(found.settings, settings(CRAPS), tables))
        assert [each.sentence for each in later] == [
            "tables.craps.chips is $1.00, $5.00, $25.00, $100.00, $500.00 now, and $5.00, $25.00 from the next start",
            "tables.craps.sign.payout_unit is $1.00 now, and $5.00 from the next start",
        ]
        opened, by, chips, unit = settings_page(line.body for line in journal.lines(FLOOR_SETTINGS))
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
