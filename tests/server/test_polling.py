"""Deadlines and arrival: what arrived before a deadline counts, however busy the server was."""

import asyncio
import socket
import time
from collections.abc import Callable

from croupier.server.polling import PollClock, PollingLoop


class Hands:
    """Wall clock and elapsed time, set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def clock(self) -> PollClock:
        return PollClock(wall=lambda: self.now, elapsed=lambda: self.now, warn=list[str]().append)


def test_a_turn_has_the_time_of_the_poll_before_it_unless_the_poll_waited() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.now += 10
    clock.polled(waited=True)
    assert clock() == 1_000_010
    hands.now += 300  # the turn takes long
    assert clock() == 1_000_010
    clock.polled(waited=False)
    assert clock() == 1_000_010  # what was found may have arrived right after the last poll
    hands.now += 1
    clock.polled(waited=False)
    assert clock() == 1_000_310
    hands.now += 5_000
    clock.polled(waited=True)
    assert clock() == clock.running() == 1_005_311


def run(main: "Callable[[PollClock], asyncio.Future[None] | object]") -> None:
    clock = PollClock()
    with asyncio.Runner(loop_factory=lambda: PollingLoop(clock)) as runner:
        runner.run(main(clock))  # type: ignore[arg-type]


def test_bytes_that_waited_while_the_loop_was_busy_are_no_later_than_their_arrival() -> None:
    """They are sent before a deadline and read long after it; their time is before the deadline."""
    seen: list[tuple[int, int, int]] = []

    async def main(clock: PollClock) -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)  # noqa: FBT003
        loop = asyncio.get_running_loop()
        read = loop.create_future()

        def readable() -> None:
            ours.recv(10)
            loop.remove_reader(ours)
            read.set_result(clock())

        loop.add_reader(ours, readable)
        await asyncio.sleep(0.01)
        theirs.send(b"a bet")
        sent = clock.running()
        time.sleep(0.2)  # noqa: ASYNC251 - another table keeps the loop busy
        seen.append((await read, sent, clock.running()))
        ours.close()
        theirs.close()

    run(main)
    ((arrived, sent, now),) = seen
    assert arrived <= sent < now - 150


def test_bytes_that_wake_the_loop_have_the_time_at_which_they_came() -> None:
    async def main(clock: PollClock) -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)  # noqa: FBT003
        loop = asyncio.get_running_loop()
        loop.call_later(0.1, theirs.send, b"a bet")
        begun = clock()
        await loop.sock_recv(ours, 10)
        assert clock() >= begun + 90
        ours.close()
        theirs.close()

    run(main)


def test_work_that_was_put_off_is_done_before_the_loop_waits() -> None:
    done: list[str] = []
    said: list[str] = []

    def write() -> bool:
        done.append("written")
        asyncio.get_running_loop().call_soon(done.append, "what followed from it")
        return True

    def fail() -> bool:
        raise ZeroDivisionError

    async def main(_: PollClock) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, PollingLoop)
        loop.set_exception_handler(lambda _, context: said.append(context["message"]))
        for work in (fail, write):
            loop.call_before_poll(work)
        assert not done
        await asyncio.sleep(0.05)
        assert done == ["written", "what followed from it"]

    run(main)
    assert said == ["an error at the end of an iteration"]
