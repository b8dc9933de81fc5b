"""What the owner of a bet is told when it comes down or moves: a commission that is kept, and chips that are on or off
otherwise than before.
"""

import pytest

from commanded import a_table, done
from croupier.money import Cents
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.telling.advice import advice

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
KEPT = "The commission of $1.00 is not given back."
CHARGED = "$1.00 of commission is charged."


def seated(rules: str, *bets: tuple[str, int]) -> Table:
    placed = (PlaceBet(seat="ann", wager=wager, stake=Cents(stake)) for wager, stake in bets)
    return done(a_table(rules), TakeSeat(seat="ann", chips=Cents(100_000)), *placed)[0]


def said(table: Table, command: Command) -> str:
    """What is told with the answer to a command, as the floor tells it."""
    events = decide(table, command)
    assert not isinstance(events, Refusal), events
    return advice(table, events)


@pytest.mark.parametrize(
    ("rules", "wager", "told"),
    [
        pytest.param(STAR, "buy:4", KEPT, id="SC-17: the house keeps it"),
        pytest.param(ADELAIDE, "buy-win:4", "", id="7(c): it is returned"),
        pytest.param(ARUZE, "buy:4", "", id="AZ-10: what was charged since the last roll goes back"),
    ],
)
def test_a_commission_that_is_not_given_back_is_told_when_its_bet_comes_down(rules: str, wager: str, told: str) -> None:
    assert said(seated(rules, (wager, 2000)), TakeDown(seat="ann", wager=wager)) == told


def test_sc_17_a_part_of_the_bet_takes_its_part_of_the_commission_with_it() -> None:
    down = TakeDown(seat="ann", wager="buy:4", amount=Cents(2000))
    assert said(seated(STAR, ("buy:4", 4000)), down) == KEPT


def test_sc_17_a_bet_that_moves_to_another_buy_bet_pays_twice_and_both_are_told() -> None:
    assert said(seated(STAR, ("buy:4", 2000)), MoveBet(seat="ann", wager="buy:4", to="buy:10")) == f"{KEPT} {CHARGED}"


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        pytest.param([], "", id="never called"),
        pytest.param(
            [("place-win:6", False)],
            "The call of off does not move with the chips: Place Bet to Win 8 is off on a come-out roll and on otherwise.",
            id="onto a bet that was not called",
        ),
        pytest.param(
            [("place-win:6", False), ("place-win:8", True)],
            "The call of off does not move with the chips: Place Bet to Win 8 is on.",
            id="onto a working bet",
        ),
        pytest.param([("place-win:6", False), ("place-win:8", False)], "", id="called alike"),
        pytest.param([("place-win:8", True)], "Place Bet to Win 8 is on.", id="off by rule, onto a working bet"),
    ],
)
def test_sc_22_a_call_is_about_one_bet_and_a_move_says_so_if_it_ends(calls: list[tuple[str, bool]], told: str) -> None:
    table = seated(STAR, ("place-win:6", 1200), ("place-win:8", 1200))
    table, _ = done(table, *(CallBet(seat="ann", wager=wager, on=on) for wager, on in calls))
    assert said(table, MoveBet(seat="ann", wager="place-win:6", to="place-win:8")) == told


def test_a_call_of_chips_that_move_to_a_bet_that_is_never_off_is_told_to_end() -> None:
    table, _ = done(seated(STAR, ("place-win:6", 1200)), CallBet(seat="ann", wager="place-win:6", on=False))
    told = "The call of off does not move with the chips: Big 6 is always on."
    assert said(table, MoveBet(seat="ann", wager="place-win:6", to="big-6")) == told


@pytest.mark.parametrize(
    ("wager", "to", "told"),
    [
        ("place-win:6", "big-6", "Big 6 is always on."),
        ("big-6", "place-win:6", "Place Bet to Win 6 is off on a come-out roll and on otherwise."),
    ],
)
def test_6_6_1_chips_that_move_between_off_and_on_at_a_come_out_are_told_so(wager: str, to: str, told: str) -> None:
    assert said(seated(STAR, (wager, 1200)), MoveBet(seat="ann", wager=wager, to=to)) == told
