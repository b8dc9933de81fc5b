"""The settings of a floor are facts: of which kind it is, how they differ from a file, and who adopted them."""

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from croupier.canonical import canonical
from croupier.devices import SoftwareGenerator
from croupier.facts.lines import OtherFormatError
from croupier.floor.adopting import adoptable
from croupier.floor.house import House
from croupier.floor.plan import DEFAULT_ROLES, Plan, TablePlan
from croupier.floor.plan_example import example
from croupier.floor.plan_reader import parse_plan
from croupier.floor.plan_review import recorded_differences
from croupier.floor.settings import check_kind, effective, open_floor, read_floor, settings_of
from croupier.floor.settings_differences import ADOPTING, FIXED, current, differences, waiting
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import BrokenLineError, Draft, JournalError
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.journal.threaded import ThreadedJournal
from croupier.money import Cents
from croupier.settings import FloorKind, FloorSettings
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.pit.amending import AmendRules
from croupier.table.pit.signs import ChangeSign
from croupier.testing.evening import OPENING
from journals import play, write

KIM, LEE = Person("Kim", "manager"), Person("Lee", "administrator")
CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500, "maximum": 50_000})
ARUZE = TablePlan(name="aruze", ruleset="aruze-craps-2024", sign={"minimum": 100})
PLAN = Plan(name="Floor", journal="floor.sqlite", tables=(CRAPS, ARUZE))


def settings(*tables: TablePlan, plan: Plan = PLAN) -> FloorSettings:
    return settings_of(replace(plan, tables=tables or plan.tables))


def test_settings_are_complete_and_canonical() -> None:
    craps = settings().tables["craps"]
    assert craps.sign == {"minimum": 500, "maximum": 50_000, "payout_unit": 100, "multiples": False}
    assert craps.readings["SC-06"] == "next-payable"
    assert settings().tables["aruze"].readings["AZ-38"] == "refused", "as a running floor reads it"
    assert (craps.attended, settings().tables["aruze"].attended) == ("person", "automatic")
    same = replace(
        PLAN,
        name="Another",
        tables=(ARUZE, replace(CRAPS, readings={"SC-06": "next-payable"}, attended="person", timing=Timing(showing=3))),
        roles={role: tuple(reversed(documents)) for role, documents in reversed([*DEFAULT_ROLES.items()])},
    )
    assert canonical(settings_of(same)) == canonical(settings())
    decoded = msgspec.json.decode(canonical(settings()), type=FloorSettings)
    assert decoded == settings()


def test_the_first_line_says_what_kind_of_floor_it_is() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        assert read_floor(journal) is None
        first = await open_floor(journal, "live", settings(), OPENING)
        again = await open_floor(journal, "live", settings(CRAPS), OPENING + 1)
        assert first == again == read_floor(journal)
        (line,) = journal.lines(FLOOR_SETTINGS)
        event = msgspec.json.decode(line.body)
        assert {name: event[name] for name in ("type", "format", "at", "kind")} == {
            "type": "FloorOpened",
            "format": 1,
            "at": OPENING,
            "kind": "live",
        }
        assert event["version"]

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("kind", "other", "sentence"),
    [
        (
            "live",
            "demonstration",
            "this is the journal of a live floor, and a demonstration does not continue it; name another",
        ),
        (
            "demonstration",
            "live",
            "this is the journal of a demonstration, and a live floor does not continue it; name another",
        ),
    ],
)
def test_m10_live_floors_and_demonstrations_refuse_each_other(kind: FloorKind, other: FloorKind, sentence: str) -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        await open_floor(journal, kind, settings(), OPENING)
        with pytest.raises(JournalError) as raised:
            await open_floor(journal, other, settings(), OPENING)
        assert str(raised.value) == sentence
        check_kind(journal, kind)

    asyncio.run(scene())


def test_m10_a_journal_with_tables_that_does_not_say_its_kind_is_a_demonstration() -> None:
    store = MemoryStore()
    play(store, "craps", commands=5)
    with pytest.raises(JournalError, match="this is the journal of a demonstration, and a live floor does not continue it"):
        check_kind(store, "live")
    check_kind(store, "demonstration")

    async def scene() -> None:
        await open_floor(Journal(store), "demonstration", settings(), OPENING)
        check_kind(store, "demonstration")

    asyncio.run(scene())


