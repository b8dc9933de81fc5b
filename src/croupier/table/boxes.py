"""What lies in a table's boxes goes to the cage: the notes of a stacker, the cash of the drop box."""

from croupier.ledger.accounts import CAGE, DROP, Account, stacker
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.cashier import works_elsewhere
from croupier.table.orders import EmptyDrop, EmptyStacker
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import DropEmptied, StackerEmptied
from croupier.table.state import Table
from croupier.table.tender import real, worth


def empty_stacker(table: Table, order: EmptyStacker) -> StackerEmptied | Refusal:
    """The notes in a terminal, whoever sits at it and whatever is played meanwhile."""
    if refusal := works_elsewhere(table, order.by):
        return refusal
    if not table.rules.procedures.period:
        return Refusal(Reason.BAD_TENDER, "This table has no terminals; empty its drop box.")
    if order.seat not in table.layout and order.seat not in table.meters.terminals:
        return Refusal(Reason.UNKNOWN_PLAYER, f"There is no terminal of {order.seat} at this table.")
    if not real(order.notes):
        return Refusal(Reason.BAD_AMOUNT, "There are no such notes; count them by denomination, in cents.")
    there, counted = _there(table, stacker(order.seat)), worth(order.notes)
    if not there and not counted:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The stacker of {order.seat} is empty.")
    return StackerEmptied(
        seat=order.seat,
        amount=there,
        expected=table.meters.terminal(order.seat).stacked,
        counted=order.notes,
        variance=Cents(counted - there),
        transfers=_to_the_cage(stacker(order.seat), there),
        by=order.by,
        why=order.why,
        clause="",
    )


def empty_drop(table: Table, order: EmptyDrop) -> DropEmptied | Refusal:
    """The cash in the drop box of a dealer's table."""
    if refusal := works_elsewhere(table, order.by):
        return refusal
    if table.rules.procedures.period:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no drop box; empty the stackers.")
    if order.amount < 0:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(order.amount)} cannot be counted.")
    there = _there(table, DROP)
    if not there and not order.amount:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The drop box is empty.")
    return DropEmptied(
        amount=there,
        counted=order.amount,
        variance=Cents(order.amount - there),
        transfers=_to_the_cage(DROP, there),
        by=order.by,
        why=order.why,
        clause="",
    )


def _there(table: Table, box: Account) -> Cents:
    # What is in hand is below zero.
    return Cents(-table.book.balance(box))


def _to_the_cage(box: Account, amount: Cents) -> tuple[Transfer, ...]:
    return (Transfer(CAGE, box, amount),) if amount else ()
