"""The round of an Aruze table, clause by clause: what no page of play can say."""

import asyncio
from pathlib import Path

import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import Clock
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.server.felts import felt_of
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.cards import InsertCard
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.vacating import VacateSeat
from croupier.table.pit.conduct import Sanction
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.rounds.calls import BettingClosed, CloseBetting, OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.shooting import DiceShot, ShootDice
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault, VoidUnconfirmed
from croupier.table.rounds.voiding import VoidRound
from running import CRAPS, Terminal, server
from virtual import on_virtual_time

RULES = ruleset(CRAPS)
OPEN, CLOSE, SHOOT = OpenBetting(), CloseBetting(), ShootDice()
"""Without a clock: where one matters, a test brings its own."""
CLOSED = "No more bets: the wagering period has ended (3.3.6)."
TO_OPEN = "Not now: first the machine opens the wagering period (1.1, wagering period)."
TO_CLOSE = "Not now: first the machine closes the wagering period (3.3.6)."
TO_SHOOT = "Not now: first the shooter shoots the dice (3.11)."
TO_READ = "Not now: first the machine reads the dice and settles (3.12)."
MANAGER = Person("Robin", "assistant-gaming-manager")


def bet(seat: str, wager: str, stake: int = 1000) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def after(table: Table, *commands: Command) -> Table:
    """The table once all this was done; none of it may be refused."""
    for command in commands:
        outcome = decide(table, command)
        assert not isinstance(outcome, Refusal), outcome.message
        for event in outcome:
            table = apply(table, event)
    return table


def refusal(table: Table, command: Command) -> str:
    outcome = decide(table, command)
    return outcome.message if isinstance(outcome, Refusal) else ""


def seated(*seats: str) -> Table:
    return after(open_table(RULES, RULES.sign({})), *(TakeSeat(seat=seat, chips=Cents(100_000)) for seat in seats))


def closing(table: Table) -> BettingClosed:
    """How the wagering period ends."""
    outcome = decide(table, CLOSE)
    assert not isinstance(outcome, Refusal)
    (event,) = outcome
    assert isinstance(event, BettingClosed)
    return event


def test_1_1_round_of_play_is_one_roll_from_the_opening_of_bets_to_settlement() -> None:
    betting = after(seated("ann"), OPEN)
    assert betting.round.number == 1
    assert refusal(betting, fell("3-4")) == refusal(betting, SHOOT) == TO_CLOSE
    closed = after(betting, CLOSE)
    assert refusal(closed, fell("3-4")) == TO_SHOOT
    settled = after(closed, SHOOT, fell("3-4"))
    assert settled.round.phase is Phase.DONE
    assert refusal(settled, fell("3-4")) == refusal(settled, SHOOT) == TO_OPEN
    assert after(settled, OPEN).round.number == 2


def test_1_1_wagering_period_opens_when_the_last_round_is_resolved_and_not_before() -> None:
    betting = after(seated("ann"), OPEN)
    closed = after(betting, CLOSE)
    shot = after(closed, SHOOT)
    assert [refusal(in_play, OPEN) for in_play in (betting, closed, shot)] == [TO_CLOSE, TO_SHOOT, TO_READ]
    assert after(shot, fell("3-4"), OPEN).round.phase is Phase.BETTING
    assert after(shot, VoidRound(by=MANAGER, ground="cocked"), OPEN).round.phase is Phase.BETTING


def test_3_1_the_terminal_is_given_the_limits_to_show() -> None:
    felt = felt_of("table 1", open_table(RULES, RULES.sign({"minimum": 500, "maximum": 25_000})))
    assert (felt.minimum, felt.maximum) == (500, 25_000)


def test_3_3_2_what_is_put_in_is_credited_cent_for_cent() -> None:
    table = after(seated("ann"), InsertMoney(seat="ann", amount=Cents(12_345)))
    assert table.book.balance(rack("ann")) == 112_345


def test_3_3_6_nothing_is_placed_changed_or_withdrawn_after_the_wagering_period() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "field"))
    for command in (CLOSE, SHOOT, fell("1-1")):
        table = after(table, command)
        assert refusal(table, bet("ann", "big-6")) == CLOSED
        assert refusal(table, bet("ann", "field")) == CLOSED
        assert refusal(table, TakeDown(seat="ann", wager="field", amount=Cents(100))) == CLOSED
        assert refusal(table, TakeDown(seat="ann", wager="field")) == CLOSED
    assert refusal(after(table, OPEN), bet("ann", "field")) == ""


