"""A table of a running floor takes the stricter reading unless the operator chooses another."""

import asyncio

import pytest

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import Found, House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rules.terms import Left

SIGN = {"minimum": 500}


def found(rules: Ruleset, readings: dict[str, str] | None = None) -> Found:
    house = House(Journal(MemoryStore()), SoftwareGenerator(), Timing())
    confirmed = [each.id for each in rules.readings if each.to_confirm]
    return house.find("table", rules, SIGN, readings=readings, confirmed=confirmed)


@pytest.mark.parametrize(("name", "reading"), [("aruze-craps-2024", "AZ-38"), ("ministar-roulette-2018", "MR-24")])
def test_a_floor_refuses_to_leave_less_than_the_minimum_unless_told_otherwise(name: str, reading: str) -> None:
    rules = ruleset(name)
    live = found(rules).table.rules
    assert (live.limits.left, live.chosen) == (Left.AS_IF_BET, {reading: "refused"})
    lenient = found(rules, {reading: "may-leave-less"}).table.rules
    assert (lenient.limits.left, lenient.chosen) == (Left.ANY_AMOUNT, {})
    assert found(rules.under({reading: "refused"})).table.rules.chosen == {reading: "refused"}
    with pytest.raises(ReadingError, match="has been chosen already"):
        found(rules.under({reading: "refused"}), {reading: "may-leave-less"})


@pytest.mark.parametrize("name", names())
def test_every_live_value_is_taken(name: str) -> None:
    rules = ruleset(name)
    expected = {each.id: each.live for each in rules.readings if each.live is not None}
    assert found(rules).table.rules.chosen == expected


def test_a_table_goes_on_under_the_readings_with_which_it_was_opened() -> None:
    async def opened_twice() -> list[dict[str, str]]:
        journal, rules = Journal(MemoryStore()), ruleset("ministar-roulette-2018")
        chosen: list[dict[str, str]] = []
        for readings in ({"MR-24": "may-leave-less"}, None):
            house = House(journal, SoftwareGenerator(), Timing())
            dealer = await house.open("wheel", rules, SIGN, readings=readings)
            chosen.append(dict(dealer.table.rules.chosen))
        return chosen

    assert asyncio.run(opened_twice()) == [{}, {}]
