"""What a player is told about bets has the words of the layout, and never the id of a wager."""

import re
from random import Random

import pytest

from commanded import done
from croupier.catalogue import names, ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.advice import advice

ROUNDS, WISHES = 60, 20


@pytest.mark.parametrize("name", names())
def test_a_player_is_told_of_wagers_by_their_titles(name: str) -> None:
    """Random wishes about bets: what is said of those that are granted, and of those that are refused."""
    rules, random = ruleset(name), Random(4)  # noqa: S311 - a test
    ids = "|".join(map(re.escape, sorted((each for each in rules.addresses if re.search("[:-]", each)), key=len, reverse=True)))
    table, _ = done(open_table(rules, rules.sign({"minimum": 100})), TakeSeat(seat="ann", chips=Cents(10**8)))
    told = set[str]()
    for _ in range(ROUNDS):
        for _ in range(WISHES):
            table, words = _asked(table, _wish(table, random))
            told.add(words)
        table, words = _asked(table, EnterOutcome(outcome=OutcomeName(random.choice([*rules.game.space.ways]))))
        told.add(words)
    assert len(told) > 1
    assert [words for words in told if re.search(rf"(?<![\w:-])(?:{ids})(?![\w:-])", words)] == []


def _wish(table: Table, random: Random) -> Command:
    wagers = [*table.rules.addresses]
    wager, held = random.choice(wagers), random.choice([*table.layout["ann"]] or wagers)
    stake = Cents(random.choice((100, 1000, 5000)))
    return random.choice(
        (
            PlaceBet(seat="ann", wager=wager, stake=stake),
            PlaceBet(seat="ann", wager=wager, stake=stake),
            TakeDown(seat="ann", wager=held, amount=random.choice((None, Cents(100)))),
            MoveBet(seat="ann", wager=held, to=wager),
            CallBet(seat="ann", wager=held, on=random.random() < 0.5),
            LeaveUp(seat="ann", wager=held),
        )
    )


def _asked(table: Table, wish: Command) -> tuple[Table, str]:
    """The table after a wish, and what the player is told."""
    outcome = decide(table, wish)
    if isinstance(outcome, Refusal):
        return table, outcome.message
    after = table
    for event in outcome:
        after = apply(after, event)
    return after, advice(table, outcome)
