"""Hand pays that are withheld until they have been looked into: reviewed, then released or refused."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import HAND_PAYS, HOUSE
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.notices import demanded
from croupier.table.authority.powers import grounds_for, not_staff_refused, power_to_decide, titled
from croupier.table.core.desk import Desk
from croupier.table.core.forms import SENTENCE, Choices, Values, every, forms_of
from croupier.table.core.hand_pays import PaymentHold
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.meters import Meters
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.metering import at_terminal
from croupier.table.money.pay_forms import NOTHING_WAITS, payouts, seats_waiting, with_file


class WithholdHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Withhold a hand pay until it has been looked into. An inspector is to be told."""

    seat: str


class ReviewHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Record what an inspector says about a hand pay that is withheld."""

    seat: str
    inspector: str
    """The name of the inspector."""
    review: str


class ReleaseHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Let a hand pay be paid that was withheld."""

    seat: str


class RefuseHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Refuse to pay a hand pay that was withheld, once an inspector has reviewed it. The house keeps the money."""

    seat: str


class HandPayWithheld(Ruling, frozen=True, kw_only=True, tag=True):
    """The payment of a hand pay was withheld."""

    seat: str
    amount: Cents
    notices: tuple[int, ...] = ()
    """The numbers of the notices that it demands."""


class HandPayReviewed(Ruling, frozen=True, kw_only=True, tag=True):
    """An inspector reviewed that a hand pay is withheld."""

    seat: str
    inspector: str
    review: str


class HandPayReleased(Ruling, frozen=True, kw_only=True, tag=True):
    """A hand pay that was withheld may be paid."""

    seat: str
    amount: Cents


class HandPayRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """A hand pay that was withheld is not paid. The house keeps the money."""

    seat: str
    amount: Cents
    asked: Cents | None = None
    """The amount before a correction reduced it; None if none did."""
    transfers: tuple[Transfer, ...]


def withhold_hand_pay(table: Table, order: WithholdHandPay) -> tuple[Event, ...] | Refusal:
    """Withhold a hand pay that waits, and demand the notice to an inspector."""
    power = power_to_decide(table, order.by, Act.WITHHOLD, order.why)
    if isinstance(power, Refusal):
        return power
    amount, clause = _waiting(table, order.seat), payouts(table).withhold or power.clause
    if isinstance(amount, Refusal):
        return amount
    if table.desk.pay_files[order.seat].hold:
        return Refusal(Reason.PAYMENT_WITHHELD, f"The hand pay of {order.seat} is withheld already.", clause)
    notices = demanded(table, Act.WITHHOLD, f"the hand pay of {dollars(amount)} to {order.seat} withheld")
    numbers = tuple(each.notice for each in notices)
    kept = HandPayWithheld(seat=order.seat, amount=amount, notices=numbers, by=order.by, why=order.why, clause=clause)
    return kept, *(replace(each, clause=clause) for each in notices)


def review_hand_pay(table: Table, order: ReviewHandPay) -> HandPayReviewed | Refusal:
    """Record the review of an inspector. Staff of the table enter it, because inspectors change nothing."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    hold, clause = _held(table, order.seat), payouts(table).withhold
    if isinstance(hold, Refusal):
        return hold
    if not (order.inspector.strip() and order.review.strip()):
        return Refusal(Reason.REASON_NEEDED, "Say which inspector has reviewed it, and what the inspector said.", clause)
    if refusal := _by_the_same_refused(table, order, hold, "writes down what an inspector says", clause):
        return refusal
    return HandPayReviewed(
        seat=order.seat, inspector=order.inspector, review=order.review, by=order.by, why=order.why, clause=clause
    )


def release_hand_pay(table: Table, order: ReleaseHandPay) -> HandPayReleased | Refusal:
    """Release a hand pay that is withheld. In favour of the player, nobody has to review it first."""
    power = power_to_decide(table, order.by, Act.RELEASE, order.why)
    if isinstance(power, Refusal):
        return power
    hold, clause = _held(table, order.seat), payouts(table).withhold or power.clause
    if isinstance(hold, Refusal):
        return hold
    if refusal := _by_the_same_refused(table, order, hold, "releases it", clause) or _told_alone(table, order, hold, clause):
        return refusal
    amount = Cents(table.desk.hand_pays[order.seat])
    return HandPayReleased(seat=order.seat, amount=amount, by=order.by, why=order.why, clause=clause)


def refuse_hand_pay(table: Table, order: RefuseHandPay) -> HandPayRefused | Refusal:
    """Refuse a hand pay that is withheld and was reviewed."""
    power = power_to_decide(table, order.by, Act.RELEASE, order.why)
    if isinstance(power, Refusal):
        return power
    hold, clause = _held(table, order.seat), payouts(table).withhold or power.clause
    if isinstance(hold, Refusal):
        return hold
    if not hold.review:
        sentence = f"An inspector has to review it before the hand pay of {order.seat} is refused."
        return Refusal(Reason.NOTICE_NEEDED, sentence, clause)
    if refusal := _by_the_same_refused(table, order, hold, "refuses it", clause) or _told_alone(table, order, hold, clause):
        return refusal
    amount = Cents(table.desk.hand_pays[order.seat])
    return HandPayRefused(seat=order.seat, amount=amount, transfers=_kept(amount), by=order.by, why=order.why, clause=clause)


def _by_the_same_refused(table: Table, order: Order, hold: PaymentHold, what: str, clause: str) -> Refusal | None:
    """On a live floor, refuse whoever withheld the hand pay, and anybody while an inspector does not know of it."""
    if not table.states_tender:
        return None
    if hold.by.name == order.by.name:
        sentence = f"{titled(table, hold.by)} withheld this hand pay: another person {what}."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, clause)
    if any(table.desk.notices[number].given is None for number in hold.notices):
        return Refusal(Reason.NOTICE_NEEDED, "First tell an inspector that this hand pay is withheld.", clause)
    return None


