"""Seats of terminals: taken with a key, left, held while a terminal is gone, released, and taken again."""

import asyncio
import os
import random
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor import seating as module
from croupier.floor.automatic import AutomaticDealer
from croupier.floor.company import seat_company
from croupier.floor.dealer import Dealer
from croupier.floor.held_seats import COMING_SECONDS
from croupier.floor.house import House
from croupier.floor.seat_errors import SeatError, TableFullError, TooManySeatsError
from croupier.floor.seating import SeatRules, TerminalSeats
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.streams import keys
from croupier.ledger.accounts import owed, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.locks import LockTerminal, UnlockTerminal
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import SeatTaken, TakeSeat
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.testing.evening import OPENING
from invariants import assert_the_books_are_in_order

ROULETTE, ARUZE = "ministar-roulette-2018", "aruze-craps-2024"
RULES = SeatRules()
OPERATOR, MANAGER = Person("Olga", "operator"), Person("Leo", "assistant-gaming-manager")
HERE = "10.0.0.1"


@dataclass
class Clock:
    """A monotonic clock that is set by hand, and counts how often it was read."""

    time: float = 1000.0
    reads: int = 0

    def __call__(self) -> float:
        self.reads += 1
        return self.time


@dataclass
class Shows:
    """A device that shows what it is told to."""

    outcome_name: str = ""

    def outcome(self, space: Space) -> OutcomeName:
        assert self.outcome_name in space.ways
        return OutcomeName(self.outcome_name)


@dataclass
class Scene:
    """A table with seats for terminals, in a journal that outlives its server."""

    house: House
    dealer: Dealer
    seating: TerminalSeats
    clock: Clock
    wall: Clock
    _shows: Shows = field(default_factory=Shows)

    @property
    def seats(self) -> set[str]:
        return set(self.dealer.table.layout)

    async def do(self, *commands: Command) -> None:
        for command in commands:
            reply = await self.dealer.ask(command)
            assert reply.ok, reply

    async def bet(self, seat: str, wager: str = "red") -> None:
        """Place $10 while betting is open."""
        if self.dealer.table.round.phase is not Phase.BETTING:
            await self._call()
        await self.do(PlaceBet(seat=seat, wager=wager, stake=Cents(1000)))

    async def shows(self, outcome: str) -> None:
        """Play the round to its end."""
        self._shows.outcome_name = outcome
        await self._call()
        while self.dealer.table.round.phase is not Phase.DONE:
            await self._call()

    async def _call(self) -> None:
        """Make the next call of the round, in time."""
        self.wall.time += 20_000
        call = AutomaticDealer(self._shows).next(self.dealer.table, self.dealer.now() + 1000)
        assert call
        await self.do(call)

    async def visit(self, address: str = HERE, cents: int = 0, key: str = "") -> tuple[str, str]:
        """A terminal comes, may insert money, and goes."""
        seat, key = await self.seating.take(key, address)
        self.seating.came(seat)
        if cents:
            await self.do(InsertMoney(seat=seat, amount=Cents(cents)))
        self.seating.went(seat)
        return seat, key

    async def after(self, seconds: float) -> set[str]:
        """The seats that are taken some seconds later."""
        self.clock.time += seconds
        await self.seating.sweep()
        return self.seats


@asynccontextmanager
async def a_floor(store: MemoryStore, rules: SeatRules = RULES, name: str = ROULETTE, seats: int = 0) -> AsyncGenerator[Scene]:
    """A server, from its start to a kill: nothing is tidied up at the end. Then the journal is audited."""
    journal, clock, wall = Journal(store), Clock(), Clock(OPENING)
    house = House(journal, SoftwareGenerator(), Timing(), lambda: int(wall()))
    dealer = await house.open(name, ruleset(name), {"minimum": 100}, seats=seats)
    yield Scene(house, dealer, TerminalSeats(dealer, journal, rules, os.urandom, clock), clock, wall)
    assert_the_books_are_in_order(dealer.table)
    assert all(disagreement(dealer.table, seat) == "" for seat in dealer.table.meters.terminals)
    assert resettle(line.body for line in store.lines(name)).holds
    assert not verify(store).faults


