"""Who marks a bet that a player calls on or off: the automatic dealer, or the person who runs the table."""

import asyncio
from collections.abc import Awaitable, Callable

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.automatic import marker
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.roles import attendant, caller
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.table.authority.crew import RelieveDealer
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.steps import next_step

STAR = "star-craps-2016"
KIM = Person("Kim", "dealer")


def called(dealer: Dealer, *, on: bool = True, by: Person | None = None) -> CallBet:
    return CallBet(seat="ann", wager="place-win:6", on=on, by=by or marker(dealer.table))


def at_a_live_table(scene: Callable[[Dealer], Awaitable[None]]) -> None:
    """Ann has a Place Bet to Win on 6, and bets are open."""

    async def play() -> None:
        dealer = await House(Journal(MemoryStore()), SoftwareGenerator(), Timing()).open(STAR, ruleset(STAR), {"minimum": 100})
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))
        by = caller(next_step(dealer.table))
        assert (await dealer.ask(OpenBetting(by=by))).ok
        assert (await dealer.ask(PlaceBet(seat="ann", wager="place-win:6", stake=Cents(1200)))).ok
        await scene(dealer)

    asyncio.run(play())


def test_6_6_1_the_automatic_dealer_marks_what_a_player_calls_and_no_longer_once_a_person_runs_the_table() -> None:
    async def scene(dealer: Dealer) -> None:
        assert marker(dealer.table) == Person("automatic", "dealer")
        assert (await dealer.ask(called(dealer))).ok
        assert dealer.table.layout["ann"]["place-win:6"].called is True
        await dealer.ask(RelieveDealer(by=KIM, why="The evening shift."))
        assert marker(dealer.table) is None
        refused = await dealer.ask(called(dealer, on=False))
        assert refused.message == "Nobody said who is to mark a bet on or off: dealer or boxperson (6.6.1)."
        assert dealer.table.layout["ann"]["place-win:6"].called is True
        assert (await dealer.ask(called(dealer, on=False, by=KIM))).ok
        assert dealer.table.layout["ann"]["place-win:6"].called is False
        await dealer.ask(RelieveDealer(by=Person("automatic", attendant(dealer.table).role), why="The shift is over."))
        assert marker(dealer.table) == Person("automatic", "dealer")

    at_a_live_table(scene)


def test_a_repeated_call_gets_its_first_answer_although_a_person_has_taken_over_meanwhile() -> None:
    async def scene(dealer: Dealer) -> None:
        first = await dealer.ask(called(dealer), "ann/1")
        assert first.ok
        await dealer.ask(RelieveDealer(by=KIM, why="The evening shift."))
        assert await dealer.ask(called(dealer), "ann/1") == first
        other = await dealer.ask(called(dealer, on=False), "ann/1")
        assert other.error == "other-command"

    at_a_live_table(scene)
