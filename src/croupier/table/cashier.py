"""What a table says to how money comes and goes: by which way, by whose hand, and to and from the float."""

from collections import Counter

from croupier.ledger.accounts import CAGE, FLOAT, HAND_PAYS, owed, rack
from croupier.ledger.book import Book, Transfer
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.rules.outcomes import listed
from croupier.rules.sign import HAND_PAY_LIMIT
from croupier.table.authority import called
from croupier.table.events import HandPayCalled, RoundSettled
from croupier.table.locks import unsound
from croupier.table.orders import CreditFloat, FillFloat, Order, PayByHand, TakeBackHandPay
from croupier.table.person import Person
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import FloatCredited, FloatFilled, HandPaid, HandPayTakenBack
from croupier.table.state import Table
from croupier.table.tender import Tender, Way, real, worth
from croupier.table.till import pay_out

TO_A_TERMINAL = (Way.NOTES, Way.TICKET, Way.CASHLESS, Way.RESTRICTED, Way.UNRESTRICTED)
FROM_A_TERMINAL = (Way.TICKET, Way.CASHLESS, Way.HAND_PAY)
TO_A_DEALER = (Way.CASH, Way.CHIPS)
FROM_A_DEALER = (Way.CHIPS,)


def ways_to_bring(table: Table) -> tuple[Way, ...]:
    """The ways in which money comes to this table."""
    procedures = table.rules.procedures
    ways = TO_A_TERMINAL if procedures.period else TO_A_DEALER
    return (*ways, Way.TOKENS) if procedures.tokens else ways


def unfit_to_bring(table: Table, tender: Tender | None, amount: int) -> Refusal | None:
    """Why money cannot come to this table so, where it cannot."""
    if tender is None:
        return None
    if refusal := _misplaced(table, tender, ways_to_bring(table), "brought"):
        return refusal
    return _miscounted(table, tender, amount)


def unfit_to_take(table: Table, tender: Tender | None) -> Refusal | None:
    """Why money cannot go from this table so, where it cannot."""
    if tender is None:
        return None
    terminal = table.rules.procedures.period is not None
    if tender.notes:
        return Refusal(Reason.BAD_TENDER, "Notes are counted where they are put in.", table.rules.payment)
    return _misplaced(table, tender, FROM_A_TERMINAL if terminal else FROM_A_DEALER, "taken away")


def _misplaced(table: Table, tender: Tender, ways: tuple[Way, ...], what: str) -> Refusal | None:
    if tender.way in ways:
        return None
    sentence = f"At this table money is {what} as {listed([each.value for each in ways], 'or')}, not as {tender.way.value}."
    return Refusal(Reason.BAD_TENDER, sentence, table.rules.payment)


def _miscounted(table: Table, tender: Tender, amount: int) -> Refusal | None:
    """Notes are counted, nothing else is, and they come to the amount."""
    clause = table.rules.payment
    if tender.way is not Way.NOTES:
        return Refusal(Reason.BAD_TENDER, f"A {tender.way.value} has no notes to count.", clause) if tender.notes else None
    if not real(tender.notes):
        return Refusal(Reason.BAD_TENDER, "There are no such notes.", clause)
    counted = worth(tender.notes)
    if counted == amount:
        return None
    return Refusal(Reason.BAD_TENDER, f"The notes come to {dollars(counted)}, not to {dollars(amount)}.", clause)


def hand_pay(table: Table, seat: str, amount: Cents) -> HandPayCalled:
    """Credits leave a terminal and wait for an attendant."""
    return HandPayCalled(seat=seat, amount=amount, transfers=pay_out(table.book, seat, HAND_PAYS, amount))


def large_wins(table: Table, event: RoundSettled) -> tuple[HandPayCalled, ...]:
    """What was won in a round over the limit of the sign, where it has one: by each terminal, over all its winning bets."""
    limit = table.sign.named.get(HAND_PAY_LIMIT)
    if limit is None:
        return ()
    won = Counter[str]()
    for each in event.decided:
        if each.result is Result.WIN:
            won[each.seat] += each.paid - each.stake
    return tuple(_waits(seat, Cents(amount)) for seat, amount in won.items() if amount > limit)


