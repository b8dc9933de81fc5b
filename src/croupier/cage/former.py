"""Tickets that a former system of the casino has printed: they are taken over once, before the first business, and paid.

Whoever enters them knows their numbers. So two people pay such a ticket, where one pays a ticket of this system.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from croupier.cage.cash import cash_for
from croupier.cage.coins import payment
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.opening_balances import in_business
from croupier.cage.redeeming import TicketPaid, found, not_payable
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage
from croupier.cage.ticket import CAGE_PLACE, FORMER_PLACE, Ticket, TicketState
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CAGE_BANK, FORMER_TICKETS, OPENING
from croupier.ledger.book import Transfer
from croupier.money import MOST_CENTS, Cents, dollars
from croupier.rules.moments import Millis
from croupier.rules.terms import PayMethod

MOST_AT_ONCE = 500
"""How many tickets one order takes over."""
NO_SALT = -1
"""No validation number of this system has it."""


class FormerTicket(msgspec.Struct, frozen=True, gc=False):
    """A ticket of the former system that was not redeemed."""

    digest: str
    """The keyed digest of its number. The number itself is money, and in no line of the journal."""
    amount: Cents
    issued: Millis
    """When it was printed: milliseconds since 1970."""


class TakeOverTickets(CageOrder):
    """Take over tickets of the former system that were not redeemed, each once, before the first business."""

    tickets: tuple[FormerTicket, ...]
    second: Clerk
    """Who has checked them, too."""


class PayFormerTicket(CageOrder):
    """Pay a ticket of the former system at the cage."""

    serial: int
    """The ticket that was shown. The server finds it by the number that the former system has printed."""
    method: PayMethod = PayMethod.CASH
    identified: str | None = None
    """The identification that was asked for and seen; None if none was."""
    second: Clerk
    """Who has seen the ticket, too."""


class TicketsTakenOver(CageEvent):
    """Tickets of the former system were taken over."""

    first: int
    """The serial of the first of them."""
    tickets: tuple[FormerTicket, ...]
    amount: Cents
    by: Clerk
    second: Clerk
    transfers: tuple[Transfer, ...]


def take_over_tickets(cage: Cage, command: TakeOverTickets) -> TicketsTakenOver | Refusal:
    """Take tickets over, each number once. Those that were taken over before are passed over, so a list may be sent again."""
    if refusal := signed_alone(command.by, command.second, "Another person has to check the tickets of the former system."):
        return refusal
    if in_business(cage):
        sentence = "Tickets of a former system are taken over before the other opening balances and the first business."
        return Refusal(Reason.IN_BUSINESS, sentence)
    if not 1 <= len(command.tickets) <= MOST_AT_ONCE:
        return Refusal(Reason.BAD_AMOUNT, f"State 1 to {MOST_AT_ONCE} tickets at once.")
    if refusal := _wrong(cage, command.tickets, command.at):
        return refusal
    new = tuple(each for each in command.tickets if each.digest not in cage.former)
    if not new:
        return Refusal(Reason.NOTHING_NEW, "All these tickets were taken over before.")
    amount = Cents(sum(each.amount for each in new))
    return TicketsTakenOver(
        first=cage.issued + 1,
        tickets=new,
        amount=amount,
        by=command.by,
        second=command.second,
        transfers=(Transfer(OPENING, FORMER_TICKETS, amount),),
    )


def _wrong(cage: Cage, tickets: Iterable[FormerTicket], at: int) -> Refusal | None:
    """Refuse a ticket without a value or from the future, and two that differ and have one number."""
    seen = dict[str, int]()
    for place, each in enumerate(tickets, 1):
        if not 1 <= each.amount <= MOST_CENTS:
            sentence = f"Ticket {place} of the list needs a value from one cent to {dollars(MOST_CENTS)}."
            return Refusal(Reason.BAD_AMOUNT, sentence)
        if not 0 < each.issued <= at:
            sentence = f"Ticket {place} of the list needs the time at which it was printed, before now."
            return Refusal(Reason.BAD_TIME, sentence)
        if each.digest in seen:
            sentence = f"Tickets {seen[each.digest]} and {place} of the list have the same number."
            return Refusal(Reason.TICKET_TWICE, sentence)
        known = cage.tickets[cage.former[each.digest]] if each.digest in cage.former else None
        if known and (known.amount, known.issued) != (each.amount, each.issued):
            sentence = (
                f"Ticket {place} of the list was taken over before, as ticket {known.serial}, with another value or date."
            )
            return Refusal(Reason.TICKET_TWICE, sentence)
        seen[each.digest] = place
    return None


def pay_former_ticket(cage: Cage, command: PayFormerTicket) -> TicketPaid | Refusal:
    """Pay a ticket of the former system once, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to see a ticket of the former system."):
        return refusal
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if ticket.former is None:
        return Refusal(Reason.TICKET_UNKNOWN, "That is no ticket of a former system.")
    if refusal := not_payable(ticket, command.at, CAGE_PLACE):
        return refusal
    source = cash_for(cage, command.by, ticket.amount) if command.method is PayMethod.CASH else CAGE_BANK
    if isinstance(source, Refusal):
        return source
    return TicketPaid(
        serial=ticket.serial,
        amount=ticket.amount,
        by=command.by,
        second=command.second,
        method=command.method,
        identified=command.identified,
        transfers=payment(ticket.account, source, ticket.amount),
    )


def _take_over(cage: Cage, event: TicketsTakenOver) -> Cage:
    tickets, former = cage.tickets, {**cage.former}
    for serial, each in enumerate(event.tickets, event.first):
        ticket = Ticket(
            serial, NO_SALT, each.amount, TicketState.ISSUED, each.issued, None, FORMER_PLACE, event.at, FORMER_PLACE
        )
        tickets = tickets.having(serial, replace(ticket, former=each.digest))
        former[each.digest] = serial
    return replace(cage, tickets=tickets, former=former, issued=cage.issued + len(event.tickets))


def _changed(event: TicketsTakenOver) -> tuple[Key, ...]:
    return tuple((Record.TICKET, event.first + place) for place in range(len(event.tickets)))


CAGE_REGISTER.declare(
    CageRow(kind=TakeOverTickets, decide=take_over_tickets),
    CageRow(kind=PayFormerTicket, decide=pay_former_ticket),
    CageEventRow(
        kind=TicketsTakenOver,
        apply=_take_over,
        tell=lambda _, e: (
            f"{e.by} and {e.second} took {len(e.tickets)} tickets of the former system over: {dollars(e.amount)}, "
            f"from ticket {e.first} on."
        ),
        moves_money=True,
        changes=_changed,
    ),
)