def test_a_line_that_no_floor_wrote_is_reported() -> None:
    for line, sentence in (
        (b'{"format":1}', "says nothing about a floor"),
        (_adopted(), "opens a floor twice, or changes one"),
    ):
        store = MemoryStore()
        write(store, 0, {FLOOR_SETTINGS: [Draft(line)]})
        with pytest.raises(BrokenLineError, match=f"floor/settings, line 1: {sentence}"):
            read_floor(store)


def test_a_line_of_a_newer_format_is_refused() -> None:
    store = MemoryStore()
    write(store, 0, {FLOOR_SETTINGS: [Draft(b'{"format":2,"type":"FloorOpened"}')]})
    with pytest.raises(OtherFormatError, match="this journal has format 2, and this croupier reads up to 1"):
        check_kind(store, "live")


def _adopted() -> bytes:
    people = {"set_by": KIM, "approved_by": LEE}
    return canonical({"type": "SettingsAdopted", "format": 1, "at": 1, "settings": settings(), **people})


# Differences.

RAISED = "6(c):hard-4"
ADELAIDE = TablePlan(name="ad", ruleset="adelaide-craps-2003", sign={"minimum": 500})


@pytest.mark.parametrize(
    ("here", "there", "path", "words", "order", "how"),
    [
        (
            CRAPS,
            replace(CRAPS, sign={"minimum": 1000, "maximum": 50_000}),
            "tables.craps.sign.minimum",
            "recorded as $5.00, and is $10.00 in the file",
            "ChangeSign",
            "order ChangeSign at the table, after a notice of 20 minutes (7.5)",
        ),
        (
            CRAPS,
            replace(CRAPS, sign={"minimum": 500}),
            "tables.craps.sign.maximum",
            "recorded as $500.00, and is nothing in the file",
            "ChangeSign",
            "order ChangeSign at the table",
        ),
        (
            CRAPS,
            replace(CRAPS, sign={**CRAPS.sign, "payout_unit": 1}),
            "tables.craps.sign.payout_unit",
            "recorded as $1.00, and is $0.01 in the file",
            "OpenDay",
            "order OpenDay with this value, once the table is closed for the day (CloseTable)",
        ),
        (
            CRAPS,
            replace(CRAPS, readings={"SC-06": "exact-stakes"}),
            "tables.craps.readings.SC-06",
            "recorded as next-payable, and is exact-stakes in the file",
            "AmendRules",
            "order AmendRules at the table, between rounds",
        ),
        (
            ADELAIDE,
            replace(ADELAIDE, raised={RAISED: "7.5 to 1"}),
            f"tables.ad.raised.{RAISED}",
            "recorded as nothing, and is 7.5 to 1 in the file",
            "AmendRules",
            "order AmendRules at the table, between rounds",
        ),
        (CRAPS, replace(CRAPS, seats=4), "tables.craps.seats", "recorded as 0, and is 4 in the file", "", FIXED),
        (
            CRAPS,
            replace(CRAPS, timing=Timing(betting=30)),
            "tables.craps.timing.betting",
            "recorded as 20.0, and is 30.0 in the file",
            "adopt",
            ADOPTING,
        ),
        (
            CRAPS,
            replace(CRAPS, chips=(Cents(100), Cents(200))),
            "tables.craps.chips",
            "recorded as $1.00, $5.00, $25.00, $100.00, $500.00, and is $1.00, $2.00 in the file",
            "adopt",
            ADOPTING,
        ),
        (
            CRAPS,
            replace(CRAPS, attended="automatic"),
            "tables.craps.attended",
            "recorded as person, and is automatic in the file",
            "adopt",
            ADOPTING,
        ),
    ],
)
def test_a_difference_says_which_order_makes_it_take_effect(
    here: TablePlan, there: TablePlan, path: str, words: str, order: str, how: str
) -> None:
    (found,) = differences(settings(here), settings(there))
    assert (found.path, found.sentence, found.order, found.how) == (path, f"{path} is {words}", order, how)


def test_settings_that_were_recorded_without_duties_have_the_default_ones() -> None:
    older = msgspec.json.decode(canonical(settings()))
    del older["duties"]
    assert msgspec.convert(older, FloorSettings) == settings()


def test_duties_are_facts_that_are_adopted() -> None:
    wanted = settings(plan=replace(PLAN, duties={**PLAN.duties, "dealer": ("enrol",)}))
    (found,) = differences(settings(), wanted)
    assert found.sentence == "duties.dealer is recorded as nothing, and is enrol in the file"
    assert found.order == "adopt"
    assert adoptable(settings(), wanted) == wanted


