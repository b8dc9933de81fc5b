"""What staff decided is decided again when a round is settled again: as if the round had been entered rightly."""

import pytest

from croupier.catalogue import ruleset
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.conduct import Sanction
from croupier.table.pit.days import CloseTable
from croupier.table.rounds.calls import CloseBetting, OpenBetting, ShakeDice
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.lights import ReportLights
from croupier.table.rounds.results import AnnounceResult, AreasLit, EnterOutcome, FinishPaying, LightAreas, UncoverTumbler
from croupier.table.rounds.terminals import DeclareFault, VoidUnconfirmed
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.scenario.running import step

STAR, ADELAIDE, ARUZE, SICBO = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024", "star-sicbo-2016"
SUPERVISOR, MANAGER, BOX = (
    Person("Sue", "casino-supervisor"),
    Person("Kim", "assistant-gaming-manager"),
    Person("Max", "boxperson"),
)


def seated(name: str, *players: str) -> Table:
    rules = ruleset(name)
    return after(open_table(rules, rules.sign({})), *(TakeSeat(seat=player, chips=Cents(100_000)) for player in players))


def after(table: Table, *commands: Command) -> Table:
    for command in commands:
        table, outcome = step(table, command)
        assert not isinstance(outcome, Refusal), (command, outcome.message)
    return table


