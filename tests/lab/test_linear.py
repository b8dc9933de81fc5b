"""Chains of chances, against what can be worked out by hand."""

from fractions import Fraction

from croupier.lab.linear import advantage, alike, long_run, stationary

HALF = Fraction(1, 2)


def test_states_that_are_left_for_good_have_no_share() -> None:
    rows = [{1: Fraction(1)}, {1: HALF, 2: HALF}, {1: Fraction(1)}]
    assert stationary(rows) == [0, Fraction(2, 3), Fraction(1, 3)]


def test_the_advantage_of_a_state_solves_its_equation() -> None:
    rows = [{0: HALF, 1: HALF}, {0: Fraction(1, 4), 1: Fraction(3, 4)}, {0: Fraction(1)}]
    brings = [Fraction(6), Fraction(0), Fraction(7)]
    mean = long_run(rows, brings)
    assert mean == 2
    worth = advantage(rows, [own - mean for own in brings])
    for state, row in enumerate(rows):
        assert worth[state] == brings[state] - mean + sum(chance * worth[to] for to, chance in row.items())


def test_states_that_nobody_can_tell_apart_are_one() -> None:
    rows = [{1: HALF, 2: HALF}, {0: Fraction(1)}, {0: Fraction(1)}, {0: HALF, 3: HALF}]
    assert alike(rows, [1, 0, 0, 0]) == [0, 1, 1, 2]
