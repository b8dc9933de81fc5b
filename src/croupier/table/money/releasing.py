"""Releasing the seat of a player whose terminal is gone. The credit is kept, and the player gets it on coming back."""

from msgspec.structs import replace

from croupier.ledger.accounts import owed, restricted, tokens
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import forms_of, seats
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, Audience, CommandRow, EventRow, History, by_name, declare, unmetered
from croupier.table.core.state import Table
from croupier.table.money.colours import checks_refused
from croupier.table.money.debts import debt_at, owes
from croupier.table.money.locks import lock_refused, meters_refused
from croupier.table.money.places import without_seat
from croupier.table.money.printing import leaving_refused
from croupier.table.money.till import cashable, pay_out


class ReleaseSeat(Command, frozen=True, kw_only=True, tag=True):
    """Release the seat of a player whose terminal is gone. Its credit is kept for the player."""

    seat: str


class SeatReleased(Event, frozen=True, kw_only=True, tag=True):
    """The seat of a player whose terminal is gone was released. Its credit is kept until the player takes the seat again."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents = Cents(0)
    """The credit that is kept."""
    transfers: tuple[Transfer, ...]


def release_seat(table: Table, wish: ReleaseSeat) -> SeatReleased | Refusal:
    """Release a seat that has no bets, if all of its credit can be kept. Nothing is paid out, so the phase does not matter."""
    seat = wish.seat
    if refusal := unknown_player(table, seat) or _holding_refused(table, seat):
        return refusal
    if seat in table.desk.faulty:
        return Refusal(Reason.TERMINAL_FAULTY, f"The terminal of {seat} is being looked into.")
    return lock_refused(table, seat) or meters_refused(table, seat) or leaving_refused(table, seat) or _released(table, seat)


def _holding_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse while bets stand, or if the player would lose something that a return to the seat cannot restore.

    - Restricted credits and tokens end when their player leaves (`till.forfeit`). This player did not decide to leave. As
      a debt of the house they would become money, which they must never be. So they stay where they are, with their seat.
    - The credit of a player who owes something would repay the debt without anybody having decided that. What was demanded
      back is withheld from a player who is known by card, and the card would be gone.
    - A player who may not play here is not seated again, and could not collect the credit.
    - Colour checks in front of a player would become value chips.
    """
    if table.layout[seat]:
        return Refusal(Reason.BETS_STANDING, f"{seat} still has bets on the layout.")
    if only_to_stake := Cents(table.book.balance(restricted(seat)) + table.book.balance(tokens(seat))):
        return Refusal(Reason.SEAT_HELD, f"{seat} has {dollars(only_to_stake)} that can only be staked, and keeps the seat.")
    credit, owing = cashable(table.book, seat), Cents(max(owes(table, seat), debt_at(table, seat)))
    if credit and owing:
        sentence = f"{seat} has {dollars(credit)} and owes {dollars(owing)}, and keeps the seat."
        return Refusal(Reason.SEAT_HELD, sentence)
    if credit and (clause := table.desk.turns_away(seat)) is not None:
        sentence = f"{seat} could not come back for {dollars(credit)}, and keeps the seat."
        return Refusal(Reason.SEAT_HELD, sentence, clause)
    return checks_refused(table, seat)


def _released(table: Table, seat: str) -> SeatReleased:
    credit = cashable(table.book, seat)
    transfers = pay_out(table.book, seat, owed(seat), credit)
    return SeatReleased(seat=seat, terminal=table.terminals.get(seat), amount=credit, transfers=transfers)


def _apply_released(table: Table, event: SeatReleased) -> Table:
    """Remove the seat. The limits of the player stay, because the player may come back to the same seat."""
    after, seat = without_seat(table, event.seat, event.transfers, event.at), event.seat
    # A seat that never had money has nothing to come back to. If it were kept in mind, connections that come and go would
    # make the table grow without end.
    released = table.desk.released | {seat} if seat in table.meters.terminals else table.desk.released
    return replace(after, desk=replace(after.desk, limits=table.desk.limits, released=released))


def _release_again(table: Table, event: SeatReleased) -> Event | Refusal:
    """Keep the credit of the corrected history. A seat that could not have been released there stays taken."""
    return _holding_refused(table, event.seat) or _released(table, event.seat)


declare(
    CommandRow(
        kind=ReleaseSeat,
        decide=release_seat,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=("seat",),
        forms=forms_of(ReleaseSeat, seats),
    ),
    EventRow(
        kind=SeatReleased,
        apply=_apply_released,
        # The money stays the player's: what is owed counts like credit.
        meter=unmetered,
        tell=lambda _, e: f"The seat of {e.seat} is released." + (f" {dollars(e.amount)} is kept." if e.amount else ""),
        again=_release_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
