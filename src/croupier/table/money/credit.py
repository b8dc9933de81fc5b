"""Credit at a terminal: inserting and collecting money."""

from msgspec.structs import replace

from croupier.ledger.accounts import felt, rack, restricted, tokens, unrestricted
from croupier.ledger.book import Transfer
from croupier.money import MOST_CENTS, Cents, dollars
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.terms import Collecting
from croupier.table.authority.powers import is_signed_by_two
from croupier.table.core.checks import clause_of, unknown_player
from croupier.table.core.forms import AMOUNT, every, forms_of, seats
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command, Event
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
    move_money,
    stands,
)
from croupier.table.core.state import Table
from croupier.table.core.words import entered
from croupier.table.money.colours import checks_refused
from croupier.table.money.debts import again_with_debts, debts_withheld, with_debts_withheld
from croupier.table.money.hand_pay import HandPayCalled, call_hand_pay
from croupier.table.money.locks import lock_refused, meters_refused
from croupier.table.money.metering import at_terminal, is_ticket, meter_brought, way_of
from croupier.table.money.printing import printing_refused, with_ticket_in_printer
from croupier.table.money.tender import (
    Tender,
    Way,
    account,
    bringing_refused,
    example_of,
    if_stated,
    purse,
    taking_refused,
    tendered,
    ways_by_hand,
    ways_to_take,
)
from croupier.table.money.till import cashable, pay_out


class InsertMoney(Command, frozen=True, kw_only=True, tag=True):
    """Change money into chips at a dealer's table, or into credit at a terminal."""

    seat: str
    amount: Cents
    tender: Tender | None = None
    """Payment method, if stated."""
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""


class Collect(Command, frozen=True, kw_only=True, tag=True):
    """Pay a player who stays: all the credit of a terminal, or all the chips in front of them."""

    seat: str
    tender: Tender | None = None
    """Payment method, if stated."""
    cause: HandPayCause | None = None
    """Why it is paid by hand, if it is and the player did not ask for that."""
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""
    second: Person | None = None
    """A second person of this table, before whom staff take the credit of a terminal. Needed on a live floor, unless its
    printer prints the ticket, or it is paid by hand."""


class MoneyInserted(Event, frozen=True, kw_only=True, tag=True):
    """A player inserted money into a terminal."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents = Cents(0)
    tender: Tender | None = None
    """Payment method, if stated."""
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""
    transfers: tuple[Transfer, ...]


class MoneyCollected(Event, frozen=True, kw_only=True, tag=True):
    """A player collected the credit of a terminal."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents = Cents(0)
    tender: Tender | None = None
    """Payment method, if stated."""
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


def transfer_in(seat: str, terminal: str | None, amount: int, tender: Tender | None) -> tuple[Transfer, ...]:
    """The transfer by which money comes to a seat. Notes go into the stacker of its terminal, or of the seat without one."""
    return (Transfer(account(tender, terminal or seat), purse(tender, seat), Cents(amount)),)


def inserted(table: Table, seat: str, amount: Cents, tender: Tender | None, by: Person | None = None) -> MoneyInserted:
    """The money that a player inserts."""
    terminal = table.terminals.get(seat)
    transfers = transfer_in(seat, terminal, amount, tender)
    return MoneyInserted(seat=seat, terminal=terminal, amount=amount, tender=tender, by=by, transfers=transfers)


def too_much_refused(table: Table, wish: Command, seat: str, amount: int, returned: int = 0) -> Refusal | None:
    """Refuse money that would bring a seat of a live table, with credit that is returned to it, over the most it may hold."""
    held = returned + sum(table.book.balance(of(seat)) for of in (rack, restricted, unrestricted, tokens, felt))
    if not amount or not wish.is_timed or held + amount <= MOST_CENTS:
        return None
    return Refusal(Reason.BAD_AMOUNT, f"{seat} cannot have more than {dollars(MOST_CENTS)} at this table.")


def insert_money(table: Table, wish: InsertMoney) -> tuple[Event, ...] | Refusal:
    """Credit money to a terminal, in any phase of a round."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if table.desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed.", clause_of(table, Act.CLOSE_TABLE))
    # What is in a machine already is credited to whoever put it in; the machine takes nothing more of a barred player.
    in_machine = wish.by is None and not (wish.tender and wish.tender.way in (Way.CASH, Way.CHIPS))
    if not in_machine and (clause := table.desk.refuses(wish.seat)) is not None:
        return Refusal(Reason.BETS_REFUSED, f"{wish.seat} may not play here.", clause)
    if wish.amount < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(wish.amount)} is not an amount to put in.", table.rules.payment)
    if refusal := lock_refused(table, wish.seat) or bringing_refused(table, wish.tender, wish.amount):
        return refusal
    if refusal := too_much_refused(table, wish, wish.seat, wish.amount):
        return refusal
    event = inserted(table, wish.seat, wish.amount, wish.tender, wish.by)
    return with_debts_withheld(table, event, wish.seat)


def collect(table: Table, wish: Collect) -> tuple[Event, ...] | Refusal:
    """Pay out the credit of a terminal, or call a hand pay for it."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    credit = cashable(table.book, wish.seat)
    only_to_stake = Cents(table.book.balance(restricted(wish.seat)) + table.book.balance(tokens(wish.seat)))
    if not credit:
        rest = f": {dollars(only_to_stake)} can only be staked" if only_to_stake else ""
        return Refusal(Reason.CANNOT_COLLECT, f"There is nothing to collect{rest}.", collecting_clause(table))
    stopped = collecting_refused(table, wish.seat) or lock_refused(table, wish.seat) or meters_refused(table, wish.seat)
    stopped = stopped or checks_refused(table, wish.seat) or taking_refused(table, wish.tender, credit)
    stopped = stopped or taken_alone_refused(table, wish.tender, wish.by, wish.second)
    if refusal := stopped or printing_refused(table, wish.seat, wish.tender):
        return refusal
    table, kept = debts_withheld(table, wish.seat)
    return (*kept, *_paid_out(table, wish)) if cashable(table.book, wish.seat) else kept


