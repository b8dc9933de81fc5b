"""The seats of terminals at one table: taken with a key, left by the player, or released when the terminal stays away."""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from croupier.floor.answers import Reply
from croupier.floor.client_seats import ClientSeats, EnrolledTerminal
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.held_seats import HeldSeats
from croupier.floor.seat_errors import SeatError, TableFullError, TooManySeatsError
from croupier.floor.terminal_names import TERMINAL_SEAT
from croupier.floor.warning import warn
from croupier.journal import streams
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Entry, JournalError
from croupier.ledger.accounts import felt, owed, restricted, tokens
from croupier.money import Cents, dollars
from croupier.table.core.message import SeatKind
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import EVENTS, History
from croupier.table.money.cards import InsertCard
from croupier.table.money.releasing import ReleaseSeat, SeatReleased
from croupier.table.money.seats import LeaveSeat, SeatLeft, TakeSeat
from croupier.table.money.till import cashable

SWEEP_SECONDS = 5
"""The time between two sweeps."""
TRY_AGAIN_SECONDS = 60
"""When a seat that could not be released is tried again."""
TABLE_FULL = "Every seat at this table is taken. Please come back in a while."
TOO_MANY_SEATS = "Your address has {seats} seats at this table and may have no more. Leave one first."
RELEASED_AT_ONCE = 20
"""How many seats a sweep releases in one write, so that it does not delay the players."""


@dataclass(frozen=True, slots=True)
class SeatRules:
    """How many seats terminals may have at one table, and how long a seat is held for a terminal that is gone.

    The time counts from the end of the terminal's last connection, or from the start of the server if it has not come back
    since. A seat with bets is held until they are decided, however long that takes.
    """

    seats: int = 400
    """The most seats at one table."""
    seats_per_address: int = 100
    """The most seats of one network address at one table. After a restart a seat counts once its terminal has come back."""
    hold_empty_seconds: float = 60
    """How many seconds a seat without money and bets is held. A newcomer who finds no other seat gets it earlier."""
    hold_money_seconds: float = 900
    """How many seconds a seat with credit is held. Then it is released, and the credit is kept for the player."""


class Seated(NamedTuple):
    """The seat of a terminal, and the key with which it gets the seat again."""

    seat: str
    key: str


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


