"""What a machine reported is altered by two people, and an inspector is told; what a person called, as the document says."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.authority.notices import NoticeDemanded, waiting
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import AUTOMATIC, Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Round, Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.terminals import DeclareFault, VoidUnconfirmed
from croupier.table.rounds.voiding import VoidRound

MINISTAR, STAR = "ministar-roulette-2018", "star-craps-2016"
MIA, LEO = Person("mia", "assistant-gaming-manager"), Person("leo", "assistant-gaming-manager")
FIVE, SEVENTEEN = OutcomeName("5"), OutcomeName("17")


def played(*, live: bool = True) -> Table:
    """A roulette table whose generator drew 5; ann had $10.00 on 17."""
    table, _ = done(a_table(MINISTAR), TakeSeat(seat="ann", chips=Cents(10_000)))
    bet = PlaceBet(seat="ann", wager="straight:17", stake=Cents(1000))
    return done(replace(table, states_tender=live), bet, EnterOutcome(outcome=FIVE))[0]


def correct(second: Person | None = None, outcome: OutcomeName = SEVENTEEN) -> CorrectOutcome:
    return CorrectOutcome(round=1, outcome=outcome, by=MIA, why="It was misread.", second=second)


def void(second: Person | None = None) -> VoidRound:
    return VoidRound(round=1, ground="disorder", by=MIA, second=second)


@pytest.mark.parametrize("order", [correct, void])
def test_one_person_alters_nothing_that_the_generator_drew(order: Callable[[Person | None], Command]) -> None:
    """$10.00 on 17 fell on 5. Nobody alone makes it $360.00, nor gives the stake back."""
    table = played()
    for second in (None, MIA, Person("tom", "gaming-services-host")):
        assert refused(table, order(second)).reason is Reason.SECOND_PERSON_NEEDED
    after, (settled, notice) = done(table, order(LEO))
    assert isinstance(settled, SettledAgain)
    assert (settled.by, settled.second) == (MIA, LEO)
    assert isinstance(notice, NoticeDemanded)
    assert (notice.to, notice.notice) == ("an inspector", 1)
    assert [number for number, _ in waiting(after)] == [1]


def test_a_corrected_outcome_is_still_one_that_a_machine_reported() -> None:
    """Two people correct it; one of them cannot correct it once more alone."""
    table, _ = done(played(), correct(LEO))
    assert isinstance(table.last.event, RoundSettled)
    assert table.last.event.drawn
    assert refused(table, correct(outcome=FIVE)).reason is Reason.SECOND_PERSON_NEEDED
    _, (_, notice) = done(table, correct(LEO, FIVE))
    assert isinstance(notice, NoticeDemanded)
    assert notice.notice == 2


def test_7_3_bets_that_no_record_confirms_are_voided_by_two_once_the_round_is_settled() -> None:
    table, _ = done(played(), DeclareFault(seat="ann", by=MIA, why="interrupted"))
    order = VoidUnconfirmed(seat="ann", round=1, by=MIA, why="The record is lost.")
    assert refused(table, order).reason is Reason.SECOND_PERSON_NEEDED
    done(table, replace(order, second=LEO))


def test_a_demonstration_asks_for_no_second_person() -> None:
    assert len(done(played(live=False), correct())[1]) == 1


@pytest.mark.parametrize(
    ("by", "device", "drawn"),
    [("tom", "", False), (AUTOMATIC, "", True), (AUTOMATIC, "tumbler-1", True)],
)
def test_at_a_dealers_table_the_document_holds_for_what_a_person_called(by: str, device: str, drawn: bool) -> None:  # noqa: FBT001
    """The boxperson corrects what the stickperson called (4.4.3). What the program called for a device takes two."""
    table, _ = done(a_table(STAR), TakeSeat(seat="ann", chips=Cents(10_000)))
    table = replace(table, states_tender=True, round=Round(number=1, phase=Phase.SHOT))
    called = EnterOutcome(outcome=OutcomeName("3-4"), by=Person(by, "stickperson"))
    table, (settled,) = done(table, replace(called, device=device) if device else called)
    assert isinstance(settled, RoundSettled)
    assert settled.drawn is drawn
    order = CorrectOutcome(round=1, outcome=OutcomeName("3-3"), by=Person("bea", "boxperson"), why="The camera shows it.")
    if drawn:
        assert refused(table, order).reason is Reason.SECOND_PERSON_NEEDED
    else:
        done(table, order)
