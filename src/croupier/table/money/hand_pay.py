"""Hand pays: credits that are taken off a terminal and that an attendant pays."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from croupier.ledger.accounts import HAND_PAYS, owed, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.rules.sign import HAND_PAY_LIMIT
from croupier.rules.terms import PayMethod
from croupier.table.core.checks import clause_of
from croupier.table.core.forms import forms_of
from croupier.table.core.hand_pays import HandPay, HandPayCause
from croupier.table.core.message import Decided, Event, Order, Ruling
from croupier.table.core.meters import LARGE_WIN, Meters, added
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, Verdict, by_name, declare
from croupier.table.core.state import Table
from croupier.table.core.words import entered, who, with_second
from croupier.table.money.debts import again_with_debts, debt_at, owes, with_debts_withheld
from croupier.table.money.locks import meters_refused
from croupier.table.money.metering import at_terminal
from croupier.table.money.pay_forms import NOTHING_WAITS, not_ready, payable, payer, payouts, seats_waiting, waiting
from croupier.table.money.tender import Way
from croupier.table.money.till import pay_out


class PayByHand(Order, frozen=True, kw_only=True, tag=True):
    """Pay the hand pay of a terminal on the form that the player has signed."""

    seat: str
    form: int | None = None
    """The number of the form that the player has signed. Needed on a live floor."""
    method: PayMethod | None = None
    """How it is paid. Needed with a form."""
    asked: PayMethod | None = None
    """How the player had asked to be paid, if that is another way."""


class TakeBackHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Take back the hand pay of a terminal instead of paying it."""

    seat: str
    second: Person | None = None
    """A second person of this table. Needed on a live floor for a win that is paid by hand."""


class HandPayCalled(Event, frozen=True, kw_only=True, tag=True):
    """Credits were taken off a terminal for an attendant to pay. The terminal is locked until then."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents
    won: bool = False
    """Whether it is a win over the limit of the sign; else the player asked for it."""
    cause: HandPayCause | None = None
    """Why credits are paid by hand that the player has collected; None if the player wanted it."""
    by: Person | None = None
    """The member of staff who entered it; None if the player or the machine did."""
    transfers: tuple[Transfer, ...]


class HandPaid(Ruling, frozen=True, kw_only=True, tag=True):
    """An attendant paid the hand pay of a terminal."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents
    form: int | None = None
    """The number of the form that the player has signed; None if there was none."""
    method: PayMethod | None = None
    """How it was paid; None if there was no form."""
    asked: PayMethod | None = None
    """How the player had asked to be paid, if that is another way."""
    beyond: Cents = Cents(0)
    """The part that a correction of an earlier round took away after it was paid. The player owes it."""
    transfers: tuple[Transfer, ...]


class HandPayTakenBack(Ruling, frozen=True, kw_only=True, tag=True):
    """The hand pay of a terminal was taken back instead of paid."""

    seat: str
    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""
    repaid: Cents = Cents(0)
    """The part that repaid a debt of the player. The rest is credit, or owed to a player who has left."""
    asked: Cents | None = None
    """The amount before a correction reduced it; None if none did."""
    transfers: tuple[Transfer, ...]


def call_hand_pay(
    table: Table, seat: str, amount: Cents, by: Person | None, cause: HandPayCause | None = None
) -> HandPayCalled:
    """Take credits off a terminal for an attendant to pay."""
    transfers = pay_out(table.book, seat, HAND_PAYS, amount)
    terminal = table.terminals.get(seat)
    return HandPayCalled(seat=seat, terminal=terminal, amount=amount, cause=cause, by=by, transfers=transfers)


def large_wins(table: Table, decided: Iterable[Decided]) -> tuple[HandPayCalled, ...]:
    """The hand pays for terminals whose winnings of a round, over all bets, exceed the limit of the sign."""
    limit = table.sign.named.get(HAND_PAY_LIMIT)
    if limit is None:
        return ()
    won = Counter[str]()
    for each in decided:
        if each.result is Result.WIN:
            won[each.seat] += each.paid - each.stake
    return tuple(_large_win(table, seat, Cents(amount)) for seat, amount in won.items() if amount > limit)


def _large_win(table: Table, seat: str, amount: Cents) -> HandPayCalled:
    transfers = (Transfer(rack(seat), HAND_PAYS, amount),)
    return HandPayCalled(seat=seat, terminal=table.terminals.get(seat), amount=amount, won=True, transfers=transfers)


