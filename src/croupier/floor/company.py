"""Company: seated players who bet, so that a table is never empty."""

import asyncio
import random
from collections.abc import Coroutine, Sequence

from croupier.floor.dealer import Dealer, Happened
from croupier.ledger import rack
from croupier.money import Cents
from croupier.table.commands import InsertMoney, PlaceBet, ShootDice, TakeSeat
from croupier.table.events import BettingClosed, BettingOpened

CHIPS = (100, 200, 500, 1000)
BANKROLL = 50_000
GUEST = "guest-"
NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence")


class Guest:
    """Someone at the table who bets a little every round, and shoots when it is their turn."""

    def __init__(self, dealer: Dealer, seat: str, chance: random.Random) -> None:
        """Sit down at a table."""
        self._dealer = dealer
        self._seat = seat
        self._chance = chance
        self._doing: set[asyncio.Task[None]] = set()
        dealer.listeners.append(self._heard)

    async def sit(self) -> None:
        """Take the seat, or go on sitting in it."""
        if self._seat not in self._dealer.table.layout:
            await self._dealer.ask(TakeSeat(seat=self._seat, chips=Cents(BANKROLL)))

    def _heard(self, happened: Happened) -> None:
        match happened.event:
            case BettingOpened():
                self._do(self._bet())
            case BettingClosed(shooter=shooter) if shooter == self._seat:
                self._do(self._shoot())
            case _:
                pass

    def _do(self, what: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._doing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.result()  # a guest who fails is a fault of ours, and the event loop reports it

    async def _bet(self) -> None:
        """A few bets at one's own pace. A refusal is no reason to leave."""
        if self._dealer.table.book.balance(rack(self._seat)) < BANKROLL // 10:
            await self._dealer.ask(InsertMoney(seat=self._seat, amount=Cents(BANKROLL)))
        wagers = self._favourites()
        for _ in range(self._chance.randint(1, 3)):
            await asyncio.sleep(self._chance.uniform(0.3, 2.5))
            offer = self._chance.choice(wagers)
            units = self._dealer.table.rules.addresses[offer].offer.wager.units
            stake = self._chance.choice(CHIPS) * units
            await self._dealer.ask(PlaceBet(seat=self._seat, wager=offer, stake=Cents(stake)))

    def _favourites(self) -> Sequence[str]:
        """The bets of a shooter first, then anything on the felt."""
        rules = self._dealer.table.rules
        lines = rules.shooting.with_one_of if rules.shooting else ()
        return [*lines * 8, *(offer.id for offer in rules.offers)]

    async def _shoot(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.8, 2.5))
        await self._dealer.ask(ShootDice(seat=self._seat))


async def seat_company(dealer: Dealer, count: int, chance: random.Random) -> list[Guest]:
    """Seat a few guests at a table."""
    guests = [Guest(dealer, f"{GUEST}{name}", chance) for name in NAMES[:count]]
    for guest in guests:
        await guest.sit()
    return guests
