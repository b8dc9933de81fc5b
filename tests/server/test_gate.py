"""The gate: who gives way when there are too many, and what is counted and reported."""

import asyncio
import socket
from collections import deque
from collections.abc import AsyncIterator

import pytest
import uvicorn
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState

from croupier.floor.limits import ClientLimits
from croupier.server.arrivals import Arrival
from croupier.server.gate import REFUSAL_PAUSE, Gate
from croupier.server.http import LimitedHttp, Paced
from croupier.server.limits import TOO_MANY_HELLOS
from patience import PATIENCE


class Caller:
    """A connection."""

    def __init__(self) -> None:
        self.refused: list[tuple[int, str]] = []

    def refuse(self, status: int, sentence: str) -> None:
        self.refused.append((status, sentence))


def test_of_too_many_silent_connections_the_oldest_gives_way() -> None:
    gate, callers = Gate(ClientLimits(silent_connections=3), most=100, time=lambda: 0.0), [Caller() for _ in range(5)]
    for caller in callers:
        gate.enter(caller, "10.0.0.1")
    assert [bool(caller.refused) for caller in callers] == [True, True, False, False, False]
    assert gate.refused == {"silent-connections": 2}


def test_of_too_many_silent_connections_those_of_the_address_with_the_most_give_way() -> None:
    gate, caller = Gate(ClientLimits(silent_connections=4), most=100, time=lambda: 0.0), Caller()
    gate.enter(caller, "10.0.0.1")
    others = [Caller() for _ in range(50)]
    for number, other in enumerate(others):
        gate.enter(other, f"2001:db8::{number:x}")  # one network, whatever its addresses
    assert not caller.refused
    assert [bool(other.refused) for other in others] == [True] * 47 + [False] * 3


def test_whoever_has_spoken_does_not_give_way() -> None:
    gate, speaker = Gate(ClientLimits(silent_connections=1, connections=2), most=100, time=lambda: 0.0), Caller()
    gate.enter(speaker, "10.0.0.1")
    assert gate.has_spoken(speaker, "10.0.0.1")
    others = [Caller() for _ in range(3)]
    for caller in others:
        gate.enter(caller, "10.0.0.1")
    assert not speaker.refused
    assert [len(caller.refused) for caller in others] == [1, 1, 0]


def test_the_system_may_allow_fewer_connections_than_the_settings() -> None:
    gate, callers = Gate(ClientLimits(connections=50), most=2, time=lambda: 0.0), [Caller() for _ in range(3)]
    for caller in callers:
        gate.enter(caller, "10.0.0.1")
    assert gate.refused == {"connections": 1}
    assert callers[0].refused[0][0] == 503


def test_an_address_has_its_share_and_gets_it_back() -> None:
    gate, callers = Gate(ClientLimits(connections_per_address=2), most=100, time=lambda: 0.0), [Caller() for _ in range(4)]
    for caller in callers:
        gate.enter(caller, "10.0.0.1")
    assert [gate.has_spoken(caller, "10.0.0.1") for caller in callers[:3]] == [True, True, False]
    assert callers[2].refused[0][0] == 429
    gate.leave(callers[0])
    assert gate.has_spoken(callers[3], "10.0.0.1")


def test_silence_has_an_end() -> None:
    now = 0.0
    gate, early, late = Gate(ClientLimits(handshake_seconds=10), most=100, time=lambda: now), Caller(), Caller()
    gate.enter(early, "10.0.0.1")
    now = 5.0
    gate.enter(late, "10.0.0.1")
    now = 10.0
    deque(gate.sweep(), maxlen=0)
    assert early.refused == [(408, "A connection has to say what it wants within 10 seconds.")]
    assert not late.refused


def test_a_response_has_an_end() -> None:
    now = 0.0
    gate = Gate(ClientLimits(response_seconds=30), most=100, time=lambda: now)
    slow, done, late = callers = [Caller() for _ in range(3)]
    for caller in callers:
        gate.enter(caller, "10.0.0.1")
    for caller in (slow, done):
        gate.requested(caller, "10.0.0.1")
    gate.leave(done)
    now = 5.0
    gate.requested(late, "10.0.0.1")
    now = 30.0
    deque(gate.sweep(), maxlen=0)
    assert [caller.refused for caller in callers] == [
        [(408, "A request has to be sent, and its response read, within 30 seconds.")],
        [],
        [],
    ]
    assert gate.refused == {"response-seconds": 1}


def test_a_flood_of_refusals_is_one_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    now = 100.0
    gate = Gate(ClientLimits(silent_connections=1), most=100, time=lambda: now)
    for second in range(120):
        now = 100.0 + second
        for _ in range(50):
            gate.enter(Caller(), "10.0.0.1")
        deque(gate.sweep(), maxlen=0)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0] == "croupier: refused by limits since the last report: silent-connections 49"
    assert gate.refused["silent-connections"] == 5_999


def test_an_address_may_not_come_and_go_without_end() -> None:
    now = 0.0
    limits = ClientLimits(hellos_per_second=2, hellos_at_once=3)
    gate, callers = Gate(limits, most=100, time=lambda: now), [Caller() for _ in range(5)]
    assert [gate.may_greet(caller, "10.0.0.1") for caller in callers[:4]] == [True, True, True, False]
    assert gate.may_greet(callers[4], "10.0.0.2")
    now = 0.5
    assert [gate.may_greet(caller, "10.0.0.1") for caller in callers[:2]] == [True, False]
    now = REFUSAL_PAUSE + 0.1
    deque(gate.sweep(), maxlen=0)
    assert [caller.refused for caller in callers] == [[], [], [], [(429, TOO_MANY_HELLOS)], []]
    assert gate.refused == {"hellos-per-second": 1}


