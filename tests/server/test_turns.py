"""HTTP requests begin in turn, a few in one iteration of the event loop."""

import asyncio
from collections import Counter

import pytest
from starlette.types import Receive, Scope, Send

from croupier.floor.limits import ClientLimits
from croupier.server.gate import Gate
from croupier.server.http import Paced
from croupier.server.turns import AT_ONCE, Turns


def test_so_many_begin_in_one_iteration_and_addresses_take_turns() -> None:
    begun: list[tuple[int, str]] = []

    async def ask() -> None:
        turns, iteration = Turns(), 0

        async def request(address: str) -> None:
            await turns.take(address)
            begun.append((iteration, address))

        asked = [asyncio.ensure_future(request(address)) for address in ["10.0.0.1"] * 50 + ["10.0.0.2"]]
        while not all(each.done() for each in asked):
            iteration += 1
            await asyncio.sleep(0)

    asyncio.run(ask())
    assert len(begun) == 51
    assert max(Counter(when for when, _ in begun).values()) == AT_ONCE
    assert [address for _, address in begun].index("10.0.0.2") < 3 * AT_ONCE


def test_who_has_gone_while_waiting_takes_no_turn() -> None:
    async def ask() -> None:
        turns = Turns()
        waiting = [asyncio.ensure_future(turns.take("10.0.0.1")) for _ in range(20)]
        await asyncio.sleep(0)
        for each in waiting[AT_ONCE:-1]:
            each.cancel()
        await waiting[-1]
        await turns.take("10.0.0.1")

    asyncio.run(ask())


def test_pages_and_refusals_of_many_connections_are_not_made_in_one_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    """200 connections ask in the same iteration of the event loop, half of them over the pace of their address."""
    monkeypatch.setattr("croupier.server.http.REFUSAL_PAUSE", 0)
    answered: list[int] = []

    async def ask() -> None:
        gate = Gate(ClientLimits(visits_at_once=100), most=1_000, time=lambda: 0.0)
        iteration = 0

        async def page(_: Scope, __: Receive, ___: Send) -> None:
            answered.append(iteration)

        async def send(message: object) -> None:
            if isinstance(message, dict) and message["type"] == "http.response.start":
                answered.append(iteration)

        async def receive() -> dict[str, str]:
            return {"type": "http.request"}

        paced = Paced(page, gate)
        scope: Scope = {"type": "http", "path": "/", "client": ("10.0.0.1", 1), "headers": [], "method": "GET"}
        asked = [asyncio.ensure_future(paced(scope, receive, send)) for _ in range(200)]
        while not all(each.done() for each in asked):
            iteration += 1
            await asyncio.sleep(0)

    asyncio.run(ask())
    assert len(answered) == 200
    assert max(Counter(answered).values()) <= AT_ONCE
