"""The rounds of a table, driven by one clock: an automatic dealer makes the calls, and this says when."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from croupier.bots.dealer import AutomaticDealer
from croupier.bots.people import AUTOMATIC
from croupier.bots.staff import call_off
from croupier.devices import Device
from croupier.floor.dealer import Dealer, Happened
from croupier.rules.sequence import Phase
from croupier.table.commands import Command, ShootDice
from croupier.table.rounds import coming
from croupier.table.state import Table

BETWEEN_ROUNDS = (Phase.UNTIMED, Phase.DONE)


class FloorError(Exception):
    """The loop and the table disagree about the round, which must never be."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the parts of a round take that the operator sets, in seconds."""

    betting: float = 20
    showing: float = 7
    """How long a result stays before the next round opens."""
    calling: float = 1.5
    """How long a dealer takes between two calls."""
    patience: float = 8
    """How long staff wait for a player who was offered the dice, or has them in hand."""


class Loop:
    """Plays one round after the other until told to stop, then finishes the round in play."""

    def __init__(self, dealer: Dealer, device: Device, timing: Timing, entropy: Callable[[int], bytes]) -> None:
        """Take over a table, whatever its phase; seals are salted with this entropy."""
        self.dealer = dealer
        self._automatic = AutomaticDealer(device, salt=lambda: entropy(16).hex())
        self._timing = timing
        self._stopping = False
        self._changed = asyncio.Event()
        dealer.listeners.append(self._heard)
        self._hurried = False
        self._opened, self._since = 0, 0.0

    async def run(self) -> None:
        """Go on from whatever phase the table is in."""
        while not (self._stopping and self._may_stop()):
            await self._next()

    def stop(self) -> None:
        """Finish the round in play, without waiting for more bets, and play no other."""
        self._stopping = True
        self._changed.set()

    def close_early(self) -> bool:
        """End the wagering period in play now, if one is."""
        table = self.dealer.table
        self._hurried = table.rules.procedures.period is not None and table.round.phase in (Phase.BETTING, Phase.SPUN)
        self._changed.set()
        return self._hurried

    def _may_stop(self) -> bool:
        """A round is finished where one can be: a table that a person runs, or where nobody throws, is left as it is."""
        table = self.dealer.table
        if table.round.phase in BETWEEN_ROUNDS or not self._is_ours(table):
            return True
        # Where players throw, nobody is hurried because we stop: the round goes on when we come back.
        return coming(table).to is Phase.SHOT and table.rules.procedures.period is None

    def _is_ours(self, table: Table) -> bool:
        """Whether nobody has relieved the machine."""
        return table.desk.dealer is None or table.desk.dealer.name == AUTOMATIC

    async def _next(self) -> None:
        """One step of a round, once the last is durable: none learns what falls while a power cut could open the bets again."""
        table, (_, durable) = self.dealer.table, self.dealer.durable
        self._hurried = self._hurried and table.round.phase in table.rules.procedures.takes_bets
        if _position(table) != _position(durable):
            self._changed.clear()
            await self._changed.wait()
        elif not self._is_ours(table) or _has_closed(table):
            await self._wait(self.dealer.now() + 3_600_000)
        elif table.round.fault:
            await self._do(call_off(table))
        elif await self._time_has_come(table):
            await self._make_the_call()

    async def _time_has_come(self, table: Table) -> bool:
        """Wait as long as the next call has to wait, or until something happens that may change it."""
        timing, round = self._timing, table.round
        match coming(table).to:
            case Phase.SHAKEN | Phase.BETTING if round.phase in BETWEEN_ROUNDS:
                shown = 0 if not round.number or self._stopping else timing.showing
                return await self._wait(self.dealer.now() + int(shown * 1000)) and not self._stopping
            case Phase.SPUN:
                return await self._wait(round.deadline - int(timing.betting * 250))
            case Phase.CLOSED if round.deadline:
                return await self._wait(round.deadline)
            case Phase.CLOSED | Phase.SHOT if round.phase is Phase.BETTING:
                return await self._wait_since_opening(table)
            case Phase.SHOT:
                # The shooter's time is the shooter's, also when we are about to stop.
                return await self._wait(round.deadline, patiently=True)
            case _ if table.rules.procedures.period:
                return True
            case _:
                return await self._wait(self.dealer.now() + int(timing.calling * 1000))

    async def _wait_since_opening(self, table: Table) -> bool:
        """A dealer leaves time for bets, counted from the last time the dice were ready for the next throw."""
        if self._opened != table.round.number:
            self._opened, self._since = table.round.number, asyncio.get_running_loop().time()
        passed = asyncio.get_running_loop().time() - self._since
        return await self._wait(self.dealer.now() + int((self._timing.betting - passed) * 1000))

    async def _make_the_call(self) -> None:
        table = self.dealer.table
        deadline = self.dealer.now() + int(self._timing.betting * 1000) if table.rules.procedures.period else 0
        call = self._automatic.next(table, deadline)
        if call is None:
            # The dice are with a player: they have their time, then the staff do what the document lets them do.
            waited_in_vain = await self._wait(self.dealer.now() + int(self._timing.patience * 1000))
            # Nobody is hurried because the floor stops.
            call = self._automatic.hurry(table) if waited_in_vain and not self._stopping else None
            if call is None:
                return
        await self._do(call)

    async def _do(self, command: Command) -> None:
        table = self.dealer.table
        if isinstance(command, ShootDice):
            # We have waited for as long as the shooter may; a wall clock that was set back meanwhile knows nothing of that.
            command = replace(command, at=table.round.deadline)
        reply = await self.dealer.ask(command)
        if not reply.ok and self.dealer.table is table:
            raise FloorError(f"{self.dealer.name}: {reply.message}")

    async def _wait(self, deadline: int, *, patiently: bool = False) -> bool:
        """Wait until the deadline; false if something else happened at the table meanwhile that moves the round.

        How long that is, is read off the wall once; a wall clock that is set meanwhile, or was before a restart, cannot
        stretch it past the longest part of a round.
        """
        shooting = self.dealer.table.rules.procedures.shooting
        longest = max(self._timing.betting, self._timing.showing, self._timing.patience, shooting.seconds if shooting else 0)
        loop, before = asyncio.get_running_loop(), _position(self.dealer.table)
        until = loop.time() + min((deadline - self.dealer.now()) / 1000, longest)
        while (left := until - loop.time()) > 0 and (patiently or not (self._hurried or self._stopping)):
            if _position(self.dealer.table) != before:
                return False
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        return _position(self.dealer.table) == before

    def _heard(self, _: Happened) -> None:
        self._changed.set()


def _has_closed(table: Table) -> bool:
    """Whether no other round is to open: the table is closed, or closes and has no bet left to roll out."""
    begins = coming(table).to in (Phase.SHAKEN, Phase.BETTING)
    return table.desk.closed or (table.desk.closing and begins and not any(table.layout.values()))


def _position(table: Table) -> tuple[object, ...]:
    """What the next call depends on."""
    round, desk = table.round, table.desk
    return (
        round.number,
        round.phase,
        round.shooter,
        round.offered,
        round.chosen,
        round.fault,
        desk.dealer,
        desk.closing,
        desk.closed,
        desk.locked,
    )
