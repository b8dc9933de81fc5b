"""The credit meter of a faulty terminal is adjusted: who may, by how much, and what the books and meters say of it."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import HOUSE, owed, rack, unrestricted
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import PayMethod
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.adjusting import AdjustCredit, CreditAdjusted
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.metering import disagreement
from croupier.table.money.pay_forms import VerifyHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import DeclareFault, VoidUnconfirmed
from invariants import assert_the_books_are_in_order

MANAGER = Person("Leo", "assistant-gaming-manager")
CLAUSES = {"aruze-craps-2024": "6.1", "ministar-roulette-2018": "7.1"}
SITS, FAULT = TakeSeat(seat="ann", chips=Cents(10_000)), DeclareFault(seat="ann", by=MANAGER, why="wrong-credits")


def adjusts(cents: int, *, up: bool, by: Person = MANAGER, why: str = "It was counted twice.") -> AdjustCredit:
    return AdjustCredit(seat="ann", amount=Cents(cents), up=up, by=by, why=why)


def played(table: Table, *commands: Command) -> Table:
    table, _ = done(table, *commands)
    assert_the_books_are_in_order(table)
    assert disagreement(table, "ann") == ""
    return table


@pytest.mark.parametrize("name", CLAUSES)
def test_aruze_6_1_ministar_7_1_the_house_pays_what_is_added_and_gets_what_is_taken_off(name: str) -> None:
    table = played(a_table(name), SITS, FAULT)
    up = played(table, adjusts(250, up=True))
    assert (up.book.balance(rack("ann")), up.book.balance(HOUSE)) == (10_250, -250)
    assert (up.meters.terminal("ann").corrected_up, up.meters.terminal("ann").corrected_down) == (250, 0)
    down = played(up, adjusts(1000, up=False))
    assert (down.book.balance(rack("ann")), down.book.balance(HOUSE)) == (9250, 750)
    assert (down.meters.terminal("ann").corrected_up, down.meters.terminal("ann").corrected_down) == (250, 1000)
    assert "ann" in down.desk.faulty, "its bets are still to be confirmed or voided"
    _, (event,) = done(table, adjusts(250, up=True))
    assert getattr(event, "clause", "") == CLAUSES[name]


@pytest.mark.parametrize("name", CLAUSES)
def test_on_a_live_floor_another_holder_of_the_power_agrees(name: str) -> None:
    table = replace(played(a_table(name), SITS, FAULT), states_tender=True)
    alone = adjusts(250, up=True)
    for second in (None, MANAGER, Person("Leo", "gaming-manager"), Person("Max", "inspector")):
        refusal = refused(table, replace(alone, second=second))
        assert (refusal.reason, refusal.clause) == (Reason.SECOND_PERSON_NEEDED, CLAUSES[name])
    both = replace(alone, second=Person("Max", "gaming-manager"))
    _, (event,) = done(table, both)
    assert isinstance(event, CreditAdjusted)
    assert (event.before, event.after, event.why, event.clause) == (10_000, 10_250, alone.why, CLAUSES[name])
    assert (event.by, event.second) == (MANAGER, both.second)
    assert told(table, event) == [
        "Leo (assistant gaming manager), with Max (gaming manager), adjusts the credit of ann up by $2.50, from $100.00 to "
        f"$102.50: It was counted twice. ({CLAUSES[name]})."
    ]


def test_whoever_raised_a_credit_does_not_pay_it_by_hand() -> None:
    other = Person("Max", "gaming-manager")
    table = replace(played(a_table("ministar-roulette-2018"), SITS, FAULT), states_tender=True)
    by_hand = Collect(seat="ann", tender=Tender(Way.HAND_PAY))
    table, _ = done(
        table, replace(adjusts(250, up=True), second=other), VoidUnconfirmed(seat="ann", round=1, by=MANAGER, why="x")
    )
    table, _ = done(table, by_hand, TakeBackHandPay(seat="ann", by=MANAGER), by_hand)
    refusal = refused(table, PayByHand(seat="ann", by=MANAGER))
    assert (refusal.reason, refusal.sentence) == (
        Reason.OTHER_PERSON_NEEDED,
        "Leo has raised this credit: somebody else pays it by hand.",
    )
    verify = VerifyHandPay(seat="ann", amount=Cents(10_250), record="its meters", by=other)
    table, _ = done(table, verify, PayByHand(seat="ann", form=1, method=PayMethod.CASH, by=other))
    assert table.desk.raised == {}


def test_the_rack_is_reduced_before_promotional_credits() -> None:
    credits = InsertMoney(seat="ann", amount=Cents(500), tender=Tender(Way.UNRESTRICTED))
    table = played(a_table("aruze-craps-2024"), SITS, credits, FAULT, adjusts(10_200, up=False))
    assert (table.book.balance(rack("ann")), table.book.balance(unrestricted("ann"))) == (0, 300)


@pytest.mark.parametrize("name", CLAUSES)
def test_an_adjustment_needs_a_fault_a_reason_a_manager_and_an_amount_that_is_there(name: str) -> None:
    sound = played(a_table(name), SITS)
    assert refused(sound, adjusts(100, up=True)).reason is Reason.OUT_OF_SEQUENCE
    table = played(sound, FAULT)
    assert refused(table, adjusts(100, up=True, by=Person("Olga", "operator"))).reason is Reason.NOT_YOUR_POWER
    assert refused(table, adjusts(100, up=True, why=" ")).reason is Reason.REASON_NEEDED
    assert refused(table, adjusts(0, up=True)).reason is Reason.BAD_AMOUNT
    assert refused(table, adjusts(10_001, up=False)).reason is Reason.BAD_AMOUNT
    played(table, adjusts(10_000, up=False))


def test_an_adjustment_stays_when_an_earlier_round_is_corrected_and_a_shortfall_is_owed() -> None:
    bet, fell = PlaceBet(seat="ann", wager="red", stake=Cents(10_000)), EnterOutcome(outcome=OutcomeName("1"))
    table = played(a_table("ministar-roulette-2018"), SITS, bet, fell, FAULT, adjusts(15_000, up=False))
    assert (table.book.balance(rack("ann")), table.book.balance(HOUSE)) == (5000, 5000)
    wrong = CorrectOutcome(round=1, outcome=OutcomeName("2"), by=MANAGER, why="It was misread.")
    table = played(table, wrong)
    balances = table.book.balance(rack("ann")), table.book.balance(owed("ann")), table.book.balance(HOUSE)
    assert balances == (0, -15_000, 25_000)
