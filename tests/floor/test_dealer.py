"""A dealer writes down, then tells; and answers a repeated command with its first answer."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.player import Player
from croupier.floor.timetable import Timing
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.server.hub import Hub
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.opening import ChangedRulesError, replay
from croupier.table.core.recorded import events_in
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from journals import bodies, entry, journal_on
from patience import PATIENCE
from viewer import Viewer

ROULETTE = "ministar-roulette-2018"
QUICK = Timing(betting=0.05, showing=0.01, calling=0.01, patience=0.1)
BET = PlaceBet(seat="ann", wager="red", stake=Cents(500))


def at_a_table(path: Path, scene: Callable[[Dealer], Awaitable[None]], name: str = ROULETTE) -> None:
    async def play() -> None:
        journal = journal_on(path)
        dealer = await House(journal, SoftwareGenerator(), QUICK).open(name, ruleset(name), {"minimum": 100})
        if "ann" not in dealer.table.layout:
            await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))
            await dealer.ask(OpenBetting(deadline=now() + 3_600_000))
        await scene(dealer)
        journal.close()

    asyncio.run(play())


def test_nothing_is_told_before_another_process_could_read_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene(dealer: Dealer) -> None:
        told: list[int] = []

        def heard(happened: Happened) -> None:
            assert sum(len(events_in(line)) for line in bodies(path, ROULETTE)[1:]) >= happened.number
            told.append(happened.number)

        dealer.listeners.append(heard)
        await asyncio.gather(*(dealer.ask(BET) for _ in range(20)))
        assert told == list(range(dealer.table.events - 19, dealer.table.events + 1))

    at_a_table(path, scene)


def test_a_command_sent_again_gets_its_first_answer_and_happens_once(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        answers = await asyncio.gather(*(dealer.ask(BET, id="tap-1") for _ in range(5)))
        assert all(answer == answers[0] for answer in answers)
        assert answers[0].ok
        assert dealer.table.layout["ann"]["red"].stake == 500

    async def after_a_restart(dealer: Dealer) -> None:
        assert (await dealer.ask(BET, id="tap-1")).ok
        assert dealer.table.layout["ann"]["red"].stake == 500

    at_a_table(tmp_path / "journal.sqlite", scene)
    at_a_table(tmp_path / "journal.sqlite", after_a_restart)


def test_whoever_asked_may_go_away_and_ask_again(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        for n in range(20):
            asking = asyncio.ensure_future(dealer.ask(BET, id=f"tap-{n}"))
            await asyncio.sleep(0)
            asking.cancel()
            async with asyncio.timeout(PATIENCE):
                assert (await dealer.ask(BET, id=f"tap-{n}")).ok
        assert dealer.table.layout["ann"]["red"].stake == 500 * 20

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_bet_after_the_deadline_is_late_even_if_nobody_has_closed_the_betting_3_3_6(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        await dealer.ask(SpinBall())
        await dealer.ask(CloseBetting())
        await dealer.ask(EnterOutcome(outcome=OutcomeName("17")))
        at = now()
        dealer.clock = lambda: at
        await dealer.ask(OpenBetting(deadline=at + 300))
        assert (await dealer.ask(BET)).ok
        at += 300
        late = await dealer.ask(BET)
        assert (late.ok, late.message) == (False, "No more bets: the wagering period has ended (3.3.6).")

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_refusal_is_remembered_too(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        too_much = PlaceBet(seat="ann", wager="red", stake=Cents(20_000))
        first = await dealer.ask(too_much, id="tap-1")
        assert (first.ok, first.error) == (False, "insufficient-credit")
        await dealer.ask(InsertMoney(seat="ann", amount=Cents(50_000)))
        assert await dealer.ask(too_much, id="tap-1") == first
        assert "red" not in dealer.table.layout["ann"]

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_an_id_never_means_two_commands(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        await dealer.ask(BET, id="tap-1")
        other = await dealer.ask(PlaceBet(seat="ann", wager="black", stake=Cents(500)), id="tap-1")
        assert (other.ok, other.message) == (False, "This id was used for another command.")
        assert "black" not in dealer.table.layout["ann"]

    at_a_table(tmp_path / "journal.sqlite", scene)


@pytest.mark.parametrize("name", names())
def test_rounds_follow_each_other_and_are_settled_again_by_the_audit(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def play() -> None:
        journal = journal_on(path)
        house = House(journal, SoftwareGenerator(), QUICK)
        dealer = await house.open(name, ruleset(name), {"minimum": 100}, confirmed=["SB-01"])
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(100_000)))
        settled, player = asyncio.Event(), Player("ann", random.Random(5))  # noqa: S311 - a bot's whims

        def heard(happened: Happened) -> None:
            if isinstance(happened.event, RoundSettled) and happened.after.round.number == 5:
                settled.set()

        dealer.listeners.append(heard)
        running = asyncio.ensure_future(house.run())
        while not settled.is_set():
            if wish := player.next(dealer.table):
                await dealer.ask(wish)
            await asyncio.sleep(0.005)
        house.stop()
        await running
        journal.close()
        assert replay(bodies(path, name))[0] == dealer.table

    asyncio.run(play())
    told = resettle(bodies(path, name))
    assert told.holds, told.sentences
    assert told.rounds >= 5
    assert sum(told.balances.values()) == 0


def test_what_falls_is_asked_only_once_the_closing_of_bets_is_durable(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def play() -> list[bytes]:
        found: list[bytes] = []
        enough = asyncio.Event()

        class Watchful(SoftwareGenerator):
            def draw(self, space: Space) -> OutcomeName:
                found.append(list(bodies(path, ROULETTE))[-1])
                if len(found) == 3:
                    enough.set()
                return super().draw(space)

        journal = journal_on(path)
        house = House(journal, Watchful(), QUICK)
        await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        running = asyncio.ensure_future(house.run())
        await enough.wait()
        house.stop()
        await running
        journal.close()
        return found

    assert all(b'"type":"BettingClosed"' in last for last in asyncio.run(play()))


def test_the_audit_names_a_line_that_the_rules_would_not_have_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene(dealer: Dealer) -> None:
        await dealer.ask(BET)

    at_a_table(path, scene)
    lines = list(bodies(path, ROULETTE))
    line = msgspec.json.decode(lines[-1])
    line["events"][0]["stake"] = 900
    (difference,) = resettle([*lines[:-1], canonical(line)]).differences
    assert difference.line == len(lines)
    assert "stake=900" in difference.what


def test_a_journal_of_other_rules_is_not_gone_on_with(tmp_path: Path) -> None:
    async def write() -> None:
        journal = journal_on(tmp_path / "journal.sqlite")
        fingerprint = ruleset(ROULETTE).fingerprint
        first = (
            f'{{"type":"TableOpened","format":1,"ruleset":"{ROULETTE}","fingerprint":"{fingerprint[::-1]}",'
            '"readings":{},"sign":{}}'
        )
        await journal.append(entry(ROULETTE, 0, first.encode()))
        with pytest.raises(ChangedRulesError, match="was opened under ministar-roulette-2018 with the fingerprint"):
            await House(journal, SoftwareGenerator(), QUICK).open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        journal.close()

    asyncio.run(write())


def test_a_terminal_is_told_what_of_its_credit_can_only_be_staked(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        for way, amount in ((Way.RESTRICTED, 700), (Way.UNRESTRICTED, 50)):
            await dealer.ask(InsertMoney(seat="ann", amount=Cents(amount), tender=Tender(way)))
        hub, ann = Hub(dealer), Viewer("ann")
        hub.join(ann, 0)
        mine = ann.shown[0]["mine"]
        assert (mine["credit"], mine["restricted"]) == (10_750, 700)

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_terminal_whose_meters_are_wrong_is_locked_by_a_line_of_the_journal_and_shown_so(tmp_path: Path) -> None:
    """The others play on; and the journal, in which nothing is wrong, is replayed and found in order."""
    path = tmp_path / "journal.sqlite"

    async def scene(dealer: Dealer) -> None:
        await dealer.ask(TakeSeat(seat="bob", chips=Cents(10_000)))
        table, wrong = dealer.table, dealer.table.meters.terminal("ann")
        terminals = {**table.meters.terminals, "ann": replace(wrong, wins=wrong.wins + 1)}
        dealer.table = replace(table, meters=replace(table.meters, terminals=terminals))
        hub, ann, bob = Hub(dealer), Viewer("ann"), Viewer("bob")
        hub.join(ann, 0)
        hub.join(bob, 0)
        replies = await asyncio.gather(dealer.ask(BET, "1"), dealer.ask(BET, "2"), dealer.ask(replace(BET, seat="bob"), "3"))
        assert [reply.error for reply in replies] == ["meters-disagree", "terminal-locked", ""]
        assert (await dealer.ask(BET, "4")).error == "terminal-locked"
        assert (await dealer.ask(BET, "1")).error == "meters-disagree"
        lines = [line for line in bodies(path, ROULETTE) if b"TerminalLocked" in line]
        assert len(lines) == 1
        assert b"the meters come to $100.01" in lines[0]
        locked = "Play at your place is locked; an attendant has to clear it."
        assert [view["mine"]["locked"] for view in ann.shown] == ["", locked]
        assert {view["mine"]["locked"] for view in bob.shown} == {""}

    at_a_table(path, scene)
    table, _ = replay(bodies(path, ROULETTE))
    assert list(table.desk.locks) == ["ann"]
    assert resettle(bodies(path, ROULETTE)).holds
