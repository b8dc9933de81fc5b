"""Tickets that are not paid: withheld, subject to notice to an inspector and to review, or void."""

from msgspec.structs import replace

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing, one_ticket
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.redeeming import found, not_open
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_ticket
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE, TicketNotice, TicketReview, TicketState, Withholding
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import VOID_TICKETS, WITHHELD_TICKETS
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.moments import Millis


class WithholdTicket(CageOrder):
    """Withhold the payment of a ticket until it has been looked into, such as one that was stolen. A notice is due at once."""

    serial: int
    why: str


class GiveTicketNotice(CageOrder):
    """Record that an inspector was told of a ticket whose payment is withheld."""

    serial: int
    how: str
    """To whom and how the notice was given."""


class ReviewTicket(CageOrder):
    """Record what an inspector says about a ticket whose payment is withheld."""

    serial: int
    inspector: str
    """The name of the inspector."""
    review: str


class ReleaseTicket(CageOrder):
    """Let a ticket be paid whose payment another person has withheld, once an inspector was told by somebody else than you."""

    serial: int
    why: str


class VoidTicket(CageOrder):
    """Declare a ticket void that nobody can present, such as one that a printer has spoilt."""

    serial: int
    why: str
    second: Clerk
    """Who approves it."""


class TicketWithheld(CageEvent):
    """The payment of a ticket was withheld. A notice to an inspector is due at once."""

    serial: int
    amount: Cents
    by: Clerk
    why: str
    transfers: tuple[Transfer, ...]


class TicketNoticeGiven(CageEvent):
    """An inspector was told of a ticket whose payment is withheld."""

    serial: int
    how: str
    by: Clerk


class TicketReviewed(CageEvent):
    """An inspector has reviewed a ticket whose payment is withheld."""

    serial: int
    inspector: str
    review: str
    by: Clerk


class TicketReleased(CageEvent):
    """A ticket may be paid again."""

    serial: int
    amount: Cents
    expires: Millis | None = None
    """From when it is not paid any more. It has the time again during which it was withheld."""
    by: Clerk
    why: str
    transfers: tuple[Transfer, ...]


class TicketVoided(CageEvent):
    """A ticket was declared void. Its value waits in an account of its own, until it is decided who is owed it."""

    serial: int
    amount: Cents
    by: Clerk
    second: Clerk
    why: str
    transfers: tuple[Transfer, ...]


def withhold_ticket(cage: Cage, command: WithholdTicket) -> TicketWithheld | Refusal:
    """Withhold a ticket that would be paid otherwise."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    if refusal := not_open(ticket, command.at, CAGE_PLACE):
        return refusal
    transfers = (Transfer(ticket.account, WITHHELD_TICKETS, ticket.amount),)
    return TicketWithheld(serial=ticket.serial, amount=ticket.amount, by=command.by, why=command.why, transfers=transfers)


def give_ticket_notice(cage: Cage, command: GiveTicketNotice) -> TicketNoticeGiven | Refusal:
    """Record the notice, once."""
    file = cage.withheld.get(command.serial)
    if file is None:
        return NOT_WITHHELD
    if file.told:
        return Refusal(Reason.NOTHING_NEW, f"The inspector was told of ticket {command.serial}: {file.told.how}.")
    return TicketNoticeGiven(serial=command.serial, how=command.how, by=command.by)


def review_ticket(cage: Cage, command: ReviewTicket) -> TicketReviewed | Refusal:
    """Record a review, by another person than withheld the ticket. A later one takes the place of the one before."""
    file = cage.withheld.get(command.serial)
    if file is None:
        return NOT_WITHHELD
    if refusal := _by_the_same_refused(file, command.by):
        return refusal
    return TicketReviewed(serial=command.serial, inspector=command.inspector, review=command.review, by=command.by)


def release_ticket(cage: Cage, command: ReleaseTicket) -> TicketReleased | Refusal:
    """Release a ticket that somebody else withheld, and of which an inspector knows by another person, or says what it is."""
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    file = cage.withheld.get(command.serial)
    if file is None:
        return NOT_WITHHELD
    if refusal := _by_the_same_refused(file, command.by):
        return refusal
    told = {each.by for each in (file.told, file.review) if each}
    if told == {command.by.name}:
        sentence = (
            f"{command.by.name} alone told an inspector of this ticket: another person releases it, or writes a review down."
        )
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence)
    transfers = (Transfer(WITHHELD_TICKETS, ticket.account, ticket.amount),)
    return TicketReleased(
        serial=ticket.serial,
        amount=ticket.amount,
        expires=None if ticket.expires is None else ticket.expires + command.at - ticket.changed,
        by=command.by,
        why=command.why,
        transfers=transfers,
    )


def _by_the_same_refused(file: Withholding, by: Clerk) -> Refusal | None:
    """Refuse whoever withheld the ticket, and anybody while an inspector does not know of it."""
    if file.by.login == by.login:
        sentence = f"{file.by.name} withheld this ticket: another person enters the review, and releases it."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence)
    if file.told is None:
        return Refusal(Reason.NOTICE_DUE, "First tell an inspector that this ticket is withheld.")
    return None


def void_ticket(cage: Cage, command: VoidTicket) -> TicketVoided | Refusal:
    """Declare a ticket void that could be paid, or is withheld and was reviewed, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve that a ticket is void."):
        return refusal
    ticket = found(cage, command.serial)
    if isinstance(ticket, Refusal):
        return ticket
    file = cage.withheld.get(command.serial)
    if file and file.review is None:
        return Refusal(Reason.NOTICE_DUE, "An inspector reviews a withheld ticket before it is declared void.")
    if file is None and (refusal := not_open(ticket, command.at, CAGE_PLACE)):
        return refusal
    return TicketVoided(
        serial=ticket.serial,
        amount=ticket.amount,
        by=command.by,
        second=command.second,
        why=command.why,
        transfers=(Transfer(WITHHELD_TICKETS if file else ticket.account, VOID_TICKETS, ticket.amount),),
    )


