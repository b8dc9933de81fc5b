"""The float: chips that move between a dealer's table and the cage."""

from croupier.ledger.accounts import CAGE, FLOAT
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.forms import AMOUNT, forms_of, one_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    move_money,
    stands,
    unchanged,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import with_second


class FillFloat(Order, frozen=True, kw_only=True, tag=True):
    """Add chips from the cage to the float."""

    amount: Cents
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class CreditFloat(Order, frozen=True, kw_only=True, tag=True):
    """Return chips from the float to the cage."""

    amount: Cents
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class FloatFilled(Ruling, frozen=True, kw_only=True, tag=True):
    """Chips from the cage were added to the float."""

    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


class FloatCredited(Ruling, frozen=True, kw_only=True, tag=True):
    """Chips were returned from the float to the cage."""

    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


class FloatCreditRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """Somebody wanted to send more chips to the cage than it has sent. It is on record, because the refusal tells something."""

    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""


NOT_SENT = Refusal(Reason.BAD_AMOUNT, "That is more than the cage has sent. This is on record.")


def fill_float(table: Table, order: FillFloat) -> FloatFilled | Refusal:
    """Add chips from the cage to the float."""
    if refusal := _float_refused(table, order):
        return refusal
    transfers = (Transfer(FLOAT, CAGE, order.amount),)
    return FloatFilled(amount=order.amount, second=order.second, transfers=transfers, by=order.by, why=order.why, clause="")


def credit_float(table: Table, order: CreditFloat) -> FloatCredited | FloatCreditRefused | Refusal:
    """Return chips to the cage, at most as many as it has sent."""
    if refusal := _float_refused(table, order):
        return refusal
    if order.amount > -table.book.balance(FLOAT):
        return FloatCreditRefused(amount=order.amount, second=order.second, by=order.by, why=order.why, clause="")
    transfers = (Transfer(CAGE, FLOAT, order.amount),)
    return FloatCredited(amount=order.amount, second=order.second, transfers=transfers, by=order.by, why=order.why, clause="")


def _float_refused(table: Table, order: FillFloat | CreditFloat) -> Refusal | None:
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no float.")
    if order.amount < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(order.amount)} is not an amount to carry.")
    return not_staff_refused(table, order.by) or alone_refused(table, order.by, order.second)


def _sent(table: Table) -> tuple[Cents]:
    """All that the cage has sent; a cent if it has sent nothing."""
    return (Cents(max(1, -table.book.balance(FLOAT))),)


declare(
    CommandRow(
        kind=FillFloat,
        decide=fill_float,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(FillFloat, amount=AMOUNT),
    ),
    CommandRow(
        kind=CreditFloat,
        decide=credit_float,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(CreditFloat, one_of("amount", _sent)),
        previewed=False,
    ),
    event_without_money(
        kind=FloatCreditRefused,
        apply=unchanged,
        tell=lambda _, e: (
            f"{with_second(e.by, e.second)} wants to send {dollars(e.amount)} of the float to the cage, "
            "more than it has sent: refused."
        ),
        audience=Audience.CAGE,
        refuses=lambda _: NOT_SENT,
    ),
    EventRow(
        kind=FloatFilled,
        apply=move_money,
        meter=unmetered,
        tell=lambda _, e: f"{with_second(e.by, e.second)} fills the float with {dollars(e.amount)}.",
        again=stands,
        audience=Audience.CAGE,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=FloatCredited,
        apply=move_money,
        meter=unmetered,
        tell=lambda _, e: f"{with_second(e.by, e.second)} sends {dollars(e.amount)} of the float back to the cage.",
        again=stands,
        audience=Audience.CAGE,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
