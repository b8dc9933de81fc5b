"""Identification that a player is asked for before a hand pay is paid."""

from croupier.table.core.desk import Desk
from croupier.table.core.forms import forms_of
from croupier.table.core.hand_pays import Identification
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.pay_forms import NOTHING_WAITS, payouts, seats_waiting, waiting, with_file


class AskIdentification(Order, frozen=True, kw_only=True, tag=True):
    """Ask a player for identification. The hand pay is not paid before it was seen."""

    seat: str


class RecordIdentification(Order, frozen=True, kw_only=True, tag=True):
    """Record the identification that a player has shown."""

    seat: str
    seen: str
    """What was shown, such as a passport. Its number is not kept."""


class IdentificationAsked(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was asked for identification."""

    seat: str


class IdentificationRecorded(Ruling, frozen=True, kw_only=True, tag=True):
    """A player has shown identification."""

    seat: str
    seen: str


def ask_identification(table: Table, order: AskIdentification) -> IdentificationAsked | Refusal:
    """Ask for identification, once."""
    found, clause = waiting(table, order.seat, order.by), payouts(table).identification
    if isinstance(found, Refusal):
        return found
    if found.identification:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{order.seat} has been asked for identification already.", clause)
    return IdentificationAsked(seat=order.seat, by=order.by, why=order.why, clause=clause)


def record_identification(table: Table, order: RecordIdentification) -> IdentificationRecorded | Refusal:
    """Record what was shown, whether it was asked for or not."""
    found, clause = waiting(table, order.seat, order.by), payouts(table).identification
    if isinstance(found, Refusal):
        return found
    if not order.seen.strip():
        return Refusal(Reason.REASON_NEEDED, "Say what identification was seen.", clause)
    return IdentificationRecorded(seat=order.seat, seen=order.seen, by=order.by, why=order.why, clause=clause)


def _recorded(table: Table, event: IdentificationRecorded) -> Desk:
    file = table.desk.pay_files.get(event.seat)
    asked_by = file.identification.asked_by if file and file.identification else event.by
    return with_file(table, event.seat, identification=Identification(asked_by, event.seen, event.by))


declare(
    CommandRow(
        kind=AskIdentification,
        decide=ask_identification,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(AskIdentification, seats_waiting),
        nothing=NOTHING_WAITS,
    ),
    CommandRow(
        kind=RecordIdentification,
        decide=record_identification,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(RecordIdentification, seats_waiting, seen="passport"),
        nothing=NOTHING_WAITS,
    ),
    event_without_money(
        kind=IdentificationAsked,
        apply=on_desk(lambda t, e: with_file(t, e.seat, identification=Identification(e.by))),
        tell=lambda _, e: f"{who(e.by)} asks {e.seat} for identification.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=IdentificationRecorded,
        apply=on_desk(_recorded),
        tell=lambda _, e: f"{who(e.by)} has seen identification of {e.seat}: {e.seen}.",
        audience=Audience.STAFF,
    ),
)
