"""Hypothetical odds: the same rules with some rows of odds changed. For analysis only; no table may use them."""

from collections.abc import Mapping
from dataclasses import replace

from croupier.echo import echo
from croupier.rules.odds import Odds, odds
from croupier.rules.ruleset import Ruleset


class NoSuchRowError(LookupError):
    """The rule set has no row of odds with this name."""


def odds_rows(rules: Ruleset) -> Mapping[str, Odds]:
    """Return every row of odds that pays a wager, by name, such as "8.1:place-win-6"."""
    return {line.clause: line for offer in rules.offers for line in offer.wager.odds}


def find_row(rules: Ruleset, name: str) -> str:
    """Return the full name of a row, given that name or the part after the clause if it is unambiguous."""
    known = odds_rows(rules)
    if name in known:
        return name
    short = [clause for clause in known if clause.rpartition(":")[2] == name]
    if len(short) == 1:
        return short[0]
    from croupier.lab.suggestion import suggest  # noqa: PLC0415 - slow to import and only for errors

    near = short[0] if short else suggest(name, known)
    raise NoSuchRowError(f"{rules.id} has no row of odds '{echo(name)}'; did you mean {near}?")


def with_changed_odds(rules: Ruleset, changed: Mapping[str, str]) -> Ruleset:
    """Return the rules with some rows paid at other odds, higher or lower, whatever the document allows.

    The id stays, but the fingerprint changes: it is not the approved document.
    """
    known = odds_rows(rules)
    other = {row: replace(odds(text, row), printed=known[row].printed or known[row]) for row, text in changed.items()}
    offers = [replace(offer, wager=offer.wager.with_odds(lambda line: other.get(line.clause, line))) for offer in rules.offers]
    return replace(rules, offers=offers)
