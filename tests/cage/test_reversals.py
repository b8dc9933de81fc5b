"""Receipts and reversals: every transaction at the counter has a number, and a wrong one is undone by another, once."""

import pytest
from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, HERE, MAX, SUE, done, events, opened, printing, refusal, refused, with_account
from croupier.cage.accounts import Deposit, TransferIn, TransferOut, Withdraw
from croupier.cage.cards import ReadCard
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import Record
from croupier.cage.issuing import SellTicket
from croupier.cage.message import CageCommand
from croupier.cage.opening import ChangeTicketRules
from croupier.cage.patron import MovementKind
from croupier.cage.receipt import ReceiptKind
from croupier.cage.redeeming import HoldTicket, PayTicket, TakeTicket
from croupier.cage.refusals import Reason
from croupier.cage.reversals import OTHER_SIDE, ReverseTransaction, TransactionReversed
from croupier.cage.settling import ReprintTicket, SettleTicket, TicketDecision
from croupier.cage.snapshot import encode_snapshot, rebuilt, snapshot_of
from croupier.cage.state import Cage, TicketRules
from croupier.cage.ticket import TicketState
from croupier.cage.withholding import VoidTicket
from croupier.money import Cents
from croupier.rules.terms import PayMethod

DEPOSIT = Deposit(by=CAY, patron=1, amount=Cents(4_000))
SELL = SellChips(by=CAY, chips={500: 4, 2_500: 1})
TICKET = SellTicket(by=CAY, amount=Cents(3_000), salt=7)
PAY = PayTicket(by=CAY, serial=1)


VOID = VoidTicket(by=CAY, second=SUE, serial=1, why="Torn")
SETTLE = SettleTicket(by=CAY, second=SUE, serial=1, to=TicketDecision.PAY, identified="passport", why="Both halves")
SHORT_LIVED = ChangeTicketRules(by=SUE, second=CAY, rules=TicketRules(days=1))


def night() -> Cage:
    """A patron with $100.00 in an account (transaction 1), who has a card in a terminal."""
    return done(with_account(opened(), 10_000), ReadCard(place=HERE, patron=1, card=1, alone=False, restored=False))


def reverse(cage: Cage, number: int | None = None) -> ReverseTransaction:
    return ReverseTransaction(by=CAY, second=SUE, reverses=number or len(cage.receipts), why="The wrong patron")


ALL: list[tuple[ReceiptKind, tuple[CageCommand, ...]]] = [
    (ReceiptKind.DEPOSIT, (DEPOSIT,)),
    (ReceiptKind.WITHDRAWAL, (Withdraw(by=CAY, patron=1, amount=Cents(2_500), identified="passport"),)),
    (ReceiptKind.CHIPS_SOLD, (SELL,)),
    (ReceiptKind.CHIPS_REDEEMED, (SELL, RedeemChips(by=CAY, chips={500: 2}))),
    (ReceiptKind.TICKET_SOLD, (TICKET,)),
    (ReceiptKind.TICKET_PAID, (TICKET, PAY)),
    (ReceiptKind.TICKET_PAID, (TICKET, replace(PAY, method=PayMethod.CHEQUE))),
    (ReceiptKind.VOID_TICKET_PAID, (TICKET, VOID, SETTLE)),
    (ReceiptKind.EXPIRED_TICKET_PAID, (SHORT_LIVED, TICKET, SweepTickets(at=BEGIN + DAY), SETTLE)),
]


