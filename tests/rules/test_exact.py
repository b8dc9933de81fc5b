"""The exact edge: chances, equations, and wagers without a single edge."""

from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.catalogue import ruleset
from croupier.games.craps.dice import total
from croupier.games.craps.wagers import line
from croupier.rules.exact import NoEdgeError, chance_of_reaching, edge, expected_loss
from croupier.rules.machine import on
from croupier.rules.odds import odds
from croupier.rules.offer import Offer
from croupier.rules.terms import While
from croupier.rules.wager import Wager


def test_a_line_bet_reaches_each_point_as_often_as_it_is_thrown() -> None:
    pass_line = line("Pass", odds("1 to 1"))
    assert {n: chance_of_reaching(pass_line, f"point {n}") for n in (4, 5, 6)} == {
        4: Fraction(3, 36),
        5: Fraction(4, 36),
        6: Fraction(5, 36),
    }


def test_states_that_lead_to_each_other_are_solved_together() -> None:
    swing = Wager(
        "Swing",
        {
            "left": [on(total(7)).wins("1 to 1"), on(total(6)).moves_to("right")],
            "right": [on(total(7)).loses(), on(total(6)).moves_to("left")],
        },
    )
    # By hand: left = (-6 + 5 right) / 11 and right = (6 + 5 left) / 11, so left = -36/96.
    assert expected_loss(swing) == {"left": Fraction(-3, 8), "right": Fraction(3, 8)}


def test_an_edge_that_depends_on_where_a_bet_begins_is_not_made_up() -> None:
    star = ruleset("star-craps-2016")
    machine = line("Late", odds("1 to 1"))
    anywhere = While("", "puck", frozenset({"come-out", "point 4"}))
    late = Offer("1", "late", machine, placed=anywhere, begins={"come-out": "come-out", "point 4": "point 4"})
    with pytest.raises(NoEdgeError, match="star-craps-2016, late: its edge depends on the state it begins in"):
        edge(replace(star, offers=[late], readings=()), "late")