def _paid_out(table: Table, wish: Collect) -> tuple[MoneyCollected | HandPayCalled]:
    credit = cashable(table.book, wish.seat)
    if wish.tender and wish.tender.way is Way.HAND_PAY:
        return (call_hand_pay(table, wish.seat, credit, wish.by, wish.cause),)
    return (collected(table, wish, credit),)


def collected(table: Table, wish: Collect, amount: Cents) -> MoneyCollected:
    """The money that a player collects."""
    return MoneyCollected(
        seat=wish.seat,
        terminal=table.terminals.get(wish.seat),
        amount=amount,
        tender=wish.tender,
        by=wish.by,
        second=wish.second,
        transfers=pay_out(table.book, wish.seat, account(wish.tender, table.terminal_of(wish.seat)), amount),
    )


def taken_alone_refused(table: Table, tender: Tender | None, by: Person | None, second: Person | None) -> Refusal | None:
    """On a live floor, refuse staff who alone take the credit of a terminal: the number of a ticket is money, and so is a card.

    A ticket that the printer of the terminal prints lies before its player, and a hand pay takes a form.
    """
    if by is None or tender is None or not table.states_tender or not table.rules.procedures.is_electronic:
        return None
    if tender.way is Way.HAND_PAY or tender.printer or is_signed_by_two(table, by, second):
        return None
    sentence = "The credit of a terminal is taken before two people of this table, unless its printer prints the ticket."
    return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, collecting_clause(table))


def collecting_clause(table: Table) -> str:
    """The clause about collecting credit."""
    period = table.rules.procedures.period
    return period.collecting_clause if period else table.rules.payment


def collecting_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse if the document does not let a player collect credit now."""
    procedures, phase, clause = table.rules.procedures, table.round.phase, collecting_clause(table)
    if seat in table.desk.faulty:
        return Refusal(Reason.TERMINAL_FAULTY, f"The terminal of {seat} is being looked into.", clause)
    if phase not in procedures.takes_bets and phase is not Phase.DONE:
        return Refusal(Reason.CANNOT_COLLECT, f"Credits can be collected when this {table.rules.game.turn} is settled.", clause)
    if procedures.period and procedures.period.collecting is Collecting.NO_BET_DOWN and table.layout[seat]:
        return Refusal(Reason.CANNOT_COLLECT, "Credits can be collected when no bet is down.", clause)
    return None


def _apply_collected(table: Table, event: MoneyCollected) -> Table:
    after, tender = move_money(table, event), event.tender
    if tender is None or not tender.printer or tender.ticket is None:
        return after
    return with_ticket_in_printer(after, event.seat, tender.ticket, event.amount)


def _collect_again(table: Table, event: MoneyCollected) -> MoneyCollected:
    """Cash paid out stays paid. The player owes what the corrected credit does not cover."""
    target = account(event.tender, event.terminal or event.seat)
    return replace(event, transfers=pay_out(table.book, event.seat, target, event.amount))


def _meter_collected(table: Table, event: MoneyCollected) -> Meters:
    terminal = table.meters.terminal(event.seat)
    taken = added(terminal.taken, way_of(event.tender), event.amount)
    return at_terminal(table, event.seat, taken=taken, tickets_out=terminal.tickets_out + is_ticket(event.tender))


declare(
    CommandRow(
        kind=InsertMoney,
        decide=insert_money,
        wish=lambda wish: f"{wish.seat} puts {dollars(wish.amount)} in{tendered(wish.tender)}",
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(InsertMoney, every(seats, example_of(ways_by_hand)), amount=AMOUNT),
        tenders=if_stated(ways_by_hand),
    ),
    CommandRow(
        kind=Collect,
        decide=collect,
        wish=lambda wish: f"{wish.seat} asks to collect",
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(Collect, every(seats, example_of(ways_to_take))),
        tenders=if_stated(ways_to_take),
        without=lambda table: () if Way.HAND_PAY in ways_to_take(table) else ("cause",),
    ),
    EventRow(
        kind=MoneyInserted,
        apply=move_money,
        meter=meter_brought,
        tell=lambda _, e: f"{e.seat} puts {dollars(e.amount)} in{tendered(e.tender)}{entered(e.by)}.",
        again=again_with_debts(stands),
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=MoneyCollected,
        apply=_apply_collected,
        meter=_meter_collected,
        tell=lambda _, e: f"{e.seat} collects {dollars(e.amount)}{tendered(e.tender)}{entered(e.by, e.second)}.",
        again=_collect_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
