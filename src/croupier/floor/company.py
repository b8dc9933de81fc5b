"""Company: bots that sit and bet at the tables of the demonstration."""

import asyncio
import random

from croupier.floor.happened import Happened
from croupier.floor.loop import Loop
from croupier.floor.player import BANKROLL, Player
from croupier.floor.roles import is_automatic
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.authority.disputes import OpenDispute
from croupier.table.bets.placing import BetPlaced
from croupier.table.core.message import SeatKind
from croupier.table.money.credit import Collect
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.shooting import ShootDice

NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence")
MAX_GUEST_BETS = 3
"""The most bets of a guest in a round, so that the layout stays readable."""

LOOK = 1
"""Seconds after which a guest who waits to throw looks at the table again."""

NOT_FOR_SHOW = (Collect, OpenDispute)
"""Commands that a bot sends in tests but not in the demonstration."""


class Guest:
    """A bot that makes a few bets every round, and throws the dice when it is its turn."""

    def __init__(self, loop: Loop, seat: str, chance: random.Random) -> None:
        """Prepare a guest for a seat at the table of this loop."""
        self._dealer = dealer = loop.dealer
        self._timetable = loop.timetable
        self._player = Player(seat, chance)
        self._chance = chance
        self._bets = 0
        self._doing: set[asyncio.Task[None]] = set()
        dealer.listeners.append(self._heard)

    async def sit(self) -> None:
        """Take the seat, or continue in it after a restart."""
        seat = self._player.seat
        if seat not in self._dealer.table.layout:
            await self._dealer.ask(TakeSeat(seat=seat, chips=Cents(BANKROLL), kind=SeatKind.BOT))
        elif self._wants_something():
            self._do()  # the table may have been stopped while it waited for this guest

    async def leave(self) -> None:
        """Stop acting. The guest keeps the seat and its bets."""
        self._dealer.listeners.remove(self._heard)
        for task in self._doing:
            task.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)

    def _heard(self, happened: Happened) -> None:
        round, seat = happened.after.round, self._player.seat
        if happened.before.round.number != round.number:
            self._bets = self._chance.randint(1, MAX_GUEST_BETS)
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
            task.result()  # an exception here is a bug; the event loop logs it

    async def _act(self) -> None:
        """Send one command after the other, at a human pace, while there is something to do. Ignore refusals."""
        while self._wants_something():
            await asyncio.sleep(self._chance.uniform(0.3, 1.5))
            command = self._player.next(self._dealer.table)
            if command is None or isinstance(command, NOT_FOR_SHOW):
                continue
            if isinstance(command, ShootDice):
                await self._wait_to_throw()
            reply = await self._dealer.ask(command)
            self._bets -= 1 if reply.ok else 0

    async def _wait_to_throw(self) -> None:
        """Give the others at the table their time to bet, which may change. A person who deals says when to throw."""
        while self._has_dice():
            table, timetable = self._dealer.table, self._timetable
            if not is_automatic(table, is_attended=timetable.is_attended):
                await asyncio.sleep(LOOK)
            elif at := timetable.throw_from(table):
                await asyncio.sleep(min((at - self._dealer.now()) / 1000, LOOK))
            else:
                return

    def _has_dice(self) -> bool:
        round = self._dealer.table.round
        return self._player.seat == round.shooter and coming_throw(round.phase)

    def _wants_something(self) -> bool:
        table, seat = self._dealer.table, self._player.seat
        if table.desk.closed or table.desk.closing or table.desk.is_locked:
            return False
        is_open = table.round.phase in table.rules.procedures.takes_bets and not table.is_untimed
        takes_bets = is_open and table.desk.disabled is None
        return seat == table.round.offered or self._has_dice() or (takes_bets and self._bets > 0)


def coming_throw(phase: Phase) -> bool:
    """Whether the table waits for a shooter in this phase."""
    return phase in (Phase.BETTING, Phase.CLOSED)


async def seat_company(loop: Loop, count: int, chance: random.Random) -> list[Guest]:
    """Seat a few guests at a table."""
    guests = [Guest(loop, f"guest-{name}", chance) for name in NAMES[:count]]
    for guest in guests:
        await guest.sit()
    return guests
