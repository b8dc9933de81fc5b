"""The wagers that a strategy names: one, or all of a kind, with the places where bets on them can stand."""

from croupier.lab.strategies.clauses import Wagers
from croupier.rulebook.nearest import UnknownWagerError, unknown_wager
from croupier.rules.naming import wagers_named
from croupier.rules.ruleset import Ruleset


def named(rules: Ruleset, name: str, place: str) -> Wagers:
    """Return the wagers that go by a name. `place` begins the error message."""
    found = wagers_named(rules, name)
    if not found:
        error = unknown_wager(rules, name)
        raise UnknownWagerError(f"{place}: {error}", error.nearest)
    ids = tuple(id for id in found if rules.addresses[id].state is None)
    travelled = (to for id in ids for to in rules.addresses[id].offer.travels.values())
    return Wagers(found[0] if len(found) == 1 else name, ids, frozenset((*found, *travelled)))
