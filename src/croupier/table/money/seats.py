"""Seats: taking one and leaving it."""

from msgspec.structs import replace

from croupier.ledger.accounts import owed, rack, restricted, tokens
from croupier.ledger.book import Transfer
from croupier.likeness import looks_of
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.core.checks import clause_of, unknown_player
from croupier.table.core.forms import AMOUNT, every, forms_of, seats
from croupier.table.core.message import Command, Event, NewSeat, SeatKind
from croupier.table.core.meters import Meters, added
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_PLAYERS,
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    declare,
)
from croupier.table.core.state import Table
from croupier.table.core.words import entered
from croupier.table.money.colours import checks_refused
from croupier.table.money.credit import (
    Collect,
    collected,
    collecting_refused,
    inserted,
    taken_alone_refused,
    too_much_refused,
    transfer_in,
)
from croupier.table.money.debts import again_with_debts, debts_withheld, with_debts_withheld
from croupier.table.money.locks import lock_refused, meters_refused
from croupier.table.money.metering import at_terminal, ended_with_a_visit, is_ticket, meter_brought, way_of
from croupier.table.money.places import free_place, free_places, place_refused, with_seat, without_seat
from croupier.table.money.printing import leaving_refused
from croupier.table.money.tender import (
    Tender,
    Way,
    account,
    bringing_refused,
    example_of,
    if_stated,
    taking_refused,
    tendered,
    ways_by_hand,
    ways_to_leave,
)
from croupier.table.money.till import cashable, forfeit, pay_out


class TakeSeat(Command, frozen=True, kw_only=True, tag=True):
    """Seat a player with money."""

    seat: NewSeat
    chips: Cents
    """The money that the player brings; it may be 0."""
    place: int | None = None
    """The place at the table, counted clockwise from 1; the first free one unless it is named."""
    tender: Tender | None = None
    """Payment method, if stated."""
    kind: SeatKind = SeatKind.PERSON
    """Who plays there. Staff seat persons only."""
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""


class LeaveSeat(Command, frozen=True, kw_only=True, tag=True):
    """Leave the table with all the money of the seat."""

    seat: str
    tender: Tender | None = None
    """Payment method, if stated."""
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""
    second: Person | None = None
    """A second person of this table, before whom staff take the credit of a terminal. Needed on a live floor."""


class SeatTaken(Event, frozen=True, kw_only=True, tag=True):
    """A player took a seat with money."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    place: int
    """The place at the table, counted clockwise from 1."""
    amount: Cents = Cents(0)
    """The money that the player brought."""
    returned: Cents = Cents(0)
    """The credit that was kept since the seat was released. The player has it again."""
    tender: Tender | None = None
    """Payment method, if stated."""
    kind: SeatKind = SeatKind.PERSON
    """Who plays there."""
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""
    transfers: tuple[Transfer, ...]


class SeatLeft(Event, frozen=True, kw_only=True, tag=True):
    """A player left the table with all the money of the seat."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents = Cents(0)
    """The money paid out."""
    forfeited: Cents = Cents(0)
    """Restricted credits. They are not paid out, and are forfeited."""
    tokens: Cents = Cents(0)
    """Tokens. They are not paid out, and go back to the house."""
    tender: Tender | None = None
    """Payment method, if stated."""
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


def take_seat(table: Table, wish: TakeSeat) -> tuple[Event, ...] | Refusal:
    """Let a player sit down if a place is free."""
    if wish.seat in table.layout:
        return Refusal(Reason.SEAT_TAKEN, f"{wish.seat} sits at this table already.")
    if wish.is_timed and (alike := next((seat for seat in table.layout if looks_of(seat) == looks_of(wish.seat)), None)):
        return Refusal(Reason.SEAT_TAKEN, f"{alike} sits at this table already; take a name that differs by more.")
    if (clause := table.desk.turns_away(wish.seat)) is not None:
        return Refusal(Reason.BETS_REFUSED, f"{wish.seat} may not play here.", clause)
    if table.desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed.", clause_of(table, Act.CLOSE_TABLE))
    if table.is_full:
        return Refusal(Reason.TABLE_FULL, f"All {table.seats} places are taken.")
    if wish.chips < 0:
        return Refusal(Reason.BAD_AMOUNT, f"{wish.seat} cannot bring {dollars(wish.chips)}.")
    if refusal := bringing_refused(table, wish.tender, wish.chips) or place_refused(table, wish.place):
        return refusal
    taken = _taken(table, wish, wish.place or free_place(table))
    too_much = too_much_refused(table, wish, wish.seat, wish.chips, taken.returned)
    return too_much or with_debts_withheld(table, taken, wish.seat)


def _taken(table: Table, wish: TakeSeat, place: int) -> SeatTaken:
    seat, amount, tender = wish.seat, wish.chips, wish.tender
    # What is owed to a player who left is not returned so: somebody else may sit at that terminal now.
    returned = Cents(max(0, table.book.balance(owed(seat)))) if seat in table.desk.released else Cents(0)
    terminal = None if wish.by else wish.terminal
    brought = transfer_in(seat, terminal, amount, tender) if amount else ()
    kept = (Transfer(owed(seat), rack(seat), returned),) if returned else ()
    return SeatTaken(
        seat=seat,
        terminal=terminal,
        place=place,
        amount=amount,
        returned=returned,
        tender=tender if amount else None,
        kind=SeatKind.PERSON if wish.by else wish.kind,
        by=wish.by,
        transfers=(*brought, *kept),
    )


