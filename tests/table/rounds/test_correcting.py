"""What staff decided is decided again when a round is settled again: as if the round had been entered rightly."""

import pytest

from croupier.catalogue import ruleset
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.conduct import Sanction
from croupier.table.pit.days import CloseTable
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.lights import ReportLights
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import DeclareFault, VoidUnconfirmed
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.scenario.running import step

STAR, ARUZE, SICBO = "star-craps-2016", "aruze-craps-2024", "star-sicbo-2016"
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
