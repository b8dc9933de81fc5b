"""The house: the journal, the tables with their dealers and loops, and the seats of terminals."""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypedDict, Unpack

from croupier.cage.card_numbers import CardNumbers
from croupier.cage.numbers import TicketNumbers
from croupier.canonical import canonical
from croupier.devices import Device
from croupier.floor.bars import Bars
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.client_seats import ClientSeats
from croupier.floor.clock import Clock, now
from croupier.floor.dealer import KEPT_EVENTS, Dealer
from croupier.floor.debts import Debts
from croupier.floor.favoured import check_odds
from croupier.floor.happened import Happened
from croupier.floor.keeper import Keeper
from croupier.floor.loop import Loop
from croupier.floor.money_lines import MoneyLines
from croupier.floor.notary import Notary
from croupier.floor.pin_checks import PinChecks
from croupier.floor.promoter import Promoter
from croupier.floor.raised_odds import RaisedOdds
from croupier.floor.recovery import RESTORE, recovered
from croupier.floor.roles import opener
from croupier.floor.seating import SeatRules, TerminalSeats
from croupier.floor.staff_bot import BotRoles
from croupier.floor.taking_cage import take_cage
from croupier.floor.timetable import Timing
from croupier.floor.visitors import DemonstrationCard
from croupier.journal import streams
from croupier.journal.claim import Claim
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.rules.moments import Millis
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import SettingValue
from croupier.table.core.opening import opened, opening, shared
from croupier.table.core.person import Person
from croupier.table.core.state import Table

TICKETS = "validation numbers of tickets"
CARDS = "numbers of player cards"
VOUCHERS = "numbers of vouchers"
PATRONS = "marks of excluded patrons"
"""The purpose of the secret that hides serials in validation numbers."""


class OpeningOptions(TypedDict, total=False):
    """What may be chosen when a table is opened. The defaults are those of `opening`."""

    confirmed: Iterable[str]
    """The ids of readings that the operator has confirmed."""
    seats: int
    """The number of places; 0 if it is not limited."""
    reach: int
    """How many rounds back a correction may go."""
    by: Person
    """Who opens the table; the program itself if nobody is named."""
    in_force: Millis
    """From when the rules hold, if that is later than the approval of the document: milliseconds since 1970."""
    without_minimum: Person
    """Who decided that the sign shows no minimum. Without that decision, a table without a minimum is not opened."""
    set_by: Person
    """Who set the settings of a live floor. The table is then opened by them, and not by the program."""
    approved_by: Person
    """Who approved those settings, if somebody did."""


