"""The settings of a floor that touch money or rules, as facts in the journal: what they are, who set and who approved them."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from croupier.facts.lines import LineReader
from croupier.money import Cents
from croupier.people.duties import DEFAULT_FLOOR_ROLES
from croupier.rules.moments import Millis
from croupier.rules.sign import SettingValue
from croupier.table.core.person import Person
from croupier.table.core.recorded import FORMAT

FloorKind = Literal["live", "demonstration"]
"""Whether a floor plays for money, or for demonstration money that a server gives away."""

Attended = Literal["automatic", "person"]
"""Who makes the calls of a round: the automatic dealer, or a person who has signed in."""


def by_role(held: Mapping[str, Iterable[str]]) -> Mapping[str, tuple[str, ...]]:
    """What each role of the floor holds, in order."""
    return {role: tuple(sorted(each)) for role, each in held.items()}


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
    measures: Mapping[str, float] = {}
    """The sizes of the equipment that the document limits, as the operator has measured them, in millimetres."""
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
    duties: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: by_role(DEFAULT_FLOOR_ROLES.duties))
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


_LINES: LineReader[FloorOpened | SettingsAdopted] = LineReader(FloorOpened | SettingsAdopted, FORMAT)


def decoded(line: bytes) -> FloorOpened | SettingsAdopted:
    """The event in a line of the stream. Raises `OtherFormatError` if it has another format."""
    return _LINES.read(line)
