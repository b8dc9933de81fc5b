"""A round that lies further back than a table remembers is settled again: the dealer reads it from the journal."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from croupier.audit.resettle import resettled
from croupier.audit.verify import verify
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.answers import Reply
from croupier.floor.clock import now
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.recall import recall
from croupier.floor.recovery import recovered
from croupier.floor.roles import holder
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey
from croupier.journal.journal import Journal
from croupier.journal.port import JournalError
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import snapshots
from croupier.journal.threaded import ThreadedJournal
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.opening import OpeningError, replay
from croupier.table.core.recorded import events_in, read_recorded
from croupier.table.core.state import MEMORY, REACH, Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.page import page
from invariants import same
from journals import bodies, journal_on, looked_at
from patience import PATIENCE

ROULETTE = "ministar-roulette-2018"
RED, BLACK = OutcomeName("1"), OutcomeName("2")
BET = PlaceBet(seat="ann", wager="red", stake=Cents(500))


class Floor:
    """A table that a dealer runs, with its journal in a file."""

    def __init__(self, house: House, dealer: Dealer, notary: Notary) -> None:
        self.house = house
        self.dealer = dealer
        self.notary = notary

    async def play(self, rounds: int) -> None:
        """Rounds in which ann bets on red: it falls in every other."""
        for _ in range(rounds):
            number = self.dealer.table.round.number + 1
            await self.ask(OpenBetting(deadline=now() + 3_600_000))
            await self.ask(BET)
            await self.ask(SpinBall())
            await self.ask(CloseBetting())
            await self.ask(EnterOutcome(outcome=BLACK if number % 2 else RED))
        await self.notary.sign()

    async def ask(self, command: OpenBetting | PlaceBet | SpinBall | CloseBetting | EnterOutcome) -> None:
        reply = await self.dealer.ask(command)
        assert reply.ok, reply

    async def correct(self, round: int, outcome: OutcomeName, id: str = "") -> Reply:
        """Put what fell in a round right."""
        return await self.dealer.ask(self.correction(round, outcome), id)

    def correction(self, round: int, outcome: OutcomeName) -> CorrectOutcome:
        by = holder(self.dealer.table, Act.CORRECT_OUTCOME)
        assert by
        return CorrectOutcome(round=round, outcome=outcome, by=by, why="The ball lay there.")


@asynccontextmanager
async def floor(path: Path, reach: int = REACH, journal: Journal | None = None) -> AsyncGenerator[Floor]:
    """A floor with one table, opened or gone on with."""
    with closing(journal or journal_on(path)) as written:
        notary = Notary(written, SigningKey(path.with_suffix(".key")), now)
        house = House(written, SoftwareGenerator(), Timing(), notary=notary)
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100}, reach=reach)
        if "ann" not in dealer.table.layout:
            await dealer.ask(TakeSeat(seat="ann", chips=Cents(100_000)))
        yield Floor(house, dealer, notary)
        await notary.sign()


def corrections(path: Path) -> list[int]:
    """The rounds that were settled again, by the file alone."""
    events = [event for line in bodies(path, ROULETTE)[1:] for event in events_in(line)]
    return [event.round for event in events if isinstance(event, SettledAgain)]


def commands(path: Path) -> list[Command]:
    return [read_recorded(line).command for line in bodies(path, ROULETTE)[1:]]


def assert_the_audit_finds_nothing(path: Path) -> None:
    with looked_at(path) as reader:
        told = resettled(reader, ROULETTE, lambda _: None)
        assert (told.sentences, len(told.differences)) == ([], 0)
        assert told.lines == reader.head(ROULETTE).number
        assert verify(reader).faults == ()


async def restarted(path: Path, before: Table) -> Table:
    """The table as the next start has it: the same as before, whether from a signed snapshot or from the first line."""
    async with floor(path) as again:
        assert same(again.dealer.table, before)
        with looked_at(path) as reader:
            assert same(recovered(reader, ROULETTE, {})[0], before)
        return again.dealer.table


@pytest.mark.parametrize("every", [5000, 12, 50], ids=lambda every: f"a snapshot every {every} lines")
def test_a_round_of_long_ago_is_settled_again_and_a_restart_has_the_same_table(
    every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the round lies behind the newest snapshot, and behind the one from which a start would begin."""
    monkeypatch.setattr("croupier.floor.dealer.SNAPSHOT_EVERY", every)
    path = tmp_path / "journal.sqlite"

    async def scene() -> None:
        async with floor(path) as at:
            await at.play(60)
            before = at.dealer.table
            assert len(before.past) == MEMORY
            assert not any(past.round == 5 for past in before.past)
            assert (await at.correct(5, RED)).ok
            after = at.dealer.table
            assert after.book.balance(rack("ann")) == before.book.balance(rack("ann")) + 1000, "a bet that lost has won"
            assert after.round == before.round
        assert corrections(path) == [5]
        assert len(bodies(path, snapshots(ROULETTE))) == {5000: 0, 12: 20, 50: 6}[every]
        await restarted(path, after)
        async with floor(path) as at:
            await at.play(3)
            later = at.dealer.table
        await restarted(path, later)

    asyncio.run(scene())
    assert_the_audit_finds_nothing(path)


