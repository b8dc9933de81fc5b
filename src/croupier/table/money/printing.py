"""Tickets on their way through the printer of a terminal: confirmed, or paid by hand if none came out."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import TICKETS, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.apply import apply
from croupier.table.core.desk import Desk, Printing
from croupier.table.core.forms import SENTENCE, Values, forms_of
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command, Event
from croupier.table.core.meters import UNPRINTED, Meters, added
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    on_desk,
    stands,
)
from croupier.table.core.state import Table
from croupier.table.core.words import entered
from croupier.table.money.device_faults import devices_at, printer_fault, with_devices
from croupier.table.money.hand_pay import call_hand_pay
from croupier.table.money.metering import at_terminal
from croupier.table.money.tender import Tender


class ConfirmPrinted(Command, frozen=True, kw_only=True, tag=True):
    """Confirm that a ticket came out of the printer of a terminal."""

    seat: str
    ticket: int
    """Its serial."""
    by: Person | None = None
    """The member of staff who found that out; None if the printer reported it."""


class TakeBackUnprinted(Command, frozen=True, kw_only=True, tag=True):
    """Take a ticket back that did not come out of the printer, and call a hand pay for it."""

    seat: str
    ticket: int
    """Its serial."""
    why: str = ""
    by: Person | None = None
    """The member of staff who found that out; None if the printer reported it."""


class TicketPrinted(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A ticket came out of the printer of a terminal."""

    seat: str
    ticket: int
    by: Person | None = None
    """The member of staff who found that out; None if the printer reported it."""


class TicketNotPrinted(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A ticket did not come out of the printer of a terminal. It is not paid; its value is credit again."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    ticket: int
    amount: Cents
    why: str = ""
    by: Person | None = None
    """The member of staff who found that out; None if the printer reported it."""
    transfers: tuple[Transfer, ...]


def in_printer(table: Table, seat: str) -> Printing | None:
    """The ticket that the printer of a terminal has not confirmed; None if there is none."""
    return devices_at(table, seat).printing


def leaving_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse that a seat ends while a ticket of its player is in the printer."""
    if ticket := in_printer(table, seat):
        sentence = f"Ticket {ticket.ticket} is still in the printer of {seat}; if it stays there, ask an attendant."
        return Refusal(Reason.CANNOT_COLLECT, sentence)
    return None


def printing_refused(table: Table, seat: str, tender: Tender | None) -> Refusal | None:
    """Refuse to print a ticket where no printer is, or where it cannot print."""
    if tender is None or not tender.printer:
        return None
    if seat not in table.desk.devices:
        return Refusal(Reason.BAD_TENDER, f"{seat} has no printer.", table.rules.payment)
    if fault := printer_fault(table, seat):
        return Refusal(Reason.TERMINAL_FAULTY, f"No ticket can be printed: {fault.meaning}.")
    return leaving_refused(table, seat)


def with_ticket_in_printer(table: Table, seat: str, ticket: int, amount: int) -> Table:
    """The table once the printer of a terminal was told to print."""
    return replace(table, desk=_printing(table, seat, Printing(ticket, amount)))


def confirm_printed(table: Table, wish: ConfirmPrinted) -> TicketPrinted | Refusal:
    """Take a confirmation for a ticket that is in the printer. Staff confirm for a printer that is broken or gone."""
    if wish.by and (refusal := not_staff_refused(table, wish.by)):
        return refusal
    return _not_in_printer(table, wish) or TicketPrinted(seat=wish.seat, ticket=wish.ticket, by=wish.by)


def _not_in_printer(table: Table, wish: ConfirmPrinted | TakeBackUnprinted) -> Refusal | None:
    """Refuse a ticket that is not in the printer: it came out, or was taken back before."""
    printing = in_printer(table, wish.seat)
    if printing and printing.ticket == wish.ticket:
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, f"Ticket {wish.ticket} is not in the printer of {wish.seat}.")


def take_back_unprinted(table: Table, wish: TakeBackUnprinted) -> tuple[Event, ...] | Refusal:
    """Take a ticket back that is in the printer, and call a hand pay for it."""
    if wish.by and (refusal := not_staff_refused(table, wish.by)):
        return refusal
    if wish.by and not wish.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say how you know that the ticket did not come out.")
    if refusal := _not_in_printer(table, wish):
        return refusal
    printing = in_printer(table, wish.seat)
    assert printing, "it is in the printer"
    amount = Cents(printing.amount)
    back = TicketNotPrinted(
        seat=wish.seat,
        terminal=table.terminals.get(wish.seat),
        ticket=wish.ticket,
        amount=amount,
        why=wish.why,
        by=wish.by,
        transfers=(Transfer(TICKETS, rack(wish.seat), amount),),
    )
    return back, call_hand_pay(apply(table, back), wish.seat, amount, wish.by, HandPayCause.PRINTER_FAULT)


def _printing(table: Table, seat: str, printing: Printing | None) -> Desk:
    return with_devices(table.desk, seat, replace(devices_at(table, seat), printing=printing))


def _apply_not_printed(table: Table, event: TicketNotPrinted) -> Table:
    return replace(table, book=table.book.after(event.transfers), desk=_printing(table, event.seat, None))


def _meter_not_printed(table: Table, event: TicketNotPrinted) -> Meters:
    brought = added(table.meters.terminal(event.seat).brought, UNPRINTED, event.amount)
    return at_terminal(table, event.seat, brought=brought)


def _tickets_in_printers(table: Table) -> Iterator[Values]:
    for seat, devices in sorted(table.desk.devices.items()):
        if devices.printing:
            yield {"seat": seat, "ticket": devices.printing.ticket}


NOTHING_PRINTS = Refusal(Reason.OUT_OF_SEQUENCE, "No ticket is in a printer.")

declare(
    CommandRow(
        kind=ConfirmPrinted,
        decide=confirm_printed,
        wish=by_name,
        senders=FROM_MACHINE | FROM_STAFF,
        under=None,
        chosen=("seat", "ticket"),
        forms=forms_of(ConfirmPrinted, _tickets_in_printers),
        nothing=NOTHING_PRINTS,
    ),
    CommandRow(
        kind=TakeBackUnprinted,
        decide=take_back_unprinted,
        wish=by_name,
        senders=FROM_MACHINE | FROM_STAFF,
        under=None,
        chosen=("seat", "ticket"),
        forms=forms_of(TakeBackUnprinted, _tickets_in_printers, why=SENTENCE),
        nothing=NOTHING_PRINTS,
    ),
    event_without_money(
        kind=TicketPrinted,
        apply=on_desk(lambda t, e: _printing(t, e.seat, None)),
        tell=lambda _, e: f"Ticket {e.ticket} came out of the printer of {e.seat}{entered(e.by)}.",
        audience=Audience.OWNER,
    ),
    EventRow(
        kind=TicketNotPrinted,
        apply=_apply_not_printed,
        meter=_meter_not_printed,
        tell=lambda _, e: (
            f"Ticket {e.ticket} for {dollars(e.amount)} did not come out of the printer of {e.seat}{entered(e.by)}."
        ),
        again=stands,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
