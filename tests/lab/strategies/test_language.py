"""The language of strategies: what is read, how it is printed and read aloud, and what is refused."""

import pytest

from croupier.catalogue import ruleset
from croupier.echo import UnknownNameError
from croupier.lab.play import PlayError
from croupier.lab.strategies.aloud import read_aloud
from croupier.lab.strategies.reading import read_strategy
from croupier.rules.ruleset import Ruleset

STAR, ROULETTE = ruleset("star-craps-2016"), ruleset("ministar-roulette-2018")


def strategy(text: str, rules: Ruleset = STAR) -> str:
    return str(read_strategy(rules, rules.sign({}), text))


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("pass 10, odds 2x", "win-line 10, behind-win-line 2x"),
        ("pass 10, odds max", "win-line 10, behind-win-line max"),
        ("pass 10, odds 1.5x", "win-line 10, behind-win-line 1.5x"),
        ("field 2.50 while the point is on", "field 2.50 while point on"),
        ("place 6 12 while point is not 6 or 8", "place-win:6 12 while point is not 6 or 8"),
        ("come 10 with fewer than 2 come bets", "come 10 with fewer than 2 come bets"),
        ("come 10 with at least 1 place bet working", "come 10 with at least 1 place bet"),
        ("pass 10 martingale:4 after a loss", "win-line 10 martingale:4 after 1 loss"),
        ("pass 10 before 3 losses in a row of pass", "win-line 10 before 3 losses in a row of win-line"),
        ("place 6 12, press place 6 by 6 up to 60 on a win of place 6", None),
        ("place 6 12, press place 6 to 60 after 4 rolls and with bankroll above 600", None),
        ("place 6 30, regress place to 6 after 1 win of place", None),
        ("pass 10, take down everything with bankroll below 100.50", None),
        ("place 6 12, call off place while point is 4 or 10, call on place 6 on a loss", None),
        ("pass 10, leave after 12 losses", None),
    ],
)
def test_a_strategy_prints_as_it_is_read(written: str, printed: str | None) -> None:
    found = strategy(written)
    assert strategy(found) == found
    assert printed is None or found == printed


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            "pass 10, odds",
            "play, part 2: 'odds' is not clear; write a wager and an amount, press, regress, take down, call on,",
        ),
        ("pass 10 while raining", "play, part 1: 'while raining' is not a condition; write while point on,"),
        ("pass 10 while point is 7", "play, part 1: the point is never 7"),
        ("pass 10 after 99 rolls", "play, part 1: 'after 99 rolls': a count goes from 1 to 60"),
        ("leave", "play: nothing is ever bet; begin with a wager and an amount"),
        ("odds 2x", "play, behind-win-line: these odds ride on win-line, which is not bet;"),
        ("pass 2x", "play, part 1: '2x' is for odds only;"),
        ("pass 10, pass 20 after a win", "play, win-line: it is bet at two amounts;"),
        ("come 10, press come to 20", "play, come: only a bet that the strategy makes in dollars,"),
        ("pass 10, press place to 6", "play, place: only a bet that the strategy makes in dollars,"),
        ("place 6 12, press place 6", "play, part 2: 'press place 6' is not clear; write \"press WAGER by AMOUNT up to"),
        ("place 6 12, press place 6 by 6 on a win", "play, part 2: a press needs a limit: press place-win:6 by 6 up to 60"),
        ("come:6 10", "play, part 1: bets travel to come:6 by themselves; bet come instead"),
        ("come 10 martingale:3", "play, come: several of these bets can stand, or the sign fixes the stake: no ladder"),
        ("pass 10 sometimes", "play, part 1: 'sometimes' is not a ladder;"),
        ("", "play, part 1: it is empty; write a clause such as"),
        ("pass 10," * 60, "strategy: longer than 40 clauses or 2,000 characters"),
    ],
)
def test_one_sentence_refuses_what_is_not_clear(written: str, sentence: str) -> None:
    with pytest.raises(PlayError) as refused:
        strategy(written)
    assert str(refused.value).startswith(sentence)


def test_an_unknown_wager_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as refused:
        strategy("pass 10 on a win of plaice 6")
    assert "did you mean" in str(refused.value)


def test_a_game_without_a_point_has_no_condition_on_it() -> None:
    with pytest.raises(PlayError, match="has no point"):
        strategy("red 10 while point on", ROULETTE)


def test_a_strategy_is_read_aloud() -> None:
    text = (
        "pass 10, odds 2x, come 10 while point on and with fewer than 2 come bets, come-odds max,"
        " place 6 12 while point is not 6, press place 6 by 6 up to 60 on a win of place 6,"
        " regress place 6 to 6 after 2 wins, take down place after 4 rolls,"
        " call off place with bankroll below 50, leave before 1 loss in a row"
    )
    assert read_aloud(read_strategy(STAR, STAR.sign({}), text)) == [
        "Bet $10 on Win Line.",
        "Put 2 times the flat bet on Behind the Win Line.",
        "While a point is on and while fewer than two come bets stand, bet $10 on Come.",
        "Put the most odds allowed on every come odds bet.",
        "While the point is not 6, bet $12 on Place Bet to Win 6.",
        "When the last roll brought a win of Place Bet to Win 6, press Place Bet to Win 6 by $6, up to $60.",
        "After two wins of this hand, regress Place Bet to Win 6 to $6.",
        "After four rolls of this hand, take down every place bet.",
        "With less than $50 in all, call every place bet off.",
        "Before one loss in a row, leave the table.",
    ]
