"""What a hub sends: parts that changed, drawn once for all terminals, and to each seat only its own."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from craps_hand import bet, craps, thrown
from croupier.catalogue import ruleset
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.timetable import document_times
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.server import hub as hubs
from croupier.server import time_slices, views
from croupier.server.hub import Hub
from croupier.server.time_slices import Broadcast, TimeSlices, tell_one
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.money.locks import LockTerminal
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome
from viewer import Viewer

ROULETTE = "ministar-roulette-2018"
SUPERVISOR = Person("sue", "casino-supervisor")


def in_a_loop(scene: Callable[..., None]) -> Callable[..., None]:
    """A hub lives in an event loop."""

    @wraps(scene)
    def test(**fixtures: object) -> None:
        async def main() -> None:
            scene(**fixtures)

        asyncio.run(main())

    return test


class Play:
    """A table whose events reach a hub as soon as they are decided."""

    def __init__(self, rules: str, seats: int, *, at_once: bool = True, shared: TimeSlices | None = None) -> None:
        self._at_once = at_once
        made = ruleset(rules)
        self.table = open_table(made, made.sign({"minimum": 100}))
        self._at = 1000
        for number in range(1, seats + 1):
            self.do(TakeSeat(seat=f"seat-{number}", chips=Cents(100_000)))
        self.dealer = Dealer("table", self.table, 1, Journal(MemoryStore()))
        self.hub = Hub(self.dealer, lambda: self._at, shared)

    def do(self, command: Command) -> None:
        """Decide a command, and let the hub tell its events."""
        self._at += 1
        events = decide(self.table, replace(command, at=self._at))
        assert not isinstance(events, Refusal), events
        for event in events:
            before, self.table = self.table, apply(self.table, event)
            if hasattr(self, "hub"):
                self.dealer.durable = self.table
                happened = Happened(self.table.events, event, before, self.table, events)
                self.dealer.told.append(happened)
                self.dealer.listeners[0](happened)
                if self._at_once:
                    self.hub.finish_telling()

    def round(self, wager: str = "red") -> None:
        """A round in which every seat has a bet."""
        self.do(OpenBetting(deadline=self._at + 10_000))
        for seat in self.table.layout:
            self.do(PlaceBet(seat=seat, wager=wager, stake=Cents(500)))
        for call in (SpinBall(), CloseBetting(), EnterOutcome(outcome=next(iter(self.table.rules.game.space.ways)))):
            self.do(call)

    def joined(self, seat: str, last: int = 0) -> Viewer:
        """A terminal that has just come."""
        viewer = Viewer(seat)
        self.hub.join(viewer, last)
        return viewer


def drawn(play: Play, seat: str) -> dict[str, Any]:
    """Everything that a terminal has to show now."""
    table = play.table
    shared = views.shared_view(table, document_times(table), [f"seat-{n}" for n in range(1, len(table.layout) + 1)])
    mine = views.own_view(table, views.own_state(table, seat))
    return msgspec.json.decode(msgspec.json.encode({**asdict(shared), "mine": mine, "number": table.events}))


def shown(viewer: Viewer) -> dict[str, Any]:
    """What a terminal shows, without what belongs to the last message alone."""
    return {
        part: value
        for part, value in viewer.shown[-1].items()
        if part not in ("is", "now", "event", "call", "lit", "stays", "last")
    }


@in_a_loop
def test_the_parts_that_a_terminal_keeps_and_gets_are_the_whole_table() -> None:
    play = Play(ROULETTE, seats=3)
    viewers = [play.joined(seat) for seat in play.table.layout]
    for _ in range(3):
        play.round()
        for viewer in viewers:
            assert shown(viewer) == drawn(play, viewer.seat)


@in_a_loop
def test_what_did_not_change_is_not_sent_again() -> None:
    play = Play(ROULETTE, seats=2)
    ann, bob = play.joined("seat-1"), play.joined("seat-2")
    play.do(OpenBetting(deadline=99_000))
    play.do(PlaceBet(seat="seat-1", wager="red", stake=Cents(500)))
    assert set(ann.told[-1]) == {"is", "number", "now", "event", "mine"}
    assert len(bob.told) == 2  # the snapshot and the opening: another player's bet is not his business
    play.do(SpinBall())
    assert set(bob.told[-1]) == {"is", "number", "now", "event", "round", "company", "playing"}
    play.do(CloseBetting())
    assert set(bob.told[-1]) == {"is", "number", "now", "event", "round"}


def counted(calls: Counter[str], name: str, do: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose calls are counted."""

    def counting(*given: object) -> Any:
        calls[name] += 1
        return do(*given)

    return counting


@in_a_loop
def test_everything_shared_is_drawn_once_however_many_terminals_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()
    for module, name in ((hubs, "shared_view"), (views, "lit")):
        monkeypatch.setattr(module, name, counted(calls, name, getattr(module, name)))
    drawings: dict[int, int] = {}
    for seats in (10, 40):
        play = Play(ROULETTE, seats)
        for seat in play.table.layout:
            play.joined(seat)
        calls.clear()
        play.round()
        drawings[seats] = calls.total()
    assert drawings[10] == drawings[40] > 0