def played(scene: Callable[[Scene], Coroutine[Any, Any, None]], rules: SeatRules = RULES, **how: Any) -> MemoryStore:
    store = MemoryStore()

    async def play() -> None:
        async with a_floor(store, rules, **how) as floor:
            await scene(floor)

    asyncio.run(play())
    return store


def test_a_thousand_terminals_without_a_key_that_go_at_once_leave_room_for_a_newcomer() -> None:
    """Each from its own address, so that only the limit of the table counts."""

    async def scene(floor: Scene) -> None:
        first, _ = await floor.visit("10.1.0.0")
        for number in range(1, 1000):
            await floor.visit(f"10.1.{number // 250}.{number % 250}")
            assert len(floor.seats) <= RULES.seats
        assert first not in floor.seats
        newcomer, _ = await floor.seating.take("", "10.9.9.9")
        assert newcomer in floor.seats
        assert len(floor.seats) == RULES.seats
        assert (floor.dealer.table.meters.terminals, floor.dealer.table.desk.released) == ({}, frozenset())

    played(scene)


def test_a_thousand_terminals_of_one_address_never_hold_more_than_their_share() -> None:
    async def scene(floor: Scene) -> None:
        for _ in range(1000):
            await floor.visit()
            assert len(floor.seats) <= RULES.seats_per_address

    played(scene)


def test_a_newcomer_gets_the_empty_seat_that_was_left_longest_ago() -> None:
    async def scene(floor: Scene) -> None:
        rich, _ = await floor.visit("10.0.0.1", 500)
        late, _ = await floor.seating.take("", "10.0.0.2")
        floor.seating.came(late)
        early, _ = await floor.visit("10.0.0.3")
        floor.clock.time += 1
        floor.seating.went(late)
        assert floor.seats == {rich, late, early}
        newcomer, _ = await floor.seating.take("", "10.0.0.4")
        assert floor.seats == {rich, late, newcomer}
        another, _ = await floor.seating.take("", "10.0.0.5")
        assert floor.seats == {rich, another, newcomer}
        with pytest.raises(TableFullError, match=r"Every seat at this table is taken. Please come back in a while.$"):
            await floor.seating.take("", "10.0.0.6")

    played(scene, SeatRules(seats=3))


def test_a_table_with_few_places_is_full_for_terminals_too() -> None:
    async def scene(floor: Scene) -> None:
        gone, _ = await floor.visit()
        stays, _ = await floor.seating.take("", HERE)
        newcomer, _ = await floor.seating.take("", HERE)
        assert floor.seats == {stays, newcomer}
        assert gone not in floor.seats
        with pytest.raises(TableFullError):
            await floor.seating.take("", HERE)

    played(scene, seats=2)


def test_an_empty_seat_is_held_for_a_minute_and_one_with_credit_for_a_quarter_of_an_hour() -> None:
    async def scene(floor: Scene) -> None:
        empty, _ = await floor.visit()
        rich, _ = await floor.visit(cents=500)
        assert await floor.after(59) == {empty, rich}
        assert await floor.after(1) == {rich}
        assert await floor.after(839) == {rich}
        assert await floor.after(1) == set()
        assert floor.dealer.table.book.balance(owed(rich)) == 500

    played(scene)


def test_a_seat_with_bets_is_held_until_they_are_decided() -> None:
    async def scene(floor: Scene) -> None:
        seat, _ = await floor.visit(cents=1000)
        await floor.bet(seat)
        for _ in range(3):
            assert await floor.after(10_000) == {seat}
        await floor.shows("1")
        assert await floor.after(module.SWEEP_SECONDS) == set()
        assert floor.dealer.table.book.balance(owed(seat)) == 2000

    played(scene)


def test_credit_may_be_held_for_a_shorter_time_than_an_empty_seat() -> None:
    async def scene(floor: Scene) -> None:
        empty, _ = await floor.visit()
        await floor.visit(cents=500)
        assert await floor.after(10) == {empty}

    played(scene, SeatRules(hold_money_seconds=10))


