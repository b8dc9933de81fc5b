"""The round loop of a table: decides when the automatic dealer makes its next call."""

import asyncio
import contextlib
from math import ceil

from msgspec.structs import replace

from croupier.devices import Device
from croupier.floor.automatic import AutomaticDealer, OutcomeNeeded, call_off
from croupier.floor.clock import SteadyClock, jumps_of
from croupier.floor.dealer import Dealer
from croupier.floor.device_reports import DeviceReports
from croupier.floor.happened import Happened
from croupier.floor.positions import BETWEEN_ROUNDS, has_closed, position
from croupier.floor.roles import is_automatic
from croupier.floor.shooters import Shooters
from croupier.floor.staff_bot import BotRoles
from croupier.floor.timetable import Presence, Timed, Timetable, Timing
from croupier.floor.warning import warn
from croupier.journal.port import ConflictError, JournalError
from croupier.rules.moments import HOUR
from croupier.rules.sequence import Phase
from croupier.table.core.message import Command
from croupier.table.core.state import Table
from croupier.table.pit.timekeeping import ReportClockJump
from croupier.table.rounds.results import LightAreas
from croupier.table.rounds.shooting import ShootDice, ThrowForHouse
from croupier.table.rounds.steps import next_step
from croupier.table.rounds.stopping import ResumePlay, StopPlay

ITERATIONS_TO_CATCH_UP = 2
"""Iterations of the event loop until all that had arrived by a deadline is read and decided (see `server.polling`)."""


class FloorError(Exception):
    """The table refused a call of the loop. This is a bug."""


