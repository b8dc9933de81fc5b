"""Operations of the count room: boxes that are counted blind, variances, and fills, credits and colour checks of tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from croupier.cage.box import CountedBox, Variance
from croupier.cage.opening_balances import in_business
from croupier.cage.state import Cage
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.order_texts import text_refused
from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.server.api.cage_done import checks_receipt
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.orders import as_sent, body
from croupier.server.api.problem import ApiError, missing, not_for
from croupier.server.api.session import SignInForm
from croupier.server.api.table_orders import NOT_YOURS, CommandId
from croupier.server.api.tables import dealer_of
from croupier.server.front_desk import FrontDesk
from croupier.server.receipt_views import ReceiptView
from croupier.table.core.desk import Slip
from croupier.table.core.message import Order
from croupier.table.core.person import Person
from croupier.table.money.carried_checks import RedeemColours
from croupier.table.money.confirming import ReceiveCredit, SendFill
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.slips import CancelSlip
from croupier.table.money.tender import counted_value

ORDERS: tuple[type[Order], ...] = (SendFill, ReceiveCredit, CancelSlip, RedeemColours)
"""The orders about chips of a table that the cage gives."""
SECONDS: Mapping[type[Order], tuple[Duty, ...]] = {RedeemColours: (Duty.DISABLE,)}
"""Those among them that two people sign, each with the duties of which the second needs one."""
LISTED = 50
"""How many of the last boxes and variances are listed."""


class BoxView(msgspec.Struct, frozen=True):
    """A box in the count room. What it should have, and what was counted, is shown once two people agree."""

    number: int
    place: str
    pulled: int
    """When it came: milliseconds since 1970."""
    first: str | None
    """The login of the person who has counted it, and waits for another."""
    differed: int
    """How often two counts differed."""
    amount: int | None
    """What it should have had by the books, in cents."""
    counted: int | None
    """What was counted, in cents."""
    notes: Mapping[int, int] | None
    """The notes that were counted, by denomination in cents."""


class SlipView(msgspec.Struct, frozen=True):
    """A fill or a credit of a table that waits."""

    table: str
    slip: int
    is_fill: bool
    chips: Mapping[int, int]
    amount: int
    """Cents."""
    since: int
    """When it was requested: milliseconds since 1970."""
    by: str
    sent_by: str | None
    """Who of the cage has sent a fill, which waits for the table then."""


class ChecksView(msgspec.Struct, frozen=True):
    """Colour checks of a table that players have carried away."""

    table: str
    colour: str
    checks: int
    value: int
    """The value of each, in cents."""
    is_closed: bool
    """Whether their table is closed, so that the cage redeems them."""


class DrawerView(msgspec.Struct, frozen=True):
    """The drawer of a clerk. What was counted, and what the books say, is not shown: the next count is blind, too."""

    login: str
    """Whose it is."""
    clerk: str
    """The name of that clerk."""
    is_open: bool
    """Whether its opener was counted, and its closer is next."""
    at: int
    """When it was counted last: milliseconds since 1970."""
    by: str


class CountRoomView(msgspec.Struct, frozen=True):
    """The count room, and the chips on their way."""

    boxes: tuple[BoxView, ...]
    """Those that are not counted yet, and the last ones that are; the newest first."""
    variances: tuple[Variance, ...]
    """Those that are not explained yet, and the last ones that are; the newest first."""
    slips: tuple[SlipView, ...]
    """Fills and credits that wait, the oldest first."""
    checks: tuple[ChecksView, ...]
    chips: tuple[int, ...]
    """The values of the chips of the house, in cents."""
    chips_counted: int | None
    """When the chips of the cage were counted last: milliseconds since 1970; null if never. How many it has is not shown."""
    drawers: tuple[DrawerView, ...]
    """The drawers of clerks that were ever counted: the open ones first."""
    is_new: bool
    """Whether the cage has done no business yet, so that opening balances can be stated."""


class TableOrderDone(msgspec.Struct, frozen=True):
    """An order about chips of a table was carried out, and is durable."""

    notice: str
    receipt: ReceiptView | None
    """The receipt for colour checks that were paid in cash; null after other orders."""


KINDS = {as_sent(kind): kind for kind in ORDERS}
"""The orders, by their type as a client sends it."""
GivenChipOrder: Any = body(
    "GivenChipOrder",
    "An order of the cage about chips of a table.",
    [("id", CommandId), ("order", Union[tuple(KINDS)]), ("second", SignInForm | None, None)],  # noqa: UP007 - made at run time
)


class CountRoomOperations:
    """The count room of a house."""

    def __init__(self, house: House, desk: FrontDesk, chips: Sequence[int], operator: str) -> None:
        """Serve the count room. `chips` are the values of the chips of the house, and `operator` is the name of the floor."""
        self._house, self._desk, self._chips, self._operator = house, desk, tuple(chips), operator

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage/count-room",
                summary="List boxes, variances, fills and credits that wait, and colour checks that are away.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={},
                gives=CountRoomView,
                refuses=(404,),
                handle=self._view,
            ),
            Operation(
                method="POST",
                path="/api/v1/cage/chips/{table}",
                summary="Confirm or cancel a fill or a credit of a table, or redeem its colour checks, at the cage.",
                right=Right.HANDLE_MONEY,
                takes=GivenChipOrder,
                queries={},
                gives=TableOrderDone,
                refuses=(404, 409),
                handle=self._order,
            ),
        )

    async def _view(self, call: Call[Nothing]) -> CountRoomView:
        if self._house.keeper is None:
            raise missing("no-cage", "There is no cage on this floor.")
        cage = self._house.keeper.durable
        await self._desk.watches(call.signed_in, "the count room")
        dealers = [loop.dealer for loop in self._house.loops.values()]
        slips = sorted((each for dealer in dealers for each in _slips(dealer)), key=lambda each: each.since)
        return CountRoomView(
            boxes=tuple(_boxes(cage)),
            variances=tuple(_variances(cage)),
            slips=tuple(slips),
            checks=tuple(each for dealer in dealers for each in _checks(dealer)),
            chips=self._chips,
            chips_counted=cage.chips_counted,
            drawers=tuple(sorted(_drawers(cage), key=lambda each: (not each.is_open, each.clerk))),
            is_new=not in_business(cage),
        )

    async def _order(self, call: Call[Any]) -> TableOrderDone:
        dealer, given = dealer_of(self._house, call), call.body
        kind = KINDS[type(given.order)]
        fields = {name: getattr(given.order, name) for name in given.order.__struct_fields__}
        order = kind(**fields, by=Person(self._desk.author(call.signed_in).name, CAGE_ROLE))
        if refusal := text_refused(order):
            raise ApiError(409, refusal.reason, refusal.message)
        asked = None
        if given.second and kind in SECONDS:
            asked, second = await self._countersigned(call, kind, dealer)
            order = replace(order, second=second)
        find, id = self._house.journal.find, f"staff.{call.signed_in.login}/{given.id}"
        is_new = find(dealer.name, id) is None
        reply = await dealer.ask(order, id)
        if not reply.ok:
            raise ApiError(403 if reply.error in NOT_YOURS else 409, reply.error, reply.message, reply.clause)
        if asked and is_new:
            await self._desk.countersigned(asked)
        keeper, line = self._house.keeper, find(dealer.name, id)
        receipt = checks_receipt(keeper, dealer.name, line, self._operator) if keeper and line else None
        return TableOrderDone(reply.notice, receipt)

    async def _countersigned(self, call: Call[Any], kind: type[Order], dealer: Dealer) -> tuple[CountersignSecond, Person]:
        """Check the second signature. Return what is recorded of it once the order was carried out, and who has signed."""
        first, given = call.signed_in, call.body
        order = f"{kind.__name__} {given.id}"
        asked = CountersignSecond(by=self._desk.author(first), second=given.second.login, order=order, table=dealer.name)
        self._check_duty(given.second.login, SECONDS[kind])
        second = await self._desk.second(first, asked, given.second.password, call.address)
        self._check_duty(first.login, (Duty.HANDLE_MONEY,))  # either may have lost it meanwhile
        self._check_duty(second.login, SECONDS[kind])
        roles = self._desk.document_roles(second.login, dealer.table.rules)
        return asked, Person(second.name, next(iter(roles), CAGE_ROLE))

    def _check_duty(self, login: str, duties: Sequence[Duty]) -> None:
        if not self._desk.register.may(login, *duties):
            raise not_for(login, self._desk.register, *duties)


def _boxes(cage: Cage) -> Iterator[BoxView]:
    last = len(cage.boxes)
    for number in range(last, 0, -1):
        box = cage.boxes[number]
        if box.counted is None or number > last - LISTED:
            yield _box_view(box)


def _box_view(box: CountedBox) -> BoxView:
    counted = None if box.counted is None else counted_value(box.counted)
    first = box.first.by.login if box.first and box.counted is None else None
    amount = None if box.counted is None else box.amount
    return BoxView(box.number, box.place, box.pulled, first, box.differed, amount, counted, box.counted)


def _variances(cage: Cage) -> Iterator[Variance]:
    last = len(cage.variances)
    for number in range(last, 0, -1):
        variance = cage.variances[number]
        if variance.why is None or number > last - LISTED:
            yield variance


def _drawers(cage: Cage) -> Iterator[DrawerView]:
    for each in cage.drawers.values():
        yield DrawerView(each.clerk.login, each.clerk.name, each.is_opener, each.at, each.by.name)


def _slips(dealer: Dealer) -> Iterator[SlipView]:
    return (_slip_view(dealer.name, number, slip) for number, slip in dealer.durable.desk.slips.items())


def _slip_view(table: str, number: int, slip: Slip) -> SlipView:
    amount, sent_by = counted_value(slip.chips), slip.sent_by.name if slip.sent_by else None
    return SlipView(table, number, slip.is_fill, slip.chips, amount, slip.since, slip.by.name, sent_by)


def _checks(dealer: Dealer) -> Iterator[ChecksView]:
    desk = dealer.durable.desk
    return (
        ChecksView(dealer.name, colour, away.checks, away.value, desk.closed) for colour, away in sorted(desk.carried.items())
    )
