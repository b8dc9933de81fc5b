"""The settings of a floor are verified: each line can be read, comes in its place, and was adopted by two people."""

import pytest

from croupier.audit.verify import verify
from croupier.canonical import canonical
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.settings import settings_of
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.journal.streams import FLOOR_SETTINGS
from croupier.settings import FloorOpened, SettingsAdopted
from croupier.table.core.person import Person
from journals import write

CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500})
SETTINGS = settings_of(Plan(name="Floor", journal="floor.sqlite", tables=(CRAPS,)))
KIM, LEE = Person("Kim", "manager"), Person("Lee", "manager")
OPENED = canonical(FloorOpened(format=1, at=1, kind="live", version="1", settings=SETTINGS))


def adopted(by: Person) -> bytes:
    return canonical(SettingsAdopted(format=1, at=2, settings=SETTINGS, set_by=KIM, approved_by=by))


def faults(*lines: bytes, epoch: int = 0) -> tuple[str, ...]:
    store = MemoryStore()
    write(store, epoch, {FLOOR_SETTINGS: [Draft(line) for line in lines]})
    return verify(store).faults


def test_settings_that_two_people_adopted_hold() -> None:
    assert faults(OPENED, adopted(LEE)) == ()


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((b'{"format":1}',), "line 1: cannot be read (Object missing required field `type`)"),
        ((OPENED, b"\xff"), "line 2: cannot be read"),
        ((OPENED, b'{"format":2,"type":"Other"}'), "line 2: cannot be read (this journal has format 2"),
        ((adopted(LEE),), "line 1: opens a floor twice, or changes one that was not opened"),
        ((OPENED, OPENED), "line 2: opens a floor twice, or changes one that was not opened"),
        ((OPENED, adopted(Person("kim ", "cage"))), "line 2: was set and approved by the same person, Kim"),
    ],
)
def test_other_lines_are_faults(lines: tuple[bytes, ...], sentence: str) -> None:
    [fault] = faults(*lines)
    assert fault.startswith(f"floor/settings, {sentence}")


def test_a_line_under_a_claim_is_a_fault() -> None:
    """The settings belong to no table, and so to no claim on one."""
    [fault] = faults(OPENED, epoch=1)
    assert fault.startswith("floor/settings, line 1: ")
