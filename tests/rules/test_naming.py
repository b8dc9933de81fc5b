"""The names of wagers: ids, kinds, words of the trade and titles."""

from dataclasses import replace

import pytest

from croupier.catalogue import names, ruleset
from croupier.rules.error import RuleError
from croupier.rules.naming import folded, wager_named, wagers_named
from section_a import ADELAIDE, ARUZE, MINISTAR, SICBO, STAR

HARDWAYS = ("hardway:4", "hardway:6", "hardway:8", "hardway:10")


@pytest.mark.parametrize(
    ("name", "said", "wagers"),
    [
        (STAR, "win-line", ("win-line",)),
        (STAR, "pass", ("win-line",)),
        (STAR, "Don't Pass", ("dont-win",)),
        (STAR, "hard 6", ("hardway:6",)),
        (STAR, "Hard Six", ("hardway:6",)),
        (STAR, "hardway_6", ("hardway:6",)),
        (STAR, "hardway", HARDWAYS),
        (STAR, "hardways", HARDWAYS),
        (STAR, "hard", HARDWAYS),
        (STAR, "any 7", ("any-seven",)),
        (STAR, "C&E", ("crap-eleven",)),
        (STAR, "come", ("come",)),
        (STAR, "come 6", ("come:6",)),
        (ADELAIDE, "pass line", ("pass",)),
        (ADELAIDE, "lay 4", ("buy-lose:4",)),
        (ARUZE, "yo", ("e",)),
        (ARUZE, "boxcars", ("hop:6-6",)),
        (SICBO, "big-small", ("super-streak:small-big",)),
        (SICBO, "sum 10", ("total:10",)),
        (MINISTAR, "number 17", ("straight:17",)),
        (MINISTAR, "voisins du zéro", ()),
        (MINISTAR, "1-18", ("low",)),
        (STAR, "", ()),
        (STAR, "?", ()),
    ],
)
def test_a_wager_goes_by_several_names(name: str, said: str, wagers: tuple[str, ...]) -> None:
    assert wagers_named(ruleset(name), said) == wagers
    assert wager_named(ruleset(name), said) == (wagers[0] if len(wagers) == 1 else None)


@pytest.mark.parametrize("name", names())
def test_every_id_every_kind_and_every_title_is_a_name(name: str) -> None:
    rules = ruleset(name)
    for id in rules.addresses:
        assert wager_named(rules, id) == id
    for offer in rules.offers:
        assert offer.id in wagers_named(rules, offer.kind)
        assert offer.id in wagers_named(rules, offer.wager.title)


@pytest.mark.parametrize("name", names())
def test_no_two_wagers_have_the_same_folded_id(name: str) -> None:
    ids = ruleset(name).addresses
    assert len({folded(id) for id in ids}) == len(ids)


@pytest.mark.parametrize("name", names())
def test_every_alias_is_a_name_of_something_that_is_offered(name: str) -> None:
    rules = ruleset(name)
    for word, wager in rules.aliases.items():
        assert set(wagers_named(rules, word.replace("*", ""))) >= set(wagers_named(rules, wager.removesuffix(":*"))) > set(), (
            word
        )


@pytest.mark.parametrize("name", names())
def test_names_do_not_change_the_fingerprint(name: str) -> None:
    rules = ruleset(name)
    assert rules.aliases
    assert replace(rules, aliases={}).fingerprint == rules.fingerprint


def test_a_word_for_what_is_left_out_is_no_name() -> None:
    rules = ruleset(SICBO).without(["super-streak"])
    assert wagers_named(rules, "big-small") == ()


@pytest.mark.parametrize(
    ("aliases", "sentence"),
    [
        ({"come": "field"}, "alias come: come is the name of another wager"),
        ({"Hard *": "hardway:*"}, r"alias Hard \*: write it in lower case with hyphens, as in hard-\*"),
    ],
)
def test_a_wrong_alias_does_not_import(aliases: dict[str, str], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        replace(ruleset(STAR), aliases=aliases)