def leave_seat(table: Table, wish: LeaveSeat) -> tuple[Event, ...] | Refusal:
    """Let a player leave who has no bets. Leaving a terminal collects its credit, so it is refused when collecting is."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    credit, faulty = cashable(table.book, wish.seat), wish.seat in table.desk.faulty
    if table.layout[wish.seat] and not faulty:
        return Refusal(Reason.BETS_STANDING, f"{wish.seat} still has bets on the layout.")
    if table.rules.procedures.is_electronic and (credit or faulty) and (refusal := collecting_refused(table, wish.seat)):
        return refusal
    if wish.tender and wish.tender.way is Way.HAND_PAY:
        return Refusal(Reason.BAD_TENDER, "A player with a hand pay leaves once it is paid.", table.rules.payment)
    if refusal := lock_refused(table, wish.seat) or meters_refused(table, wish.seat) or leaving_refused(table, wish.seat):
        return refusal
    if wish.tender and wish.tender.printer:
        return Refusal(Reason.BAD_TENDER, "A printer prints what is collected: collect first, and then leave.")
    if refusal := checks_refused(table, wish.seat) or taking_refused(table, wish.tender, credit):
        return refusal
    if credit and (refusal := taken_alone_refused(table, wish.tender, wish.by, wish.second)):
        return refusal
    table, kept = debts_withheld(table, wish.seat)
    return (*kept, _left(table, wish))


def _left(table: Table, wish: LeaveSeat) -> SeatLeft:
    credit, only_to_stake = cashable(table.book, wish.seat), table.book.balance(restricted(wish.seat))
    of_tokens = table.book.balance(tokens(wish.seat))
    return SeatLeft(
        seat=wish.seat,
        terminal=table.terminals.get(wish.seat),
        amount=credit,
        forfeited=only_to_stake,
        tokens=of_tokens,
        tender=wish.tender if credit else None,
        by=wish.by,
        second=wish.second,
        transfers=(
            *pay_out(table.book, wish.seat, account(wish.tender, table.terminal_of(wish.seat)), credit),
            *forfeit(wish.seat, only_to_stake, of_tokens),
        ),
    )


def _meter_taken(table: Table, event: SeatTaken) -> Meters:
    """Count the money brought. Without any, there is nothing to count: a terminal has meters once it has had money."""
    return meter_brought(table, event) if event.amount else table.meters


def _meter_left(table: Table, event: SeatLeft) -> Meters:
    terminal = table.meters.terminal(event.seat)
    taken = added(terminal.taken, way_of(event.tender), event.amount)
    return at_terminal(
        table,
        event.seat,
        taken=ended_with_a_visit(taken, event.forfeited, event.tokens),
        tickets_out=terminal.tickets_out + is_ticket(event.tender),
    )


def _sit_again(table: Table, event: SeatTaken) -> Event | Refusal:
    """Seat the player again. If the player never left in the corrected history, insert the money instead."""
    seat, amount, tender, by = event.seat, event.amount, event.tender, event.by
    if seat not in table.layout:
        is_free = event.place not in table.places.values()
        wish = TakeSeat(seat=seat, chips=amount, tender=tender, kind=event.kind, terminal=event.terminal, by=by)
        return _taken(table, wish, event.place if is_free else free_place(table))
    if not amount:
        return Refusal(Reason.SEAT_TAKEN, f"{seat} sits at this table already.")
    return inserted(table, seat, amount, tender, by)


def _leave_again(table: Table, event: SeatLeft) -> Event:
    """Cash paid out stays paid. A shortfall is owed by the player, a surplus is owed to them.

    If bets still stand after the correction, the player stays, and has only collected money.
    """
    seat, amount = event.seat, event.amount
    if table.layout.get(seat):
        return collected(table, Collect(seat=seat, tender=event.tender, by=event.by, second=event.second), amount)
    transfers = pay_out(table.book, seat, account(event.tender, event.terminal or seat), amount)
    book = table.book.after(transfers)
    only_to_stake, of_tokens = book.balance(restricted(seat)), book.balance(tokens(seat))
    left_over = pay_out(book, seat, owed(seat), cashable(book, seat))
    transfers = (*transfers, *left_over, *forfeit(seat, only_to_stake, of_tokens))
    return replace(event, forfeited=only_to_stake, tokens=of_tokens, transfers=transfers)


declare(
    CommandRow(
        kind=TakeSeat,
        decide=take_seat,
        wish=lambda wish: f"{wish.seat} comes with {dollars(wish.chips)}",
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("place",),
        forms=forms_of(TakeSeat, every(free_places, example_of(ways_by_hand)), chips=AMOUNT),
        tenders=if_stated(ways_by_hand),
    ),
    CommandRow(
        kind=LeaveSeat,
        decide=leave_seat,
        wish=lambda wish: f"{wish.seat} wants to leave",
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(LeaveSeat, every(seats, example_of(ways_to_leave))),
        tenders=if_stated(ways_to_leave),
    ),
    EventRow(
        kind=SeatTaken,
        apply=lambda table, e: with_seat(table, e.seat, e.place, e.kind, e.terminal, e.transfers),
        meter=_meter_taken,
        tell=lambda _, e: (
            f"{e.seat} sits down with {dollars(e.amount)}{tendered(e.tender)}{entered(e.by)}."
            + (f" {dollars(e.returned)} was kept for them." if e.returned else "")
        ),
        again=again_with_debts(_sit_again),
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=SeatLeft,
        apply=lambda table, e: without_seat(table, e.seat, e.transfers, e.at),
        meter=_meter_left,
        tell=lambda _, e: (
            f"{e.seat} leaves with {dollars(e.amount)}{tendered(e.tender)}{entered(e.by, e.second)}."
            + (f" {dollars(e.forfeited)} that could only be staked is forfeited." if e.forfeited else "")
            + (f" {dollars(e.tokens)} in tokens goes back to the house." if e.tokens else "")
        ),
        again=_leave_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