def test_the_time_counts_anew_from_each_departure() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=500)
        await floor.after(800)
        assert await floor.visit(key=key) == (seat, key)
        assert await floor.after(899) == {seat}
        await floor.visit(key=key)
        await floor.do(Collect(seat=seat))
        assert await floor.after(59) == {seat}
        assert await floor.after(1) == set()

    played(scene)


def test_two_connections_share_a_seat_and_the_last_one_leaves_it() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.seating.take("", HERE)
        assert await floor.seating.take(key, "10.0.0.2") == (seat, key)
        floor.seating.came(seat)
        floor.seating.came(seat)
        floor.seating.went(seat)
        assert await floor.after(10_000) == {seat}
        floor.seating.went(seat)
        assert await floor.after(60) == set()

    played(scene)


def test_a_terminal_that_takes_a_seat_and_never_connects_does_not_keep_it() -> None:
    async def scene(floor: Scene) -> None:
        seat, _ = await floor.seating.take("", HERE)
        assert await floor.after(RULES.hold_empty_seconds) == {seat}
        assert await floor.after(COMING_SECONDS) == set()

    played(scene)


def test_a_seat_whose_terminal_is_expected_when_its_time_is_over_is_not_forgotten() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit()
        await floor.after(55)
        await floor.seating.take(key, HERE)  # and it never connects
        assert await floor.after(5) == {seat}
        assert await floor.after(RULES.hold_empty_seconds) == {seat}
        assert await floor.after(COMING_SECONDS - 5) == set()

    played(scene)


def test_a_seat_is_not_given_away_between_its_key_and_its_connection() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit()
        await floor.seating.take(key, HERE)
        with pytest.raises(TableFullError):
            await floor.seating.take("", HERE)
        assert floor.seats == {seat}

    played(scene, SeatRules(seats=1))


def test_an_address_may_have_so_many_seats_and_no_more() -> None:
    async def scene(floor: Scene) -> None:
        seated = [await floor.seating.take("", HERE) for _ in range(3)]
        for seat, _ in seated:
            floor.seating.came(seat)
        with pytest.raises(TooManySeatsError) as refused:
            await floor.seating.take("", HERE)
        assert str(refused.value) == "Your address has 3 seats at this table and may have no more. Leave one first."
        other, key = await floor.seating.take("", "10.0.0.2")
        # A terminal comes back to its seat from anywhere.
        assert await floor.seating.take(key, HERE) == (other, key)
        assert (await floor.seating.leave(seated[0].seat, "leave-1")).ok
        with pytest.raises(TooManySeatsError):
            await floor.seating.take("", HERE)
        assert (await floor.seating.leave(seated[1].seat, "leave-2")).ok
        await floor.seating.take("", HERE)

    played(scene, SeatRules(seats_per_address=3))


def test_many_at_once_do_not_exceed_a_limit() -> None:
    async def scene(floor: Scene) -> None:
        coming = [floor.seating.take("", HERE if number % 2 else f"10.0.1.{number}") for number in range(60)]
        came = await asyncio.gather(*coming, return_exceptions=True)
        refused = [type(each) for each in came if isinstance(each, SeatError)]
        assert len(floor.seats) == 20
        assert set(refused) == {TooManySeatsError, TableFullError}
        assert len(refused) == 40

    played(scene, SeatRules(seats=20, seats_per_address=5))


def test_a_seat_is_never_named_twice_and_a_key_dies_when_its_player_leaves() -> None:
    async def scene(floor: Scene) -> None:
        (one, first), (other, second) = await floor.visit(cents=500), await floor.visit()
        assert (await floor.seating.leave(one, "leave-1")).ok
        assert await floor.seating.leave(one, "leave-1") == await floor.seating.leave(one, "leave-1")
        third, key = await floor.seating.take(first, HERE)
        assert len({one, other, third}) == 3
        assert key != first
        assert await floor.seating.take(second, HERE) == (other, second)
        assert floor.dealer.table.book.balance(rack(third)) == 0

    played(scene)