def test_3_3_7_bets_are_settled_as_they_lay_when_the_wagering_period_ended() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "field"), bet("ann", "any-seven"))
    table = after(table, bet("ann", "field", 500), TakeDown(seat="ann", wager="any-seven"), CLOSE)
    assert isinstance(decide(table, bet("ann", "field", 5000)), Refusal)
    assert isinstance(decide(table, TakeDown(seat="ann", wager="field")), Refusal)
    outcome = decide(after(table, SHOOT), fell("1-2"))
    assert not isinstance(outcome, Refusal)
    (settled,) = outcome
    assert isinstance(settled, RoundSettled)
    assert [(each.wager, each.stake, each.paid) for each in settled.decided] == [("field", 1500, 3000)]


FIVES_SIXES_EIGHTS = ("1-4", "2-3", "1-5", "2-4", "3-3", "2-6", "3-5", "4-4")
EVERY_ROLL = ("field", "any-seven", *(f"hop:{faces}" for faces in FIVES_SIXES_EIGHTS))
"""One of these wins, whatever falls."""


def test_3_6_1_a_terminal_is_told_what_it_has_won(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "60", "--guests", "0") as running:
        terminal = Terminal(running.port, CRAPS)
        terminal.say("insert", amount=10_000)
        terminal.until_phase("betting")
        for wager in EVERY_ROLL:
            assert terminal.say("bet", wager=wager, amount=100)["ok"]
        assert terminal.say("close-early")["ok"]
        done = terminal.until_phase("done")
        decided = done["event"]["decided"]
        paid = sum(each["paid"] for each in decided)
        assert done["mine"]["won"] == sum(each["paid"] - each["stake"] for each in decided if each["result"] == "win") > 0
        assert done["mine"]["credit"] == 10_000 - 100 * len(EVERY_ROLL) + paid


def test_3_7_credit_is_collected_between_rolls_while_bets_stand_and_not_while_a_roll_is_in_play() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "pass-line"), CLOSE)
    for in_play in (table, after(table, SHOOT)):
        assert refusal(in_play, Collect(seat="ann")) == "Credits can be collected when this roll is settled (3.7)."
    table = after(table, SHOOT, fell("2-2"), Collect(seat="ann"), OPEN)
    assert table.book.balance(rack("ann")) == 0
    assert table.layout["ann"]["pass-line"].stake == 1000
    assert refusal(table, Collect(seat="ann")) == "There is nothing to collect (3.7)."
    won = after(table, CLOSE, SHOOT, fell("1-3"), OPEN)
    assert won.book.balance(rack("ann")) == 2000


def test_3_11_only_the_shooter_shoots_and_only_after_the_wagering_period() -> None:
    table = after(seated("ann", "ben"), OPEN, bet("ann", "pass-line"), bet("ben", "pass-line"))
    assert refusal(table, ShootDice(seat="ann")) == TO_CLOSE
    table = after(table, CLOSE)
    assert table.round.shooter == "ann"
    assert refusal(table, ShootDice(seat="ben")) == "ben does not have the dice (3.11)."
    assert after(table, ShootDice(seat="ann")).round.phase is Phase.SHOT


def test_3_11_the_dice_go_clockwise_to_those_with_a_bet_on_a_line() -> None:
    table = after(seated("ann", "ben", "cat", "dan"), OPEN, bet("ann", "field"), bet("ben", "pass-line"))
    table = after(table, bet("dan", "dont-pass-line"))
    assert closing(table).shooter == "ben"
    table = after(table, CLOSE, SHOOT, fell("2-2"), OPEN)
    assert closing(table).shooter == "ben", "nothing was decided"
    table = after(table, CLOSE, SHOOT, fell("3-4"), OPEN)
    table = after(table, *(bet(seat, "pass-line") for seat in ("ann", "ben", "cat")), bet("dan", "dont-pass-line"))
    assert closing(table).shooter == "cat"
    table = after(table, CLOSE, SHOOT, fell("1-2"), OPEN, bet("ann", "pass-line"), bet("dan", "dont-pass-line"))
    assert closing(table).shooter == "dan"
    table = after(table, CLOSE, SHOOT, fell("1-1"), OPEN, bet("ann", "pass-line"), bet("dan", "dont-pass-line"))
    assert closing(table).shooter == "ann", "after the last terminal comes the first"