def bet(seat: str, wager: str, stake: int = 1000) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def falls(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def test_an_invalidated_outcome_stays_invalidated_when_an_earlier_round_is_corrected() -> None:
    """The 7 that was invalidated had decided the pass line; its refund does not depend on what fell before."""
    table = after(seated(ARUZE, "ann"), bet("ann", "pass-line"), falls("2-4"), falls("3-4"))
    table = after(table, VoidRound(by=MANAGER, ground="disorder", round=2))
    assert table.book.balance(rack("ann")) == 100_000
    corrected = after(table, CorrectOutcome(round=1, outcome=OutcomeName("1-5"), by=MANAGER, why="It was misread."))
    assert corrected.book.balance(rack("ann")) == 100_000
    assert corrected.layout["ann"] == {}


def test_anothers_terminal_does_not_undo_an_invalidation() -> None:
    table = after(seated(ARUZE, "ann", "bob"), bet("ann", "pass-line"), falls("2-4"), bet("bob", "field"), falls("3-4"))
    table = after(
        table, VoidRound(by=MANAGER, ground="disorder", round=2), DeclareFault(seat="bob", by=MANAGER, why="interrupted")
    )
    table = after(table, VoidUnconfirmed(seat="bob", round=2, by=MANAGER, why="Nothing can be read."))
    assert table.book.balance(rack("ann")) == table.book.balance(rack("bob")) == 100_000


def test_a_refused_bet_is_not_another_bet_that_may_not_be_refused() -> None:
    """The misread 7 had ended a line bet with its odds; with the 8 that fell they stand, and are locked (6.4, 9.11)."""
    table = after(seated(STAR, "ann"), bet("ann", "win-line"), falls("2-4"), bet("ann", "behind-win-line"), falls("3-4"))
    table = after(table, bet("ann", "win-line"), RefuseBet(seat="ann", wager="win-line", by=SUPERVISOR, why="She was warned."))
    table = after(table, CorrectOutcome(round=2, outcome=OutcomeName("2-6"), by=BOX, why="The dice show 8."))
    assert {wager: each.stake for wager, each in table.layout["ann"].items()} == {"win-line": 1000, "behind-win-line": 1000}
    assert table.book.balance(felt("ann")) == 2000


def adelaide(second: str, *since: Command) -> Table:
    """Ann has $12 on place-win:6, $12 on place-win:8 and $10 on hardway:6. A point, the second roll, what she does then."""
    table = after(seated(ADELAIDE, "ann"), bet("ann", "place-win:6", 1200), bet("ann", "place-win:8", 1200))
    return after(table, bet("ann", "hardway:6"), falls("2-2"), falls(second), *since)


def as_six(table: Table) -> Table:
    order = CorrectOutcome(round=2, outcome=OutcomeName("1-5"), by=Person("Max", "boxman"), why="The dice show 6.")
    return after(table, order)


def test_5_e_12_a_a_call_of_a_bet_that_no_longer_stands_calls_no_other_bet() -> None:
    """The 6 had decided the bet that she named. The come-out 7 leaves her place-win:8 alone, as in the right history."""
    call = CallBet(seat="ann", wager="place-win:6", on=True)
    rest = (falls("1-3"), falls("3-4"))
    called = adelaide("1-1", call, *rest)
    assert called.book.balance(rack("ann")) == 100_000 - 1200 - 1200 - 1000
    assert set(called.layout["ann"]) == {"hardway:6"}
    _, refusal = step(adelaide("1-5"), call)
    assert isinstance(refusal, Refusal)
    for table in (as_six(called), adelaide("1-5", *rest)):
        assert {wager: each.stake for wager, each in table.layout["ann"].items()} == {"place-win:8": 1200}
        assert table.book.balance(felt("ann")) == 1200
        assert table.book.balance(rack("ann")) == 100_000 - 1200 + 1400 - 1000


def test_5_c_12_a_a_take_down_of_a_bet_that_no_longer_stands_falls_away_and_chips_added_to_one_are_a_new_bet() -> None:
    taken = adelaide("1-1", TakeDown(seat="ann", wager="hardway:6"), bet("ann", "place-win:6", 600))
    assert taken.book.balance(rack("ann")) == 100_000 - 1800 - 1200
    for table in (as_six(taken), adelaide("1-5", bet("ann", "place-win:6", 600))):
        assert {wager: each.stake for wager, each in table.layout["ann"].items()} == {"place-win:8": 1200, "place-win:6": 600}
        assert table.book.balance(rack("ann")) == 100_000 - 1000 + 1400 - 1200 - 600


def test_all_bets_of_a_person_are_void_wherever_they_lie() -> None:
    table = after(seated(STAR, "ann"), falls("2-4"), bet("ann", "come"), falls("2-2"))
    table = after(table, Sanction(seat="ann", measure=Act.VOID_BETS, by=SUPERVISOR, why="device"))
    assert table.layout["ann"] == {}
    table = after(table, CorrectOutcome(round=2, outcome=OutcomeName("2-3"), by=BOX, why="The dice show 5."))
    assert table.layout["ann"] == {}
    assert table.book.balance(rack("ann")) == 100_000


@pytest.mark.parametrize(("refunded", "money"), [(True, 100_000), (False, 99_500)])
def test_a_run_that_the_lights_cut_short_goes_back_or_not_as_was_decided(*, refunded: bool, money: int) -> None:
    """The streak bet had been lost on a misread result; with the right one it was still running when the lights failed."""
    table = after(seated(SICBO, "ann"), falls("1-2-4"), bet("ann", "super-streak:small-big", 500), falls("4-5-6"))
    table = after(table, ReportLights(by=SUPERVISOR, why="Half is dark.", refund_short=refunded))
    assert table.book.balance(rack("ann")) == 99_500
    table = after(table, CorrectOutcome(round=2, outcome=OutcomeName("1-2-3"), by=SUPERVISOR, why="The dice show 6."))
    assert table.book.balance(rack("ann")) == money
    assert table.layout["ann"] == {}


def test_a_table_that_everybody_has_left_can_be_closed_though_its_bets_are_open() -> None:
    table = after(seated(STAR, "ann"), OpenBetting(by=Person("Stella", "stickperson")), LeaveSeat(seat="ann"))
    assert after(table, CloseTable(by=SUPERVISOR, why="Nobody is here.")).desk.closed


def test_8_7_the_areas_of_the_corrected_result_light_up() -> None:
    """1-1-2 lights other areas than 2-3-5 does."""
    by = Person("Dora", "dealer")
    call = [
        *[ShakeDice(by=by)] * 3,
        OpenBetting(by=by),
        CloseBetting(by=by),
        UncoverTumbler(by=by),
        AnnounceResult(numbers=(1, 1, 2), total=4, by=by),
    ]
    entered = EnterOutcome(outcome=OutcomeName("1-1-2"), by=by)
    table = after(seated(SICBO, "ann"), *call, entered, LightAreas(), FinishPaying(by=by))
    order = CorrectOutcome(round=1, outcome=OutcomeName("2-3-5"), by=SUPERVISOR, why="It was misread.")
    _, outcome = step(table, order)
    assert not isinstance(outcome, Refusal)
    (again,) = [
        each for event in outcome if isinstance(event, SettledAgain) for each in event.again if isinstance(each, AreasLit)
    ]
    other = after(seated(SICBO, "ann"), *call[:-1], AnnounceResult(numbers=(2, 3, 5), total=10, by=by))
    other = after(other, EnterOutcome(outcome=OutcomeName("2-3-5"), by=by))
    _, lit = step(other, LightAreas())
    assert not isinstance(lit, Refusal)
    assert again == lit[0]
