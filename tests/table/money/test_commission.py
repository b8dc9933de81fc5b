"""Commission that the house has kept is given back: by whom, how much, and what a correction makes of it (SC-17)."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import names
from croupier.floor.actions import actions
from croupier.floor.reports.happenings import ALTERATIONS
from croupier.ledger.accounts import COMMISSION, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.commission import CommissionReturned, ReturnCommission, commission_held
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from invariants import assert_the_books_are_in_order

STAR = "star-craps-2016"
KIM, LOU = Person("Kim", "casino-supervisor"), Person("Lou", "gaming-manager")
SITS = TakeSeat(seat="ann", chips=Cents(100_000))
BUY = PlaceBet(seat="ann", wager="buy:4", stake=Cents(2000))
DOWN = TakeDown(seat="ann", wager="buy:4")


def gives(cents: int, by: Person = KIM, second: Person | None = None, why: str = "It was a mistake.") -> ReturnCommission:
    return ReturnCommission(seat="ann", amount=Cents(cents), by=by, second=second, why=why)


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def played(table: Table, *commands: Command) -> Table:
    table, _ = done(table, *commands)
    assert_the_books_are_in_order(table)
    assert disagreement(table, "ann") == ""
    return table


def test_sc_17_two_people_give_back_what_the_house_has_kept() -> None:
    table = replace(played(a_table(STAR), SITS, BUY, DOWN), states_tender=True)
    assert (table.book.balance(rack("ann")), table.book.balance(COMMISSION)) == (99_900, 100)
    for second in (None, KIM, Person("Kim", "gaming-manager"), Person("Max", "dealer")):
        refusal = refused(table, gives(100, second=second))
        assert (refusal.reason, refusal.clause) == (Reason.SECOND_PERSON_NEEDED, "6.1.24")
    after, (event,) = done(table, gives(100, second=LOU))
    assert isinstance(event, CommissionReturned)
    assert type(event).__name__ in ALTERATIONS
    assert told(table, event) == [
        "Kim (casino supervisor), with Lou (gaming manager), gives ann $1.00 of commission back: It was a mistake. (6.1.24)."
    ]
    assert (after.book.balance(rack("ann")), after.book.balance(COMMISSION)) == (100_000, 0)
    assert after.meters.terminal("ann").commission_back == 100
    assert disagreement(after, "ann") == ""


def test_sc_17_no_more_goes_back_than_was_kept_and_nothing_of_a_bet_that_stands() -> None:
    stands = played(a_table(STAR), SITS, BUY)
    (offered,) = (each for each in actions(stands, KIM.name, [KIM.role]) if each.order == "ReturnCommission")
    assert (offered.open, offered.why_not) == (False, "The house has kept no commission that could be given back.")
    for amount in (0, 1, 100):
        assert refused(stands, gives(amount)).reason is Reason.BAD_AMOUNT
    kept = played(stands, DOWN, BUY)
    assert refused(kept, gives(101)).message == (
        "$1.01 cannot be given back: the house has kept $1.00 of commission from ann, not counting bets that stand (6.1.24)."
    )
    part = played(kept, gives(60))
    assert refused(part, gives(41)).reason is Reason.BAD_AMOUNT
    assert commission_held(played(part, gives(40)), "ann") == 0


def test_sc_17_what_was_kept_of_a_part_goes_back_only_once_the_bet_is_over() -> None:
    """A part over the maximum takes the commission kept on it with it when it is settled, so it is not given back before."""
    more = PlaceBet(seat="ann", wager="buy:4", stake=Cents(4000))
    less = TakeDown(seat="ann", wager="buy:4", amount=Cents(2000))
    table = played(a_table(STAR), SITS, more, less)
    assert commission_held(table, "ann") == 0
    assert commission_held(played(table, DOWN), "ann") == 200


def test_a_dealer_does_not_and_a_reason_is_needed() -> None:
    table = played(a_table(STAR), SITS, BUY, DOWN)
    assert refused(table, gives(100, by=Person("Max", "dealer"))).reason is Reason.NOT_YOUR_POWER
    assert refused(table, gives(100, why="")).reason is Reason.REASON_NEEDED
    left = played(table, LeaveSeat(seat="ann"))
    assert refused(left, gives(100)).reason is Reason.UNKNOWN_PLAYER


@pytest.mark.parametrize("name", [name for name in names() if name != STAR])
def test_other_documents_give_nobody_this_power(name: str) -> None:
    assert refused(a_table(name), gives(100)).reason is Reason.NO_SUCH_POWER


LINE = PlaceBet(seat="ann", wager="win-line", stake=Cents(100_000))


def test_a_correction_gives_back_no_commission_that_was_never_paid() -> None:
    """With the right result ann had nothing left for the bet: its commission was not paid, so none goes back."""
    table = played(a_table(STAR), SITS, LINE, fell("3-4"), BUY, DOWN, gives(100))
    assert table.book.balance(rack("ann")) == 200_000
    right = played(table, CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=Person("Bo", "boxperson"), why="It was 1-1."))
    assert (right.book.balance(rack("ann")), right.book.balance(COMMISSION)) == (0, 0)
    assert right.meters.terminal("ann").net_commission == 0
    assert commission_held(right, "ann") == 0


def test_commission_that_a_correction_has_returned_is_not_given_back_once_more() -> None:
    table = played(a_table(STAR), SITS, LINE, fell("3-4"), BUY, DOWN)
    assert commission_held(table, "ann") == 100
    bo = Person("Bo", "boxperson")
    right = played(table, CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=bo, why="It was 1-1."))
    assert commission_held(right, "ann") == 0
    back = played(right, CorrectOutcome(round=1, outcome=OutcomeName("2-5"), by=bo, why="It was 2-5."))
    terminal = back.meters.terminal("ann")
    assert (terminal.commission, terminal.commission_back, terminal.commission_down) == (100, 0, 100)
    assert commission_held(back, "ann") == 0, "the bet that was dropped does not come back"


def test_a_correction_that_leaves_the_commission_as_it_was_leaves_what_was_given_back() -> None:
    table = played(a_table(STAR), SITS, fell("1-2"), BUY, DOWN, gives(60))
    right = played(table, CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=Person("Bo", "boxperson"), why="It was 1-1."))
    assert right.book.balance(COMMISSION) == commission_held(right, "ann") == 40
