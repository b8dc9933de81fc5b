"""Settings of a floor are adopted by two people."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from croupier.audit.verify import verify
from croupier.floor.adopting import SettingsError, adopt
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.settings import open_floor, read_floor, settings_of
from croupier.floor.settings_page import settings_page
from croupier.floor.system_user import system_user
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.money import Cents
from croupier.settings import FloorKind, FloorSettings
from croupier.table.core.person import Person
from croupier.testing.evening import OPENING

KIM, LEE = Person("Kim", "manager"), Person("Lee", "administrator")
CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500, "maximum": 50_000})
ARUZE = TablePlan(name="aruze", ruleset="aruze-craps-2024", sign={"minimum": 100})


def settings(*tables: TablePlan) -> FloorSettings:
    return settings_of(Plan(name="Floor", journal="floor.sqlite", tables=tables))


def test_a10_other_settings_need_two_people_and_then_hold() -> None:
    async def scene() -> None:
        store = MemoryStore()
        journal = Journal(store)
        await open_floor(journal, "live", settings(CRAPS), OPENING)
        wanted = settings(replace(CRAPS, timing=Timing(betting=30)), ARUZE)
        with pytest.raises(SettingsError, match="Kim cannot both set and approve settings; another person has to approve them"):
            await adopt(journal, wanted, {}, set_by=KIM, approved_by=Person("K\u00edm ", "cage"), at=OPENING)
        with pytest.raises(SettingsError, match="settings need the name of who sets them"):
            await adopt(journal, wanted, {}, set_by=KIM, approved_by=Person(" ", "cage"), at=OPENING)
        found = await adopt(journal, wanted, {}, set_by=KIM, approved_by=LEE, at=OPENING)
        assert found == read_floor(journal)
        assert found.settings == wanted
        with pytest.raises(SettingsError, match="nothing is left to adopt"):
            await adopt(journal, wanted, {}, set_by=KIM, approved_by=LEE, at=OPENING)
        *_, last = journal.lines(FLOOR_SETTINGS)
        event = msgspec.json.decode(last.body)
        assert (event["set_by"], event["approved_by"]) == (msgspec.to_builtins(KIM), msgspec.to_builtins(LEE))
        assert not verify(store).faults

    asyncio.run(scene())


def test_nothing_is_adopted_before_a_floor_was_started() -> None:
    async def scene() -> None:
        with pytest.raises(SettingsError, match="this journal has no floor yet; start it first"):
            await adopt(Journal(MemoryStore()), settings(CRAPS), {}, set_by=KIM, approved_by=LEE, at=OPENING)

    asyncio.run(scene())


def test_a_sign_is_not_changed_by_adopting_but_at_its_table() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        await open_floor(journal, "live", settings(CRAPS), OPENING)
        higher = settings(replace(CRAPS, sign={"minimum": 1000, "maximum": 50_000}))
        await adopt(journal, settings(CRAPS), {}, set_by=KIM, approved_by=LEE, at=OPENING)
        with pytest.raises(SettingsError, match="nothing is left to adopt"):
            await adopt(journal, higher, {}, set_by=KIM, approved_by=LEE, at=OPENING)
        both = settings(replace(CRAPS, sign={"minimum": 1000, "maximum": 50_000}, chips=(Cents(100),)))
        found = await adopt(journal, both, {}, set_by=KIM, approved_by=LEE, at=OPENING)
        assert found.settings == settings(replace(CRAPS, chips=(Cents(100),)))

    asyncio.run(scene())


def test_the_first_settings_are_approved_by_nobody_until_two_people_adopt_them() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        opened = await open_floor(journal, "live", settings(CRAPS), OPENING, system_user())
        assert (opened.set_by, opened.approved_by, opened.is_approved) == (system_user(), None, False)
        assert opened == read_floor(journal)
        found = await adopt(journal, settings(CRAPS), {}, set_by=KIM, approved_by=LEE, at=OPENING)
        assert (found.set_by, found.approved_by, found.is_approved) == (KIM, LEE, True)
        assert found == read_floor(journal)
        with pytest.raises(SettingsError, match="nothing is left to adopt"):
            await adopt(journal, settings(CRAPS), {}, set_by=KIM, approved_by=LEE, at=OPENING)
        first, nobody, second = settings_page(line.body for line in journal.lines(FLOOR_SETTINGS))
        assert f"(live) by {system_user().name} (system user). Its tables: craps." in first
        assert nobody.strip() == "Nobody has approved these settings yet."
        assert second.endswith("Kim (manager) adopts the settings as they are, approved by Lee (administrator).")

    asyncio.run(scene())


@pytest.mark.parametrize(("kind", "is_approved"), [("live", False), ("demonstration", True)])
def test_only_a_live_floor_needs_an_approval(kind: FloorKind, *, is_approved: bool) -> None:
    async def scene() -> None:
        assert (await open_floor(Journal(MemoryStore()), kind, settings(CRAPS), OPENING)).is_approved is is_approved

    asyncio.run(scene())
