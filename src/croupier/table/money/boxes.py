"""Emptying the stackers of terminals and the drop box of a dealer's table into the cage."""

from collections.abc import Iterator, Mapping

from croupier.ledger.accounts import CAGE, DROP, Account, stacker
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import alone_refused, not_staff_refused
from croupier.table.core.forms import Values, forms_of, one_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.meters import Meters
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
from croupier.table.core.words import who, with_second
from croupier.table.money.stackers import meter_emptied, stacked_notes, stacker_refused, stackers
from croupier.table.money.tender import counted_value, counts_in_words, valid_counts


class EmptyStacker(Order, frozen=True, kw_only=True, tag=True):
    """Empty the stacker of a terminal."""

    stacker: str
    """The terminal, by its name, or by its seat if it has none."""
    notes: Mapping[int, int]
    """The number of notes counted, by denomination in cents."""


class EmptyDrop(Order, frozen=True, kw_only=True, tag=True):
    """Empty the drop box of a dealer's table."""

    amount: Cents
    """The cash counted."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class StackerEmptied(Ruling, frozen=True, kw_only=True, tag=True):
    """The notes in a terminal went to the cage. The transfers move the amount by the books, whatever the count."""

    terminal: str
    """The terminal, by its name, or by its seat if it has none."""
    amount: Cents
    """The amount in the stacker by the books."""
    expected: Mapping[int, int]
    """The number of notes in the stacker by the meters, by denomination in cents."""
    counted: Mapping[int, int]
    """The number of notes counted, by denomination in cents."""
    variance: Cents = Cents(0)
    """The counted amount minus `amount`; negative if the count is short."""
    transfers: tuple[Transfer, ...]


class DropEmptied(Ruling, frozen=True, kw_only=True, tag=True):
    """The cash in the drop box went to the cage. The transfers move the amount by the books, whatever the count."""

    amount: Cents
    """The amount in the drop box by the books."""
    counted: Cents
    variance: Cents = Cents(0)
    """The counted amount minus `amount`; negative if the count is short."""
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


def empty_stacker(table: Table, order: EmptyStacker) -> StackerEmptied | Refusal:
    """Empty the stacker of a terminal, at any time, whether its seat is taken or not."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if not table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "This table has no terminals; empty its drop box.")
    if refusal := stacker_refused(table, order.stacker):
        return refusal
    if not valid_counts(order.notes):
        return Refusal(Reason.BAD_AMOUNT, "There are no such notes; count them by denomination, in cents.")
    there, counted = _amount_in(table, stacker(order.stacker)), counted_value(order.notes)
    if not there and not counted:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The stacker of {order.stacker} is empty.")
    return StackerEmptied(
        terminal=order.stacker,
        amount=there,
        expected=stacked_notes(table, order.stacker),
        counted=order.notes,
        variance=Cents(counted - there),
        transfers=_transfers_to_cage(stacker(order.stacker), there),
        by=order.by,
        why=order.why,
        clause="",
    )


def empty_drop(table: Table, order: EmptyDrop) -> DropEmptied | Refusal:
    """Empty the drop box of a dealer's table."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no drop box; empty the stackers.")
    if order.amount < 0:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(order.amount)} cannot be counted.")
    there = _amount_in(table, DROP)
    if not there and not order.amount:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The drop box is empty.")
    if refusal := alone_refused(table, order.by, order.second):
        return refusal
    return DropEmptied(
        amount=there,
        counted=order.amount,
        variance=Cents(order.amount - there),
        second=order.second,
        transfers=_transfers_to_cage(DROP, there),
        by=order.by,
        why=order.why,
        clause="",
    )


def _amount_in(table: Table, box: Account) -> Cents:
    # The balance of money in hand is negative.
    return Cents(-table.book.balance(box))


def _transfers_to_cage(box: Account, amount: Cents) -> tuple[Transfer, ...]:
    return (Transfer(CAGE, box, amount),) if amount else ()


def _meter_stacker_emptied(table: Table, event: StackerEmptied) -> Meters:
    return meter_emptied(table, event.terminal)


def _tell_count(there: Cents, variance: Cents) -> str:
    """The amount by the books and the amount counted, in words."""
    short = f", {dollars(abs(variance))} {'more' if variance > 0 else 'less'}" if variance else ""
    return f"{dollars(there)} was there by the books, and {dollars(there + variance)} is counted{short}."


def advice_on_count(event: DropEmptied | StackerEmptied) -> str:
    """What to tell the person who counted; empty if the count agrees with the books."""
    return _tell_count(event.amount, event.variance) if event.variance else ""


def _stackers(table: Table) -> Iterator[Values]:
    """Every terminal with the notes that it has by its meters; with one note if it has none."""
    known = stackers(table)[: None if table.rules.procedures.is_electronic else 1]
    return ({"stacker": terminal, "notes": stacked_notes(table, terminal) or {500: 1}} for terminal in known)


declare(
    CommandRow(
        kind=EmptyStacker,
        decide=empty_stacker,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("stacker",),
        forms=forms_of(EmptyStacker, _stackers),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No terminal has had money."),
        previewed=False,
    ),
    CommandRow(
        kind=EmptyDrop,
        decide=empty_drop,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(EmptyDrop, one_of("amount", lambda table: (max(1, _amount_in(table, DROP)),))),
        previewed=False,
    ),
    EventRow(
        kind=StackerEmptied,
        apply=move_money,
        meter=_meter_stacker_emptied,
        tell=lambda _, e: [
            f"{who(e.by)} empties the stacker of {e.terminal}.",
            f"  {_tell_count(e.amount, e.variance)}",
            f"  Counted: {counts_in_words(e.counted) or 'nothing'}. By the meters: {counts_in_words(e.expected) or 'nothing'}.",
        ],
        again=stands,
        audience=Audience.CAGE,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=DropEmptied,
        apply=move_money,
        meter=unmetered,
        tell=lambda _, e: [f"{with_second(e.by, e.second)} empties the drop box.", f"  {_tell_count(e.amount, e.variance)}"],
        again=stands,
        audience=Audience.CAGE,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
