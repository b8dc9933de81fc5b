"""Tickets that nobody can pay: what becomes of void and expired ones, and a new ticket for one that was not printed well."""

from enum import StrEnum

from croupier.cage.cash import cash_for
from croupier.cage.coins import handed, payment
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record, one_ticket
from croupier.cage.issuing import TicketIssued, as_issued, no_number
from croupier.cage.message import CageEvent, CageOrder, Clerk, CounterEvent
from croupier.cage.receipt import ReceiptKind
from croupier.cage.redeeming import found, not_payable
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_ticket
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE, TicketState
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import EXPIRED_TICKETS, LAPSED, UNCLAIMED, VOID_TICKETS, Account
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.moments import Millis


class TicketDecision(StrEnum):
    """What becomes of the value of a void or expired ticket."""

    PAY = "pay"
    """It is paid in cash to whom it is owed."""
    UNCLAIMED = "unclaimed"
    """Nobody has claimed it, and the law says to whom it goes."""
    KEEP = "keep"
    """The house keeps it."""


TO: dict[TicketDecision, Account] = {TicketDecision.UNCLAIMED: UNCLAIMED, TicketDecision.KEEP: LAPSED}
FROM: dict[TicketState, Account] = {TicketState.VOID: VOID_TICKETS, TicketState.EXPIRED: EXPIRED_TICKETS}


class SettleTicket(CageOrder):
    """Decide what becomes of the value of a void or expired ticket."""

    serial: int
    to: TicketDecision
    identified: str | None = None
    """The identification of whoever is paid, which has to be seen; None if nobody is paid."""
    why: str
    second: Clerk
    """Who approves it."""


class ReprintTicket(CageOrder):
    """Issue a ticket anew that the cage has sold and that was not printed well. The old number is void."""

    serial: int
    why: str
    salt: int
    """Drawn by chance, for its validation number."""
    second: Clerk
    """Who approves it."""


class TicketSettled(CounterEvent):
    """It was decided what becomes of the value of a void or expired ticket."""

    serial: int
    amount: Cents
    to: TicketDecision
    by: Clerk
    second: Clerk
    why: str
    identified: str | None = None
    transfers: tuple[Transfer, ...]


class TicketReprinted(CageEvent):
    """A ticket was issued in place of another, which is void. What is owed stays the same."""

    serial: int
    """The new ticket."""
    salt: int
    instead_of: int
    """The old one."""
    amount: Cents
    expires: Millis | None = None
    by: Clerk
    second: Clerk
    why: str


def settle_ticket(cage: Cage, command: SettleTicket) -> TicketSettled | Refusal:
    """Decide about a ticket that is not paid otherwise, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve what becomes of it."):
        return refusal
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if ticket.state not in FROM:
        return Refusal(Reason.TICKET_NOT_OPEN, "Only the value of a void or expired ticket waits for a decision.")
    if command.to is TicketDecision.PAY and command.identified is None:
        sentence = "Say which identification was seen of whoever is paid: nobody shows the number of this ticket."
        return Refusal(Reason.IDENTIFICATION_NEEDED, sentence)
    target = cash_for(cage, command.by, ticket.amount) if command.to is TicketDecision.PAY else TO[command.to]
    if isinstance(target, Refusal):
        return target
    return TicketSettled(
        serial=ticket.serial,
        amount=ticket.amount,
        to=command.to,
        by=command.by,
        second=command.second,
        why=command.why,
        identified=command.identified,
        transfers=payment(FROM[ticket.state], target, ticket.amount),
    )


def reprint_ticket(cage: Cage, command: ReprintTicket) -> TicketReprinted | Refusal:
    """Issue a sold ticket anew, signed by two people: the first may be in somebody's hand."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve a reprint."):
        return refusal
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if refusal := not_payable(ticket, command.at, CAGE_PLACE) or no_number(cage, command.salt):
        return refusal
    if ticket.place != CAGE_PLACE:
        return Refusal(Reason.TICKET_NOT_HERE, "The cage has not sold this ticket: declare it void, and decide about it.")
    return TicketReprinted(
        serial=cage.issued + 1,
        salt=command.salt,
        instead_of=ticket.serial,
        amount=ticket.amount,
        expires=ticket.expires,
        by=command.by,
        second=command.second,
        why=command.why,
    )


def _receipt(event: TicketSettled) -> ReceiptKind | None:
    """The receipt of whoever was paid. It says which of both tickets it was, to which a reversal makes it again."""
    if event.to is not TicketDecision.PAY:
        return None
    is_void = event.transfers[0].source == VOID_TICKETS
    return ReceiptKind.VOID_TICKET_PAID if is_void else ReceiptKind.EXPIRED_TICKET_PAID


def _settle(cage: Cage, event: TicketSettled) -> Cage:
    state = TicketState.PAID if event.to is TicketDecision.PAY else TicketState.CLOSED
    by = f"{event.by.name} and {event.second.name}"
    return with_ticket(cage, event.serial, state=state, changed=event.at, at_place=CAGE_PLACE, by=by, why=event.why)


def _reprint(cage: Cage, event: TicketReprinted) -> Cage:
    by = f"{event.by.name} and {event.second.name}"
    why = f"Reprinted as ticket {event.serial}: {event.why}"
    ends: dict[str, object] = {"state": TicketState.CLOSED, "changed": event.at, "at_place": CAGE_PLACE}
    closed = with_ticket(cage, event.instead_of, **ends, by=by, why=why, reprinted=event.serial)
    new = TicketIssued(
        at=event.at,
        serial=event.serial,
        salt=event.salt,
        amount=event.amount,
        expires=event.expires,
        place=CAGE_PLACE,
        by=event.by,
        transfers=(),
    )
    return as_issued(closed, new)


def _both(event: TicketReprinted) -> tuple[Key, ...]:
    return (*one_ticket(event), (Record.TICKET, event.instead_of))


def _tell_settled(event: TicketSettled) -> str:
    people, value = f"{event.by} and {event.second}", f"ticket {event.serial} ({handed(event.amount, event.transfers)})"
    done = {
        TicketDecision.PAY: f"paid the value of {value} in cash",
        TicketDecision.UNCLAIMED: f"took the value of {value} to the unclaimed money",
        TicketDecision.KEEP: f"kept the value of {value} for the house",
    }[event.to]
    seen = f", and saw identification: {event.identified}" if event.identified else ""
    return f"{people} {done}{seen}{because(event.why)}"


CAGE_REGISTER.declare(
    CageRow(kind=SettleTicket, decide=settle_ticket),
    CageRow(kind=ReprintTicket, decide=reprint_ticket),
    CageEventRow(
        kind=TicketSettled,
        apply=_settle,
        tell=lambda _, e: _tell_settled(e),
        moves_money=True,
        changes=one_ticket,
        receipt=_receipt,
    ),
    CageEventRow(
        kind=TicketReprinted,
        apply=_reprint,
        tell=lambda _, e: (
            f"{e.by} and {e.second} reprinted ticket {e.instead_of} as ticket {e.serial} ({dollars(e.amount)}){because(e.why)}"
        ),
        moves_money=False,
        changes=_both,
    ),
)
