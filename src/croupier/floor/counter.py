"""The counter between a table and the cage: what each has to do when money or a card goes from one to the other.

The table decides first, because the cage needs the amount, and then the cage decides about what happened at the table. If
one of them refuses, nothing happens at either.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from croupier.cage.accounts import TransferIn, TransferOut
from croupier.cage.cards import ReadCard, ReturnCard
from croupier.cage.exclusions import ExcludePatron
from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import PrintTicket
from croupier.cage.message import CageCommand, Clerk
from croupier.cage.patron import Card
from croupier.cage.patrons import HoldPatron
from croupier.cage.redeeming import ReturnTicket, TakeTicket
from croupier.cage.refusals import Reason as CageReason
from croupier.cage.state import Cage
from croupier.cage.texts import LONGEST
from croupier.cage.ticket import Ticket, place
from croupier.cage.unprinting import CancelTicket
from croupier.cage.voucher import Voucher, VoucherKind
from croupier.cage.vouchers import TakeVoucher
from croupier.facts.refusal import Refusal
from croupier.floor.actions import Action
from croupier.floor.count_room import sent, with_count_room
from croupier.floor.happened import Happened
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.cards import CardInserted, InsertCard, PlayerHeld
from croupier.table.money.credit import Collect, InsertMoney, MoneyCollected, MoneyInserted
from croupier.table.money.hand_pay import HandPaid
from croupier.table.money.patron_names import patron_name, patron_of
from croupier.table.money.printing import TicketNotPrinted
from croupier.table.money.pulling import PullBox
from croupier.table.money.releasing import SeatReleased
from croupier.table.money.seats import LeaveSeat, SeatLeft, SeatTaken, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.vouchers import ExchangeVoucher, ShownVoucher
from croupier.table.pit.conduct import PlayerSanctioned

BRINGING = (InsertMoney.__name__, TakeSeat.__name__)
BY_THE_MACHINE = "Notes, tickets and cards go into the terminal, and promotional credits come with a voucher."

MoneyEvent = MoneyInserted | SeatTaken | MoneyCollected | SeatLeft
"""The events by which money comes to a table or leaves it."""

TICKET_NEEDED = Refusal(CageReason.TICKET_NEEDED, "A ticket is taken in by its number.")
ACCOUNT_NEEDED = Refusal(
    CageReason.ACCOUNT_NEEDED, "Put your player card in first: cashless money comes from your account, and goes to it."
)
NO_TRANSFER_OUT = Refusal(
    CageReason.NO_TRANSFER_OUT, "The rules of this table do not pay credits to an account. Collect them on a ticket."
)


class TransferState(StrEnum):
    """Whether a transfer was for all that was asked for. Until it is answered, it is pending; else it was refused."""

    FULL = "full"
    PARTIAL = "partial"


class Transferred(msgspec.Struct, frozen=True):
    """A transfer between the account of a patron and a terminal."""

    number: int
    patron: int
    amount: int
    asked: int
    """What was asked for."""

    @property
    def state(self) -> TransferState:
        """Whether all that was asked for was transferred."""
        return TransferState.FULL if self.amount == self.asked else TransferState.PARTIAL


def completed(cage: Cage, table: Table, command: Command) -> Command:
    """The command, with what the cage knows: how money would leave the table, and the number of a transfer or a box."""
    if isinstance(command, PullBox):
        return replace(command, box=len(cage.boxes) + 1)
    tender: Tender | None = getattr(command, "tender", None)
    if tender is None or not isinstance(command, Collect | LeaveSeat | InsertMoney | TakeSeat):
        return command
    leaves = isinstance(command, Collect | LeaveSeat)
    if tender.way is Way.TICKET and leaves:
        return replace(command, tender=replace(tender, ticket=cage.issued + 1))
    if tender.way is not Way.CASHLESS:
        return command
    account = patron_of(table.desk.cards.get(command.seat)) if leaves else tender.account
    transfer = None if account is None else cage.transfers + 1
    return replace(command, tender=replace(tender, account=account, transfer=transfer))


def inserting(ticket: Ticket | Refusal, seat: str, by: Person | None = None) -> InsertMoney | Refusal:
    """The command by which a ticket that was found comes to a seat. It is the same however often it is asked for."""
    if isinstance(ticket, Refusal):
        return ticket
    tender = Tender(Way.TICKET, ticket=ticket.serial)
    return InsertMoney(seat=seat, amount=Cents(ticket.amount), tender=tender, by=by)


def exchanging(voucher: Voucher | Refusal, order: ExchangeVoucher) -> ExchangeVoucher | Refusal:
    """The order with the voucher that was found. It is the same however often it is asked for, and has no number any more."""
    if isinstance(voucher, Refusal):
        return voucher
    return replace(order, number="", voucher=ShownVoucher(voucher.serial, Way(voucher.kind), voucher.amount))


def card_inserting(card: Card | Refusal, seat: str, by: Person | None = None) -> InsertCard | Refusal:
    """The command by which a card that was found comes to a seat. It is the same however often it is asked for."""
    if isinstance(card, Refusal):
        return card
    return InsertCard(seat=seat, player=patron_name(card.patron), card=card.serial, by=by)


def transferring(cage: Cage, seat: str, patron: int | None, asked: Cents, *, partial: bool) -> InsertMoney:
    """The command by which a patron's money comes to a seat: as much as is there, if a partial transfer will do."""
    found = cage.patrons.get(patron or 0)
    there = found.account.balance if found and found.account else 0
    most = min(asked, there, cage.patron_rules.most_in) if partial else 0
    return InsertMoney(seat=seat, amount=Cents(most or asked), tender=Tender(Way.CASHLESS, account=patron, asked=asked))


