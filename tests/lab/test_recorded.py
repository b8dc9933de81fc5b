"""Recorded outcomes, played through the tables of a simulation."""

import pytest

from croupier.catalogue import ruleset
from croupier.lab.kernels import Tally
from croupier.lab.recorded import RecordingError, outcomes, replayed
from croupier.lab.tables import compiled
from plays import W1, played


def read(name: str, text: str) -> list[str]:
    return list(outcomes(ruleset(name).game.space, text.splitlines(), "rolls.txt"))


def test_a_file_is_read_as_people_write_it() -> None:
    assert read("star-craps-2016", "3-4\n# a comment\n\n4 3\n 6,6  # and another\n") == ["3-4", "3-4", "6-6"]
    assert read("star-sicbo-2016", "3-1-2\n1 2 3") == ["1-2-3", "1-2-3"]
    assert read("ministar-roulette-2018", "17\n0\n") == ["17", "0"]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "star-craps-2016",
            "3-4\n7-1",
            "rolls.txt, line 2: two dice can never show '7-1'; write one face from 1 to 6 for each die, as in 3-4 or 3 4",
        ),
        (
            "star-craps-2016",
            "3-4-5",
            "rolls.txt, line 1: two dice can never show '3-4-5'; write one face from 1 to 6 for each die, as in 3-4 or 3 4",
        ),
        (
            "star-sicbo-2016",
            "eleven",
            "rolls.txt, line 1: three dice can never show 'eleven';"
            " write one face from 1 to 6 for each die, as in 1-2-3 or 1 2 3",
        ),
        (
            "ministar-roulette-2018",
            "37",
            "rolls.txt, line 1: the wheel can never show '37'; write the number of a pocket, as in 17",
        ),
    ],
)
def test_a_line_that_is_no_outcome_is_named(name: str, text: str, sentence: str) -> None:
    with pytest.raises(RecordingError) as refused:
        read(name, text)
    assert str(refused.value) == sentence


def test_what_fell_is_played_to_the_cent() -> None:
    rules = ruleset("star-craps-2016")
    tables = compiled(played(rules, W1))
    # The line wins on the come-out 7 and loses with its odds and both place bets on the 7 after the 4; an 8 has paid before.
    fell = outcomes(rules.game.space, ["3-4", "2-2", "4-4", "1-6"], "")
    assert replayed(tables, fell) == Tally(1000 + 1400 - 1000 - 2000 - 1200 - 1200, 6, 4)


def test_commission_is_paid_before_the_roll_that_a_bet_is_made_for() -> None:
    rules = ruleset("aruze-craps-2024")
    tables = compiled(played(rules, "buy:6 20"))
    fell = outcomes(rules.game.space, ["3-3", "1-2"], "")
    assert replayed(tables, fell) == Tally(2400 - 100 - 100, 1, 2)
