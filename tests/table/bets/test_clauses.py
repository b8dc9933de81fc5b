"""A refusal names the clause behind it."""

import pytest

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.scenario.running import step


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def roll(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def down(wager: str) -> TakeDown:
    return TakeDown(seat="ann", wager=wager)


STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"
STREAK = "super-streak:small-big"


@pytest.mark.parametrize(
    ("rules", "commands", "message"),
    [
        (
            STAR,
            [bet("win-line", 1000), roll("2-4"), bet("behind-win-line", 6000)],
            "Behind the Win Line: $60.00 is over the limit of $20.00 (6.1.5.1).",
        ),
        (STAR, [bet("win-line", 1000), roll("2-4"), down("win-line")], "Win Line stays up until it is decided (6.4)."),
        (STAR, [bet("come", 1000)], "Come is bet only while a point is on (6.1.3)."),
        (STAR, [bet("horn", 1001)], "Horn: $10.01 does not divide into 4 equal pieces (6.1.21)."),
        (
            STAR,
            [bet("dont-win", 1000), roll("2-4"), bet("dont-win", 1000)],
            "Don't Win: this bet can no longer be added to (6.5).",
        ),
        (
            STAR,
            [bet("buy:4", 100_000)],
            "ann has $1,000.00, which does not cover $1,000.00 with its commission of $50.00 (6.2).",
        ),
        (
            ADELAIDE,
            [bet("dont-pass", 1000), roll("2-4"), bet("dont-pass", 1000)],
            "Don't Pass Bet: this bet can no longer be added to (5(d)).",
        ),
        (ARUZE, [bet("pass-line", 1000), roll("2-4"), down("pass-line")], "Pass Line stays up until it is decided (3.9.1)."),
        (ARUZE, [bet("odds", 1000)], "Odds: there is no Pass Line with its point on (3.9.2)."),
        (SICBO, [bet(STREAK, 400)], "Super Streak, Small or Big: the bet is $5.00, not $4.00 (6.7)."),
        (
            SICBO,
            [bet(STREAK, 500)],
            "Super Streak, Small or Big is bet only from the result that begins a run of Small or Big to the next that is "
            "no triple (6.2).",
        ),
        (
            SICBO,
            [roll("1-2-3"), bet(STREAK, 500), down(STREAK)],
            "Super Streak, Small or Big stays up until it is decided (6.2).",
        ),
        (MINISTAR, [bet("orphans", 100)], "Straight Up 1: $0.20 is below the minimum of $1.00 (3.1)."),
    ],
)
def test_a_refusal_names_its_clause(rules: str, commands: list[Command], message: str) -> None:
    found = ruleset(rules)
    table = open_table(found, found.sign({"minimum": 100} if rules == MINISTAR else {}))
    outcome: object = None
    for command in (TakeSeat(seat="ann", chips=Cents(100_000)), *commands):
        table, outcome = step(table, command)
    assert isinstance(outcome, Refusal)
    assert outcome.message == message