def counterpart(
    cage: Cage, table: str, happened: Sequence[Happened], salt: Callable[[], int]
) -> tuple[CageCommand, ...] | Refusal:
    """What the cage has to do about what happened at a table, in this order. `salt` draws one for a ticket."""
    at_table: list[CageCommand] = []
    for each in happened:
        by_hand = sent(table, each.event)
        if isinstance(by_hand, Refusal):
            return by_hand
        at_table += [by_hand] if by_hand else []
        match each.event:
            case MoneyInserted() | SeatTaken() | MoneyCollected() | SeatLeft() as event:
                moved = _moved(table, each.before, event, salt)
                if isinstance(moved, Refusal):
                    return moved
                at_table += [moved] if moved else []
                at_table += _in_reader(cage, table, event) if isinstance(event, SeatLeft) else []
            case TicketNotPrinted() as event:
                where = place(table, event.terminal or event.seat)
                at_table.append(CancelTicket(at=event.at, place=where, serial=event.ticket, amount=event.amount))
            case HandPaid(form=form, method=method) as event if form is not None and method:
                where, by = place(table, event.terminal or event.seat), event.by.name
                at_table.append(PayHandPay(at=event.at, place=where, form=form, amount=event.amount, method=method, by=by))
            case PlayerSanctioned() | PlayerHeld() as event:
                at_table += _ordered(cage, table, event)
            case SeatReleased() as event:
                at_table += _in_reader(cage, table, event)
            case _:
                pass
    before, after = happened[0].before, happened[-1].after
    if before.desk.cards is after.desk.cards and not at_table:
        return ()
    at = happened[-1].event.at
    return (*_read(cage, table, happened), *at_table, *_returned(table, before, after, at))


def _in_reader(cage: Cage, table: str, event: SeatLeft | SeatReleased) -> list[CageCommand]:
    """Free the ticket that is in the reader of a seat that ends. Its devices come back for another seat, and name it there."""
    where = place(table, event.terminal or event.seat)
    return [ReturnTicket(at=event.at, place=where, serial=serial) for serial, at in cage.pending.items() if at == where]


