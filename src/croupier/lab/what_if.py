"""What if a document paid otherwise: the same rules at other odds, for the mathematician and for nobody's table."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches

from croupier.rules.odds import Odds, odds
from croupier.rules.ruleset import Ruleset


class NoSuchRowError(LookupError):
    """No row of the odds is called that."""


def rows(rules: Ruleset) -> Mapping[str, Odds]:
    """Every row of odds that a wager is paid by, as "8.1:place-win-6"."""
    return {line.clause: line for offer in rules.offers for line in offer.wager.odds}


def row_named(rules: Ruleset, name: str) -> str:
    """A row by its full name, or by the part after the clause where only one row is called that."""
    known = rows(rules)
    if name in known:
        return name
    short = [clause for clause in known if clause.rpartition(":")[2] == name]
    if len(short) == 1:
        return short[0]
    near = short or get_close_matches(name, known, 1, cutoff=0)
    raise NoSuchRowError(f"{rules.id} has no row of odds '{name}'; did you mean {near[0]}?")


def at_odds(rules: Ruleset, changed: Mapping[str, str]) -> Ruleset:
    """The same rules with some rows paid at other odds, higher or lower, whether or not the document allows it.

    It keeps its id, but not its fingerprint: it is not the approved document.
    """
    known = rows(rules)
    other = {row: replace(odds(text, row), printed=known[row].printed or known[row]) for row, text in changed.items()}
    offers = [replace(offer, wager=offer.wager.with_odds(lambda line: other.get(line.clause, line))) for offer in rules.offers]
    return replace(rules, offers=offers)
