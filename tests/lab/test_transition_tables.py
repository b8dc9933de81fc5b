"""Transition tables: the money that a player needs."""

from croupier.catalogue import ruleset
from croupier.lab.transition_tables import compile_play
from plays import played

STAR = "star-craps-2016"


def test_a_bet_requires_its_stake_and_commission() -> None:
    """By hand: a buy bet of $20 with $1 commission; once it stands, $20."""
    tables = compile_play(played(ruleset(STAR), "buy:4 20"))
    assert int(tables.required[tables.starts].sum()) == 2100
    assert {int(each) for each in tables.required} == {2000, 2100}


def test_a_play_of_several_automata_needs_the_money_for_all_of_them() -> None:
    text = ", ".join(f"{wager} 5 dalembert:16" for wager in ("place-lose:4", "big-6", "lay:5"))
    tables = compile_play(played(ruleset(STAR), text))
    assert len(tables.starts) > 1
    assert int(tables.required[tables.starts].sum()) == 500 + 500 + 500 + 16  # and five per cent of what the lay could win
