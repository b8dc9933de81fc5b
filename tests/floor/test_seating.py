"""Seats of terminals: taken with a key, left, held while a terminal is gone, released, and taken again."""

import asyncio

import pytest

from croupier.floor.client_seats import EnrolledTerminal
from croupier.floor.seat_errors import OneSeatError, SeatError, TableFullError, TooManySeatsError
from croupier.floor.seating import Seated, SeatRules
from croupier.ledger.accounts import rack
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from seats_of_terminals import HERE, RULES, Scene, played

TERMINALS = [EnrolledTerminal(f"terminal-{number}", f"Wheel {number}") for number in (1, 2, 3)]
MANAGER = Person("Leo", "assistant-gaming-manager")


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


def test_a_player_who_does_not_leave_may_not_be_able_to() -> None:
    async def scene(floor: Scene) -> None:
        seat, key = await floor.visit(cents=1000)
        await floor.bet(seat)
        assert (await floor.seating.leave(seat, "leave-1")).error == Reason.BETS_STANDING.value
        assert await floor.seating.take(key, HERE) == (seat, key)

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


def test_an_enrolled_terminal_that_comes_twice_at_once_gets_one_seat() -> None:
    async def scene(floor: Scene) -> None:
        came = await asyncio.gather(*(floor.seating.take("", HERE, TERMINALS[0]) for _ in range(5)), return_exceptions=True)
        assert [type(each) for each in came] == [Seated, *[OneSeatError] * 4]
        assert len(floor.seats) == 1

    played(scene)


def test_a_seat_that_was_refused_is_kept_for_nobody() -> None:
    """All of them ask for the same new seat at a closed table."""

    async def scene(floor: Scene) -> None:
        await floor.do(AnnounceClose(by=MANAGER, why="Late."), CloseTable(by=MANAGER, why="Late."))
        refused = await asyncio.gather(*(floor.seating.take("", HERE, each) for each in TERMINALS), return_exceptions=True)
        assert all(isinstance(each, SeatError) for each in refused)
        await floor.do(OpenDay(by=MANAGER, day="tomorrow", why="Early."))
        seated = [await floor.seating.take("", HERE, each) for each in reversed(TERMINALS)]
        assert len({each.seat for each in seated}) == 3

    played(scene)


def test_terminals_that_ask_for_the_same_seat_at_once_get_one_each() -> None:
    async def scene(floor: Scene) -> None:
        came = await asyncio.gather(*(floor.seating.take("", HERE, each) for each in TERMINALS * 2), return_exceptions=True)
        assert len({each.seat for each in came if isinstance(each, Seated)}) == 3
        assert len(floor.seats) == 3

    played(scene)