@pytest.mark.parametrize(
    ("line", "rolls", "passes"),
    [
        ("pass-line", ["3-4"], False),
        ("pass-line", ["5-6"], False),
        ("pass-line", ["1-1"], True),
        ("pass-line", ["1-2"], True),
        ("pass-line", ["6-6"], True),
        ("pass-line", ["2-2", "1-3"], False),
        ("pass-line", ["2-2", "3-4"], True),
        ("dont-pass-line", ["1-1"], True),
        ("dont-pass-line", ["1-2"], True),
        ("dont-pass-line", ["6-6"], False),
        ("dont-pass-line", ["3-4"], False),
        ("dont-pass-line", ["2-2", "3-4"], True),
        ("dont-pass-line", ["2-2", "1-3"], False),
    ],
)
def test_3_11_the_dice_pass_when_the_shooters_pass_line_loses_or_dont_pass_wins(
    line: str, rolls: list[str], *, passes: bool
) -> None:
    """Craps on a come-out roll included, as printed; ben's own bet, on the other line, has no say (AZ-12)."""
    other = {"pass-line": "dont-pass-line", "dont-pass-line": "pass-line"}[line]
    table = after(seated("ann", "ben"), OPEN, bet("ann", line), bet("ben", other))
    for roll in rolls:
        table = after(table, CLOSE)
        assert table.round.shooter == "ann"
        table = after(table, SHOOT, fell(roll), OPEN)
    table = after(table, bet("ann", line), bet("ben", other))
    assert closing(table).shooter == ("ben" if passes else "ann")


def test_3_11_the_turn_is_kept_through_rounds_in_which_nobody_may_shoot() -> None:
    table = after(seated("ann", "bob", "cat"), OPEN, bet("bob", "pass-line"), CLOSE, SHOOT, fell("1-1"))
    table = after(table, OPEN, CLOSE, ShootDice(), fell("1-2"))
    everybody = (bet(seat, "pass-line") for seat in ("ann", "bob", "cat"))
    assert after(table, OPEN, *everybody, CLOSE).round.shooter == "cat"


def test_3_11_1_the_shooter_has_ten_seconds_from_the_end_of_the_wagering_period() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "pass-line"))
    outcome = decide(table, CloseBetting(at=20_000))
    assert not isinstance(outcome, Refusal)
    (event,) = outcome
    assert isinstance(event, BettingClosed)
    assert event.shoot_by == 20_000 + 10_000
    assert told(table, event) == ["No more bets.", "  ann has the dice until 1970-01-01 00:00:30 UTC."]
    closed = apply(table, event)
    early = "ann has the dice until 1970-01-01 00:00:30 UTC (3.11.1)."
    assert refusal(closed, ShootDice(at=29_999)) == refusal(closed, ShootDice()) == early
    assert after(closed, ShootDice(at=30_000)).round.phase is Phase.SHOT
    assert after(closed, ShootDice(seat="ann", at=20_001)).round.phase is Phase.SHOT


def test_3_11_2_nobody_waits_where_nobody_has_a_bet_on_a_line() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "field"))
    closed = after(table, CloseBetting(at=20_000))
    assert (closed.round.shooter, closed.round.deadline) == ("", 20_000)
    assert after(closed, ShootDice()).round.phase is Phase.SHOT


@pytest.mark.parametrize(("wager", "seconds"), [("pass-line", 10), ("field", 0)])
def test_3_11_1_and_3_11_2_the_machine_shoots_when_the_time_is_over(wager: str, seconds: int) -> None:
    """A shooter has ten seconds from the end of the wagering period. Where there is none, nobody waits."""

    async def play(clock: Clock) -> None:
        house = House(Journal(MemoryStore()), SoftwareGenerator(), Timing(betting=60, showing=60), clock)
        dealer = await house.open(CRAPS, RULES, {"minimum": 100})
        sits = TakeSeat(seat="ann", chips=Cents(10_000)), InsertCard(seat="ann", player="ann")
        for command in (*sits, OpenBetting(), bet("ann", wager), CloseBetting()):
            assert (await dealer.ask(command)).ok
        closed, shot = clock(), asyncio.get_running_loop().create_future()

        def heard(happened: Happened) -> None:
            if isinstance(happened.event, DiceShot):
                shot.set_result(happened.event)

        dealer.listeners.append(heard)
        running = asyncio.ensure_future(house.run())
        event = await shot
        assert event.seat == ""
        assert event.at - closed == seconds * 1000
        house.stop()
        await running

    on_virtual_time(play)


