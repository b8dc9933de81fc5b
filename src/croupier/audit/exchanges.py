"""The money that went between a table and the cage, as each of the two has recorded it."""

from croupier.audit.resettled import BOX, HAND_PAY_FORM, PRIZE, PRIZE_VOUCHER, TICKET, TRANSFER, VARIANCE, VOUCHER, Exchange
from croupier.cage.accounts import TransferredIn, TransferredOut
from croupier.cage.chips import CageWay, ExchangedWithTable
from croupier.cage.counting import BoxTaken
from croupier.cage.hand_pays import HandPayGiven
from croupier.cage.issuing import TicketIssued
from croupier.cage.prizes import PrizeCashGiven
from croupier.cage.redeeming import TicketTaken
from croupier.cage.unprinting import TicketCancelled
from croupier.cage.variances import VarianceCorrected, VarianceNoted
from croupier.cage.vouchers import VoucherExchanged, VoucherIssued
from croupier.facts import message as facts
from croupier.promotions.paying import PrizeGiven, PrizePaid
from croupier.rules.promotions import PrizeWay
from croupier.table.core.message import Event
from croupier.table.money.carried_checks import ColoursRedeemed
from croupier.table.money.confirming import CreditReceived, FillReceived
from croupier.table.money.credit import MoneyCollected, MoneyInserted
from croupier.table.money.first_float import FloatSetUp
from croupier.table.money.hand_pay import HandPaid
from croupier.table.money.printing import TicketNotPrinted
from croupier.table.money.pulling import BoxPulled
from croupier.table.money.seats import SeatLeft, SeatTaken
from croupier.table.money.tender import Way
from croupier.table.money.tray import TrayCounted

TO_TABLE = (CageWay.CHIPS_IN, CageWay.FILL)
"""What comes to a table."""


def at_table(event: Event) -> list[Exchange]:
    """The money that an event of a table gave to the cage, or took from it."""
    match event:
        case HandPaid():
            what = CageWay.HAND_PAY if event.form is None else HAND_PAY_FORM
            return [Exchange(event.terminal or event.seat, what, event.form or 0, event.amount)]
        case TicketNotPrinted():
            return [Exchange(event.terminal or event.seat, TICKET, event.ticket, -event.amount)]
        case FloatSetUp():
            return [Exchange("", CageWay.FILL, 0, -event.amount)]
        case FillReceived():
            return [Exchange("", CageWay.FILL, event.slip, -event.amount)]
        case CreditReceived():
            return [Exchange("", CageWay.CREDIT, event.slip, event.amount)]
        case ColoursRedeemed():
            return [Exchange("", CageWay.COLOUR_CHECKS if event.in_cash else CageWay.CHIPS_OUT, 0, event.amount)]
        case BoxPulled():
            return [Exchange(event.terminal or "", BOX, event.box, event.amount)]
        case TrayCounted() if event.variance_change:
            return [Exchange("", VARIANCE, 0, event.variance_change)]
        case MoneyCollected() | SeatLeft():
            return _by_tender(event, CageWay.CHIPS_OUT, event.amount)
        case MoneyInserted() | SeatTaken():
            return _by_tender(event, CageWay.CHIPS_IN, -event.amount)
        case _:
            return []


def _by_tender(event: MoneyCollected | SeatLeft | MoneyInserted | SeatTaken, chips: CageWay, amount: int) -> list[Exchange]:
    tender = event.tender
    if tender is None:
        return []
    by = {
        TICKET: tender.ticket,
        TRANSFER: tender.transfer,
        VOUCHER: tender.voucher,
        chips: 0 if tender.way is Way.CHIPS else None,
    }
    return [Exchange(event.terminal or event.seat, what, number, amount) for what, number in by.items() if number is not None]


def of_prize(event: facts.Event) -> list[Exchange]:
    """The cash and the vouchers that an event of the prize register had from the cage."""
    if isinstance(event, PrizeGiven):
        return [Exchange(f"promotion {event.promotion}", PRIZE_VOUCHER, event.prize, event.vouchers)] if event.vouchers else []
    if not isinstance(event, PrizePaid):
        return []
    cash = sum(part.amount for part in event.parts if part.way is PrizeWay.CASH)
    return [Exchange(f"promotion {event.promotion}", PRIZE, event.prize, cash)] if cash else []


def at_cage(event: object) -> list[Exchange]:
    """The money that an event of the cage took from a table, or gave to it."""
    match event:
        case TicketIssued(by=None):
            return [Exchange(event.place, TICKET, event.serial, event.amount)]
        case TicketTaken() | TicketCancelled():
            return [Exchange(event.place, TICKET, event.serial, -event.amount)]
        case VoucherExchanged():
            return [Exchange(event.place, VOUCHER, event.voucher, -event.amount)]
        case TransferredOut():
            return [Exchange(event.place, TRANSFER, event.transfer, event.amount)]
        case TransferredIn():
            return [Exchange(event.place, TRANSFER, event.transfer, -event.amount)]
        case VoucherIssued(prize=int(prize)):
            return [Exchange(f"promotion {event.promotion}", PRIZE_VOUCHER, prize, event.amount)]
        case PrizeCashGiven():
            return [Exchange(f"promotion {event.promotion}", PRIZE, event.prize, event.amount)]
        case HandPayGiven():
            return [Exchange(event.place, HAND_PAY_FORM, event.form, event.amount)]
        case ExchangedWithTable():
            amount = -event.amount if event.way in TO_TABLE else event.amount
            return [Exchange(event.place, event.way, event.slip or 0, amount)]
        case BoxTaken():
            return [Exchange(event.place, BOX, event.box, event.amount)]
        case VarianceNoted() | VarianceCorrected() if event.amount:
            return [Exchange(event.place, VARIANCE, 0, event.amount)]
        case _:
            return []
