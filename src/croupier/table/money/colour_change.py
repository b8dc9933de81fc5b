"""Colour changes: chips of a player for chips of other denominations, equal in value."""

from collections.abc import Iterator, Mapping

from croupier.ledger.accounts import rack
from croupier.money import Cents, dollars
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import Values, forms_of
from croupier.table.core.message import Order, Ruling, SeatKind
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, unchanged
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.locks import lock_refused
from croupier.table.money.tender import counted_value, counts_in_words, valid_counts


class ChangeColour(Order, frozen=True, kw_only=True, tag=True):
    """Change chips of a player into chips of other denominations."""

    seat: str
    given: Mapping[int, int]
    """The chips that the player gives: how many, by denomination in cents."""
    received: Mapping[int, int]
    """The chips that the player gets for them, equal in value."""


class ColourChanged(Ruling, frozen=True, kw_only=True, tag=True):
    """Chips of a player were changed into chips of other denominations. No account changes, only the chips in the tray."""

    seat: str
    given: Mapping[int, int]
    """The chips that went to the tray: how many, by denomination in cents."""
    received: Mapping[int, int]
    """The chips that the tray gave for them."""


def change_colour(table: Table, order: ChangeColour) -> ColourChanged | Refusal:
    """Staff of a dealer's table change chips that lie in front of a player, at any time."""
    if refusal := not_staff_refused(table, order.by) or _chipless_refused(table, order.seat):
        return refusal
    if refusal := unknown_player(table, order.seat) or lock_refused(table, order.seat) or _counts_refused(order):
        return refusal
    value, held = counted_value(order.given), table.book.balance(rack(order.seat))
    if value > held:
        return Refusal(Reason.BAD_AMOUNT, f"{order.seat} has {dollars(held)} in chips, not {dollars(Cents(value))}.")
    return ColourChanged(seat=order.seat, given=order.given, received=order.received, by=order.by, why=order.why, clause="")


def _chipless_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse a player who has credit in place of chips."""
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no chips to change.")
    if table.kinds.get(seat) is SeatKind.TERMINAL:
        return Refusal(Reason.OWN_TERMINAL, f"{seat} has a terminal, and no chips to change.")
    return None


def _counts_refused(order: ChangeColour) -> Refusal | None:
    """Refuse chips that are none, that do not add up, or that would go both ways."""
    if not all(counts and valid_counts(counts) for counts in (order.given, order.received)):
        return Refusal(Reason.BAD_AMOUNT, f"Say which chips {order.seat} gives, and which ones {order.seat} gets for them.")
    given, received = (Cents(counted_value(counts)) for counts in (order.given, order.received))
    if given != received:
        sentence = f"{order.seat} gives {dollars(given)} and would get {dollars(received)}: a colour change is equal in value."
        return Refusal(Reason.BAD_AMOUNT, sentence)
    if both := sorted(order.given.keys() & order.received.keys()):
        return Refusal(Reason.BAD_AMOUNT, f"Chips of {dollars(Cents(both[0]))} would go both ways.")
    return None


def _smallest(table: Table) -> Iterator[Values]:
    """For every player the least change that there is. Which chips a table has, only the floor knows."""
    return ({"seat": seat, "given": {2: 1}, "received": {1: 2}} for seat in table.clockwise())


declare(
    CommandRow(
        kind=ChangeColour,
        decide=change_colour,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(ChangeColour, _smallest),
    ),
    event_without_money(
        kind=ColourChanged,
        apply=unchanged,
        tell=lambda _, e: f"{who(e.by)} changes {counts_in_words(e.given)} of {e.seat} into {counts_in_words(e.received)}.",
        audience=Audience.TABLE,
    ),
)
