"""The conversation with the money devices of one terminal: notes and tickets in, and tickets out."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec

from croupier.audit.local_time import in_zone
from croupier.cage.redeeming import HoldTicket, ReturnTicket
from croupier.cage.ticket import Ticket, TicketState, place
from croupier.facts.refusal import Refusal
from croupier.floor.addressing import addressed
from croupier.floor.answers import Reply
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper, cage_refused
from croupier.floor.money_lines import MoneyLines, NoteVerdict, Slot
from croupier.money import Cents, dollars
from croupier.rules.sign import NOTES
from croupier.server.allowance import Allowance
from croupier.server.connection import NORMAL, TOO_FAST_CODE
from croupier.server.device_connection import DeviceLink
from croupier.server.limits import TOO_MANY_NUMBERS
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
from croupier.table.core.refusals import Reason
from croupier.table.money.acceptor import CreditStacked, over_ceiling
from croupier.table.money.device_faults import DeviceFault, ReportDevices, devices_at, is_news, with_found
from croupier.table.money.printing import ConfirmPrinted, TakeBackUnprinted
from croupier.table.money.tender import Tender, Way

HELLO_FIRST = "Money devices say hello first, and once."
NOT_UNDERSTOOD = "This was not understood: {error}."
TOO_FAST = "Money devices do not report so often."
NO_SEAT = "This terminal has no seat at this table: open its page first."
CONNECTED_AGAIN = "These devices have connected again."
NOTE_WAITS = "This note is not credited until an attendant has looked at the machine."
SEAT_ENDED = "This terminal has its seat no longer."

_DECODER = msgspec.json.Decoder(MoneySaid)
_ENCODER = msgspec.json.Encoder()

FindSeat = Callable[[str], str | None]
"""Returns the seat of the terminal to which the devices belong, given the key that they said; None if it has none."""


class MoneyPace(NamedTuple):
    """What the money devices of a terminal may still do, over all of their connections."""

    messages: Allowance
    numbers: Allowance
    """How many numbers of tickets they may try: whoever guesses a number must not find one."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing from either burst by now."""
        return self.messages.is_whole and self.numbers.is_whole


PaceOf = Callable[[str], MoneyPace]
"""Returns the pace of the devices of a seat."""