def pay_by_hand(table: Table, order: PayByHand) -> HandPaid | Refusal:
    """Record the payment of a hand pay."""
    found = waiting(table, order.seat, order.by)
    if isinstance(found, Refusal):
        return found
    amount = Cents(table.desk.hand_pays[order.seat])
    if debt := debt_at(table, order.seat):
        sentence = f"{dollars(debt)} was demanded back from {order.seat}: take the hand pay back, which repays it."
        return Refusal(Reason.DEBT_OPEN, sentence, clause_of(table, Act.WITHHOLD))
    if refusal := meters_refused(table, order.seat):
        return refusal
    if table.states_tender and table.desk.raised.get(order.seat) == order.by.name:
        sentence = f"{order.by.name} has raised this credit: somebody else pays it by hand."
        return Refusal(Reason.OTHER_PERSON_NEEDED, sentence)
    if refusal := not_ready(table, order.seat, order.form, order.method, order.at):
        return refusal
    on_form = order.form is not None
    return HandPaid(
        seat=order.seat,
        terminal=table.terminals.get(order.seat),
        amount=amount,
        form=order.form,
        method=order.method if on_form else None,
        asked=order.asked if on_form and order.asked is not order.method else None,
        transfers=(Transfer(HAND_PAYS, payer(order.form), amount),),
        by=order.by,
        why=order.why,
        clause=payouts(table).form if on_form else "",
    )


def take_back_hand_pay(table: Table, order: TakeBackHandPay) -> tuple[Event, ...] | Refusal:
    """Take back a hand pay: it repays what the player owes, and the rest becomes credit again."""
    found = waiting(table, order.seat, order.by)
    if isinstance(found, Refusal):
        return found
    amount = Cents(table.desk.hand_pays[order.seat])
    if found.hold:
        sentence = f"The hand pay of {order.seat} is withheld: release it first, or refuse it."
        return Refusal(Reason.PAYMENT_WITHHELD, sentence, payouts(table).withhold)
    if refusal := _large_win_refused(table, order, found):
        return refusal
    repaid, transfers = back_from_hand_pays(table, order.seat, amount)
    back = HandPayTakenBack(
        seat=order.seat,
        amount=amount,
        second=order.second,
        repaid=repaid,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause="",
    )
    return with_debts_withheld(table, back, order.seat)


def _large_win_refused(table: Table, order: TakeBackHandPay, file: HandPay) -> Refusal | None:
    """On a live floor, refuse to make a win that is paid by hand credit again, which would leave on a ticket without a name.

    If the player owes something, taking it back is how that is repaid: two people do it.
    """
    if not table.states_tender or HandPayCause.LARGE_WIN not in file.causes:
        return None
    if not (debt_at(table, order.seat) or owes(table, order.seat)):
        sentence = f"{order.seat} has won over the limit of this machine: that is paid by hand, and does not become credit."
        return Refusal(Reason.OUT_OF_SEQUENCE, sentence)
    if order.second and order.second.name != order.by.name and table.rules.procedures.works_here(order.second.role):
        return None
    return Refusal(Reason.SECOND_PERSON_NEEDED, "A win that is paid by hand is taken back only before two people.")


def back_from_hand_pays(table: Table, seat: str, amount: Cents) -> tuple[Cents, tuple[Transfer, ...]]:
    """The part of a hand pay that repays a debt when it is taken back, and the transfers for all of it."""
    # The player owes a win that a correction took away while it waited to be paid. This repays it.
    repaid = min(amount, owes(table, seat))
    # A player who has left is owed the rest: the next one at this seat must not find it. Kept credit is kept again, also for
    # a player who has come back: it is paid against identification alone.
    file = table.desk.pay_files.get(seat)
    is_kept = file is not None and HandPayCause.KEPT_CREDIT in file.causes
    purse = rack(seat) if seat in table.layout and not is_kept else owed(seat)
    parts = (Transfer(HAND_PAYS, owed(seat), Cents(repaid)), Transfer(HAND_PAYS, purse, Cents(amount - repaid)))
    return Cents(repaid), tuple(part for part in parts if part.amount)


def _apply_called(table: Table, event: HandPayCalled) -> Table:
    desk, seat = table.desk, event.seat
    cause = HandPayCause.LARGE_WIN if event.won else event.cause or HandPayCause.ASKED
    file = desk.pay_files[seat].called_again(cause) if seat in desk.pay_files else HandPay(event.at, (cause,))
    hand_pays = {**desk.hand_pays, seat: desk.hand_pays.get(seat, 0) + event.amount}
    desk = replace(desk, hand_pays=hand_pays, pay_files={**desk.pay_files, seat: file})
    return replace(table, book=table.book.after(event.transfers), desk=desk)


