"""The loop: an automatic dealer makes the calls of the document, can be relieved, and puts right what goes wrong."""

import asyncio
import random
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import pytest

from croupier.audit.resettle import resettle
from croupier.catalogue import names, ruleset
from croupier.devices import Device, Fault, PromptDevice, SoftwareGenerator
from croupier.floor.clock import Clock, now
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.player import Player
from croupier.floor.roles import AUTOMATIC
from croupier.floor.timetable import Timing
from croupier.journal.port import Head, Row
from croupier.journal.sqlite import SqliteStore
from croupier.journal.threaded import ThreadedJournal
from croupier.ledger.accounts import withheld
from croupier.money import Cents
from croupier.people.message import STAFF_BOT
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.sequence import Phase
from croupier.server.hub import Hub
from croupier.table.authority.crew import HandBackTable, RelieveDealer
from croupier.table.authority.disputes import OpenDispute
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Event
from croupier.table.core.opening import replay
from croupier.table.core.person import Person
from croupier.table.core.state import Round
from croupier.table.money.seats import SeatTaken, TakeSeat
from croupier.table.money.withholding import Withhold
from croupier.table.rounds.calls import BettingOpened, CloseBetting, DiceShaken, OpenBetting, ShakeDice
from croupier.table.rounds.dice import DiceDeclined, DicePassed
from croupier.table.rounds.results import AnnounceResult, AreasLit, BetsPaid, FinishPaying, UncoverTumbler
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.shooting import DiceRested, DiceShot
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import FaultReported, VoidRound
from croupier.testing.device import PromptDealer
from journals import bodies, journal_on
from patience import PATIENCE
from viewer import Viewer
from virtual import Floor, on_virtual_time

SIC_BO, ROULETTE = "star-sicbo-2016", "ministar-roulette-2018"
STAR, ARUZE, ADELAIDE = "star-craps-2016", "aruze-craps-2024", "adelaide-craps-2003"
QUICK = Timing(betting=0.05, showing=0.01, calling=0.005, patience=0.1, offer=0.1)
DORA = Person("Dora", "dealer")


def on_a_floor(
    path: Path,
    name: str,
    scene: Callable[[Dealer, list[Event]], Awaitable[None]],
    device: Device | None = None,
    clock: Clock = now,
) -> list[Event]:
    """A table that runs by itself with a bot at it, while a scene is played; what was told of it."""
    told: list[Event] = []

    async def play() -> None:
        journal = journal_on(path)
        house = House(journal, device or SoftwareGenerator(), QUICK, clock)
        dealer = await house.open(name, ruleset(name), {"minimum": 100}, confirmed=["SB-01"])
        dealer.listeners.append(lambda happened: told.append(happened.event))
        if "ann" not in dealer.table.layout:
            await dealer.ask(TakeSeat(seat="ann", chips=Cents(100_000)))
        running = asyncio.gather(house.run(), bet(dealer, house))
        async with asyncio.timeout(PATIENCE):
            await scene(dealer, told)
        house.stop()
        await running
        journal.close()

    async def bet(dealer: Dealer, house: House) -> None:
        player = Player("ann", random.Random(7))  # noqa: S311 - a bot's whims
        while not house.stopping:
            if wish := player.next(dealer.table):
                await dealer.ask(wish)
            await asyncio.sleep(0.005)

    asyncio.run(play())
    again = resettle(bodies(path, name))
    assert again.holds, again.sentences
    return told


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 - what is waited for has no event of its own
        await asyncio.sleep(0.005)


def settled(told: list[Event]) -> int:
    return sum(isinstance(event, RoundSettled) for event in told)


