"""Whatever a program hands over at a table that lives is answered: with events, or with a refusal that changes nothing."""

from typing import Any

import pytest

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.moments import LATEST
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import TakeSeat
from croupier.table.money.withholding import Withhold
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.dice import OfferDice
from croupier.table.rounds.terminals import ConfirmRecord
from croupier.table.telling.scenario.running import step

NOW = 1_800_000_000_000
MANAGER = Person("Kim", "assistant-gaming-manager")
WRONG: Any = 1.5
TEXT: Any = "100"


def betting() -> Table:
    rules = ruleset("ministar-roulette-2018")
    table = open_table(rules, rules.sign({}))
    for command in (TakeSeat(seat="ann", chips=Cents(1000), at=NOW), OpenBetting(deadline=NOW + 1000, at=NOW)):
        table, _ = step(table, command)
    return table


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (PlaceBet(seat="ann", wager="red", stake=Cents(-100), at=NOW), Reason.BAD_AMOUNT),
        (PlaceBet(seat="ann", wager="red", stake=Cents(0), at=NOW), Reason.BAD_AMOUNT),
        (PlaceBet(seat="ann", wager="red", stake=WRONG, at=NOW), Reason.BAD_AMOUNT),
        (PlaceBet(seat="ann", wager="red", stake=TEXT, at=NOW), Reason.BAD_AMOUNT),
        (PlaceBet(seat="ann", wager="red", stake=Cents(10**40), at=NOW), Reason.BAD_AMOUNT),
        (PlaceBet(seat="zed", wager="red", stake=Cents(100), at=NOW), Reason.UNKNOWN_PLAYER),
        (PlaceBet(seat="ann", wager="purple", stake=Cents(100), at=NOW), Reason.UNKNOWN_WAGER),
        (PlaceBet(seat="ann", wager="red", stake=Cents(100), at=NOW - 1), Reason.CLOCK_RUNS_BACKWARDS),
        (PlaceBet(seat="ann", wager="red", stake=Cents(100), at=NOW + 1000), Reason.BETTING_CLOSED),
        (PlaceBet(seat="ann", wager="red", stake=Cents(100), at=LATEST + 1), Reason.BAD_AMOUNT),
        (InsertMoney(seat="ann", amount=Cents(2**70), at=NOW), Reason.BAD_AMOUNT),
        (TakeSeat(seat=" ", chips=Cents(0), at=NOW), Reason.UNKNOWN_PLAYER),
        (OfferDice(seat="ann", by=Person("", "dealer"), at=NOW), Reason.NOT_YOUR_POWER),
        (Withhold(seat="ann", amount=WRONG, by=MANAGER, why="x", at=NOW), Reason.BAD_AMOUNT),
        (ConfirmRecord(seat="ann", round=1, bets={"red": TEXT}, by=MANAGER, why="x", at=NOW), Reason.BAD_AMOUNT),
        (
            RelaxFreeze(wish=TakeDown(seat="ann", wager="red", amount=WRONG), by=MANAGER, why="x", at=NOW),
            Reason.BAD_AMOUNT,
        ),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Command) else str(each),
)
def test_it_is_refused_and_nothing_changes(command: Command, reason: Reason) -> None:
    table = betting()
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal), outcome
    assert outcome.reason is reason
    assert outcome.sentence.endswith(".")
    assert table == betting()


def test_where_a_clock_runs_it_does_not_stop_for_a_command_without_a_time() -> None:
    late, _ = step(betting(), InsertMoney(seat="ann", amount=Cents(100), at=NOW + 5000))
    outcome = decide(late, PlaceBet(seat="ann", wager="red", stake=Cents(100)))
    assert isinstance(outcome, Refusal)
    assert outcome.reason is Reason.BETTING_CLOSED
