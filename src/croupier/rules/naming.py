"""The names of wagers: their ids and kinds, the words of the trade for them, and their titles."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from croupier.rules.error import RuleError
from croupier.rules.offer import Offer

if TYPE_CHECKING:
    from croupier.rules.ruleset import Ruleset

LONGEST = 80
"""The most characters of a name that are looked at."""
Names = Mapping[str, tuple[str, ...]]
"""By folded name, the ids of the wagers that it stands for: one, or all of a kind."""


_ALIAS = re.compile(r"[a-z0-9*]+(-[a-z0-9*]+)*")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_EMPTY = ("bet", "bets", "wager")
"""Words that tell no wager from another."""
_DIGITS: Mapping[str, str] = {word: str(number) for number, word in enumerate(_NUMBERS, 1)}


def folded(name: str) -> str:
    """A name as it is looked up: "Don't Pass" and "dont_pass" are "dont-pass", "Hard Six Bet" and "hard:6" are "hard-6"."""
    letters: str = re.sub(r"['\N{RIGHT SINGLE QUOTATION MARK}]", "", name[:LONGEST].lower().replace("&", " and "))
    words: list[str] = re.findall(r"[a-z0-9]+", letters)
    return "-".join(_DIGITS.get(word, word) for word in words if word not in _EMPTY)


def wagers_named(rules: "Ruleset", name: str) -> tuple[str, ...]:
    """The ids of the wagers that go by a name: one, all of a kind, or none if nobody knows it."""
    return rules.names.get(folded(name), ())


def wager_named(rules: "Ruleset", name: str) -> str | None:
    """The id of the one wager that goes by a name; None if there is none, or several."""
    found = wagers_named(rules, name)
    return found[0] if len(found) == 1 else None


def known_names(ids: Iterable[str], offers: Iterable[Offer], aliases: Mapping[str, str]) -> Names:
    """Every folded name. An id comes before a kind, a kind before an alias, an alias before a title.

    In an alias a * stands for the number of a family: "hard-*" for "hardway:*" makes hard-4 a name of hardway:4, and hard a
    name of them all. An alias of what is not offered is no name. Raises RuleError for one that is the id or the kind of another
    wager.
    """
    found: dict[str, tuple[str, ...]] = {folded(id): (id,) for id in ids}
    kinds: dict[str, tuple[str, ...]] = {}
    for offer in offers:
        kinds[offer.kind] = (*kinds.get(offer.kind, ()), offer.id)
    found = {folded(kind): family for kind, family in kinds.items()} | found
    known = frozenset(found)
    for word, wager in aliases.items():
        for name, ids_meant in _expanded(word, wager, kinds, found).items():
            if name in known and found[name] != ids_meant:
                raise RuleError(f"alias {word}: {name} is the name of another wager")
            found[name] = ids_meant
    for offer in offers:
        found.setdefault(folded(offer.wager.title), (offer.id,))
    return found


def _expanded(word: str, wager: str, kinds: Names, known: Names) -> Names:
    """The names that an alias gives, with the wagers that each stands for."""
    if not _ALIAS.fullmatch(word):
        raise RuleError(f"alias {word}: write it in lower case with hyphens, as in hard-*")
    if "*" not in word:
        meant = known.get(folded(wager))
        return {folded(word): meant} if meant else {}
    kind = wager.removesuffix(":*")
    family = kinds.get(kind, ())
    each = {folded(word.replace("*", id.removeprefix(f"{kind}:"))): (id,) for id in family}
    return {folded(word.replace("*", "")): family, **each} if family else {}
