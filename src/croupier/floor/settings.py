"""The settings of a floor that touch money or rules, as facts in the journal: what they are, who set and who approved them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import msgspec

import croupier
from croupier.canonical import canonical
from croupier.floor.chips import PAYOUT_UNIT
from croupier.floor.plan import DEFAULT_DUTIES, Attended, Plan, TablePlan
from croupier.floor.timetable import Timing
from croupier.journal.chain import verified_lines
from croupier.journal.journal import Journal
from croupier.journal.port import BrokenLineError, ConflictError, Draft, Entry, JournalError, Lines, Part
from croupier.journal.streams import FLOOR_SETTINGS, tables
from croupier.money import Cents
from croupier.rules.moments import Millis
from croupier.rules.sign import SettingValue
from croupier.table.core.person import Person
from croupier.table.core.recorded import FORMAT, check_format, check_format_of

FloorKind = Literal["live", "demonstration"]
"""Whether a floor plays for money, or for demonstration money that a server gives away."""

NOT_APPROVED = "Nobody has approved the settings of this floor yet: two people with the duty settings have to adopt them."

TIMES_OF_BETTING = ("betting", "paying", "quiet", "overtime")
"""The times of `Timing` that decide how long players may bet or decide about a bet. The others are no facts."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one table."""

    ruleset: str
    """The id of the rule set."""
    readings: Mapping[str, str]
    """Every reading that can be chosen, with the value in force."""
    confirmed: tuple[str, ...]
    """The readings that the operator has confirmed."""
    without: tuple[str, ...]
    """The kinds of wager that are not offered."""
    raised: Mapping[str, str]
    """The odds that were raised, by row."""
    sign: Mapping[str, SettingValue]
    """Every setting of the sign that has a value. Amounts are cents."""
    chips: tuple[Cents, ...]
    """The chips, in cents."""
    seats: int
    """The number of places; 0 if it is not limited."""
    reach: int
    """How many rounds back a correction may go."""
    in_force: Millis | None
    """From when the rules hold, in milliseconds since 1970; null if from the approval of the document."""
    without_minimum: Person | None
    """Who decided that the sign shows no minimum; null if it shows one."""
    timing: Mapping[str, float]
    """The times of betting, in seconds."""
    device: str
    """What reports the outcomes."""
    attended: Attended
    """Who deals: `person` or `automatic`."""


class FloorSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a floor that touch money or rules. Two plans with equal settings are the same canonical JSON."""

    tables: Mapping[str, TableSettings]
    """The tables, by name."""
    roles: Mapping[str, tuple[str, ...]]
    """The roles of the floor, each with the document roles that it stands for."""
    duties: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: _sorted(DEFAULT_DUTIES))
    """The roles of the floor, each with its duties."""
    gaming_day_hour: int
    """The hour at which a gaming day begins."""
    time_zone: str
    """The time zone of the floor."""


class FloorOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A floor was started for the first time. The first line of its stream."""

    format: int
    """The format of the line, as of the lines of tables."""
    at: Millis
    """When it was started, in milliseconds since 1970."""
    kind: FloorKind
    """`live` or `demonstration`."""
    version: str
    """The version of the software."""
    settings: FloorSettings
    """The settings of its floor file."""
    by: Person | None = None
    """The user of the operating system who started it; null in a demonstration. Nobody has approved these settings yet."""


class SettingsAdopted(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Other settings were put in force. They take effect at the next start."""

    format: int
    """The format of the line, as of the lines of tables."""
    at: Millis
    """When that was, in milliseconds since 1970."""
    settings: FloorSettings
    """All settings that are now in force."""
    set_by: Person
    """Who set them, in a role of the floor."""
    approved_by: Person
    """Who approved them: another person."""


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


_DECODER = msgspec.json.Decoder(FloorOpened | SettingsAdopted)


def settings_of(plan: Plan) -> FloorSettings:
    """The settings of a plan that touch money or rules."""
    return FloorSettings(
        tables={table.name: _settings_of(table) for table in plan.tables},
        roles=_sorted(plan.roles),
        duties=_sorted(plan.duties),
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

    Raises `BrokenLineError` for a line that cannot be read, and `NewerFormatError` if a newer croupier wrote it.
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


def decoded(line: bytes) -> FloorOpened | SettingsAdopted:
    """The event in a line of the stream. Raises `NewerFormatError` if a newer croupier wrote it."""
    try:
        event = _DECODER.decode(line)
    except msgspec.ValidationError:
        check_format_of(line)
        raise
    check_format(event.format)
    return event


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


def _sorted(roles: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return {role: tuple(sorted(each)) for role, each in roles.items()}


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
