"""What a reading is worth: the edge of every wager it touches, as read and as it could be read, computed from the machines."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.rulebook.book import speaks_of, stands_on
from croupier.rules.exact import edge, expected_loss
from croupier.rules.offer import Offer
from croupier.rules.reading import Change, Reading
from croupier.rules.ruleset import Ruleset
from croupier.rules.terms import Span

AS_READ = "as read"


@dataclass(frozen=True, slots=True)
class Effect:
    """Wagers with the same edges, and their edge under every value of a reading."""

    wagers: tuple[str, ...]
    edges: Mapping[str, Fraction]

    @property
    def moves(self) -> bool:
        """Whether it matters how the clause is read."""
        return len(set(self.edges.values())) > 1


def effects(rules: Ruleset, reading: Reading) -> list[Effect]:
    """The edge of every wager that a reading touches, by how it could be read; the reading in force comes first."""
    found: dict[tuple[tuple[str, Fraction], ...], list[str]] = {}
    for wager, edges in _edges(rules, reading):
        found.setdefault(tuple(edges.items()), []).append(wager)
    return [Effect(tuple(wagers), dict(edges)) for edges, wagers in found.items()]


def _edges(rules: Ruleset, reading: Reading) -> Iterator[tuple[str, dict[str, Fraction]]]:
    others = {**reading.otherwise, **reading.rejected}
    changes = [what for changes in others.values() for what in changes]
    read_otherwise = {value: rules.changed(changes) for value, changes in others.items()}
    for offer in rules.offers:
        if not _touched(changes, offer) and (others or not speaks_of(reading, stands_on(offer))):
            continue
        yield (
            offer.id,
            {reading.default or AS_READ: edge(rules, offer.id)}
            | {value: edge(read_otherwise[value], offer.id) for value, changes in others.items() if _touched(changes, offer)},
        )
        yield from _on_what_is_added(offer, read_otherwise)


def _touched(changes: Iterable[Change], offer: Offer) -> bool:
    return any(what.touches(offer) for what in changes)


def _on_what_is_added(offer: Offer, read_otherwise: Mapping[str, Ruleset]) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Where a reading lets a bet grow in every state, what chips added there cost."""
    for value, rules in read_otherwise.items():
        grown = rules.addresses[offer.id].offer
        if grown.grows is Span.ALWAYS is not offer.grows:
            for state, loss in expected_loss(grown.wager).items():
                if state != grown.wager.first:
                    yield f"what is added to {offer.id} at {state}", {value: loss}
