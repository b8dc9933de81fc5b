"""A bet that is allowed after the close (AR 3.3.8): one person may, and once the dice are on their way two must."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import felt
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Round, Table
from croupier.table.money.seats import TakeSeat

KIM, LEO = Person("Kim", "assistant-gaming-manager"), Person("Leo", "assistant-gaming-manager")


def at(phase: Phase) -> Table:
    table, _ = done(a_table("aruze-craps-2024"), TakeSeat(seat="ann", chips=Cents(5000)))
    return replace(table, round=Round(number=1, phase=phase))


def relaxed(second: Person | None) -> RelaxFreeze:
    wish = PlaceBet(seat="ann", wager="field", stake=Cents(500))
    return RelaxFreeze(wish=wish, by=KIM, second=second, why="The screen did not answer.")


def test_3_3_8_once_the_dice_are_on_their_way_two_people_have_to_agree() -> None:
    for second in (None, KIM, Person("Leo", "gaming-services-host")):
        assert refused(at(Phase.SHOT), relaxed(second)).reason is Reason.SECOND_PERSON_NEEDED
    assert done(at(Phase.SHOT), relaxed(LEO))[0].book.balance(felt("ann")) == 500


def test_3_3_8_the_ball_runs_before_bets_are_closed_so_it_always_takes_two() -> None:
    kim, leo = Person("Kim", "games-supervisor"), Person("Leo", "casino-supervisor")
    table, _ = done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(5000)))
    table = replace(table, round=Round(number=1, phase=Phase.CLOSED))
    wish = PlaceBet(seat="ann", wager="red", stake=Cents(500))
    alone = RelaxFreeze(wish=wish, by=kim, why="The screen did not answer.")
    refusal = refused(table, alone)
    assert refusal.reason is Reason.SECOND_PERSON_NEEDED
    assert refusal.sentence == "The ball is on its way: another who may decide this has to agree."
    assert done(table, replace(alone, second=leo))[0].book.balance(felt("ann")) == 500


@pytest.mark.parametrize("second", [None, LEO])
def test_3_3_8_before_that_one_person_may(second: Person | None) -> None:
    assert done(at(Phase.CLOSED), relaxed(second))[0].book.balance(felt("ann")) == 500
    assert refused(at(Phase.BETTING), relaxed(second)).reason is Reason.OUT_OF_SEQUENCE