NOT_WITHHELD = Refusal(Reason.TICKET_NOT_WITHHELD, "The payment of this ticket is not withheld.")


def _withhold(cage: Cage, event: TicketWithheld) -> Cage:
    after = _to(TicketState.WITHHELD, cage, event.serial, event.at, event.by.name, event.why)
    return replace(after, withheld={**cage.withheld, event.serial: Withholding(event.at, event.by, event.why)})


def _in_file(cage: Cage, serial: int, **changes: object) -> Cage:
    return replace(cage, withheld={**cage.withheld, serial: replace(cage.withheld[serial], **changes)})


def _to(state: TicketState, cage: Cage, serial: int, at: int, by: str, why: str) -> Cage:
    return with_ticket(cage, serial, state=state, changed=at, at_place=CAGE_PLACE, by=by, why=why)


CAGE_REGISTER.declare(
    CageRow(kind=WithholdTicket, decide=withhold_ticket),
    CageRow(kind=GiveTicketNotice, decide=give_ticket_notice),
    CageRow(kind=ReviewTicket, decide=review_ticket),
    CageRow(kind=ReleaseTicket, decide=release_ticket),
    CageRow(kind=VoidTicket, decide=void_ticket),
    CageEventRow(
        kind=TicketWithheld,
        apply=_withhold,
        tell=lambda _, e: f"{e.by} withheld ticket {e.serial} ({dollars(e.amount)}){because(e.why)}",
        moves_money=True,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketNoticeGiven,
        apply=lambda cage, e: _in_file(cage, e.serial, told=TicketNotice(e.at, e.by.name, e.how)),
        tell=lambda _, e: f"{e.by} told the inspector that ticket {e.serial} is withheld{because(e.how)}",
        moves_money=False,
        changes=nothing,
    ),
    CageEventRow(
        kind=TicketReviewed,
        apply=lambda cage, e: _in_file(cage, e.serial, review=TicketReview(e.at, e.by.name, e.inspector, e.review)),
        tell=lambda _, e: f"{e.inspector} has reviewed ticket {e.serial}, as {e.by} wrote down{because(e.review)}",
        moves_money=False,
        changes=nothing,
    ),
    CageEventRow(
        kind=TicketReleased,
        apply=lambda cage, e: with_ticket(
            cage, e.serial, state=TicketState.ISSUED, expires=e.expires, changed=e.at, at_place=CAGE_PLACE
        ),
        tell=lambda _, e: f"{e.by} released ticket {e.serial} ({dollars(e.amount)}){because(e.why)}",
        moves_money=True,
        changes=one_ticket,
    ),
    CageEventRow(
        kind=TicketVoided,
        apply=lambda cage, e: _to(TicketState.VOID, cage, e.serial, e.at, f"{e.by.name} and {e.second.name}", e.why),
        tell=lambda _, e: f"{e.by} and {e.second} declared ticket {e.serial} ({dollars(e.amount)}) void{because(e.why)}",
        moves_money=True,
        changes=one_ticket,
    ),
)
