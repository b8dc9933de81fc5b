"""What stops a terminal from taking bets and paying out: a lock, or meters that do not agree with the books."""

from msgspec.structs import replace

from croupier.money import dollars
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import SENTENCE, forms_of, one_of, seats
from croupier.table.core.message import Command, Event, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_STAFF,
    Audience,
    CommandRow,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.metering import disagreement


class LockTerminal(Command, frozen=True, kw_only=True, tag=True):
    """Lock a terminal, so that it takes no bets and pays nothing out."""

    seat: str
    why: str
    by: Person | None = None
    """Who locks it; null if the machine does, because its meters disagree."""


class UnlockTerminal(Order, frozen=True, kw_only=True, tag=True):
    """Unlock a terminal."""

    seat: str


class TerminalLocked(Event, frozen=True, kw_only=True, tag=True):
    """A terminal was locked: it takes no bets and pays nothing out."""

    seat: str
    why: str
    by: Person | None = None
    """Who locked it; null if the machine did."""


class TerminalUnlocked(Ruling, frozen=True, kw_only=True, tag=True):
    """A terminal was unlocked."""

    seat: str


def lock_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse commands of a locked terminal."""
    desk = table.desk
    if amount := desk.hand_pays.get(seat):
        return Refusal(Reason.TERMINAL_LOCKED, f"{dollars(amount)} waits to be paid by hand to {seat}.")
    if seat in desk.locks:
        return Refusal(Reason.TERMINAL_LOCKED, f"Play at the place of {seat} is locked; an attendant has to clear it.")
    return None


def meters_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse bets and payments at a terminal whose meters do not agree with the books."""
    if figures := disagreement(table, seat):
        return Refusal(Reason.METERS_DISAGREE, f"The meters of {seat} do not agree with the money there: {figures}.")
    return None


def lock_terminal(table: Table, wish: LockTerminal) -> TerminalLocked | Refusal:
    """Lock a terminal. The machine may do it, and anybody who works at the table."""
    if refusal := unknown_player(table, wish.seat) or (not_staff_refused(table, wish.by) if wish.by else None):
        return refusal
    if wish.seat in table.desk.locks:
        return Refusal(Reason.TERMINAL_LOCKED, f"The place of {wish.seat} is locked already.")
    if not wish.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why it is locked.")
    return TerminalLocked(seat=wish.seat, why=wish.why, by=wish.by)


def unlock_terminal(table: Table, order: UnlockTerminal) -> TerminalUnlocked | Refusal:
    """Unlock a terminal, unless its meters do not agree with the books."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if order.seat in table.desk.faulty and order.seat not in table.desk.locks:
        declared = f"The terminal of {order.seat} was declared faulty"
        sentence = f"{declared}: it plays again once its bets are confirmed by its record, or voided."
        return Refusal(Reason.TERMINAL_FAULTY, sentence)
    if order.seat not in table.desk.locks:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The place of {order.seat} is not locked.")
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why it may play again.")
    return meters_refused(table, order.seat) or TerminalUnlocked(seat=order.seat, by=order.by, why=order.why, clause="")


declare(
    CommandRow(
        kind=LockTerminal,
        decide=lock_terminal,
        wish=by_name,
        senders=FROM_STAFF | FROM_MACHINE,
        under=None,
        chosen=("seat",),
        forms=forms_of(LockTerminal, seats, why=SENTENCE),
    ),
    CommandRow(
        kind=UnlockTerminal,
        decide=unlock_terminal,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(UnlockTerminal, one_of("seat", lambda table: sorted(table.desk.locks)), why=SENTENCE),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No terminal is locked."),
    ),
    event_without_money(
        kind=TerminalLocked,
        apply=on_desk(lambda t, e: replace(t.desk, locks={**t.desk.locks, e.seat: e.why})),
        tell=lambda _, e: f"{who(e.by)} locks the place of {e.seat}: {e.why.removesuffix('.')}.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=TerminalUnlocked,
        apply=on_desk(lambda t, e: replace(t.desk, locks={seat: why for seat, why in t.desk.locks.items() if seat != e.seat})),
        tell=lambda _, e: f"{who(e.by)} unlocks the place of {e.seat}.",
        audience=Audience.STAFF,
    ),
)
