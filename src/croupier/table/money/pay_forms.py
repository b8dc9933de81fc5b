"""The form of a hand pay: its amount is verified, a later time may be agreed, and what has to be so before it is paid."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.ledger.accounts import CAGE, PAID_BY_HAND, Account
from croupier.money import Cents, dollars
from croupier.rules.moments import Millis, clock_time
from croupier.rules.terms import PayMethod, Payouts
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.desk import Desk
from croupier.table.core.forms import SENTENCE, Values, every, forms_of
from croupier.table.core.hand_pays import HandPay, PayForm
from croupier.table.core.message import Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who

CAGE_ROLE = "cage"
"""The role in which the clerks of the cage handle hand pays. It is no role of a document; the server checks their duty."""
NO_PAYOUTS = Payouts(form="", withhold="", at_once="", delay="", other_method="", identification="", methods=(PayMethod.CASH,))
"""Where the document is silent, only credit that was kept for a player who has left is paid by hand, in cash."""
NOTHING_WAITS = Refusal(Reason.OUT_OF_SEQUENCE, "Nothing waits to be paid by hand.")
HOUR = 3_600_000


class VerifyHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Verify the amount of a hand pay against the record of its terminal, and make its form out."""

    seat: str
    amount: Cents
    record: str
    """The record of the terminal with which it was compared, such as a round or its meters."""


class DelayHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Delay a hand pay to a time agreed with the player."""

    seat: str
    until: Millis
    """The agreed time: milliseconds since 1970."""


class HandPayVerified(Ruling, frozen=True, kw_only=True, tag=True):
    """The amount of a hand pay was verified, and its form made out."""

    seat: str
    amount: Cents
    form: int
    """The number of the form."""
    record: str
    """The record of the terminal with which it was compared."""


class HandPayDelayed(Ruling, frozen=True, kw_only=True, tag=True):
    """A hand pay was delayed to a time agreed with the player."""

    seat: str
    until: Millis
    """Milliseconds since 1970."""


def payouts(table: Table) -> Payouts:
    """What the document says about payments by hand."""
    return table.rules.procedures.payouts or NO_PAYOUTS


def waiting(table: Table, seat: str, by: Person) -> HandPay | Refusal:
    """The hand pay that waits at a terminal, for a person who may handle it; or a refusal."""
    if by.role != CAGE_ROLE and (refusal := not_staff_refused(table, by)):
        return refusal
    if seat not in table.desk.hand_pays:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"Nothing waits to be paid by hand to {seat}.")
    return table.desk.pay_files[seat]


def verify_hand_pay(table: Table, order: VerifyHandPay) -> HandPayVerified | Refusal:
    """Make a form out for exactly the amount that waits."""
    found, clause = waiting(table, order.seat, order.by), payouts(table).form
    if isinstance(found, Refusal):
        return found
    amount = Cents(table.desk.hand_pays[order.seat])
    if order.amount != amount:
        sentence = f"{dollars(amount)} waits to be paid by hand to {order.seat}, not {dollars(order.amount)}."
        return Refusal(Reason.BAD_AMOUNT, sentence, clause)
    if not order.record.strip():
        return Refusal(Reason.REASON_NEEDED, "Say with which record of the terminal the amount was compared.", clause)
    form = table.desk.forms + 1
    return HandPayVerified(
        seat=order.seat, amount=amount, form=form, record=order.record, by=order.by, why=order.why, clause=clause
    )


def delay_hand_pay(table: Table, order: DelayHandPay) -> HandPayDelayed | Refusal:
    """Delay a payment to a later time. Another agreement may follow."""
    found, clause = waiting(table, order.seat, order.by), payouts(table).delay
    if isinstance(found, Refusal):
        return found
    if order.until <= max(order.at, table.clock):
        return Refusal(Reason.BAD_AMOUNT, "The agreed time has to be later than now.", clause)
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why the payment is delayed.", clause)
    return HandPayDelayed(seat=order.seat, until=order.until, by=order.by, why=order.why, clause=clause)


def not_ready(table: Table, seat: str, form: int | None, method: PayMethod | None, at: int) -> Refusal | None:
    """Refuse to pay a hand pay that is withheld, delayed or not verified, or in a way that the document does not know."""
    file, amount, terms = table.desk.pay_files[seat], table.desk.hand_pays[seat], payouts(table)
    if file.hold:
        sentence = f"The hand pay of {seat} is withheld: {file.hold.why.removesuffix('.')}."
        return Refusal(Reason.PAYMENT_WITHHELD, sentence, terms.withhold)
    if file.until and at and at < file.until:
        sentence = f"The hand pay of {seat} was delayed, as agreed, to {clock_time(file.until)}."
        return Refusal(Reason.PAYMENT_DELAYED, sentence, terms.delay)
    if file.identification and file.identification.seen is None:
        sentence = f"{seat} was asked for identification, and has not shown any yet."
        return Refusal(Reason.IDENTIFICATION_NEEDED, sentence, terms.identification)
    if form is None and not table.states_tender:
        return None
    if file.form is None or file.form.amount != amount:
        sentence = f"{dollars(amount)} is paid to {seat} once the amount was verified, on a form."
        return Refusal(Reason.FORM_NEEDED, sentence, terms.form)
    if form != file.form.number:
        sentence = f"The player signs form {file.form.number}, and no other."
        return Refusal(Reason.FORM_NEEDED, sentence, terms.form)
    if method not in terms.methods:
        ways = ", ".join(terms.methods)
        return Refusal(Reason.BAD_TENDER, f"Say how it is paid: {ways}.", terms.other_method)
    return None


def payer(form: int | None) -> Account:
    """The account from which a hand pay is paid: on a form the cage pays it, and has it in its own book."""
    return CAGE if form is None else PAID_BY_HAND


def with_file(table: Table, seat: str, **changes: Any) -> Desk:
    """The desk after a change of a hand pay. One that a correction has taken away stays away."""
    file = table.desk.pay_files.get(seat)
    if file is None:
        return table.desk
    return replace(table.desk, pay_files={**table.desk.pay_files, seat: replace(file, **changes)})


def _verified(table: Table, event: HandPayVerified) -> Desk:
    form = PayForm(event.form, event.amount, event.record, event.by, event.at)
    return replace(with_file(table, event.seat, form=form), forms=max(table.desk.forms, event.form))


def seats_waiting(table: Table) -> Iterator[Values]:
    """Every terminal with a hand pay."""
    return ({"seat": seat} for seat in sorted(table.desk.hand_pays))


def payable(table: Table) -> Iterator[Values]:
    """Every hand pay, with its form if it has one, in every way in which it may be paid."""
    for seat, file in sorted(table.desk.pay_files.items()):
        if file.form is None:
            yield {"seat": seat, "form": None, "method": None}
        for method in payouts(table).methods if file.form else ():
            yield {"seat": seat, "form": file.form.number if file.form else None, "method": method}


def _amounts(table: Table) -> Iterator[Values]:
    return ({"seat": seat, "amount": Cents(amount)} for seat, amount in sorted(table.desk.hand_pays.items()))


def _later(table: Table) -> Iterator[Values]:
    yield {"until": table.clock + HOUR}


declare(
    CommandRow(
        kind=VerifyHandPay,
        decide=verify_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat", "amount"),
        forms=forms_of(VerifyHandPay, _amounts, record=SENTENCE),
        nothing=NOTHING_WAITS,
    ),
    CommandRow(
        kind=DelayHandPay,
        decide=delay_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(DelayHandPay, every(seats_waiting, _later), why=SENTENCE),
        nothing=NOTHING_WAITS,
    ),
    event_without_money(
        kind=HandPayVerified,
        apply=on_desk(_verified),
        tell=lambda _, e: f"{who(e.by)} verifies {dollars(e.amount)} for {e.seat} against {e.record}: form {e.form}.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=HandPayDelayed,
        apply=on_desk(lambda t, e: with_file(t, e.seat, until=e.until)),
        tell=lambda _, e: f"{who(e.by)} delays the hand pay of {e.seat} to {clock_time(e.until)}, as agreed.",
        audience=Audience.STAFF,
    ),
)
