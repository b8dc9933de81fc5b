"""A large win is paid by hand however it was reached: by the first settlement, or by a correction."""

from commanded import a_table, done, refused
from croupier.ledger.accounts import CAGE, HAND_PAYS, owed, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.hand_pay import HandPayCalled, PayByHand, TakeBackHandPay
from croupier.table.money.metering import disagreement, waiting_by_hand
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault

KIM = Person("Kim", "assistant-gaming-manager")
LIMIT = 1000
BROUGHT, STAKE, WON = Cents(100_000), Cents(1000), 35_000


def seated() -> Table:
    table, _ = done(a_table("ministar-roulette-2018", hand_pay_limit=LIMIT), TakeSeat(seat="ann", chips=BROUGHT))
    return table


def after(table: Table, *commands: Command) -> Table:
    table, _ = done(table, *commands)
    assert disagreement(table, "ann") == ""
    assert waiting_by_hand(table.meters.terminal("ann")) == table.desk.hand_pays.get("ann", 0)
    return table


def straight(number: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=f"straight:{number}", stake=STAKE)


def falls(pocket: int) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(str(pocket)))


def corrected(pocket: int, round: int = 1) -> CorrectOutcome:
    return CorrectOutcome(round=round, outcome=OutcomeName(str(pocket)), by=KIM, why="It was misread.")


def test_a_win_by_correction_calls_a_hand_pay_as_the_first_settlement_does() -> None:
    at_once = after(seated(), straight(17), falls(17))
    by_correction = after(seated(), straight(17), falls(5), corrected(17))
    for table in (at_once, by_correction):
        assert table.desk.hand_pays == {"ann": WON}
        assert table.book.balance(HAND_PAYS) == WON
        assert table.book.balance(rack("ann")) == BROUGHT
        assert refused(table, straight(3)).reason is Reason.TERMINAL_LOCKED
    assert at_once.book.balances == by_correction.book.balances


def test_a_later_round_that_is_settled_again_calls_its_own_hand_pay_once() -> None:
    table = after(seated(), straight(5), falls(4), straight(17), falls(17))
    assert table.desk.hand_pays == {"ann": WON}
    table, events = done(table, corrected(3))
    (again,) = events
    assert isinstance(again, SettledAgain)
    assert [each.amount for each in again.again if isinstance(each, HandPayCalled)] == [WON]
    assert table.desk.hand_pays == {"ann": WON}


def test_a_waiting_hand_pay_goes_with_the_win_that_is_corrected_away() -> None:
    table = after(seated(), straight(17), falls(17), corrected(5))
    assert table.desk.hand_pays == {}
    assert table.book.balance(HAND_PAYS) == 0
    assert table.book.balance(rack("ann")) == BROUGHT - STAKE
    assert table.book.balance(owed("ann")) == 0


def test_a_hand_pay_that_was_paid_stays_paid_and_the_player_owes_it() -> None:
    table = after(seated(), straight(17), falls(17), PayByHand(seat="ann", by=KIM, why="The form is signed."), corrected(5))
    assert table.desk.hand_pays == {}
    assert table.book.balance(CAGE) == WON
    assert table.book.balance(owed("ann")) == -WON
    assert table.book.balance(rack("ann")) == BROUGHT - STAKE


def test_of_a_larger_win_the_rest_still_waits() -> None:
    """Paid for a straight, corrected to a number on which two bets win."""
    table = after(seated(), straight(17), PlaceBet(seat="ann", wager="straight:5", stake=Cents(2000)), falls(17))
    table = after(table, PayByHand(seat="ann", by=KIM, why="The form is signed."), corrected(5))
    assert table.desk.hand_pays == {"ann": 2 * WON - WON}
    assert table.book.balance(CAGE) == WON


def test_a_hand_pay_that_was_taken_back_is_not_taken_back_twice() -> None:
    table = after(seated(), straight(17), falls(17), TakeBackHandPay(seat="ann", by=KIM, why="Not signed."), corrected(5))
    assert table.desk.hand_pays == {}
    assert table.book.balance(rack("ann")) == BROUGHT - STAKE


def test_a_hand_pay_taken_back_from_a_player_who_has_left_is_owed_to_them_and_not_to_the_next() -> None:
    table = after(seated(), straight(17), falls(5), LeaveSeat(seat="ann"), corrected(17))
    assert table.desk.hand_pays == {"ann": WON}
    table = after(table, TakeBackHandPay(seat="ann", by=KIM, why="She has left."))
    assert table.book.balance(rack("ann")) == 0
    assert table.book.balance(owed("ann")) >= WON
    table = after(table, TakeSeat(seat="ann", chips=Cents(0)))
    assert table.book.balance(rack("ann")) == 0


def test_a_correction_that_is_reversed_leaves_a_taken_back_hand_pay_as_it_was() -> None:
    table = after(seated(), straight(17), falls(17), TakeBackHandPay(seat="ann", by=KIM, why="Not signed."))
    there_and_back = after(table, corrected(5), corrected(17))
    assert there_and_back.desk.hand_pays == {}
    assert there_and_back.book.balances == table.book.balances


def test_a_win_that_a_terminals_record_confirms_calls_a_hand_pay() -> None:
    table = after(seated(), straight(5), falls(17), DeclareFault(seat="ann", by=KIM, why="interrupted"))
    record = ConfirmRecord(seat="ann", round=1, bets={"straight:17": STAKE}, by=KIM, why="As its record shows.")
    table = after(table, record)
    assert table.desk.hand_pays == {"ann": WON}