def test_3_14_1_an_invalid_bet_goes_back_once_however_often_it_is_declared_invalid() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "any-seven"), bet("ann", "buy:4"), CLOSE, SHOOT, fell("2-2"))
    declared = DeclareInvalid(seat="ann", by=MANAGER, why="the card is that of eve")
    table = after(table, declared)
    assert table.book.balance(rack("ann")) == 100_000
    assert after(table, declared).book.balance(rack("ann")) == 100_000
    again = after(table, declared, OPEN, bet("ann", "any-seven"), CLOSE, SHOOT, fell("1-2"))
    assert again.book.balance(rack("ann")) == 99_000
    assert after(again, declared).book.balance(rack("ann")) == 100_000


def test_6_1_and_6_3_chips_that_a_faulty_terminal_added_to_a_standing_bet_are_confirmed_or_void_too() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "pass-line"), CLOSE, SHOOT, fell("2-2"))
    table = after(table, OPEN, bet("ann", "pass-line", 2000), bet("ann", "odds", 4000), CLOSE, SHOOT, fell("1-4"))
    fault = DeclareFault(seat="ann", by=MANAGER, why="interrupted")
    void = VoidUnconfirmed(seat="ann", round=2, by=MANAGER, why="nothing was recorded")
    voided = after(table, fault, void)
    assert {wager: each.stake for wager, each in voided.layout["ann"].items()} == {"pass-line": 1000}
    assert voided.book.balance(rack("ann")) == 99_000
    bets = {"pass-line": Cents(500), "odds": Cents(3000)}
    confirm = ConfirmRecord(seat="ann", round=2, bets=bets, by=MANAGER, why="the record of the terminal")
    confirmed = after(table, fault, confirm)
    assert {wager: each.stake for wager, each in confirmed.layout["ann"].items()} == {"pass-line": 1500, "odds": 3000}
    # And they stay so when the round before is corrected afterwards.
    correct = CorrectOutcome(round=1, outcome=OutcomeName("1-3"), by=MANAGER, why="the sensor misread a die")
    for mended in (voided, confirmed):
        assert {wager: each.stake for wager, each in after(mended, correct).layout["ann"].items()} == {
            wager: each.stake for wager, each in mended.layout["ann"].items()
        }


def test_3_9_7_a_winning_bet_is_left_up_before_the_next_round_where_the_operator_lets_it() -> None:
    """Reading AZ-37; a machine has no phase of its own in which a dealer pays."""
    stays = LeaveUp(seat="ann", wager="place:6")
    for chosen, left in (("may-stay-up", ""), ("comes-down", "ann has no winning bet on Place 6 that could stay up.")):
        rules = RULES.under({"AZ-37": chosen})
        table = after(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(100_000)), OPEN)
        won = after(table, bet("ann", "place:6", 1200), CLOSE, SHOOT, fell("3-3"))
        assert refusal(won, stays) == left
        assert refusal(after(won, OPEN), stays) == "A winning bet can be left up while bets are paid."


def test_7_2_bets_that_stand_at_the_close_of_play_are_rolled_out_and_no_others_are_taken() -> None:
    """Reading AZ-31: without further rounds, Pass Line and Come bets could neither come down nor be decided."""
    table = after(seated("ann"), OPEN, bet("ann", "pass-line"), CLOSE, SHOOT, fell("2-2"))
    table = after(table, AnnounceClose(by=MANAGER, why="four o'clock"), OPEN)
    assert refusal(table, bet("ann", "field")) == "The table is about to close and takes no more bets (7.2)."
    table = after(table, CLOSE, SHOOT, fell("1-3"))
    assert table.book.balance(rack("ann")) == 101_000
    assert refusal(table, OPEN) == "The table is about to close, and no bet waits to be decided (7.2)."


