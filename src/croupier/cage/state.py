"""The state of the cage: its tickets, its patrons with cards and accounts, its settings and its book."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from croupier.cage.box import CountedBox, DrawerCount, Variance
from croupier.cage.closed_day import ClosedDay
from croupier.cage.patron import Card, Exclusion, Lift, Patron, PatronRules
from croupier.cage.receipt import Receipt
from croupier.cage.refusals import Reason
from croupier.cage.ticket import UNPAYABLE, Ticket, TicketState, Withholding
from croupier.cage.voucher import Voucher, VoucherRules
from croupier.facts.message import State
from croupier.facts.refusal import Refusal
from croupier.ledger.book import Book
from croupier.money import Cents
from croupier.rules.terms import PayMethod
from croupier.spread import Spread

KEPT_HAND_PAYS = 50
"""How many of the last hand pays the cage shows."""
KEPT_PER_PLACE = 35
"""How many of the last tickets a terminal shows in audit mode, printed and accepted."""


class TicketRules(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The settings for tickets, and for cash and chips at the counter."""

    house: int = 0
    """The two digits with which the numbers of this casino begin."""
    days: int | None = None
    """After how many days a ticket expires; None for never. No document sets a time."""
    most_out: Cents = Cents(1_000_000)
    """The most money on one ticket."""
    most_in: Cents = Cents(1_000_000)
    """The most money that a terminal takes in as one ticket. The cage pays any."""
    most_chips: Cents = Cents(10_000_000)
    """The most money for which the cage sells chips at once."""
    most_moved: Cents = Cents(100_000_000)
    """The most cash that goes between the drawer and the vault at once."""


class PlaceTickets(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The last tickets of a place, by serial, newest last."""

    printed: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()


class PaidByHand(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A hand pay that the cage has paid."""

    at: int
    """When it was paid: milliseconds since 1970."""
    place: str
    form: int
    amount: Cents
    method: PayMethod
    by: str
    rounding: Cents = Cents(0)
    """What was handed over beyond the amount, because there is no smaller coin."""


class Cage(State, frozen=True, kw_only=True, gc=False):
    """Everything that the cage knows. Immutable; the large mappings share what did not change."""

    rules: TicketRules | None = None
    """None before the cage was opened."""
    tickets: Spread[int, Ticket] = msgspec.field(default_factory=Spread[int, Ticket])
    """Every ticket, by its serial."""
    former: Mapping[str, int] = {}
    """The serials of tickets of a former system, by the keyed digest of their numbers."""
    places: Spread[str, PlaceTickets] = msgspec.field(default_factory=Spread[str, PlaceTickets])
    """The last tickets of every place."""
    by_hand: tuple[PaidByHand, ...] = ()
    """The last hand pays, newest last."""
    issued: int = 0
    """The serial of the last ticket."""
    unpayable: frozenset[int] = frozenset()
    """The serials of tickets that are void, expired or withheld."""
    withheld: Mapping[int, Withholding] = {}
    """The tickets whose payment is withheld, by serial."""
    pending: Mapping[int, str] = {}
    """The tickets that are in readers, by serial, and where."""
    patron_rules: PatronRules = PatronRules()
    patrons: Spread[int, Patron] = msgspec.field(default_factory=Spread[int, Patron])
    """Every patron, by number."""
    cards: Spread[int, Card] = msgspec.field(default_factory=Spread[int, Card])
    """Every card, by its serial."""
    exclusions: Mapping[int, Exclusion] = {}
    """The patrons who are excluded."""
    lifts: Mapping[int, Lift] = {}
    """The patrons who were excluded and are not any more. Tables may still have the exclusion on record."""
    transfers: int = 0
    """The number of the last transfer between an account and a terminal."""
    boxes: Spread[int, CountedBox] = msgspec.field(default_factory=Spread[int, CountedBox])
    """Every box that came to the count room, by number."""
    variances: Spread[int, Variance] = msgspec.field(default_factory=Spread[int, Variance])
    """Every difference between a count and the books, by number."""
    is_vault_known: bool = False
    """Whether people have stated or counted what the vault had. Until then the books know only what has moved."""
    vault_moved: int | None = None
    """When cash of the vault moved first since its last count: milliseconds since 1970; None if none has."""
    chips_here: Cents | None = None
    """What the chips of the cage come to by their last count and what has moved since; None if nobody ever counted them. Nobody
    who may count them is told."""
    chips_counted: int | None = None
    """When they were counted last: milliseconds since 1970; None if never."""
    chips_moved: int | None = None
    """When chips of the cage moved first since their last count: milliseconds since 1970; None if none has."""
    drawers: Mapping[str, DrawerCount] = {}
    """The last count of every clerk's drawer, by login."""
    closed: tuple[ClosedDay, ...] = ()
    """The gaming days that are closed, the newest last."""
    voucher_rules: VoucherRules = VoucherRules()
    vouchers: Spread[int, Voucher] = msgspec.field(default_factory=Spread[int, Voucher])
    """Every voucher, by its serial."""
    receipts: Spread[int, Receipt] = msgspec.field(default_factory=Spread[int, Receipt])
    """Every transaction of which somebody got a receipt, by number."""
    book: Book = Book()


def with_ticket(cage: Cage, serial: int, **changes: object) -> Cage:
    """The cage after a change of one ticket. Who decided it and why is what the change says."""
    after = replace(cage.tickets[serial], **{"by": None, "why": None} | changes)
    pending = cage.pending
    if after.state is TicketState.PENDING or serial in pending:
        pending = {each: place for each, place in pending.items() if each != serial}
        if after.state is TicketState.PENDING:
            pending[serial] = after.at_place
    unpayable = cage.unpayable
    if (after.state in UNPAYABLE) is not (serial in unpayable):
        unpayable = unpayable ^ {serial}
    withheld = cage.withheld
    if serial in withheld and after.state is not TicketState.WITHHELD:
        withheld = {each: file for each, file in withheld.items() if each != serial}
    tickets = cage.tickets.having(serial, after)
    return replace(cage, tickets=tickets, pending=pending, unpayable=unpayable, withheld=withheld)


def with_patron(cage: Cage, number: int, **changes: object) -> Cage:
    """The cage after a change of one patron."""
    return replace(cage, patrons=cage.patrons.having(number, replace(cage.patrons[number], **changes)))


def with_card(cage: Cage, serial: int, **changes: object) -> Cage:
    """The cage after a change of one card."""
    return replace(cage, cards=cage.cards.having(serial, replace(cage.cards[serial], **changes)))


def opened_rules(cage: Cage) -> TicketRules:
    """The settings of a cage that is open."""
    assert cage.rules, "the fold refuses every other command before the cage is open"
    return cage.rules


def no_amount(amount: int) -> Refusal | None:
    """Refuse what is no positive amount."""
    return None if amount > 0 else Refusal(Reason.BAD_AMOUNT, "It has to be one cent at least.")
