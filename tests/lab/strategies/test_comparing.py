"""Strategies beside each other: the same rolls for each, and the figures of each alone."""

import pytest

from croupier.catalogue import ruleset
from croupier.lab.play import PlayError
from croupier.lab.session_distribution import TooLarge, session_law
from croupier.lab.sessions import NEVER, Bounds, End
from croupier.lab.simulation import Engine
from croupier.lab.strategies.comparing import StrategyComparison, compared_chunks, comparison_report, expanded, play_compared
from croupier.lab.strategies.way import read_way

ROULETTE = ruleset("ministar-roulette-2018")
BOUNDS = Bounds(10_000, NEVER, NEVER, 40)


def compared(*texts: str, engine: Engine = Engine.NUMPY) -> StrategyComparison:
    found = StrategyComparison([read_way(ROULETTE, ROULETTE.sign({}), text) for text in texts])
    for chunk in compared_chunks(found.ways, BOUNDS, seed=7, sessions=2000, engine=engine):
        found.add(play_compared(chunk))
    return found


def test_a_grid_stands_for_every_choice() -> None:
    assert expanded("red {5,10} martingale:{4,6}") == [
        "red 5 martingale:4",
        "red 5 martingale:6",
        "red 10 martingale:4",
        "red 10 martingale:6",
    ]
    assert expanded("red 10") == ["red 10"]
    with pytest.raises(PlayError, match="more than 64"):
        expanded("red {1,2,3,4,5,6,7,8,9} martingale:{2,3,4,5,6,7,8,9}")


@pytest.mark.parametrize("engine", Engine)
def test_all_of_them_play_the_same_rolls(engine: Engine) -> None:
    """Red and black never win together: with $1 each, the one ends ahead exactly when the other ends behind it."""
    found = compared("red 1", "black 1", "red 1", engine=engine)
    assert found.totals[0].net == found.totals[2].net
    assert found.ahead[0, 2] == found.ahead[2, 0] == 0
    even = found.sessions - found.ahead[0, 1] - found.ahead[1, 0]
    assert 0 < even < found.sessions / 4  # as many reds as blacks


def test_the_report_has_a_line_for_each_and_a_chance_for_each_pair() -> None:
    found = compared("red 1", "straight:17 1", "red 5, leave with bankroll above 120")
    laws = [session_law(way.parts, ROULETTE.game.space, BOUNDS) for way in found.ways]
    report = comparison_report(ROULETTE, BOUNDS, found, laws, "numpy, seed 7")
    table, matrix = report.grids
    assert [row[0] for row in table.rows] == ["red 1", "straight:17 1", "red 5, leave with bankroll above 120"]
    assert [row[1][0] for row in table.rows] == ["=", "=", "~"]
    assert matrix.rows[1][2] == ""
    assert report.records[0]["cost_per_hour"] == f"{40 / 37:.4f}"
    assert abs(float(report.records[2]["result"]) - float(report.records[2]["exact_result"])) < 3


def test_ruin_without_an_exact_figure_has_its_interval() -> None:
    found = compared("red 20 martingale:3", "red 1")
    laws = [TooLarge("a test"), session_law(found.ways[1].parts, ROULETTE.game.space, BOUNDS)]
    table, _ = comparison_report(ROULETTE, BOUNDS, found, laws, "numpy, seed 7").grids
    ruined = found.totals[0].end[End.RUIN]
    assert ruined
    simulated, interval = table.rows[0][4].split(" (")
    low, high = (float(each.removesuffix(")").removesuffix(" %")) for each in interval.split(" to "))
    assert simulated == f"{100 * ruined / found.sessions:.3f} %"
    assert low < 100 * ruined / found.sessions < high < low + 5
    assert table.rows[1][4] == "0.000 %"
