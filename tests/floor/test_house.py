"""Opening a table on the floor: who opened it, when, and under which conditions."""

import asyncio

import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.rules.moments import moment
from croupier.table.core.opening import OpeningError, read_opening
from croupier.table.core.person import Person
from croupier.testing.evening import OPENING

CRAPS = "star-craps-2016"
KIM = Person("Kim", "casino-supervisor")
SIGN = {"minimum": 100}


def house(journal: Journal, at: int = OPENING) -> House:
    """A floor whose clock shows this time."""
    return House(journal, SoftwareGenerator(), Timing(), lambda: at)


def test_order_1_a_table_opens_no_sooner_than_its_rules_hold() -> None:
    journal = Journal(MemoryStore())
    early = house(journal, moment("2016-08-16T12:00:00+10:00"))
    with pytest.raises(OpeningError, match="its rules take effect at 2016-08-16 14:00:00 UTC"):
        early.find(CRAPS, ruleset(CRAPS), SIGN, by=KIM)
    with pytest.raises(OpeningError, match="its rules take effect at 2026-07-31 14:00:00 UTC"):
        house(journal).find(CRAPS, ruleset(CRAPS), SIGN, by=KIM, in_force=moment("2026-08-01T00:00:00+10:00"))
    assert not journal.heads(), "nothing is written"


def test_order_1_the_first_line_says_who_opened_the_table_and_when() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        await house(journal).open("opened by Kim", ruleset(CRAPS), SIGN, by=KIM)
        await house(journal).open("opened by itself", ruleset(CRAPS), SIGN)
        openers = [KIM, Person("automatic", "casino-supervisor")]
        for name, by in zip(("opened by Kim", "opened by itself"), openers, strict=True):
            first = read_opening(next(iter(journal.lines(name))).body)
            assert (first.at, first.by) == (OPENING, by)

    asyncio.run(scene())


def test_sc_7_1_a_table_without_a_minimum_opens_only_if_a_person_says_so() -> None:
    async def scene() -> None:
        journal = Journal(MemoryStore())
        with pytest.raises(OpeningError, match="cannot be opened without a minimum bet on its sign"):
            house(journal).find(CRAPS, ruleset(CRAPS), {}, by=KIM)
        dealer = await house(journal).open(CRAPS, ruleset(CRAPS), {}, without_minimum=KIM)
        assert dealer.table.sign.minimum == 0
        assert read_opening(next(iter(journal.lines(CRAPS))).body).without_minimum == KIM

    asyncio.run(scene())