@in_a_loop
def test_a_player_is_told_of_their_own_bets_only() -> None:
    play = Play(ROULETTE, seats=3)
    viewers = [play.joined(seat) for seat in play.table.layout]
    stranger = play.joined("nobody")
    play.round()
    for viewer in viewers:
        (settled,) = [told["event"] for told in viewer.told if told.get("event", {}).get("type") == "RoundSettled"]
        assert {each["seat"] for each in settled["decided"]} == {viewer.seat}
        assert all(viewer.seat in (transfer["source"] + transfer["target"]) for transfer in settled["transfers"])
    (settled,) = [told["event"] for told in stranger.told if told.get("event", {}).get("type") == "RoundSettled"]
    assert not settled["decided"]
    assert not settled["transfers"]


@in_a_loop
def test_what_the_staff_decided_changes_the_table_and_says_no_more() -> None:
    play = Play(ROULETTE, seats=2)
    ann, bob = play.joined("seat-1"), play.joined("seat-2")
    play.do(OpenBetting(deadline=99_000))
    before = len(bob.told)
    play.do(LockTerminal(seat="seat-1", why="a broken screen", by=SUPERVISOR))
    assert len(bob.told) == before
    assert ann.told[-1]["mine"]["locked"].startswith("Play at your place is locked")
    assert "a broken screen" not in str(ann.told)


@in_a_loop
def test_a_newcomer_does_not_make_the_others_miss_a_change() -> None:
    """The newcomer saw a bet that the others were not told of; once it is gone, nobody shows it."""
    play = Play(ROULETTE, seats=3)
    ann = play.joined("seat-1")
    play.do(OpenBetting(deadline=99_000))
    play.do(PlaceBet(seat="seat-3", wager="red", stake=Cents(500)))
    bob = play.joined("seat-2")
    assert bob.shown[-1]["playing"] == 1
    play.do(TakeDown(seat="seat-3", wager="red"))
    play.do(SpinBall())
    assert shown(ann)["playing"] == shown(bob)["playing"] == 0


@in_a_loop
def test_a_terminal_that_comes_back_gets_what_it_missed_and_then_shows_the_whole_table() -> None:
    play = Play(ROULETTE, seats=2)
    first = play.joined("seat-1")
    play.do(OpenBetting(deadline=99_000))
    play.do(PlaceBet(seat="seat-1", wager="red", stake=Cents(500)))
    last = first.told[-1]["number"]
    play.hub.leave(first)
    play.do(PlaceBet(seat="seat-2", wager="red", stake=Cents(500)))
    play.do(SpinBall())
    play.do(CloseBetting())
    back = play.joined("seat-1", last)
    assert [told["event"]["type"] for told in back.told] == ["BallSpun", "BettingClosed"]
    assert {**shown(back), "lone": ""} == {**drawn(play, "seat-1"), "lone": ""}
    assert play.joined("seat-1", last - 600).told[0]["is"] == "snapshot"


@in_a_loop
def test_a_terminal_that_missed_no_event_of_its_own_is_told_what_has_changed_for_all() -> None:
    play = Play(ROULETTE, seats=2)
    first = play.joined("seat-1")
    play.do(OpenBetting(deadline=99_000))
    last = first.told[-1]["number"]
    play.hub.leave(first)
    play.do(PlaceBet(seat="seat-2", wager="red", stake=Cents(500)))
    (told,) = play.joined("seat-1", last).told
    assert (told["is"], told["number"], "event" in told) == ("event", last + 1, False)
    assert told["round"] == drawn(play, "seat-1")["round"]


def test_a_large_table_is_told_in_slices_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_slices, "QUIET_SLICE", -1)

    async def scene() -> None:
        play = Play(ROULETTE, seats=4, at_once=False)
        viewers = [play.joined(seat) for seat in play.table.layout]
        play.round()
        told = sum(len(viewer.told) for viewer in viewers)
        await asyncio.sleep(0)
        assert told < sum(len(viewer.told) for viewer in viewers)
        for _ in range(100):
            await asyncio.sleep(0)
        for viewer in viewers:
            numbers = [message["number"] for message in viewer.told]
            assert numbers == sorted(set(numbers))
            assert shown(viewer) == drawn(play, viewer.seat)

    asyncio.run(scene())


class Flushed(Viewer):
    """A terminal that counts the system calls."""

    calls = 0

    def tell(self, message: bytes, *, now: bool) -> None:
        """Count those that are sent now."""
        self.calls += now
        super().tell(message, now=now)


@in_a_loop
def test_events_that_wait_together_are_sent_to_a_terminal_with_one_system_call() -> None:
    play = Play(ROULETTE, seats=2, at_once=False)
    ann, bob = Flushed("seat-1"), Flushed("seat-2")
    for viewer in (ann, bob):
        play.hub.join(viewer, 0)
    for call in (OpenBetting(deadline=99_000), SpinBall(), CloseBetting()):
        play.do(call)
    play.hub.finish_telling()
    for viewer in (ann, bob):
        assert [told["event"]["type"] for told in viewer.told[1:]] == ["BettingOpened", "BallSpun", "BettingClosed"]
        assert viewer.calls == 1


