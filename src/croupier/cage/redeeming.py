"""Redeeming tickets: a terminal takes one in, or the cage pays it. The first one gets the money."""

from msgspec.structs import replace

from croupier.cage.cash import cash_for
from croupier.cage.coins import handed, payment
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_ticket
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk, CounterEvent
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import Reason
from croupier.cage.state import KEPT_PER_PLACE, Cage, PlaceTickets, opened_rules, with_ticket
from croupier.cage.ticket import CAGE_PLACE, Ticket, TicketState
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CAGE_BANK, OUTSTANDING, TICKETS
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.moments import clock_time
from croupier.rules.terms import PayMethod


class HoldTicket(CageCommand):
    """Keep a ticket for a terminal whose reader has it and can still give it back."""

    place: str
    """The table and the seat."""
    serial: int
    """The ticket that the reader read."""


class ReturnTicket(CageCommand):
    """Free a ticket that the reader of a terminal has given back."""

    place: str
    serial: int


class TakeTicket(CageCommand):
    """Redeem a ticket at a terminal, once nobody can take it back."""

    place: str
    serial: int
    amount: Cents
    """The money that the terminal credits, which has to be the value of the ticket."""


class PayTicket(CageOrder):
    """Pay a ticket at the cage."""

    serial: int
    """The ticket that was shown. The server finds it by its validation number."""
    method: PayMethod = PayMethod.CASH
    """How it is paid."""
    identified: str | None = None
    """The identification that was asked for and seen; None if none was."""


class TicketHeld(CageEvent):
    """A ticket is in the reader of a terminal, which can still give it back. It is pending."""

    serial: int
    place: str


class TicketReturned(CageEvent):
    """The reader of a terminal gave a pending ticket back."""

    serial: int
    place: str


class TicketTaken(CageEvent):
    """A terminal took a ticket in and credited it."""

    serial: int
    amount: Cents
    place: str
    transfers: tuple[Transfer, ...]


class TicketPaid(CounterEvent):
    """The cage paid a ticket."""

    serial: int
    amount: Cents
    by: Clerk
    second: Clerk | None = None
    """Who has seen a ticket of a former system, too; None for a ticket of this one."""
    method: PayMethod = PayMethod.CASH
    identified: str | None = None
    transfers: tuple[Transfer, ...]


def found(cage: Cage, serial: int) -> Ticket | Refusal:
    """The ticket with a serial, or a refusal."""
    return cage.tickets.get(serial) or Refusal(Reason.TICKET_UNKNOWN, "This casino issued no such ticket.")


def not_payable(ticket: Ticket, at: int, place: str) -> Refusal | None:
    """Refuse a ticket that is not paid at a place at a time."""
    if refusal := not_open(ticket, at, place):
        return refusal
    if ticket.until is not None and at < ticket.until:
        sentence = f"The payment of this ticket was delayed, as agreed, to {clock_time(ticket.until)}."
        return Refusal(Reason.TICKET_DELAYED, sentence)
    return None


def not_open(ticket: Ticket, at: int, place: str) -> Refusal | None:
    """Refuse a ticket that is never paid at a place as it stands: only people can change that."""
    match ticket.state:
        case TicketState.ISSUED if ticket.is_over(at):
            return Refusal(Reason.TICKET_EXPIRED, "This ticket has expired.")
        case TicketState.PENDING if ticket.at_place != place:
            return Refusal(Reason.TICKET_PENDING, "This ticket is in another machine.")
        case TicketState.PAID:
            return Refusal(Reason.TICKET_PAID, "This ticket has been paid already.")
        case TicketState.VOID:
            return Refusal(Reason.TICKET_VOID, "This ticket is void.")
        case TicketState.CLOSED:
            return Refusal(Reason.TICKET_VOID, "This ticket is void: its value went elsewhere.")
        case TicketState.EXPIRED:
            return Refusal(Reason.TICKET_EXPIRED, "This ticket has expired.")
        case TicketState.WITHHELD:
            return Refusal(Reason.TICKET_WITHHELD, "The payment of this ticket is withheld.")
        case _:
            return None


def not_taken(cage: Cage, ticket: Ticket, at: int, place: str) -> Refusal | None:
    """Refuse a ticket that a terminal does not take in."""
    if refusal := not_payable(ticket, at, place):
        return refusal
    if ticket.former is not None:
        return Refusal(Reason.TICKET_FORMER, "The cage pays a ticket of a former system.")
    most = opened_rules(cage).most_in
    # A pending ticket was looked at when the reader took it, and may be in the stacker by now.
    if ticket.amount <= most or ticket.state is TicketState.PENDING:
        return None
    sentence = f"A terminal takes in tickets up to {dollars(most)}; the cage pays this one."
    return Refusal(Reason.OVER_TICKET_LIMIT, sentence)


