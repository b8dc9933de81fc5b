"""Vouchers: issued by two people within limits, exchanged once, and known by a number that nobody can guess."""

import pytest
from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, HERE, SUE, THERE, done, opened, refused
from croupier.cage.fold import Record
from croupier.cage.message import CageCommand
from croupier.cage.numbers import TicketNumbers
from croupier.cage.refusals import Reason
from croupier.cage.snapshot import encode_snapshot, rebuilt, snapshot_of
from croupier.cage.voucher import VoucherKind, VoucherRules, VoucherState
from croupier.cage.vouchers import ChangeVoucherRules, IssueVoucher, TakeVoucher, VoidVoucher
from croupier.facts.refusal import Refusal
from croupier.money import Cents
from croupier.rules.moments import HOUR

ISSUE = IssueVoucher(
    by=CAY,
    second=SUE,
    kind=VoucherKind.TOKENS,
    amount=Cents(5_000),
    conditions="One round.",
    why="A birthday.",
    salt=7,
    since=0,
)
TAKE = TakeVoucher(place=HERE, voucher=1, kind=VoucherKind.TOKENS, amount=Cents(5_000))
VOID = VoidVoucher(by=CAY, second=SUE, voucher=1, why="It was torn.")


def test_a_voucher_has_a_number_an_issuer_a_value_and_conditions_and_moves_no_money() -> None:
    cage = done(opened(), ISSUE)
    voucher = cage.vouchers[1]
    assert (voucher.serial, voucher.issuer, voucher.second, voucher.amount) == (1, CAY.name, SUE.name, 5_000)
    assert (voucher.kind, voucher.conditions, voucher.state) == (VoucherKind.TOKENS, "One round.", VoucherState.ISSUED)
    assert cage.book == opened().book


@pytest.mark.parametrize("order", [ISSUE, VOID, ChangeVoucherRules(by=CAY, second=SUE, rules=VoucherRules(Cents(1), Cents(2)))])
def test_two_people_sign(order: IssueVoucher | VoidVoucher | ChangeVoucherRules) -> None:
    cage = done(opened(), ISSUE)
    assert refused(cage, replace(order, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    done(cage, order)


def test_it_is_exchanged_once_for_exactly_what_it_is_for() -> None:
    cage = done(opened(), ISSUE)
    assert refused(cage, replace(TAKE, voucher=2)) is Reason.VOUCHER_UNKNOWN
    assert refused(cage, replace(TAKE, amount=Cents(5_001))) is Reason.BAD_AMOUNT
    assert refused(cage, replace(TAKE, kind=VoucherKind.UNRESTRICTED)) is Reason.BAD_AMOUNT
    cage = done(cage, TAKE)
    assert (cage.vouchers[1].state, cage.vouchers[1].place) == (VoucherState.EXCHANGED, HERE)
    again: tuple[CageCommand, ...] = (TAKE, replace(TAKE, place=THERE), VOID)
    assert {refused(cage, each) for each in again} == {Reason.VOUCHER_EXCHANGED}


def test_a_void_voucher_is_not_exchanged() -> None:
    cage = done(opened(), ISSUE, VOID)
    assert refused(cage, TAKE) is Reason.VOUCHER_VOID
    assert refused(cage, VOID) is Reason.VOUCHER_VOID


def test_one_voucher_and_those_of_a_day_have_a_limit() -> None:
    limits = ChangeVoucherRules(by=CAY, second=SUE, rules=VoucherRules(most=Cents(5_000), most_day=Cents(12_000)))
    cage = done(opened(), limits)
    assert refused(cage, replace(ISSUE, amount=Cents(5_001))) is Reason.OVER_VOUCHER_LIMIT
    assert refused(cage, replace(ISSUE, amount=Cents(0))) is Reason.BAD_AMOUNT
    begins = BEGIN + 5 * HOUR
    one = replace(ISSUE, at=begins - 1, since=begins - DAY)
    full = done(cage, one, one, replace(one, amount=Cents(2_000)))
    assert refused(full, replace(one, amount=Cents(1))) is Reason.OVER_VOUCHER_LIMIT
    done(full, replace(one, at=begins, since=begins))
    assert refused(full, replace(one, at=begins)) is Reason.OVER_VOUCHER_LIMIT, "the gaming day is not over"
    assert refused(full, replace(one, since=begins)) is Reason.BAD_TIME
    done(full, replace(VOID, at=begins - 1), one)
    wrong = replace(limits, rules=VoucherRules(most=Cents(2), most_day=Cents(1)))
    assert refused(cage, wrong) is Reason.BAD_SETTING


def test_its_number_is_no_ticket_and_no_guess() -> None:
    cage = done(opened(), ISSUE)
    numbers, others = TicketNumbers(b"the key of the vouchers"), TicketNumbers(b"a key for tests only")
    number = numbers.of(0, 1, 7)
    assert numbers.find_voucher(cage, number) == cage.vouchers[1]
    assert isinstance(others.find(cage, number), Refusal)
    wrong = (others.of(0, 1, 7), numbers.of(0, 1, 8), numbers.of(0, 2, 7), numbers.of(1, 1, 7))
    for each in wrong:
        found = numbers.find_voucher(cage, each)
        assert isinstance(found, Refusal)
        assert found.reason is Reason.VOUCHER_UNKNOWN
    misread = numbers.find_voucher(cage, number[:-1])
    assert isinstance(misread, Refusal)
    assert misread.reason is Reason.VOUCHER_MISREAD


def test_a_snapshot_has_them() -> None:
    cage = done(opened(), ISSUE, ISSUE, TAKE, ChangeVoucherRules(by=CAY, second=SUE, rules=VoucherRules(Cents(1), Cents(2))))
    changed = [(Record.VOUCHER, 1), (Record.VOUCHER, 2)]
    again, _ = rebuilt([encode_snapshot(snapshot_of(cage, 5, 0, changed))])
    assert ([*again.vouchers.items()], again.voucher_rules) == ([*cage.vouchers.items()], cage.voucher_rules)
