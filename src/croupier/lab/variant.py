"""A variant of a rule set: the document with chosen readings, raised odds and hypothetical odds ("what if")."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.catalogue import names, ruleset
from croupier.echo import MAX_ECHO, echo
from croupier.lab.changed_odds import find_row, with_changed_odds
from croupier.rules.ruleset import Ruleset

READING = re.compile(r"[A-Z]+-\d+(=|$)")
"""How the choice of a reading starts. Anything else is a row of odds."""


class VariantError(ValueError):
    """The text does not describe a variant."""


@dataclass(frozen=True)
class Variant:
    """A rule set, and the rows of odds in it that differ from the approved document."""

    rules: Ruleset
    what_if: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def readings(self) -> Mapping[str, str]:
        """Every reading that offers a choice, with the value in force."""
        rules = self.rules
        return {each.id: rules.chosen.get(each.id, each.default) for each in rules.readings if each.default}

    @property
    def label(self) -> str:
        """The id of the rule set and every deviation from its default."""
        read = (f"{id} read as {value}" for id, value in self.rules.chosen.items())
        raised = (f"{row} raised to {text}" for row, text in self.rules.raised.items())
        changed = (f"what if {row} paid {text}" for row, text in self.what_if.items())
        return ", ".join((self.rules.id, *read, *raised, *changed))


def make_variant(
    rules: Ruleset, readings: Sequence[str] = (), raised: Sequence[str] = (), what_if: Sequence[str] = ()
) -> Variant:
    """Apply readings, then raised odds, then hypothetical odds. Each is written NAME=VALUE."""
    rules = rules.under(_parse_pairs(readings, "choose a reading with ID=VALUE, such as AB-01=value"))
    higher = _parse_pairs(raised, 'raise odds with ROW=ODDS, such as ROW="8 to 1"')
    if higher:
        rules = rules.raising({find_row(rules, row): text for row, text in higher.items()})
    changes = _parse_pairs(what_if, 'change odds with ROW=ODDS, such as ROW="8 to 1"')
    other = {find_row(rules, row): text for row, text in changes.items()}
    return Variant(with_changed_odds(rules, other) if other else rules, other)


def parse_variant(text: str, base: Ruleset | None) -> Variant:
    """Parse RULESET+READING=VALUE+ROW=ODDS. If it names no rule set, it is a variant of `base`."""
    first, *rest = text.split("+")
    rules = base
    if "=" in first:
        rest = [first, *rest]
    elif first:
        rules = ruleset(first)
    if rules is None:
        raise VariantError(f"'{echo(text)}' does not name a rule set; write for example {names()[0]}+{echo(text)}")
    readings = [each for each in rest if READING.match(each)]
    return make_variant(rules, readings, (), [each for each in rest if each not in readings])


def _parse_pairs(options: Sequence[str], usage: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for option in options:
        name, sign, value = (part.strip() for part in option.partition("="))
        # Names and values are short. The limit also bounds what the rules echo in their errors.
        if not (name and sign and value) or max(len(name), len(value)) > MAX_ECHO:
            raise VariantError(f"'{echo(option)}' is not valid; {usage}")
        if found.setdefault(name, value) != value:
            raise VariantError(f"{name} is given twice, as {found[name]} and as {value}")
    return found
