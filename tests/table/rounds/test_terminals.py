"""The record of a faulty terminal on a live floor: two people confirm it, and a third pays what it won by hand."""

from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import PayMethod
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.credit import Collect
from croupier.table.money.hand_pay import PayByHand
from croupier.table.money.pay_forms import VerifyHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault

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
