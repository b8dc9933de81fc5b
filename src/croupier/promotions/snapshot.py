"""Snapshots of the prize register. Each holds the small parts of the state, and the records that changed since the one before.

So a snapshot of a register with a million entries takes as long as one of a register with some thousand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from croupier.facts.lines import SnapshotReader
from croupier.ledger.book import Book
from croupier.promotions.fold import PrizeKey, PrizeRecord
from croupier.promotions.state import KnownPerson, PrizeEntry, PrizeRegister, Promotion, PromotionFacts
from croupier.spread import Spread

SNAPSHOT_FORMAT = 4
"""Snapshots of another format are passed over."""


class PrizeSnapshot(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The prize register after a line of its stream. The chapters are not in it, because no event sets them."""

    format: int
    line: int
    since: int
    """The line of the snapshot on which it rests; 0 if it has all records."""
    keep_days: int | None
    book: Book
    clock: int
    events: int
    promotions: tuple[PromotionFacts, ...]
    """Those that changed after the line `since`, by number."""
    entries: Mapping[int, Mapping[str, PrizeEntry]]
    """Those that were made after the line `since`, by promotion and number."""
    people: Mapping[int, KnownPerson]
    """Those who changed after the line `since`, by number."""


PRIZE_SNAPSHOTS = SnapshotReader(PrizeSnapshot, SNAPSHOT_FORMAT)


def snapshot_of(register: PrizeRegister, line: int, since: int, changed: Iterable[PrizeKey]) -> PrizeSnapshot:
    """The snapshot after a line, with the records that changed since the one before."""
    promotions, people = set[int](), set[int]()
    entries: dict[int, dict[str, PrizeEntry]] = {}
    for kind, number, entry in changed:
        match kind:
            case PrizeRecord.PROMOTION:
                promotions.add(number)
            case PrizeRecord.PERSON:
                people.add(number)
            case PrizeRecord.ENTRY:
                entries.setdefault(number, {})[entry] = register.promotions[number].entries[entry]
    return PrizeSnapshot(
        format=SNAPSHOT_FORMAT,
        line=line,
        since=since,
        keep_days=register.keep_days,
        book=register.book,
        clock=register.clock,
        events=register.events,
        promotions=tuple(PromotionFacts(**_facts(register.promotions[number])) for number in sorted(promotions)),
        entries=entries,
        people={number: register.people[number] for number in people},
    )


def rebuilt(newest_first: Iterable[bytes]) -> tuple[PrizeRegister, int]:
    """The register after the newest of these snapshots, and the line of that one.

    Without a whole chain of them, it is the register before the first line.
    """
    chain = PRIZE_SNAPSHOTS.chain(newest_first)
    if not chain:
        return PrizeRegister(), 0
    newest = chain[0]
    facts: dict[int, PromotionFacts] = {}
    entries: dict[int, dict[str, PrizeEntry]] = {}
    people: dict[int, KnownPerson] = {}
    for each in reversed(chain):
        facts.update((promotion.number, promotion) for promotion in each.promotions)
        for number, made in each.entries.items():
            entries.setdefault(number, {}).update(made)
        people.update(each.people)
    register = PrizeRegister(
        promotions={number: _promotion(facts[number], entries.get(number, {})) for number in sorted(facts)},
        people=Spread(people.items()),
        digests=Spread((digest, number) for number, person in people.items() for digest in person.digests),
        keep_days=newest.keep_days,
        book=newest.book,
        clock=newest.clock,
        events=newest.events,
    )
    return register, newest.line


def _facts(promotion: PromotionFacts) -> dict[str, Any]:
    return {name: getattr(promotion, name) for name in PromotionFacts.__struct_fields__}


def _promotion(facts: PromotionFacts, entries: Mapping[str, PrizeEntry]) -> Promotion:
    held = Counter(entry.person for entry in entries.values() if entry.counts)
    held.update(dict.fromkeys({entry.person for entry in entries.values()}, 0))
    bets = ((entry.earned, number) for number, entry in entries.items() if entry.earned and entry.since is not None)
    return Promotion(**_facts(facts), entries=Spread(entries.items()), bets=Spread(bets), held=Spread(held.items()))
