"""The settings of a plan as facts, and what the journal has recorded about its floor."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

import croupier
from croupier.canonical import canonical
from croupier.floor.chips import PAYOUT_UNIT
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.timetable import Timing
from croupier.journal.chain import verified_lines
from croupier.journal.journal import Journal
from croupier.journal.port import BrokenLineError, ConflictError, Draft, Entry, JournalError, Lines, Part
from croupier.journal.streams import FLOOR_SETTINGS, tables
from croupier.money import Cents
from croupier.rules.moments import Millis
from croupier.settings import FloorKind, FloorOpened, FloorSettings, SettingsAdopted, TableSettings, by_role, decoded
from croupier.table.core.person import Person
from croupier.table.core.recorded import FORMAT

NOT_APPROVED = "Nobody has approved the settings of this floor yet: two people with the duty settings have to adopt them."

TIMES_OF_BETTING = ("betting", "paying", "quiet", "overtime")
"""The times of `Timing` that decide how long players may bet or decide about a bet. The others are no facts."""


class AdoptedUnit(NamedTuple):
    """A payout unit that was adopted with other chips."""

    unit: Cents
    line: int
    """The line of the stream that says so."""
    set_by: Person
    approved_by: Person


class RecordedFloor(NamedTuple):
    """What the journal says about its floor."""

    kind: FloorKind
    settings: FloorSettings
    """The settings that were adopted last."""
    number: int
    """The number of the last line."""
    units: Mapping[str, AdoptedUnit] = {}
    """The last payout unit that was adopted with other chips, by table."""
    set_by: Person | None = None
    """Who set the settings; None in a demonstration."""
    approved_by: Person | None = None
    """Who approved the settings; None if nobody has."""

    @property
    def is_approved(self) -> bool:
        """Whether two people have adopted the settings. Those of a demonstration need no approval."""
        return self.kind == "demonstration" or self.approved_by is not None


def settings_of(plan: Plan) -> FloorSettings:
    """The settings of a plan that touch money or rules."""
    return FloorSettings(
        tables={table.name: _settings_of(table) for table in plan.tables},
        roles=by_role(plan.roles),
        duties=by_role(plan.duties),
        gaming_day_hour=plan.gaming_day_hour,
        time_zone=plan.time_zone,
    )


def effective(plan: Plan, recorded: FloorSettings) -> Plan:
    """The plan with the recorded settings: what a start goes on with, whatever its file says about money and rules."""
    planned = {table.name: table for table in plan.tables}
    names = [*(name for name in planned if name in recorded.tables), *(name for name in recorded.tables if name not in planned)]
    return replace(
        plan,
        tables=tuple(_with_settings(name, planned.get(name), recorded.tables[name]) for name in names),
        roles=recorded.roles,
        duties=recorded.duties,
        gaming_day_hour=recorded.gaming_day_hour,
        time_zone=recorded.time_zone,
    )


def read_floor(lines: Lines) -> RecordedFloor | None:
    """What a journal says about its floor; None if it says nothing. The hash chain of the stream is verified.

    Raises `BrokenLineError` for a line that cannot be read, and `OtherFormatError` if a newer croupier wrote it.
    """
    found: RecordedFloor | None = None
    number = 0
    try:
        for number, line in enumerate(verified_lines(FLOOR_SETTINGS, lines.lines(FLOOR_SETTINGS)), 1):
            event = decoded(line.body)
            if isinstance(event, FloorOpened) == bool(found):
                raise BrokenLineError(FLOOR_SETTINGS, number, "opens a floor twice, or changes one that was not opened")
            found = recorded_after(found, event, number)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BrokenLineError(FLOOR_SETTINGS, number, f"says nothing about a floor ({error})") from None
    return found


def recorded_after(before: RecordedFloor | None, event: FloorOpened | SettingsAdopted, number: int) -> RecordedFloor:
    """What the journal says after a line of the stream."""
    units = _adopted_units(before, event, number)
    if isinstance(event, FloorOpened):
        return RecordedFloor(event.kind, event.settings, number, units, event.by)
    kind = before.kind if before else "live"
    return RecordedFloor(kind, event.settings, number, units, event.set_by, event.approved_by)


def _adopted_units(before: RecordedFloor | None, event: FloorOpened | SettingsAdopted, line: int) -> Mapping[str, AdoptedUnit]:
    """The payout units that were adopted so far, by table."""
    if before is None or isinstance(event, FloorOpened):
        return {}
    changed = {
        name: AdoptedUnit(Cents(new), line, event.set_by, event.approved_by)
        for name, table in event.settings.tables.items()
        if name in before.settings.tables and before.settings.tables[name].sign[PAYOUT_UNIT] != (new := table.sign[PAYOUT_UNIT])
    }
    return {**before.units, **changed}


def check_kind(lines: Lines, kind: FloorKind) -> None:
    """Check that a journal is of this kind or new, so that demonstration money never meets live money.

    A journal that has tables and does not say its kind is older than live floors, and so a demonstration's.
    """
    found = read_floor(lines)
    has = found.kind if found else "demonstration" if tables(lines.heads()) else kind
    if has != kind:
        raise JournalError(
            f"this is the journal of a {has}{_OF[has]}, and a {kind}{_OF[kind]} does not continue it; name another"
        )


_OF: Mapping[FloorKind, str] = {"live": " floor", "demonstration": ""}


async def open_floor(
    journal: Journal, kind: FloorKind, settings: FloorSettings, at: Millis, by: Person | None = None
) -> RecordedFloor:
    """Return what the journal has recorded about its floor. If it is new, record its kind, these settings and who opens it."""
    check_kind(journal, kind)
    if found := read_floor(journal):
        return found
    first = FloorOpened(format=FORMAT, at=at, kind=kind, version=croupier.__version__, settings=settings, by=by)
    await append_fact(journal, 0, first)
    return recorded_after(None, first, 1)


async def append_fact(journal: Journal, after: int, event: FloorOpened | SettingsAdopted) -> None:
    """Write a line of the stream, after a line with this number."""
    try:
        await journal.append(Entry((Part(FLOOR_SETTINGS, after, (Draft(canonical(event)),)),)))
    except ConflictError as error:
        raise JournalError(f"{FLOOR_SETTINGS}: another croupier has changed them ({error}); try again") from None


def _settings_of(table: TablePlan) -> TableSettings:
    rules = table.rules.live(table.readings)
    return TableSettings(
        ruleset=table.ruleset,
        readings={each.id: rules.chosen.get(each.id, each.default) for each in rules.readings if each.default},
        confirmed=tuple(sorted(table.confirmed)),
        without=tuple(sorted(table.without)),
        raised=rules.raised,
        sign=rules.sign(table.full_sign).named,
        chips=table.chips,
        seats=table.seats,
        reach=table.reach,
        in_force=table.in_force,
        without_minimum=table.without_minimum,
        measures={name: float(size) for name, size in table.measures.items()},
        timing={name: float(getattr(table.timing, name)) for name in TIMES_OF_BETTING},
        device=table.device,
        attended=table.dealt_by,
    )


def _with_settings(name: str, planned: TablePlan | None, recorded: TableSettings) -> TablePlan:
    """The plan of a table with its recorded settings."""
    timing = replace(planned.timing if planned else Timing(), **recorded.timing)
    values: dict[str, Any] = msgspec.structs.asdict(recorded)
    values["timing"] = timing
    return TablePlan(name=name, **values)
