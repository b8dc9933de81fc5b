"""Unknown names of wagers: what may be meant by them."""

import pytest

from croupier.catalogue import UnknownRulesetError, names, ruleset
from croupier.echo import UnknownNameError
from croupier.rulebook.nearest import nearest_wagers, unknown_wager
from croupier.rules.naming import wagers_named
from section_a import ADELAIDE, ARUZE, SICBO, STAR


@pytest.mark.parametrize(
    ("name", "typed", "wager"),
    [
        # A kind with a number that it does not have
        (STAR, "hardway:7", "hardway:4"),
        (STAR, "place 7", "place-win:4"),
        # The name in another document
        (STAR, "buy-win:4", "buy:4"),
        (ARUZE, "buy-lose:4", "lay:4"),
        # The start of a name or a part of it
        (STAR, "Don't", "dont-win"),
        (STAR, "line", "win-line"),
        (STAR, "snake", "craps-two"),
        (SICBO, "streak", "super-streak"),
        # Spelling
        (STAR, "plase-win:6", "place-win:6"),
        (STAR, "fied", "field"),
        (STAR, "hardwy", "hardway"),
        (ADELAIDE, "boxcers", "craps-twelve"),
    ],
)
def test_a_wager_is_suggested(name: str, typed: str, wager: str) -> None:
    assert nearest_wagers(ruleset(name), typed)[0] == wager


@pytest.mark.parametrize("name", names())
def test_what_nobody_could_mean_is_not_suggested(name: str) -> None:
    for typed in ("", "?", "q" * 100_000, "fire bet"):
        error = unknown_wager(ruleset(name), typed)
        assert error.nearest == ()
        assert "; its kinds are " in str(error)
        assert len(str(error)) < 700


@pytest.mark.parametrize("name", names())
def test_suggestions_are_names_of_wagers(name: str) -> None:
    rules = ruleset(name)
    for other in names():
        for typed in [*ruleset(other).aliases][:6]:
            assert all(wagers_named(rules, each) for each in nearest_wagers(rules, typed))


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("star", ("star-craps-2016", "star-sicbo-2016")),
        ("Sic Bo", ()),
        ("roulette", ("ministar-roulette-2018",)),
        ("star-craps-2017", ("star-craps-2016",)),
        ("nosuch", ()),
    ],
)
def test_a_rule_set_is_suggested_by_its_words_and_then_by_its_spelling(typed: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(UnknownRulesetError) as unknown:
        ruleset(typed)
    assert isinstance(unknown.value, UnknownNameError)
    assert unknown.value.nearest == nearest