def test_7_2_the_floor_opens_no_round_once_the_close_is_announced() -> None:
    async def play(clock: Clock) -> None:
        house = House(Journal(MemoryStore()), SoftwareGenerator(), Timing(betting=60, showing=0.1), clock)
        dealer = await house.open(CRAPS, RULES, {"minimum": 100})
        assert (await dealer.ask(AnnounceClose(by=MANAGER, why="four o'clock"))).ok
        running = asyncio.ensure_future(house.run())
        await asyncio.sleep(3600)
        house.stop()
        await running
        assert dealer.table.round.phase is Phase.DONE

    on_virtual_time(play)


def test_3_1_the_sign_of_another_day_is_put_up_only_at_a_table_that_has_closed() -> None:
    """Nobody may change the sign of a table in play, and a gaming day is no way round that."""
    day = OpenDay(day="2024-11-02", values={"minimum": 5000}, by=MANAGER)
    fresh = seated("ann")
    assert after(fresh, day).sign.minimum == 5000
    betting = after(fresh, OPEN)
    settled = after(betting, CLOSE, SHOOT, fell("3-4"))
    assert refusal(betting, day) == refusal(settled, day) == "The table is open; it closes first."
    warned = AnnounceClose(by=MANAGER, why="four o'clock")
    assert after(settled, warned, CloseTable(by=MANAGER, why="four o'clock"), day).sign.minimum == 5000


def test_7_7_2_a_player_who_is_barred_shoots_no_more() -> None:
    table = after(seated("ann", "ben"), OPEN, bet("ann", "pass-line"), bet("ben", "pass-line"))
    assert closing(table).shooter == "ann"
    table = after(table, Sanction(seat="ann", measure=Act.BAR, by=MANAGER, why="disturbance"))
    assert closing(table).shooter == "ben"


def test_6_1_nobody_takes_the_credit_of_a_faulty_terminal_away() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "field"), CLOSE, SHOOT, fell("1-1"))
    table = after(table, DeclareFault(seat="ann", by=MANAGER, why="wrong-credits"))
    for wish in (Collect(seat="ann"), LeaveSeat(seat="ann")):
        assert refusal(table, wish).startswith("The terminal of ann is being looked into")
    ordered = after(table, VacateSeat(seat="ann", by=MANAGER, why="idle"))
    assert ordered.book.balance(rack("ann")) == 102_000


def test_3_12_nobody_decides_which_face_is_uppermost() -> None:
    """The sensors read the dice; these rules give that decision to nobody."""
    table = after(seated("ann"), OPEN, CLOSE, SHOOT)
    decides = EnterOutcome(outcome=OutcomeName("3-4"), by=MANAGER, disputed=True)
    assert refusal(table, decides) == "These rules let nobody decide which face is uppermost."


def test_6_4_1_a_die_that_the_sensors_took_for_flat_gave_no_result() -> None:
    table = after(seated("ann"), OPEN, bet("ann", "pass-line"), CLOSE, SHOOT, fell("2-2"))
    table = after(table, OPEN, bet("ann", "field"), CLOSE, SHOOT, fell("3-4"))
    assert table.book.balance(rack("ann")) == 98_000
    table = after(table, VoidRound(by=MANAGER, ground="cocked", round=2))
    assert table.book.balance(rack("ann")) == 99_000
    assert table.layout["ann"].keys() == {"pass-line"}
    assert table.pucks["puck"] == "point 4"


def test_7_7_2_and_7_13_2_measures_reach_people_who_do_not_play() -> None:
    """Any person may induce a player to leave a terminal (7.10), or stand in the way of one (7.13.2)."""
    table = seated("ann")
    bar = Sanction(seat="zed", measure=Act.BAR, by=MANAGER, why="inducement")
    barred = after(table, bar, VacateSeat(seat="zed", by=MANAGER, why="in-the-way"))
    assert refusal(barred, TakeSeat(seat="zed", chips=Cents(100))) == "zed may not play here (7.7.2)."
    void = Sanction(seat="zed", measure=Act.VOID_BETS, by=MANAGER, why="inducement")
    assert refusal(table, void) == "There is no player zed at this table."
    assert refusal(table, Sanction(seat="", measure=Act.BAR, by=MANAGER, why="inducement")) == "Say who it is."
    assert refusal(table, VacateSeat(seat=" ", by=MANAGER, why="idle")) == "Say who it is."
