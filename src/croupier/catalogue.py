"""Find a rule set by its id."""

import re
from functools import cache
from importlib import import_module

from croupier.echo import UnknownNameError, echo, spelled_like
from croupier.rules.error import RuleError
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rulesets import RULESETS


class UnknownRulesetError(UnknownNameError):
    """No rule set has this id."""


def names() -> tuple[str, ...]:
    """Return the ids of all rule sets."""
    return tuple(RULESETS)


@cache
def ruleset(name: str) -> Ruleset:
    """Return the rule set with this id. Its module is imported at the first call."""
    if name not in RULESETS:
        near = _meant(name)
        meant = f"; did you mean {listed(near)}?" if near else ""
        raise UnknownRulesetError(f"there is no rule set '{echo(name)}'; there are {listed(RULESETS, 'and')}{meant}", near)
    rules: Ruleset = import_module(RULESETS[name]).RULESET
    if rules.id != name:
        raise RuleError(f"{RULESETS[name]} is listed as {name}, but its id is {rules.id}")
    return rules


def _meant(name: str) -> list[str]:
    """The rule sets that may be meant by an unknown id: those with all of its words, else the one that is spelled like it."""
    words = set(re.findall(r"[a-z]+|\d+", name.lower()))
    having = [id for id in RULESETS if words and words <= set(id.split("-"))]
    near = None if having else spelled_like(name, RULESETS)
    return [near] if near else having


def variant(text: str) -> Ruleset:
    """Return a rule set under chosen readings. The text is its id, followed by +READING=VALUE for each reading."""
    name, *chosen = text.split("+")
    pairs = [_pair(each) for each in chosen]
    if twice := [reading for at, (reading, _) in enumerate(pairs) if reading in dict(pairs[:at])]:
        raise ReadingError(f"{twice[0]} is given twice")
    return ruleset(name).under(dict(pairs))


def _pair(text: str) -> tuple[str, str]:
    reading, _, value = (part.strip() for part in text.partition("="))
    if not (reading and value):
        raise ReadingError(f"'{echo(text)}' is not a reading with its value; write it as in SC-12=stays-up")
    return reading, value
