"""Who is offered the dice: no player can hold a table up, and nobody throws for bets that no throw decides."""

import asyncio

import pytest

from croupier.floor.automatic import marker
from croupier.floor.clock import Clock
from croupier.floor.crews import Crews
from croupier.floor.roles import AUTOMATIC
from croupier.floor.timetable import Timed, Timing
from croupier.floor.waiting import Waiting, waiting
from croupier.money import Cents
from croupier.people.register import Register
from croupier.rules.sequence import Phase
from croupier.table.authority.crew import RelieveDealer
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.person import Person
from croupier.table.rounds.dice import AcceptDice, DeclineDice, DiceDeclined, DiceOffered, DicePassed, OrderPass, PassDice
from croupier.table.rounds.shooting import DiceShot, ShootDice
from virtual import on_virtual_time
from visitors import Visited

NO_CREWS = Crews({}, Register)
"""Nobody is signed in."""

STAR, ADELAIDE = "star-craps-2016", "adelaide-craps-2003"
LINE = {STAR: "win-line", ADELAIDE: "pass"}
TIMING = Timing()


def bet(seat: str, wager: str, stake: int = 1000) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def offered(table: Visited) -> list[str]:
    return [each.seat for each in table.told if isinstance(each, DiceOffered)]


async def declined_with_a_bet(table: Visited, seat: str) -> None:
    """Let a player decline the dice and bet on the field, so that the bet waits for a throw."""
    await table.until(lambda: table.dealer.table.round.offered == seat)
    await table.do(DeclineDice(seat=seat), bet(seat, "field"))


