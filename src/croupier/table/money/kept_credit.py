"""Credit that is kept for a player who has left, and that coming back does not bring: it is paid by hand.

A player whose seat was released has it again with the seat. What a later correction has found, or what was released to a player
who had left, nobody collects at a seat: somebody else may sit there by now. So it is paid against identification, also to a
player who has taken a seat again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from croupier.ledger.accounts import HAND_PAYS, owed
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import is_signed_by_two, not_staff_refused
from croupier.table.core.forms import SENTENCE, Values, forms_of
from croupier.table.core.hand_pays import HandPay, HandPayCause, Identification
from croupier.table.core.message import Order, Ruling
from croupier.table.core.meters import Meters, added
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, by_name, declare, stands
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.money.metering import at_terminal
from croupier.table.money.tender import Way

OWED = owed("")
NOTHING_KEPT = Refusal(Reason.OUT_OF_SEQUENCE, "No credit is kept for a player who has left.")


class PayKeptCredit(Order, frozen=True, kw_only=True, tag=True):
    """Have the credit that is kept for a player who has left paid by hand. The player shows identification."""

    seat: str
    amount: Cents
    """All that is kept."""
    second: Person | None = None
    """A second person of this table. Needed on a live floor."""


class KeptCreditCalled(Ruling, frozen=True, kw_only=True, tag=True):
    """The credit that is kept for a player who has left waits to be paid by hand, once identification was seen."""

    seat: str
    terminal: str | None = None
    """The name of the enrolled terminal; None if there is none."""
    amount: Cents
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


class KeptCredit(NamedTuple):
    """What is kept for a player who has left."""

    seat: str
    amount: Cents
    terminal: str | None
    """The name of the enrolled terminal at which the player sat; None if there is none."""
    since: int
    """When the player had left: milliseconds since 1970; 0 if no clock runs. A later visit changes nothing about it."""


def kept_credits(table: Table) -> tuple[KeptCredit, ...]:
    """What is kept for players who have left, whoever left first in front."""
    balances = table.book.balances
    owing = {account.removeprefix(OWED): amount for account, amount in balances.items() if account.startswith(OWED)}
    kept = [
        KeptCredit(seat, Cents(amount), table.terminals.get(seat), table.desk.kept_since.get(seat, table.left.get(seat, 0)))
        for seat, amount in sorted(owing.items())
        if amount > 0
    ]
    return tuple(sorted(kept, key=lambda each: each.since))


def pay_kept_credit(table: Table, order: PayKeptCredit) -> KeptCreditCalled | Refusal:
    """Take what is kept for a player who has left to the hand pays, before two people."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    kept = next((each.amount for each in kept_credits(table) if each.seat == order.seat), None)
    if kept is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"Nothing is kept for {order.seat}.")
    if order.seat in table.layout and order.seat in table.desk.hand_pays:
        sentence = f"{order.seat} waits for another hand pay: pay that first, and then what is kept."
        return Refusal(Reason.OUT_OF_SEQUENCE, sentence)
    if order.amount != kept:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(kept)} is kept for {order.seat}, not {dollars(order.amount)}.")
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, f"Say why what is kept for {order.seat} is paid by hand.")
    if table.states_tender and not is_signed_by_two(table, order.by, order.second):
        return Refusal(Reason.SECOND_PERSON_NEEDED, "Credit of a player who has left is paid before two people of this table.")
    return KeptCreditCalled(
        seat=order.seat,
        terminal=table.terminals.get(order.seat),
        amount=kept,
        second=order.second,
        transfers=(Transfer(owed(order.seat), HAND_PAYS, kept),),
        by=order.by,
        why=order.why,
        clause="",
    )


def _apply_called(table: Table, event: KeptCreditCalled) -> Table:
    desk, seat, cause = table.desk, event.seat, HandPayCause.KEPT_CREDIT
    file = desk.pay_files[seat].called_again(cause) if seat in desk.pay_files else HandPay(event.at, (cause,))
    asked = file if file.identification else replace(file, identification=Identification(event.by))
    hand_pays = {**desk.hand_pays, seat: desk.hand_pays.get(seat, 0) + event.amount}
    desk = replace(desk.kept_no_more(seat), hand_pays=hand_pays, pay_files={**desk.pay_files, seat: asked})
    return replace(table, book=table.book.after(event.transfers), desk=desk)


def _meter_called(table: Table, event: KeptCreditCalled) -> Meters:
    taken = added(table.meters.terminal(event.seat).taken, Way.HAND_PAY.value, event.amount)
    return at_terminal(table, event.seat, taken=taken)


def _kept(table: Table) -> Iterator[Values]:
    return ({"seat": each.seat, "amount": each.amount} for each in kept_credits(table))


declare(
    CommandRow(
        kind=PayKeptCredit,
        decide=pay_kept_credit,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat", "amount"),
        forms=forms_of(PayKeptCredit, _kept, why=SENTENCE),
        nothing=NOTHING_KEPT,
    ),
    EventRow(
        kind=KeptCreditCalled,
        apply=_apply_called,
        meter=_meter_called,
        tell=lambda _, e: f"{with_second(e.by, e.second)} has the {dollars(e.amount)} that is kept for {e.seat} paid by hand.",
        # Whoever was paid too much after a correction owes the rest.
        again=stands,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
