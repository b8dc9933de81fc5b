"""How a dealer calls an outcome: the pages print it, and decide nothing of it."""

import re
from pathlib import Path

import pytest

import croupier.terminal
from croupier.catalogue import names, ruleset
from croupier.rules.game import OutcomeCall
from croupier.rules.outcomes import OutcomeName

STAR, SIC_BO, ROULETTE = "star-craps-2016", "star-sicbo-2016", "ministar-roulette-2018"
STATIC = Path(croupier.terminal.__file__).parent / "static"


def called(name: str, outcome: str, **pucks: str) -> OutcomeCall:
    return ruleset(name).game.call(OutcomeName(outcome), pucks)


@pytest.mark.parametrize(
    ("outcome", "puck", "words", "means", "short", "beside"),
    [
        ("3-4", "come-out", "7", "a natural", "7", "a natural"),
        ("5-6", "come-out", "11", "a natural", "11", "a natural"),
        ("1-1", "come-out", "2", "craps", "2", "craps"),
        ("6-6", "come-out", "12", "craps", "12", "craps"),
        ("2-2", "come-out", "Hard 4", "the point", "Point 4", "2 2"),
        ("1-3", "come-out", "4", "the point", "Point 4", "1 3"),
        ("1-3", "point 4", "4", "the point is made", "4", "the point is made"),
        ("3-4", "point 4", "7", "seven out", "Seven out", "3 4"),
        ("5-6", "point 4", "11", "", "11", ""),
        ("3-3", "point 4", "Hard 6", "", "Hard 6", ""),
        ("3-4", None, "7", "", "7", ""),
    ],
)
def test_craps(outcome: str, puck: str | None, words: str, means: str, short: str, beside: str) -> None:
    call = called(STAR, outcome, **({"puck": puck} if puck else {}))
    assert (call.words, call.means, call.short, call.beside) == (words, means, short, beside)
    assert call.look == ("seven" if outcome == "3-4" else "total")


@pytest.mark.parametrize(
    ("outcome", "call"),
    [
        ("3-4-4", OutcomeCall("3, 4, 4, total 11", "big, odd", "11", "3 4 4, big, odd", "big")),
        ("1-1-2", OutcomeCall("1, 1, 2, total 4", "small, even", "4", "1 1 2, small, even", "small")),
        ("2-4-4", OutcomeCall("2, 4, 4, total 10", "small, even", "10", "2 4 4, small, even", "small")),
        ("4-4-4", OutcomeCall("4, 4, 4, total 12", "a triple", "12", "4 4 4, a triple", "triple")),
    ],
)
def test_sic_bo(outcome: str, call: OutcomeCall) -> None:
    assert called(SIC_BO, outcome, streak="any state") == call


@pytest.mark.parametrize(
    ("outcome", "call"),
    [
        ("0", OutcomeCall("Zero", "", "Zero", "", "green")),
        ("1", OutcomeCall("1 red", "odd", "1 red", "odd", "red")),
        ("17", OutcomeCall("17 black", "odd", "17 black", "odd", "black")),
        ("36", OutcomeCall("36 red", "even", "36 red", "even", "red")),
    ],
)
def test_roulette(outcome: str, call: OutcomeCall) -> None:
    assert called(ROULETTE, outcome) == call


@pytest.mark.parametrize("name", names())
def test_every_outcome_is_called_in_every_state_of_the_puck(name: str) -> None:
    rules = ruleset(name)
    puck = rules.pucks.get("puck")
    for outcome in rules.game.space.ways:
        for state in puck.states if puck else ("",):
            call = rules.game.call(outcome, {"puck": state} if puck else {})
            assert call.words
            assert call.short


def test_no_page_decides_what_a_result_is() -> None:
    """The words of the calls, and the red numbers, are in no module."""
    rules = re.compile(r"seven out|a natural|a triple|the point is made|\b1, 3, 5, 7, 9, 12\b", re.IGNORECASE)
    found = {file.name: rules.findall(file.read_text(encoding="utf-8")) for file in STATIC.glob("*.js")}
    assert {name: words for name, words in found.items() if words} == {}