async def hold_up(table: Visited, seat: str, *, by: type[DeclineDice | PassDice], bets: str) -> None:
    """Keep the dice for as long as they are offered, refuse them, and bet so that they might be offered again."""
    while not table.times(DiceShot):
        round = table.dealer.table.round
        if round.offered == seat:
            await asyncio.sleep(7.5)
            if by is PassDice:
                await table.do(AcceptDice(seat=seat, dice=(1, 2)))
                await asyncio.sleep(14)
            await table.do(by(seat=seat), bet(seat, bets), TakeDown(seat=seat, wager=bets))
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("name", LINE)
@pytest.mark.parametrize("on_the_line", [False, True])
@pytest.mark.parametrize("by", [DeclineDice, PassDice])
def test_a_player_who_refuses_the_dice_is_not_asked_again_in_the_round(
    name: str, by: type[DeclineDice | PassDice], *, on_the_line: bool
) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        victim, attacker = await table.visitor(), await table.visitor()
        table.run()
        await declined_with_a_bet(table, victim)
        async with asyncio.timeout(120):
            await hold_up(table, attacker, by=by, bets=LINE[name] if on_the_line else "field")
        assert offered(table) == [victim, attacker]
        assert TIMING.betting <= table.times(DiceShot)[0] <= TIMING.betting + TIMING.patience
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_once_betting_is_over_only_a_player_with_the_line_bet_is_asked(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        seats = [await table.visitor() for _ in range(5)]
        table.run()
        await declined_with_a_bet(table, seats[0])
        await table.do(bet(seats[4], LINE[name]))
        await table.until(lambda: table.times(DiceShot))
        times = dict(zip(offered(table), table.times(DiceOffered), strict=True))
        assert list(times) == [*seats[:3], seats[4]]
        assert times[seats[2]] < TIMING.betting < times[seats[4]]
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_fifteen_seconds_after_betting_nobody_is_asked_and_the_house_throws(name: str) -> None:
    """Every player has the line bet and lets the offer lapse."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        seats = [await table.visitor() for _ in range(10)]
        table.run()
        await table.until(lambda: table.dealer.table.round.phase is Phase.BETTING)
        await table.do(*(bet(seat, LINE[name]) for seat in seats))
        await table.until(lambda: table.times(DiceShot))
        last = TIMING.betting + TIMING.patience
        assert table.times(DiceOffered)[-1] < last
        assert last <= table.times(DiceShot)[0] < last + TIMING.offer
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize("name", LINE)
def test_a_player_who_let_an_offer_lapse_at_a_resting_table_is_asked_again_for_a_line_bet(name: str) -> None:
    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: table.times(DiceDeclined))
        await asyncio.sleep(600)
        assert offered(table) == [seat]
        await table.do(bet(seat, LINE[name]))
        await table.until(lambda: offered(table) == [seat, seat], 5)
        table.close()

    on_virtual_time(scene)


def test_the_house_does_not_throw_for_bets_that_absent_players_called_off() -> None:
    """Their other bets are decided first. Then the table rests until a player is back."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, STAR, falls=("2-2",))
        seat = await table.visitor(money=1600)
        table.run()
        await table.until(lambda: table.dealer.table.round.offered == seat)
        await table.do(AcceptDice(seat=seat, dice=(1, 2)), bet(seat, LINE[STAR]), ShootDice(seat=seat))
        await table.until(lambda: table.dealer.table.round.number == 2 and table.dealer.table.round.phase is Phase.BETTING)
        await table.do(bet(seat, "place-win:6", 600))
        await table.do(CallBet(seat=seat, wager="place-win:6", on=False, by=marker(table.dealer.table)))
        table.seating.went(seat)
        await table.until(lambda: list(table.dealer.table.layout[seat]) == ["place-win:6"], 3600)
        await asyncio.sleep(60)
        assert table.loop.timetable.timed(table.dealer.durable) == Timed()
        line = table.dealer.line
        await asyncio.sleep(3600)
        assert table.dealer.line == line
        table.seating.came(seat)
        await table.do(CallBet(seat=seat, wager="place-win:6", on=True, by=marker(table.dealer.table)))
        await table.until(lambda: not table.dealer.table.layout[seat], 3600)
        table.close()

    on_virtual_time(scene)


@pytest.mark.parametrize(("name", "box"), [(STAR, Person("Bea", "boxperson")), (ADELAIDE, Person("Bea", "boxman"))])
@pytest.mark.parametrize("throws", [False, True])
def test_3_7_2_13a_ii_on_a_live_floor_a_person_orders_the_pass(
    name: str, box: Person, capsys: pytest.CaptureFixture[str], *, throws: bool
) -> None:
    """The loop reports once that the shooter delays. The shooter may still throw."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, is_live=True)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: table.dealer.table.round.offered == seat)
        await table.do(bet(seat, LINE[name]), AcceptDice(seat=seat, dice=(1, 2)))
        await asyncio.sleep(TIMING.betting + TIMING.patience - 5)
        assert waiting(table.loop, NO_CREWS) is None
        await asyncio.sleep(600)
        assert waiting(table.loop, NO_CREWS) is Waiting.SHOOTER
        assert table.dealer.table.round.shooter == seat
        assert not table.times(DicePassed, DiceShot)
        await table.do(ShootDice(seat=seat) if throws else OrderPass(by=box, why="delay"))
        await table.until(lambda: table.times(DiceShot))
        assert [each.by for each in table.told if isinstance(each, DicePassed)] == ([] if throws else [box])
        assert waiting(table.loop, NO_CREWS) is None
        table.close()

    on_virtual_time(scene)
    assert capsys.readouterr().err.count("the shooter does not throw; a person has to order") == 1


def test_a_guest_with_the_dice_throws_when_the_person_who_deals_says_so() -> None:
    """A bot that threw by itself would end the bets that a dealer is taking."""

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, ADELAIDE, guests=2)
        table.run()
        await table.until(lambda: table.dealer.table.round.phase is Phase.BETTING and table.dealer.table.round.shooter)
        await table.do(RelieveDealer(by=Person("Dora", "dealer")))
        thrown = len(table.times(DiceShot))
        await asyncio.sleep(300)
        assert len(table.times(DiceShot)) == thrown
        await table.do(RelieveDealer(by=Person(AUTOMATIC, "dealer")))
        await table.until(lambda: len(table.times(DiceShot)) > thrown)
        table.close()

    on_virtual_time(scene)
