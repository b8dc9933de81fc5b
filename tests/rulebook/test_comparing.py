"""The comparison of two rule sets shows all differences, and only differences."""

import pytest

from croupier.catalogue import names, ruleset, variant
from croupier.games.craps.dice import COME_OUT
from croupier.games.craps.wagers import one_roll
from croupier.rulebook.comparing import TERMS, Comparison, compare
from croupier.rules.odds import odds
from croupier.rules.reading import change
from croupier.rules.terms import AfterWin, Over, Shrinking, Span, wins_up_to

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"


def told(found: Comparison, wager: str) -> dict[str, tuple[str, str]]:
    """The differences of one wager."""
    (pair,) = (pair for pair in found.wagers if wager in pair.here)
    return {each.what: (each.here, each.there) for each in pair.differences}


def test_a_rule_set_does_not_differ_from_itself() -> None:
    found = compare(ruleset(STAR), ruleset(STAR))
    assert (found.only_here, found.only_there, found.policies, found.procedures, found.wagers) == ((), (), (), (), ())
    assert found.same == tuple(offer.id for offer in ruleset(STAR).offers)


def test_two_craps_documents() -> None:
    found = compare(ruleset(STAR), ruleset(ADELAIDE))
    assert [offer.id for offer in found.only_here] == [f"horn-high:{n}" for n in (2, 3, 11, 12)]
    assert [offer.id for offer in found.only_there] == ["world"]
    assert told(found, "dont-win")["decided"] == (
        "is a push on a total of 2 (first roll) and wins on a total of 12 (first roll)",
        "wins on a total of 2 (first roll) and is a push on a total of 12 (first roll)",
    )
    assert told(found, "hardway:6")["odds"] == ("9.5 to 1", "9 to 1")
    assert told(found, "hardway:6")["edge"] == ("1/22 = 4.545%", "1/11 = 9.091%")
    assert told(found, "behind-win-line")["cap"] == (
        "at most 2 times the flat bet",
        "at most the flat bet times the odds multiple on the sign",
    )
    assert told(found, "crap-eleven")["name"] == ("Crap-Eleven", "Craps Eleven")
    assert "minimum" in {each.what for each in found.policies}


def test_wagers_of_other_names_find_each_other() -> None:
    found = compare(ruleset(STAR), ruleset(ARUZE))
    pairs = {here: there for pair in found.wagers for here, there in zip(pair.here, pair.there, strict=True)}
    assert pairs["win-line"] == "pass-line"
    assert pairs["place-win:6"] == "place:6"
    assert pairs["big-6"] == "big-6"
    assert pairs["eleven"] == "e"
    assert pairs["crap-eleven"] == "c-and-e"
    assert told(found, "place-win:6")["off"] == ("on a come-out roll", "never")
    # The same odds in different words are not a difference.
    assert "odds" not in told(found, "hardway:4")


def test_one_rule_set_under_two_readings() -> None:
    found = compare(ruleset(STAR), variant(f"{STAR}+SC-12=stays-up"))
    assert [pair.here for pair in found.wagers] == [("dont-win",), ("dont-come",)]
    assert told(found, "dont-win") == {
        "decided": ("is a push on a total of 2 (first roll)", "stands on a total of 2 (first roll)"),
        "edge": ("3/220 = 1.364%", "27/1925 = 1.403%"),
    }


def test_other_games_share_nothing() -> None:
    found = compare(ruleset(STAR), ruleset("star-sicbo-2016"))
    assert len(found.only_here) == len(ruleset(STAR).offers)
    assert found.wagers == ()


@pytest.mark.parametrize("name", names())
def test_no_other_reading_is_called_the_same(name: str) -> None:
    """The comparison shows the effect of every value of every reading, rejected ones included."""
    rules = ruleset(name)
    for reading in rules.readings:
        for value, changes in (*reading.otherwise.items(), *reading.rejected.items()):
            found = compare(rules, rules.changed(changes))
            assert found.policies or found.procedures or found.wagers, (reading.id, value)


def test_the_same_odds_on_other_totals_are_a_difference() -> None:
    rules = ruleset(STAR)
    pays = (odds("2 to 1"), odds("3 to 1"))
    here, there = (
        rules.changed([change("field", wager=one_roll("Field", {(2,): two, (12,): twelve}))])
        for two, twelve in (pays, tuple(reversed(pays)))
    )
    assert told(compare(here, there), "field")["odds"] == ("2 to 1 and 3 to 1", "3 to 1 and 2 to 1")


def test_every_term_is_compared() -> None:
    """An offer that differs in every term has every term in its differences."""
    rules = ruleset(STAR)
    other = rules.changed(
        [
            change(
                "behind-come",
                at_most=wins_up_to({f"point {n}": n for n in (4, 5, 6, 8, 9, 10)}, clause="6.1.7.1"),
                grows=Span.NEVER,
                comes_down=Span.NEVER,
                back_up=COME_OUT,
                sleeps=None,
                over_cap=Over.SETTLED_TO_LIMIT,
                when_flat_shrinks=Shrinking.LEAVES,
                limited=True,
                optional=True,
                outlives_voids=True,
                after_win=AfterWin.MAY_STAY_UP,
                warning="Mind it.",
                placed=COME_OUT,
            )
        ]
    )
    found = told(compare(rules, other), "behind-come:4")
    assert set(TERMS) - set(found) == {"begins", "commission", "stake", "divides into its parts", "counts together with"}
    assert found["cap"][1].startswith("wins at most 4 times at point 4, 5 times at point 5")
