"""The effect of a reading on the house edge: the edge of every wager it changes, under each of its values."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.catalogue import names, ruleset
from croupier.rulebook.book import FEW
from croupier.rulebook.readings import is_about, own_clauses
from croupier.rules.exact import edge, expected_loss
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.reading import Change, Reading
from croupier.rules.ruleset import Ruleset
from croupier.rules.terms import Span

AS_READ = "as read"


@dataclass(frozen=True, slots=True)
class Effect:
    """Wagers with the same edges, and their edge under each value of a reading, the default first."""

    wagers: tuple[str, ...]
    edges: Mapping[str, Fraction]

    @property
    def moves(self) -> bool:
        """Whether the edge depends on the value."""
        return len(set(self.edges.values())) > 1


def effects(rules: Ruleset, reading: Reading) -> list[Effect]:
    """The edges of every wager that a reading changes, grouped by wagers with the same edges."""
    found: dict[tuple[tuple[str, Fraction], ...], list[str]] = {}
    for wager, edges in _edges(with_default(rules, reading), reading):
        found.setdefault(tuple(edges.items()), []).append(wager)
    return [Effect(tuple(wagers), dict(edges)) for edges, wagers in found.items()]


def in_force(rules: Ruleset, reading: Reading) -> str:
    """The value of a reading that is in force in this rule set."""
    return rules.chosen.get(reading.id, reading.default)


def edge_sentences(found: Iterable[Effect]) -> Iterator[str]:
    """One sentence per group of wagers with the same edges."""
    for effect in found:
        more = len(effect.wagers) - FEW
        wagers = listed(effect.wagers, "and") if more <= 0 else f"{', '.join(effect.wagers[:FEW])} and {more} more"
        edges = list(effect.edges.items())
        if len(edges) == 1:
            yield f"{wagers}: {percent(edges[0][1])}."
        elif effect.moves:
            yield f"{wagers}: {'; '.join(f'{value} {percent(edge)}' for value, edge in edges)}."
        else:
            yield f"{wagers}: {percent(edges[0][1])} either way."


def percent(edge: Fraction) -> str:
    """Format an edge: "1/66 = 1.515%". A negative edge is "for the player"."""
    if edge < 0:
        return f"{-edge} = {float(-edge):.3%} for the player"
    return f"{edge} = {float(edge):.3%}" if edge else "0"


def with_default(rules: Ruleset, reading: Reading) -> Ruleset:
    """The rule set with the default value of this reading; the other readings stay as chosen."""
    if reading.id not in rules.chosen or rules.id not in names():
        return rules
    return ruleset(rules.id).under({id: value for id, value in rules.chosen.items() if id != reading.id})


def _edges(rules: Ruleset, reading: Reading) -> Iterator[tuple[str, dict[str, Fraction]]]:
    others = {**reading.otherwise, **reading.rejected}
    read_otherwise = {value: rules.changed(changes) for value, changes in others.items()}
    changes = [what for changes in others.values() for what in changes]
    first = reading.default or AS_READ
    for offer in rules.offers:
        if not _touched(changes, offer):
            if not others and _is_about(reading, offer):
                yield offer.id, {first: edge(rules, offer.id)}
            continue
        touching = {value: read_otherwise[value] for value, changes in others.items() if _touched(changes, offer)}
        if offer.rides_on and len(offer.wager.effects) > 1:
            yield from _by_state(offer, first, touching)
        else:
            yield offer.id, {first: edge(rules, offer.id)} | {value: edge(each, offer.id) for value, each in touching.items()}
        yield from _on_what_is_added(offer, first, touching)


def _is_about(reading: Reading, offer: Offer) -> bool:
    return offer.kind in reading.wagers if reading.wagers is not None else is_about(reading, own_clauses(offer))


def _touched(changes: Iterable[Change], offer: Offer) -> bool:
    return any(what.touches(offer) for what in changes)


def _by_state(offer: Offer, first: str, touching: Mapping[str, Ruleset]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """The edges of an odds bet by point; one entry if all points are the same."""
    default = expected_loss(offer.wager)
    others = {value: expected_loss(rules.addresses[offer.id].offer.wager) for value, rules in touching.items()}
    if all(each == default for each in others.values()) and len(set(default.values())) == 1:
        loss = next(iter(default.values()))
        yield offer.id, dict.fromkeys((first, *others), loss)
        return
    for state, loss in default.items():
        yield f"{offer.id} at {state}", {first: loss} | {value: each[state] for value, each in others.items()}


def _on_what_is_added(offer: Offer, first: str, touching: Mapping[str, Ruleset]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """The edges on chips added later, by state, for a bet that may grow at any time."""
    if offer.rides_on or len(offer.wager.effects) == 1:
        return
    growing = {first: offer} | {value: rules.addresses[offer.id].offer for value, rules in touching.items()}
    added = {value: expected_loss(each.wager) for value, each in growing.items() if each.grows is Span.ALWAYS}
    for state in offer.wager.effects:
        if state not in offer.starts and added:
            yield f"what is added to {offer.id} at {state}", {value: losses[state] for value, losses in added.items()}