def _moved(table: str, before: Table, event: MoneyEvent, salt: Callable[[], int]) -> CageCommand | Refusal | None:
    """What the cage does about money that came to a table or left it."""
    tender = event.tender
    if tender is None or (tender.way not in (Way.TICKET, Way.CASHLESS) and tender.voucher is None):
        return None
    where, leaves = place(table, event.terminal or event.seat), isinstance(event, MoneyCollected | SeatLeft)
    if tender.voucher is not None:
        kind = VoucherKind(tender.way)
        return TakeVoucher(at=event.at, place=where, voucher=tender.voucher, kind=kind, amount=event.amount)
    if tender.way is Way.TICKET:
        if leaves:
            return PrintTicket(at=event.at, place=where, amount=event.amount, salt=salt())
        if tender.ticket is None:
            return TICKET_NEEDED
        return TakeTicket(at=event.at, place=where, serial=tender.ticket, amount=event.amount)
    if leaves and not before.rules.procedures.account_out:
        return NO_TRANSFER_OUT
    if tender.account is None or tender.transfer is None:
        return ACCOUNT_NEEDED
    kind = TransferOut if leaves else TransferIn
    return kind(at=event.at, place=where, patron=tender.account, transfer=tender.transfer, amount=event.amount)


def _ordered(cage: Cage, table: str, event: PlayerSanctioned | PlayerHeld) -> list[CageCommand]:
    """What the cage does about an order against a patron."""
    patron = patron_of(event.person if isinstance(event, PlayerSanctioned) else event.player)
    if patron is None:
        return []
    by = Clerk("", who(event.by))
    if isinstance(event, PlayerHeld):
        return [HoldPatron(at=event.at, by=by, patron=patron)]
    known = cage.patrons.get(patron)
    if event.measure is not Act.EXCLUDE or (known and (known.is_excluded or known.is_erased)):
        return []
    why = event.why.strip()[:LONGEST] or event.measure
    return [ExcludePatron(at=event.at, by=by, patron=patron, why=why, place=table)]


def _read(cage: Cage, table: str, happened: Sequence[Happened]) -> Iterator[ReadCard]:
    """The cards of patrons that came into terminals. A correction may put one back without saying so."""
    before, after = happened[0].before, happened[-1].after
    seating = after.rules.procedures.seating
    alone = seating is not None and not seating.several
    inserted = {each.event.seat: each.event.card for each in happened if isinstance(each.event, CardInserted)}
    for seat, player in after.desk.cards.items():
        patron = patron_of(player)
        if patron is None or (before.desk.cards.get(seat) == player and seat not in inserted):
            continue
        known, card = cage.patrons.get(patron), inserted.get(seat, UNSET)
        restored = card is UNSET
        serial = (known.card if known else None) or 0 if card is UNSET else card
        at, where = happened[-1].event.at, place(table, after.terminal_of(seat))
        yield ReadCard(at=at, place=where, patron=patron, card=serial, alone=alone, restored=restored)


def _returned(table: str, before: Table, after: Table, at: int) -> Iterator[ReturnCard]:
    """The cards of patrons that are no longer in terminals."""
    for seat, player in before.desk.cards.items():
        patron = patron_of(player)
        if patron is not None and after.desk.cards.get(seat) != player:
            yield ReturnCard(at=at, place=place(table, before.terminal_of(seat)), patron=patron)


def without_tickets(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The orders as a floor with a cage offers them: a ticket comes by its number, and from an account the player transfers."""
    return tuple(_by_hand(each) if each.order in BRINGING else each for each in with_count_room(actions))


def _by_hand(action: Action) -> Action:
    """An order that brings money, with the methods that a person states. If none is left, only a seat can be taken so."""
    tenders = tuple(way for way in action.tenders if way not in (Way.TICKET, Way.CASHLESS))
    if tenders or not action.tenders or action.order != InsertMoney.__name__:
        return replace(action, tenders=tenders)
    return replace(action, tenders=(), open=False, forms=(), reason=Reason.BAD_TENDER, why_not=BY_THE_MACHINE)


def printed(events: Iterable[Event]) -> int | None:
    """The serial of the ticket that a page shows for money that left a table; None if there is none, or a printer has it."""
    for event in events:
        if isinstance(event, MoneyCollected | SeatLeft) and event.tender and not event.tender.printer:
            return event.tender.ticket
    return None


def transferred(events: Iterable[Event]) -> Transferred | None:
    """The transfer between an account and a table; None if there was none."""
    for event in events:
        if isinstance(event, MoneyEvent) and event.tender and event.tender.transfer and event.tender.account:
            tender = event.tender
            asked = event.amount if tender.asked is None else tender.asked
            return Transferred(event.tender.transfer, event.tender.account, event.amount, asked)
    return None
