"""Odds as a document prints them."""

from fractions import Fraction

import pytest

from croupier.rules.error import RuleError
from croupier.rules.odds import odds, odds_table


def test_odds_are_exact_and_keep_their_words() -> None:
    assert odds("7 to 6").rate == Fraction(7, 6)
    assert odds("7.5 to 1").rate == odds("15 to 2").rate == Fraction(15, 2)
    assert str(odds("15 to 2")) == "15 to 2"


@pytest.mark.parametrize("text", ["7 for 6", "7:6", "7-6", "seven to six", "7 to", "-7 to 6", "7 to 6 to 5", ""])
def test_what_is_not_odds_is_refused_with_how_to_write_them(text: str) -> None:
    with pytest.raises(RuleError) as refused:
        odds(text)
    assert str(refused.value) == f'"{text}" is not odds: write what is won and what is staked, as in "7 to 6"'


@pytest.mark.parametrize("text", ["0 to 1", "1 to 0"])
def test_odds_of_nothing_are_refused(text: str) -> None:
    with pytest.raises(RuleError, match="both numbers must be above zero"):
        odds(text)


def test_a_row_of_a_table_knows_its_clause() -> None:
    assert odds_table("8.1", {"hard-4": "7.5 to 1"})["hard-4"].clause == "8.1:hard-4"
