"""Side by side: what differs between documents, and only that."""

from croupier.catalogue import ruleset, variant
from croupier.rulebook.comparing import Comparison, compare

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"


def told(found: Comparison, wager: str) -> dict[str, tuple[str, str]]:
    """What differs about a wager."""
    (pair,) = (pair for pair in found.wagers if wager in pair.here)
    return {each.what: (each.here, each.there) for each in pair.differences}


def test_a_rule_set_does_not_differ_from_itself() -> None:
    found = compare(ruleset(STAR), ruleset(STAR))
    assert (found.only_here, found.only_there, found.policies, found.wagers) == ((), (), (), ())
    assert found.same == len(ruleset(STAR).offers)


def test_two_craps_documents() -> None:
    found = compare(ruleset(STAR), ruleset(ADELAIDE))
    assert [offer.id for offer in found.only_here] == [f"horn-high:{n}" for n in (2, 3, 11, 12)]
    assert [offer.id for offer in found.only_there] == ["world"]
    assert told(found, "dont-win")["decided"] == (
        "is a push on a total of 2 (come-out) and wins on a total of 12 (come-out)",
        "wins on a total of 2 (come-out) and is a push on a total of 12 (come-out)",
    )
    assert told(found, "hardway:6")["odds"] == ("9.5 to 1", "9 to 1")
    assert told(found, "hardway:6")["edge"] == ("1/22 = 4.545%", "1/11 = 9.091%")
    assert told(found, "behind-win-line")["cap"] == ("at most 2 times", "at most odds multiple on the sign")
    assert told(found, "crap-eleven")["name"] == ("Crap-Eleven", "Craps Eleven")
    assert "minimum" in {each.what for each in found.policies}


def test_wagers_of_other_names_find_each_other() -> None:
    found = compare(ruleset(STAR), ruleset(ARUZE))
    pairs = {here: there for pair in found.wagers for here, there in zip(pair.here, pair.there, strict=True)}
    assert pairs["win-line"] == "pass-line"
    assert pairs["place-win:6"] == "place:6"
    assert pairs["big-6"] == "big-6"
    assert pairs["eleven"] == "e"
    assert told(found, "place-win:6")["off"] == ("on a come-out roll", "never")
    # The same odds in other words are no difference.
    assert "odds" not in told(found, "hardway:4")


def test_one_rule_set_under_two_readings() -> None:
    found = compare(ruleset(STAR), variant(f"{STAR}+SC-12=stays-up"))
    assert [pair.here for pair in found.wagers] == [("dont-win",), ("dont-come",)]
    assert told(found, "dont-win") == {
        "decided": ("is a push on a total of 2 (come-out)", ""),
        "edge": ("3/220 = 1.364%", "27/1925 = 1.403%"),
    }


def test_other_games_share_nothing() -> None:
    found = compare(ruleset(STAR), ruleset("star-sicbo-2016"))
    assert len(found.only_here) == len(ruleset(STAR).offers)
    assert found.wagers == ()