@pytest.mark.parametrize(("kind", "orders"), ALL)
def test_a16_a_transaction_is_reversed_once_by_two_and_everything_is_as_before(
    kind: ReceiptKind, orders: tuple[CageCommand, ...]
) -> None:
    before = done(night(), *orders[:-1])
    cage = done(before, orders[-1])
    number = len(cage.receipts)
    assert cage.receipts[number].kind is kind
    order = reverse(cage)
    assert refused(cage, replace(order, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    [event] = events(cage, order)
    assert isinstance(event, TransactionReversed)
    after = done(cage, order)
    assert after.book == before.book
    assert after.patrons[1].account
    assert before.patrons[1].account
    assert after.patrons[1].account.balance == before.patrons[1].account.balance
    assert (after.receipts[number].reversed_by, after.receipts[number + 1].reverses) == (number + 1, number)
    assert refusal(after, order).sentence == f"Transaction {number} was reversed by {number + 1}."
    assert refused(after, reverse(after)) is Reason.TRANSACTION_REVERSED, "a reversal is not reversed"


def test_every_kind_that_the_counter_makes_can_be_reversed() -> None:
    assert {kind for kind, _ in ALL} == OTHER_SIDE.keys()
    assert {*ReceiptKind} - OTHER_SIDE.keys() == {
        *(ReceiptKind.TRANSFER_IN, ReceiptKind.TRANSFER_OUT, ReceiptKind.REVERSAL),
        *(ReceiptKind.PRIZE_CASH, ReceiptKind.PRIZE_VOUCHER),  # what was won stays with the winner
        ReceiptKind.COLOUR_CHECKS,  # their table has them as redeemed
    }


@pytest.mark.parametrize(
    ("orders", "why"),
    [
        ((DEPOSIT, Withdraw(by=CAY, patron=1, amount=Cents(13_000), identified="passport")), Reason.ACCOUNT_SHORT),
        ((SELL, ExchangeWithTable(place=HERE, way=CageWay.CHIPS_IN, amount=Cents(100))), Reason.TOO_MANY_CHIPS),
        ((TICKET, TakeTicket(place=HERE, serial=1, amount=Cents(3_000))), Reason.TICKET_PAID),
        ((TICKET, HoldTicket(place=HERE, serial=1)), Reason.TICKET_PENDING),
        ((TICKET, VoidTicket(by=CAY, second=MAX, serial=1, why="Torn")), Reason.TICKET_VOID),
        ((TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(100)),), Reason.TRANSACTION_ELSEWHERE),
    ],
)
def test_what_is_gone_or_was_made_elsewhere_is_not_taken_back(orders: tuple[CageCommand, ...], why: Reason) -> None:
    first = len(night().receipts) + 1
    assert refused(done(night(), *orders), reverse(night(), first)) is why


def test_a_transaction_that_does_not_exist_is_not_reversed() -> None:
    assert refused(night(), reverse(night(), 99)) is Reason.TRANSACTION_UNKNOWN


def test_a_sold_ticket_that_was_reversed_is_worth_nothing_and_a_paid_one_can_be_paid_again() -> None:
    sold = done(night(), TICKET)
    assert refused(done(sold, reverse(sold)), PAY) is Reason.TICKET_VOID
    paid = done(sold, PAY)
    again = done(paid, reverse(paid))
    assert again.tickets[1].state is TicketState.ISSUED
    assert refused(done(again, PAY), reverse(paid)) is Reason.TRANSACTION_REVERSED


def test_a_void_ticket_that_was_paid_to_the_wrong_person_waits_for_a_decision_again() -> None:
    void = done(night(), TICKET, VOID)
    paid = done(void, SETTLE)
    receipt = paid.receipts[len(paid.receipts)]
    assert (receipt.serial, receipt.amount, receipt.by, receipt.second, receipt.why) == (
        1,
        3_000,
        "Cay Rich",
        "Sue Moss",
        "Both halves",
    )
    again = done(paid, reverse(paid))
    assert (again.tickets[1].state, again.unpayable) == (TicketState.VOID, {1})
    assert events(again, SETTLE)
    kept = done(void, replace(SETTLE, to=TicketDecision.KEEP))
    assert len(kept.receipts) == len(void.receipts), "nobody is paid, and nobody gets a receipt"


REPRINT = ReprintTicket(by=CAY, second=SUE, serial=1, why="A jam", salt=3)


def test_a16_a_sold_ticket_that_was_printed_again_is_reversed_and_no_paper_is_worth_anything() -> None:
    """The newest paper is the one that is taken back, however often it was printed; then all of them are void."""
    before = night()
    sold = done(before, TICKET)
    cage = done(sold, REPRINT, replace(REPRINT, serial=2))
    order = reverse(sold)
    assert refused(cage, replace(order, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    [event] = events(cage, order)
    assert isinstance(event, TransactionReversed)
    assert event.serial == 3
    after = done(cage, order)
    assert after.book == before.book
    assert [ticket.state for ticket in after.tickets.values()] == [TicketState.CLOSED] * 3
    for serial in (1, 2, 3):
        assert refused(after, replace(PAY, serial=serial)) is Reason.TICKET_VOID
        assert refused(after, replace(REPRINT, serial=serial)) is Reason.TICKET_VOID
    assert refused(after, order) is Reason.TRANSACTION_REVERSED
    for gone, why in (
        (replace(PAY, serial=3), Reason.TICKET_PAID),
        (HoldTicket(place=HERE, serial=3), Reason.TICKET_PENDING),
        (VoidTicket(by=CAY, second=MAX, serial=3, why="Torn"), Reason.TICKET_VOID),
    ):
        assert refused(done(cage, gone), order) is why


def test_b5_every_transaction_has_the_next_number_and_says_who_when_what_and_how_much() -> None:
    cage = done(night(), TICKET, PAY, SELL, printing(), TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(900)))
    cage = done(cage, TransferOut(place=HERE, patron=1, transfer=2, amount=Cents(900)), reverse(cage, 1))
    kinds = [receipt.kind for receipt in cage.receipts.values()]
    assert [*cage.receipts] == [1, 2, 3, 4, 5, 6, 7], "a terminal that prints a ticket gives no receipt"
    assert kinds == ["deposit", "ticket-sold", "ticket-paid", "chips-sold", "transfer-in", "transfer-out", "reversal"]
    sold, chips, moved, back = cage.receipts[2], cage.receipts[4], cage.receipts[5], cage.receipts[7]
    assert (sold.by, sold.at, sold.amount, sold.serial, sold.place) == (CAY.name, cage.clock, 3_000, 1, None)
    assert (chips.chips, chips.amount) == ({500: 4, 2_500: 1}, 4_500)
    assert (moved.patron, moved.place, moved.by) == (1, HERE, None)
    assert (back.reverses, back.second, back.why) == (1, SUE.name, "The wrong patron")
    assert cage.patrons[1].account
    assert cage.patrons[1].account.last[-1].move is MovementKind.DEPOSIT_REVERSED


def test_a_snapshot_has_the_receipts() -> None:
    cage = done(night(), SELL)
    cage = done(cage, reverse(cage))
    numbers = [(Record.RECEIPT, number) for number in cage.receipts]
    patrons = [(Record.PATRON, number) for number in cage.patrons]
    cards = [(Record.CARD, serial) for serial in cage.cards]
    whole = encode_snapshot(snapshot_of(cage, 9, 0, [*numbers, *patrons, *cards]))
    assert rebuilt([whole]) == (cage, 9)