class TerminalSeats:
    """The seats of terminals at one table."""

    def __init__(
        self,
        dealer: Dealer,
        journal: Journal,
        rules: SeatRules,
        entropy: Callable[[int], bytes],
        time: Callable[[], float] = _loop_time,
        clients: ClientSeats | None = None,
        *,
        gives_cards: bool = True,
    ) -> None:
        """Hold the seats that terminals have at a table. `time` is monotonic, in seconds.

        Tables share `clients`, the seats of enrolled terminals. `gives_cards`: where cards are demanded, a terminal gets one.
        """
        self._gives_cards = gives_cards
        self._dealer, self._journal, self._rules, self._entropy, self._time = dealer, journal, rules, entropy, time
        self.table = dealer.name
        self.clients = clients or ClientSeats()
        self._held = HeldSeats(time)
        self._given_up = set[str]()
        """Seats whose terminals were revoked: they are not held for them."""
        self.listeners: list[Callable[[], None]] = []
        """Called when a terminal connected or disconnected."""
        self._first_look = min(rules.hold_empty_seconds, rules.hold_money_seconds)
        """After how many seconds to look first whether a seat may be released."""
        dealer.listeners.append(self._heard)
        self._compare_with_layout()

    async def take(self, key: str, address: str, terminal: EnrolledTerminal | None = None) -> Seated:
        """Seat a terminal: in its own seat if the key opens one, with the credit that was kept there; else in a new seat.

        An enrolled terminal has one seat, which no other terminal gets with its key. The caller then reports the connection
        with `came`. Raises `SeatError`.
        """
        client, name = terminal or (None, None)
        seat = self.seat_with(key, client)
        if client:
            await self.clients.make_way(client, self, seat)
        if seat is None or seat not in self._dealer.table.layout:
            await self._make_room(address, seat)
            seat = self.seat_with(key, client)
        # Never reuse a seat name, or the key of a player who has left would open the seat.
        seat, is_new = seat or f"{TERMINAL_SEAT}{self._dealer.table.seated + 1}", seat is None
        if client and not self.clients.take(client, self, seat):
            return await self.take(key, address, terminal)  # another connection of it was faster
        seated = Seated(seat, self._entropy(24).hex() if is_new else key)
        if is_new:
            taking = self._dealer.take_seat(_sits(seat, name), _digest(seated.key, client))
        else:
            is_taken = seat in self._dealer.table.layout
            taking = self._resume(seat) if is_taken else self._dealer.ask(_sits(seat, name))
        reply = await self._sit(seat, address, taking)
        if client:
            self.clients.answer(client, self, seat, reply.error)
        if reply.error == Reason.SEAT_TAKEN.value:
            return await self.take(key, address, terminal)  # another connection was faster
        if not reply.ok:
            raise (TableFullError if reply.error == Reason.TABLE_FULL.value else SeatError)(reply.message)
        await self._put_card_in(seat)
        if seat not in self._dealer.table.layout:
            return await self.take(key, address, terminal)  # another connection has left the seat meanwhile
        return seated

    def came(self, seat: str) -> None:
        """Report a connection of the terminal at a seat. A terminal may have several."""
        self._held.came(seat)
        self._tell()

    def went(self, seat: str) -> None:
        """Report the end of a connection."""
        self._held.went(seat, 0 if seat in self._given_up else self._first_look)
        self._tell()

    def give_up(self, client: str) -> None:
        """Release the seat of a terminal that was revoked as soon as its bets are decided. Nobody can come back to it."""
        if seat := self.clients.seat_at(client, self):
            self._given_up.add(seat)
            self._held.look(seat, self._time())

    def holds(self, seat: str) -> bool:
        """Whether a seat is held for a terminal."""
        return seat in self._held.seats

    async def release_abandoned(self, seat: str) -> bool:
        """Release a seat without money and bets whose terminal is gone. False if it is still held."""
        if self._is_empty(seat):
            await self._release(seat)
        return not self.holds(seat)

    @property
    def connected(self) -> Collection[str]:
        """The seats whose terminals are connected."""
        return self._held.connected

    def present(self, within: float) -> Collection[str]:
        """The seats whose terminals are connected, or have been gone for less than so many seconds."""
        return self._held.present(within)

    def away(self, seat: str) -> float | None:
        """For how many seconds the terminal of a seat has been gone; None if it is here, or the seat is not a terminal's."""
        gone = self._held.gone_since(seat)
        return None if gone is None else self._time() - gone

    async def leave(self, seat: str, id: str) -> Reply:
        """Let a player leave with all the money of the seat. Its key then opens no seat any more."""
        return await self._dealer.ask(LeaveSeat(seat=seat), id)

    async def run(self) -> None:
        """Release seats from time to time, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except (JournalError, ConflictError):
                raise
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one seat, the tables play on
                warn(f"{self._dealer.name}: seats could not be released ({type(error).__name__}: {error})")

    async def sweep(self) -> None:
        """Release every seat whose time is over."""
        due = [seat for seat in self._held.to_look_at() if not self._is_held(seat)]
        for first in range(0, len(due), RELEASED_AT_ONCE):
            await asyncio.gather(*(self._release(seat) for seat in due[first : first + RELEASED_AT_ONCE]))

    def _is_held(self, seat: str) -> bool:
        """Whether a seat is held for longer. If so, it is looked at again later."""
        gone, now = self._held.gone_since(seat), self._time()
        if gone is None:
            return True
        until = gone + (self._rules.hold_money_seconds if self.has_money(seat) else self._rules.hold_empty_seconds)
        if seat in self._given_up:
            until = now
        if self._dealer.table.layout.get(seat):
            until = now + SWEEP_SECONDS
        if until > now:
            self._held.look(seat, until)
        return until > now

    async def _release(self, seat: str) -> None:
        """Release a seat, unless its terminal has come back meanwhile or the table refuses."""
        if self._held.gone_since(seat) is not None and not (await self._dealer.ask(ReleaseSeat(seat=seat))).ok:
            self._held.look(seat, self._time() + TRY_AGAIN_SECONDS)

    async def _make_room(self, address: str, own: str | None) -> None:
        """Make sure that an address may take a seat, if need be in place of the empty seat that was left longest ago."""
        tried = set[str]()
        while (crowd := self._crowd(address)) is not None:
            seat = self._held.longest_gone(seat for seat in crowd if seat not in tried and self._is_empty(seat))
            if seat is None:
                raise self._no_room(address, own)
            tried.add(seat)
            await self._release(seat)

    def _crowd(self, address: str) -> Collection[str] | None:
        """The seats that leave no room for another one of this address; None if there is room."""
        if len(of_address := self._held.of_address(address)) >= self._rules.seats_per_address:
            return of_address
        is_full = len(self._held.seats) >= self._rules.seats or self._dealer.table.is_full
        return self._held.seats if is_full else None

    def _no_room(self, address: str, own: str | None) -> SeatError:
        kept = self._dealer.table.book.balance(owed(own)) if own else 0
        rest = f" The {dollars(Cents(kept))} of your last visit is kept for you." if kept > 0 else ""
        most = self._rules.seats_per_address
        if len(self._held.of_address(address)) < most:
            return TableFullError(f"{TABLE_FULL}{rest}")
        return TooManySeatsError(f"{TOO_MANY_SEATS.format(seats=most)}{rest}")

    async def _sit(self, seat: str, address: str, taking: Coroutine[Any, Any, Reply]) -> Reply:
        """Hold a seat from the moment at which it is asked for, so that many at once cannot exceed a limit."""
        self._held.expect(seat, address, self._first_look)
        reply = await taking
        self._forget_unless_seated(seat)
        return reply

    async def _resume(self, seat: str) -> Reply:
        """Wait until the terminal may be told that it has the seat: another connection may have taken it just now."""
        if seat not in self._dealer.durable.layout:
            await self._journal.append(Entry(()))
        return Reply(ok=True)

    def _heard(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, SeatLeft | SeatReleased):
            self._forget_unless_seated(event.seat)
        elif EVENTS[type(event)].history is History.REWRITES:
            self._compare_with_layout()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    def _forget_unless_seated(self, seat: str) -> None:
        if seat not in self._dealer.table.layout:
            self._held.forget(seat)
            self._given_up.discard(seat)

    def _compare_with_layout(self) -> None:
        """Find the seats of terminals, at the start and after a correction that put a player back. No other is released."""
        table = self._dealer.table
        for seat in table.layout:
            if table.kinds.get(seat) is SeatKind.TERMINAL and seat not in self._held.seats:
                self._held.find(seat, self._first_look)
        for seat in list(self._held.seats):
            self._forget_unless_seated(seat)

    def _is_empty(self, seat: str) -> bool:
        return not self._dealer.table.layout.get(seat) and not self.has_money(seat)

    def money_at(self, seat: str) -> Cents:
        """All money of a player: credit of every kind, and bets."""
        book = self._dealer.table.book
        accounts = (restricted(seat), tokens(seat), felt(seat))
        return Cents(cashable(book, seat) + sum(book.balance(each) for each in accounts))

    def has_money(self, seat: str) -> bool:
        """Whether a player has money that is not on the layout."""
        book = self._dealer.table.book
        return bool(cashable(book, seat) or book.balance(restricted(seat)) or book.balance(tokens(seat)))

    def seat_with(self, key: str, client: str | None = None) -> str | None:
        """The seat that a key opens: one that is taken, or one that was released with something to come back to.

        The key of an enrolled terminal's seat opens it at that terminal, `client`, and at no other.
        """
        kept = self._journal.find(streams.keys(self._dealer.name), _digest(key, client)) if key else None
        if kept is None:
            return None
        seat = msgspec.json.decode(kept, type=dict[str, str])["seat"]
        table = self._dealer.table
        return seat if seat in table.layout or seat in table.desk.released else None

    async def _put_card_in(self, seat: str) -> None:
        """Insert a card that belongs to the terminal itself, until the cage issues cards. A killed server may not have."""
        table = self._dealer.table
        if self._gives_cards and table.rules.procedures.cards and seat not in table.desk.cards:
            await self._dealer.ask(InsertCard(seat=seat, player=seat))


def _sits(seat: str, terminal: str | None) -> TakeSeat:
    return TakeSeat(seat=seat, chips=Cents(0), kind=SeatKind.TERMINAL, terminal=terminal)


def _digest(key: str, client: str | None) -> str:
    """The digest of the key of a terminal's seat, and of the terminal if it is enrolled. The journal stores only this."""
    return hashlib.sha256((f"{client} {key}" if client else key).encode()).hexdigest()
