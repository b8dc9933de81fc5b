"""A connected device: asked once the close is durable, heard once, and a failure if it is silent, gone, revoked or wrong."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from croupier.audit.resettle import resettle
from croupier.catalogue import ruleset
from croupier.devices import Wanted
from croupier.floor.answers import Reply
from croupier.floor.clock import Clock
from croupier.floor.connected_device import ConnectedDevice
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Event
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.calls import BettingOpened
from croupier.table.rounds.results import TumblerUncovered
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import FaultReported, VoidRound
from virtual import on_virtual_time

SIC_BO, ROULETTE, STAR = "star-sicbo-2016", "ministar-roulette-2018", "star-craps-2016"
TIMING = Timing(betting=5, showing=1, calling=0.1, device=10)
SHOWN = {"dice": {2: (5, 2), 3: (6, 1, 3)}, "pocket": {1: (17,)}}


class Line:
    """The connection of a device that keeps what it is told."""

    def __init__(self, device: ConnectedDevice, client: str = "device-1") -> None:
        self.client, self.device = client, device
        self.wanted: list[Wanted] = []
        self.withdrawn: list[str] = []
        self.is_replaced = False
        self._asked = asyncio.Event()

    def want(self, wanted: Wanted, seconds: float) -> None:
        assert 0 <= seconds <= TIMING.device
        self.wanted.append(wanted)
        self._asked.set()

    def withdraw(self, id: str) -> None:
        self.withdrawn.append(id)

    def replaced(self) -> None:
        self.is_replaced = True

    async def asked(self) -> Wanted:
        """Wait until an outcome is wanted."""
        await self._asked.wait()
        self._asked.clear()
        return self.wanted[-1]

    async def report(self) -> int:
        """Report the next outcome that is wanted; returns the round."""
        wanted = await self.asked()
        assert self.device.report(self, wanted.id, SHOWN[wanted.space.shown_by][wanted.space.count]) is None
        return wanted.round


class Scene:
    """A live table with a connected device, on virtual time."""

    def __init__(self, clock: Clock, name: str, store: MemoryStore | None = None) -> None:
        self.name, self.store = name, store or MemoryStore()
        self.device = ConnectedDevice(TIMING.device)
        self.house = House(Journal(self.store), self.device, TIMING, clock, is_live=True)
        self.told: list[Event] = []

    async def open(self) -> "asyncio.Future[None]":
        dealer = await self.house.open(self.name, ruleset(self.name), {"minimum": 100}, confirmed=["SB-01"])
        dealer.listeners.append(lambda happened: self.told.append(happened.event))
        return asyncio.ensure_future(self.house.run())

    @property
    def table(self) -> Table:
        return self.house.loops[self.name].dealer.durable

    def happened(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.told if isinstance(event, kinds)]

    async def until(self, *kinds: type[Event], times: int = 1) -> Event:
        """Wait until such an event has happened so often; returns the last one."""
        while len(found := self.happened(*kinds)) < times:  # noqa: ASYNC110 - on virtual time
            await asyncio.sleep(0.05)
        return found[-1]


def played(name: str, play: Callable[[Scene], Awaitable[None]]) -> None:
    """Play a scene, end it, and settle everything again."""

    async def scene(clock: Clock) -> None:
        floor = Scene(clock, name)
        running = await floor.open()
        async with asyncio.timeout(3600):
            await play(floor)
        floor.house.stop()
        await running
        assert resettle([line.body for line in floor.store.lines(name)]).holds

    on_virtual_time(scene)


@pytest.mark.parametrize("name", [SIC_BO, ROULETTE, "aruze-craps-2024"])
def test_a_device_is_asked_once_bets_are_closed_and_settles_the_round(name: str) -> None:
    async def play(floor: Scene) -> None:
        line = Line(floor.device)
        floor.device.join(line)
        for number in (1, 2):
            wanted = await line.asked()
            assert wanted.round == floor.table.round.number == number
            assert wanted.space is ruleset(name).game.space
            assert floor.table.round.phase not in ruleset(name).procedures.takes_bets
            shown = SHOWN[wanted.space.shown_by][wanted.space.count]
            assert floor.device.report(line, wanted.id, shown) is None
            assert "Nobody waits" in (floor.device.report(line, wanted.id, shown) or ""), "the second report counts"
            settled = await floor.until(RoundSettled, times=number)
            assert isinstance(settled, RoundSettled)
            assert settled.outcome == wanted.space.name(shown)
            reported = floor.happened(TumblerUncovered)[-1] if name == SIC_BO else settled
            assert getattr(reported, "device", None) == "device-1"

    played(name, play)


def test_no_round_opens_while_the_device_is_not_connected(capsys: pytest.CaptureFixture[str]) -> None:
    async def play(floor: Scene) -> None:
        await asyncio.sleep(120)
        assert floor.table.round.number == 0
        line = Line(floor.device)
        floor.device.join(line)
        await line.report()
        await floor.until(RoundSettled)
        floor.device.leave(line)
        await asyncio.sleep(120)
        assert floor.table.round.number == 1

    played(ROULETTE, play)
    assert capsys.readouterr().err.count("its device is not connected; no round opens until it is") == 2


async def silent(_: Line) -> None: ...


async def gone(line: Line) -> None:
    line.device.leave(line)


async def revoked(line: Line) -> None:
    line.device.revoke(line.client)


async def impossible(line: Line) -> None:
    assert "can never show" in (line.device.report(line, line.wanted[-1].id, (7, 0)) or "")


async def another_fault(line: Line) -> None:
    assert "is no fault now" in (line.device.report_fault(line, line.wanted[-1].id, "fraud", "") or "")


async def failing(line: Line) -> None:
    assert line.device.report_failure(line, line.wanted[-1].id, "the motor stopped") is None


FAILURES: dict[Callable[[Line], Awaitable[None]], str] = {
    silent: "it has not reported the outcome for 10 seconds",
    gone: "it is not connected",
    revoked: "its key was revoked",
    impossible: "it reported 7, 0, which the wheel can never show",
    another_fault: "it reported fraud, which is no fault now",
    failing: "the motor stopped",
}


@pytest.mark.parametrize("fails", FAILURES)
def test_a_device_that_fails_locks_the_round_until_a_person_calls_it_off(fails: Callable[[Line], Awaitable[None]]) -> None:
    async def play(floor: Scene) -> None:
        line = Line(floor.device)
        floor.device.join(line)
        await line.asked()
        await fails(line)
        fault = await floor.until(FaultReported)
        assert isinstance(fault, FaultReported)
        assert fault.detail == f"The device has failed: {FAILURES[fails]}."
        late = floor.device.report(line, line.wanted[-1].id, (17,))
        assert late == f"Nobody waits for the outcome {line.wanted[-1].id}."
        await asyncio.sleep(600)
        assert not floor.happened(RoundSettled, RoundVoided)
        await called_off(floor)
        again = Line(floor.device)
        floor.device.join(again)
        assert await again.report() == 2
        await floor.until(RoundSettled)

    played(ROULETTE, play)


async def called_off(floor: Scene) -> None:
    """The staff void the round, and the device is told if it was asked."""
    assert (await floor.house.loops[floor.name].dealer.ask(calling_off(floor.name))).ok
    await floor.until(RoundVoided)


def calling_off(name: str) -> VoidRound:
    """The order of a person who voids a round that has no outcome."""
    procedures = ruleset(name).procedures
    ground = procedures.no_outcome
    assert ground
    power = next(each for each in procedures.powers if each.ground(ground.id))
    return VoidRound(by=Person("Mia", power.held_by[0]), ground=ground.id)


def test_a_fault_of_the_document_is_reported_with_its_ground() -> None:
    async def play(floor: Scene) -> None:
        line = Line(floor.device)
        floor.device.join(line)
        wanted = await line.asked()
        assert "cocked" in wanted.grounds
        assert floor.device.report_fault(line, wanted.id, "cocked", "The third die leans.") is None
        fault = await floor.until(FaultReported)
        assert isinstance(fault, FaultReported)
        assert (fault.ground, fault.detail) == ("cocked", "The third die leans.")

    played(SIC_BO, play)


async def bet_at_craps(floor: Scene) -> None:
    """A player bets and does not throw, so that the house does."""
    dealer = floor.house.loops[floor.name].dealer
    await floor.until(BettingOpened)
    for command in (
        TakeSeat(seat="ann", chips=Cents(10_000), tender=Tender(Way.CASH)),
        PlaceBet(seat="ann", wager="win-line", stake=Cents(1000)),
    ):
        assert (await dealer.ask(command)).ok


def test_a_round_that_the_staff_may_call_off_waits_for_them() -> None:
    """At Star craps no document makes a round void that has no outcome: a person decides, and the program does not."""

    async def play(floor: Scene) -> None:
        line = Line(floor.device)
        floor.device.join(line)
        await bet_at_craps(floor)
        await line.asked()
        assert floor.device.report_failure(line, line.wanted[-1].id, "the camera is dark") is None
        await asyncio.sleep(600)
        assert floor.table.round.phase is Phase.SHOT
        assert not floor.happened(RoundVoided)
        assert len(line.wanted) == 1
        await called_off(floor)

    played(STAR, play)


def test_a_device_that_comes_back_in_time_is_asked_again_for_the_same_round() -> None:
    async def play(floor: Scene) -> None:
        line, again = Line(floor.device), Line(floor.device)
        floor.device.join(line)
        wanted = await line.asked()
        floor.device.leave(line)
        await asyncio.sleep(5)
        floor.device.join(again)
        assert await again.report() == wanted.round
        assert floor.device.report(line, wanted.id, (3,)), "a line that is gone was heard"
        settled = await floor.until(RoundSettled)
        assert isinstance(settled, RoundSettled)
        assert settled.outcome == "17"

    played(ROULETTE, play)


def test_the_last_line_of_a_device_speaks_for_it_and_no_other_device_does() -> None:
    async def play(floor: Scene) -> None:
        line, again = Line(floor.device), Line(floor.device)
        floor.device.join(line)
        assert floor.device.admits("device-1")
        assert not floor.device.admits("device-2")
        floor.device.join(again)
        assert line.is_replaced
        wanted = await again.asked()
        assert floor.device.report(line, wanted.id, (3,)) == f"Nobody waits for the outcome {wanted.id}."
        floor.device.leave(line)
        assert floor.device.is_ready, "the line that was replaced has disconnected the other one"

    played(ROULETTE, play)


def test_a_device_is_told_that_its_round_was_called_off_meanwhile() -> None:
    async def play(floor: Scene) -> None:
        line = Line(floor.device)
        floor.device.join(line)
        first = await line.asked()
        await called_off(floor)
        assert line.withdrawn == [first.id]
        wanted = await line.asked()
        assert floor.device.report(line, first.id, (17,)) == f"Nobody waits for the outcome {first.id}."
        assert floor.device.report(line, wanted.id, (4,)) is None
        settled = await floor.until(RoundSettled)
        assert isinstance(settled, RoundSettled)
        assert (wanted.round, settled.outcome) == (2, "4")

    played(ROULETTE, play)


def test_a_report_that_crosses_the_order_to_call_the_round_off_does_not_count() -> None:
    """The order is decided and not durable yet, so that nobody has told the device."""

    async def play(floor: Scene) -> None:
        line = Line(floor.device)
        floor.device.join(line)
        await line.asked()
        replies: list[Reply] = []
        floor.house.loops[ROULETTE].dealer.submit(calling_off(ROULETTE), done=replies.append)
        assert not replies
        assert floor.device.report(line, line.wanted[-1].id, (17,)) is None
        assert await line.report() == 2
        await floor.until(RoundSettled)
        assert [reply.ok for reply in replies] == [True]
        assert len(floor.happened(RoundSettled)) == 1

    played(ROULETTE, play)


def test_a_stop_leaves_the_round_of_a_missing_device_to_the_next_start() -> None:
    """Nothing is lost and nothing is doubled: the device is asked for the same round again."""

    async def scene(clock: Clock) -> None:
        floor = Scene(clock, ROULETTE)
        running = await floor.open()
        line = Line(floor.device)
        floor.device.join(line)
        wanted = await line.asked()
        floor.device.leave(line)
        floor.house.stop()
        await asyncio.wait_for(running, 1)
        again = Scene(clock, ROULETTE, floor.store)
        running = await again.open()
        line = Line(again.device)
        again.device.join(line)
        assert await line.report() == wanted.round
        await again.until(RoundSettled)
        again.house.stop()
        await running

    on_virtual_time(scene)


def test_a_floor_stops_while_a_fault_waits_for_a_person() -> None:
    async def scene(clock: Clock) -> None:
        floor = Scene(clock, ROULETTE)
        running = await floor.open()
        line = Line(floor.device)
        floor.device.join(line)
        await line.asked()
        await failing(line)
        await floor.until(FaultReported)
        floor.house.stop()
        await asyncio.wait_for(running, 1)

    on_virtual_time(scene)
