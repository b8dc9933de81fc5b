"""Issuing tickets: a terminal prints one for its credit, or the cage sells one."""

from msgspec.structs import replace

from croupier.cage.cash import cash_into
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, one_ticket
from croupier.cage.message import CageCommand, CageOrder, Clerk, CounterEvent
from croupier.cage.numbers import SALTS, SERIALS
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import Reason
from croupier.cage.state import KEPT_PER_PLACE, Cage, PlaceTickets, no_amount, opened_rules
from croupier.cage.ticket import CAGE_PLACE, Ticket, TicketState
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import OUTSTANDING, TICKETS, Account
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.moments import Millis

DAY = 86_400_000
"""Milliseconds."""


class PrintTicket(CageCommand):
    """Issue a ticket for the credit that a terminal pays out."""

    place: str
    """The table and the seat."""
    amount: Cents
    salt: int
    """Drawn by chance, for its validation number."""


class SellTicket(CageOrder):
    """Issue a ticket at the cage, for cash."""

    amount: Cents
    salt: int
    """Drawn by chance, for its validation number."""


class TicketIssued(CounterEvent):
    """A ticket was issued."""

    serial: int
    salt: int
    """The part of its validation number that was drawn by chance."""
    amount: Cents
    expires: Millis | None = None
    """From when it is not paid any more: milliseconds since 1970; None for never."""
    place: str
    by: Clerk | None = None
    """The clerk who sold it; None if a terminal printed it."""
    transfers: tuple[Transfer, ...]


def print_ticket(cage: Cage, command: PrintTicket) -> TicketIssued | Refusal:
    """Issue a ticket for money that comes from a table."""
    return _issued(cage, command, command.place, TICKETS, None)


def sell_ticket(cage: Cage, command: SellTicket) -> TicketIssued | Refusal:
    """Issue a ticket for cash."""
    return _issued(cage, command, CAGE_PLACE, cash_into(cage, command.by, command.amount), command.by)


def _issued(
    cage: Cage, command: PrintTicket | SellTicket, place: str, source: Account | Refusal, by: Clerk | None
) -> TicketIssued | Refusal:
    rules, amount = opened_rules(cage), command.amount
    if refusal := no_amount(amount):
        return refusal
    if amount > rules.most_out:
        otherwise = f"; an attendant pays {dollars(amount)} by hand" if by is None else ""
        sentence = f"A ticket is for at most {dollars(rules.most_out)}{otherwise}."
        return Refusal(Reason.OVER_TICKET_LIMIT, sentence)
    if refusal := no_number(cage, command.salt):
        return refusal
    if isinstance(source, Refusal):
        return source
    return TicketIssued(
        serial=cage.issued + 1,
        salt=command.salt,
        amount=amount,
        expires=None if rules.days is None else command.at + rules.days * DAY,
        place=place,
        by=by,
        transfers=(Transfer(source, OUTSTANDING, amount),),
    )


def no_number(cage: Cage, salt: int) -> Refusal | None:
    """Refuse a new ticket for which no validation number can be made."""
    if 0 <= salt < SALTS and cage.issued + 1 < SERIALS:
        return None
    return Refusal(Reason.BAD_SALT, "No number can be made for this ticket.")


def as_issued(cage: Cage, event: TicketIssued) -> Cage:
    """The cage with a new ticket."""
    assert event.serial == cage.issued + 1, "tickets are counted without gaps"
    at, place = event.at, event.place
    ticket = Ticket(event.serial, event.salt, event.amount, TicketState.ISSUED, at, event.expires, place, at, place)
    before = cage.places.get(place, PlaceTickets())
    printed = replace(before, printed=(*before.printed, event.serial)[-KEPT_PER_PLACE:])
    return replace(
        cage,
        tickets=cage.tickets.having(event.serial, ticket),
        places=cage.places.having(place, printed),
        issued=event.serial,
    )


CAGE_REGISTER.declare(
    CageRow(kind=PrintTicket, decide=print_ticket),
    CageRow(kind=SellTicket, decide=sell_ticket),
    CageEventRow(
        kind=TicketIssued,
        apply=as_issued,
        tell=lambda _, e: (
            f"{e.by} sold ticket {e.serial} for {dollars(e.amount)}."
            if e.by
            else f"{e.place} printed ticket {e.serial} for {dollars(e.amount)}."
        ),
        moves_money=True,
        changes=one_ticket,
        receipt=lambda e: ReceiptKind.TICKET_SOLD if e.by else None,
    ),
)
