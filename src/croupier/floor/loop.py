"""The round of an electronic table, driven by one clock: open, deadline, close, shoot, outcome, settle, again."""

import asyncio
import contextlib
import time
from dataclasses import dataclass

from croupier.devices import Device
from croupier.floor.dealer import Dealer, Happened
from croupier.table.commands import CloseBetting, Command, EnterOutcome, OpenBetting, ShootDice
from croupier.table.state import Phase


def now() -> int:
    """The floor's clock: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class FloorError(Exception):
    """The loop and the table disagree about the round, which must never be."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the parts of a round take that the operator sets, in seconds."""

    betting: float = 20
    showing: float = 7
    """How long a result stays before the next round opens."""


class Loop:
    """Plays one round after the other until told to stop, then finishes the round in play."""

    def __init__(self, dealer: Dealer, device: Device, timing: Timing) -> None:
        """Take over a table, whatever its phase."""
        self.dealer = dealer
        self._device = device
        self._timing = timing
        self._stopping = False
        self._changed = asyncio.Event()
        dealer.listeners.append(self._heard)
        self._hurried = False

    async def run(self) -> None:
        """Go on from whatever phase the table is in."""
        while not (self._stopping and self.dealer.table.round.phase in (Phase.UNTIMED, Phase.DONE)):
            await self._next()

    def stop(self) -> None:
        """Finish the round in play, without waiting for more bets, and play no other."""
        self._stopping = True
        self._changed.set()

    def close_early(self) -> bool:
        """End the wagering period in play now, if one is."""
        self._hurried = self.dealer.table.round.phase is Phase.BETTING
        self._changed.set()
        return self._hurried

    async def _next(self) -> None:
        """One step of a round. An outcome is asked for only once the closing of bets is durable."""
        table = self.dealer.table
        match table.round.phase:
            case Phase.UNTIMED:
                await self._do(OpenBetting(deadline=now() + int(self._timing.betting * 1000)))
            case Phase.DONE:
                await self._wait(now() + int(self._timing.showing * 1000), Phase.DONE)
                if not self._stopping:
                    await self._do(OpenBetting(deadline=now() + int(self._timing.betting * 1000)))
            case Phase.BETTING:
                await self._wait(table.round.deadline, Phase.BETTING)
                await self._do(CloseBetting(at=now()))
            case Phase.CLOSED if table.rules.shooting:
                await self._wait(table.round.deadline, Phase.CLOSED)
                if self.dealer.table.round.phase is Phase.CLOSED:
                    await self._do(ShootDice())
            case Phase.CLOSED | Phase.SHOT:
                await self._do(EnterOutcome(outcome=self._device.outcome(table.rules.game.space)))

    async def _do(self, command: Command) -> None:
        reply = await self.dealer.ask(command)
        if not reply.ok:
            raise FloorError(f"{self.dealer.name}: {reply.message}")

    async def _wait(self, deadline: int, phase: Phase) -> None:
        """Wait until the deadline, or until somebody ended the phase or hurries us.

        How long that is, is read off the wall once; a wall clock that is set meanwhile, or was before a restart, cannot
        stretch it past the longest part of a round.
        """
        shooting = self.dealer.table.rules.shooting
        longest = max(self._timing.betting, self._timing.showing, shooting.seconds if shooting else 0)
        loop = asyncio.get_running_loop()
        until = loop.time() + min((deadline - now()) / 1000, longest)
        while (left := until - loop.time()) > 0 and not self._ended(phase):
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        self._hurried = False

    def _ended(self, phase: Phase) -> bool:
        return self._hurried or self._stopping or self.dealer.table.round.phase is not phase

    def _heard(self, _: Happened) -> None:
        self._changed.set()