class Loop:
    """Runs one round after the other. On `stop` it finishes the round in play."""

    def __init__(
        self,
        dealer: Dealer,
        device: Device,
        timing: Timing,
        presence: Presence,
        *,
        is_attended: bool = False,
        bot_roles: BotRoles,
    ) -> None:
        """Run a table from any phase. Its times go on from its last event, even if the wall clock is behind that.

        At an attended table a person makes the calls, unless somebody has handed it over to the automatic dealer. A round with
        a fault and a shooter who delays wait for a person, unless the bot of the staff may act in the role that decides.
        """
        self.dealer = dealer
        self.is_attended = is_attended
        self.timetable = Timetable(dealer, timing, presence, is_attended=is_attended)
        self.reports = DeviceReports(dealer, device, self._warn, bot_roles)
        self._shooters = Shooters(dealer, timing, self.timetable, presence)
        self._automatic = AutomaticDealer(self._shooters.may_shoot)
        self._timing, self._presence = timing, presence
        self._stopping, self._hurried, self._jumps = False, False, 0
        self._changed = asyncio.Event()
        self._timed = Timed()
        """What the terminals were told of the times last."""
        self._nudged = False
        """Whether the wait that goes on may be for the wrong time."""
        dealer.listeners.append(self._heard)
        presence.listeners.append(self._came_or_went)
        device.listeners.append(self._look_again)
        if isinstance(dealer.clock, SteadyClock):
            dealer.clock.start_after(dealer.table.clock)

    async def run(self) -> None:
        """Run rounds, starting in the table's current phase, until stopped. After an error, stop play at this table only."""
        self._came_or_went()
        try:
            if self.dealer.table.desk.stopped:
                await self._do(ResumePlay())
            while not (self._stopping and self._may_stop()):
                await self._next()
        except (JournalError, ConflictError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one table, the others play on
            await self._fail(error)

    def stop(self) -> None:
        """Finish the round in play without waiting for more bets, then end."""
        self._stopping = True
        self.reports.stop()
        self._changed.set()

    def close_early(self) -> bool:
        """End the current wagering period now, and return whether there is one."""
        table = self.dealer.table
        self._hurried = table.rules.procedures.is_electronic and table.round.phase in (Phase.BETTING, Phase.SPUN)
        self._changed.set()
        return self._hurried

    async def _fail(self, error: Exception) -> None:
        """Stop play at this table, and wait for the end of the floor. Play is resumed at the next start."""
        what = f"{type(error).__name__}: {error}"
        self._warn(f"play is stopped until a restart, because of an error of the program ({what})", "table-stopped")
        try:
            await self.dealer.ask(StopPlay(why=what))
        except (JournalError, ConflictError):
            raise
        except Exception as again:  # noqa: BLE001 - as in `run`
            self._warn(f"its terminals could not be told ({type(again).__name__}: {again})")
        while not self._stopping:
            self._changed.clear()
            await self._changed.wait()

    def _warn(self, sentence: str, event: str = "warning") -> None:
        warn(f"{self.dealer.name}: {sentence}", event, table=self.dealer.name)

    def _may_stop(self) -> bool:
        """Whether the loop may end now. A round is left unfinished if it waits for a person or for a device that is gone."""
        table = self.dealer.table
        is_ours = is_automatic(table, is_attended=self.is_attended) and self.reports.may_come(table)
        if table.round.phase in BETWEEN_ROUNDS or not is_ours:
            return True
        # Do not rush a player who is about to throw: the round continues after the restart.
        return next_step(table).to is Phase.SHOT and not table.rules.procedures.is_electronic

    async def _next(self) -> None:
        """Take one step of a round, once the last one is durable.

        Otherwise an outcome could become known, and a power cut could then undo the closing of bets.
        """
        await self._report_jumps()
        self._nudged = False
        self._retime()
        table, durable = self.dealer.table, self.dealer.durable
        self._hurried = self._hurried and table.round.phase in table.rules.procedures.takes_bets
        if position(table) != position(durable):
            self._changed.clear()
            await self._changed.wait()
        elif has_closed(table) or self.reports.are_left_to_staff(table):
            await self._wait(self.dealer.now() + HOUR)  # what the document gives to a person waits for one
        elif not is_automatic(table, is_attended=self.is_attended):
            await self._help_the_dealer(table)
        elif table.round.fault:
            await self._do(call_off(table))
        elif not self.reports.may_open(table):
            await self._wait(self.dealer.now() + HOUR)
        elif table.rules.procedures.offers_dice and next_step(table).to is Phase.SHOT:
            await self._see_to_the_dice(table)
        elif await self._time_has_come(table):
            await self._make_the_call()

    async def _help_the_dealer(self, table: Table) -> None:
        """Do what the machine does at a table that a person deals: light the winning areas."""
        if next_step(table).to is Phase.LIT and not table.desk.is_locked:
            await self._do(LightAreas())
        else:
            await self._wait(self.dealer.now() + HOUR)

    async def _report_jumps(self) -> None:
        """Record jumps of the wall clock in the journal of the table."""
        for milliseconds, wall in jumps_of(self.dealer.clock)[self._jumps :]:
            self._jumps += 1
            await self.dealer.ask(ReportClockJump(milliseconds=milliseconds, wall=wall))

    async def _time_has_come(self, table: Table) -> bool:
        """Wait until the next call is due; False if the table changed meanwhile and the next call may be another."""
        timing, round = self._timing, table.round
        match next_step(table).to:
            case Phase.SHAKEN | Phase.BETTING if round.phase in BETWEEN_ROUNDS:
                shown = 0 if not round.number or self._stopping else max(timing.showing, self.reports.pause)
                return await self._wait(round.since + int(shown * 1000)) and not self._stopping
            case Phase.SPUN:
                return await self._wait(round.deadline - int(timing.betting * 250))
            case Phase.CLOSED if round.deadline:
                return await self._wait(round.deadline)
            case Phase.CLOSED if round.phase is Phase.BETTING:
                return await self._wait(self.timetable.closes(table))
            case Phase.SHOT:
                # The shooter has their full time, even if the loop is stopping.
                return await self._wait(round.deadline, patiently=True)
            case _ if table.rules.procedures.is_electronic:
                return True
            case Phase.DONE if (timed := self.timetable.timed(table)).until == "paying":
                return await self._wait(timed.deadline)
            case _:
                return await self._wait(round.since + int(timing.calling * 1000))

    async def _make_the_call(self) -> None:
        table = self.dealer.table
        deadline = self.dealer.now() + int(self._timing.betting * 1000) if table.rules.procedures.is_electronic else 0
        call = self._automatic.next(table, deadline)
        if call := await self.reports.call(call) if isinstance(call, OutcomeNeeded) else call:
            await self._do(call)

    async def _see_to_the_dice(self, table: Table) -> None:
        """Offer the dice, wait for the player who has them, or throw for the house once betting is over."""
        call, round = self._call_for_dice(table), table.round
        rests = call is None and not round.offered and not round.shooter
        self.timetable.rest(rests=rests)
        if rests:
            self._shooters.ask_again()
        self._retime()
        if round.offered or (call is None and round.shooter):
            await self._wait_for_player(table)
        elif call is None:
            await self._wait(self.dealer.now() + int(self._timing.calling * 1000))
        else:
            is_throw = isinstance(call, ThrowForHouse)
            due = self.timetable.closes(table) if is_throw else round.since + int(self._timing.calling * 1000)
            # Bets and terminals may have changed meanwhile, and with them whose turn it is.
            if await self._wait(due) and (again := self._call_for_dice(self.dealer.table)) and type(again) is type(call):
                await self._do(again)

    async def _wait_for_player(self, table: Table) -> None:
        """Wait for the player with the dice. When their time is over, the staff act as the document allows."""
        now, due = self.dealer.now(), self.timetable.answer_due(table)
        player, until = table.round.offered or table.round.shooter, min(due, self._timed.deadline or due)
        if (away := self._presence.away(player)) is not None:
            until = min(until, now + max(0, ceil((self._timing.gone - away) * 1000)))
        # Do not hurry a player only because the floor is stopping.
        if not await self._wait(until) or self._stopping:
            return
        is_gone = (self._presence.away(player) or 0) >= self._timing.gone
        if self.dealer.now() < due and not is_gone:
            return
        if call := self._automatic.hurry(table):
            await self._do(call)
        else:
            await self._wait(self.dealer.now() + int(self._timing.patience * 1000))

    def _call_for_dice(self, table: Table) -> Command | None:
        """The next call that gets the dice thrown; None while a player has them, or while no bet waits for a throw."""
        call = self._automatic.throw(table)
        return None if isinstance(call, ThrowForHouse) and not self._shooters.house_may_throw(table) else call

    async def _do(self, command: Command) -> None:
        """Give a command, unless a person has to give it."""
        if self.reports.leaves_to_staff(command):
            return
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
        longest = max(self._timing.longest, shooting.seconds if shooting else 0, self.reports.pause)
        loop, before = asyncio.get_running_loop(), position(self.dealer.table)
        until = loop.time() + min((deadline - self.dealer.now()) / 1000, longest)
        while (left := until - loop.time()) > 0 and (patiently or not (self._hurried or self._stopping)):
            if self._nudged or position(self.dealer.table) != before:
                return False
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
        for _ in range(ITERATIONS_TO_CATCH_UP):
            if self.dealer.now() >= deadline:
                break
            await asyncio.sleep(0)
        return not self._nudged and position(self.dealer.table) == before

    def _heard(self, happened: Happened) -> None:
        self.timetable.heard(happened)
        self._shooters.heard(happened)
        self._retime()
        if position(happened.after) != position(happened.before):
            self.reports.device.withdraw()
            self._changed.set()

    def _came_or_went(self) -> None:
        """Look again whom the table waits for. An electronic table waits for nobody."""
        if not self.dealer.table.rules.procedures.is_electronic:
            self._look_again()
            asyncio.get_running_loop().call_later(self._timing.gone, self._look_again)  # until then, who went is present

    def _look_again(self) -> None:
        self._nudge()
        self._retime()

    def _retime(self) -> None:
        """Tell the terminals if a deadline has moved, after the event that moved it."""
        if (timed := self.timetable.timed(self.dealer.durable)) != self._timed:
            self._timed = timed
            self._nudge()
            asyncio.get_running_loop().call_soon(self.timetable.tell)

    def _nudge(self) -> None:
        self._nudged = True
        self._changed.set()
