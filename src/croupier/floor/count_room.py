"""What the cage does about chips and boxes of a table: each goes from one to the other in one entry."""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cage.chips import CageWay, ExchangeWithTable
from croupier.cage.counting import TakeBox
from croupier.cage.message import CageCommand
from croupier.cage.refusals import Reason
from croupier.cage.ticket import place
from croupier.cage.variances import NoteVariance
from croupier.facts.refusal import Refusal
from croupier.floor.actions import Action
from croupier.money import Cents
from croupier.table.core.message import Event
from croupier.table.money.boxes import DropEmptied, EmptyDrop, EmptyStacker, StackerEmptied
from croupier.table.money.carried_checks import ColoursRedeemed
from croupier.table.money.confirming import CreditReceived, FillReceived
from croupier.table.money.credit import MoneyCollected, MoneyInserted
from croupier.table.money.first_float import FloatSetUp
from croupier.table.money.float import CreditFloat, FillFloat, FloatCredited, FloatFilled
from croupier.table.money.hand_pay import HandPaid
from croupier.table.money.pulling import BoxPulled
from croupier.table.money.seats import SeatLeft, SeatTaken
from croupier.table.money.tender import Way
from croupier.table.money.tray import TrayCounted

ON_SLIPS = Refusal(Reason.COUNT_ROOM, "Request a fill or a credit: the cage confirms it, and you do.")
IN_COUNT_ROOM = Refusal(Reason.COUNT_ROOM, "Pull the box: it is counted in the count room.")
WITHOUT_CAGE = frozenset(each.__name__ for each in (FillFloat, CreditFloat, EmptyDrop, EmptyStacker))
"""The orders of a table without a cage, which has nobody to confirm a fill or to count a box."""


def sent(table: str, event: Event) -> CageCommand | Refusal | None:
    """What the cage does about an event by which chips or boxes came from a table or went there; None if nothing."""
    match event:
        case FloatFilled() | FloatCredited():
            return ON_SLIPS
        case DropEmptied() | StackerEmptied():
            return IN_COUNT_ROOM
        case MoneyInserted() | SeatTaken() if _in_chips(event):
            brought = _exchange(place(table, event.terminal or event.seat), CageWay.CHIPS_IN, event.amount, event.at)
            return replace(brought, by=event.by.name if event.by else None)
        case MoneyCollected() | SeatLeft() if _in_chips(event):
            return _exchange(place(table, event.terminal or event.seat), CageWay.CHIPS_OUT, event.amount, event.at)
        case ColoursRedeemed():
            way = CageWay.COLOUR_CHECKS if event.in_cash else CageWay.CHIPS_OUT
            by, second = (each.name if each and event.in_cash else None for each in (event.by, event.second))
            return replace(_exchange(table, way, event.amount, event.at), by=by, second=second)
        case FloatSetUp():
            return _exchange(table, CageWay.FILL, event.amount, event.at)
        case FillReceived():
            return _exchange(table, CageWay.FILL, event.amount, event.at, event.slip)
        case CreditReceived():
            return _exchange(table, CageWay.CREDIT, event.amount, event.at, event.slip)
        case HandPaid(form=None):
            return _exchange(place(table, event.terminal or event.seat), CageWay.HAND_PAY, event.amount, event.at)
        case BoxPulled():
            where = table if event.terminal is None else place(table, event.terminal)
            return TakeBox(at=event.at, place=where, box=event.box, amount=event.amount, notes=event.notes)
        case TrayCounted() if event.variance_change or event.replaces:
            what = "opener" if event.is_opener else "closer"
            corrects = bool(event.replaces)
            counters = tuple(each.name for each in (event.by, event.second) if each)
            amount = event.variance_change
            return NoteVariance(at=event.at, place=table, what=what, amount=amount, corrects=corrects, counted_by=counters)
        case _:
            return None


def _in_chips(event: MoneyInserted | SeatTaken | MoneyCollected | SeatLeft) -> bool:
    return event.tender is not None and event.tender.way is Way.CHIPS


def _exchange(where: str, way: CageWay, amount: int, at: int, slip: int | None = None) -> ExchangeWithTable:
    return ExchangeWithTable(at=at, place=where, way=way, amount=Cents(amount), slip=slip)


def with_count_room(actions: Iterable[Action]) -> tuple[Action, ...]:
    """The orders that a floor with a cage offers: its chips go on slips, and its boxes to the count room."""
    return tuple(each for each in actions if each.order not in WITHOUT_CAGE)
