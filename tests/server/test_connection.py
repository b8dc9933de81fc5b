"""Conversations at a dealer's table on virtual time: who may throw when, clocks that move, and a seat in two windows."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import msgspec
import pytest

from croupier.floor.clock import Clock
from croupier.floor.limits import ClientLimits
from croupier.floor.timetable import Timing
from croupier.rules.sequence import Phase
from croupier.server.connection import Connection
from croupier.server.gate import Gate
from croupier.server.hub import Hub
from virtual import on_virtual_time
from visitors import Visited

SIC_BO, STAR, ROULETTE = "star-sicbo-2016", "star-craps-2016", "ministar-roulette-2018"
IDS = count(1)
TIMING = Timing()


class Window:
    """A page of a table: the near end of a connection, and what it shows."""

    address = "10.0.0.1"

    def __init__(self, table: Visited, hub: Hub, key: str = "") -> None:
        self.told: list[dict[str, Any]] = []
        self.shown: dict[str, Any] = {}
        self._connection = Connection(self, table.house, hub, Gate(ClientLimits(), most=100))
        self.say(say="hello", key=key)

    def has_spoken(self) -> bool:
        return True

    def send(self, message: bytes, *, now: bool = False) -> None:  # noqa: ARG002
        told = msgspec.json.decode(message)
        self.told.append(told)
        if told["is"] in ("welcome", "snapshot", "event"):
            self.shown |= told

    def close(self, code: int = 1000, why: str = "", *, final: bool = False) -> None:  # noqa: ARG002
        self.told.append({"is": "goodbye", "why": why, "final": final})

    def gone(self) -> None:
        """Hang up."""
        self._connection.gone()

    async def wish(self, say: str, **fields: object) -> dict[str, Any]:
        """Say something, and return the answer."""
        id = f"{say}-{next(IDS)}"
        self.say(say=say, id=id, **fields)
        async with asyncio.timeout(60):
            while True:
                for told in self.told:
                    if told["is"] == "answer" and told["id"] == id:
                        return told
                await asyncio.sleep(0.01)

    async def granted(self, say: str, **fields: object) -> None:
        answer = await self.wish(say, **fields)
        assert answer["ok"], answer

    @property
    def round(self) -> dict[str, Any]:
        return self.shown["round"]

    def say(self, **message: object) -> None:
        """Say something, whatever the answer."""
        self._connection.heard(msgspec.json.encode(message))


Opens = Callable[..., Awaitable[Window]]


def at_a_table(name: str, scene: Callable[[Visited, Opens], Awaitable[None]]) -> None:
    """Play a scene at a table. It opens windows with `Opens`, which takes the key of a seat."""

    async def run(clock: Clock) -> None:
        table = await Visited.open(clock, name)
        hub = Hub(table.dealer, timetable=table.loop.timetable)

        async def opens(key: str = "") -> Window:
            window = Window(table, hub, key)
            await table.until(lambda: "mine" in window.shown)
            if not key:
                await window.granted("insert", amount=50_000)
            return window

        table.run()
        await scene(table, opens)
        table.close()

    on_virtual_time(run)


async def with_dice(table: Visited, window: Window) -> None:
    await table.until(lambda: window.round["offered"] == window.shown["seat"])
    await window.granted("accept-dice")
    await window.granted("bet", wager="win-line", amount=1000)


def test_a_shooter_waits_for_the_others_and_is_told_for_how_long() -> None:
    async def scene(table: Visited, opens: Opens) -> None:
        ann, bob = await opens(), await opens()
        await with_dice(table, ann)
        opened, line = table.dealer.table.round.opened, table.dealer.line
        await asyncio.sleep((opened + 13_500 - table.dealer.now()) / 1000)
        answer = await ann.wish("shoot", round=1)
        assert (answer["ok"], answer["error"]) == (False, "too-soon")
        assert answer["message"] == "Other players are betting for another 7 seconds; throw then."
        assert table.dealer.line == line, "the table was not asked"
        assert (await bob.wish("shoot"))["error"] == "not-the-shooter", "that is for the table to say"
        await asyncio.sleep(5.8)
        last = await ann.wish("shoot")
        assert last["message"] == "Other players are betting for another 1 second; throw then."
        assert ann.round["throw_from"] == opened + 20_000
        await table.until(lambda: ann.round["until"] == "throw")
        assert (ann.round["throw_from"], ann.round["deadline"]) == (0, opened + 35_000)
        await ann.granted("shoot", round=1)

    at_a_table(STAR, scene)


def test_a_shooter_throws_at_once_when_the_others_have_gone() -> None:
    async def scene(table: Visited, opens: Opens) -> None:
        ann, bob = await opens(), await opens()
        await with_dice(table, ann)
        assert (await ann.wish("shoot"))["error"] == "too-soon"
        bob.gone()
        await table.until(lambda: ann.round["throw_from"] == 0)
        await ann.granted("shoot")

    at_a_table(STAR, scene)


def test_a_throw_that_is_repeated_gets_its_first_answer() -> None:
    """Another player is betting by then, but the dice are out."""

    async def scene(table: Visited, opens: Opens) -> None:
        ann = await opens()
        await with_dice(table, ann)
        throw = {"say": "shoot", "id": "throw", "round": 1}
        ann.say(**throw)
        await opens()
        await table.until(lambda: table.dealer.durable.round.number == 2 and ann.round["phase"] == "betting")
        ann.say(**throw)
        answers = [told for told in ann.told if told.get("id") == "throw"]
        assert [told["ok"] for told in answers] == [True, True]

    at_a_table(STAR, scene)


def test_a_wish_that_comes_late_gets_the_answer_it_had_or_is_not_done() -> None:
    """What was pressed before a connection broke does not happen long after it, in a round that the player has not seen."""

    async def scene(table: Visited, opens: Opens) -> None:
        ann = await opens()
        done, lost = ({"say": "insert", "id": id, "amount": 1000} for id in ("done", "lost"))
        ann.say(**done)
        await table.until(lambda: ann.shown["mine"]["credit"] == 51_000)
        ann.gone()
        ann = await opens(ann.shown["key"])
        line = table.dealer.line
        for wish in (done, lost, lost, {"say": "leave", "id": "left"}, {"say": "close-early", "id": "closed"}):
            ann.say(say="late", wish=wish)
        answers = [(told["id"], told["ok"], told.get("error", "")) for told in ann.told if told["is"] == "answer"]
        late = [(id, False, "too-late") for id in ("lost", "lost", "left", "closed")]
        assert answers == [("done", True, ""), *late]
        assert (table.dealer.line, ann.shown["mine"]["credit"]) == (line, 51_000)
        assert [told for told in ann.told if told["is"] == "goodbye"] == []

    at_a_table(ROULETTE, scene)


def test_a_deadline_that_moves_reaches_every_page_and_not_the_journal() -> None:
    async def scene(table: Visited, opens: Opens) -> None:
        ann, bob = await opens(), await opens()
        await table.until(lambda: bob.round["phase"] == "betting")
        opened = table.dealer.table.round.opened
        assert (bob.round["deadline"], bob.round["until"]) == (opened + 20_000, "betting")
        await asyncio.sleep((opened + 19_000 - table.dealer.now()) / 1000)
        line, before = table.dealer.line, len(bob.told)
        await ann.granted("bet", wager="small", amount=1000)
        await asyncio.sleep(0.1)
        assert table.dealer.line == line + 1, "the bet, and nothing else"
        (moved,) = bob.told[before:]
        assert (moved["is"], moved["number"], "event" in moved) == ("event", table.dealer.durable.events, False)
        assert moved["round"]["deadline"] == opened + 22_000
        assert ann.round == bob.round
        await table.until(lambda: table.dealer.durable.round.phase is Phase.CLOSED)
        assert table.dealer.durable.round.since == opened + 22_000

    at_a_table(SIC_BO, scene)


@pytest.mark.parametrize("name", [SIC_BO, STAR])
def test_of_two_windows_with_the_same_seat_the_last_one_plays(name: str) -> None:
    async def scene(table: Visited, opens: Opens) -> None:
        first = await opens()
        second = await opens(first.shown["key"])
        assert second.shown["seat"] == first.shown["seat"]
        assert first.told[-1] == {"is": "goodbye", "why": "This seat was opened in another window.", "final": True}
        told = len(first.told)
        await second.granted("insert", amount=1000)
        assert second.shown["mine"]["credit"] == 51_000
        assert len(first.told) == told
        assert table.seating.away(second.shown["seat"]) is None, "the end of the first is not the end of the second"
        second.gone()
        await asyncio.sleep(1)
        assert table.seating.away(second.shown["seat"]) == 1

    at_a_table(name, scene)


def test_a_window_that_takes_a_seat_over_has_a_seat_although_the_other_one_leaves() -> None:
    """The loop of the test runs tasks in any order. If the second window is first, the seat is not left."""

    async def scene(table: Visited, opens: Opens) -> None:
        kept = set[bool]()
        for _ in range(20):
            first = await opens()
            first.say(say="leave", id="leave")
            second = await opens(first.shown["key"])
            await second.granted("insert", amount=1000)
            assert second.shown["seat"] in table.dealer.durable.layout
            kept.add(second.shown["seat"] == first.shown["seat"])
            await second.granted("leave")
        assert kept == {True, False}
        assert not table.seating.connected

    at_a_table(STAR, scene)


@pytest.mark.parametrize("name", [SIC_BO, STAR])
def test_a_window_whose_seat_is_given_up_is_told_so_and_nobody_waits_for_it(name: str) -> None:
    async def scene(table: Visited, opens: Opens) -> None:
        window = await opens()
        seat = window.shown["seat"]
        assert seat in table.seating.connected
        assert (await table.seating.leave(seat, "from elsewhere")).ok
        assert not table.seating.present(TIMING.gone)
        assert window.told[-1] == {"is": "goodbye", "why": "This seat was given up.", "final": False}
        again = await opens(window.shown["key"])
        assert again.shown["seat"] != seat
        assert list(table.seating.connected) == [again.shown["seat"]]

    at_a_table(name, scene)


def test_a_player_who_leaves_gets_the_answer_and_no_other_goodbye() -> None:
    async def scene(_: Visited, opens: Opens) -> None:
        window = await opens()
        await window.granted("leave")
        assert window.told[-2]["is"] == "answer"
        assert window.told[-1] == {"is": "goodbye", "why": "", "final": False}

    at_a_table(STAR, scene)


def test_a_player_whose_connection_breaks_is_not_closed_out_early() -> None:
    async def scene(table: Visited, opens: Opens) -> None:
        ann, bob = await opens(), await opens()
        await table.until(lambda: ann.round["phase"] == "betting")
        bob.gone()
        assert (await ann.wish("close-early"))["error"] == "not-alone"
        await asyncio.sleep(TIMING.gone)
        await table.until(lambda: ann.round["phase"] == "betting")
        await ann.granted("close-early")

    at_a_table(ROULETTE, scene)
