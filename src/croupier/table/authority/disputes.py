"""Disputes: opened by a player, decided by one person, reviewed by another."""

from typing import Any

from msgspec.structs import replace

from croupier.rules.powers import Act
from croupier.table.authority.powers import power_to_act, power_to_decide
from croupier.table.core.checks import empty_name_refused, stranger_refused
from croupier.table.core.desk import Desk, Dispute
from croupier.table.core.forms import FILES, SENTENCE, forms_of, one_of, terminals
from croupier.table.core.message import Command, Event, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_PLAYERS,
    FROM_STAFF,
    Audience,
    CommandRow,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import about_round, entered, who

UNDECIDED_AT_MOST = 3
"""A player opens no more disputes than these before one of them is decided. Staff may."""


class OpenDispute(Command, frozen=True, kw_only=True, tag=True):
    """Dispute something that was done at the table."""

    seat: str
    round: int | None = None
    """The round it is about; left out if it is about no particular round."""
    about: str
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""


class HearDispute(Order, frozen=True, kw_only=True, tag=True):
    """Decide a dispute in the first instance."""

    dispute: int
    decision: str


class ReviewDispute(Order, frozen=True, kw_only=True, tag=True):
    """Review another person's decision of a dispute."""

    dispute: int
    decision: str


class AdviseComplaint(Order, frozen=True, kw_only=True, tag=True):
    """Advise a dissatisfied player of the right to complain."""

    dispute: int


class DisputeOpened(Event, frozen=True, kw_only=True, tag=True):
    """A dispute was opened."""

    dispute: int
    """The number of the dispute."""
    seat: str
    round: int | None
    """The round it is about; None if it is about no particular round."""
    about: str
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""


class DisputeDecided(Ruling, frozen=True, kw_only=True, tag=True):
    """A dispute was decided in the first instance."""

    dispute: int
    decision: str


class DisputeReviewed(Ruling, frozen=True, kw_only=True, tag=True):
    """A second person reviewed the decision of a dispute."""

    dispute: int
    decision: str


