"""The conversation with one terminal: turns its messages into commands, and answers into messages."""

import asyncio
from functools import partial
from typing import Protocol

import msgspec

from croupier.audit.local_time import in_zone
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.addressing import addressed
from croupier.floor.answers import Reply
from croupier.floor.client_seats import EnrolledTerminal
from croupier.floor.house import House
from croupier.floor.keeper import cage_refused
from croupier.floor.seat_errors import SeatError
from croupier.server.account_wishes import serve_account
from croupier.server.felts import MONEY_FROM_STAFF
from croupier.server.gate import Gate, Pace
from croupier.server.hub import Hub
from croupier.server.limits import TOO_FAST, TOO_MANY_NUMBERS
from croupier.server.messages import Answered, Welcome
from croupier.server.wish_commands import account_view, command_of, printed_ticket, transfer_view
from croupier.server.wishes import (
    CardWish,
    CloseEarlyWish,
    CollectWish,
    Hello,
    InsertWish,
    LateWish,
    LeaveWish,
    PinWish,
    Said,
    ShootWish,
    TicketWish,
    Wish,
)
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.money.patron_names import patron_of

HELLO_FIRST = "A terminal says hello first."
HELLO_ONCE = "A terminal says hello once."
OPENED_ELSEWHERE = "This seat was opened in another window."
SEAT_GIVEN_UP = "This seat was given up."
MONEY_TO_STAFF = "Ask a member of staff to pay you."
COLLECT_FIRST = "Collect your credit first; you are given a ticket for it."
THROW_LATER = "Other players are betting for another {seconds} second{s}; throw then."
TOO_FAST_CODE = "too-fast"
TOO_LATE_CODE = "too-late"
TOO_LATE = "It came too late, because the connection was lost: it was not done."
NORMAL, REFUSED = 1000, 4429
"""The codes with which a connection ends."""

_DECODER = msgspec.json.Decoder(Said)
_ENCODER = msgspec.json.Encoder()


class TerminalLink(Protocol):
    """What a conversation needs of its connection."""

    address: str

    def has_spoken(self) -> bool:
        """Count the connection as one that has said what it wants. False if it was refused."""
        ...

    def send(self, message: bytes, *, now: bool = False) -> None:
        """Send a message, together with others that follow at once unless it is to go now."""
        ...

    def close(self, code: int = 1000, why: str = "", *, final: bool = False) -> None:
        """Say goodbye if there is a reason, and end the connection. If it is final, the terminal should not come back."""
        ...


class NotUnderstoodError(Exception):
    """A terminal sent a message that is invalid or not expected now."""


class TooFastError(Exception):
    """A terminal sent far more messages than it may."""


