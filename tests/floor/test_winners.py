"""Winning bets stay up at a dealer's table (reading AZ-37): by themselves, or for a new commission if the player says so."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from croupier.audit.resettle import resettle
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import Clock
from croupier.floor.house import House
from croupier.floor.roles import AUTOMATIC, holder
from croupier.floor.timetable import Timed, Timing
from croupier.floor.winners import new_commissions
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.crew import RelieveDealer
from croupier.table.bets.placing import BetPlaced, LeaveUp, PlaceBet
from croupier.table.core.person import Person
from croupier.table.money.locks import LockTerminal
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice import AcceptDice
from croupier.table.rounds.results import BetsPaid, EnterOutcome, FinishPaying
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.shooting import ShootDice
from virtual import on_virtual_time
from visitors import Visited

STAR, ADELAIDE = "star-craps-2016", "adelaide-craps-2003"
LINE = {STAR: "win-line", ADELAIDE: "pass"}
BUY = {STAR: "buy:6", ADELAIDE: "buy-win:6"}
HARD_SIX = {STAR: 57_000, ADELAIDE: 54_000}
"""What $60 on a hard 6 wins."""
TIMING = Timing()
FALLS = ("2-2", "3-3")
"""The point is 4, and then bets on 6 win."""


async def won(table: Visited, seat: str, *wagers: str) -> None:
    """Let a visitor throw a point, bet on wagers and throw again, until the wagers have won."""
    await table.until(lambda: table.dealer.table.round.offered == seat)
    await table.do(AcceptDice(seat=seat, dice=(1, 2)), PlaceBet(seat=seat, wager=LINE[table.dealer.name], stake=Cents(1000)))
    await table.do(ShootDice(seat=seat))
    await table.until(lambda: table.dealer.table.round.number == 2 and table.dealer.table.round.phase is Phase.BETTING)
    await table.do(*(PlaceBet(seat=seat, wager=wager, stake=Cents(6000)) for wager in wagers), ShootDice(seat=seat))
    await table.until(lambda: table.dealer.durable.round.phase is Phase.SETTLED)
    assert [each.outcome for each in table.told if isinstance(each, RoundSettled)] == list(FALLS)


def paid_after(table: Visited) -> float:
    """Seconds between the last result and the end of paying."""
    result = max(each.at for each in table.told if isinstance(each, RoundSettled))
    (paid,) = (each.at for each in table.told if isinstance(each, BetsPaid) and each.at > result)
    return (paid - result) / 1000


def played(name: str, scene: Callable[[Visited, str], Awaitable[None]]) -> None:
    """Play a scene with one visitor; then the audit decides every line again."""
    store = MemoryStore()

    async def run(clock: Clock) -> None:
        table = await Visited.open(clock, name, falls=FALLS, store=store)
        seat = await table.visitor()
        table.run()
        await scene(table, seat)
        table.close()

    on_virtual_time(run)
    again = resettle(line.body for line in store.lines(name))
    assert again.holds, again.sentences


@pytest.mark.parametrize("name", LINE)
def test_az_37_the_chips_of_a_winning_bet_stay_until_the_player_takes_them(name: str) -> None:
    async def scene(table: Visited, seat: str) -> None:
        await won(table, seat, "place-win:6", "hardway:6")
        await table.until(lambda: table.dealer.durable.round.number == 3)
        assert {wager: bet.stake for wager, bet in table.dealer.durable.layout[seat].items()} == {
            LINE[name]: 1000,
            "place-win:6": 6000,
            "hardway:6": 6000,
        }
        assert table.dealer.durable.book.balance(rack(seat)) == 50_000 - 13_000 + 7000 + HARD_SIX[name]
        assert paid_after(table) == TIMING.calling

    played(name, scene)


@pytest.mark.parametrize("name", LINE)
def test_az_37_a_new_commission_is_offered_and_paying_waits_ten_seconds_for_the_answer(name: str) -> None:
    async def scene(table: Visited, seat: str) -> None:
        await won(table, seat, BUY[name], "place-win:6")
        await table.until(lambda: "place-win:6" in table.dealer.durable.layout[seat])
        durable = table.dealer.durable
        assert new_commissions(durable, seat) == {BUY[name]: 300}
        assert table.loop.timetable.timed(durable) == Timed(durable.round.since + 10_000, "paying")
        await table.until(lambda: table.dealer.durable.round.phase is Phase.DONE)
        assert paid_after(table) == TIMING.paying
        assert BUY[name] not in table.dealer.durable.layout[seat]

    played(name, scene)


def test_az_37_paying_goes_on_as_soon_as_the_player_has_answered() -> None:
    async def scene(table: Visited, seat: str) -> None:
        await won(table, seat, BUY[STAR])
        await asyncio.sleep(3)
        assert table.dealer.durable.round.phase is Phase.SETTLED
        await table.do(LeaveUp(seat=seat, wager=BUY[STAR]))
        await table.until(lambda: table.dealer.durable.round.phase is Phase.DONE)
        assert paid_after(table) < 3.5
        assert table.dealer.durable.layout[seat][BUY[STAR]].stake == 6000

    played(STAR, scene)


def test_az_37_paying_does_not_wait_where_the_bet_cannot_stay_up() -> None:
    """The terminal is locked, so it takes no bet, and the player is not asked."""

    async def scene(table: Visited, seat: str) -> None:
        await won(table, seat, BUY[STAR])
        await table.do(LockTerminal(seat=seat, why="A test."))
        assert new_commissions(table.dealer.table, seat) == {}
        assert table.loop.timetable.timed(table.dealer.durable) == Timed()
        await table.until(lambda: table.dealer.durable.round.phase is Phase.DONE)
        assert paid_after(table) == TIMING.calling

    played(STAR, scene)


def test_az_37_paying_waits_no_longer_for_a_player_who_is_gone() -> None:
    async def scene(table: Visited, seat: str) -> None:
        await won(table, seat, BUY[STAR])
        table.seating.went(seat)
        await table.until(lambda: table.dealer.durable.round.phase is Phase.DONE)
        assert paid_after(table) == TIMING.gone

    played(STAR, scene)


def test_az_37_the_floor_leaves_bets_up_also_where_a_person_deals() -> None:
    async def scene(table: Visited, seat: str) -> None:
        dealer, stick = Person("Dora", "dealer"), Person("Robin", "stickperson")
        await table.until(lambda: table.dealer.table.round.offered == seat)
        await table.do(AcceptDice(seat=seat, dice=(1, 2)), PlaceBet(seat=seat, wager="win-line", stake=Cents(1000)))
        await table.do(PlaceBet(seat=seat, wager="big-6", stake=Cents(500)), RelieveDealer(by=dealer))
        await table.do(ShootDice(seat=seat), EnterOutcome(outcome=OutcomeName("3-3"), by=stick))
        await asyncio.sleep(60)
        assert [each.wager for each in table.told if isinstance(each, BetPlaced) and each.left_up] == ["big-6"]
        assert table.dealer.durable.round.phase is Phase.SETTLED, "the dealer ends the round"
        await table.do(FinishPaying(by=dealer), RelieveDealer(by=Person(AUTOMATIC, "dealer")))

    played(STAR, scene)


async def _next_round(table: Visited, number: int) -> None:
    await table.until(lambda: table.dealer.table.round.number == number and table.dealer.table.round.phase is Phase.BETTING)


@pytest.mark.parametrize("name", LINE)
@pytest.mark.parametrize(("wrong", "right", "won_twice"), [("2-3", "2-4", 2), ("2-4", "2-3", 1), ("3-3", "2-4", 2)])
def test_az_37_a_corrected_round_leaves_bets_up_as_if_it_had_been_entered_rightly(
    name: str, wrong: str, right: str, won_twice: int
) -> None:
    """The place bet on 6 wins in round 3 too, if it stands there."""
    store = MemoryStore()

    async def scene(clock: Clock) -> None:
        table = await Visited.open(clock, name, falls=("2-2", wrong, "1-5"), store=store)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: table.dealer.table.round.offered == seat)
        await table.do(AcceptDice(seat=seat, dice=(1, 2)), PlaceBet(seat=seat, wager=LINE[name], stake=Cents(1000)))
        await table.do(ShootDice(seat=seat))
        await _next_round(table, 2)
        await table.do(PlaceBet(seat=seat, wager="place-win:6", stake=Cents(6000)), ShootDice(seat=seat))
        await _next_round(table, 3)
        await table.do(ShootDice(seat=seat))
        await _next_round(table, 4)
        manager = holder(table.dealer.table, Act.CORRECT_OUTCOME)
        assert manager
        await table.do(CorrectOutcome(by=manager, why="It was misread.", round=2, outcome=OutcomeName(right)))
        corrected = table.dealer.durable
        assert corrected.layout[seat]["place-win:6"].stake == 6000
        assert corrected.book.balance(rack(seat)) == 50_000 - 7000 + won_twice * 7000
        table.close()

    on_virtual_time(scene)
    again = resettle(line.body for line in store.lines(name))
    assert again.holds, again.sentences


def test_mr_4_1_3_at_an_electronic_table_the_player_is_asked_or_the_chips_come_down() -> None:
    """Reading AZ-37 lets a terminal of Aruze leave bets up. By itself it never does."""

    async def scene(clock: Clock) -> None:
        rules = ruleset("aruze-craps-2024")
        house = House(Journal(MemoryStore()), SoftwareGenerator(), TIMING, clock)
        dealer = await house.open("craps", rules, {"minimum": 100}, readings={"AZ-37": "may-stay-up"})
        assert not dealer.table.staying
        table = Visited(house, dealer)
        seat = await table.visitor()
        table.run()
        await table.until(lambda: dealer.table.round.phase is Phase.BETTING)
        while not dealer.durable.staying:
            for wager in ("big-6", "big-8"):
                await dealer.ask(PlaceBet(seat=seat, wager=wager, stake=Cents(100)))
            await asyncio.sleep(1)
        winners = dealer.durable.staying[seat]
        assert new_commissions(dealer.durable, seat) == dict.fromkeys(winners, 0)
        table.close()

    on_virtual_time(scene)
