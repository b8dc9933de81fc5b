"""Finds a rule set by its id."""

from functools import cache
from importlib import import_module

from croupier.rules.error import RuleError
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import ReadingError, Ruleset
from croupier.rulesets import RULESETS


class UnknownRulesetError(LookupError):
    """There is no rule set of that id."""


def names() -> tuple[str, ...]:
    """The ids of all rule sets."""
    return tuple(RULESETS)


@cache
def ruleset(name: str) -> Ruleset:
    """The rule set of that id, imported when it is first asked for."""
    if name not in RULESETS:
        from difflib import get_close_matches  # noqa: PLC0415 - ten milliseconds that only a mistake should cost

        (near,) = get_close_matches(name, RULESETS, 1, 0.0)
        raise UnknownRulesetError(f"there is no rule set '{name}'; there are {listed(RULESETS, 'and')}; did you mean {near}?")
    rules: Ruleset = import_module(RULESETS[name]).RULESET
    if rules.id != name:
        raise RuleError(f"{RULESETS[name]} is listed as {name}, but calls itself {rules.id}")
    return rules


def variant(written: str) -> Ruleset:
    """A rule set under chosen readings, written as its id, then +READING=VALUE for each."""
    name, *chosen = written.split("+")
    pairs = [_pair(each) for each in chosen]
    if twice := [reading for at, (reading, _) in enumerate(pairs) if reading in dict(pairs[:at])]:
        raise ReadingError(f"{twice[0]} is given twice")
    return ruleset(name).under(dict(pairs))


def _pair(written: str) -> tuple[str, str]:
    reading, _, value = (part.strip() for part in written.partition("="))
    if not (reading and value):
        raise ReadingError(f"'{written}' is not a reading with its value; write it as in SC-12=stays-up")
    return reading, value
