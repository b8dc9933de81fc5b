"""Recorded outcomes, replayed through the transition tables."""

import pytest

from croupier.catalogue import ruleset
from croupier.lab.kernels import Tally
from croupier.lab.recorded_rolls import RecordingError, read_outcomes, replay
from croupier.lab.transition_tables import compile_play
from plays import W1, played


def read(name: str, text: str) -> list[str]:
    return list(read_outcomes(ruleset(name).game.space, text.splitlines(), "rolls.txt"))


def test_separators_and_comments_are_free() -> None:
    assert read("star-craps-2016", "3-4\n# a comment\n\n4 3\n 6,6  # and another\n") == ["3-4", "3-4", "6-6"]
    assert read("star-sicbo-2016", "3-1-2\n1 2 3") == ["1-2-3", "1-2-3"]
    assert read("ministar-roulette-2018", "17\n0\n") == ["17", "0"]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "star-craps-2016",
            "3-4\n7-1",
            "rolls.txt, line 2: '7-1' is not an outcome of two dice;"
            " write one face from 1 to 6 for each die, such as 3-4 or 3 4",
        ),
        (
            "star-craps-2016",
            "3-4-5",
            "rolls.txt, line 1: '3-4-5' is not an outcome of two dice;"
            " write one face from 1 to 6 for each die, such as 3-4 or 3 4",
        ),
        (
            "star-sicbo-2016",
            "eleven",
            "rolls.txt, line 1: 'eleven' is not an outcome of three dice;"
            " write one face from 1 to 6 for each die, such as 1-2-3 or 1 2 3",
        ),
        (
            "ministar-roulette-2018",
            "37",
            "rolls.txt, line 1: '37' is not an outcome of the wheel; write the number of a pocket, such as 17",
        ),
    ],
)
def test_an_invalid_line_is_refused_with_its_number(name: str, text: str, sentence: str) -> None:
    with pytest.raises(RecordingError) as refused:
        read(name, text)
    assert str(refused.value) == sentence


def test_recorded_outcomes_are_played_to_the_cent() -> None:
    rules = ruleset("star-craps-2016")
    tables = compile_play(played(rules, W1))
    # The line wins on the come-out 7. The 8 pays a place bet. The last 7 takes the line, its odds and both place bets.
    outcomes = read_outcomes(rules.game.space, ["3-4", "2-2", "4-4", "1-6"], "")
    assert replay(tables, outcomes) == Tally(1000 + 1400 - 1000 - 2000 - 1200 - 1200, 6, 4)


def test_commission_is_paid_before_the_roll_that_a_bet_is_made_for() -> None:
    rules = ruleset("aruze-craps-2024")
    tables = compile_play(played(rules, "buy:6 20"))
    outcomes = read_outcomes(rules.game.space, ["3-3", "1-2"], "")
    assert replay(tables, outcomes) == Tally(2400 - 100 - 100, 1, 2)
