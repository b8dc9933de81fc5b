"""An edition of a rule set: the document as read, raised and asked "what if", that a sheet is about."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.catalogue import names, ruleset
from croupier.lab.what_if import at_odds, row_named
from croupier.rules.ruleset import Ruleset

READING = re.compile(r"[A-Z]+-\d+(=|$)")
"""How a wish for a reading begins; everything else is a row of odds."""


class NotAnEditionError(ValueError):
    """A wish for an edition that cannot be read."""


@dataclass(frozen=True)
class Edition:
    """A rule set, and the odds in it that no document prints."""

    rules: Ruleset
    what_if: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def readings(self) -> Mapping[str, str]:
        """Every reading that can be chosen, with the value in force."""
        rules = self.rules
        return {each.id: rules.chosen.get(each.id, each.default) for each in rules.readings if each.default}

    @property
    def label(self) -> str:
        """The id, and all that is not as the document stands by default."""
        read = (f"{id} read as {value}" for id, value in self.rules.chosen.items())
        raised = (f"{row} raised to {text}" for row, text in self.rules.raised.items())
        asked = (f"what if {row} paid {text}" for row, text in self.what_if.items())
        return ", ".join((self.rules.id, *read, *raised, *asked))


def edition(rules: Ruleset, readings: Sequence[str] = (), raised: Sequence[str] = (), what_if: Sequence[str] = ()) -> Edition:
    """Read first, then raise, then ask what if: each wish is written NAME=VALUE."""
    rules = rules.under(_named(readings, "a reading is chosen as in AB-01=value"))
    higher = _named(raised, 'odds are raised as in ROW="8 to 1"')
    if higher:
        rules = rules.raising({row_named(rules, row): text for row, text in higher.items()})
    other = {row_named(rules, row): text for row, text in _named(what_if, 'odds are changed as in ROW="8 to 1"').items()}
    return Edition(at_odds(rules, other) if other else rules, other)


def written_edition(text: str, base: Ruleset | None) -> Edition:
    """Read RULESET+READING=VALUE+ROW=ODDS. Without a rule set it is about the base."""
    first, *rest = text.split("+")
    if "=" in first:
        first, rest = "", [first, *rest]
    rules = ruleset(first) if first else base
    if rules is None:
        raise NotAnEditionError(f"'{text}' names no rule set; write it as in {names()[0]}+{first or text}")
    chosen = [wish for wish in rest if READING.match(wish)]
    return edition(rules, chosen, (), [wish for wish in rest if wish not in chosen])


def _named(wishes: Sequence[str], how: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for wish in wishes:
        name, sign, value = (part.strip() for part in wish.partition("="))
        if not (name and sign and value):
            raise NotAnEditionError(f"'{wish}' cannot be read; {how}")
        if found.setdefault(name, value) != value:
            raise NotAnEditionError(f"{name} is given twice, as {found[name]} and as {value}")
    return found