class MoneyConnection:
    """One connection of the money devices of a terminal, from hello to goodbye."""

    def __init__(
        self,
        link: DeviceLink,
        dealer: Dealer,
        lines: MoneyLines,
        find_seat: FindSeat,
        pace_of: PaceOf,
        client: str | None,
        *,
        zone: str = "UTC",
    ) -> None:
        """Wait for a hello. `client` is the id under which the devices are enrolled; `zone` the time zone of the floor."""
        self.seat = ""
        self._link, self._dealer, self._lines, self._find_seat, self._pace_of = link, dealer, lines, find_seat, pace_of
        self._client, self._zone = client, zone
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
        self._tell(SlotState(slot.shown, slot.notes, slot.tickets, self._said(slot.why)))

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
        if self._pace_of(self.seat).messages.take():
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
                self._lines.verdicts[self._devices] = NoteVerdict(said.id, said.value, refusal is None)
                self._judge(said.id, Reply(ok=refusal is None, message=refusal.message if refusal else ""))
            case NoteStacked():
                self._serve_stacked(said)
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

    def _serve_stacked(self, said: NoteStacked) -> None:
        """Credit a stacked note by its verdict. A lie is an alarm, and credits the smaller value, or nothing without a yes."""
        verdict = self._lines.verdicts.get(self._devices)
        if verdict and verdict.id != said.id:
            verdict = None
        value = min(said.value, verdict.value) if verdict else said.value
        if self.seat in self._dealer.table.layout and not self._dealer.knows(self._command_id(said.id)):
            doubt, is_credited = self._doubt(said.value, verdict)
            if doubt:
                self._alarm(said.id, doubt, is_credited=is_credited)
            if not is_credited:
                return
        tender = Tender(Way.NOTES, {value: 1})
        self._credit(said.id, CreditStacked(seat=self.seat, amount=Cents(value), tender=tender))

    def _doubt(self, stacked: int, verdict: NoteVerdict | None) -> tuple[str, bool]:
        """What is wrong with a stacked note, empty if nothing is; and whether it is credited nevertheless.

        A restarted server has forgotten the verdicts: a note of which it knows none is credited up to the ceiling.
        """
        table, note = self._dealer.table, dollars(Cents(stacked))
        if stacked not in NOTES.values():
            return f"There is no note of {note}, and the acceptor stacked one.", False
        if verdict is None:
            if DeviceFault.NOTE_DOUBTED in devices_at(table, self.seat).faults:
                return f"A note of {note} was stacked unread, while an attendant was awaited.", False
            if over_ceiling(table, self.seat, stacked):
                return f"A note of {note} was stacked unread, over the ceiling.", False
            return "", True
        if not verdict.take:
            return f"A note of {note} was stacked although it was to be given back.", False
        if verdict.value != stacked:
            return f"A note was read as {dollars(Cents(verdict.value))}, and stacked as {note}.", True
        return "", True

    def _alarm(self, id: str, doubt: str, *, is_credited: bool) -> None:
        """Report a lie. If it credits nothing, the report uses the id up, so that no repetition credits it either."""
        faults = with_found(self._dealer.table, self.seat, DeviceFault.NOTE_DOUBTED)
        report = ReportDevices(seat=self.seat, faults=faults, detail=doubt)
        if is_credited:
            self._do(report)
        else:
            self._dealer.submit(report, self._command_id(id), done=partial(self._refuse_doubted, id))

    def _refuse_doubted(self, id: str, reply: Reply) -> None:
        self._done(id, Reply(ok=False, error=Reason.TERMINAL_FAULTY, message=NOTE_WAITS) if reply.ok else reply)

    def _serve_ticket(self, said: TicketRead | TicketStacked | TicketGivenBack) -> None:
        keeper, answer = self._dealer.keeper, self._judge if isinstance(said, TicketRead) else self._done
        ticket = keeper.found(said.number) if keeper else NO_CAGE
        if self._guesses(said.id, ticket):
            answer(said.id, Reply(ok=False, error=TOO_FAST_CODE, message=TOO_MANY_NUMBERS))
            return
        if isinstance(ticket, Refusal) or keeper is None:
            answer(said.id, cage_refused(ticket if isinstance(ticket, Refusal) else NO_CAGE))
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

    def _guesses(self, id: str, ticket: Ticket | Refusal) -> bool:
        """Whether too many numbers were tried. That of a ticket in this reader is no guess, and neither is a repetition."""
        if isinstance(ticket, Ticket) and (ticket.state, ticket.at_place) == (TicketState.PENDING, self._place):
            return False
        return not self._dealer.knows(self._command_id(id)) and not self._pace_of(self.seat).numbers.take()

    def _hold(self, keeper: Keeper, id: str, serial: int) -> None:
        """Keep a ticket for this terminal, if its slot is open."""
        if refusal := self._lines.may_take(self.seat):
            self._judge(id, Reply(ok=False, message=refusal.message))
        else:
            keeper.submit(HoldTicket(place=self._place, serial=serial), done=partial(self._judge, id))

    @property
    def _place(self) -> str:
        return place(self._dealer.name, self._dealer.table.terminal_of(self.seat))

    def _credit(self, id: str, command: CreditStacked) -> None:
        """Credit what is stacked, once: the id belongs to the devices, whatever seat their terminal has by now."""
        if self.seat not in self._dealer.table.layout:  # they come back for another seat, and say it again
            self.unseated()
            return
        self._dealer.submit(command, self._command_id(id), done=partial(self._done, id))

    def _command_id(self, id: str) -> str:
        return f"money.{self._client}/{id}" if self._client else f"money/{id}"

    @property
    def _devices(self) -> str:
        """Under which their verdicts are remembered: their id, or in a demonstration their seat."""
        return self._client or self.seat

    def _do(self, command: Command) -> None:
        """Carry a report out. It has no answer: if it is lost, it is asked for again."""
        self._dealer.submit(command, done=_ignore)

    def _judge(self, id: str, reply: Reply) -> None:
        self._tell(Verdict(id, reply.ok, self._said(reply.message)))

    def _done(self, id: str, reply: Reply) -> None:
        self._tell(ItemDone(id, reply.ok, reply.error, self._said(reply.message)))

    def _said(self, sentence: str) -> str:
        return addressed(in_zone(sentence, self._zone), self.seat)

    def _tell(self, message: MoneyTold) -> None:
        if not self._is_over:
            self._link.send(_ENCODER.encode(message), now=True)

    def _end(self, why: str) -> None:
        self.gone()
        self._link.close(NORMAL, why)


def _ignore(_: Reply) -> None:
    """Nobody waits for the answer."""
