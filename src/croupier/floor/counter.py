"""The counter between a table and the cage: what each has to do when money goes from one to the other.

The table decides first, because the cage needs the amount, and then the cage decides about what happened at the table. If
one of them refuses, nothing happens at either.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import PrintTicket
from croupier.cage.message import CageCommand
from croupier.cage.redeeming import TakeTicket
from croupier.cage.refusals import CageReason, CageRefusal
from croupier.cage.state import Cage
from croupier.cage.ticket import Ticket, place
from croupier.cage.unprinting import CancelTicket
from croupier.floor.actions import Action
from croupier.money import Cents
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.money.credit import Collect, InsertMoney, MoneyCollected, MoneyInserted
from croupier.table.money.hand_pay import HandPaid
from croupier.table.money.printing import TicketNotPrinted
from croupier.table.money.seats import LeaveSeat, SeatLeft, SeatTaken, TakeSeat
from croupier.table.money.tender import Tender, Way

MoneyEvent = MoneyInserted | SeatTaken | MoneyCollected | SeatLeft
"""The events by which money comes to a table or leaves it."""


def with_ticket(cage: Cage, command: Command) -> Command:
    """The command, with the serial of the ticket on which money would leave the table."""
    if isinstance(command, Collect | LeaveSeat) and command.tender and command.tender.way is Way.TICKET:
        return replace(command, tender=replace(command.tender, ticket=cage.issued + 1))
    return command


def inserting(ticket: Ticket | CageRefusal, seat: str, by: Person | None = None) -> InsertMoney | CageRefusal:
    """The command by which a ticket that was found comes to a seat. It is the same however often it is asked for."""
    if isinstance(ticket, CageRefusal):
        return ticket
    tender = Tender(Way.TICKET, ticket=ticket.serial)
    return InsertMoney(seat=seat, amount=Cents(ticket.amount), tender=tender, by=by)


def counterpart(table: str, events: Iterable[Event], salt: Callable[[], int]) -> CageCommand | CageRefusal | None:
    """What the cage has to do about what happened at a table; None if it is not concerned. `salt` draws one for a ticket."""
    for event in events:
        if isinstance(event, TicketNotPrinted):
            return CancelTicket(at=event.at, place=place(table, event.seat), serial=event.ticket, amount=event.amount)
        if isinstance(event, HandPaid) and event.form is not None and event.method:
            where, who = place(table, event.seat), event.by.name
            return PayHandPay(at=event.at, place=where, form=event.form, amount=event.amount, method=event.method, by=who)
        if not isinstance(event, MoneyEvent) or not event.tender or event.tender.way is not Way.TICKET:
            continue
        where, serial = place(table, event.seat), event.tender.ticket
        if isinstance(event, MoneyCollected | SeatLeft):
            return PrintTicket(at=event.at, place=where, amount=event.amount, salt=salt())
        if serial is None:
            return CageRefusal(CageReason.TICKET_NEEDED, "A ticket is taken in by its number.")
        return TakeTicket(at=event.at, place=where, serial=serial, amount=event.amount)
    return None


def without_tickets(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The orders as a floor with a cage offers them: a ticket comes to a table by its number, and not as an amount."""
    bringing = (InsertMoney.__name__, TakeSeat.__name__)
    return tuple(
        replace(each, tenders=tuple(way for way in each.tenders if way != Way.TICKET)) if each.order in bringing else each
        for each in actions
    )


def printed(events: Iterable[Event]) -> int | None:
    """The serial of the ticket that a page shows for money that left a table; None if there is none, or a printer has it."""
    for event in events:
        if isinstance(event, MoneyCollected | SeatLeft) and event.tender and not event.tender.printer:
            return event.tender.ticket
    return None
