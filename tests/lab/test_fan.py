"""The fan chart of sessions."""

import numpy as np

from croupier.catalogue import ruleset
from croupier.lab.fan import PLAYERS, fan
from croupier.lab.session_distribution import session_distribution
from croupier.lab.sessions import NEVER, Bounds
from croupier.lab.transition_tables import compile_play
from plays import W1, played

STAR = "star-craps-2016"


def test_a_fan_begins_with_the_bankroll_and_spreads() -> None:
    play, bounds = played(ruleset(STAR), W1), Bounds(50000, NEVER, 30000, 500)
    found, again = fan(compile_play(play), bounds, 7), fan(compile_play(play), bounds, 7)
    assert np.array_equal(found.percentiles, again.percentiles)
    assert set(found.percentiles[:, 0].tolist()) == {50000.0}
    assert list(found.percentiles[:, -1]) == sorted(found.percentiles[:, -1])
    exact = session_distribution(play, bounds)
    assert exact
    late = np.interp(0.95, np.cumsum(exact.results), exact.nets) + 50000
    assert abs(found.percentiles[-1, -1] - late) < 500, PLAYERS


def test_a_fan_keeps_within_the_stops_and_the_money_of_its_players() -> None:
    """A dollar on red per spin: nobody loses more than $4.00 or wins more than $3.00, and most have come to one of them."""
    tables = compile_play(played(ruleset("ministar-roulette-2018"), "red 1"))
    stopped = fan(tables, Bounds(2000, 400, 300, 200), 7)
    assert (stopped.samples.min(), stopped.samples.max()) == (1600, 2300)
    assert (stopped.percentiles.min(), stopped.percentiles.max()) == (1600.0, 2300.0)
    assert set(stopped.samples[:, -1].tolist()) == {1600, 2300}
    broke = fan(tables, Bounds(500, NEVER, NEVER, 400), 7)
    assert broke.percentiles[0, -1] == broke.samples.min() == 0
