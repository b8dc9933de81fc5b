"""What became of an order whose answer its person has not seen: the server, the line or the page was gone."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.floor.house import House
from croupier.promotions.entering import DrawEntered
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.server.api.cage_done import checks_receipt, done
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError
from croupier.server.receipt_views import ReceiptView
from croupier.server.sessions import Session

UNDECIDED = "That order is being carried out. Ask again."


class GivenEntry(msgspec.Struct, frozen=True):
    """An entry that an order has made."""

    promotion: int
    title: str
    """Of the promotion."""
    number: str


class GivenBefore(msgspec.Struct, frozen=True):
    """Whether an order was carried out."""

    carried_out: bool
    receipt: ReceiptView | None
    """The receipt of it, if it has one."""
    entry: GivenEntry | None = None
    """The entry that it has made in a promotion, for the person who entered; null if it made none."""


class OrdersInHand:
    """The orders whose requests are being answered, by the person and the id."""

    def __init__(self) -> None:
        """Begin without any."""
        self._requests = Counter[tuple[str, str]]()
        """A form may be sent again before it was answered, so an order can have several."""

    @contextmanager
    def hold(self, session: Session | None, body: object) -> Generator[None]:
        """Nobody is told that an order was not carried out while it may still be."""
        key = (session.login, getattr(body, "id", "")) if session else ("", "")
        self._requests[key] += 1
        try:
            yield
        finally:
            self._requests[key] -= 1
            if not self._requests[key]:
                del self._requests[key]

    def has(self, session: Session, id: str) -> bool:
        """Whether an order is being carried out."""
        return (session.login, id) in self._requests


class GivenOrders:
    """The orders at tables, at the cage and of the prize register, by the ids that their people gave them."""

    def __init__(self, house: House, in_hand: OrdersInHand, operator: str) -> None:
        """Look into the journal of this house."""
        self._house, self._in_hand, self._operator = house, in_hand, operator

    def operations(self) -> tuple[Operation[Any, Any], ...]:
        """The operation of the API."""
        return (
            Operation(
                method="GET",
                path="/api/v1/orders/{id}",
                summary="Tell whether an order that this person gave under an id was carried out, without giving it again.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={},
                gives=GivenBefore,
                refuses=(409,),
                handle=self._show,
            ),
        )

    async def _show(self, call: Call[Nothing]) -> GivenBefore:
        person, id = call.signed_in, call.path["id"]
        if self._in_hand.has(person, id):
            raise ApiError(409, "in-hand", UNDECIDED)
        keeper = self._house.keeper
        if keeper and (reply := keeper.given(f"floor/staff.{person.login}/{id}")):
            return GivenBefore(carried_out=True, receipt=done(keeper, reply, self._operator).receipt)
        if line := self._house.journal.find(PRIZE_REGISTER.name, f"floor/staff.{person.login}/{id}"):
            return GivenBefore(carried_out=True, receipt=None, entry=self._entry(line))
        lines = ((table, self._house.journal.find(table, f"staff.{person.login}/{id}")) for table in self._house.loops)
        table, line = next(((table, line) for table, line in lines if line), ("", None))
        receipt = checks_receipt(keeper, table, line, self._operator) if keeper and line else None
        return GivenBefore(carried_out=line is not None, receipt=receipt)

    def _entry(self, line: bytes) -> GivenEntry | None:
        """The entry that a line of the prize register has made."""
        made = (each for each in PRIZE_REGISTER.read(line).events if isinstance(each, DrawEntered))
        promoter, entered = self._house.promoter, next(made, None)
        if promoter is None or entered is None:
            return None
        title = promoter.durable.promotions[entered.promotion].terms.title
        return GivenEntry(entered.promotion, title, entered.number)