def test_whoever_bets_hears_at_once_what_the_others_still_wait_for() -> None:
    async def scene() -> None:
        play = Play(ROULETTE, seats=4, at_once=False)
        ann, bob = play.joined("seat-1"), play.joined("seat-2")
        play.do(OpenBetting(deadline=99_000))
        play.do(SpinBall())
        play.do(PlaceBet(seat="seat-2", wager="red", stake=Cents(500)))
        assert [told["event"]["type"] for told in bob.told[1:]] == ["BettingOpened", "BallSpun", "BetPlaced"]
        assert not ann.told[1:]
        play.hub.finish_telling()
        assert [told["event"]["type"] for told in ann.told[1:]] == ["BettingOpened", "BallSpun"]
        assert len(bob.told) == 4
        assert {**shown(bob), "company": [], "playing": 0} == {**drawn(play, "seat-2"), "company": [], "playing": 0}

    asyncio.run(scene())


def test_telling_waits_for_the_journal_but_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    writing = False

    async def scene() -> None:
        nonlocal writing
        slices = TimeSlices(is_writing=lambda: writing)
        play = Play(ROULETTE, seats=2, at_once=False, shared=slices)
        ann = play.joined("seat-1")

        def told(number: int) -> list[str]:
            return [each["event"]["type"] for each in ann.told[number:]]

        play.do(OpenBetting(deadline=99_000))
        await asyncio.sleep(0.01)
        monkeypatch.setattr(time_slices, "LONGEST_WAIT", 3_600)
        monkeypatch.setattr(time_slices, "RECENTLY", 3_600)
        slices.wished()
        writing = True
        play.do(SpinBall())
        await asyncio.sleep(0.01)
        assert told(1) == ["BettingOpened"]
        writing = False
        slices.resume()
        await asyncio.sleep(0.01)
        assert told(2) == ["BallSpun"]
        monkeypatch.setattr(time_slices, "LONGEST_WAIT", 0.01)
        writing = True
        play.do(CloseBetting())
        await asyncio.sleep(0.1)
        assert told(3) == ["BettingClosed"]
        monkeypatch.setattr(time_slices, "LONGEST_WAIT", 3_600)
        monkeypatch.setattr(time_slices, "RECENTLY", 0)
        play.do(EnterOutcome(outcome=next(iter(play.table.rules.game.space.ways))))
        await asyncio.sleep(0.01)
        assert told(4) == ["RoundSettled"], "nobody waits for an answer"

    asyncio.run(scene())


def test_an_event_is_sent_at_once_if_nothing_follows_it() -> None:
    told: list[tuple[str, bool]] = []
    seats = ("seat-1", "seat-2")
    event, empty = Broadcast(lambda: lambda seat, now: told.append((seat, now)), seats), Broadcast(lambda: None, seats)
    waiting = deque([event, empty])
    while waiting:
        tell_one(waiting)
    assert told == [("seat-1", True), ("seat-2", True)]


class Broken(Viewer):
    """A terminal that cannot be told anything, because of an error of the program."""

    def tell(self, message: bytes, *, now: bool) -> None:
        """Fail, except for the snapshot."""
        if self.told:
            raise ZeroDivisionError
        super().tell(message, now=now)


def test_an_event_that_cannot_be_told_does_not_silence_the_others() -> None:
    async def scene() -> None:
        shared = TimeSlices()
        good, bad = Play(ROULETTE, 2, at_once=False, shared=shared), Play(ROULETTE, 2, at_once=False, shared=shared)
        bad.hub.join(Broken("seat-1"), 0)
        ann = good.joined("seat-1")
        for play in (bad, good, bad, good):
            play.do(OpenBetting(deadline=99_000) if play.table.round.number == 0 else SpinBall())
        for _ in range(20):
            await asyncio.sleep(0)
        assert [told["event"]["type"] for told in ann.told[1:]] == ["BettingOpened", "BallSpun"]

    asyncio.run(scene())


@in_a_loop
def test_what_stays_up_by_itself_is_told_with_the_result_to_its_player_alone() -> None:
    """What the result came to is said at once, and the bets that are placed again come after it."""
    play = Play("star-craps-2016", seats=2)
    play.hub.dealer.durable = play.table = craps()
    ann, bob = play.joined("ann"), play.joined("bob")
    for command in (bet("ann", "big-6", 500), bet("bob", "field", 500)):
        play.do(command)
    last = play.table.events
    for command in thrown("3-3"):
        play.do(command)
    for viewer in (ann, play.joined("ann", last)):
        (settled,) = (each for each in viewer.told if each.get("event", {}).get("type") == "RoundSettled")
        assert settled["stays"] == {"big-6": 500}
        assert viewer.told[viewer.told.index(settled) + 1]["event"]["left_up"]
    assert not any("stays" in each for each in bob.told)
