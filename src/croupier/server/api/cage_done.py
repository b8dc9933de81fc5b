"""What became of an order at the cage."""

import msgspec
from msgspec.structs import replace

from croupier.cage.card_numbers import in_card_groups
from croupier.cage.cards import CardIssued
from croupier.cage.chip_stock import ChipsCounted
from croupier.cage.counting import BoxCounted, CountVerdict
from croupier.cage.drawer import DrawerCounted
from croupier.cage.issuing import TicketIssued
from croupier.cage.message import CounterEvent
from croupier.cage.numbers import in_groups
from croupier.cage.receipt import ReceiptKind
from croupier.cage.settling import TicketReprinted
from croupier.cage.vault import VaultCounted
from croupier.cage.voucher import Voucher, VoucherKind
from croupier.cage.vouchers import VoucherIssued
from croupier.floor.keeper import CageReply, Keeper
from croupier.server.messages import PrintedTicket
from croupier.server.receipt_views import ReceiptView, receipt_view
from croupier.server.ticket_views import TicketView, ticket_view
from croupier.server.wish_commands import printed_ticket
from croupier.table.core.recorded import read_recorded
from croupier.table.money.carried_checks import ColoursRedeemed


class IssuedCard(msgspec.Struct, frozen=True):
    """A card to make for a patron."""

    serial: int
    number: str
    """What the reader of a terminal reads, in groups of digits."""
    patron: int


class IssuedVoucher(msgspec.Struct, frozen=True):
    """A voucher to print."""

    serial: int
    number: str
    """What it is exchanged by, in groups of digits."""
    kind: VoucherKind
    amount: int
    conditions: str | None
    issued: int
    """When: milliseconds since 1970."""
    why: str | None
    """Whom it is for, or on which occasion."""


class CountDone(msgspec.Struct, frozen=True):
    """A count of a box, a drawer, the vault or the chips of the cage. The amounts of a box are null until two people agree."""

    verdict: CountVerdict
    amount: int | None
    """What it should have had by the books, in cents; null for the first count of a drawer, of the vault or of chips."""
    counted: int | None
    """What two people have counted, in cents."""
    variance: int | None
    """The number of the variance; null if there is none."""


class CageDone(msgspec.Struct, frozen=True):
    """An order was carried out, and is durable."""

    ticket: TicketView | None
    """The ticket that it was about."""
    printed: PrintedTicket | None
    """The ticket to print, if one was sold."""
    card: IssuedCard | None = None
    """The card to make, if one was issued."""
    count: CountDone | None = None
    """What a count has led to."""
    voucher: IssuedVoucher | None = None
    """The voucher to print, if one was issued."""
    receipt: ReceiptView | None = None
    """The receipt to print, if somebody gets one."""


def issued_voucher(keeper: Keeper, voucher: Voucher) -> IssuedVoucher:
    """A voucher with its number, which is money: for the paper alone."""
    number = in_groups(keeper.voucher_number(voucher.serial))
    return IssuedVoucher(voucher.serial, number, voucher.kind, voucher.amount, voucher.conditions, voucher.issued, voucher.why)


def done(keeper: Keeper, reply: CageReply, operator: str) -> CageDone:
    """What became of an order."""
    numbers = (event.receipt for event in reply.events if isinstance(event, CounterEvent) and event.receipt)
    receipt = next((receipt_view(operator, keeper.durable.receipts[number]) for number in numbers), None)
    return replace(_done(keeper, reply), receipt=receipt)


def checks_receipt(keeper: Keeper, table: str, line: bytes, operator: str) -> ReceiptView | None:
    """The receipt for colour checks that the cage has paid by the order in this line of a table; None if it has paid none."""
    redeemed = next((each for each in read_recorded(line).events if isinstance(each, ColoursRedeemed) and each.in_cash), None)
    if redeemed is None:
        return None
    receipts, found = keeper.durable.receipts, None
    for number in range(len(receipts), 0, -1):
        receipt = receipts[number]
        if receipt.at < redeemed.at:
            break
        if receipt.kind is ReceiptKind.COLOUR_CHECKS and (receipt.place, receipt.by) == (table, redeemed.by.name):
            found = receipt
    return found and receipt_view(operator, found)


def _done(keeper: Keeper, reply: CageReply) -> CageDone:
    for event in reply.events:
        if isinstance(event, BoxCounted):
            return CageDone(None, None, None, CountDone(event.verdict, event.amount, event.counted, event.variance))
        if isinstance(event, DrawerCounted | VaultCounted | ChipsCounted):
            counted = CountDone(CountVerdict.AGREED, event.expected, event.counted, event.variance)
            return CageDone(None, None, None, counted)
        if isinstance(event, VoucherIssued):
            return CageDone(None, None, voucher=issued_voucher(keeper, keeper.durable.vouchers[event.voucher]))
        if isinstance(event, CardIssued):
            return CageDone(None, None, IssuedCard(event.card, in_card_groups(keeper.card_number(event.card)), event.patron))
        if serial := getattr(event, "serial", None):
            sold = printed_ticket(keeper, serial) if isinstance(event, TicketIssued | TicketReprinted) else None
            return CageDone(ticket_view(keeper, keeper.durable.tickets[serial]), sold)
    return CageDone(None, None)