def test_a_hello_too_many_that_has_gone_is_not_refused_any_more() -> None:
    now = 0.0
    gate, caller = Gate(ClientLimits(hellos_at_once=1), most=100, time=lambda: now), Caller()
    assert [gate.may_greet(caller, "10.0.0.1") for _ in range(2)] == [True, False]
    gate.leave(caller)
    now = REFUSAL_PAUSE
    deque(gate.sweep(), maxlen=0)
    assert not caller.refused


def test_a_seat_gains_no_messages_by_connecting_again() -> None:
    now = 0.0
    gate = Gate(ClientLimits(messages_per_second=2, messages_at_once=20), most=100, time=lambda: now)
    pace = gate.pace("roulette/seat-1")
    assert [pace.messages.take() for _ in range(21)] == [True] * 20 + [False]
    assert not gate.pace("roulette/seat-1").messages.take()
    assert all(gate.pace("roulette/seat-2").messages.take() for _ in range(20))
    now = 1.0
    deque(gate.sweep(), maxlen=0)
    assert [gate.pace("roulette/seat-1").messages.take() for _ in range(3)] == [True, True, False]


def test_a_seat_that_was_quiet_is_forgotten() -> None:
    now = 0.0
    gate = Gate(ClientLimits(messages_per_second=10, messages_at_once=20), most=100, time=lambda: now)
    pace = gate.pace("roulette/seat-1")
    assert all(pace.messages.take() for _ in range(20))
    deque(gate.sweep(), maxlen=0)
    assert gate.pace("roulette/seat-1") is pace
    now = 2.0
    deque(gate.sweep(), maxlen=0)
    assert gate.pace("roulette/seat-1") is not pace


def test_an_address_whose_terminals_flood_waits_for_its_next_ones() -> None:
    now = 0.0
    gate, caller = Gate(ClientLimits(hellos_per_second=10, hellos_at_once=30), most=100, time=lambda: now), Caller()
    gate.flooded("10.0.0.1")
    assert [gate.may_greet(caller, "10.0.0.1") for _ in range(6)] == [True] * 5 + [False]
    gate.flooded("10.0.0.1")
    now = 1.0
    assert [gate.may_greet(caller, "10.0.0.1") for _ in range(11)] == [True] * 10 + [False]


def test_requests_of_an_address_have_a_pace_before_anything_of_them_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages as well as the API; another address is served."""
    monkeypatch.setattr("croupier.server.http.REFUSAL_PAUSE", 0)
    gate = Gate(ClientLimits(visits_per_second=1, visits_at_once=2), most=100, time=lambda: 0.0)
    read: list[str] = []

    async def page(scope: Scope, _: Receive, send: Send) -> None:
        read.append(scope["path"])
        await Response("page")(scope, _, send)

    async def status(address: str) -> int:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request"}

        scope: Scope = {"type": "http", "path": "/tables.json", "client": (address, 1), "headers": [], "method": "GET"}
        await Paced(page, gate)(scope, receive, send)
        is_last = (b"connection", b"close") in sent[0]["headers"]
        assert is_last is (sent[0]["status"] == 429), "else what was sent behind it would wait as long, one by one"
        return int(sent[0]["status"])

    async def statuses() -> list[int]:
        return [await status(address) for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2")]

    assert asyncio.run(statuses()) == [200, 200, 429, 200]
    assert read == ["/tables.json"] * 3
    assert gate.refused == {"visits-per-second": 1}


def test_a_refused_connection_that_ends_by_itself_is_not_ended_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client reads its answer at last: asyncio cannot abort what has ended so."""
    monkeypatch.setattr("croupier.server.http.LINGER", 2 * PATIENCE)

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        pass

    async def scene() -> None:
        gate = Gate(ClientLimits(), most=100)
        config = uvicorn.Config(nothing, http="h11", log_config=None)
        config.load()
        ours, theirs = socket.socketpair()
        arrival = Arrival(ours, "10.0.0.1", is_secure=False)
        gate.enter(arrival, arrival.address)
        caller = LimitedHttp(gate, arrival, config=config, server_state=ServerState(), app_state={})
        with theirs:
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(lambda: caller, ours)
            transport.write(bytes(8_000_000))
            caller.refuse(503, "It reads too slowly.")
            caller.refuse(503, "It still does.")
            assert transport.get_write_buffer_size() > 0, "the system has no room for all of it"
            cut = caller._cut  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
            assert cut
            assert sum([len(part) async for part in _read(theirs)]) > 8_000_000
            async with asyncio.timeout(PATIENCE):
                while not cut.cancelled():  # noqa: ASYNC110 - the transport ends in its own time
                    await asyncio.sleep(0.01)

    asyncio.run(scene())


async def _read(end: socket.socket) -> AsyncIterator[bytes]:
    end.setblocking(False)  # noqa: FBT003 - that of the socket
    while part := await asyncio.get_running_loop().sock_recv(end, 1 << 20):
        yield part