class Connection:
    """One terminal, from hello to goodbye."""

    def __init__(
        self, link: TerminalLink, house: House, hub: Hub, gate: Gate, terminal: EnrolledTerminal | None = None
    ) -> None:
        """Wait for a hello. `terminal` is None on a floor where terminals do not enrol."""
        self.seat = ""
        self._link, self._terminal = link, terminal
        self._house = house
        self._hub = hub
        self._seating = house.seating[hub.dealer.name]
        self._gate = gate
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        """Seats the terminal, or gives its seat up. None before the hello."""
        self._early: list[bytes] = []
        """Messages that came after the hello and before the seat."""
        self._with_pins = set[asyncio.Task[None]]()
        """Wishes whose PINs are being checked. The event loop keeps no reference to them."""
        self._leaves = self._is_over = False

    def heard(self, message: bytes) -> None:
        """A message has arrived."""
        if self._is_over:
            return
        try:
            if self._task is None:
                self._greet(_decoded(message))
            elif not self.seat:
                self._keep_for_later(message)
            else:
                self._serve(message)
        except TooFastError as error:
            self._end(str(error), REFUSED)
        except NotUnderstoodError as error:
            self._end(str(error))

    def tell(self, message: bytes, *, now: bool) -> None:
        """Send an event or a view of the table."""
        self._link.send(message, now=now)

    def replaced(self) -> None:
        """Another terminal has joined for the seat. It keeps the seat, even if this one is about to leave it."""
        self.gone()
        if self._task:
            self._task.cancel()
        self._link.close(why=OPENED_ELSEWHERE, final=True)

    def unseated(self) -> None:
        """The seat was given up: by this terminal, which gets its answer first, or by another one that had it before."""
        if not self._leaves:
            self._end(SEAT_GIVEN_UP)

    def gone(self) -> None:
        """The connection has ended. Commands that were sent before are decided and kept nevertheless."""
        if not self._is_over and self.seat:
            self._hub.leave(self)
            self._seating.went(self.seat)
        self._is_over = True

    def _keep_for_later(self, message: bytes) -> None:
        if len(self._early) >= self._gate.limits.messages_at_once:
            self._gate.count("messages-at-once")
            raise TooFastError(self._too_fast_sentence)
        self._early.append(message)

    def _greet(self, hello: Said) -> None:
        if not isinstance(hello, Hello):
            raise NotUnderstoodError(HELLO_FIRST)
        if self._link.has_spoken():
            self._task = self._loop.create_task(self._sit(hello))

    async def _sit(self, hello: Hello) -> None:
        """Give the terminal its seat, and let it join the table."""
        try:
            seat, key = await self._seating.take(hello.key, self._link.address, self._terminal)
        except SeatError as error:
            self._gate.count(error.limit)
            self._end(str(error), REFUSED)
            return
        if self._is_over:  # it has gone while it was seated
            return
        self.seat = seat
        self._seating.came(seat)
        # Use `last` only if the key is known; otherwise the number may come from another journal.
        last = hello.last if key == hello.key else 0
        self._link.send(_ENCODER.encode(Welcome(seat, key, len(self._hub.missed(seat, last) or ()) or 1)))
        self._hub.join(self, last)
        early, self._early = self._early, []
        for message in early:
            self.heard(message)

    def _serve(self, message: bytes) -> None:
        said = _decoded(message)
        if isinstance(said, Hello):
            raise NotUnderstoodError(HELLO_ONCE)
        wish = said.wish if isinstance(said, LateWish) else said
        self._hub.slices.wished()
        if not self._pace.messages.take():
            self._refuse_haste(wish)
        elif isinstance(said, LateWish) and not self._hub.dealer.knows(f"{self.seat}/{wish.id}"):
            self._answer(wish, Reply(ok=False, error=TOO_LATE_CODE, message=TOO_LATE))
        elif (reply := self._refused_on_a_live_floor(wish) or self._guesses(wish)) is not None:
            self._answer(wish, reply)
        elif isinstance(wish, CloseEarlyWish):
            self._answer(wish, self._close_early(wish))
        elif isinstance(wish, PinWish):
            task = self._loop.create_task(self._serve_account(wish))
            self._with_pins.add(task)
            task.add_done_callback(self._with_pins.discard)
        elif isinstance(wish, LeaveWish):
            self._task = self._loop.create_task(self._leave(wish))
        else:
            dealer = self._hub.dealer
            round: int | None = getattr(wish, "round", None)
            is_attended, is_live = self._house.loops[dealer.name].is_attended, self._house.is_live
            command = command_of(
                wish,
                self.seat,
                dealer.table,
                dealer.keeper,
                is_attended=is_attended,
                is_live=is_live,
                prints=self._house.money[dealer.name].prints,
            )
            if isinstance(command, CageRefusal):
                self._answer(wish, cage_refused(command))
                return
            rule = self._too_soon if isinstance(wish, ShootWish) else None
            id, done = f"{self.seat}/{wish.id}", partial(self._answer, wish)
            dealer.submit(command, id, round=round, rule=rule, done=done)

    def _refused_on_a_live_floor(self, wish: Wish) -> Reply | None:
        """Refuse to give money away, or to let it vanish. On a live floor it comes from the staff or on tickets."""
        if not self._house.is_live:
            return None
        if isinstance(wish, InsertWish):
            return Reply(ok=False, error=Reason.BAD_TENDER, message=MONEY_FROM_STAFF)
        dealer = self._hub.dealer
        prints = dealer.keeper is not None and dealer.table.rules.procedures.is_electronic
        if isinstance(wish, CollectWish) and not prints:
            return Reply(ok=False, error=Reason.BAD_TENDER, message=MONEY_TO_STAFF)
        if isinstance(wish, LeaveWish) and self._seating.has_money(self.seat):
            return Reply(ok=False, error=Reason.BAD_TENDER, message=COLLECT_FIRST if prints else MONEY_TO_STAFF)
        return None

    def _guesses(self, wish: Wish) -> Reply | None:
        """Refuse a terminal that tries one number of a ticket or a card after the other. A repeated wish is no other number."""
        if not isinstance(wish, TicketWish | CardWish) or self._hub.dealer.knows(f"{self.seat}/{wish.id}"):
            return None
        if self._pace.numbers.take():
            return None
        self._gate.count("numbers-per-minute")
        return Reply(ok=False, error=TOO_FAST_CODE, message=TOO_MANY_NUMBERS)

    @property
    def _pace(self) -> Pace:
        """How fast the terminal may speak, over all of its connections and, if it is enrolled, all of its seats."""
        return self._gate.pace(self._terminal.id if self._terminal else f"{self._hub.dealer.name}/{self.seat}")

    def _refuse_haste(self, wish: Wish) -> None:
        """Refuse a message over the limit. A terminal that does not slow down then is cut off."""
        self._gate.count("messages-per-second")
        if not self._pace.refusals.take():
            self._gate.flooded(self._link.address)
            raise TooFastError(self._too_fast_sentence)
        self._answer(wish, Reply(ok=False, error=TOO_FAST_CODE, message=self._too_fast_sentence))

    @property
    def _too_fast_sentence(self) -> str:
        return TOO_FAST.format(messages=self._gate.limits.messages_per_second)

    async def _serve_account(self, wish: PinWish) -> None:
        """Serve a wish about the account of the player whose card is in."""
        patron = patron_of(self._hub.dealer.table.desk.cards.get(self.seat))
        answer = partial(self._answer, wish, patron=patron)
        await serve_account(wish, self.seat, patron, self._hub.dealer, self._house.pins, answer)

    def _answer(self, wish: Wish, reply: Reply, patron: int | None = None) -> None:
        """Answer a wish. The account of a patron is shown if the wish had its PIN."""
        said = (in_zone(each, self._hub.zone) for each in (reply.notice, reply.message))
        notice, message = (addressed(each, self.seat) for each in said)
        keeper = self._hub.dealer.keeper
        ticket = printed_ticket(keeper, reply.ticket) if keeper and reply.ticket else None
        account = account_view(keeper, patron) if keeper and patron and reply.ok else None
        transfer = transfer_view(reply.transfer) if reply.transfer else None
        answer = Answered(wish.id, reply.ok, notice, reply.error, message, ticket, transfer, account)
        self._link.send(_ENCODER.encode(answer), now=True)

    def _close_early(self, wish: CloseEarlyWish) -> Reply:
        """Close betting early. Not recorded in the journal: a repeated wish is refused, because betting is closed by then."""
        dealer = self._hub.dealer
        may = wish.round in (None, dealer.table.round.number) and self._hub.is_lone(self.seat)
        if may and self._house.loops[dealer.name].close_early():
            return Reply(ok=True)
        return Reply(ok=False, error=Reason.NOT_ALONE, message=Reason.NOT_ALONE.meaning)

    def _too_soon(self) -> Refusal | None:
        """Refuse a throw of the shooter while others are given time to bet. The table knows nothing of that time."""
        dealer = self._hub.dealer
        later = self._house.loops[dealer.name].timetable.throw_from(dealer.table)
        if not later or dealer.table.round.shooter != self.seat:
            return None
        seconds = -((dealer.now() - later) // 1000)
        return Refusal(Reason.TOO_SOON, THROW_LATER.format(seconds=seconds, s="" if seconds == 1 else "s"))

    async def _leave(self, wish: LeaveWish) -> None:
        """Give the seat up. The terminal hears the answer, and then nothing more."""
        self._leaves = True
        reply = await self._seating.leave(self.seat, f"{self.seat}/{wish.id}")
        self._leaves = False
        self._answer(wish, reply)
        if reply.ok:
            self._end("")

    def _end(self, why: str, code: int = NORMAL) -> None:
        self.gone()
        self._link.close(code, why)


def _decoded(message: bytes) -> Said:
    try:
        return _DECODER.decode(message)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotUnderstoodError(f"This was not understood: {error}.") from None
    except RecursionError:
        raise NotUnderstoodError("This was not understood: it is nested too deeply.") from None