def test_after_a_correction_the_table_remembers_no_more_than_before(tmp_path: Path) -> None:
    async def scene() -> None:
        async with floor(tmp_path / "journal.sqlite") as at:
            await at.play(60)
            assert (await at.correct(5, RED)).ok
            assert (await at.correct(7, RED)).ok
            assert (await at.correct(5, BLACK)).ok
            await at.play(2)
            assert [past.round for past in at.dealer.table.past] == list(range(63 - MEMORY, 63))

    asyncio.run(scene())
    assert corrections(tmp_path / "journal.sqlite") == [5, 7, 5]
    assert_the_audit_finds_nothing(tmp_path / "journal.sqlite")


def test_whoever_bets_while_the_journal_is_read_is_answered_and_the_correction_comes_after(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene() -> Table:
        async with floor(path) as at:
            await at.play(40)
            await at.ask(OpenBetting(deadline=now() + 3_600_000))
            bets = [at.dealer.ask(BET, f"tap-{number}") for number in range(50)]
            replies = await asyncio.gather(*bets[:25], at.correct(5, RED), *bets[25:])
            assert all(reply.ok for reply in replies)
            assert at.dealer.table.layout["ann"]["red"].stake == 50 * 500
            return at.dealer.table

    asyncio.run(restarted(path, asyncio.run(scene())))
    assert corrections(path) == [5]
    assert_the_audit_finds_nothing(path)


def test_whoever_bets_while_the_journal_is_read_is_known_at_once(tmp_path: Path) -> None:
    """Else a terminal that asks late is told that nothing was done, and then it is done."""

    async def scene() -> None:
        async with floor(tmp_path / "journal.sqlite") as at:
            await at.play(40)
            await at.ask(OpenBetting(deadline=now() + 3_600_000))
            waiting = [asyncio.ensure_future(each) for each in (at.correct(5, RED), at.dealer.ask(BET, "tap"))]
            await asyncio.sleep(0)
            assert "red" not in at.dealer.table.layout["ann"]
            assert (at.dealer.knows("tap"), at.dealer.knows("other")) == (True, False)
            assert all(reply.ok for reply in await asyncio.gather(*waiting))

    asyncio.run(scene())


def test_while_the_journal_is_read_other_tables_play_on_and_this_one_keeps_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reading thread waits here until the other table has played; then everything is decided as it came."""
    path, read_on = tmp_path / "journal.sqlite", threading.Event()

    def slowly(*asked: Any, **named: Any) -> Table:
        assert read_on.wait(PATIENCE), "the event loop stands still while the journal is read"
        return recall(*asked, **named)

    monkeypatch.setattr("croupier.floor.dealer.recall", slowly)

    async def scene() -> None:
        async with floor(path) as at:
            await at.play(40)
            other = await at.house.open("another", ruleset(ROULETTE), {"minimum": 100})
            dealer, before, answered = at.dealer, at.dealer.table, list[str]()

            def submit(command: Command, id: str) -> None:
                dealer.submit(command, id, done=lambda reply: answered.append(f"{id} {reply.error}".strip()))

            submit(at.correction(5, RED), "correct 5")
            submit(OpenBetting(deadline=now() + 3_600_000), "open")
            submit(BET, "bet")
            submit(at.correction(2, BLACK), "correct 2")
            submit(BET, "bet again")
            submit(SpinBall(), "spin")
            submit(CloseBetting(), "close")
            seated = asyncio.ensure_future(dealer.take_seat(TakeSeat(seat="bob", chips=Cents(500)), "digest"))
            late = asyncio.ensure_future(dealer.ask(BET))
            for _ in range(20):
                assert (await other.ask(TakeSeat(seat=f"{other.table.seated}", chips=Cents(100)))).ok
            assert other.table.seated == 20
            assert (dealer.table is before, answered) == (True, [])
            read_on.set()
            async with asyncio.timeout(PATIENCE):
                assert (await seated).ok
                assert (await late).error == "betting-closed"
            assert answered == ["correct 5", "open", "bet", "correct 2", "bet again", "spin", "close"]
            assert dealer.table.layout["ann"]["red"].stake == 1000

    asyncio.run(scene())
    types = [type(command).__name__ for command in commands(path)]
    wanted = ["CorrectOutcome", "OpenBetting", "PlaceBet", "CorrectOutcome", "PlaceBet", "SpinBall", "CloseBetting", "TakeSeat"]
    assert types[-len(wanted) :] == wanted
    assert corrections(path) == [5, 2]
    assert_the_audit_finds_nothing(path)


def test_a_journal_that_cannot_be_read_back_stops_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands wait for the correction, and would never be answered."""
    path, damaged = tmp_path / "journal.sqlite", JournalError("cannot be read")
    monkeypatch.setattr("croupier.floor.dealer.recall", Mock(side_effect=damaged))

    async def scene() -> None:
        stopped: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        async with floor(path, journal=ThreadedJournal(SqliteStore(path), stopped.set_result)) as at:
            await at.play(40)
            at.dealer.submit(at.correction(5, RED), "correct 5", done=Mock(side_effect=AssertionError))
            async with asyncio.timeout(PATIENCE):
                assert await stopped is damaged

    asyncio.run(scene())


def test_a_correction_that_is_sent_again_happens_once(tmp_path: Path) -> None:
    """Also while the first is still being read from the journal."""
    path, stopped = tmp_path / "journal.sqlite", list[BaseException]()

    async def scene() -> None:
        async with floor(path, journal=Journal(SqliteStore(path), stopped.append)) as at:
            await at.play(40)
            async with asyncio.timeout(PATIENCE):
                replies = await asyncio.gather(*(at.correct(5, RED, "correction-1") for _ in range(3)))
            assert [reply.ok for reply in replies] == [True] * 3
            assert (await at.correct(5, RED, "correction-1")).ok
            assert not (await at.correct(5, RED, "correction-2")).ok

    asyncio.run(scene())
    assert not stopped
    assert corrections(path) == [5]
    assert_the_audit_finds_nothing(path)


def test_a_round_beyond_the_reach_of_a_table_is_not_settled_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene() -> None:
        async with floor(path, reach=10) as at:
            assert at.dealer.table.reach == 10
            await at.play(30)
            refused = await at.correct(20, RED)
            assert (refused.ok, refused.error) == (False, "unknown-round")
            assert refused.message.startswith(
                "Round 20 cannot be settled again: this table settles the last 10 rounds again, no more"
            )
            assert (await at.correct(21, RED)).ok
        async with floor(path) as at:
            assert at.dealer.table.reach == 10, "as its first line says"
            assert not (await at.correct(20, RED)).ok
            assert not (await at.correct(1, RED)).ok
            assert (await at.correct(30, BLACK)).ok

    asyncio.run(scene())
    assert corrections(path) == [21, 30]
    assert_the_audit_finds_nothing(path)


def test_a_table_that_reaches_further_than_it_remembers_reaches_no_further_than_it_was_opened_with(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene() -> None:
        async with floor(path, reach=30) as at:
            await at.play(50)
            refused = await at.correct(20, RED)
            assert refused.message.startswith("Round 20 cannot be settled again: this table settles the last 30 rounds again")
            assert (await at.correct(21, RED)).ok

    asyncio.run(scene())
    assert corrections(path) == [21]
    assert_the_audit_finds_nothing(path)


def test_a_round_that_never_was_is_refused_without_reading_the_journal(tmp_path: Path) -> None:
    async def scene() -> None:
        async with floor(tmp_path / "journal.sqlite") as at:
            await at.play(25)
            for round in (0, -3, 26, 1000):
                assert (await at.correct(round, RED)).error == "unknown-round"

    asyncio.run(scene())


def test_a_reach_of_no_round_is_not_opened(tmp_path: Path) -> None:
    async def scene() -> None:
        with pytest.raises(OpeningError, match="cannot be opened with a reach of 0: a correction reaches 1 round back or more"):
            async with floor(tmp_path / "journal.sqlite", reach=0):
                pass

    asyncio.run(scene())


def test_a_journal_with_a_correction_of_long_ago_is_replayed_and_told_from_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene() -> Table:
        async with floor(path) as at:
            await at.play(40)
            assert (await at.correct(5, RED)).ok
            return at.dealer.table

    table = asyncio.run(scene())
    assert same(replay(bodies(path, ROULETTE))[0], table)
    assert any("has round 5 and all later ones settled again" in line for line in page(bodies(path, ROULETTE)))
