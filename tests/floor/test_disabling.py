"""A table out of service: the automatic dealer concludes the round, waits, and goes on."""

import asyncio

import pytest

from croupier.catalogue import names
from croupier.floor.clock import Clock
from croupier.rules.sequence import Phase
from croupier.server.views import OUT_OF_SERVICE, shared_view
from croupier.table.core.person import Person
from croupier.table.pit.disabling import DisableTable, EnableTable
from virtual import on_virtual_time
from visitors import Visited

ROLES = {
    "star-craps-2016": "dealer",
    "adelaide-craps-2003": "dealer",
    "aruze-craps-2024": "gaming-services-host",
    "star-sicbo-2016": "dealer",
    "ministar-roulette-2018": "games-supervisor",
}
LONG = 600
"""Seconds in which several rounds would be played."""


@pytest.mark.parametrize("name", names())
def test_the_round_in_play_ends_and_the_next_waits_until_the_table_is_back(name: str) -> None:
    kim = Person("Kim", ROLES[name])

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, guests=3)
        table.run()
        await table.until(lambda: any(table.dealer.table.layout.values()))
        number = table.dealer.table.round.number
        await table.do(DisableTable(by=kim, why="The tumbler rattles."))
        assert shared_view(table.dealer.table, table.loop.timetable.timed(table.dealer.table), ()).closing == OUT_OF_SERVICE
        await table.until(lambda: table.dealer.table.round.phase is Phase.DONE)
        await asyncio.sleep(LONG)
        assert (table.dealer.table.round.number, table.dealer.table.round.phase) == (number, Phase.DONE)
        await table.do(EnableTable(by=kim, why="It was replaced."))
        await table.until(lambda: table.dealer.table.round.number > number)
        assert not shared_view(table.dealer.table, table.loop.timetable.timed(table.dealer.table), ()).closing
        table.close()

    on_virtual_time(scene)
