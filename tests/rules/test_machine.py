"""A wrong rule fails when it is declared, with a message that its author can act on."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from croupier.games.craps.dice import hard, total
from croupier.games.roulette.wheel import pockets
from croupier.rules.error import RuleError
from croupier.rules.machine import Decision, Result, on, otherwise
from croupier.rules.outcomes import OutcomeName
from croupier.rules.puck import Puck
from croupier.rules.wager import Wager, split

TWO, TWELVE = OutcomeName("1-1"), OutcomeName("6-6")
FIELD = Wager("Field", {"one roll": [on(total(2, 12)).wins("2 to 1"), otherwise.loses()]})


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (
            lambda: Wager("Don't Win", {"come-out": [on(total(2, 3)).wins("1 to 1"), on(total(2)).pushes()]}),
            "Don't Win, come-out: 1-1 is claimed twice, by 'a total of 2 or 3' and by 'a total of 2'",
        ),
        (
            lambda: Wager("Win Line", {"come-out": [on(total(7)).wins("1 to 1"), on(total(4)).moves_to("point 4")]}),
            "Win Line, come-out: moves to 'point 4', which does not exist; its states are come-out",
        ),
        (
            lambda: Wager("Big 6", {"up": [on(total(6)).wins("1 for 1")]}),
            '"1 for 1" is not odds: write what is won and what is staked, as in "7 to 6"',
        ),
        (lambda: Wager("Hard 7", {"up": [on(hard(7)).wins("9 to 1")]}), "two dice can never show a hard 7"),
        (lambda: Wager("Nothing"), "Nothing: a machine needs at least one state"),
        (
            lambda: Wager("Mixed", {"up": [on(total(6)).wins("1 to 1"), on(pockets(6)).loses()]}),
            "Mixed: a machine uses one space of outcomes, this one uses the wheel and two dice",
        ),
        (
            lambda: Wager("Any", {"up": [otherwise.loses()]}),
            "Any: a machine uses one space of outcomes, this one uses no outcome at all",
        ),
        (
            lambda: Wager("Two", {"up": [on(total(6)).wins("1 to 1"), otherwise.loses(), otherwise.pushes()]}),
            "Two, up: at most one transition may start with 'otherwise', here are 2",
        ),
        (
            lambda: Wager("Round", {"a": [on(total(2)).moves_to("b")], "b": [on(total(2)).moves_to("a")]}),
            "Round, a: nothing ever decides it",
        ),
        (
            lambda: Wager("Both", {"up": [on(total(6)).wins("1 to 1")]}, pieces=split("x", FIELD).pieces),
            "Both: a wager has states or pieces, not both",
        ),
        (
            lambda: split("Horn", FIELD, Wager("Big 6", {"up": [on(total(6)).wins("1 to 1"), on(total(7)).loses()]})),
            "Horn: its piece Big 6 must win or lose on 1-1, and does not",
        ),
        (
            lambda: Puck("the puck", {"come-out": [on(total(7)).wins("1 to 1")]}),
            "the puck, come-out: a puck moves on 1-6 or stays, it cannot win or lose",
        ),
    ],
)
def test_a_wrong_rule_says_what_is_wrong_with_it(write: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        write()
    assert str(refused.value) == sentence


def test_what_no_line_claims_leaves_the_bet_standing() -> None:
    big = Wager("Big 6", {"up": [on(total(6)).wins("1 to 1"), on(total(7)).loses()]})
    assert TWO not in big.effects["up"]
    assert len(big.effects["up"]) == len(total(6, 7).names)


def test_a_composite_sums_its_pieces() -> None:
    twelve = Wager("Twelve", {"one roll": [on(total(12)).wins("30 to 1"), otherwise.loses()]})
    both = split("Both", FIELD, (3, twelve))
    assert both.units == 4
    # On 12 all four pieces come back; one wins 2, three win 30 each.
    assert both.effects[both.first][TWELVE] == Decision(Result.WIN, Fraction(1), Fraction(2 + 3 * 30, 4))
    assert both.effects[both.first][TWO] == Decision(Result.WIN, Fraction(1, 4), Fraction(2, 4))
