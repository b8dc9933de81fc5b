"""Unknown names of wagers, and the wagers that may be meant by them."""

from collections.abc import Iterable, Iterator

from croupier.catalogue import names, ruleset
from croupier.echo import UnknownNameError, echo
from croupier.rulebook.counterparts import counterparts
from croupier.rules.naming import folded, wagers_named
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset

MOST = 3
"""The most wagers that are offered for an unknown name, unless they are a family."""
FEW_LETTERS = 3
"""A name with fewer letters is contained in too many others."""
ALIKE, NEARLY = 0.75, 0.05
"""How much of two names has to be the same, from 0 to 1, and how much less than the best is nearly as good."""
LONG_FAMILY = 12
"""A family with more wagers is abbreviated."""


class UnknownWagerError(UnknownNameError):
    """The rule set has no wager of this name, or not exactly one."""


def unknown_wager(rules: Ruleset, name: str) -> UnknownWagerError:
    """The error about a name that no wager of a rule set goes by, with the wagers that may be meant."""
    said = f"{rules.id} has no wager '{echo(name)}'"
    nearest = nearest_wagers(rules, name)
    if nearest and nearest == _family(rules, folded(name)):
        some = listed(nearest, "and") if len(nearest) <= LONG_FAMILY else f"{nearest[0]} to {nearest[-1]}"
        return UnknownWagerError(f"{said}; of that kind there are {some}", nearest)
    if nearest:
        return UnknownWagerError(f"{said}; did you mean {listed(nearest)}?", nearest)
    return UnknownWagerError(f"{said}; its kinds are {listed(dict.fromkeys(each.kind for each in rules.offers), 'and')}")


def several_wagers(rules: Ruleset, name: str) -> UnknownWagerError:
    """The error about a name that stands for several wagers, where one has to be named."""
    found = wagers_named(rules, name)
    some = listed(found) if len(found) <= LONG_FAMILY else f"one from {found[0]} to {found[-1]}"
    return UnknownWagerError(f"{rules.id}: '{echo(name)}' is the name of {len(found)} wagers; write {some}", found)


def nearest_wagers(rules: Ruleset, name: str) -> tuple[str, ...]:
    """The ids or kinds of wager that are most likely meant by an unknown name, the likeliest first; empty if none is likely.

    What a word means comes before how it is spelled: first the wager that goes by this name in another document of the game,
    then the wagers of its kind, then names that begin with it or contain it, here and elsewhere. Similar spelling comes last.
    """
    word = folded(name)
    found = dict.fromkeys(_exactly_elsewhere(rules, word))
    if not found and (family := _family(rules, word)):
        return family
    if not found and len(word) >= FEW_LETTERS:
        found = dict.fromkeys(_shown(rules, _containing(rules, word))) or dict.fromkeys(_containing_elsewhere(rules, word))
    return tuple(found or dict.fromkeys(_shown(rules, _spelled_like(word, rules.names))))[:MOST]


def _family(rules: Ruleset, word: str) -> tuple[str, ...]:
    """The wagers of a kind, if the name is that kind with a number that it does not have."""
    head = word
    while "-" in head:
        head = head.rpartition("-")[0]
        if len(family := rules.names.get(head, ())) > 1:
            return family
    return ()


def _shown(rules: Ruleset, known: Iterable[str]) -> Iterator[str]:
    """Known names as ids, or as the kind if a name stands for several wagers."""
    for name in known:
        id, *others = rules.names[name]
        yield rules.addresses[id].offer.kind if others else id


def _containing(rules: Ruleset, word: str) -> Iterator[str]:
    yield from (name for name in rules.names if name.startswith(word))
    yield from (name for name in rules.names if word in name or word.replace("-", "") == name.replace("-", ""))


def _spelled_like(word: str, known: Iterable[str]) -> list[str]:
    """The known names that are spelled most like a word; of those, only the best and what is nearly as good."""
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 - slow to import and only for errors

    close = get_close_matches(word, known, MOST, ALIKE)
    ratios = [SequenceMatcher(None, name, word).ratio() for name in close]
    return [name for name, ratio in zip(close, ratios, strict=True) if ratio > ratios[0] - NEARLY]


def _exactly_elsewhere(rules: Ruleset, word: str) -> Iterator[str]:
    for other in _same_game(rules):
        here = counterparts(other, rules)
        yield from (here[id].id for id in other.names.get(word, ()) if id in here)


def _containing_elsewhere(rules: Ruleset, word: str) -> Iterator[str]:
    for other in _same_game(rules):
        here = counterparts(other, rules)
        yield from (here[id].id for name in _containing(other, word) for id in other.names[name] if id in here)


def _same_game(rules: Ruleset) -> Iterator[Ruleset]:
    for name in names():
        if name != rules.id and (other := ruleset(name)).game.space is rules.game.space:
            yield other
