"""Adopting other settings: one person sets them, another approves them, and they hold from the next start."""

from collections.abc import Mapping

import msgspec

from croupier.floor.chips import PAYOUT_UNIT
from croupier.floor.settings import RecordedFloor, append_fact, read_floor, recorded_after
from croupier.floor.unfinished import unfinished
from croupier.journal.journal import Journal
from croupier.likeness import looks_of
from croupier.rules.moments import Millis
from croupier.rules.outcomes import listed
from croupier.rules.sign import SettingValue
from croupier.settings import FloorSettings, SettingsAdopted, TableSettings
from croupier.table.core.person import Person
from croupier.table.core.recorded import FORMAT
from croupier.table.core.state import Table


class SettingsError(Exception):
    """Settings cannot be adopted so. The text is one sentence."""


async def adopt(
    journal: Journal,
    settings: FloorSettings,
    tables: Mapping[str, Table],
    *,
    set_by: Person,
    approved_by: Person,
    at: Millis,
) -> RecordedFloor:
    """Record other settings, set by one person and approved by another. Raise `SettingsError` if that is not possible.

    A recorded table keeps what only an order at the table can change, and what nothing can change. See `adoptable`. One of
    the running `tables` leaves the settings only once nothing is open there. Settings with which a floor was opened, and which
    nobody has approved, can be adopted as they are.
    """
    found = await journal.read(read_floor)
    if found is None:
        raise SettingsError("this journal has no floor yet; start it first")
    if not all(each.name.strip() for each in (set_by, approved_by)):
        raise SettingsError("settings need the name of who sets them, and of who approves them")
    if looks_of(set_by.name) == looks_of(approved_by.name):
        raise SettingsError(f"{set_by.name} cannot both set and approve settings; another person has to approve them")
    _check_dropped(settings, tables)
    adopted = left_to_adopt(found, settings)
    event = SettingsAdopted(format=FORMAT, at=at, settings=adopted, set_by=set_by, approved_by=approved_by)
    await append_fact(journal, found.number, event)
    return recorded_after(found, event, found.number + 1)


def _check_dropped(settings: FloorSettings, tables: Mapping[str, Table]) -> None:
    for name, table in tables.items():
        if name not in settings.tables and (left := unfinished(table)):
            raise SettingsError(
                f"the table {name} cannot leave the settings: it {listed(left, 'and')}; "
                "close it, pay out what it owes, and decide its disputes first"
            )


def left_to_adopt(found: RecordedFloor, wanted: FloorSettings) -> FloorSettings:
    """Return the settings that adopting the wanted ones would record. Raise `SettingsError` if that changes nothing."""
    adopted = adoptable(found.settings, wanted)
    if adopted == found.settings and found.is_approved:
        raise SettingsError("nothing is left to adopt: the journal has these settings, or an order at a table changes them")
    return adopted


ADOPTED = ("chips", "measures", "timing", "device", "attended")
"""The settings of a recorded table that take effect when they are adopted."""


def adoptable(recorded: FloorSettings, wanted: FloorSettings) -> FloorSettings:
    """The wanted settings, as far as adopting puts them in force: a recorded table takes only those in `ADOPTED`.

    With other chips it takes the payout unit, too, which is the smallest chip unless the file sets it.
    """
    kept = {
        name: msgspec.structs.replace(
            recorded.tables[name],
            **{each: getattr(table, each) for each in ADOPTED},
            sign=with_unit(recorded.tables[name], table),
        )
        for name, table in wanted.tables.items()
        if name in recorded.tables
    }
    return msgspec.structs.replace(wanted, tables={**wanted.tables, **kept})


def with_unit(recorded: TableSettings, wanted: TableSettings) -> Mapping[str, SettingValue]:
    """The recorded sign of a table, with the payout unit that is adopted with other chips."""
    if recorded.chips == wanted.chips:
        return recorded.sign
    return {**recorded.sign, PAYOUT_UNIT: wanted.sign[PAYOUT_UNIT]}
