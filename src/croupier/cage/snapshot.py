"""Snapshots of the cage. Each holds the small parts of the state, and the records that changed since the one before.

So a snapshot of a cage with a million tickets takes as long as one of a cage with some thousand.
"""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.cage.box import CountedBox, DrawerCount, Variance
from croupier.cage.patron import Card, Exclusion, Lift, Patron, PatronRules
from croupier.cage.rows import Key, Record
from croupier.cage.state import Cage, PaidByHand, PlaceTickets, TicketRules
from croupier.cage.ticket import Ticket
from croupier.canonical import canonical
from croupier.ledger.book import Book
from croupier.spread import Spread

SNAPSHOT_FORMAT = 5
"""Snapshots of another format are passed over."""


class CageSnapshot(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cage after a line of its stream."""

    format: int
    line: int
    since: int
    """The line of the snapshot on which it rests; 0 if it has all records.

    A server whose last snapshot was not signed yet when it stopped begins with an older one, or with none.
    """
    rules: TicketRules | None
    by_hand: tuple[PaidByHand, ...]
    issued: int
    swept: int
    pending: Mapping[int, str]
    book: Book
    clock: int
    events: int
    patron_rules: PatronRules
    exclusions: Mapping[int, Exclusion]
    lifts: Mapping[int, Lift]
    transfers: int
    closed_day: str
    tickets: tuple[Ticket, ...]
    """Those that changed after the line `since`, by serial."""
    places: dict[str, PlaceTickets]
    """The last tickets of the places where one of these was issued or changed."""
    patrons: tuple[Patron, ...]
    """Those that changed after the line `since`, by number."""
    cards: tuple[Card, ...]
    """Those that changed after the line `since`, by serial."""
    boxes: tuple[CountedBox, ...]
    """Those that changed after the line `since`, by number."""
    variances: tuple[Variance, ...]
    """Those that changed after the line `since`, by number."""
    drawer: DrawerCount | None = None


class _Header(msgspec.Struct, frozen=True, gc=False):
    format: int


_SNAPSHOT = msgspec.json.Decoder(CageSnapshot)
_HEADER = msgspec.json.Decoder(_Header)
_OWN = b'{"format":%d,' % SNAPSHOT_FORMAT


def snapshot_of(cage: Cage, line: int, since: int, changed: Iterable[Key]) -> CageSnapshot:
    """The snapshot after a line, with the records that changed since the one before."""
    of: dict[Record, set[int]] = {kind: set() for kind in Record}
    for kind, number in changed:
        of[kind].add(number)
    tickets = tuple(cage.tickets[serial] for serial in sorted(of[Record.TICKET]))
    places = {place for ticket in tickets for place in (ticket.place, ticket.at_place)}
    return CageSnapshot(
        format=SNAPSHOT_FORMAT,
        line=line,
        since=since,
        rules=cage.rules,
        by_hand=cage.by_hand,
        issued=cage.issued,
        swept=cage.swept,
        pending=cage.pending,
        book=cage.book,
        clock=cage.clock,
        events=cage.events,
        patron_rules=cage.patron_rules,
        exclusions=cage.exclusions,
        lifts=cage.lifts,
        transfers=cage.transfers,
        closed_day=cage.closed_day,
        drawer=cage.drawer,
        tickets=tickets,
        places={place: found for place in sorted(places) if (found := cage.places.get(place))},
        patrons=tuple(cage.patrons[number] for number in sorted(of[Record.PATRON])),
        cards=tuple(cage.cards[serial] for serial in sorted(of[Record.CARD])),
        boxes=tuple(cage.boxes[number] for number in sorted(of[Record.BOX])),
        variances=tuple(cage.variances[number] for number in sorted(of[Record.VARIANCE])),
    )


def encode_snapshot(snapshot: CageSnapshot) -> bytes:
    """Encode a snapshot as a line."""
    return canonical(snapshot)


def decode_snapshot(body: bytes) -> CageSnapshot | None:
    """Decode a snapshot; None if it has another format."""
    # The format comes first. Reading all of a snapshot only to find it would take a third of the time of a start.
    if body.startswith(_OWN) or _HEADER.decode(body).format == SNAPSHOT_FORMAT:
        return _SNAPSHOT.decode(body)
    return None


def rebuilt(newest_first: Iterable[bytes]) -> tuple[Cage, int]:
    """The cage after the newest of these snapshots, and the line of that one.

    Without a whole chain of them, it is the cage before the first line.
    """
    chain = _chain(newest_first)
    if not chain:
        return Cage(), 0
    newest = chain[0]
    tickets: dict[int, Ticket] = {}
    places: dict[str, PlaceTickets] = {}
    patrons: dict[int, Patron] = {}
    cards: dict[int, Card] = {}
    boxes: dict[int, CountedBox] = {}
    variances: dict[int, Variance] = {}
    for each in reversed(chain):
        tickets.update((ticket.serial, ticket) for ticket in each.tickets)
        places |= each.places
        patrons.update((patron.number, patron) for patron in each.patrons)
        cards.update((card.serial, card) for card in each.cards)
        boxes.update((box.number, box) for box in each.boxes)
        variances.update((variance.number, variance) for variance in each.variances)
    cage = Cage(
        rules=newest.rules,
        tickets=Spread(tickets.items()),
        places=Spread(places.items()),
        by_hand=newest.by_hand,
        issued=newest.issued,
        swept=newest.swept,
        pending=newest.pending,
        book=newest.book,
        clock=newest.clock,
        events=newest.events,
        patron_rules=newest.patron_rules,
        patrons=Spread(patrons.items()),
        cards=Spread(cards.items()),
        exclusions=newest.exclusions,
        lifts=newest.lifts,
        transfers=newest.transfers,
        closed_day=newest.closed_day,
        drawer=newest.drawer,
        boxes=Spread(boxes.items()),
        variances=Spread(variances.items()),
    )
    return cage, newest.line


def _chain(newest_first: Iterable[bytes]) -> list[CageSnapshot]:
    """The newest snapshot, the one before it and so on to one that has all records; empty if one of them is missing."""
    chain: list[CageSnapshot] = []
    for body in newest_first:
        each = decode_snapshot(body)
        if each is None:
            return []
        if not chain or chain[-1].since == each.line:
            chain.append(each)
        if not chain[-1].since:
            return chain
    return []
