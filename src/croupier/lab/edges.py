"""The edges of several rule sets side by side, by game. Wagers that correspond share one name."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.echo import echo
from croupier.rulebook.counterparts import counterparts
from croupier.rulebook.nearest import UnknownWagerError
from croupier.rules.exact import edge
from croupier.rules.naming import wagers_named
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset

Edges = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""Edges by title of the game, name of the wager and title of the rule set."""


def edges(rulesets: Sequence[Ruleset], wagers: Sequence[str] = ()) -> Edges:
    """Return the edge of every wager. A wager of several rule sets has the name that the first of them gives it."""
    found: dict[str, dict[str, dict[str, Fraction]]] = {}
    display_names: dict[tuple[str, str], str] = {}
    for at, rules in enumerate(rulesets):
        matched = {
            other.id: display_names[earlier.id, mine]
            for earlier in rulesets[:at]
            for mine, other in counterparts(earlier, rules).items()
        }
        own = {offer.id: edge(rules, offer.id) for offer in rules.offers}
        for offer in rules.offers:
            name = display_names[rules.id, offer.id] = matched.get(offer.id) or _name(rules, offer, own)
            if not wagers or any(offer.id in wagers_named(rules, each) for each in wagers):
                found.setdefault(rules.game.title, {}).setdefault(name, {})[rules.title] = own[offer.id]
    if not found:
        raise UnknownWagerError(f"there is no wager {echo(' or '.join(wagers))}")
    return found


def _name(rules: Ruleset, offer: Offer, edge_of: Mapping[str, Fraction]) -> str:
    """Return the kind of a wager; if its wagers have different edges, followed by the numbers that share this edge."""
    edges_of_kind = {each.id: edge_of[each.id] for each in rules.offers if each.kind == offer.kind}
    if len(set(edges_of_kind.values())) == 1:
        return offer.kind
    same = (id.partition(":")[2] for id, own in edges_of_kind.items() if own == edges_of_kind[offer.id])
    return f"{offer.kind} {', '.join(same)}"
