"""Nobody but the player at a terminal stakes the credit that is there."""

import pytest

from commanded import a_table, done
from croupier.floor.actions import actions, signed
from croupier.money import Cents
from croupier.table.bets.placing import LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.credit import InsertMoney
from croupier.table.money.locks import LockTerminal
from croupier.table.money.seats import TakeSeat

DAN = Person("Dan Reed", "dealer")
STAKING = (
    PlaceBet(seat="seat-1", wager="field", stake=Cents(1000)),
    SpeakBet(seat="seat-1", wager="field", stake=Cents(1000), with_chips=True, by=DAN),
    LeaveUp(seat="seat-1", wager="field"),
    MoveBet(seat="seat-1", wager="field", to="any-seven"),
)


def a_craps_table() -> Table:
    """Ann has chips at a place, and somebody has credit and a bet at a terminal."""
    table, _ = done(
        a_table("star-craps-2016"),
        TakeSeat(seat="ann", chips=Cents(100_000)),
        TakeSeat(seat="seat-1", chips=Cents(0), kind=SeatKind.TERMINAL),
        InsertMoney(seat="seat-1", amount=Cents(100_000)),
        PlaceBet(seat="seat-1", wager="field", stake=Cents(1000)),
    )
    return table


@pytest.mark.parametrize("command", STAKING, ids=lambda each: type(each).__name__)
def test_6_2_a_dealer_stakes_nothing_for_the_player_at_a_terminal(command: Command) -> None:
    answer = signed(a_craps_table(), command, DAN.name, ["dealer"])
    assert isinstance(answer, Refusal)
    assert answer.reason is Reason.OWN_TERMINAL
    assert answer.sentence == "seat-1 has a terminal, and bets there."


def test_a_dealer_bets_for_others_and_takes_down_for_everybody() -> None:
    table = a_craps_table()
    for command in (
        PlaceBet(seat="ann", wager="field", stake=Cents(1000)),
        TakeDown(seat="seat-1", wager="field", amount=Cents(1000)),
    ):
        assert not isinstance(signed(table, command, DAN.name, ["dealer"]), Refusal)
    offered = {
        action.order: [form.values.get("seat") for form in action.forms] for action in actions(table, DAN.name, ["dealer"])
    }
    assert offered["PlaceBet"] == offered["SpeakBet"] == ["ann"]
    assert offered["TakeDown"] == ["seat-1"]


def test_only_a_place_with_a_terminal_has_one_to_lock() -> None:
    """Cards go into terminals, too. A table without terminals offers neither order, to no role."""
    table = a_craps_table()
    roles = [*table.rules.procedures.roles]
    offered = {each.order: [form.values.get("seat") for form in each.forms] for each in actions(table, DAN.name, roles)}
    assert offered["LockTerminal"] == offered["InsertCard"] == ["seat-1"]
    for command in (LockTerminal(seat="ann", why="x"), InsertCard(seat="ann", player="ann")):
        answer = signed(table, command, DAN.name, ["dealer"])
        assert isinstance(answer, Refusal)
        assert (answer.reason, answer.sentence) == (Reason.NO_TERMINAL, "ann has no terminal at this table.")
    without, _ = done(a_table("star-craps-2016"), TakeSeat(seat="ann", chips=Cents(100_000)))
    shut = {each.order: each for each in actions(without, DAN.name, roles)}
    assert [shut[name].reason for name in ("LockTerminal", "InsertCard")] == ["no-terminal", "no-terminal"]


def test_every_place_of_an_electronic_table_is_a_terminal() -> None:
    table, _ = done(a_table("aruze-craps-2024"), TakeSeat(seat="ann", chips=Cents(100_000)))
    offered = {each.order for each in actions(table, "Mia", [*table.rules.procedures.roles]) if each.open}
    assert "LockTerminal" in offered
