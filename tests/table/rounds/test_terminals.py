"""The record of a faulty terminal on a live floor: two people confirm it, and a third pays what it won by hand."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import PayMethod
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.credit import Collect
from croupier.table.money.hand_pay import PayByHand
from croupier.table.money.locks import UnlockTerminal
from croupier.table.money.pay_forms import VerifyHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault, TerminalRestored, VoidUnconfirmed

LEO, MAX = Person("Leo", "assistant-gaming-manager"), Person("Max", "gaming-manager")


def test_7_1_on_a_live_floor_another_holder_of_the_power_agrees_and_pays() -> None:
    sits = TakeSeat(seat="ann", chips=Cents(10_000), tender=Tender(Way.CASHLESS))
    table = replace(a_table("ministar-roulette-2018"), states_tender=True)
    table, _ = done(table, sits, EnterOutcome(outcome=OutcomeName("1")), DeclareFault(seat="ann", by=LEO, why="opinion"))
    alone = ConfirmRecord(seat="ann", round=1, bets={"red": Cents(1000)}, by=LEO, why="Its record shows it.")
    for second in (None, LEO, Person("Leo", "gaming-manager"), Person("Max", "inspector")):
        assert refused(table, replace(alone, second=second)).reason is Reason.SECOND_PERSON_NEEDED
    table, _ = done(table, replace(alone, second=MAX))
    assert table.book.balance(rack("ann")) == 11_000
    table, _ = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert refused(table, PayByHand(seat="ann", by=LEO)).reason is Reason.OTHER_PERSON_NEEDED
    verify = VerifyHandPay(seat="ann", amount=Cents(11_000), record="its record", by=MAX)
    done(table, verify, PayByHand(seat="ann", form=1, method=PayMethod.CASH, by=MAX))


@pytest.mark.parametrize("is_over", [True, False])
@pytest.mark.parametrize("way", ["void", "confirm"])
def test_7_3_a_terminal_without_bets_in_the_round_plays_again_and_nothing_else_happens(way: str, *, is_over: bool) -> None:
    """No bet is void and no round is settled again, so no inspector is told of it, and one person is enough."""
    sits = (TakeSeat(seat=seat, chips=Cents(10_000), tender=Tender(Way.CASHLESS)) for seat in ("ann", "bob"))
    others = PlaceBet(seat="bob", wager="red", stake=Cents(1000))
    table, _ = done(replace(a_table("ministar-roulette-2018"), states_tender=True), *sits, others)
    if is_over:
        table, _ = done(table, EnterOutcome(outcome=OutcomeName("1")))
    table, _ = done(table, DeclareFault(seat="ann", by=LEO, why="interrupted"))
    round = table.in_play if not is_over else 1
    order: Command = VoidUnconfirmed(seat="ann", round=round, by=LEO, why="It was tested.")
    if way == "confirm":
        order = ConfirmRecord(seat="ann", round=round, bets={}, by=LEO, why="It was tested.", second=MAX)
    after, events = done(table, order)
    assert [type(event) for event in events] == [TerminalRestored]
    assert (after.desk.faulty, after.desk.notices) == (frozenset(), {})
    assert after.book == table.book


def test_7_2_to_unlock_a_faulty_terminal_is_refused_with_what_ends_the_fault() -> None:
    sits = TakeSeat(seat="ann", chips=Cents(10_000), tender=Tender(Way.CASHLESS))
    table = replace(a_table("ministar-roulette-2018"), states_tender=True)
    table, _ = done(table, sits, DeclareFault(seat="ann", by=LEO, why="opinion"))
    refusal = refused(table, UnlockTerminal(seat="ann", by=LEO, why="It was tested."))
    assert refusal.reason is Reason.TERMINAL_FAULTY
    assert refusal.message == (
        "The terminal of ann was declared faulty: it plays again once its bets are confirmed by its record, or voided."
    )
