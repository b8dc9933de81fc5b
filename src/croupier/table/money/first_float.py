"""The first float of a dealer's table: the chips from the vault with which it is set up, once, before it is counted."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.ledger.accounts import CAGE, FLOAT
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.forms import forms_of
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
    move_money,
    stands,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.money.tender import counted_value, counts_in_words, valid_counts


class SetUpFloat(Order, frozen=True, kw_only=True, tag=True):
    """Set the table up with its first chips, from the vault. From then on it is dealt between an opener and a closer."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class FloatSetUp(Ruling, frozen=True, kw_only=True, tag=True):
    """The table was set up with its first chips. Its first opener is compared with them."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


def set_up_float(table: Table, order: SetUpFloat) -> FloatSetUp | Refusal:
    """Put the first chips into the tray. Later ones come on slips."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no float.")
    if not order.chips or not valid_counts(order.chips):
        return Refusal(Reason.BAD_AMOUNT, "Say how many chips of each value, one at least.")
    if table.desk.keeps_float or table.desk.tray or table.book.balance(FLOAT):
        return Refusal(Reason.OUT_OF_SEQUENCE, "The table has had its first chips: ask for a fill.")
    if refusal := alone_refused(table, order.by, order.second):
        return refusal
    amount = Cents(counted_value(order.chips))
    return FloatSetUp(
        chips=order.chips,
        amount=amount,
        second=order.second,
        transfers=(Transfer(FLOAT, CAGE, amount),),
        by=order.by,
        why=order.why,
        clause="",
    )


def _apply(table: Table, event: FloatSetUp) -> Table:
    return move_money(replace(table, desk=replace(table.desk, keeps_float=True)), event)


declare(
    CommandRow(
        kind=SetUpFloat,
        decide=set_up_float,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(SetUpFloat, chips={500: 1}),
    ),
    EventRow(
        kind=FloatSetUp,
        apply=_apply,
        meter=unmetered,
        tell=lambda _, e: [
            f"{with_second(e.by, e.second)} sets the table up with {dollars(e.amount)} from the vault.",
            f"  {counts_in_words(e.chips)}.",
        ],
        again=stands,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