def _told_alone(table: Table, order: Order, hold: PaymentHold, clause: str) -> Refusal | None:
    """On a live floor, refuse whoever alone says that an inspector was told of the hand pay, and what was answered."""
    told = {by.name for by in (*(table.desk.notices[number].by for number in hold.notices), hold.written_by) if by}
    if not table.states_tender or told != {order.by.name}:
        return None
    sentence = (
        f"{titled(table, order.by)} alone told an inspector: another person decides this hand pay, or writes a review down."
    )
    return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, clause)


def _waiting(table: Table, seat: str) -> Cents | Refusal:
    amount = table.desk.hand_pays.get(seat)
    return Cents(amount) if amount else Refusal(Reason.OUT_OF_SEQUENCE, f"Nothing waits to be paid by hand to {seat}.")


def _held(table: Table, seat: str) -> PaymentHold | Refusal:
    """The decision to withhold the hand pay of a terminal, or a refusal if there is none."""
    file = table.desk.pay_files.get(seat)
    if file and file.hold:
        return file.hold
    return Refusal(Reason.PAYMENT_WITHHELD, f"No hand pay of {seat} is withheld.", payouts(table).withhold)


def _kept(amount: Cents) -> tuple[Transfer, ...]:
    return (Transfer(HAND_PAYS, HOUSE, amount),) if amount else ()


def _withheld(table: Table, event: HandPayWithheld) -> Desk:
    return with_file(table, event.seat, hold=PaymentHold(event.by, event.why, event.at, event.notices))


def _reviewed(table: Table, event: HandPayReviewed) -> Desk:
    file = table.desk.pay_files.get(event.seat)
    if file is None or file.hold is None:
        return table.desk
    return with_file(
        table, event.seat, hold=replace(file.hold, inspector=event.inspector, review=event.review, written_by=event.by)
    )


def _apply_refused(table: Table, event: HandPayRefused) -> Table:
    left = table.desk.hand_pays.get(event.seat, 0) - event.amount
    desk = table.desk.with_hand_pay(event.seat, left, since=event.at)
    return replace(table, book=table.book.after(event.transfers), desk=desk)


def _meter_refused(table: Table, event: HandPayRefused) -> Meters:
    """What waited is taken back, and the house keeps it."""
    terminal = table.meters.terminal(event.seat)
    taken_back, kept = terminal.taken_back + event.amount, terminal.kept + event.amount
    return at_terminal(table, event.seat, taken_back=taken_back, kept=kept)


def _refuse_again(table: Table, event: HandPayRefused) -> HandPayRefused:
    """Refuse what waits after the correction. Keep the first amount, so that another correction can restore it."""
    asked = event.amount if event.asked is None else event.asked
    amount = Cents(min(asked, table.desk.hand_pays.get(event.seat, 0)))
    return replace(event, amount=amount, asked=asked if amount < asked else None, transfers=_kept(amount))


def _seats_held(table: Table) -> Iterator[Values]:
    return ({"seat": seat} for seat, file in sorted(table.desk.pay_files.items()) if file.hold)


def _grounded(act: Act, seats: Choices) -> Choices:
    return every(seats, grounds_for(act))


NOTHING_HELD = Refusal(Reason.PAYMENT_WITHHELD, "No hand pay is withheld.")

declare(
    CommandRow(
        kind=WithholdHandPay,
        decide=withhold_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.WITHHOLD,
        chosen=("seat", "why"),
        forms=forms_of(WithholdHandPay, _grounded(Act.WITHHOLD, seats_waiting)),
        nothing=NOTHING_WAITS,
    ),
    CommandRow(
        kind=ReviewHandPay,
        decide=review_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(ReviewHandPay, _seats_held, inspector="Ira Insp", review=SENTENCE),
        nothing=NOTHING_HELD,
    ),
    CommandRow(
        kind=ReleaseHandPay,
        decide=release_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.RELEASE,
        chosen=("seat", "why"),
        forms=forms_of(ReleaseHandPay, _grounded(Act.RELEASE, _seats_held)),
        nothing=NOTHING_HELD,
    ),
    CommandRow(
        kind=RefuseHandPay,
        decide=refuse_hand_pay,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.RELEASE,
        chosen=("seat", "why"),
        forms=forms_of(RefuseHandPay, _grounded(Act.RELEASE, _seats_held)),
        nothing=NOTHING_HELD,
    ),
    event_without_money(
        kind=HandPayWithheld,
        apply=on_desk(_withheld),
        tell=lambda _, e: f"{who(e.by)} withholds the hand pay of {dollars(e.amount)} to {e.seat}.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=HandPayReviewed,
        apply=on_desk(_reviewed),
        tell=lambda _, e: f"{who(e.by)} records the review of {e.inspector} about the hand pay of {e.seat}: {e.review}",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=HandPayReleased,
        apply=on_desk(lambda t, e: with_file(t, e.seat, hold=None, released=True)),
        tell=lambda _, e: f"{who(e.by)} releases the hand pay of {dollars(e.amount)} to {e.seat}.",
        audience=Audience.STAFF,
    ),
    EventRow(
        kind=HandPayRefused,
        apply=_apply_refused,
        meter=_meter_refused,
        tell=lambda _, e: f"{who(e.by)} refuses to pay {dollars(e.amount)} by hand to {e.seat}; the house keeps it.",
        again=_refuse_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
