"""Markov chains, against results worked out by hand."""

from fractions import Fraction

from croupier.lab.markov import long_run_mean, lump, relative_values, stationary

HALF = Fraction(1, 2)


def test_transient_states_have_no_share() -> None:
    rows = [{1: Fraction(1)}, {1: HALF, 2: HALF}, {1: Fraction(1)}]
    assert stationary(rows) == [0, Fraction(2, 3), Fraction(1, 3)]


def test_relative_values_solve_poissons_equation() -> None:
    rows = [{0: HALF, 1: HALF}, {0: Fraction(1, 4), 1: Fraction(3, 4)}, {0: Fraction(1)}]
    rewards = [Fraction(6), Fraction(0), Fraction(7)]
    mean = long_run_mean(rows, rewards)
    assert mean == 2
    long_run = relative_values(rows, [own - mean for own in rewards])
    for state, row in enumerate(rows):
        assert long_run[state] == rewards[state] - mean + sum(chance * long_run[to] for to, chance in row.items())


def test_indistinguishable_states_are_lumped() -> None:
    rows = [{1: HALF, 2: HALF}, {0: Fraction(1)}, {0: Fraction(1)}, {0: HALF, 3: HALF}]
    assert lump(rows, [1, 0, 0, 0]) == [0, 1, 1, 2]