def _waits(seat: str, amount: Cents) -> HandPayCalled:
    return HandPayCalled(seat=seat, amount=amount, won=True, transfers=(Transfer(rack(seat), HAND_PAYS, amount),))


def pay_by_hand(table: Table, order: PayByHand) -> HandPaid | Refusal:
    """An attendant has paid what waits at a terminal, which plays again."""
    amount = _waiting(table, order)
    if isinstance(amount, Refusal):
        return amount
    if refusal := unsound(table, order.seat):
        return refusal
    transfers = (Transfer(HAND_PAYS, CAGE, amount),)
    return HandPaid(seat=order.seat, amount=amount, transfers=transfers, by=order.by, why=order.why, clause="")


def take_back(table: Table, order: TakeBackHandPay) -> HandPayTakenBack | Refusal:
    """What waits at a terminal is not paid: it goes to what the player owes, and the rest back to their credit."""
    amount = _waiting(table, order)
    if isinstance(amount, Refusal):
        return amount
    repaid, transfers = back_from_hand_pays(table.book, order.seat, amount)
    return HandPayTakenBack(
        seat=order.seat, amount=amount, repaid=repaid, transfers=transfers, by=order.by, why=order.why, clause=""
    )


def back_from_hand_pays(book: Book, seat: str, amount: Cents) -> tuple[Cents, tuple[Transfer, ...]]:
    """What a player owes of an amount that waits to be paid by hand, and the way of all of it."""
    # A win that was corrected away while it waited is open with the player: here it is made good.
    repaid = min(amount, max(0, -book.balance(owed(seat))))
    parts = (Transfer(HAND_PAYS, owed(seat), Cents(repaid)), Transfer(HAND_PAYS, rack(seat), Cents(amount - repaid)))
    return Cents(repaid), tuple(part for part in parts if part.amount)


def _waiting(table: Table, order: PayByHand | TakeBackHandPay) -> Cents | Refusal:
    if refusal := works_elsewhere(table, order.by):
        return refusal
    amount = table.desk.hand_pays.get(order.seat)
    if not amount:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"Nothing waits to be paid by hand to {order.seat}.")
    return Cents(amount)


def fill(table: Table, order: FillFloat) -> FloatFilled | Refusal:
    """Chips come from the cage."""
    if refusal := _no_float(table, order, order.amount):
        return refusal
    transfers = (Transfer(FLOAT, CAGE, order.amount),)
    return FloatFilled(amount=order.amount, transfers=transfers, by=order.by, why=order.why, clause="")


def credit(table: Table, order: CreditFloat) -> FloatCredited | Refusal:
    """Chips go back to the cage, as far as it has sent some."""
    if refusal := _no_float(table, order, order.amount):
        return refusal
    sent = -table.book.balance(FLOAT)
    if order.amount > sent:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(order.amount)} is more than the {dollars(sent)} that the cage has sent.")
    transfers = (Transfer(CAGE, FLOAT, order.amount),)
    return FloatCredited(amount=order.amount, transfers=transfers, by=order.by, why=order.why, clause="")


def _no_float(table: Table, order: Order, amount: int) -> Refusal | None:
    if table.rules.procedures.period:
        return Refusal(Reason.BAD_TENDER, "A table of terminals has no float.")
    if amount < 1:
        return Refusal(Reason.BAD_AMOUNT, f"{dollars(amount)} is not an amount to carry.")
    return works_elsewhere(table, order.by)


def works_elsewhere(table: Table, by: Person) -> Refusal | None:
    """Why somebody may not do what no document gives to anybody: it is for those who work at this table."""
    if table.rules.procedures.works_here(by.role):
        return None
    return Refusal(Reason.NOT_YOUR_POWER, f"{called(table, by)} does not work at this table.")
