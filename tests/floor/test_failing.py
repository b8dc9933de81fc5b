"""What goes wrong at one table stops that table, and no other."""

import asyncio
from collections import Counter
from itertools import pairwise

import pytest

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import Clock
from croupier.floor.device_reports import LONGEST_PAUSE
from croupier.floor.timetable import Timing
from croupier.journal.port import JournalError
from croupier.people.message import STAFF_BOT
from croupier.rules.outcomes import OutcomeName, Space
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.message import Event
from croupier.table.core.refusals import Reason
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.stopping import PlayResumed, PlayStopped
from croupier.table.rounds.void_settlement import RoundVoided
from virtual import Floor, on_virtual_time

SIC_BO, ROULETTE = "star-sicbo-2016", "ministar-roulette-2018"
STAR, ARUZE, ADELAIDE = "star-craps-2016", "aruze-craps-2024", "adelaide-craps-2003"
GROUNDS = {SIC_BO: "8.2", ROULETTE: "7.4.1.2", ARUZE: "6.4.2", STAR: "5.2.4", ADELAIDE: "12(a)"}
TIMING = Timing(betting=2, showing=0.5, calling=0.1, patience=1)


class Failing(SoftwareGenerator):
    """A device that raises for one game, so often."""

    def __init__(self, name: str, error: Exception, times: int = 10**9) -> None:
        super().__init__()
        self._space, self._error, self.times = ruleset(name).game.space, error, times

    def draw(self, space: Space) -> OutcomeName:
        if space == self._space and self.times:
            self.times -= 1
            raise self._error
        return super().draw(space)


def count(told: list[Event]) -> Counter[type[Event]]:
    return Counter(type(event) for event in told)


@pytest.mark.parametrize("name", names())
def test_a_device_that_fails_voids_the_round_and_other_tables_play_on(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The round is called off under the ground of the document, and the table tries again. One line says so."""
    other = ROULETTE if name != ROULETTE else SIC_BO

    async def scene(clock: Clock) -> None:
        floor = Floor(clock, TIMING, Failing(name, OSError("no entropy"), times=3))
        await floor.open(name, other)
        async with floor.running():
            await asyncio.sleep(120)
        voided = [event for event in floor.told[name] if isinstance(event, RoundVoided)]
        assert [each.clause for each in voided] == [GROUNDS[name]] * 3
        assert {each.by.name for each in voided if each.by} == {STAFF_BOT}, "the automatic dealer decides nothing for the staff"
        assert count(floor.told[name])[RoundSettled] > 3
        assert count(floor.told[other])[RoundVoided] == 0
        assert count(floor.told[other])[RoundSettled] > 10

    on_virtual_time(scene)
    assert capsys.readouterr().err == f"croupier: {name}: its device has failed: no entropy; the table waits and tries again\n"


def test_a_table_whose_device_keeps_failing_tries_less_and_less_often() -> None:
    async def scene(clock: Clock) -> None:
        floor = Floor(clock, TIMING, Failing(ARUZE, OSError("no entropy")))
        await floor.open(ARUZE)
        async with floor.running():
            await asyncio.sleep(600)
        times = [event.at for event in floor.told[ARUZE] if isinstance(event, RoundVoided)]
        pauses = [(later - earlier) / 1000 for earlier, later in pairwise(times)]
        assert pauses[:6] == sorted(pauses[:6])
        for at, pause in enumerate(pauses):
            assert 0 < pause - min(2**at, LONGEST_PAUSE) < 15  # the rest is a round

    on_virtual_time(scene)


def test_an_error_of_the_program_stops_one_table_until_a_restart(capsys: pytest.CaptureFixture[str]) -> None:
    """The round waits with its bets, terminals are told, and the other tables play on."""

    async def scene(clock: Clock) -> None:
        floor = Floor(clock, TIMING, Failing(SIC_BO, ZeroDivisionError("a bug")))
        await floor.open(SIC_BO, ROULETTE)
        async with floor.running():
            await asyncio.sleep(60)
            table = floor.house.loops[SIC_BO].dealer.table
        assert count(floor.told[SIC_BO])[PlayStopped] == 1
        assert count(floor.told[SIC_BO])[RoundSettled] == 0
        assert count(floor.told[ROULETTE])[RoundSettled] > 10
        stopped = play_is_stopped(table)
        assert stopped
        assert stopped.reason is Reason.TABLE_LOCKED
        again = Floor(clock, TIMING, store=floor.store)
        await again.open(SIC_BO)
        async with again.running():
            await asyncio.sleep(10)
        told = [event for event in again.told[SIC_BO] if isinstance(event, PlayResumed | RoundVoided | RoundSettled)]
        assert [type(event) for event in told[:2]] == [PlayResumed, RoundSettled]

    on_virtual_time(scene)
    said = "play is stopped until a restart, because of an error of the program (ZeroDivisionError: a bug)"
    assert capsys.readouterr().err == f"croupier: {SIC_BO}: {said}\n"


def test_a_floor_on_which_every_table_has_failed_waits_to_be_stopped() -> None:
    async def scene(clock: Clock) -> None:
        floor = Floor(clock, TIMING, Failing(SIC_BO, ZeroDivisionError("a bug")))
        await floor.open(SIC_BO)
        running = asyncio.ensure_future(floor.house.run())
        await asyncio.sleep(60)
        assert not running.done()
        floor.house.stop()
        await running

    on_virtual_time(scene)


def test_a_journal_that_fails_stops_the_floor() -> None:
    stopped: list[BaseException] = []

    async def scene(clock: Clock) -> None:
        floor = Floor(clock, TIMING, Failing(SIC_BO, JournalError("the disk is gone")), stop=stopped.append)
        await floor.open(SIC_BO, ROULETTE)
        with pytest.raises(ExceptionGroup):
            await floor.house.run()

    on_virtual_time(scene, JournalError, ExceptionGroup)
    assert [str(error) for error in stopped] == ["the disk is gone"]
