"""The law of a session, against whole numbers of ways, against the gambler's formula, and against simulation."""

from fractions import Fraction

import numpy as np
import pytest

from croupier.catalogue import ruleset
from croupier.lab.evenings import Gathered
from croupier.lab.fan import PLAYERS, fan
from croupier.lab.law import law
from croupier.lab.running import Engine
from croupier.lab.sessions import NEVER, Bounds, End, evenings, play_out
from croupier.lab.tables import compiled
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
def test_the_law_is_that_of_every_way_counted(name: str, text: str, bounds: Bounds) -> None:
    play = played(ruleset(name), text)
    found = law(play, bounds)
    assert found
    assert abs(found.results.sum() - 1) < 1e-12
    for end, chance in exactly(play, bounds).items():
        assert abs(found.ends[end] - float(chance)) < 1e-12, end.name


def test_the_gamblers_formula_is_met() -> None:
    """A dollar on red at a time, from 20 to 40 or to nothing; in ten thousand spins hardly anybody still plays."""
    q = Fraction(19, 18)
    found = law(played(ruleset(ROULETTE), "red 1"), Bounds(2000, NEVER, 2000, 10_000))
    assert found
    assert abs(found.ends[End.RUIN] - float((q**40 - q**20) / (q**40 - 1))) < 1e-9


def test_simulated_sessions_keep_to_the_law() -> None:
    play, bounds = played(ruleset(STAR), W1), Bounds(50000, NEVER, 30000, 500)
    found = law(play, bounds)
    gathered = Gathered.of(
        play_out(each) for each in evenings(compiled(play), bounds, seed=7, sessions=40_960, engine=Engine.NUMBA)
    )
    assert found
    mean = sum(net * times for net, times in gathered.net.items()) / gathered.sessions
    z = (mean - found.mean) / found.sigma * gathered.sessions**0.5
    assert abs(z) < BOUND, f"z = {z:.2f}"
    assert set(gathered.net) <= set(found.nets[found.results > 0].tolist())


def test_what_is_too_much_to_follow_is_left_to_simulation() -> None:
    rules = ruleset(STAR)
    assert law(played(rules, everything(rules, rules.sign({}))), Bounds(10**7, NEVER, NEVER, 100)) is None
    assert law(played(rules, W1), Bounds(10**9, NEVER, NEVER, 10**6)) is None


def test_a_fan_begins_with_the_bankroll_and_spreads() -> None:
    play, bounds = played(ruleset(STAR), W1), Bounds(50000, NEVER, 30000, 500)
    found, again = fan(compiled(play), bounds, 7), fan(compiled(play), bounds, 7)
    assert np.array_equal(found.percentiles, again.percentiles)
    assert set(found.percentiles[:, 0].tolist()) == {50000.0}
    assert list(found.percentiles[:, -1]) == sorted(found.percentiles[:, -1])
    exact = law(play, bounds)
    assert exact
    late = np.interp(0.95, np.cumsum(exact.results), exact.nets) + 50000
    assert abs(found.percentiles[-1, -1] - late) < 500, PLAYERS
