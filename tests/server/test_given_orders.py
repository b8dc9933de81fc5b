"""What became of an order: nobody is told that it was not carried out while it may still be."""

import asyncio
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.server.api.given_orders import GivenOrders, OrdersInHand
from croupier.server.api.operation import Call, Nothing
from croupier.server.api.problem import ApiError


def not_found(*_: object) -> None:
    """No order is on record."""


def test_an_order_is_in_hand_until_the_last_of_its_requests_has_ended() -> None:
    """A form is sent again while its first request is still under way; the first one is refused, the second is not decided."""
    in_hand, cass = OrdersInHand(), SimpleNamespace(login="cass")
    nothing: Any = SimpleNamespace(keeper=None, loops={"wheel": None}, journal=SimpleNamespace(find=not_found))
    (operation,) = GivenOrders(nothing, in_hand, "Test floor").operations()
    session: Any = cass
    asked = Call({"id": "1"}, {}, Nothing(), session, "192.0.2.1", "")
    first, second = ExitStack(), ExitStack()
    first.enter_context(in_hand.hold(session, SimpleNamespace(id="1")))
    second.enter_context(in_hand.hold(session, SimpleNamespace(id="1")))

    async def became() -> Any:
        return await operation.handle(asked)

    first.close()
    with pytest.raises(ApiError, match="is being carried out"):
        asyncio.run(became())
    second.close()
    assert not asyncio.run(became()).carried_out
