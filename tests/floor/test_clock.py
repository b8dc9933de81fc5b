"""The floor's clock: it follows the wall clock, leaves out its jumps, reports them, and never runs backwards."""

import asyncio

import pytest

from croupier.catalogue import ruleset
from croupier.floor.clock import Clock, Jump, SteadyClock
from croupier.floor.timetable import Timing
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import open_table
from croupier.table.pit.timekeeping import ClockJumped, ReportClockJump
from croupier.table.rounds.settling import RoundSettled
from virtual import BEGUN, Floor, on_virtual_time

HOUR = 3_600_000
TABLES = ("star-sicbo-2016", "ministar-roulette-2018")
TIMING = Timing(betting=2, showing=0.5, calling=0.1, patience=1)


class Walls:
    """A wall clock and a clock of elapsed time, both set by hand."""

    def __init__(self) -> None:
        self.wall, self.elapsed = BEGUN, 7
        self.said: list[str] = []
        self.clock = SteadyClock(lambda: self.wall, lambda: self.elapsed, self.said.append)

    def later(self, milliseconds: int, *, jump: int = 0) -> int:
        """What the floor's clock shows after this time, in which the wall clock jumped."""
        self.wall += milliseconds + jump
        self.elapsed += milliseconds
        return self.clock() - BEGUN


def test_it_follows_a_wall_clock_that_drifts() -> None:
    walls = Walls()
    shown = [walls.later(10_000, jump=drift) for drift in (300, 300, -200, 900, -900)]
    assert shown == [10_300, 20_600, 30_400, 41_300, 50_400]
    assert (walls.said, walls.clock.jumps) == ([], [])


def test_it_leaves_out_a_jump_ahead_and_back() -> None:
    walls = Walls()
    assert walls.later(1000) == 1000
    assert walls.later(1000, jump=HOUR) == 2000
    assert walls.later(1000) == 3000
    assert walls.later(1000, jump=-HOUR) == 4000
    assert walls.later(1000) == 5000
    assert walls.clock.jumps == [Jump(HOUR, BEGUN + HOUR + 2000), Jump(-HOUR, BEGUN + 4000)]
    assert walls.said == [
        "the wall clock has jumped 3600.0 s ahead; the floor's time goes on without the jump",
        "the wall clock has jumped 3600.0 s back; the floor's time goes on without the jump",
    ]


def test_it_stands_still_rather_than_run_backwards() -> None:
    walls = Walls()
    assert [walls.later(100), walls.later(100, jump=-900), walls.later(500), walls.later(500)] == [100, 100, 100, 300]


def test_it_starts_after_the_last_event_of_a_table() -> None:
    walls = Walls()
    walls.clock.start_after(BEGUN - 5)
    walls.clock.start_after(BEGUN + 900)
    assert walls.said == []
    walls.clock.start_after(BEGUN + HOUR)
    assert walls.later(0) == HOUR
    assert walls.later(1000) == HOUR + 1000
    assert walls.clock.jumps == [Jump(-HOUR, BEGUN)]
    assert walls.said == ["the wall clock is 3600.0 s behind the last event of a table; the floor's time starts there"]


def jumps(told: list[Event]) -> list[tuple[int, int]]:
    return [(event.milliseconds, event.wall) for event in told if isinstance(event, ClockJumped)]


def test_at_every_table_a_jump_is_on_record_and_time_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    ahead = 0

    async def scene(clock: Clock) -> None:
        nonlocal ahead
        steady = SteadyClock(lambda: clock() + ahead, clock)
        floor = Floor(steady, TIMING)
        await floor.open(*TABLES)
        async with floor.running():
            await asyncio.sleep(20)
            ahead = HOUR
            await asyncio.sleep(20)
            ahead = 0
            await asyncio.sleep(20)
        for name in TABLES:
            told = floor.told[name]
            assert [milliseconds for milliseconds, _ in jumps(told)] == [HOUR, -HOUR]
            times = [event.at for event in told]
            assert times == sorted(times)
            assert BEGUN + 59_000 < times[-1] < BEGUN + 80_000
            last = max(event.at for event in told if isinstance(event, ClockJumped))
            assert len({event.at for event in told if isinstance(event, RoundSettled) and event.at > last}) > 2

    on_virtual_time(scene)
    assert capsys.readouterr().err.count("\n") == 2


def test_a_wall_clock_that_is_behind_at_the_start_is_on_record() -> None:
    async def scene(clock: Clock) -> None:
        before = Floor(SteadyClock(lambda: clock() + HOUR, clock), TIMING)
        await before.open(*TABLES)
        async with before.running():
            await asyncio.sleep(10)
        last = max(before.house.loops[name].dealer.table.clock for name in TABLES)
        after = Floor(SteadyClock(clock, clock), TIMING, store=before.store)
        await after.open(*TABLES)
        begun = clock()
        async with after.running():
            await asyncio.sleep(10)
        for name in TABLES:
            told = after.told[name]
            assert sum(milliseconds for milliseconds, _ in jumps(told)) == begun - last
            assert last <= told[0].at
            assert max(event.at for event in told) >= last + 9_000

    on_virtual_time(scene)


def test_staff_are_told_what_the_clock_did_and_terminals_are_not() -> None:
    rules = ruleset(TABLES[0])
    table = open_table(rules, rules.sign({}))
    refused = decide(table, ReportClockJump(milliseconds=0, wall=BEGUN))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.BAD_AMOUNT
    jumped = ClockJumped(milliseconds=-HOUR, wall=BEGUN, at=BEGUN)
    assert decide(table, ReportClockJump(milliseconds=-HOUR, wall=BEGUN, at=BEGUN)) == (jumped,)
    assert apply(table, jumped).clock == BEGUN
    row = EVENTS[ClockJumped]
    assert row.audience is Audience.STAFF
    said = "The clock on the wall jumps 3600 seconds back and shows 2027-01-15 08:00:00 UTC; play goes on by its own time."
    assert row.tell(table, jumped) == said
