"""Company: seated players who bet, so that a table is never empty."""

import asyncio
import random

from croupier.bots.player import BANKROLL, Player
from croupier.floor.dealer import Dealer, Happened
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.commands import Collect, OpenDispute, TakeSeat
from croupier.table.events import BetPlaced

GUEST = "guest-"
NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence")
MOST_BETS = 3
"""How many bets a guest makes in a round; a table is to be looked at, not to be filled."""


NOT_FOR_SHOW = (Collect, OpenDispute)
"""What bots do in tests and company would not."""


class Guest:
    """Someone at the table who bets a little every round, and throws when it is their turn."""

    def __init__(self, dealer: Dealer, seat: str, chance: random.Random) -> None:
        """Sit down at a table."""
        self._dealer = dealer
        self._player = Player(seat, chance)
        self._chance = chance
        self._bets = 0
        self._doing: set[asyncio.Task[None]] = set()
        dealer.listeners.append(self._heard)

    async def sit(self) -> None:
        """Take the seat, or go on sitting in it."""
        seat = self._player.seat
        if seat not in self._dealer.table.layout:
            await self._dealer.ask(TakeSeat(seat=seat, chips=Cents(BANKROLL)))
        elif self._wants_something():
            self._do()  # the table was stopped while it waited for this guest

    async def leave(self) -> None:
        """Do nothing any more. The seat stays theirs, with what is on the felt."""
        self._dealer.listeners.remove(self._heard)
        for task in self._doing:
            task.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)

    def _heard(self, happened: Happened) -> None:
        round, seat = happened.after.round, self._player.seat
        if happened.before.round.number != round.number:
            self._bets = self._chance.randint(1, MOST_BETS)
        if isinstance(happened.event, BetPlaced) and happened.event.seat != seat:
            return
        asked = seat in (round.offered, round.shooter) and happened.before.round != round
        opened = round.phase is Phase.BETTING and happened.before.round.phase is not Phase.BETTING
        if (asked or opened) and not self._doing:
            self._do()

    def _do(self) -> None:
        task = asyncio.get_running_loop().create_task(self._act())
        self._doing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.result()  # a guest who fails is a fault of ours, and the event loop reports it

    async def _act(self) -> None:
        """One thing after the other at one's own pace, while there is something to do. A refusal is no reason to leave."""
        while self._wants_something():
            await asyncio.sleep(self._chance.uniform(0.3, 1.5))
            command = self._player.next(self._dealer.table)
            if command is None or isinstance(command, NOT_FOR_SHOW):
                continue
            reply = await self._dealer.ask(command)
            self._bets -= 1 if reply.ok else 0

    def _wants_something(self) -> bool:
        table, seat = self._dealer.table, self._player.seat
        if table.desk.closed or table.desk.closing or table.desk.locked:
            return False
        takes_bets = table.round.phase in table.rules.procedures.takes_bets and table.round.phase is not Phase.UNTIMED
        throws = seat == table.round.offered or (seat == table.round.shooter and coming_throw(table.round.phase))
        return throws or (takes_bets and self._bets > 0)


def coming_throw(phase: Phase) -> bool:
    """Whether a shooter is waited for in this phase."""
    return phase in (Phase.BETTING, Phase.CLOSED)


async def seat_company(dealer: Dealer, count: int, chance: random.Random) -> list[Guest]:
    """Seat a few guests at a table."""
    guests = [Guest(dealer, f"{GUEST}{name}", chance) for name in NAMES[:count]]
    for guest in guests:
        await guest.sit()
    return guests
