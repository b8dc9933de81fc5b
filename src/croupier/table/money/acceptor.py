"""The slot of a terminal for notes and tickets: when it is open, and what is credited once it cannot be withdrawn."""

from croupier.ledger.accounts import rack, restricted, unrestricted
from croupier.money import Cents, dollars
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sign import NOTE_CEILING, NOTES, Sign
from croupier.table.core.checks import clause_of, play_is_stopped, unknown_player
from croupier.table.core.forms import every, forms_of, seats
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, CommandRow, declare
from croupier.table.core.state import Table
from croupier.table.money.credit import inserted, too_much_refused
from croupier.table.money.debts import with_debts_withheld
from croupier.table.money.device_faults import open_fault
from croupier.table.money.locks import lock_refused
from croupier.table.money.tender import Tender, Way, stacking_refused, tendered


class CreditStacked(Command, frozen=True, kw_only=True, tag=True):
    """Credit a note or a ticket that a device has stacked, so that nobody can withdraw it."""

    seat: str
    amount: Cents
    tender: Tender


def notes_taken(sign: Sign) -> tuple[int, ...]:
    """The notes that a machine with this sign takes, in cents."""
    return tuple(value for name, value in NOTES.items() if sign.named.get(name))


def slot_closed(table: Table, seat: str) -> Refusal | None:
    """Why a terminal takes neither notes nor tickets now; None if it takes them."""
    desk = table.desk
    if refusal := unknown_player(table, seat) or play_is_stopped(table) or lock_refused(table, seat):
        return refusal
    if desk.disabled is not None:
        return Refusal(Reason.TABLE_DISABLED, "The table is out of service.")
    if desk.closing:
        return Refusal(Reason.TABLE_CLOSED, "The table is about to close.", clause_of(table, Act.CLOSE_TABLE))
    if seat in desk.faulty:
        return Refusal(Reason.TERMINAL_FAULTY, f"The terminal of {seat} is being looked into.")
    if (clause := desk.refuses(seat)) is not None:
        return Refusal(Reason.BETS_REFUSED, f"{seat} may not play here.", clause)
    if fault := open_fault(table, seat):
        return Refusal(Reason.TERMINAL_FAULTY, f"This machine needs an attendant: {fault.meaning}.")
    return None


def acceptor_off(table: Table, seat: str) -> Refusal | None:
    """Why a terminal takes no note now; None if it takes one."""
    notes = notes_taken(table.sign)
    if not notes:
        return Refusal(Reason.BAD_TENDER, "This machine takes no notes.")
    return slot_closed(table, seat) or over_ceiling(table, seat, notes[0])


def note_refused(table: Table, seat: str, value: int) -> Refusal | None:
    """Why a note in the acceptor is given back; None if it may be stacked."""
    notes = notes_taken(table.sign)
    if notes and value not in notes:
        shown = listed([dollars(Cents(each)) for each in notes], "and")
        return Refusal(Reason.BAD_TENDER, f"This machine takes notes of {shown}.")
    return acceptor_off(table, seat) or over_ceiling(table, seat, value)


def over_ceiling(table: Table, seat: str, value: int) -> Refusal | None:
    """Refuse a note that would bring the credit over the ceiling of the machine."""
    ceiling = table.sign.named[NOTE_CEILING]
    if sum(table.book.balance(of(seat)) for of in (rack, restricted, unrestricted)) + value <= ceiling:
        return None
    return Refusal(Reason.BAD_AMOUNT, f"Notes are taken up to a credit of {dollars(Cents(ceiling))}.")


def credit_stacked(table: Table, wish: CreditStacked) -> tuple[Event, ...] | Refusal:
    """Credit what is in the machine for good. Locks and closing do not matter any more: the money is the player's."""
    tender = wish.tender
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if tender.way not in (Way.NOTES, Way.TICKET) or wish.amount < 1:
        return Refusal(Reason.BAD_TENDER, "A machine takes notes and tickets.")
    if strange := next((value for value in tender.notes if value not in NOTES.values()), None):
        return Refusal(Reason.BAD_TENDER, f"There is no note of {dollars(Cents(strange))}.")
    if refusal := stacking_refused(table, tender, wish.amount) or too_much_refused(table, wish, wish.seat, wish.amount):
        return refusal
    return with_debts_withheld(table, inserted(table, wish.seat, wish.amount, tender), wish.seat)


_NOTE = Cents(2_000)

declare(
    CommandRow(
        kind=CreditStacked,
        decide=credit_stacked,
        wish=lambda wish: f"the machine of {wish.seat} has stacked {dollars(wish.amount)}{tendered(wish.tender)}",
        senders=FROM_MACHINE,
        under=None,
        chosen=("seat",),
        forms=forms_of(CreditStacked, every(seats), amount=_NOTE, tender=Tender(Way.NOTES, {_NOTE: 1})),
    ),
)
