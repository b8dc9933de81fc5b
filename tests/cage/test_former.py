"""Tickets of a former system: two people take them over once, before the first business, and two pay each once."""

import pytest
from msgspec.structs import replace

from cages import (
    BEGIN,
    CAY,
    DRAWER,
    HERE,
    NUMBERS,
    SUE,
    done,
    events,
    number,
    printing,
    refused,
    without_drawers,
)
from croupier.audit.balance import Balance, below_zero
from croupier.cage.delaying import DelayTicket
from croupier.cage.drawer import CountDrawer
from croupier.cage.fold import CAGE_REGISTER, Record
from croupier.cage.former import MOST_AT_ONCE, FormerTicket, PayFormerTicket, TakeOverTickets, TicketsTakenOver
from croupier.cage.issuing import SellTicket
from croupier.cage.message import CageCommand
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.redeeming import HoldTicket, PayTicket, TakeTicket
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import ReprintTicket, SettleTicket, TicketDecision
from croupier.cage.snapshot import encode_snapshot, rebuilt, snapshot_of
from croupier.cage.state import Cage
from croupier.cage.ticket import TicketState
from croupier.cage.withholding import GiveTicketNotice, ReleaseTicket, ReviewTicket, VoidTicket, WithholdTicket
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CAGE_BANK, FORMER_TICKETS, LAPSED, OPENING, VOID_TICKETS, WITHHELD_TICKETS
from croupier.money import MOST_CENTS, Cents
from croupier.rules.terms import PayMethod

PRINTED = ("4711-0815 a", "0000123")


def former(typed: str, amount: int = 2_500, issued: int = BEGIN - 1) -> FormerTicket:
    digest = NUMBERS.former(typed)
    assert isinstance(digest, str)
    return FormerTicket(digest, Cents(amount), issued)


TAKE_OVER = TakeOverTickets(at=BEGIN, by=CAY, second=SUE, tickets=(former(PRINTED[0]), former(PRINTED[1], 700)))
PAY = PayFormerTicket(by=CAY, second=SUE, serial=1)
BALANCES = OpenBalances(by=CAY, second=SUE, chips_out=Cents(100), vault=Cents(1_000_000))


def taken_over() -> Cage:
    """With a drawer, from which they are paid."""
    notes = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={10_000: 10})
    return done(without_drawers(), TAKE_OVER, BALANCES, notes)


