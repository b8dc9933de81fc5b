"""A repeated command gets its first answer; what is refused is not written, and nothing is answered before it is durable."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.answers import Reply
from croupier.floor.clock import now
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.floor.used_ids import UsedIds
from croupier.journal.journal import Journal, Prepared
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet
from croupier.table.core.message import Command
from croupier.table.core.recorded import read_recorded
from croupier.table.money.cards import InsertCard
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome

ROULETTE, CRAPS = "ministar-roulette-2018", "aruze-craps-2024"
BET = PlaceBet(seat="ann", wager="red", stake=Cents(500))
TOO_MUCH = PlaceBet(seat="ann", wager="red", stake=Cents(20_000))
HOUR = 3_600_000


class HeldJournal(Journal):
    """A journal that writes when it is told to."""

    held: list[Prepared] | None = None

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        for numbered in held:
            self._take(numbered)

    def _take(self, numbered: Prepared) -> None:
        if self.held is None:
            super()._take(numbered)
        else:
            self.held.append(numbered)


def at_a_table(
    scene: Callable[[Dealer, HeldJournal], Awaitable[None]], store: MemoryStore | None = None, name: str = ROULETTE
) -> MemoryStore:
    """Ann has $100.00 at a table that is open for bets."""
    store = store or MemoryStore()

    async def play() -> None:
        journal = HeldJournal(store)
        dealer = await House(journal, SoftwareGenerator(), Timing()).open(name, ruleset(name), {"minimum": 100})
        if "ann" not in dealer.table.layout:
            await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))
            await dealer.ask(InsertCard(seat="ann", player="ann"))
        if not dealer.table.round.number:
            await dealer.ask(OpenBetting(deadline=now() + HOUR))
        await scene(dealer, journal)

    asyncio.run(play())
    return store


def commands(store: MemoryStore) -> list[Command]:
    return [read_recorded(line.body).command for line in store.lines(ROULETTE, 1)]


async def turns(number: int = 3) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


def test_the_line_of_a_command_has_its_id_and_the_notice_of_its_answer() -> None:
    bet, notice = PlaceBet(seat="ann", wager="buy:4", stake=Cents(2000)), "$1.00 of commission is charged."

    async def scene(dealer: Dealer, _: HeldJournal) -> None:
        assert await dealer.ask(bet, "tap-1") == Reply(ok=True, notice=notice)

    store = at_a_table(scene, name=CRAPS)
    line = store.find(CRAPS, "tap-1")
    assert line
    assert line == [*store.lines(CRAPS)][-1]
    assert line.body.endswith(b',"notice":"$1.00 of commission is charged."}')
    assert read_recorded(line.body).notice == notice
    assert not [stream for stream in store.heads() if stream.endswith("/answers")]
    at_a_table(scene, store, name=CRAPS)
    assert [*store.lines(CRAPS)][-1] == line, "a restart answers from the line"


def test_a_command_without_a_notice_has_none_in_its_line() -> None:
    async def scene(dealer: Dealer, _: HeldJournal) -> None:
        assert await dealer.ask(BET, "tap-1") == Reply(ok=True)
        # A move has two events, and there is nothing to tell about either.
        assert await dealer.ask(MoveBet(seat="ann", wager=BET.wager, to="odd"), "drag-1") == Reply(ok=True)

    assert not [line for line in at_a_table(scene).lines(ROULETTE) if b'"notice"' in line.body]


def test_a_refusal_is_not_written_and_gets_its_first_answer_until_the_next_start() -> None:
    async def scene(dealer: Dealer, journal: HeldJournal) -> None:
        before = journal.heads()
        first = await dealer.ask(TOO_MUCH, "tap-1")
        assert first.error == "insufficient-credit"
        assert journal.heads() == before
        await dealer.ask(TakeSeat(seat="bob", chips=Cents(10_000)))
        await dealer.ask(SpinBall())
        await dealer.ask(CloseBetting())
        assert await dealer.ask(TOO_MUCH, "tap-1") == first, "it would be too late now"
        assert (await dealer.ask(replace(TOO_MUCH, wager="black"), "tap-1")).error == "other-command"

    async def after_a_restart(dealer: Dealer, _: HeldJournal) -> None:
        assert (await dealer.ask(TOO_MUCH, "tap-1")).error == "betting-closed"

    at_a_table(after_a_restart, at_a_table(scene))


def test_a_table_remembers_so_many_refusals_and_forgets_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.answers.REMEMBERED_REFUSALS", 3)

    async def scene(dealer: Dealer, _: HeldJournal) -> None:
        for number in range(4):
            assert (await dealer.ask(TOO_MUCH, f"tap-{number}")).error == "insufficient-credit"
        await dealer.ask(SpinBall())
        await dealer.ask(CloseBetting())
        errors = [(await dealer.ask(TOO_MUCH, f"tap-{number}")).error for number in (3, 2, 1, 0)]
        assert errors == [*["insufficient-credit"] * 3, "betting-closed"]

    at_a_table(scene)


def test_a_refusal_that_rests_on_what_is_not_durable_waits_for_it() -> None:
    async def scene(dealer: Dealer, journal: HeldJournal) -> None:
        told: list[tuple[str, Reply]] = []

        def submit(command: Command, id: str) -> None:
            dealer.submit(command, id, done=lambda reply: told.append((id, reply)))

        journal.hold()
        submit(replace(BET, stake=Cents(6000)), "tap-1")
        submit(replace(BET, stake=Cents(6000)), "tap-2")
        submit(replace(BET, stake=Cents(6000)), "tap-2")
        submit(replace(BET, stake=Cents(7000)), "tap-2")
        submit(replace(BET, stake=Cents(6000)), "")
        await turns()
        assert not told
        journal.release()
        await turns()
        assert [(id, reply.error) for id, reply in told] == [
            ("tap-1", ""),
            ("tap-2", "insufficient-credit"),
            ("tap-2", "insufficient-credit"),
            ("tap-2", "other-command"),
            ("", "insufficient-credit"),
        ]
        submit(replace(BET, stake=Cents(6000)), "tap-3")
        assert told[-1][0] == "tap-3", "with nothing to wait for it is told at once"

    at_a_table(scene)


def test_a_command_is_decided_when_it_is_submitted_and_answered_when_it_is_durable() -> None:
    """In the order of the calls, and after its events were told."""

    async def scene(dealer: Dealer, journal: HeldJournal) -> None:
        told: list[object] = []

        def heard(happened: Happened) -> None:
            told.append(happened.number)

        dealer.listeners.append(heard)
        last = dealer.table.events
        journal.hold()
        for number in range(3):
            dealer.submit(BET, f"tap-{number}", done=told.append)
            assert dealer.table.layout["ann"]["red"].stake == 500 * (number + 1)
        dealer.submit(BET, "tap-1", done=told.append)
        await turns()
        assert not told
        assert dealer.durable.events == last
        journal.release()
        await turns()
        yes = Reply(ok=True)
        assert told == [last + 1, yes, last + 2, yes, yes, last + 3, yes]
        assert dealer.durable is dealer.table

    at_a_table(scene)


def test_another_command_under_an_id_that_is_being_written_is_refused() -> None:
    async def scene(dealer: Dealer, journal: HeldJournal) -> None:
        journal.hold()
        first = asyncio.ensure_future(dealer.ask(BET, "tap-1"))
        other = asyncio.ensure_future(dealer.ask(replace(BET, stake=Cents(600)), "tap-1"))
        await turns()
        journal.release()
        assert (await first).ok
        assert (await other).error == "other-command"
        assert (await dealer.ask(replace(BET, stake=Cents(600)), "tap-1")).error == "other-command"
        assert dealer.table.layout["ann"]["red"].stake == 500

    at_a_table(scene)


def test_a_command_keeps_the_time_of_its_arrival() -> None:
    """A bet that arrived before the deadline is in time, however late it is decided; the time never goes backwards."""

    async def scene(dealer: Dealer, _: HeldJournal) -> None:
        await dealer.ask(SpinBall())
        await dealer.ask(CloseBetting())
        await dealer.ask(EnterOutcome(outcome=OutcomeName("17")))
        opened = dealer.now()
        await dealer.ask(OpenBetting(at=opened, deadline=opened + 50))
        dealer.clock = lambda: opened + HOUR
        assert (await dealer.ask(BET)).error == "betting-closed"
        assert (await dealer.ask(replace(BET, at=opened + 49), "tap-1")).ok
        assert (await dealer.ask(replace(BET, at=opened + 48), "tap-1")).ok, "repeated, it has arrived at another time"
        assert (await dealer.ask(replace(BET, at=opened + 10))).ok
        assert (await dealer.ask(replace(BET, at=opened + 51))).error == "betting-closed"
        await dealer.ask(SpinBall())
        assert dealer.table.clock == opened + HOUR

    times = [command.at for command in commands(at_a_table(scene))]
    opened = times[-4]
    assert times[-3:] == [opened + 49, opened + 49, opened + HOUR]


def test_an_id_of_a_sender_whose_ids_were_forgotten_gets_its_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table remembers the ids of so many senders. It reads those of another one from the journal again."""
    monkeypatch.setattr("croupier.floor.answers.SENDERS", 1)

    async def scene(dealer: Dealer, journal: HeldJournal) -> None:
        journal.hold()
        first = asyncio.ensure_future(dealer.ask(BET, "ann/1"))
        await asyncio.sleep(0)
        other = asyncio.ensure_future(dealer.ask(BET, "bob/1"))
        await asyncio.sleep(0)
        new = asyncio.ensure_future(dealer.ask(BET, "ann/2"))  # while the journal does not have ann/1 yet
        await asyncio.sleep(0)
        journal.release()
        assert (await first).ok
        assert (await other).ok
        assert (await new).ok
        for id in ("ann/1", "bob/1", "ann/2"):
            assert (await dealer.ask(BET, id)).ok
        assert sum(bet.stake for bet in dealer.table.layout["ann"].values()) == 3 * BET.stake

    at_a_table(scene)


def test_a_sender_with_very_many_ids_is_looked_up_in_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.answers.IDS_OF_SENDER", 2)

    async def before(dealer: Dealer, _: HeldJournal) -> None:
        for id in ("ann/1", "ann/2", "ann/3"):
            assert (await dealer.ask(BET, id)).ok

    async def after(dealer: Dealer, _: HeldJournal) -> None:
        stake = dealer.table.layout["ann"]["red"].stake
        assert (await dealer.ask(BET, "ann/3")).ok
        assert dealer.table.layout["ann"]["red"].stake == stake

    at_a_table(after, at_a_table(before))


def test_the_filter_of_used_ids_forgets_none_and_seldom_mistakes_a_new_one() -> None:
    used = UsedIds(f"seat-1/{number}" for number in range(5_000))
    assert all(f"seat-1/{number}" in used for number in range(5_000))
    assert sum(f"seat-1/new {number}" in used for number in range(5_000)) < 5_000 / 100