class ComplaintAdvised(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was advised of the right to complain."""

    dispute: int


def open_dispute(table: Table, wish: OpenDispute) -> DisputeOpened | Refusal:
    """Open a dispute. The person need not sit at the table any more."""
    if refusal := empty_name_refused(wish.seat) or stranger_refused(table, wish.seat):
        return refusal
    if wish.round is not None and not 0 <= wish.round <= table.round.number:
        return Refusal(Reason.UNKNOWN_ROUND, f"There was no round {wish.round} at this table.")
    if not wish.about.strip():
        return Refusal(Reason.REASON_NEEDED, "Say what is disputed.")
    if wish.by is None and len(undecided_of(table, wish.seat)) >= UNDECIDED_AT_MOST:
        return Refusal(Reason.CALLED_ALREADY, f"{UNDECIDED_AT_MOST} disputes of {wish.seat} wait to be decided already.")
    number = len(table.desk.disputes) + 1
    return DisputeOpened(dispute=number, seat=wish.seat, round=wish.round, about=wish.about, by=wish.by)


def undecided_of(table: Table, seat: str) -> list[int]:
    """The disputes of a player that wait to be decided, by number."""
    return [number for number, file in table.desk.disputes.items() if file.seat == seat and file.decided_by is None]


def _find(table: Table, dispute: int) -> Dispute | Refusal:
    found = table.desk.disputes.get(dispute)
    return found or Refusal(Reason.UNKNOWN_FILE, f"There is no dispute {dispute}.")


def hear_dispute(table: Table, order: HearDispute) -> DisputeDecided | Refusal:
    """Decide a dispute that has no decision yet."""
    file = _find(table, order.dispute)
    if isinstance(file, Refusal):
        return file
    power = power_to_decide(table, order.by, Act.HEAR_DISPUTE, order.why)
    if isinstance(power, Refusal):
        return power
    if not order.decision.strip():
        return Refusal(Reason.REASON_NEEDED, "Say what is decided.", power.clause)
    if file.decided_by:
        return Refusal(Reason.UNKNOWN_FILE, f"{file.decided_by.name} has decided that already.", power.clause)
    return DisputeDecided(dispute=order.dispute, decision=order.decision, by=order.by, why=order.why, clause=power.clause)


def review_dispute(table: Table, order: ReviewDispute) -> DisputeReviewed | Refusal:
    """Review a decision. The reviewer must not be the person who decided."""
    file = _find(table, order.dispute)
    if isinstance(file, Refusal):
        return file
    power = power_to_decide(table, order.by, Act.REVIEW_DISPUTE, order.decision)
    if isinstance(power, Refusal):
        return power
    if file.decided_by is None or file.reviewed_by:
        return Refusal(
            Reason.UNKNOWN_FILE, "There is nothing to review: no decision yet, or one reviewed before.", power.clause
        )
    if file.decided_by.name == order.by.name:
        sentence = f"{order.by.name} has taken the decision, and cannot review it."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, power.clause)
    return DisputeReviewed(dispute=order.dispute, decision=order.decision, by=order.by, why=order.why, clause=power.clause)


def advise_complaint(table: Table, order: AdviseComplaint) -> ComplaintAdvised | Refusal:
    """Record the advice. The dispute must have a decision."""
    file = _find(table, order.dispute)
    if isinstance(file, Refusal):
        return file
    power = power_to_act(table, order.by, Act.ADVISE_COMPLAINT)
    if isinstance(power, Refusal):
        return power
    if file.decided_by is None:
        return Refusal(Reason.UNKNOWN_FILE, "Nothing has been decided yet.", power.clause)
    return ComplaintAdvised(dispute=order.dispute, by=order.by, why=order.why, clause=power.clause)


def _open_file(table: Table, event: DisputeOpened) -> Desk:
    file = Dispute(event.seat, event.round, event.about)
    return replace(table.desk, disputes={**table.desk.disputes, event.dispute: file})


def _update(table: Table, number: int, **changes: Any) -> Desk:
    file = replace(table.desk.disputes[number], **changes)
    return replace(table.desk, disputes={**table.desk.disputes, number: file})


def _undecided(table: Table) -> list[int]:
    return [number for number, file in table.desk.disputes.items() if file.decided_by is None][-FILES:]


def _decided(table: Table) -> list[int]:
    return [number for number, file in table.desk.disputes.items() if file.decided_by][-FILES:]


def _unreviewed(table: Table) -> list[int]:
    return [number for number in _decided(table) if table.desk.disputes[number].reviewed_by is None]


declare(
    CommandRow(
        kind=OpenDispute,
        decide=open_dispute,
        wish=by_name,
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(OpenDispute, one_of("seat", terminals), about=SENTENCE),
    ),
    CommandRow(
        kind=HearDispute,
        decide=hear_dispute,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.HEAR_DISPUTE,
        chosen=("dispute",),
        forms=forms_of(HearDispute, one_of("dispute", _undecided), decision=SENTENCE, why=SENTENCE),
        nothing=Refusal(Reason.UNKNOWN_FILE, "There is no dispute to decide."),
    ),
    CommandRow(
        kind=ReviewDispute,
        decide=review_dispute,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.REVIEW_DISPUTE,
        chosen=("dispute",),
        forms=forms_of(ReviewDispute, one_of("dispute", _unreviewed), decision=SENTENCE),
        nothing=Refusal(Reason.UNKNOWN_FILE, "There is no decision to review."),
    ),
    CommandRow(
        kind=AdviseComplaint,
        decide=advise_complaint,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.ADVISE_COMPLAINT,
        chosen=("dispute",),
        forms=forms_of(AdviseComplaint, one_of("dispute", _decided)),
        nothing=Refusal(Reason.UNKNOWN_FILE, "No dispute has been decided."),
    ),
    event_without_money(
        kind=DisputeOpened,
        apply=on_desk(_open_file),
        tell=lambda _, e: f"Dispute {e.dispute}{entered(e.by)}: {e.seat}{about_round(e.round)}: {e.about}",
        audience=Audience.PIT,
    ),
    event_without_money(
        kind=DisputeDecided,
        apply=on_desk(lambda t, e: _update(t, e.dispute, decided_by=e.by, decision=e.decision)),
        tell=lambda _, e: f"{who(e.by)} decides dispute {e.dispute}: {e.decision}",
        audience=Audience.PIT,
    ),
    event_without_money(
        kind=DisputeReviewed,
        apply=on_desk(lambda t, e: _update(t, e.dispute, reviewed_by=e.by, review=e.decision)),
        tell=lambda _, e: f"{who(e.by)} reviews dispute {e.dispute}: {e.decision}",
        audience=Audience.PIT,
    ),
    event_without_money(
        kind=ComplaintAdvised,
        apply=on_desk(lambda t, e: _update(t, e.dispute, advised_by=e.by)),
        tell=lambda _, e: f"{who(e.by)} advises of the right to complain (dispute {e.dispute}).",
        audience=Audience.PIT,
    ),
)