def test_tickets_are_taken_over_by_two_and_are_a_liability_of_their_own() -> None:
    cage = without_drawers()
    assert refused(cage, replace(TAKE_OVER, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    (event,) = events(cage, TAKE_OVER)
    assert CAGE_REGISTER.tell(cage, event).endswith("took 2 tickets of the former system over: $32.00, from ticket 1 on.")
    cage = done(cage, TAKE_OVER)
    assert cage.book.balances == {OPENING: -3_200, FORMER_TICKETS: 3_200}
    more = done(cage, replace(TAKE_OVER, tickets=(former("AB12"),)), BALANCES)
    assert (more.issued, more.book.balance(FORMER_TICKETS), more.tickets[3].issued) == (3, 5_700, BEGIN - 1)
    assert below_zero({CAGE_REGISTER.name: Balance(dict(more.book.balances))}) == []


@pytest.mark.parametrize(
    ("tickets", "reason"),
    [
        ((), Reason.BAD_AMOUNT),
        (tuple(former(f"{each:06}") for each in range(MOST_AT_ONCE + 1)), Reason.BAD_AMOUNT),
        ((former("AB12", 0),), Reason.BAD_AMOUNT),
        ((former("AB12", MOST_CENTS + 1),), Reason.BAD_AMOUNT),
        ((former("AB12", issued=BEGIN + 1),), Reason.BAD_TIME),
        ((former("AB12"), former("ab-12", 1)), Reason.TICKET_TWICE),
    ],
)
def test_a_list_with_a_mistake_is_refused(tickets: tuple[FormerTicket, ...], reason: Reason) -> None:
    assert refused(without_drawers(), replace(TAKE_OVER, tickets=tickets)) is reason


def test_a_number_is_taken_over_once_and_before_the_first_business() -> None:
    cage = done(without_drawers(), TAKE_OVER)
    assert refused(cage, replace(TAKE_OVER, at=0)) is Reason.NOTHING_NEW
    (first, second) = TAKE_OVER.tickets
    again = replace(TAKE_OVER, at=0, tickets=(first, former("AB12"), second))
    (event,) = events(cage, again)
    assert isinstance(event, TicketsTakenOver)
    assert (event.first, event.tickets) == (3, (former("AB12"),)), "a list may be sent again"
    dearer = replace(again, tickets=(replace(first, amount=Cents(first.amount + 1)),))
    assert refused(cage, dearer) is Reason.TICKET_TWICE
    other = replace(TAKE_OVER, at=0, tickets=(former("AB12"),))
    for business in (BALANCES, printing()):
        assert refused(done(cage, business), other) is Reason.IN_BUSINESS
    assert refused(done(without_drawers(), printing()), BALANCES) is Reason.IN_BUSINESS


@pytest.mark.parametrize("typed", ["47110815A", "4711 0815 a", "4711-0815-A"])
def test_a_ticket_is_found_by_its_number_however_it_is_typed(typed: str) -> None:
    cage = taken_over()
    assert NUMBERS.find_former(cage, typed) == cage.tickets[1]


def test_no_other_number_finds_one_and_no_line_and_no_snapshot_has_its_number() -> None:
    cage = taken_over()
    for typed in ("", "123", "4711081", "000123", "x" * 41, number(1), "4711 0815 \u0661"):
        assert NUMBERS.find_former(cage, typed) is None, typed
    assert isinstance(NUMBERS.find(cage, number(1)), Refusal), "no number of this system leads to it"
    snapshot = encode_snapshot(snapshot_of(cage, 1, 0, [(Record.TICKET, 1), (Record.TICKET, 2)]))
    for written in (CAGE_REGISTER.recorded(TAKE_OVER, events(without_drawers(), TAKE_OVER)), snapshot):
        assert b"47110815A" not in written
        assert b"0000123" not in written
    assert rebuilt([snapshot])[0].former == cage.former


def test_two_people_pay_it_once_at_the_cage_and_no_terminal_takes_it() -> None:
    cage = taken_over()
    for alone in (PayTicket(by=CAY, serial=1), HoldTicket(place=HERE, serial=1)):
        assert refused(cage, alone) is Reason.TICKET_FORMER
    assert refused(cage, TakeTicket(place=HERE, serial=1, amount=Cents(2_500))) is Reason.TICKET_FORMER
    assert refused(cage, replace(PAY, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    (event,) = events(cage, replace(PAY, identified="passport"))
    assert (
        CAGE_REGISTER.tell(cage, event)
        == "Cay Rich (cay) and Sue Moss (sue) paid ticket 1: $25.00, and saw identification: passport."
    )
    paid = done(cage, PAY)
    assert paid.book.balance(FORMER_TICKETS) == 700
    assert paid.book.balance(DRAWER) - cage.book.balance(DRAWER) == 2_500
    assert (paid.tickets[1].state, paid.receipts[1].second) == (TicketState.PAID, "Sue Moss")
    assert refused(paid, PAY) is Reason.TICKET_PAID
    assert refused(cage, replace(PAY, serial=3)) is Reason.TICKET_UNKNOWN
    sold = done(cage, SellTicket(by=CAY, amount=Cents(900), salt=1))
    assert refused(sold, replace(PAY, serial=3)) is Reason.TICKET_UNKNOWN, "one of this system takes one person"
    by_cheque = done(cage, replace(PAY, method=PayMethod.CHEQUE))
    assert by_cheque.book.balance(CAGE_BANK) == 2_500


def test_a_payment_is_reversed_into_its_own_account() -> None:
    cage = taken_over()
    back = done(cage, PAY, ReverseTransaction(by=CAY, second=SUE, reverses=1, why="The wrong ticket"))
    assert (back.book, back.tickets[1].state) == (cage.book, TicketState.ISSUED)
    assert done(back, PAY).tickets[1].state is TicketState.PAID


def test_a_payment_of_a_void_one_is_reversed_to_the_value_of_void_tickets() -> None:
    void = done(taken_over(), VoidTicket(by=CAY, second=SUE, serial=1, why="Torn"))
    settle = SettleTicket(by=CAY, second=SUE, serial=1, to=TicketDecision.PAY, identified="passport", why="Both halves")
    paid = done(void, settle)
    assert (paid.book.balance(VOID_TICKETS), paid.book.balance(FORMER_TICKETS)) == (0, 700)
    back = done(paid, ReverseTransaction(by=CAY, second=SUE, reverses=1, why="The wrong person"))
    assert (back.book, back.tickets[1].state) == (void.book, TicketState.VOID)
    assert refused(back, PAY) is Reason.TICKET_VOID
    again = done(back, settle)
    assert (again.book, again.tickets[1].state) == (paid.book, TicketState.PAID)


WITHHOLD = WithholdTicket(by=SUE, serial=1, why="A copy")
TOLD: tuple[CageCommand, ...] = (WITHHOLD, GiveTicketNotice(by=SUE, serial=1, how="Ira Cole, by telephone"))


def test_it_is_withheld_released_delayed_and_declared_void_as_any_other() -> None:
    cage = taken_over()
    held = done(cage, *TOLD)
    assert (held.book.balance(WITHHELD_TICKETS), held.book.balance(FORMER_TICKETS)) == (2_500, 700)
    assert refused(held, PAY) is Reason.TICKET_WITHHELD
    assert done(held, ReleaseTicket(by=CAY, serial=1, why="Genuine")).book == cage.book
    review = ReviewTicket(by=CAY, serial=1, inspector="Ira Cole", review="It is forged")
    void = VoidTicket(by=CAY, second=SUE, serial=1, why="A forgery")
    for after in (done(held, review, void), done(cage, void)):
        assert (after.book.balance(VOID_TICKETS), after.book.balance(FORMER_TICKETS)) == (2_500, 700)
        keep = SettleTicket(by=CAY, second=SUE, serial=1, to=TicketDecision.KEEP, why="It is forged")
        assert done(after, keep).book.balance(LAPSED) == 2_500
    delayed = done(cage, DelayTicket(by=CAY, serial=1, until=BEGIN + 10, why="To be verified"))
    assert refused(delayed, PAY) is Reason.TICKET_DELAYED
    assert done(delayed, replace(PAY, at=BEGIN + 10)).book.balance(FORMER_TICKETS) == 700
    reprint = ReprintTicket(by=CAY, second=SUE, serial=1, why="Torn", salt=1)
    assert refused(cage, reprint) is Reason.TICKET_NOT_HERE
