"""The round loop of a table: decides when the automatic dealer makes its next call."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from croupier.devices import Device
from croupier.floor.automatic import AutomaticDealer, call_off
from croupier.floor.dealer import Dealer, Happened
from croupier.floor.roles import AUTOMATIC
from croupier.rules.sequence import Phase
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.rounds.shooting import ShootDice
from croupier.table.rounds.steps import next_step

BETWEEN_ROUNDS = (Phase.UNTIMED, Phase.DONE)


class FloorError(Exception):
    """The table refused a call of the loop. This is a bug."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of a round that the operator sets, in seconds."""

    betting: float = 20
    showing: float = 7
    """How long a result is shown before the next round opens."""
    calling: float = 1.5
    """The time between two calls of a dealer."""
    patience: float = 8
    """How long the staff wait for a player who was offered the dice or holds them."""


class Loop:
    """Runs one round after the other. On `stop` it finishes the round in play."""

    def __init__(self, dealer: Dealer, device: Device, timing: Timing, entropy: Callable[[int], bytes]) -> None:
        """Run a table from any phase. `entropy` provides the salt of sealed outcomes."""
        self.dealer = dealer
        self._automatic = AutomaticDealer(device, salt=lambda: entropy(16).hex())
        self._timing = timing
        self._stopping = False
        self._changed = asyncio.Event()
        dealer.listeners.append(self._heard)
        self._hurried = False
        self._opened, self._since = 0, 0.0

    async def run(self) -> None:
        """Run rounds, starting in the table's current phase, until stopped."""
        while not (self._stopping and self._may_stop()):
            await self._next()

    def stop(self) -> None:
        """Finish the round in play without waiting for more bets, then end."""
        self._stopping = True
        self._changed.set()

    def close_early(self) -> bool:
        """End the current wagering period now, and return whether there is one."""
        table = self.dealer.table
        self._hurried = table.rules.procedures.is_electronic and table.round.phase in (Phase.BETTING, Phase.SPUN)
        self._changed.set()
        return self._hurried

    def _may_stop(self) -> bool:
        """Whether the loop may end now. A round is left unfinished if a person runs the table or a player has the dice."""
        table = self.dealer.table
        if table.round.phase in BETWEEN_ROUNDS or not self._is_ours(table):
            return True
        # Do not rush a player who is about to throw: the round continues after the restart.
        return next_step(table).to is Phase.SHOT and not table.rules.procedures.is_electronic

    def _is_ours(self, table: Table) -> bool:
        """Whether the automatic dealer runs the table, and not a person."""
        return table.desk.dealer is None or table.desk.dealer.name == AUTOMATIC

    async def _next(self) -> None:
        """Take one step of a round, once the last one is durable.

        Otherwise an outcome could become known, and a power cut could then undo the closing of bets.
        """
        table, durable = self.dealer.table, self.dealer.durable
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
        """Wait until the next call is due; False if the table changed meanwhile and the next call may be another."""
        timing, round = self._timing, table.round
        match next_step(table).to:
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
                # The shooter has their full time, even if the loop is stopping.
                return await self._wait(round.deadline, patiently=True)
            case _ if table.rules.procedures.is_electronic:
                return True
            case _:
                return await self._wait(self.dealer.now() + int(timing.calling * 1000))

    async def _wait_since_opening(self, table: Table) -> bool:
        """Leave time for bets, counted from the moment at which the dice were ready for the next throw."""
        if self._opened != table.round.number:
            self._opened, self._since = table.round.number, asyncio.get_running_loop().time()
        passed = asyncio.get_running_loop().time() - self._since
        return await self._wait(self.dealer.now() + int((self._timing.betting - passed) * 1000))

    async def _make_the_call(self) -> None:
        table = self.dealer.table
        deadline = self.dealer.now() + int(self._timing.betting * 1000) if table.rules.procedures.is_electronic else 0
        call = self._automatic.next(table, deadline)
        if call is None:
            # The table waits for a player with the dice. When their time is over, the staff act as the document allows.
            waited_in_vain = await self._wait(self.dealer.now() + int(self._timing.patience * 1000))
            # Do not hurry a player only because the floor is stopping.
            call = self._automatic.hurry(table) if waited_in_vain and not self._stopping else None
            if call is None:
                return
        await self._do(call)

    async def _do(self, command: Command) -> None:
        table = self.dealer.table
        if isinstance(command, ShootDice):
            # The shooter's time is over. Say so explicitly, in case the wall clock was set back meanwhile.
            command = replace(command, at=table.round.deadline)
        reply = await self.dealer.ask(command)
        if not reply.ok and self.dealer.table is table:
            raise FloorError(f"{self.dealer.name}: {reply.message}")

    async def _wait(self, deadline: int, *, patiently: bool = False) -> bool:
        """Wait until the deadline; False if something happened at the table meanwhile that moves the round.

        The wall clock is read once. If it is changed, now or before a restart, the wait is still no longer than the longest
        part of a round.
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
    """Whether no other round may open: the table is closed, or is closing and has no bet left on the layout."""
    begins = next_step(table).to in (Phase.SHAKEN, Phase.BETTING)
    return table.desk.closed or (table.desk.closing and begins and not any(table.layout.values()))


def _position(table: Table) -> tuple[object, ...]:
    """The part of the state that the next call depends on."""
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
