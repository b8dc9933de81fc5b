"""The results of many sessions: totals, percentiles and confidence intervals."""

import numpy as np

from croupier.catalogue import ruleset
from croupier.lab.session_distribution import TooLarge
from croupier.lab.session_results import Expected, SessionTotals, percentiles, session_results, wilson_interval
from croupier.lab.sessions import NEVER, Bounds, End, PlayedSessions
from croupier.lab.simulation_result import Request, RollSource, run_header

STAR = "star-craps-2016"


def test_totals_count_every_session() -> None:
    numbers = [
        np.array(each, np.int64) for each in ([-100, 50, 50, 0], [3, 4, 5, 6], [10, 10, 20, 20], [100, 0, 0, 9], [0, 2, 2, 3])
    ]
    totals = SessionTotals()
    totals.add(PlayedSessions(*numbers))
    totals.add(PlayedSessions(*numbers))
    assert (totals.sessions, totals.staked, totals.net[50], totals.end[End.RUIN]) == (8, 120, 4, 2)
    assert percentiles(totals.net, (1, 25, 50, 75, 99)) == {1: -100, 25: -100, 50: 0, 75: 50, 99: 50}
    assert (totals.net_times_staked, totals.staked_squared) == (2 * 500, 2 * 1000)


def test_a_proportion_of_zero_has_an_interval() -> None:
    assert wilson_interval(0, 100).low == 0
    assert 0.03 < (wilson_interval(0, 100).high or 0) < 0.04
    assert wilson_interval(50, 100).value == 0.5


def test_the_standard_errors_are_those_of_the_textbook() -> None:
    numbers = [np.array(each, np.int64) for each in ([-100, 50, 50, 0], [1] * 4, [10, 10, 20, 20], [0] * 4, [3] * 4)]
    head = run_header(ruleset(STAR), ruleset(STAR).sign({}), Request("x"), RollSource("x", 1))
    results = session_results(
        head,
        Bounds(1, NEVER, NEVER, 1),
        SessionTotals.of([PlayedSessions(*numbers)]),
        Expected(None, TooLarge("a test")),
        seconds=1,
        interrupted=False,
    )
    assert results.result.value == 0
    assert round(results.result_sigma, 6) == round((15000 / 3) ** 0.5 / 100, 6)
    assert results.result.high is not None
    assert round(results.result.high, 6) == round(1.959964 * results.result_sigma / 2, 6)
    assert results.return_to_player.value == 1
    assert round((results.return_to_player.high or 0) - 1, 6) == round(1.959964 * 15000**0.5 / 60, 6)
    assert results.coin_in == 0.15


def test_one_session_has_no_interval() -> None:
    played_once = PlayedSessions(*(np.array([each], np.int64) for each in (-1000, 5, 1000, 1000, 3)))
    head = run_header(ruleset(STAR), ruleset(STAR).sign({}), Request("x"), RollSource("x", 1))
    results = session_results(
        head,
        Bounds(1, NEVER, NEVER, 5),
        SessionTotals.of([played_once]),
        Expected(None, TooLarge("a test")),
        seconds=1,
        interrupted=False,
    )
    assert (results.result.low, results.result.high) == (None, None)