def test_a_dealer_relieves_the_machine_and_gives_the_table_back(tmp_path: Path) -> None:
    """Relieved between two calls, the machine makes none and only lights the areas; whoever relieved it makes the same ones."""

    async def scene(dealer: Dealer, told: list[Event]) -> None:
        await until(lambda: settled(told) > 1)
        assert (await dealer.ask(RelieveDealer(by=DORA))).ok
        await until(lambda: dealer.table.desk.dealer == DORA)
        number, phase = dealer.table.round.number, dealer.table.round.phase
        await asyncio.sleep(0.3)
        waits_in = Phase.LIT if phase is Phase.SETTLED else phase
        assert (dealer.table.round.number, dealer.table.round.phase) == (number, waits_in)
        if waits_in in (Phase.LIT, Phase.DONE):
            await dealer.ask(FinishPaying(by=DORA))
        else:
            assert (await dealer.ask(VoidRound(by=DORA, ground="tumbler-fault"))).ok
        for call in (
            ShakeDice(by=DORA, times=3),
            OpenBetting(by=DORA),
            CloseBetting(by=DORA),
            UncoverTumbler(by=DORA),
            AnnounceResult(by=DORA, numbers=(1, 2, 5), total=8),
        ):
            assert (await dealer.ask(call)).ok
        rounds = settled(told)
        await dealer.ask(RelieveDealer(by=Person(AUTOMATIC, "dealer")))
        await until(lambda: settled(told) > rounds + 1)

    on_a_floor(tmp_path / "journal.sqlite", SIC_BO, scene)


class Breaking(SoftwareGenerator):
    """A tumbler that fails every second time."""

    def __init__(self, ground: str) -> None:
        super().__init__()
        self._ground = ground
        self._asked = 0

    def draw(self, space: Space) -> OutcomeName | Fault:  # pyright: ignore[reportIncompatibleMethodOverride]
        self._asked += 1
        return Fault(self._ground, "The sensor timed out.") if self._asked % 2 else super().draw(space)


def test_a_fault_of_the_tumbler_voids_the_round_and_play_goes_on_6_4(tmp_path: Path) -> None:
    async def scene(_: Dealer, told: list[Event]) -> None:
        await until(lambda: settled(told) > 2)

    told = on_a_floor(tmp_path / "journal.sqlite", ARUZE, scene, Breaking("cocked"))
    faults = [event for event in told if isinstance(event, FaultReported)]
    voided = [event for event in told if isinstance(event, RoundVoided)]
    assert faults
    assert {fault.clause for fault in faults} == {"6.4.1"}
    assert {each.clause for each in voided} == {"6.4.1"}
    assert {each.by for each in voided} == {Person(STAFF_BOT, "assistant-gaming-manager")}


def test_no_roll_is_called_at_a_table_where_players_throw_5_3(tmp_path: Path) -> None:
    async def scene(_: Dealer, told: list[Event]) -> None:
        await until(lambda: settled(told) > 2)

    told = on_a_floor(tmp_path / "journal.sqlite", STAR, scene, Breaking("off-the-table"))
    assert {each.clause for each in told if isinstance(each, RoundVoided)} == {"5.3.1"}