def test_tables_that_come_and_go_and_roles_are_adopted() -> None:
    wanted = settings(ARUZE, plan=replace(PLAN, roles={**DEFAULT_ROLES, "cage": ("house",)}, gaming_day_hour=4))
    found = differences(settings(CRAPS), wanted)
    assert [each.sentence for each in found] == [
        "gaming_day_hour is recorded as 6, and is 4 in the file",
        "roles.cage is recorded as nothing, and is house in the file",
        "tables.aruze is not recorded, and is in the file",
        "tables.craps is recorded, and is not in the file",
    ]
    assert {each.order for each in found} == {"adopt"}


def test_equal_settings_do_not_differ() -> None:
    assert differences(settings(), settings(ARUZE, CRAPS)) == []


def test_what_was_adopted_waits_for_the_next_start() -> None:
    """Only what adopting changes waits. The sign is changed by an order, which takes effect at once."""
    sicbo = TablePlan(name="sicbo", ruleset="star-sicbo-2016", sign={"minimum": 500})
    other = replace(CRAPS, chips=(Cents(500), Cents(2500)), sign={"minimum": 900, "maximum": 50_000})
    assert [each.sentence for each in waiting(settings(), settings(other, sicbo))] == [
        "tables.aruze is no longer opened at the next start",
        "tables.craps.chips is $1.00, $5.00, $25.00, $100.00, $500.00 now, and $5.00, $25.00 from the next start",
        "tables.craps.sign.payout_unit is $1.00 now, and $5.00 from the next start",
        "tables.sicbo is opened at the next start",
    ]
    assert waiting(settings(), settings()) == []


def test_what_orders_have_changed_at_a_table_is_no_difference() -> None:
    async def scene() -> None:
        house = House(Journal(MemoryStore()), SoftwareGenerator(), Timing(), lambda: OPENING)
        dealer = await house.open("craps", CRAPS.rules, CRAPS.full_sign, **CRAPS.options)
        table, by = dealer.table, Person("Gil", "gaming-manager")
        for order in (
            ChangeSign(values={"maximum": 60_000}, by=by, why="It is lively.", at=OPENING),
            AmendRules(readings={"SC-06": "exact-stakes"}, by=by, why="We were told.", at=OPENING),
        ):
            events = decide(table, order)
            assert not isinstance(events, Refusal), events
            for event in events:
                table = apply(table, event)
        wanted = replace(CRAPS, sign={"minimum": 500, "maximum": 60_000}, readings={"SC-06": "exact-stakes"})
        assert len(differences(settings(CRAPS), settings(wanted))) == 2
        assert differences(current(settings(CRAPS), {"craps": table}), settings(wanted)) == []

    asyncio.run(scene())


# A restart.


def test_a_restart_with_other_settings_goes_on_with_the_recorded_ones() -> None:
    sign = {"minimum": 1000}
    other = replace(
        PLAN,
        listen=(),
        gaming_day_hour=3,
        roles={"dealer": ()},
        duties={"dealer": ("manage-staff",)},
        tables=(
            TablePlan(name="new", ruleset="star-craps-2016", sign=sign),
            replace(CRAPS, sign=sign, readings={"SC-06": "exact-stakes"}, timing=Timing(betting=9, showing=2), seats=3),
        ),
    )
    goes_on = effective(other, settings())
    assert settings_of(goes_on) == settings()
    assert [table.name for table in goes_on.tables] == ["craps", "aruze"]
    assert goes_on.tables[0].timing == Timing(betting=20, showing=2), "what is no fact is as the file says"
    assert goes_on.listen == ()


def test_a_plan_is_its_own_effective_plan(tmp_path: Path) -> None:
    plan = parse_plan(example(), tmp_path / "floor.toml")
    assert settings_of(effective(plan, settings_of(plan))) == settings_of(plan)


def test_a_check_compares_the_file_with_the_journal(tmp_path: Path) -> None:
    async def scene() -> None:
        journal = ThreadedJournal(SqliteStore(tmp_path / "floor.sqlite"))
        await open_floor(journal, "live", settings_of(plan), OPENING)
        house = House(journal, SoftwareGenerator(), Timing())
        for table in plan.tables:
            await house.open(table.name, table.rules, table.full_sign, readings=table.readings, **table.options)
        journal.close()

    plan = parse_plan(example(), tmp_path / "floor.toml")
    asyncio.run(scene())
    assert recorded_differences(plan) == []
    longer = parse_plan(example().replace("#betting = 20", "betting = 30"), tmp_path / "floor.toml")
    (found,) = recorded_differences(longer)
    assert found.path == "tables.star-craps-2016.timing.betting"