def test_an_empty_seat_that_had_money_comes_back_under_its_name() -> None:
    """Otherwise a command that the terminal repeats would be another command: its id belongs to the seat."""

    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=500)
        await floor.do(Collect(seat=seat))
        assert await floor.after(60) == set()
        assert await floor.seating.take(key, HERE) == (seat, key)

    played(scene)


def test_a_player_who_does_not_leave_may_not_be_able_to() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=1000)
        await floor.bet(seat)
        assert (await floor.seating.leave(seat, "leave-1")).error == Reason.BETS_STANDING.value
        assert await floor.seating.take(key, HERE) == (seat, key)

    played(scene)


def test_released_credit_comes_back_with_its_key_after_a_restart() -> None:
    """The server is killed after the release, and again right after the return. Another key gets nothing of it."""
    store = MemoryStore()

    async def release() -> tuple[str, str]:
        async with a_floor(store) as floor:
            seated = await floor.visit(cents=2500)
            assert await floor.after(RULES.hold_money_seconds) == set()
            return seated

    async def come_back(seat: str, key: str) -> None:
        async with a_floor(store) as floor:
            stranger, _ = await floor.seating.take("not a key", HERE)
            assert floor.dealer.table.book.balance(rack(stranger)) == 0
            assert await floor.seating.take(key, HERE) == (seat, key)
            assert floor.dealer.durable.book.balance(rack(seat)) == 2500

    async def collect(seat: str, key: str) -> None:
        async with a_floor(store) as floor:
            assert await floor.seating.take(key, HERE) == (seat, key)
            await floor.do(Collect(seat=seat))
            assert floor.dealer.table.book.balances == {}

    seated = asyncio.run(release())
    asyncio.run(come_back(*seated))
    asyncio.run(collect(*seated))
    assert len(list(store.lines(keys(ROULETTE)))) == 2


def test_after_a_restart_seats_are_held_from_the_start_of_the_server() -> None:
    store = MemoryStore()

    async def before() -> tuple[str, str]:
        async with a_floor(store) as floor:
            await floor.visit()
            return await floor.visit(cents=500)

    async def after(seat: str, key: str) -> None:
        async with a_floor(store) as floor:
            assert len(await floor.after(59)) == 2
            assert await floor.after(1) == {seat}
            assert await floor.after(839) == {seat}
            assert await floor.seating.take(key, HERE) == (seat, key)
            floor.seating.came(seat)
            assert await floor.after(10_000) == {seat}

    asyncio.run(after(*asyncio.run(before())))


def test_two_connections_that_come_back_at_once_get_the_one_seat_with_its_money_once() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=2500)
        await floor.after(RULES.hold_money_seconds)
        both = await asyncio.gather(floor.seating.take(key, HERE), floor.seating.take(key, "10.0.0.2"))
        assert both == [(seat, key)] * 2
        taken = [each.event for each in floor.dealer.told if isinstance(each.event, SeatTaken)]
        assert [event.returned for event in taken] == [0, 2500]

    played(scene)


def test_whoever_finds_no_seat_is_told_that_the_credit_is_kept() -> None:
    async def scene(floor: Scene) -> None:
        _, key = await floor.visit(cents=2500)
        await floor.after(RULES.hold_money_seconds)
        seat, _ = await floor.seating.take("", HERE)
        floor.seating.came(seat)
        with pytest.raises(TableFullError, match=r"in a while. The \$25.00 of your last visit is kept for you.$"):
            await floor.seating.take(key, HERE)

    played(scene, SeatRules(seats=1))


def test_a_closed_table_says_so() -> None:
    async def scene(floor: Scene) -> None:
        why = "It is late."
        await floor.do(AnnounceClose(by=MANAGER, why=why), CloseTable(refund=True, by=MANAGER, why=why))
        with pytest.raises(SeatError, match=r"The table is closed"):
            await floor.seating.take("", HERE)
        assert len(floor.dealer.table.layout) == 0

    played(scene)


