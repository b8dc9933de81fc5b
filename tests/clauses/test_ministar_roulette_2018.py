"""What MiniStar roulette asks of the round, the terminals and the wheel, by clause; bets have their pages of play."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.catalogue import ruleset
from croupier.devices import PromptDevice
from croupier.floor.answers import Reply
from croupier.floor.clock import Clock
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.games.roulette.felt import COLOURS
from croupier.games.roulette.wheel import ORDER, WHEEL
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import OUTSIDE, felt, rack
from croupier.money import Cents
from croupier.rules.machine import Decision
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.sequence import Phase
from croupier.server.felts import felt_of
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import BallSpun, BettingClosed, BettingOpened, CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.scenario.running import step
from playing import tap
from running import ROULETTE, Terminal, server
from virtual import on_virtual_time

RULES = ruleset(ROULETTE)

# Written here again from the reading MR-09, so that a slip in the rules is not copied into what proves them.
CLOCKWISE = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


def at_a_terminal(*commands: Command, sign: Mapping[str, int] | None = None) -> Table:
    """A table at which ann has sat down without money, after all of this was said yes to."""
    table = open_table(RULES, RULES.sign(sign or {}))
    for command in (TakeSeat(seat="ann", chips=Cents(0)), *commands):
        table, outcome = step(table, command)
        assert not isinstance(outcome, Refusal), outcome
    return table


def refused(table: Table, command: Command) -> tuple[Reason, str]:
    """How the table says no, and by which clause."""
    _, outcome = step(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome.reason, outcome.clause


def money(amount: int) -> InsertMoney:
    return InsertMoney(seat="ann", amount=Cents(amount))


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def falls(number: int) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(str(number)))


OPEN, SPIN, CLOSE, COLLECT = OpenBetting(deadline=1000), SpinBall(), CloseBetting(at=1000), Collect(seat="ann")


# ---- the wheel and the layout


def test_2_4_1_there_are_37_equal_pockets_and_their_colours_alternate() -> None:
    assert dict(WHEEL.ways) == {str(n): 1 for n in range(37)}
    assert [COLOURS[n] for n in ORDER] == ["green", *(["red", "black"] * 18)]
    assert {n for n, colour in COLOURS.items() if colour == "red"} == RED


def test_2_4_2_the_terminal_draws_the_wheel_in_the_order_of_the_document() -> None:
    assert felt_of(ROULETTE, at_a_terminal()).wheel == CLOCKWISE
    at = CLOCKWISE.index(17)
    assert CLOCKWISE[at - 2 : at + 3] == (2, 25, 17, 34, 6), "the example of 3.9.2.5"


def numbers_of(wager: str) -> set[int]:
    """The numbers of a standard wager, read off its id."""
    kind, _, at = wager.partition(":")
    whole = {
        "low": range(1, 19),
        "high": range(19, 37),
        "even": range(2, 37, 2),
        "odd": range(1, 37, 2),
        "red": RED,
        "black": set(range(1, 37)) - RED,
    }
    if kind in whole:
        return set(whole[kind])
    if kind == "column":
        return {n for n in range(1, 37) if n % 3 == int(at) % 3}
    if kind == "dozen":
        return {n for n in range(1, 37) if (n + 11) // 12 == int(at)}
    named = [int(n) for n in at.split("-")]
    return set(range(named[0], named[1] + 1)) if kind == "six-line" else set(named)


POSITIONS = {
    "straight": (37, 1),
    "split": (60, 2),
    "street": (14, 3),
    "corner": (23, 4),
    "six-line": (11, 6),
    "column": (3, 12),
    "dozen": (3, 12),
    **dict.fromkeys(("low", "high", "even", "odd", "red", "black"), (1, 18)),
}


def won_on(wager: str) -> set[int]:
    effects = RULES.addresses[wager].offer.wager.effects
    (state,) = effects
    return {int(name) for name, effect in effects[state].items() if isinstance(effect, Decision) and effect.winnings}


@pytest.mark.parametrize("kind", POSITIONS)
def test_3_9_1_every_position_wins_on_its_own_numbers_and_on_no_other(kind: str) -> None:
    count, width = POSITIONS[kind]
    wagers = [offer.id for offer in RULES.offers if offer.kind == kind]
    assert len(wagers) == count
    for wager in wagers:
        assert won_on(wager) == numbers_of(wager), wager
        assert len(numbers_of(wager)) == width, wager


INSIDE = ("straight", "split", "street", "corner", "six-line")


def pieces_of(wager: str) -> list[str]:
    return sorted(RULES.spots[wager])


@pytest.mark.parametrize("number", range(37))
def test_3_9_2_5_and_3_9_2_9_neighbours_follow_the_wheel_and_complete_the_layout(number: int) -> None:
    at = CLOCKWISE.index(number)
    five = [CLOCKWISE[(at + step) % 37] for step in (-2, -1, 0, 1, 2)]
    assert pieces_of(f"neighbours:{number}") == sorted(f"straight:{n}" for n in five)
    inside = [offer.id for offer in RULES.offers if offer.kind in INSIDE and number in numbers_of(offer.id)]
    assert pieces_of(f"complete:{number}") == sorted(inside)


@pytest.mark.parametrize("digit", range(10))
def test_3_9_2_10_a_final_bet_has_every_number_with_that_last_digit(digit: int) -> None:
    assert pieces_of(f"final:{digit}") == sorted(f"straight:{n}" for n in range(37) if str(n)[-1] == str(digit))


# ---- credit


def test_3_3_nobody_bets_before_there_is_credit_and_what_is_put_in_is_credited_to_the_cent() -> None:
    empty = at_a_terminal()
    assert refused(empty, bet("red", 100)) == (Reason.INSUFFICIENT_CREDIT, "3.3.4")
    table = at_a_terminal(money(2005), money(500))
    assert table.book.balance(rack("ann")) == 2505
    assert table.book.balance(OUTSIDE) == -2505
    assert refused(table, bet("red", 2506)) == (Reason.INSUFFICIENT_CREDIT, "3.3.4")
    assert at_a_terminal(money(2505), bet("red", 2505)).book.balance(felt("ann")) == 2505


def test_3_7_all_credit_is_collected_after_a_play_and_none_is_left_on_the_meter() -> None:
    played = at_a_terminal(money(1000), OPEN, bet("straight:17", 100), SPIN, CLOSE, falls(17))
    assert played.book.balance(rack("ann")) == 4500
    collected, _ = step(played, COLLECT)
    assert collected.book.balance(rack("ann")) == 0
    assert collected.book.balance(OUTSIDE) == 3500


def test_4_2_a_player_leaves_within_the_wagering_period_with_no_bet_down() -> None:
    table = at_a_terminal(money(1000), OPEN, bet("red", 100))
    assert refused(table, COLLECT) == (Reason.CANNOT_COLLECT, "4.2")
    table, _ = step(table, TakeDown(seat="ann", wager="red"))
    left, outcome = step(table, COLLECT)
    assert not isinstance(outcome, Refusal)
    assert left.book.balance(rack("ann")) == 0
    closed = at_a_terminal(money(1000), OPEN, SPIN, CLOSE)
    assert refused(closed, COLLECT) == (Reason.CANNOT_COLLECT, "4.2")


# ---- the round


@pytest.mark.parametrize("after", [(), (falls(17),)], ids=["closed", "settled"])
def test_3_3_6_and_3_8_1_once_the_period_is_over_nothing_is_placed_changed_or_withdrawn(after: tuple[Command, ...]) -> None:
    table = at_a_terminal(money(1000), OPEN, bet("red", 100), SPIN, CLOSE, *after)
    for wish in (bet("black", 100), bet("red", 100), TakeDown(seat="ann", wager="red", amount=Cents(50))):
        assert refused(table, wish) == (Reason.BETTING_CLOSED, "3.3.6")


def test_3_3_7_what_counts_is_where_the_chips_lie_when_the_period_ends() -> None:
    table = at_a_terminal(
        money(1000),
        OPEN,
        bet("red", 300),
        TakeDown(seat="ann", wager="red", amount=Cents(200)),
        bet("straight:17", 200),
        SPIN,
        CLOSE,
    )
    refused(table, bet("straight:20", 200))
    refused(table, TakeDown(seat="ann", wager="straight:17"))
    table, outcome = step(table, falls(17))
    assert not isinstance(outcome, Refusal)
    (settled,) = outcome
    assert isinstance(settled, RoundSettled)
    assert [(bet.wager, bet.stake, bet.paid) for bet in settled.decided] == [("red", 100, 0), ("straight:17", 200, 7200)]
    assert table.book.balance(rack("ann")) == 700 + 7200
    assert table.layout["ann"] == {}


def test_3_13_and_3_14_betting_ends_only_while_the_ball_runs() -> None:
    table = at_a_terminal(money(1000), OPEN, bet("red", 100))
    assert refused(table, CLOSE) == (Reason.OUT_OF_SEQUENCE, "3.13")
    spinning, _ = step(table, SPIN)
    closed, _ = step(spinning, CLOSE)
    assert closed.round.phase is Phase.CLOSED


def test_3_14_and_3_15_nothing_falls_while_bets_are_open() -> None:
    table = at_a_terminal(money(1000), OPEN, bet("red", 100))
    assert refused(table, falls(17)) == (Reason.OUT_OF_SEQUENCE, "3.13")
    spinning, _ = step(table, SPIN)
    assert refused(spinning, falls(17)) == (Reason.OUT_OF_SEQUENCE, "3.14")
    closed, _ = step(spinning, CLOSE)
    _, outcome = step(closed, falls(17))
    assert not isinstance(outcome, Refusal)


class Always17(PromptDevice):
    """A wheel whose ball always rests in 17."""

    def draw(self, space: Space) -> OutcomeName:
        assert space is WHEEL
        return OutcomeName("17")


def play_a_round(betting: float, stop_at: type[Event]) -> list[tuple[int, Event, Table]]:
    """One round at a table that runs by itself, hurried from such an event on: when, what, and the table after it."""
    found: list[tuple[int, Event, Table]] = []

    async def scene(clock: Clock) -> None:
        house = House(Journal(MemoryStore()), Always17(), Timing(betting=betting, showing=0.01), clock)
        dealer = await house.open(ROULETTE, RULES, {"minimum": 100})
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(1000)))
        betting_on = list[asyncio.Future[Reply]]()

        def heard(happened: Happened) -> None:
            found.append((clock(), happened.event, happened.after))
            if isinstance(happened.event, BettingOpened):
                betting_on.extend(asyncio.ensure_future(dealer.ask(bet(wager, 100))) for wager in ("straight:17", "red"))
            if isinstance(happened.event, stop_at):
                house.stop()

        dealer.listeners.append(heard)
        await house.run()
        await asyncio.gather(*betting_on)

    on_virtual_time(scene)
    return found


@pytest.mark.parametrize("seconds", [60, 3600])
def test_3_10_the_wagering_period_is_as_long_as_the_operator_says(seconds: int) -> None:
    (at, opened, _), *_ = play_a_round(seconds, BettingOpened)
    assert isinstance(opened, BettingOpened)
    assert opened.deadline - at == seconds * 1000


def test_3_10_and_3_11_the_table_does_not_close_the_betting_before_its_deadline() -> None:
    happened = play_a_round(60, RoundSettled)
    (deadline,) = [event.deadline for _, event, _ in happened if isinstance(event, BettingOpened)]
    (at,) = [at for at, event, _ in happened if isinstance(event, BettingClosed)]
    assert at >= deadline


def test_3_13_and_3_14_the_wheel_spins_the_ball_by_itself_and_betting_ends_while_it_runs() -> None:
    happened = [each for each in play_a_round(60, RoundSettled) if not isinstance(each[1], BetPlaced)]
    assert [type(event) for _, event, _ in happened] == [BettingOpened, BallSpun, BettingClosed, RoundSettled]
    opened, spun, closed, settled = [after.round.phase for _, _, after in happened]
    takes_bets = RULES.procedures.takes_bets
    assert {opened, spun} <= takes_bets
    assert not {closed, settled} & takes_bets


def test_3_15_the_pocket_is_registered_and_every_bet_is_paid_without_anybodys_doing() -> None:
    *_, (_, settled, table) = play_a_round(60, RoundSettled)
    assert isinstance(settled, RoundSettled)
    assert settled.outcome == "17"
    assert table.results == ("17",)
    assert table.book.balance(rack("ann")) == 800 + 3600
    assert table.layout["ann"] == {}


# ---- the terminals


def test_3_10_and_4_1_every_open_terminal_is_told_the_deadline_and_the_outcome(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "3", "--showing", "0.5", "--guests", "0") as running:
        terminals = [Terminal(running.port, ROULETTE) for _ in range(3)]
        terminals[0].say("insert", amount=1000)
        told: list[dict[str, object]] = []
        for terminal in terminals:
            opened = terminal.until(lambda heard: heard["is"] == "event" and heard["event"]["type"] == "BettingOpened")
            assert 0 < opened["round"]["deadline"] - opened["now"] <= 3000
            settled = terminal.until(lambda heard: heard["is"] == "event" and heard["event"]["type"] == "RoundSettled")
            told.append({"round": settled["round"]["number"], "outcome": settled["event"]["outcome"], "lit": settled["lit"]})
            assert settled["history"][-1] == settled["event"]["outcome"]
        assert told == [told[0]] * 3


def test_3_1_and_3_3_3_and_3_6_and_3_11_and_4_1_what_a_terminal_shows_of_a_round(browser: Browser, tmp_path: Path) -> None:
    """The limits, the credit, the countdown, the number, losing chips gone, and the win: whatever falls, one bet wins."""
    with server(tmp_path / "journal.sqlite", "--betting", "10", "--showing", "3", "--guests", "0") as running:
        page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        page.goto(f"{running.address}play/{ROULETTE}")
        expect(page.locator("#sign")).to_have_text("$1.00 to $500.00")
        expect(page.locator("#sign")).to_have_accessible_name("Sign of the table: Bets of at least $1.00, at most $500.00")
        page.get_by_test_id("insert-10000").click()
        expect(page.get_by_test_id("credit")).to_have_text("$100.00")
        page.wait_for_selector('[data-testid="phase"][data-phase="done"]')
        page.wait_for_selector('[data-testid="phase"][data-phase="betting"]')
        countdown = page.get_by_test_id("countdown")
        expect(countdown).to_have_text(re.compile(r"^(10|[4-9])$"))
        page.get_by_test_id("chip-500").click()
        for wager in ("red", "black", "straight:0"):
            tap(page, wager)
        expect(page.get_by_test_id("credit")).to_have_text("$85.00")
        expect(page.get_by_test_id("spot-red")).to_have_accessible_name(re.compile(r"\$5\.00 down"))
        expect(countdown).to_have_text(re.compile("^[12]$"))
        page.wait_for_selector('[data-testid="phase"][data-phase="done"]')
        fell = int(page.get_by_test_id("result").get_attribute("data-outcome") or "-1")
        expect(page.get_by_test_id("history").locator("li").first).to_have_text(str(fell))
        expect(page.get_by_test_id("win-meter")).to_have_text("$5.00" if fell else "$175.00")
        expect(page.get_by_test_id("credit")).to_have_text("$95.00" if fell else "$265.00")
        expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")
        for wager in ("red", "black", "straight:0"):
            expect(page.get_by_test_id(f"spot-{wager}")).not_to_have_accessible_name(re.compile("down"))
        page.close()
