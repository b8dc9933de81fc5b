"""Snapshots of the cage. Each holds the small parts of the state, and the records that changed since the one before.

So a snapshot of a cage with a million tickets takes as long as one of a cage with some thousand.
"""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.cage.box import CountedBox, DrawerCount, Variance
from croupier.cage.closed_day import ClosedDay
from croupier.cage.fold import Key, Record
from croupier.cage.patron import Card, Exclusion, Lift, Patron, PatronRules
from croupier.cage.receipt import Receipt
from croupier.cage.state import Cage, PaidByHand, PlaceTickets, TicketRules
from croupier.cage.ticket import UNPAYABLE, Ticket, Withholding
from croupier.cage.voucher import Voucher, VoucherRules
from croupier.canonical import canonical
from croupier.facts.lines import SnapshotReader
from croupier.ledger.book import Book
from croupier.money import Cents
from croupier.spread import Spread

SNAPSHOT_FORMAT = 20
"""Snapshots of another format are passed over."""


class CageSnapshot(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cage after a line of its stream."""

    format: int
    line: int
    since: int
    """The line of the snapshot on which it rests; 0 if it has all records."""
    rules: TicketRules | None
    by_hand: tuple[PaidByHand, ...]
    issued: int
    pending: Mapping[int, str]
    withheld: Mapping[int, Withholding]
    book: Book
    clock: int
    events: int
    patron_rules: PatronRules
    exclusions: Mapping[int, Exclusion]
    lifts: Mapping[int, Lift]
    transfers: int
    closed: tuple[ClosedDay, ...]
    is_vault_known: bool
    vault_moved: int | None
    chips_here: Cents | None
    chips_counted: int | None
    chips_moved: int | None
    drawers: Mapping[str, DrawerCount]
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
    vouchers: tuple[Voucher, ...]
    """Those that changed after the line `since`, by serial."""
    receipts: tuple[Receipt, ...]
    """Those that changed after the line `since`, by number."""
    voucher_rules: VoucherRules


CAGE_SNAPSHOTS = SnapshotReader(CageSnapshot, SNAPSHOT_FORMAT)


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
        withheld=cage.withheld,
        pending=cage.pending,
        book=cage.book,
        clock=cage.clock,
        events=cage.events,
        patron_rules=cage.patron_rules,
        exclusions=cage.exclusions,
        lifts=cage.lifts,
        transfers=cage.transfers,
        closed=cage.closed,
        is_vault_known=cage.is_vault_known,
        vault_moved=cage.vault_moved,
        chips_here=cage.chips_here,
        chips_counted=cage.chips_counted,
        chips_moved=cage.chips_moved,
        drawers=cage.drawers,
        tickets=tickets,
        places={place: found for place in sorted(places) if (found := cage.places.get(place))},
        patrons=tuple(cage.patrons[number] for number in sorted(of[Record.PATRON])),
        cards=tuple(cage.cards[serial] for serial in sorted(of[Record.CARD])),
        boxes=tuple(cage.boxes[number] for number in sorted(of[Record.BOX])),
        variances=tuple(cage.variances[number] for number in sorted(of[Record.VARIANCE])),
        vouchers=tuple(cage.vouchers[serial] for serial in sorted(of[Record.VOUCHER])),
        receipts=tuple(cage.receipts[number] for number in sorted(of[Record.RECEIPT])),
        voucher_rules=cage.voucher_rules,
    )


def encode_snapshot(snapshot: CageSnapshot) -> bytes:
    """Encode a snapshot as a line."""
    return canonical(snapshot)


def rebuilt(newest_first: Iterable[bytes]) -> tuple[Cage, int]:
    """The cage after the newest of these snapshots, and the line of that one.

    Without a whole chain of them, it is the cage before the first line.
    """
    chain = CAGE_SNAPSHOTS.chain(newest_first)
    if not chain:
        return Cage(), 0
    newest = chain[0]
    tickets: dict[int, Ticket] = {}
    places: dict[str, PlaceTickets] = {}
    patrons: dict[int, Patron] = {}
    cards: dict[int, Card] = {}
    boxes: dict[int, CountedBox] = {}
    variances: dict[int, Variance] = {}
    vouchers: dict[int, Voucher] = {}
    receipts: dict[int, Receipt] = {}
    for each in reversed(chain):
        tickets.update((ticket.serial, ticket) for ticket in each.tickets)
        places |= each.places
        patrons.update((patron.number, patron) for patron in each.patrons)
        cards.update((card.serial, card) for card in each.cards)
        boxes.update((box.number, box) for box in each.boxes)
        variances.update((variance.number, variance) for variance in each.variances)
        vouchers.update((voucher.serial, voucher) for voucher in each.vouchers)
        receipts.update((receipt.number, receipt) for receipt in each.receipts)
    cage = Cage(
        rules=newest.rules,
        tickets=Spread(tickets.items()),
        former={ticket.former: ticket.serial for ticket in tickets.values() if ticket.former is not None},
        places=Spread(places.items()),
        by_hand=newest.by_hand,
        issued=newest.issued,
        unpayable=frozenset(ticket.serial for ticket in tickets.values() if ticket.state in UNPAYABLE),
        withheld=newest.withheld,
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
        closed=newest.closed,
        is_vault_known=newest.is_vault_known,
        vault_moved=newest.vault_moved,
        chips_here=newest.chips_here,
        chips_counted=newest.chips_counted,
        chips_moved=newest.chips_moved,
        drawers=newest.drawers,
        boxes=Spread(boxes.items()),
        variances=Spread(variances.items()),
        vouchers=Spread(vouchers.items()),
        receipts=Spread(receipts.items()),
        voucher_rules=newest.voucher_rules,
    )
    return cage, newest.line
