"""Confirming fills and credits: money moves with the last confirmation, at the table and at the cage."""

from msgspec.structs import replace

from croupier.ledger.accounts import CAGE, FLOAT
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.desk import Desk, Slip
from croupier.table.core.forms import forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_CAGE,
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    move_money,
    on_desk,
    stands,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who, with_second
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.slips import NO_SLIPS, slip_of, slips_waiting, with_slip
from croupier.table.money.tender import counted_value


class SendFill(Order, frozen=True, kw_only=True, tag=True):
    """Send the chips of a fill to the table. The cage confirms it so."""

    slip: int


class ReceiveFill(Order, frozen=True, kw_only=True, tag=True):
    """Receive the chips of a fill that the cage has sent. The table confirms it so."""

    slip: int
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class ReceiveCredit(Order, frozen=True, kw_only=True, tag=True):
    """Receive the chips of a credit at the cage. The cage confirms it so."""

    slip: int


class FillSent(Ruling, frozen=True, kw_only=True, tag=True):
    """The cage sent the chips of a fill."""

    slip: int


class FillReceived(Ruling, frozen=True, kw_only=True, tag=True):
    """The table received the chips of a fill. Both sides have confirmed it, and the float is up."""

    slip: int
    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


class CreditReceived(Ruling, frozen=True, kw_only=True, tag=True):
    """The cage received the chips of a credit. Both sides have confirmed it, and the float is down."""

    slip: int
    amount: Cents
    transfers: tuple[Transfer, ...]


def send_fill(table: Table, order: SendFill) -> FillSent | Refusal:
    """Let the cage confirm a fill, once."""
    found = _at_cage(table, order, is_fill=True)
    if isinstance(found, Refusal):
        return found
    if found.sent_by:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{found.sent_by.name} has sent fill {order.slip} already.")
    return FillSent(slip=order.slip, by=order.by, why=order.why, clause="")


def receive_fill(table: Table, order: ReceiveFill) -> FillReceived | Refusal:
    """Add the chips of a fill to the float, once the cage has confirmed that it sent them."""
    found = slip_of(table, order.slip, is_fill=True)
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if isinstance(found, Refusal):
        return found
    if found.sent_by is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"Fill {order.slip} waits for the cage, which has not confirmed it yet.")
    if refusal := alone_refused(table, order.by, order.second):
        return refusal
    amount = Cents(counted_value(found.chips))
    return FillReceived(
        slip=order.slip,
        amount=amount,
        second=order.second,
        transfers=(Transfer(FLOAT, CAGE, amount),),
        by=order.by,
        why=order.why,
        clause="",
    )


def receive_credit(table: Table, order: ReceiveCredit) -> CreditReceived | Refusal:
    """Take the chips of a credit off the float, once the cage has them."""
    found = _at_cage(table, order, is_fill=False)
    if isinstance(found, Refusal):
        return found
    amount = Cents(counted_value(found.chips))
    transfers = (Transfer(CAGE, FLOAT, amount),)
    return CreditReceived(slip=order.slip, amount=amount, transfers=transfers, by=order.by, why=order.why, clause="")


def _at_cage(table: Table, order: SendFill | ReceiveCredit, *, is_fill: bool) -> Slip | Refusal:
    """The slip that the cage confirms, or a refusal."""
    if order.by.role != CAGE_ROLE:
        what = "fill" if is_fill else "credit"
        return Refusal(Reason.NOT_YOUR_POWER, f"{who(order.by)} cannot confirm a {what} for the cage: a clerk does that there.")
    return slip_of(table, order.slip, is_fill=is_fill)


def _apply_sent(table: Table, event: FillSent) -> Desk:
    return with_slip(table, event.slip, replace(table.desk.slips[event.slip], sent_by=event.by))


def _apply_done(table: Table, event: FillReceived | CreditReceived) -> Table:
    return move_money(replace(table, desk=with_slip(table, event.slip, None)), event)


declare(
    CommandRow(
        kind=SendFill,
        decide=send_fill,
        wish=by_name,
        senders=FROM_CAGE,
        under=None,
        chosen=("slip",),
        forms=forms_of(SendFill, slips_waiting(fills=True)),
        nothing=NO_SLIPS,
    ),
    CommandRow(
        kind=ReceiveFill,
        decide=receive_fill,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("slip",),
        forms=forms_of(ReceiveFill, slips_waiting(fills=True)),
        nothing=NO_SLIPS,
    ),
    CommandRow(
        kind=ReceiveCredit,
        decide=receive_credit,
        wish=by_name,
        senders=FROM_CAGE,
        under=None,
        chosen=("slip",),
        forms=forms_of(ReceiveCredit, slips_waiting(fills=False)),
        nothing=NO_SLIPS,
    ),
    event_without_money(
        kind=FillSent,
        apply=on_desk(_apply_sent),
        tell=lambda _, e: f"{who(e.by)} sends the fill on slip {e.slip}.",
        audience=Audience.STAFF,
    ),
    EventRow(
        kind=FillReceived,
        apply=_apply_done,
        meter=unmetered,
        tell=lambda _, e: f"{with_second(e.by, e.second)} receives the fill on slip {e.slip}: {dollars(e.amount)}.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=CreditReceived,
        apply=_apply_done,
        meter=unmetered,
        tell=lambda _, e: f"{who(e.by)} receives the credit on slip {e.slip}: {dollars(e.amount)}.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