def _apply_ended(table: Table, event: HandPaid | HandPayTakenBack) -> Table:
    """Reduce the amount that waits by what was paid or taken back."""
    left = table.desk.hand_pays.get(event.seat, 0) - event.amount + (event.beyond if isinstance(event, HandPaid) else 0)
    repaid = event.repaid if isinstance(event, HandPayTakenBack) else 0
    debts = table.desk.debts_less(event.seat, repaid)
    is_paid = isinstance(event, HandPaid) and not left
    raised = {seat: name for seat, name in table.desk.raised.items() if seat != event.seat or not is_paid}
    desk = replace(table.desk.with_hand_pay(event.seat, left, since=event.at), debts=debts, raised=raised)
    return replace(table, book=table.book.after(event.transfers), desk=desk)


def _meter_called(table: Table, event: HandPayCalled) -> Meters:
    way = LARGE_WIN if event.won else Way.HAND_PAY.value
    return at_terminal(table, event.seat, taken=added(table.meters.terminal(event.seat).taken, way, event.amount))


def _meter_paid(table: Table, event: HandPaid) -> Meters:
    terminal = table.meters.terminal(event.seat)
    return at_terminal(
        table,
        event.seat,
        paid_by_hand=terminal.paid_by_hand + event.amount,
        taken=added(terminal.taken, Way.HAND_PAY.value, event.beyond),
    )


def _meter_taken_back(table: Table, event: HandPayTakenBack) -> Meters:
    return at_terminal(table, event.seat, taken_back=table.meters.terminal(event.seat).taken_back + event.amount)


def _call_again(table: Table, event: HandPayCalled) -> Verdict:
    """The corrected settlement calls large wins itself. Credits that the player asked for stay taken; a shortfall is owed."""
    if event.won:
        return ()
    return replace(event, transfers=pay_out(table.book, event.seat, HAND_PAYS, event.amount))


def _pay_again(table: Table, event: HandPaid) -> HandPaid:
    """Cash paid out stays paid. The player owes the part that was not due after the correction."""
    due = min(event.amount, table.desk.hand_pays.get(event.seat, 0))
    beyond = Cents(event.amount - due)
    by = payer(event.form)
    parts = (Transfer(HAND_PAYS, by, Cents(due)), Transfer(owed(event.seat), by, beyond))
    return replace(event, beyond=beyond, transfers=tuple(part for part in parts if part.amount))


def _take_back_again(table: Table, event: HandPayTakenBack) -> HandPayTakenBack:
    """Take back what waits after the correction. Keep the first amount, so that another correction can restore it."""
    asked = event.amount if event.asked is None else event.asked
    amount = Cents(min(asked, table.desk.hand_pays.get(event.seat, 0)))
    repaid, transfers = back_from_hand_pays(table, event.seat, amount)
    return replace(event, amount=amount, asked=asked if amount < asked else None, repaid=repaid, transfers=transfers)


def _because(event: HandPayCalled) -> str:
    return f" ({event.cause.replace('-', ' ')})" if event.cause else ""


def _on_form(event: HandPaid) -> str:
    instead = f" instead of {event.asked}" if event.asked else ""
    return f" ({event.method}{instead}) on form {event.form}, which the player signed" if event.method else ""


declare(
    CommandRow(
        kind=PayByHand,
        decide=pay_by_hand,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat", "form", "method"),
        forms=forms_of(PayByHand, payable),
        nothing=NOTHING_WAITS,
    ),
    CommandRow(
        kind=TakeBackHandPay,
        decide=take_back_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(TakeBackHandPay, seats_waiting),
        nothing=NOTHING_WAITS,
    ),
    EventRow(
        kind=HandPayCalled,
        apply=_apply_called,
        meter=_meter_called,
        tell=lambda _, e: f"{e.seat} waits for {dollars(e.amount)} to be paid by hand{_because(e)}{entered(e.by)}.",
        again=_call_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=HandPaid,
        apply=_apply_ended,
        meter=_meter_paid,
        tell=lambda _, e: f"{who(e.by)} pays {dollars(e.amount)} by hand to {e.seat}{_on_form(e)}.",
        again=_pay_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=HandPayTakenBack,
        apply=_apply_ended,
        meter=_meter_taken_back,
        tell=lambda _, e: [
            f"{with_second(e.by, e.second)} takes back the {dollars(e.amount)} that waited to be paid by hand to {e.seat}.",
            *([f"  {dollars(e.repaid)} of it was owed; {dollars(e.amount - e.repaid)} is credit again."] if e.repaid else []),
        ],
        again=again_with_debts(_take_back_again),
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
