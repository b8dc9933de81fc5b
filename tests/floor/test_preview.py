"""A preview shows what an order would change, writes nothing, and holds until the order would change something else."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

import commanded
from croupier.audit.resettle import resettle
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.dealer import Dealer
from croupier.floor.happened import applied
from croupier.floor.house import House
from croupier.floor.preview import BalanceChange, Preview, RoundResult, RoundTwice, as_previewed, digest, preview
from croupier.floor.roles import holder
from croupier.floor.signing import countersigned
from croupier.floor.timetable import Timing
from croupier.ledger.accounts import HOUSE, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import MEMORY, Round
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.voiding import VoidRound
from journals import bodies, journal_on

ROULETTE = "ministar-roulette-2018"
RED, BLACK = OutcomeName("1"), OutcomeName("2")
RICH = 1_000_000


def at_a_table(path: Path, scene: Callable[[Dealer], Awaitable[None]], *, is_live: bool = False) -> None:
    async def play() -> None:
        journal = journal_on(path)
        house = House(journal, SoftwareGenerator(), Timing(), is_live=is_live)
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        for seat in ("ann", "bob"):
            await done(dealer, TakeSeat(seat=seat, chips=Cents(RICH), tender=Tender(Way.TICKET) if is_live else None))
        await scene(dealer)
        journal.close()
        assert resettle(bodies(path, ROULETTE)).holds

    asyncio.run(play())


async def done(dealer: Dealer, command: Command) -> None:
    reply = await dealer.ask(command)
    assert reply.ok, reply


async def play(dealer: Dealer, *outcomes: OutcomeName) -> None:
    """Rounds in which ann bets $5 on red."""
    for outcome in outcomes:
        await done(dealer, OpenBetting(deadline=now() + 3_600_000))
        await done(dealer, PlaceBet(seat="ann", wager="red", stake=Cents(500)))
        await done(dealer, SpinBall())
        await done(dealer, CloseBetting())
        await done(dealer, EnterOutcome(outcome=outcome))


def correction(dealer: Dealer, round: int, outcome: OutcomeName) -> CorrectOutcome:
    by = holder(dealer.table, Act.CORRECT_OUTCOME)
    assert by
    return CorrectOutcome(round=round, outcome=outcome, by=by, why="The ball lay there.")


async def seen(dealer: Dealer, command: Command) -> Preview:
    found = await preview(dealer, command)
    assert isinstance(found, Preview), found
    return found


def test_a_correction_is_shown_in_both_histories_and_changes_what_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene(dealer: Dealer) -> None:
        await play(dealer, BLACK, RED, BLACK)
        before, lines, order = dealer.table, len(bodies(path, ROULETTE)), correction(dealer, 1, RED)
        found = await seen(dealer, order)
        won, lost = ({"ann": amount} for amount in (500, -500))
        assert found.rounds == (
            RoundTwice(1, RoundResult(BLACK, lost), RoundResult(RED, won)),
            RoundTwice(2, RoundResult(RED, won), RoundResult(RED, won)),
            RoundTwice(3, RoundResult(BLACK, lost), RoundResult(BLACK, lost)),
        )
        assert found.balances == (
            BalanceChange("rack", "Chips and credits", "ann", RICH - 500, RICH + 500),
            BalanceChange("house", "Won by the house", None, 500, -500),
        )
        assert found.bets == ()
        assert found.number == before.events
        assert "settled again" in found.words[0]
        assert dealer.table is before
        assert len(bodies(path, ROULETTE)) == lines
        reply = await dealer.ask(order, check=partial(as_previewed, found.digest))
        assert reply.ok, reply
        assert (dealer.table.book.balance(rack("ann")), dealer.table.book.balance(HOUSE)) == (RICH + 500, -500)

    at_a_table(path, scene)


def test_an_order_is_refused_once_it_would_change_something_else(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        await play(dealer, BLACK)
        order = correction(dealer, 1, RED)
        shown = (await seen(dealer, order)).digest
        await done(dealer, OpenBetting(deadline=now() + 3_600_000))
        await done(dealer, PlaceBet(seat="bob", wager="black", stake=Cents(500)))
        assert (await seen(dealer, order)).digest == shown, "a bet of another player changes nothing about it"
        await done(dealer, SpinBall())
        await done(dealer, CloseBetting())
        await done(dealer, EnterOutcome(outcome=BLACK))
        before = dealer.table
        reply = await dealer.ask(order, check=partial(as_previewed, shown))
        assert (reply.ok, reply.error) == (False, Reason.OTHER_PREVIEW)
        assert dealer.table is before

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_void_shows_every_stake_that_goes_back(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        await done(dealer, OpenBetting(deadline=now() + 3_600_000))
        await done(dealer, PlaceBet(seat="ann", wager="red", stake=Cents(500)))
        await done(dealer, SpinBall())
        await done(dealer, CloseBetting())
        by = holder(dealer.table, Act.VOID_ROUND)
        assert by
        found = await seen(dealer, VoidRound(by=by, ground="wheel-error"))
        assert [(each.seat, each.wager, each.before, each.after) for each in found.bets] == [("ann", "red", 500, 0)]
        assert {each.of: (each.before, each.after) for each in found.balances if each.seat == "ann"} == {
            "felt": (500, 0),
            "rack": (RICH - 500, RICH),
        }
        assert found.rounds == ()
        over = await preview(dealer, VoidRound(by=by, ground="wheel-error"), round=7)
        assert isinstance(over, Refusal)
        assert over.reason is Reason.ROUND_OVER

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_round_that_only_the_journal_remembers_is_previewed_and_corrected(tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        await play(dealer, *[BLACK] * (MEMORY + 5))
        order, before = correction(dealer, 2, RED), dealer.table
        found = await seen(dealer, order)
        assert [each.round for each in found.rounds] == list(range(2, MEMORY + 6))
        assert dealer.table is before
        assert (await dealer.ask(order, check=partial(as_previewed, found.digest))).ok

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_result_of_a_machine_that_only_the_journal_remembers_is_previewed_for_two(tmp_path: Path) -> None:
    """Who has to agree is known once the round was read, and so is a reason that is missing."""

    async def scene(dealer: Dealer) -> None:
        await play(dealer, *[BLACK] * (MEMORY + 5))
        order = correction(dealer, 2, RED)
        found, without = await seen(dealer, order), await seen(dealer, replace(order, why=""))
        assert [each.round for each in found.rounds] == list(range(2, MEMORY + 6))
        assert without.missing.startswith("Say why")
        assert (found.digest, found.missing) == (without.digest, "")
        check = partial(as_previewed, found.digest)
        assert (await dealer.ask(order, check=check)).error == Reason.SECOND_PERSON_NEEDED
        roles = [*dealer.table.rules.procedures.roles]
        both = countersigned(dealer.table, order, "Leo", roles)
        assert isinstance(both, CorrectOutcome)
        assert (await dealer.ask(both, check=check)).ok

    at_a_table(tmp_path / "journal.sqlite", scene, is_live=True)


@pytest.mark.parametrize("role", ["inspector", "nobody"])
def test_whom_the_table_refuses_it_shows_nothing(role: str, tmp_path: Path) -> None:
    async def scene(dealer: Dealer) -> None:
        await play(dealer, BLACK)
        order = CorrectOutcome(round=1, outcome=RED, by=Person("Eve", role), why="I say so.")
        found = await preview(dealer, order)
        assert isinstance(found, Refusal)
        assert found.reason is Reason.NOT_YOUR_POWER

    at_a_table(tmp_path / "journal.sqlite", scene)


def test_a_second_person_is_taken_as_signed(tmp_path: Path) -> None:
    """Once the dice are on their way two have to allow a bet (AR 3.3.8). One of them looks first. In 1970 no card is needed."""
    seated, _ = commanded.done(commanded.a_table("aruze-craps-2024"), TakeSeat(seat="ann", chips=Cents(5000)))
    table = replace(seated, round=Round(number=1, phase=Phase.SHOT))
    kim, leo = (Person(name, "assistant-gaming-manager") for name in ("Kim", "Leo"))
    wish = PlaceBet(seat="ann", wager="field", stake=Cents(500))
    order = RelaxFreeze(wish=wish, by=kim, why="The screen did not answer.")

    async def scene() -> None:
        journal = journal_on(tmp_path / "journal.sqlite")
        found = await seen(Dealer("aruze", table, 1, journal, clock=lambda: 1), order)
        journal.close()
        assert [(each.wager, each.after) for each in found.bets] == [("field", 500)]
        signed = decide(table, replace(order, second=leo))
        assert found.digest == digest(applied(table, signed))

    asyncio.run(scene())


def test_a_correction_is_shown_before_its_reason_is_given(tmp_path: Path) -> None:
    """The changes and their digest are the same with any reason. Without one the order itself is refused."""

    async def scene(dealer: Dealer) -> None:
        await play(dealer, BLACK)
        order = correction(dealer, 1, RED)
        without = replace(order, why="")
        found, again = await seen(dealer, without), await seen(dealer, order)
        assert found.missing.startswith("Say why")
        assert again.missing == ""
        assert any("the reason is still to be given" in line for line in found.words)
        assert (found.digest, found.rounds, found.balances) == (again.digest, again.rounds, again.balances)
        refused = await dealer.ask(without, check=partial(as_previewed, found.digest))
        assert (refused.ok, refused.error) == (False, Reason.REASON_NEEDED)
        unknown = await preview(dealer, replace(without, round=9))
        assert isinstance(unknown, Refusal)
        assert unknown.reason is Reason.UNKNOWN_ROUND

    at_a_table(tmp_path / "journal.sqlite", scene)
