"""The edges of several rule sets side by side, game by game; kin wagers under one name."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.lab.parsheet import NoSuchWagerError
from croupier.rulebook.kin import kin
from croupier.rules.exact import edge
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset

Edges = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""By game, by what the wager is called, and by the title of the rule set."""


def edges(several: Sequence[Ruleset], wagers: Sequence[str] = ()) -> Edges:
    """The edge of every wager; one that several offer stands once, under the name that the first gives it."""
    found: dict[str, dict[str, dict[str, Fraction]]] = {}
    called: dict[tuple[str, str], str] = {}
    for at, rules in enumerate(several):
        met = {other.id: called[earlier.id, mine] for earlier in several[:at] for mine, other in kin(earlier, rules).items()}
        for offer in rules.offers:
            name = called[rules.id, offer.id] = met.get(offer.id) or _name(rules, offer)
            if not wagers or offer.id in wagers or offer.kind in wagers:
                found.setdefault(rules.game.title, {}).setdefault(name, {})[rules.title] = edge(rules, offer.id)
    if not found:
        raise NoSuchWagerError(f"no wager is called {' or '.join(wagers)}")
    return found


def _name(rules: Ruleset, offer: Offer) -> str:
    """A kind, with the numbers that cost the same where not all of them do."""
    worth = {each.id: edge(rules, each.id) for each in rules.offers if each.kind == offer.kind}
    if len(set(worth.values())) == 1:
        return offer.kind
    return f"{offer.kind} {', '.join(id.partition(':')[2] for id, own in worth.items() if own == worth[offer.id])}"
