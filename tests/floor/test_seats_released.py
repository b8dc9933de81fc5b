"""Seats of terminals: held while a terminal is gone, released, and taken again."""

import asyncio
import random
from dataclasses import replace

import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor import seating as module
from croupier.floor.company import seat_company
from croupier.floor.held_seats import COMING_SECONDS
from croupier.floor.house import House
from croupier.floor.seat_errors import SeatError, TableFullError
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.streams import keys
from croupier.ledger.accounts import owed, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.core.person import Person
from croupier.table.money.credit import Collect
from croupier.table.money.locks import LockTerminal, UnlockTerminal
from croupier.table.money.seats import SeatTaken, TakeSeat
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.rounds.correcting import CorrectOutcome
from patience import PATIENCE
from seats_of_terminals import ARUZE, HERE, ROULETTE, RULES, Scene, a_floor, played

OPERATOR, MANAGER = Person("Olga", "operator"), Person("Leo", "assistant-gaming-manager")


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


def test_an_empty_seat_that_had_money_comes_back_under_its_name() -> None:
    """Otherwise a command that the terminal repeats would be another command: its id belongs to the seat."""

    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=500)
        await floor.do(Collect(seat=seat))
        assert await floor.after(60) == set()
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
        assert floor.dealer.table.desk.cards == {seat: seat}
        await floor.after(RULES.hold_money_seconds)
        assert floor.dealer.table.desk.cards == {}
        await floor.seating.take(key, HERE)
        assert floor.dealer.table.desk.cards == {seat: seat}

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
        async with asyncio.timeout(PATIENCE):
            await released.wait()
        house.stop()
        await running

    asyncio.run(play())
