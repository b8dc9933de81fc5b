"""The conversation with the money devices of one terminal: notes and tickets in, and tickets out."""

from collections.abc import Callable
from functools import partial

import msgspec

from croupier.cage.redeeming import HoldTicket, ReturnTicket
from croupier.cage.refusals import CageRefusal
from croupier.cage.ticket import place
from croupier.floor.addressing import addressed
from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper, cage_refused
from croupier.floor.money_lines import MoneyLines, Slot
from croupier.money import Cents
from croupier.server.allowance import Allowance
from croupier.server.connection import NORMAL
from croupier.server.device_connection import DeviceLink
from croupier.server.money_messages import (
    DeviceState,
    ItemDone,
    MoneyHello,
    MoneySaid,
    MoneyTold,
    MoneyWelcome,
    NoteRead,
    NoteStacked,
    PrintWanted,
    SlotState,
    TicketFailed,
    TicketGivenBack,
    TicketOut,
    TicketRead,
    TicketStacked,
    Verdict,
)
from croupier.server.wish_commands import NO_CAGE, printed_ticket
from croupier.table.core.message import Command
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.device_faults import ReportDevices, is_news
from croupier.table.money.printing import ConfirmPrinted, TakeBackUnprinted
from croupier.table.money.tender import Tender, Way

HELLO_FIRST = "Money devices say hello first, and once."
NOT_UNDERSTOOD = "This was not understood: {error}."
TOO_FAST = "Money devices do not report so often."
NO_SEAT = "This terminal has no seat at this table: open its page first."
CONNECTED_AGAIN = "These devices have connected again."
SEAT_ENDED = "This terminal has its seat no longer."

_DECODER = msgspec.json.Decoder(MoneySaid)
_ENCODER = msgspec.json.Encoder()

FindSeat = Callable[[str], str | None]
"""Returns the seat of the terminal to which the devices belong, given the key that they said; None if it has none."""

PaceOf = Callable[[str], Allowance]
"""Returns how often the devices of a seat may speak, over all of their connections."""


