"""Sets of outcomes: their words, their ways, and impossible ones."""

import pytest

from croupier.games.craps.dice import DICE, easy, hard, pair, total
from croupier.games.roulette.wheel import pockets
from croupier.games.sicbo.dice import total as three_dice_total
from croupier.rules.error import RuleError
from croupier.rules.outcomes import dice, listed


def test_a_set_of_outcomes_prints_in_words() -> None:
    assert str(total(7, 11)) == "a total of 7 or 11"
    assert str(hard(8)) == "a hard 8"
    assert str(total(7, 8) - hard(8)) == "a total of 7 or 8 except a hard 8"


def test_dice_are_counted_in_equally_likely_ways() -> None:
    assert [total(n).ways for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert DICE.total_ways == 36
    assert dice(3).total_ways == 216
    assert len(dice(3).ways) == 56


def test_hard_and_easy_make_up_the_total() -> None:
    assert hard(6).names | easy(6).names == total(6).names
    assert not hard(6).names & easy(6).names


@pytest.mark.parametrize(
    ("impossible", "sentence"),
    [
        (lambda: total(13), "two dice can never show a total of 13"),
        (lambda: hard(7), "two dice can never show a hard 7"),
        (lambda: pair("0-7"), "two dice can never show 0-7"),
        (lambda: three_dice_total(2), "three dice can never show a total of 2"),
        (lambda: pockets(37), "the wheel can never show 37"),
    ],
)
def test_an_outcome_outside_the_space_is_refused_in_a_sentence(impossible: object, sentence: str) -> None:
    assert callable(impossible)
    with pytest.raises(RuleError) as refused:
        impossible()
    assert str(refused.value) == sentence


def test_dice_name_an_outcome_in_any_order_or_none_at_all() -> None:
    assert DICE.name([6, 2]) == "2-6"
    assert DICE.name([7, 1]) is None
    assert DICE.name([1]) is None


def test_a_list_is_written_as_it_is_said() -> None:
    assert listed([2, 3, 12]) == "2, 3 or 12"
    assert listed(["one"]) == "one"
    assert listed([1, 2], "and") == "1 and 2"