def hold_ticket(cage: Cage, command: HoldTicket) -> TicketHeld | Refusal | None:
    """Keep a ticket that can be redeemed for one terminal."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if refusal := not_taken(cage, ticket, command.at, command.place):
        return refusal
    if ticket.state is TicketState.PENDING:
        return None
    return TicketHeld(serial=ticket.serial, place=command.place)


def return_ticket(cage: Cage, command: ReturnTicket) -> TicketReturned | Refusal | None:
    """Free a ticket that this terminal had. Nothing has to be recorded if it is free: its seat ended, or this is said again."""
    ticket = cage.tickets.get(command.serial)
    if ticket and ticket.state is TicketState.ISSUED:
        return None
    if ticket is None or ticket.state is not TicketState.PENDING or ticket.at_place != command.place:
        return Refusal(Reason.TICKET_NOT_HERE, "That ticket is not in this machine.")
    return TicketReturned(serial=command.serial, place=command.place)


def take_ticket(cage: Cage, command: TakeTicket) -> TicketTaken | Refusal:
    """Redeem a ticket at a terminal, for exactly what the terminal credits."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if refusal := not_taken(cage, ticket, command.at, command.place):
        return refusal
    if ticket.amount != command.amount:
        sentence = f"Ticket {ticket.serial} is for {dollars(ticket.amount)}, not for {dollars(command.amount)}."
        return Refusal(Reason.BAD_AMOUNT, sentence)
    transfers = (Transfer(OUTSTANDING, TICKETS, ticket.amount),)
    return TicketTaken(serial=ticket.serial, amount=ticket.amount, place=command.place, transfers=transfers)


def pay_ticket(cage: Cage, command: PayTicket) -> TicketPaid | Refusal:
    """Pay a ticket at the cage."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if refusal := not_payable(ticket, command.at, CAGE_PLACE):
        return refusal
    if ticket.former is not None:
        return Refusal(Reason.TICKET_FORMER, "Two people pay a ticket of a former system.")
    source = cash_for(cage, command.by, ticket.amount) if command.method is PayMethod.CASH else CAGE_BANK
    if isinstance(source, Refusal):
        return source
    return TicketPaid(
        serial=ticket.serial,
        amount=ticket.amount,
        by=command.by,
        method=command.method,
        identified=command.identified,
        transfers=payment(OUTSTANDING, source, ticket.amount),
    )


def _take(cage: Cage, event: TicketTaken) -> Cage:
    before = cage.places.get(event.place, PlaceTickets())
    accepted = replace(before, accepted=(*before.accepted, event.serial)[-KEPT_PER_PLACE:])
    after = _paid(cage, event.serial, event.at, event.place)
    return replace(after, places=cage.places.having(event.place, accepted))


def _paid(cage: Cage, serial: int, at: int, place: str, by: str | None = None) -> Cage:
    payable = (TicketState.ISSUED, TicketState.PENDING)
    assert cage.tickets[serial].state in payable, "a ticket is paid once"
    return with_ticket(cage, serial, state=TicketState.PAID, changed=at, at_place=place, by=by)


def _tell_paid(event: TicketPaid) -> str:
    people = f"{event.by} and {event.second}" if event.second else f"{event.by}"
    method = "" if event.method is PayMethod.CASH else f", {event.method}"
    seen = f", and saw identification: {event.identified}" if event.identified else ""
    return f"{people} paid ticket {event.serial}: {handed(event.amount, event.transfers)}{method}{seen}."


CAGE_REGISTER.declare(
    CageRow(kind=HoldTicket, decide=hold_ticket),
    CageRow(kind=ReturnTicket, decide=return_ticket),
    CageRow(kind=TakeTicket, decide=take_ticket),
    CageRow(kind=PayTicket, decide=pay_ticket),
    CageEventRow(
        kind=TicketHeld,
        apply=lambda cage, e: with_ticket(cage, e.serial, state=TicketState.PENDING, changed=e.at, at_place=e.place),
        tell=lambda _, e: f"Ticket {e.serial} is in the reader of {e.place}.",
        moves_money=False,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketReturned,
        apply=lambda cage, e: with_ticket(cage, e.serial, state=TicketState.ISSUED, changed=e.at, at_place=e.place),
        tell=lambda _, e: f"{e.place} gave ticket {e.serial} back.",
        moves_money=False,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketTaken,
        apply=_take,
        tell=lambda _, e: f"{e.place} took ticket {e.serial} in: {dollars(e.amount)}.",
        moves_money=True,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketPaid,
        apply=lambda cage, e: _paid(
            cage, e.serial, e.at, CAGE_PLACE, " and ".join(each.name for each in (e.by, e.second) if each)
        ),
        tell=lambda _, e: _tell_paid(e),
        moves_money=True,
        changes=one_ticket,
        receipt=lambda _: ReceiptKind.TICKET_PAID,
    ),
)
