"""The distribution of a session, against counted ways, the gambler's ruin formula and simulation."""

from fractions import Fraction

import pytest

from croupier.catalogue import ruleset
from croupier.lab.session_distribution import session_distribution
from croupier.lab.session_results import SessionTotals
from croupier.lab.sessions import NEVER, Bounds, End, play_chunk, session_chunks
from croupier.lab.simulation import Engine
from croupier.lab.transition_tables import compile_play
from ends import BOUND, exactly
from plays import W1, everything, played

STAR, ROULETTE = "star-craps-2016", "ministar-roulette-2018"


@pytest.mark.parametrize(
    ("name", "text", "bounds"),
    [
        (STAR, W1, Bounds(15000, 10000, 10000, 30)),
        (STAR, "come 10, buy:4 20", Bounds(9000, NEVER, 4000, 16)),
        ("star-sicbo-2016", "super-streak:small-big 5, single:1 10", Bounds(6000, 4500, NEVER, 20)),
        (ROULETTE, "red 10 martingale:4, split:0-3 1", Bounds(20000, NEVER, 5000, 40)),
    ],
)
def test_every_end_has_the_probability_of_its_counted_ways(name: str, text: str, bounds: Bounds) -> None:
    play = played(ruleset(name), text)
    found = session_distribution(play, bounds)
    assert found
    assert abs(found.results.sum() - 1) < 1e-12
    for end, chance in exactly(play, bounds).items():
        assert abs(found.ends[end] - float(chance)) < 1e-12, end.name


def test_the_gamblers_ruin_formula_holds() -> None:
    """A dollar on red per spin, from $20 to $40 or to ruin. After 10,000 spins hardly any session is still open."""
    q = Fraction(19, 18)
    found = session_distribution(played(ruleset(ROULETTE), "red 1"), Bounds(2000, NEVER, 2000, 10_000))
    assert found
    assert abs(found.ends[End.RUIN] - float((q**40 - q**20) / (q**40 - 1))) < 1e-9


def test_simulated_sessions_follow_the_distribution() -> None:
    play, bounds = played(ruleset(STAR), W1), Bounds(50000, NEVER, 30000, 500)
    found = session_distribution(play, bounds)
    totals = SessionTotals.of(
        play_chunk(each) for each in session_chunks(compile_play(play), bounds, seed=7, sessions=40_960, engine=Engine.NUMBA)
    )
    assert found
    mean = sum(net * times for net, times in totals.net.items()) / totals.sessions
    z = (mean - found.mean) / found.sigma * totals.sessions**0.5
    assert abs(z) < BOUND, f"z = {z:.2f}"
    assert set(totals.net) <= set(found.nets[found.results > 0].tolist())


def test_too_many_states_or_amounts_are_not_computed() -> None:
    rules = ruleset(STAR)
    assert session_distribution(played(rules, everything(rules, rules.sign({}))), Bounds(10**7, NEVER, NEVER, 100)) is None
    assert session_distribution(played(rules, W1), Bounds(10**9, NEVER, NEVER, 10**6)) is None