def test_guests_of_the_house_and_players_at_the_rail_are_never_released() -> None:
    store = MemoryStore()

    async def sit() -> None:
        async with a_floor(store) as floor:
            await seat_company(floor.house.loops[floor.dealer.name], 2, random.Random(1))  # noqa: S311 - not for security
            await floor.do(TakeSeat(seat="ann", chips=Cents(0)))

    async def wait() -> None:
        async with a_floor(store, SeatRules(seats=1)) as floor:
            assert await floor.after(10_000) == {"guest-Ada", "guest-Blaise", "ann"}
            newcomers = [await floor.visit(f"10.0.0.{number}") for number in range(3)]
            assert floor.seats == {"guest-Ada", "guest-Blaise", "ann", newcomers[-1][0]}

    asyncio.run(sit())
    asyncio.run(wait())


def test_a_seat_that_could_not_be_released_is_tried_again() -> None:
    async def scene(floor: Scene) -> None:
        seat, _ = await floor.visit()
        await floor.do(LockTerminal(seat=seat, by=OPERATOR, why="The screen flickers."))
        assert await floor.after(60) == {seat}
        await floor.do(UnlockTerminal(seat=seat, by=OPERATOR, why="It was cleaned."))
        assert await floor.after(module.TRY_AGAIN_SECONDS - 1) == {seat}
        assert await floor.after(1) == set()

    played(scene)


def test_a_full_table_does_not_try_the_same_seat_for_ever() -> None:
    async def scene(floor: Scene) -> None:
        seat, _ = await floor.visit()
        await floor.do(LockTerminal(seat=seat, by=OPERATOR, why="The screen flickers."))
        with pytest.raises(TableFullError):
            await floor.seating.take("", HERE)

    played(scene, SeatRules(seats=1))


def test_a_player_whom_a_correction_puts_back_is_released_in_time() -> None:
    """A 7 took the line bet, and the player left; with the 8 that fell the bet stands, and later loses after all."""

    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=1500)
        await floor.bet(seat, "pass-line")
        await floor.shows("2-4")
        await floor.shows("3-4")
        assert (await floor.seating.leave(seat, "leave-1")).ok
        await floor.do(CorrectOutcome(round=2, outcome=OutcomeName("2-6"), by=MANAGER, why="The dice show 8."))
        assert await floor.after(10_000) == {seat}
        await floor.shows("3-4")
        assert await floor.after(10_000) == set()
        assert await floor.seating.take(key, HERE) == (seat, key)

    played(scene, name=ARUZE)


def test_the_card_is_in_again_after_a_release() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=500)
        assert floor.dealer.table.desk.cards == {seat: f"card of {seat}"}
        await floor.after(RULES.hold_money_seconds)
        assert floor.dealer.table.desk.cards == {}
        await floor.seating.take(key, HERE)
        assert floor.dealer.table.desk.cards == {seat: f"card of {seat}"}

    played(scene, name=ARUZE)


def test_a_sweep_looks_only_at_seats_whose_time_has_come() -> None:
    """With 2,000 seats that wait, a sweep reads the clock a few times. It would read it for each seat that it looked at."""

    async def scene(floor: Scene) -> None:
        for number in range(2000):
            await floor.visit(f"10.0.{number % 100}.1")
        floor.clock.reads = 0
        assert len(await floor.after(59)) == 2000
        assert floor.clock.reads < 5
        assert await floor.after(1) == set()

    played(scene, replace(RULES, seats=2000))


def test_the_house_sweeps_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.01)

    async def play() -> None:
        journal = Journal(MemoryStore())
        house = House(journal, SoftwareGenerator(), Timing(), seating=SeatRules(hold_empty_seconds=0))
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        seating = house.seating[ROULETTE]
        seat, _ = await seating.take("", HERE)
        seating.came(seat)
        released = asyncio.Event()
        dealer.listeners.append(lambda happened: released.set() if seat not in happened.after.layout else None)
        running = asyncio.ensure_future(house.run())
        await asyncio.sleep(0.05)
        assert seat in dealer.table.layout
        seating.went(seat)
        async with asyncio.timeout(5):
            await released.wait()
        house.stop()
        await running

    asyncio.run(play())
