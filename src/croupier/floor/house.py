"""The house: its journal, its tables with their dealers and loops, and who sits where."""

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
from croupier.table.commands import InsertCard, TakeSeat
from croupier.table.opening import OpeningError, opened, opening
from croupier.table.refusals import Reason
from croupier.table.state import Table
from croupier.table.versions import FORMAT

MOST_SEATS = 400


class TableFullError(Exception):
    """No seat is left for another terminal."""


class Found(NamedTuple):
    """A table as it was found, checked and not yet taken over."""

    name: str
    table: Table
    number: int
    opens: tuple[Draft, ...] = ()
    """What opens it, where it is new."""


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
        """Prepare a floor without tables. Take time and entropy from elsewhere only in a test."""
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
        self, name: str, rules: Ruleset, sign: Mapping[str, SettingValue], *, confirmed: Iterable[str] = (), seats: int = 0
    ) -> Dealer:
        """Open a table, or go on with it where its journal ends."""
        return await self.take(self.find(name, rules, sign, confirmed=confirmed, seats=seats))

    def find(
        self, name: str, rules: Ruleset, sign: Mapping[str, SettingValue], *, confirmed: Iterable[str] = (), seats: int = 0
    ) -> Found:
        """Check a table and have it as its journal left it, or as it would be opened. Nothing is written.

        No table opens whose odds favour the player.
        """
        if self._journal.head(name).number:
            return Found(name, *recovered(self._journal, name, self._signed))
        if name in self._signed or self._journal.head(streams.claims(name)).number:
            raise JournalError(f"{name}: had lines, and they are gone; {RESTORE}")
        if wager := favoured_by_odds(rules, rules.sign(sign)):
            raise OpeningError(f"{rules.id} cannot be opened so: the odds of {wager} favour the player")
        first = opening(rules, sign, confirmed=confirmed, seats=seats)
        return Found(name, opened(first), 1, (Draft(canonical(first)),))

    async def take(self, found: Found) -> Dealer:
        """Take a table over as it was found. Whoever had it before can add nothing from now on."""
        name, table, number, opens = found
        claims = streams.claims(name)
        epoch = self._journal.head(claims).number + 1
        claim = Draft(canonical(Claim(at=self._clock(), server=self._server, form=FORMAT)))
        as_found = Part(name, number - len(opens), opens)
        try:
            await self._journal.append(Entry((Part(claims, epoch - 1, (claim,)), as_found), epoch))
        except ConflictError as error:
            raise JournalError(f"{name}: another croupier is at this table ({error}); stop that one first") from None
        dealer = Dealer(name, table, number, self._journal, epoch=epoch, clock=self._clock)
        self.loops[name] = Loop(dealer, self._device, self._timing, self._entropy)
        return dealer

    async def run(self, see_out: Callable[[], Awaitable[None]] | None = None) -> None:
        """Play at every table until told to stop, and see out whoever may still ask for something.

        What is written meanwhile is signed, the last of it too.
        """
        try:
            async with asyncio.TaskGroup() as everything:
                if self._notary:
                    everything.create_task(self._notary.run())
                async with asyncio.TaskGroup() as tables:
                    for loop in self.loops.values():
                        tables.create_task(loop.run())
                if see_out:
                    await see_out()
                await self._journal.append(Entry(()))  # whoever went away did not wait for what they had asked to be written
                if self._notary:
                    self._notary.stop()
        except* JournalError as errors:
            # A journal that cannot be read any more is as little to be relied on as one that cannot be written.
            self._journal.stop(errors.exceptions[0])
            raise

    def stop(self) -> None:
        """Finish the rounds in play, and play no others."""
        self.stopping = True
        for loop in self.loops.values():
            loop.stop()

    async def seat(self, name: str, key: str) -> tuple[str, str]:
        """The seat and the key of a terminal: its own if the key is known, else a new one at the end of the row."""
        dealer = self.loops[name].dealer
        if key and (kept := self._journal.find(streams.keys(name), _digest(key))):
            seat = msgspec.json.decode(kept, type=dict[str, str])["seat"]
            if seat in dealer.table.layout:
                await self._put_card_in(dealer, seat)  # which a server that was killed had no time for
                return seat, key
        if len(dealer.table.layout) >= MOST_SEATS:
            raise TableFullError(Reason.TABLE_FULL.meaning)
        key = self._entropy(24).hex()
        # A seat is never named twice, or the key of somebody who has left would open it.
        seat = f"seat-{dealer.table.seated + 1:03}"
        reply = await dealer.take_seat(TakeSeat(seat=seat, chips=Cents(0)), _digest(key))
        if not reply.ok:
            raise FloorError(f"{name}: {reply.message}")
        await self._put_card_in(dealer, seat)
        return seat, key

    async def _put_card_in(self, dealer: Dealer, seat: str) -> None:
        """Until the cage issues cards, every terminal has one of its own in it."""
        if dealer.table.rules.procedures.cards and seat not in dealer.table.desk.cards:
            await dealer.ask(InsertCard(seat=seat, player=f"card of {seat}"))


def _digest(key: str) -> str:
    """Only a digest of a terminal's key is ever written down."""
    return hashlib.sha256(key.encode()).hexdigest()