class Counting(SoftwareGenerator):
    """A tumbler that counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def draw(self, space: Space) -> OutcomeName:
        self.asked += 1
        return super().draw(space)


async def brought_to(phase: Phase, path: Path, device: PromptDevice) -> Round:
    """Play a round of Sic Bo with a bet up to this phase, without a loop, and leave it there."""
    journal = journal_on(path)
    house, calls = House(journal, device, QUICK), PromptDealer(device)
    dealer = await house.open(SIC_BO, ruleset(SIC_BO), {"minimum": 100}, confirmed=["SB-01"])
    await dealer.ask(TakeSeat(seat="bob", chips=Cents(100_000)))
    while dealer.table.round.phase is not phase:
        call = calls.next(dealer.table)
        assert call
        assert (await dealer.ask(call)).ok
        if dealer.table.round.phase is Phase.BETTING:
            assert (await dealer.ask(PlaceBet(seat="bob", wager="small", stake=Cents(1000)))).ok
    journal.close()
    return dealer.table.round


@pytest.mark.parametrize("phase", [Phase.SHAKEN, Phase.BETTING, Phase.CLOSED, Phase.UNCOVERED, Phase.ANNOUNCED])
def test_a_restart_continues_the_round_in_play(phase: Phase, tmp_path: Path) -> None:
    """Whoever kills the process gets no void round, and dice that were shown stay as they were."""

    async def go_on(_: Dealer, told: list[Event]) -> None:
        await until(lambda: settled(told) > 0)

    path, device = tmp_path / "journal.sqlite", Counting()
    round = asyncio.run(brought_to(phase, path, device))
    assert device.asked == (phase in (Phase.UNCOVERED, Phase.ANNOUNCED))
    told = on_a_floor(path, SIC_BO, go_on)
    ended = next(event for event in told if isinstance(event, RoundVoided | RoundSettled))
    assert isinstance(ended, RoundSettled)
    if phase is Phase.SHAKEN:
        assert next(event.round for event in told if isinstance(event, BettingOpened)) == round.number
    else:
        assert [(bet.wager, bet.stake) for bet in ended.decided if bet.seat == "bob"] == [("small", 1000)]
    assert ended.outcome == (round.uncovered or ended.outcome)


@pytest.mark.parametrize("phase", [Phase.SETTLED, Phase.LIT])
def test_a_restart_after_the_result_pays_the_round_and_draws_nothing_for_it(phase: Phase, tmp_path: Path) -> None:
    async def go_on(dealer: Dealer, _: list[Event]) -> None:
        await until(lambda: dealer.table.round.phase is Phase.BETTING)

    path = tmp_path / "journal.sqlite"
    round = asyncio.run(brought_to(phase, path, SoftwareGenerator()))
    told = [event for event in on_a_floor(path, SIC_BO, go_on) if not isinstance(event, SeatTaken)]
    kinds = [type(event) for event in told]
    assert kinds[: kinds.index(DiceShaken)] == [AreasLit, BetsPaid][phase is Phase.LIT :]
    assert next(event.round for event in told if isinstance(event, DiceShaken)) == round.number + 1


def test_the_machine_calls_rounds_off_and_decides_nothing_else_for_the_staff(tmp_path: Path) -> None:
    """Money that was withheld stays withheld, a notice waits to be given, a dispute waits to be decided."""

    async def scene(dealer: Dealer, told: list[Event]) -> None:
        operator = Person("Olga", "operator")
        assert (await dealer.ask(Withhold(seat="ann", amount=Cents(40_000), by=operator, why="investigation 4711"))).ok
        assert (await dealer.ask(OpenDispute(seat="ann", about="The payment was short."))).ok
        rounds = settled(told)
        await until(lambda: settled(told) > rounds + 1)
        assert dealer.table.book.balance(withheld("ann")) == 40_000
        assert [notice.given for notice in dealer.table.desk.notices.values()] == [None]
        assert [file.decided_by for file in dealer.table.desk.disputes.values()] == [None]

    on_a_floor(tmp_path / "journal.sqlite", ARUZE, scene)


def test_what_staff_write_down_about_a_player_is_told_to_no_terminal(tmp_path: Path) -> None:
    async def play() -> list[str]:
        journal = journal_on(tmp_path / "journal.sqlite")
        house = House(journal, SoftwareGenerator(), QUICK)
        dealer = await house.open(ARUZE, ruleset(ARUZE), {"minimum": 100})
        hub, bob = Hub(dealer), Viewer("bob")
        for seat in ("ann", "bob"):
            await dealer.ask(TakeSeat(seat=seat, chips=Cents(10_000)))
        hub.join(bob, 0)
        await dealer.ask(Withhold(seat="ann", amount=Cents(5_000), by=Person("Olga", "operator"), why="investigation 4711"))
        await dealer.ask(OpenDispute(seat="ann", about="My money is gone."))
        await dealer.ask(OpenBetting(deadline=10**13))
        journal.close()
        return [str(message) for message in bob.told]

    told = " ".join(asyncio.run(play()))
    assert "BettingOpened" in told
    assert not any(re.search(rf"\b{secret}\b", told) for secret in ("ann", "4711", "Olga", "withheld", "My money"))


def test_ad_11c_the_automatic_dealer_records_when_the_dice_come_to_rest() -> None:
    """After every throw, and before the total is called."""

    async def scene(clock: Clock) -> None:
        floor = Floor(clock, Timing(betting=5, showing=1))
        await floor.open(ADELAIDE)
        async with floor.running():
            await asyncio.sleep(120)
        of_a_throw = [event for event in floor.told[ADELAIDE] if isinstance(event, DiceShot | DiceRested | RoundSettled)]
        throws = [of_a_throw[at : at + 3] for at in range(0, len(of_a_throw), 3)]
        assert len(throws) > 5
        for shot, rested, settled in throws[:-1]:  # the last one is finished at once when the floor closes
            assert [type(each) for each in (shot, rested, settled)] == [DiceShot, DiceRested, RoundSettled]
            assert shot.at < rested.at < settled.at

    on_virtual_time(scene)


def test_nobody_is_hurried_because_the_floor_stops(tmp_path: Path) -> None:
    """The round in which a player has the dice is left as it is; what a player did not do is not written down."""

    async def play() -> list[Event]:
        told: list[Event] = []
        journal = journal_on(tmp_path / "journal.sqlite")
        house = House(journal, SoftwareGenerator(), Timing(betting=0.05, showing=0.01, calling=0.01, patience=10 * PATIENCE))
        dealer = await house.open(STAR, ruleset(STAR), {"minimum": 100})
        dealer.listeners.append(lambda happened: told.append(happened.event))
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))
        running = asyncio.ensure_future(house.run())
        await until(lambda: dealer.table.round.offered == "ann")
        house.stop()
        await asyncio.wait_for(running, PATIENCE)
        journal.close()
        return told

    assert not [event for event in asyncio.run(play()) if isinstance(event, DiceDeclined | DicePassed | DiceShot)]


@pytest.mark.parametrize("name", [ARUZE, STAR, SIC_BO])
def test_a_wall_clock_that_is_set_back_stops_no_table(name: str, tmp_path: Path) -> None:
    """A round opens for as long as ever, counted from the last thing that happened, whatever the wall says."""
    set_back = 0

    async def scene(_: Dealer, told: list[Event]) -> None:
        nonlocal set_back
        await until(lambda: settled(told) > 0)
        set_back = 3_600_000
        rounds = settled(told)
        await until(lambda: settled(told) > rounds + 2)

    told = on_a_floor(tmp_path / "journal.sqlite", name, scene, clock=lambda: now() - set_back)
    times = [event.at for event in told]
    assert times == sorted(times)


class Slow(SqliteStore):
    """A disk that takes much longer than a dealer between two calls."""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        time.sleep(0.03)
        super().commit(before, lines)


ASKED_IN = {
    SIC_BO: Phase.CLOSED,
    ROULETTE: Phase.CLOSED,
    ARUZE: Phase.SHOT,
    STAR: Phase.SHOT,
    ADELAIDE: Phase.SHOT,
}
"""The last phase before the result: from it on, nobody may bet."""


@pytest.mark.parametrize("name", names())
def test_what_falls_is_asked_only_once_the_close_is_durable(name: str, tmp_path: Path) -> None:
    """The close of bets, or the throw that ends them, must be on disk before an outcome exists anywhere."""
    path, phases = tmp_path / "journal.sqlite", list[Phase]()

    class Watchful(SoftwareGenerator):
        def draw(self, space: Space) -> OutcomeName:
            phases.append(replay(bodies(path, name))[0].round.phase)
            return super().draw(space)

    async def play() -> None:
        journal = ThreadedJournal(Slow(path))
        house = House(journal, Watchful(), QUICK)
        dealer = await house.open(name, ruleset(name), {"minimum": 100}, confirmed=["SB-01"])
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(100_000)))
        running, player = asyncio.ensure_future(house.run()), Player("ann", random.Random(7))  # noqa: S311 - a bot's whims
        while len(phases) < 4:
            if wish := player.next(dealer.table):
                asking = asyncio.ensure_future(dealer.ask(wish))
                await asyncio.wait([asking], timeout=0.01)
            await asyncio.sleep(0.005)
        house.stop()
        await running
        journal.close()

    asyncio.run(play())
    assert set(phases) == {ASKED_IN[name]}
    assert ASKED_IN[name] not in ruleset(name).procedures.takes_bets


def test_a_table_that_was_given_back_is_dealt_by_the_machine_again(tmp_path: Path) -> None:
    async def scene(dealer: Dealer, told: list[Event]) -> None:
        assert (await dealer.ask(HandBackTable(by=DORA))).message == "Nobody has taken over the table."
        await until(lambda: settled(told) > 0)
        assert (await dealer.ask(RelieveDealer(by=DORA))).ok
        await until(lambda: dealer.table.desk.dealer == DORA)
        assert (await dealer.ask(HandBackTable(by=DORA))).ok
        rounds = settled(told)
        await until(lambda: settled(told) > rounds + 1)

    on_a_floor(tmp_path / "journal.sqlite", SIC_BO, scene)
