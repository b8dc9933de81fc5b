"""Suggest the name that a mistyped one stands for."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from croupier.catalogue import names, ruleset
from croupier.echo import MAX_ECHO, spelled_like
from croupier.rulebook.counterparts import counterparts
from croupier.rules.ruleset import Ruleset

FEW_LETTERS = 3
"""A name with fewer letters is contained in too many others."""


def suggest_wager(rules: Ruleset, name: str) -> str:
    """Return the id of the wager that is most likely meant.

    First come ids and titles that start with the name or contain it. Next come those of the other documents of the game, so
    that "pass" finds the line bet of any craps document. Similar spelling comes last.
    """
    titles = _titles(rules)
    return _containing(name, titles) or _named_elsewhere(rules, name) or suggest(name, titles)


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a known name that starts with the name or contains it, or else the one with the most similar spelling."""
    names = {each: each for each in known}
    (closest,) = get_close_matches(name[:MAX_ECHO], names, 1, cutoff=0)
    return _containing(name, names) or closest


def similar(name: str, known: Iterable[str]) -> str | None:
    """Return a known name that starts with the name, contains it or is spelled much like it; None if there is none."""
    names = {each: each for each in known}
    found = _containing(name, names) if len(_letters(name)) >= FEW_LETTERS else None
    return found or spelled_like(name, names)


def _titles(rules: Ruleset) -> Mapping[str, str]:
    return {offer.id: offer.wager.title for offer in rules.offers}


def _containing(name: str, titles: Mapping[str, str]) -> str | None:
    """Return the first id that starts with the name, by itself or by its title; else the first that contains it."""
    word = _letters(name)
    texts = {id: (_letters(id), _letters(title)) for id, title in titles.items()}
    starting = (id for id, both in texts.items() if any(text.startswith(word) for text in both))
    containing = (id for id, both in texts.items() if any(word in text for text in both))
    return next(starting, None) or next(containing, None)


def _letters(text: str) -> str:
    return "".join(letter for letter in text[:MAX_ECHO].lower() if letter.isalnum())


def _named_elsewhere(rules: Ruleset, name: str) -> str | None:
    """Return the counterpart of a wager that goes by this name in another document of the game."""
    for other in _same_game(rules):
        found = _containing(name, _titles(other))
        if found and (here := counterparts(other, rules).get(found)):
            return here.id
    return None


def _same_game(rules: Ruleset) -> Iterator[Ruleset]:
    for name in names():
        if name != rules.id and (other := ruleset(name)).game.space is rules.game.space:
            yield other
