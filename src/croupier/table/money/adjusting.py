"""Adjusting the credit meter of a faulty terminal, up or down."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import HOUSE, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.powers import agreement_refused, grounds_for, power_to_decide
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import Values, either, every, forms_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, by_name, declare, move_money
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.money.credit import too_much_refused
from croupier.table.money.debts import again_with_debts, with_debts_withheld
from croupier.table.money.metering import at_terminal, corrected_by
from croupier.table.money.till import cashable, pay_out


class AdjustCredit(Order, frozen=True, kw_only=True, tag=True):
    """Adjust the credit meter of a faulty terminal to what the actual outcome gives."""

    seat: str
    amount: Cents
    up: bool
    """Whether the credit rises; else it falls."""
    second: Person | None = None
    """A second holder of the power. Needed on a live floor."""


class CreditAdjusted(Ruling, frozen=True, kw_only=True, tag=True):
    """The credit meter of a faulty terminal was adjusted."""

    seat: str
    amount: Cents
    up: bool
    """Whether the credit rose; else it fell."""
    before: Cents | None = None
    """The credit on the meter before."""
    after: Cents | None = None
    """The credit on the meter afterwards."""
    second: Person | None = None
    """The second holder of the power, if one was needed."""
    transfers: tuple[Transfer, ...]


def adjust_credit(table: Table, order: AdjustCredit) -> tuple[Event, ...] | Refusal:
    """Adjust the credit of a terminal that was declared faulty, from and to what the house has won."""
    if refusal := unknown_player(table, order.seat) or not_faulty_refused(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.ADJUST_CREDIT, order.why)
    if isinstance(power, Refusal):
        return power
    if order.amount < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(order.amount)} is not an amount to adjust a credit by.", power.clause)
    credit = cashable(table.book, order.seat)
    if not order.up and order.amount > credit:
        # What the player has collected is asked back by another order: see `DemandReturn`.
        sentence = f"{dollars(order.amount)} cannot be taken off: {order.seat} has {dollars(credit)}."
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    if order.up and (refusal := too_much_refused(table, order, order.seat, order.amount)):
        return refusal
    if table.states_tender and (refusal := agreement_refused(table, order.by, order.second, Act.ADJUST_CREDIT, order.why)):
        return refusal
    transfers = _transfers(table, order.seat, order.amount, up=order.up)
    adjusted = CreditAdjusted(
        seat=order.seat,
        amount=order.amount,
        up=order.up,
        before=credit,
        after=_adjusted(credit, order.amount, up=order.up),
        second=order.second,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return with_debts_withheld(table, adjusted, order.seat)


def not_faulty_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse a terminal that was not declared faulty."""
    if seat in table.desk.faulty:
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, f"The terminal of {seat} has not been declared faulty.")


def _adjusted(credit: Cents, amount: Cents, *, up: bool) -> Cents:
    """The credit after an adjustment. It does not fall below zero: the player owes the rest."""
    return Cents(credit + amount if up else max(0, credit - amount))


def _transfers(table: Table, seat: str, amount: Cents, *, up: bool) -> tuple[Transfer, ...]:
    return (Transfer(HOUSE, rack(seat), amount),) if up else pay_out(table.book, seat, HOUSE, amount)


def _meter_adjusted(table: Table, event: CreditAdjusted) -> Meters:
    terminal = corrected_by(table.meters.terminal(event.seat), event.amount if event.up else -event.amount)
    return at_terminal(table, event.seat, corrected_up=terminal.corrected_up, corrected_down=terminal.corrected_down)


def _adjust_again(table: Table, event: CreditAdjusted) -> CreditAdjusted:
    """The adjustment stays. The player owes what the corrected credit does not cover."""
    credit = cashable(table.book, event.seat)
    after = _adjusted(credit, event.amount, up=event.up)
    return replace(event, before=credit, after=after, transfers=_transfers(table, event.seat, event.amount, up=event.up))


def _apply_adjusted(table: Table, event: CreditAdjusted) -> Table:
    """Move the money, and remember who raised the credit: another person pays it by hand."""
    table = move_money(table, event)
    return replace(table, desk=table.desk.raised_by(event.seat, event.by)) if event.up else table


def _tell_adjusted(table: Table, event: CreditAdjusted) -> str:
    # Lines that were written before the event had these fields do not say them.
    old = cashable(table.book, event.seat) if event.before is None else event.before
    new = _adjusted(old, event.amount, up=event.up) if event.after is None else event.after
    how = f"{'up' if event.up else 'down'} by {dollars(event.amount)}, from {dollars(old)} to {dollars(new)}"
    return f"{with_second(event.by, event.second)} adjusts the credit of {event.seat} {how}."


def faulty_seats(table: Table) -> Iterator[Values]:
    """Every terminal that was declared faulty."""
    return ({"seat": seat} for seat in sorted(table.desk.faulty))


declare(
    CommandRow(
        kind=AdjustCredit,
        decide=adjust_credit,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.ADJUST_CREDIT,
        chosen=("seat", "up", "why"),
        forms=forms_of(AdjustCredit, every(faulty_seats, either("up"), grounds_for(Act.ADJUST_CREDIT)), amount=Cents(1)),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No terminal has been declared faulty."),
    ),
    EventRow(
        kind=CreditAdjusted,
        apply=_apply_adjusted,
        meter=_meter_adjusted,
        tell=_tell_adjusted,
        again=again_with_debts(_adjust_again),
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
