"""The known strategies: each is read, compiled and solved under every document of its game."""

from fractions import Fraction

import pytest

from croupier.catalogue import names, ruleset
from croupier.echo import UnknownNameError
from croupier.lab.play import PlayError
from croupier.lab.strategies.library import LIBRARY
from croupier.lab.strategies.page import strategy_page
from croupier.lab.strategies.reading import read_strategy
from croupier.lab.strategies.way import read_way, way_text

STAR, ROULETTE = ruleset("star-craps-2016"), ruleset("ministar-roulette-2018")


@pytest.mark.parametrize("name", LIBRARY)
def test_every_known_strategy_is_read_under_every_document_of_its_games(name: str) -> None:
    for rules in map(ruleset, names()):
        if rules.game.title in LIBRARY[name].texts:
            assert read_strategy(rules, rules.sign({}), way_text(rules, name)).clauses


@pytest.mark.parametrize(
    ("name", "hold"), [("paroli", "1/37"), ("dalembert", "1/37"), ("oscars-grind", "1/37"), ("james-bond", "1/37")]
)
def test_no_progression_changes_what_the_wheel_keeps(name: str, hold: str) -> None:
    way = read_way(ROULETTE, ROULETTE.sign({}), name)
    assert way.exact is not None
    assert way.exact.hold == Fraction(hold)


@pytest.mark.parametrize("said", ["Iron Cross", "iron cross", " iron-cross "])
def test_a_strategy_goes_by_its_title_too(said: str) -> None:
    assert way_text(STAR, said) == LIBRARY["iron-cross"].texts["Craps"]
    assert way_text(STAR, "Oscar's Grind") == LIBRARY["oscars-grind"].texts["Craps"]
    assert way_text(STAR, "3-2-1") == LIBRARY["three-two-one"].texts["Craps"]


def test_a_progression_is_played_on_any_wager() -> None:
    assert way_text(STAR, "martingale on field 5") == "field 5 martingale:6"
    with pytest.raises(PlayError, match="iron-cross is no progression"):
        way_text(STAR, "iron-cross on field 5")


def test_names_that_do_not_fit_are_answered() -> None:
    with pytest.raises(UnknownNameError, match="did you mean martingale"):
        way_text(STAR, "martingal")
    with pytest.raises(UnknownNameError, match="there is no strategy 'iron cros'; did you mean iron-cross"):
        way_text(STAR, "iron cros")
    with pytest.raises(PlayError, match=r"mine\.py:peak is a Python function, which plays alone: --strategy mine\.py:peak"):
        way_text(STAR, "mine.py:peak")
    with pytest.raises(PlayError, match='pass is a wager; write how much to bet, such as "pass 10"'):
        way_text(STAR, "pass")
    with pytest.raises(PlayError, match="james-bond is played at Roulette, not at star-craps-2016"):
        way_text(STAR, "james-bond")


def test_the_page_says_how_it_plays_costs_and_fails() -> None:
    page = strategy_page(read_way(ROULETTE, ROULETTE.sign({}), "two-dozens"), 20_000)
    assert page.facts["How it fails"] == LIBRARY["two-dozens"].fails
    assert [grid.title for grid in page.grids] == [
        "How it plays",
        "An hour of 40 spins, in the long run",
        "An evening of 4 hours with $200.00",
    ]
    cost = {row[0]: row[1:] for row in page.grids[1].rows}
    assert cost["cost"] == ("$43.24", "1600/37")
    assert cost["share that the house keeps"] == ("2.703 %", "1/37")


def test_a_strategy_without_a_long_run_says_so() -> None:
    way = read_way(ROULETTE, ROULETTE.sign({}), "red 10, leave with bankroll above 300")
    page = strategy_page(way, 20_000)
    assert [grid.title for grid in page.grids] == ["How it plays", "An evening of 4 hours with $200.00"]
    assert page.notes[0] == "No long run: what it bets depends on the bankroll, so only sessions have figures."
