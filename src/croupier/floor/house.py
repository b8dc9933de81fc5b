"""The house: the journal, the tables with their dealers and loops, and the seats of terminals."""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from croupier.canonical import canonical
from croupier.devices import Device
from croupier.floor.clock import Clock, now
from croupier.floor.dealer import Dealer
from croupier.floor.loop import FloorError, Loop, Timing
from croupier.floor.notary import Notary
from croupier.floor.recovery import RESTORE, recovered
from croupier.journal import streams
from croupier.journal.claim import Claim
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.lab.breakage import favoured_by_odds
from croupier.money import Cents
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import SettingValue
from croupier.table.core.opening import OpeningError, opened, opening
from croupier.table.core.refusals import Reason
from croupier.table.core.state import REACH, Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.seats import TakeSeat

MAX_SEATS = 400


class TableFullError(Exception):
    """No seat is left for another terminal."""


class Found(NamedTuple):
    """A table as rebuilt from the journal: checked, and not yet taken over."""

    name: str
    table: Table
    number: int
    opens: tuple[Draft, ...] = ()
    """The opening line of a new table."""


class House:
    """Everything that runs on one floor."""

    def __init__(
        self,
        journal: Journal,
        device: Device,
        timing: Timing,
        clock: Clock = now,
        notary: Notary | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """Prepare a floor without tables. Replace the clock and the entropy in tests only."""
        self._clock = clock
        self._notary = notary
        self._entropy = entropy
        self._server = entropy(8).hex()
        self._signed: Mapping[str, Head] = notary.signed() if notary else {}
        self._journal = journal
        self._device = device
        self._timing = timing
        self.loops: dict[str, Loop] = {}
        self.stopping = False

    async def open(
        self,
        name: str,
        rules: Ruleset,
        sign: Mapping[str, SettingValue],
        *,
        confirmed: Iterable[str] = (),
        seats: int = 0,
        reach: int = REACH,
    ) -> Dealer:
        """Open a table, or continue it where its journal ends."""
        return await self.take(self.find(name, rules, sign, confirmed=confirmed, seats=seats, reach=reach))

    def find(
        self,
        name: str,
        rules: Ruleset,
        sign: Mapping[str, SettingValue],
        *,
        confirmed: Iterable[str] = (),
        seats: int = 0,
        reach: int = REACH,
    ) -> Found:
        """Rebuild and check a table, or prepare a new one. Nothing is written.

        A table whose odds favour the player is not opened.
        """
        if self._journal.head(name).number:
            return Found(name, *recovered(self._journal, name, self._signed))
        if name in self._signed or self._journal.head(streams.claims(name)).number:
            raise JournalError(f"{name}: had lines, and they are gone; {RESTORE}")
        if wager := favoured_by_odds(rules, rules.sign(sign)):
            raise OpeningError(f"{rules.id} cannot be opened so: the odds of {wager} favour the player")
        first = opening(rules, sign, confirmed=confirmed, seats=seats, reach=reach)
        return Found(name, opened(first), 1, (Draft(canonical(first)),))

    async def take(self, found: Found) -> Dealer:
        """Take a table over with a new claim. From then on, commits of its previous owner fail (fencing)."""
        name, table, number, opens = found
        claims = streams.claims(name)
        epoch = self._journal.head(claims).number + 1
        claim = Draft(canonical(Claim(at=self._clock(), server=self._server)))
        as_found = Part(name, number - len(opens), opens)
        try:
            await self._journal.append(Entry((Part(claims, epoch - 1, (claim,)), as_found), epoch))
        except ConflictError as error:
            raise JournalError(f"{name}: another croupier is at this table ({error}); stop that one first") from None
        dealer = Dealer(name, table, number, self._journal, epoch=epoch, clock=self._clock)
        self.loops[name] = Loop(dealer, self._device, self._timing, self._entropy)
        return dealer

    async def run(self, see_out: Callable[[], Awaitable[None]] | None = None) -> None:
        """Run every table until stopped, then call `see_out` to disconnect clients, and sign the last lines."""
        try:
            async with asyncio.TaskGroup() as everything:
                if self._notary:
                    everything.create_task(self._notary.run())
                async with asyncio.TaskGroup() as tables:
                    for loop in self.loops.values():
                        tables.create_task(loop.run())
                if see_out:
                    await see_out()
                await self._journal.append(Entry(()))  # wait for commands whose clients are gone
                if self._notary:
                    self._notary.stop()
        except* JournalError as errors:
            # A failed read is as fatal as a failed write.
            self._journal.stop(errors.exceptions[0])
            raise

    def stop(self) -> None:
        """Finish the rounds in play, and start no others."""
        self.stopping = True
        for loop in self.loops.values():
            loop.stop()

    async def seat(self, name: str, key: str) -> tuple[str, str]:
        """The seat and the key of a terminal: its earlier seat if the key is known, else a new seat with a new key."""
        dealer = self.loops[name].dealer
        if key and (kept := self._journal.find(streams.keys(name), _digest(key))):
            seat = msgspec.json.decode(kept, type=dict[str, str])["seat"]
            if seat in dealer.table.layout:
                await self._put_card_in(dealer, seat)  # a killed server may not have done this
                return seat, key
        if len(dealer.table.layout) >= MAX_SEATS:
            raise TableFullError(Reason.TABLE_FULL.meaning)
        key = self._entropy(24).hex()
        # Never reuse a seat name, or the key of a player who has left would open the seat.
        seat = f"seat-{dealer.table.seated + 1}"
        reply = await dealer.take_seat(TakeSeat(seat=seat, chips=Cents(0)), _digest(key))
        if not reply.ok:
            raise FloorError(f"{name}: {reply.message}")
        await self._put_card_in(dealer, seat)
        return seat, key

    async def _put_card_in(self, dealer: Dealer, seat: str) -> None:
        """Insert a card that belongs to the terminal itself, until the cage issues cards."""
        if dealer.table.rules.procedures.cards and seat not in dealer.table.desk.cards:
            await dealer.ask(InsertCard(seat=seat, player=f"card of {seat}"))


def _digest(key: str) -> str:
    """The digest of a terminal's key. The journal stores only this, never the key."""
    return hashlib.sha256(key.encode()).hexdigest()
