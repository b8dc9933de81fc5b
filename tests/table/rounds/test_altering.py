"""What a machine reported is altered by two people, and an inspector is told; what a person called, as the document says."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.notices import NoticeDemanded, waiting
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command, Order
from croupier.table.core.person import AUTOMATIC, Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import MEMORY, Round, Table
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.conduct import Sanction
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.lights import ReportLights
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, UncoverTumbler
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


ARUZE, SICBO = "aruze-craps-2024", "star-sicbo-2016"


def table_after(name: str, wager: str, *fell: str, live: bool = True) -> Table:
    """A table at which ann bet $5.00, and a machine reported these results since."""
    table, _ = done(a_table(name), TakeSeat(seat="ann", chips=Cents(10_000)))
    table, bet = replace(table, states_tender=live), PlaceBet(seat="ann", wager=wager, stake=Cents(500))
    if name == SICBO:
        table, _ = done(table, EnterOutcome(outcome=OutcomeName("1-2-4")))  # a run of Small begins
    return done(table, bet, *(EnterOutcome(outcome=OutcomeName(each)) for each in fell))[0]


GUS = Person("gus", "casino-supervisor")
GIVING_BACK: dict[str, tuple[Table, Order, Person]] = {
    "a lost field bet": (table_after(ARUZE, "field", "3-4"), DeclareInvalid(seat="ann", by=MIA, why="Not her card."), LEO),
    "a line bet whose point is on": (
        table_after(ARUZE, "pass-line", "2-2"),
        DeclareInvalid(seat="ann", by=MIA, why="Not her card."),
        LEO,
    ),
    "the same as a measure": (
        table_after(ARUZE, "pass-line", "2-2"),
        Sanction(seat="ann", measure=Act.VOID_BETS, by=MIA, why="device"),
        LEO,
    ),
    "a run that is too short": (
        table_after(SICBO, "super-streak:small-big", "1-2-5"),
        ReportLights(refund_short=True, by=GUS, why="Half of them are dark."),
        Person("gil", "casino-supervisor"),
    ),
}


@pytest.mark.parametrize("which", GIVING_BACK)
def test_one_person_gives_no_bet_back_that_has_met_a_result_of_a_machine(which: str) -> None:
    """The stake was lost, or is likelier to lose than before: another holder of the power signs, and an inspector is told."""
    table, order, other = GIVING_BACK[which]
    for second in (None, order.by, Person("dan", "dealer")):
        assert refused(table, replace(order, second=second)).reason is Reason.SECOND_PERSON_NEEDED  # pyright: ignore[reportCallIssue]
    after, events = done(table, replace(order, second=other))  # pyright: ignore[reportCallIssue]
    assert after.book.balance(rack("ann")) == 10_000
    assert [each.to for each in events if isinstance(each, NoticeDemanded)] == ["an inspector"]
    assert f", with {other.name} (" in told(table, events[0])[0]


@pytest.mark.parametrize(
    "order",
    [
        DeclareInvalid(seat="ann", by=MIA, why="Not her card."),
        Sanction(seat="ann", measure=Act.VOID_BETS, by=MIA, why="device"),
    ],
)
def test_a_bet_that_has_met_no_result_is_taken_down_by_one_person(order: Order) -> None:
    """Nobody knows what will fall, so its stake is worth what was paid for it. Nor does a demonstration ask for two."""
    after, _ = done(table_after(ARUZE, "pass-line"), order)
    assert not after.layout["ann"]
    done(table_after(ARUZE, "pass-line", "2-2", live=False), order)


@pytest.mark.parametrize(
    "later",
    [
        [EnterOutcome(outcome=OutcomeName("2-4"), by=Person("ben", "boxperson"))],
        [VoidRound(ground="disorder", by=MIA)] * (MEMORY + 1),
    ],
    ids=["a result that a person has entered", "more void rounds than a table keeps"],
)
def test_what_a_machine_has_reported_of_a_bet_is_not_forgotten(later: list[Command]) -> None:
    """Later rounds do not make a stake that has met a result of a machine one person's to give back."""
    table, _ = done(table_after(ARUZE, "pass-line", "2-2"), *later)
    for order in (
        Sanction(seat="ann", measure=Act.VOID_BETS, by=MIA, why="device"),
        DeclareInvalid(seat="ann", by=MIA, why="Not her card."),
    ):
        assert refused(table, order).reason is Reason.SECOND_PERSON_NEEDED
        done(table, replace(order, second=LEO))


def uncovered(*, live: bool = True) -> Table:
    """A Sic Bo table whose tumbler shows 1-1-2; ann has $5.00 on Big, and nothing is settled yet."""
    table, _ = done(a_table(SICBO), TakeSeat(seat="ann", chips=Cents(10_000)))
    bet = PlaceBet(seat="ann", wager="big", stake=Cents(500))
    table, _ = done(replace(table, states_tender=live), bet)
    table = replace(table, round=Round(number=1, phase=Phase.CLOSED))
    return done(table, UncoverTumbler(by=Person(AUTOMATIC, "dealer"), outcome=OutcomeName("1-1-2")))[0]


GIL = Person("gil", "casino-supervisor")


@pytest.mark.parametrize(
    "order",
    [VoidRound(ground="cocked", by=GUS), Sanction(seat="ann", measure=Act.VOID_BETS, by=GUS, why="device")],
)
def test_one_person_gives_nothing_back_once_a_machine_shows_the_result(order: VoidRound | Sanction) -> None:
    """The stake on Big is lost as soon as the cover is lifted, not only when the round is settled."""
    table = uncovered()
    for second in (None, GUS, Person("may", "player")):
        assert refused(table, replace(order, second=second)).reason is Reason.SECOND_PERSON_NEEDED
    after, events = done(table, replace(order, second=GIL))
    assert after.book.balance(rack("ann")) == 10_000
    [notice] = [each for each in events if isinstance(each, NoticeDemanded) and each.to == "an inspector"]
    assert "gus" in notice.about
    assert "gil" in notice.about
    done(uncovered(live=False), order)


def test_what_the_tumbler_has_shown_is_its_result_whoever_settles_it() -> None:
    """A person who relieves the automatic dealer settles the round, and corrects it with somebody else only."""
    dan = Person("dan", "dealer")
    calls = AnnounceResult(by=dan, numbers=(1, 1, 2), total=4), EnterOutcome(outcome=OutcomeName("1-1-2"), by=dan)
    table, _ = done(uncovered(), *calls)
    assert isinstance(table.last.event, RoundSettled)
    assert table.last.event.drawn
    order = CorrectOutcome(round=1, outcome=OutcomeName("4-5-6"), by=GUS, why="A die was misread.")
    assert refused(table, order).reason is Reason.SECOND_PERSON_NEEDED


def test_two_people_refund_what_results_of_a_machine_have_met_when_a_table_closes() -> None:
    """A Pass Line bet whose point is 4 is not worth its stake any more."""
    warned, why = AnnounceClose(by=MIA, why="The night is over."), "The night is over."
    table, _ = done(table_after(ARUZE, "pass-line", "2-2"), warned)
    for second in (None, MIA, Person("may", "player")):
        assert refused(table, CloseTable(refund=True, by=MIA, second=second, why=why)).reason is Reason.SECOND_PERSON_NEEDED
    after, _ = done(table, CloseTable(refund=True, by=MIA, second=LEO, why=why))
    assert after.book.balance(rack("ann")) == 10_000
    done(done(table_after(ARUZE, "pass-line"), warned)[0], CloseTable(refund=True, by=MIA, why=why))