class Found(NamedTuple):
    """A table as rebuilt from the journal: checked, and not yet taken over."""

    name: str
    table: Table
    number: int
    opens: tuple[Draft, ...] = ()
    """The opening line of a new table."""
    earlier: Sequence[Happened] = ()
    """Its last events."""


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
        seating: SeatRules | None = None,
        *,
        is_live: bool = False,
    ) -> None:
        """Prepare a floor without tables. Replace the clock and the entropy in tests only.

        A live floor gives no money and no cards away: they come from the staff. `device` and `timing` are those of tables that
        are taken without their own.
        """
        self.is_live = is_live
        self.bot_roles: BotRoles = lambda rules: () if is_live else rules.procedures.roles
        """The document roles in which the bot of the staff may act at a table."""
        self._clock = clock
        self._notary = notary
        self._entropy = entropy
        self._server = entropy(8).hex()
        self.public_key = notary.public_key if notary else None
        """The key that signs the journal; None if nothing does."""
        self.signed: Mapping[str, Head] = notary.signed() if notary else {}
        """The heads that the notary had signed at the start."""
        self.journal = journal
        self._device = device
        self._timing = timing
        self._seat_rules = seating or SeatRules()
        self._bars = Bars()
        self._debts = Debts()
        self._odds = RaisedOdds()
        self.clients = ClientSeats()
        self.loops: dict[str, Loop] = {}
        self.money: dict[str, MoneyLines] = {}
        """The money devices of terminals, by table."""
        self.seating: dict[str, TerminalSeats] = {}
        """The seats of terminals, by table."""
        self.keeper: Keeper | None = None
        """Runs the cage; None on a floor without one."""
        self.promoter: Promoter | None = None
        """Runs the prize register; None on a floor without one."""
        self.demonstration_cards: Sequence[DemonstrationCard] = ()
        """Cards that visitors of a demonstration may use."""
        self.pins: PinChecks | None = None
        """Checks the PINs of accounts; None on a floor without a cage."""
        self.stopping = False

    def secret(self, purpose: str) -> bytes:
        """A key for a purpose, the same at every start if the journal is signed."""
        return self._notary.secret(purpose) if self._notary else self._entropy(32)

    async def open_cage(self) -> Keeper:
        """Open the cage, or continue it where its journal ends, and let every table exchange money with it."""
        # Without the signing key the journal cannot be continued, so it is kept as well as tickets and cards have to be.
        tickets, cards, vouchers = self.secret(TICKETS), self.secret(CARDS), self.secret(VOUCHERS)
        keeper = await take_cage(
            self.journal,
            self.signed,
            self._server,
            clock=self._clock,
            numbers=TicketNumbers(tickets),
            cards=CardNumbers(cards),
            vouchers=TicketNumbers(vouchers),
            entropy=self._entropy,
        )
        self.keeper = keeper
        if self.promoter:
            self.promoter.keeper = keeper
        self._bars.follow(keeper)
        for loop in self.loops.values():
            loop.dealer.keeper = keeper
        return keeper

    def open_promotions(self, private: ClaimantFile, zone: str) -> Promoter:
        """Open the prize register, or continue it where its journal ends, under the documents of the tables."""
        rules = [loop.dealer.table.rules.id for loop in self.loops.values()]
        signed, clock, entropy = self.signed, self._clock, self._entropy
        self.promoter = Promoter(self.journal, private, rules, zone, signed=signed, clock=clock, entropy=entropy)
        self.promoter.keeper = self.keeper
        return self.promoter

    async def open(
        self,
        name: str,
        rules: Ruleset,
        sign: Mapping[str, SettingValue],
        *,
        readings: Mapping[str, str] | None = None,
        **options: Unpack[OpeningOptions],
    ) -> Dealer:
        """Open a table, or continue it where its journal ends. See `find`."""
        return await self.take(self.find(name, rules, sign, readings=readings, **options))

    def find(
        self,
        name: str,
        rules: Ruleset,
        sign: Mapping[str, SettingValue],
        *,
        readings: Mapping[str, str] | None = None,
        **options: Unpack[OpeningOptions],
    ) -> Found:
        """Rebuild and check a table, or prepare a new one. Nothing is written.

        A new table reads the document as `readings` says, then as `rules` was read, and otherwise as `Reading.live` says. To
        keep a default where a running floor reads otherwise, name it in `readings`. A table whose odds favour the player
        is not opened.
        """
        if self.journal.head(name).number:
            told = deque[Happened](maxlen=KEPT_EVENTS)
            return Found(name, *recovered(self.journal, name, self.signed, told), earlier=told)
        if name in self.signed or self.journal.head(streams.claims(name)).number:
            raise JournalError(f"{name}: had lines, and they are gone; {RESTORE}")
        rules = shared(rules.live(readings or {}))
        check_odds(rules, sign)
        if "set_by" not in options:
            options.setdefault("by", opener(rules))
        first = opening(rules, sign, at=self._clock(), states_tender=self.is_live, **options)
        return Found(name, opened(first), 1, (Draft(canonical(first)),))

    async def take(
        self,
        found: Found,
        *,
        timing: Timing | None = None,
        device: Device | None = None,
        is_attended: bool = False,
    ) -> Dealer:
        """Take a table over with a new claim. From then on, commits of its previous owner fail (fencing).

        If the table is attended, the automatic dealer makes no calls until a person hands the table over to it.
        """
        name, table, number, opens, earlier = found
        claims = streams.claims(name)
        epoch = self.journal.head(claims).number + 1
        claim = Draft(canonical(Claim(at=self._clock(), server=self._server)))
        as_found = Part(name, number - len(opens), opens)
        try:
            await self.journal.append(Entry((Part(claims, epoch - 1, (claim,)), as_found), epoch))
        except ConflictError as error:
            raise JournalError(f"{name}: another croupier is at this table ({error}); stop that one first") from None
        dealer = Dealer(name, table, number, self.journal, epoch=epoch, clock=self._clock, earlier=earlier)
        dealer.keeper = self.keeper
        seats = TerminalSeats(
            dealer, self.journal, self._seat_rules, self._entropy, clients=self.clients, gives_cards=not self.is_live
        )
        self.seating[name], self.money[name] = seats, MoneyLines(dealer, seats)
        self.loops[name] = Loop(
            dealer,
            device or self._device,
            timing or self._timing,
            seats,
            is_attended=is_attended,
            bot_roles=self._roles_of_bot,
        )
        await self._bars.join(dealer)
        await self._debts.join(dealer)
        self._odds.join(dealer)
        return dealer

    def _roles_of_bot(self, rules: Ruleset) -> Collection[str]:
        return self.bot_roles(rules)

    async def run(self, see_out: Callable[[], Awaitable[None]] | None = None) -> None:
        """Run every table until stopped, then call `see_out` to disconnect clients, and sign the last lines."""
        try:
            async with asyncio.TaskGroup() as everything:
                if self._notary:
                    everything.create_task(self._notary.run())
                sweeping = [everything.create_task(seating.run()) for seating in self.seating.values()]
                if self.keeper:
                    sweeping.append(everything.create_task(self.keeper.run()))
                async with asyncio.TaskGroup() as tables:
                    for loop in self.loops.values():
                        tables.create_task(loop.run())
                if see_out:
                    await see_out()
                for task in sweeping:
                    task.cancel()
                await self.journal.append(Entry(()))  # wait for commands whose clients are gone
                if self._notary:
                    self._notary.stop()
        except* JournalError as errors:
            # A failed read is as fatal as a failed write.
            self.journal.stop(_first(errors))
            raise

    def stop(self) -> None:
        """Finish the rounds in play, and start no others."""
        self.stopping = True
        for loop in self.loops.values():
            loop.stop()


def _first(errors: ExceptionGroup[JournalError]) -> JournalError:
    """The first error in a group of errors, which may be nested."""
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, ExceptionGroup) else first
