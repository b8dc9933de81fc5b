"""Bots throw the dice by whatever a document says of them."""

from collections import Counter
from dataclasses import replace

from croupier.catalogue import ruleset
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.rounds.dice import AcceptDice, DiceAccepted, accept_dice
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import evening


def test_where_no_set_is_chosen_from_the_dice_are_taken_once_and_thrown() -> None:
    """A document need not say how many dice lie on the table; whoever has taken the dice has them."""
    rules = ruleset("star-craps-2016")
    shooting = rules.procedures.shooting
    assert shooting
    bare = replace(rules, procedures=replace(rules.procedures, shooting=replace(shooting, dice=None)))
    told = Counter[type]()
    for _, _, outcome, table in evening(open_table(bare, bare.sign({})), seed=1, players=3, commands=500, faults=0):
        told.update(type(event) for event in (() if isinstance(outcome, Refusal) else outcome))
        if table.round.shooter:
            assert isinstance(accept_dice(table, AcceptDice(seat=table.round.shooter, dice=())), Refusal)
    assert told[DiceAccepted]
    assert told[RoundSettled]