class MoneyConnection:
    """One connection of the money devices of a terminal, from hello to goodbye."""

    def __init__(
        self, link: DeviceLink, dealer: Dealer, lines: MoneyLines, find_seat: FindSeat, pace_of: PaceOf, client: str | None
    ) -> None:
        """Wait for a hello. `client` is the id under which the devices are enrolled."""
        self.seat = ""
        self._link, self._dealer, self._lines, self._find_seat, self._pace_of = link, dealer, lines, find_seat, pace_of
        self._client = client
        self._is_over = False

    def heard(self, message: bytes) -> None:
        """A message has arrived."""
        if self._is_over:
            return
        try:
            said = _DECODER.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._end(NOT_UNDERSTOOD.format(error=error))
            return
        if isinstance(said, MoneyHello) is bool(self.seat):
            self._end(HELLO_FIRST)
        elif isinstance(said, MoneyHello):
            self._greet(said)
        elif self._keeps_pace():
            self._serve(said)

    def take(self, slot: Slot) -> None:
        """Tell the devices what they take from now on."""
        self._tell(SlotState(slot.shown, slot.notes, slot.tickets, addressed(slot.why, self.seat)))

    def print(self, ticket: int) -> None:
        """Tell the printer to print a ticket."""
        if self._dealer.keeper:
            self._tell(PrintWanted(printed_ticket(self._dealer.keeper, ticket)))

    def replaced(self) -> None:
        """The devices have connected again."""
        self._is_over = True
        self._link.close(NORMAL, CONNECTED_AGAIN, final=True)

    def unseated(self) -> None:
        """The terminal has its seat no longer. Its devices may come back for another."""
        self._end(SEAT_ENDED)

    def gone(self) -> None:
        """The connection has ended. What was said before is decided and kept nevertheless."""
        self._is_over = True
        self._lines.leave(self)

    def _keeps_pace(self) -> bool:
        """Whether the devices have not said too much, over all of their connections. Else this one ends."""
        if self._pace_of(self.seat).take():
            return True
        self.gone()
        self._link.flooded(TOO_FAST)
        return False

    def _greet(self, hello: MoneyHello) -> None:
        seat = self._find_seat(hello.key)
        if seat is None:
            self._end(NO_SEAT)
        elif self._link.has_spoken():
            self.seat = seat
            if not self._keeps_pace():
                return
            if is_news(self._dealer.table, seat, hello.faults):
                self._dealer.submit(ReportDevices(seat=seat, faults=hello.faults), done=self._join)
            else:
                self._join(Reply(ok=True))

    def _join(self, reply: Reply) -> None:
        """Connect once the report of the hello is durable."""
        if self._is_over:
            return
        if not reply.ok:
            self._end(reply.message)
            return
        self._tell(MoneyWelcome(self._dealer.name, self.seat))
        self._lines.join(self)

    def _serve(self, said: MoneySaid) -> None:
        match said:
            case NoteRead():
                refusal = self._lines.may_take_note(self.seat, said.value)
                self._judge(said.id, Reply(ok=refusal is None, message=refusal.message if refusal else ""))
            case NoteStacked():
                tender = Tender(Way.NOTES, {said.value: 1})
                self._credit(said.id, CreditStacked(seat=self.seat, amount=Cents(said.value), tender=tender))
            case TicketRead() | TicketStacked() | TicketGivenBack():
                self._serve_ticket(said)
            case DeviceState() if is_news(self._dealer.table, self.seat, said.faults):
                self._do(ReportDevices(seat=self.seat, faults=said.faults))
            case TicketOut():
                self._do(ConfirmPrinted(seat=self.seat, ticket=said.serial))
            case TicketFailed():
                self._do(TakeBackUnprinted(seat=self.seat, ticket=said.serial, why=said.detail))
            case DeviceState() | MoneyHello():
                pass  # nothing new; a second hello has ended the connection

    def _serve_ticket(self, said: TicketRead | TicketStacked | TicketGivenBack) -> None:
        keeper, answer = self._dealer.keeper, self._judge if isinstance(said, TicketRead) else self._done
        ticket = keeper.found(said.number) if keeper else NO_CAGE
        if isinstance(ticket, CageRefusal) or keeper is None:
            answer(said.id, cage_refused(ticket if isinstance(ticket, CageRefusal) else NO_CAGE))
            return
        match said:
            case TicketRead():
                self._hold(keeper, said.id, ticket.serial)
            case TicketStacked():
                tender = Tender(Way.TICKET, ticket=ticket.serial)
                self._credit(said.id, CreditStacked(seat=self.seat, amount=ticket.amount, tender=tender))
            case TicketGivenBack():
                command = ReturnTicket(place=self._place, serial=ticket.serial)
                keeper.submit(command, done=partial(self._done, said.id))

    def _hold(self, keeper: Keeper, id: str, serial: int) -> None:
        """Keep a ticket for this terminal, if its slot is open."""
        if refusal := self._lines.may_take(self.seat):
            self._judge(id, Reply(ok=False, message=refusal.message))
        else:
            keeper.submit(HoldTicket(place=self._place, serial=serial), done=partial(self._judge, id))

    @property
    def _place(self) -> str:
        return place(self._dealer.name, self.seat)

    def _credit(self, id: str, command: CreditStacked) -> None:
        """Credit what is stacked, once: the id belongs to the devices, whatever seat their terminal has by now."""
        if self.seat not in self._dealer.table.layout:  # they come back for another seat, and say it again
            self.unseated()
            return
        owner = f"money.{self._client}" if self._client else "money"
        self._dealer.submit(command, f"{owner}/{id}", done=partial(self._done, id))

    def _do(self, command: Command) -> None:
        """Carry a report out. It has no answer: if it is lost, it is asked for again."""
        self._dealer.submit(command, done=_ignore)

    def _judge(self, id: str, reply: Reply) -> None:
        self._tell(Verdict(id, reply.ok, addressed(reply.message, self.seat)))

    def _done(self, id: str, reply: Reply) -> None:
        self._tell(ItemDone(id, reply.ok, reply.error, addressed(reply.message, self.seat)))

    def _tell(self, message: MoneyTold) -> None:
        if not self._is_over:
            self._link.send(_ENCODER.encode(message), now=True)

    def _end(self, why: str) -> None:
        self.gone()
        self._link.close(NORMAL, why)


def _ignore(_: Reply) -> None:
    """Nobody waits for the answer."""
