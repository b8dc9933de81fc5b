"""Parsing plays: what is read, and which sentence refuses an invalid one."""

import pytest

from croupier.catalogue import ruleset
from croupier.echo import UnknownNameError
from croupier.lab.play import PlayError, read_play
from plays import W1, played

CRAPS, SICBO, ROULETTE = "star-craps-2016", "star-sicbo-2016", "ministar-roulette-2018"


def stakes(name: str, text: str, **sign: object) -> dict[str, dict[str, int]]:
    return {stake.offer.id: dict(stake.rungs[0]) for stake in played(ruleset(name), text, **sign).stakes}


def test_amounts_are_dollars_and_odds_may_be_multiples() -> None:
    found = stakes(CRAPS, W1)
    assert found["place-win:6"] == {"up": 1200}
    assert set(found["behind-win-line"].values()) == {2000}
    assert stakes(ROULETTE, "red 2.50, straight:17 $1") == {"red": {"one spin": 250}, "straight:17": {"one spin": 100}}


def test_max_is_the_most_the_document_allows_at_each_point() -> None:
    found = stakes(CRAPS, "dont-win 10, behind-dont-win max, win-line 5, behind-win-line max")
    assert found["behind-dont-win"] == {
        **dict.fromkeys(("point 4", "point 10"), 4000),
        **dict.fromkeys(("point 5", "point 9"), 3000),
        **dict.fromkeys(("point 6", "point 8"), 2400),
    }
    assert set(found["behind-win-line"].values()) == {1000}
    assert set(stakes("adelaide-craps-2003", "pass 10, pass-odds max", odds_multiple=3)["pass-odds"].values()) == {3000}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            CRAPS,
            "field 5, plase-win:6 10",
            "play, part 2: star-craps-2016 has no wager 'plase-win:6'; did you mean place-win:6?",
        ),
        (
            CRAPS,
            "hard 6",
            "play, part 1: star-craps-2016: 'hard' is the name of 4 wagers; "
            "write hardway:4, hardway:6, hardway:8 or hardway:10",
        ),
        (
            CRAPS,
            "place-win:6 12, behind-win-line 2x",
            'play, behind-win-line: these odds ride on win-line, which is not in the play; add it, for example "win-line 10"',
        ),
        (
            CRAPS,
            "behind-come:6 10",
            'play, behind-come:6: these odds ride on come, which is not in the play; add it, for example "come 10"',
        ),
        (CRAPS, "win-line 10, behind-win-line 3x", "play, behind-win-line: $30.00 is over the limit of $20.00 at point 4"),
        (
            CRAPS,
            "dont-win 10, behind-dont-win 3x",
            "play, behind-dont-win: $30.00 is over the limit of $24.00 at point 6",
        ),
        (CRAPS, "win-line 10.005", "play, win-line: 10.005 is not in whole cents; write an amount such as 10 or 2.50"),
        (CRAPS, "win-line ten", "play, win-line: 'ten' is not an amount in dollars, such as 10 or 2.50"),
        (CRAPS, "win-line -5", "play, win-line: '-5' is not an amount in dollars, such as 10 or 2.50"),
        (CRAPS, "win-line 0", "play, win-line: the amount must be above 0"),
        (CRAPS, "win-line 2x", "play, win-line: '2x' is for odds only; write an amount in dollars, such as 10 or 2.50"),
        (CRAPS, "win-line 0.01, behind-win-line 0.5x", "play, behind-win-line: 0.5x of $0.01 is not in whole cents, or is 0"),
        (CRAPS, "horn 10.01", "play, horn: $10.01 does not divide into 4 equal pieces"),
        (CRAPS, "field 5, field 6", "play, field: listed twice; give it one amount"),
        (CRAPS, "come:6 10", "play, come:6: bets travel there by themselves; play come instead"),
        (CRAPS, "", 'play, part 1: it is empty; write a play such as "win-line 10, dont-win 2.50"'),
        (CRAPS, "field 5,", 'play, part 2: it is empty; write a play such as "win-line 10, dont-win 2.50"'),
        (
            CRAPS,
            "field",
            "play, part 1: 'field' is not a wager and an amount; write a play such as \"win-line 10, dont-win 2.50\"",
        ),
        (
            SICBO,
            "super-streak:small-big 10",
            "play, super-streak:small-big: the sign fixes this bet at $5.00, not $10.00",
        ),
    ],
)
def test_an_invalid_play_is_refused_in_one_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises((PlayError, UnknownNameError)) as refused:
        played(ruleset(name), text)
    assert str(refused.value) == sentence


def test_a_wager_of_a_play_may_go_by_a_word_of_the_trade() -> None:
    found = played(ruleset(CRAPS), "pass 10, odds 2x, hard 6 5, Place 8 12 martingale:3")
    assert [each.offer.id for each in found.stakes] == ["win-line", "behind-win-line", "hardway:6", "place-win:8"]
    assert [each.ladder.text for each in found.stakes][-1] == "martingale:3"


def test_a_document_that_takes_only_exact_stakes_refuses_others() -> None:
    rules = ruleset(CRAPS).under({"SC-06": "exact-stakes"})
    sign = rules.sign({"payout_unit": 100})
    read_play(rules, sign, "place-win:6 12")
    with pytest.raises(PlayError) as refused:
        read_play(rules, sign, "place-win:6 10")
    assert str(refused.value) == "play, place-win:6: $10.00 at 7/6 to 1 cannot be paid exactly (6.7)"
