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
