"""What terminals are shown of a table."""

from msgspec.structs import replace

from commanded import a_table, done
from croupier.catalogue import ruleset
from croupier.floor.happened import Happened
from croupier.floor.timetable import Timed
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.server.messages import Mine, Neighbour
from croupier.server.views import (
    charged_for,
    last_call,
    lone_player,
    own_revision,
    own_state,
    own_view,
    result_of,
    shared_view,
)
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import SeatKind
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.money.credit import Collect
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.revisions import revisions

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"


def seated(*bets: tuple[str, int], rules: str = STAR) -> Table:
    """A table of craps with these bets of one player on the come-out."""
    placed = (PlaceBet(seat="ann", wager=wager, stake=Cents(stake)) for wager, stake in bets)
    return done(a_table(rules), TakeSeat(seat="ann", chips=Cents(100_000)), *placed)[0]


def fell(table: Table, outcome: str) -> Table:
    return done(table, EnterOutcome(outcome=OutcomeName(outcome)))[0]


def mine(table: Table) -> Mine:
    return own_view(table, own_state(table, "ann"))


def test_the_times_of_the_floor_are_shown_with_the_round() -> None:
    round = shared_view(seated(), Timed(5000, "offer", 9000), ()).round
    assert (round.deadline, round.until, round.throw_from) == (5000, "offer", 9000)


def test_sc_6_4_a_bet_that_is_locked_is_said_to_stand() -> None:
    """A bet on the line stays up once its point is on, and only what was added to it since may come down."""
    table = seated(("win-line", 1000), ("dont-win", 1000), ("place-win:6", 1200))
    assert mine(table).stands == []
    table = fell(table, "2-2")
    assert mine(table).stands == ["win-line"]
    assert mine(fell(table, "1-3")).stands == []


def test_sc_6_1_5_odds_may_be_taken_once_the_point_of_the_flat_bet_is_on() -> None:
    table = seated(("win-line", 1000))
    assert mine(table).takes_odds == {}
    assert mine(fell(table, "2-2")).takes_odds == {"behind-win-line": 2000}


def test_az_37_a_winning_bet_with_a_commission_may_stay_and_the_new_commission_is_named() -> None:
    table = fell(seated(("win-line", 1000)), "2-2")
    table, _ = done(table, *(PlaceBet(seat="ann", wager=wager, stake=Cents(6000)) for wager in ("buy:6", "place-win:6")))
    assert mine(table).may_stay == {}
    assert mine(fell(table, "3-3")).may_stay == {"buy:6": 300}


def called(table: Table, wager: str, *, on: bool) -> Table:
    return done(table, CallBet(seat="ann", wager=wager, on=on))[0]


def test_sc_6_6_a_bet_that_is_off_by_rule_or_by_call_is_said_to_be_off() -> None:
    table = seated(("win-line", 1000), ("place-win:6", 1200), ("place-win:8", 1200), ("buy:4", 2000), ("hardway:8", 500))
    assert mine(table).off == ["place-win:6", "place-win:8", "buy:4", "hardway:8"]
    table = called(table, "place-win:6", on=True)
    assert mine(table).off == ["place-win:8", "buy:4", "hardway:8"]
    table = fell(table, "2-3")
    assert mine(table).off == []
    assert mine(called(table, "place-win:8", on=False)).off == ["place-win:8"]


def test_ar_no_bet_of_a_table_without_such_a_rule_is_off_or_called() -> None:
    view = mine(seated(("place:6", 1200), ("hardway:8", 500), rules=ARUZE))
    assert (view.off, view.may_call) == ([], {})


def test_sc_6_6_2_a_bet_may_be_called_at_any_time_and_not_twice_the_same() -> None:
    table = seated(("win-line", 1000), ("place-win:6", 1200))
    assert mine(table).may_call == {"place-win:6": [True, False]}
    assert mine(called(table, "place-win:6", on=True)).may_call == {"place-win:6": [False]}
    assert mine(fell(table, "2-3")).may_call == {"place-win:6": [True, False]}


def test_ad_5e_no_bet_may_be_called_off_while_a_point_is_on() -> None:
    table = seated(("pass", 1000), ("place-win:6", 1200), rules=ADELAIDE)
    assert mine(table).may_call == {"place-win:6": [True, False]}
    table = fell(table, "2-3")
    assert mine(table).may_call == {"place-win:6": [True]}
    assert mine(called(table, "place-win:6", on=True)).may_call == {}


def test_a_commission_that_is_not_given_back_is_named_before_the_bet_comes_down() -> None:
    """The house keeps it at Star (SC-17); Adelaide gives it back (7(c)), Aruze what was charged since the last roll (AZ-10)."""
    assert mine(seated(("win-line", 1000), ("buy:4", 2000))).keeps == {"buy:4": 100}
    assert mine(seated(("buy-win:4", 2000), rules=ADELAIDE)).keeps == {}
    table = seated(("buy:4", 2000), rules=ARUZE)
    assert mine(table).keeps == {}
    assert mine(fell(table, "3-3")).keeps == {"buy:4": 100}


def test_sc_4_1_a_shooter_without_a_bet_on_a_line_is_told_why_nothing_can_be_thrown() -> None:
    table = seated()
    assert mine(table).cannot_throw == ""
    table = replace(table, round=replace(table.round, shooter="ann", chosen=(1, 2)))
    assert mine(table).cannot_throw == "You need a bet on one of the lines to throw."
    table = done(table, PlaceBet(seat="ann", wager="win-line", stake=Cents(1000)))[0]
    assert mine(table).cannot_throw == ""


def test_a_player_whom_staff_have_seated_is_no_bot_whatever_the_name() -> None:
    dora, bet = Person("Dora", "dealer"), PlaceBet(seat="guest-Bob", wager="field", stake=Cents(500))
    for sits, lone in (
        (TakeSeat(seat="guest-Bob", chips=Cents(5000), by=dora), ""),
        (TakeSeat(seat="guest-Bob", chips=Cents(5000), kind=SeatKind.BOT), "ann"),
    ):
        table, _ = done(seated(("field", 500)), sits, bet)
        assert lone_player(table, {"ann"}) == lone


def test_7_2_a_bet_on_a_run_says_its_side_and_how_far_it_has_come() -> None:
    """A triple does not count."""
    wager, sicbo = "super-streak:odd-even", "star-sicbo-2016"
    table = fell(fell(seated(rules=sicbo), "1-2-4"), "1-2-3")
    table = done(table, PlaceBet(seat="ann", wager=wager, stake=Cents(500)))[0]
    lengths = [mine(table).runs[wager]]
    for outcome in ("1-2-5", "4-4-4", "2-4-6"):
        table = fell(table, outcome)
        lengths.append(mine(table).runs[wager])
    assert [(run.side, run.length) for run in lengths] == [("even", 0), ("even", 1), ("even", 1), ("even", 2)]
    assert mine(seated()).runs == {}


def test_the_newest_result_is_called_again_as_it_was_called() -> None:
    """A terminal that is loaded again says what one says that saw the dice fall."""
    table = a_table(STAR)
    assert last_call(table) is None
    called: list[tuple[str, str]] = []
    for outcome in ("3-3", "2-2", "3-4"):
        table = fell(table, outcome)
        last = last_call(table)
        assert last
        called.append((last.words, last.means))
    assert called == [("Hard 6", "the point"), ("Hard 4", ""), ("7", "seven out")]


def test_a_terminal_sees_the_bets_of_others_and_no_name() -> None:
    table, _ = done(
        seated(("field", 500)),
        TakeSeat(seat="seat-2", chips=Cents(5000), kind=SeatKind.TERMINAL),
        PlaceBet(seat="seat-2", wager="field", stake=Cents(1000)),
    )
    assert shared_view(table, Timed(), ()).company == [Neighbour("place 1", 500), Neighbour("seat-2", 1000)]


def test_a_player_is_told_of_their_own_part_of_a_correction_and_of_nobody_elses() -> None:
    """Two players bet; the round is settled again. What changed for each is theirs alone, by the books."""
    rules = ruleset("ministar-roulette-2018")
    seats = [TakeSeat(seat=seat, chips=Cents(100_000)) for seat in ("ann", "bob", "cy")]
    bets = [PlaceBet(seat="ann", wager="red", stake=Cents(2500)), PlaceBet(seat="bob", wager="black", stake=Cents(500))]
    table, _ = done(open_table(rules, rules.sign({})), *seats, *bets, EnterOutcome(outcome=OutcomeName("18")))
    by = Person("mia", "assistant-gaming-manager")
    after, (event,) = done(table, CorrectOutcome(round=1, outcome=OutcomeName("2"), by=by, why="It was misread."))
    happened = Happened(after.events, event, table, after)
    revised = revisions(event, table, after)
    told = {seat: own_revision(happened, revised, seat) for seat in ("ann", "bob", "cy")}
    assert {seat: each.change for seat, each in told.items() if each} == {"ann": -5000, "bob": 1000, "cy": 0}
    for seat, each in told.items():
        assert each
        (round,) = each.rounds
        assert (round.round, round.was, round.now) == (1, "18", "2")
        assert {bet.seat for bet in (*round.before, *round.decided)} <= {seat}
    call, lights = result_of(happened, revised)
    assert call == rules.game.call(OutcomeName("2"), {})
    assert "black" in (lights or [])


def test_a_correction_tells_a_player_who_has_collected_what_they_owe() -> None:
    """Nothing is taken back from a credit that is gone."""
    rules = ruleset("ministar-roulette-2018")
    bet = PlaceBet(seat="ann", wager="straight:17", stake=Cents(500))
    before, _ = done(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(500)), bet)
    table, _ = done(before, EnterOutcome(outcome=OutcomeName("17")), Collect(seat="ann"))
    by = Person("mia", "assistant-gaming-manager")
    after, (event,) = done(table, CorrectOutcome(round=1, outcome=OutcomeName("2"), by=by, why="It was misread."))
    told = own_revision(Happened(after.events, event, table, after), revisions(event, table, after), "ann")
    assert told
    assert (told.change, told.staked, told.owed, told.owes) == (-18_000, 0, -18_000, 18_000)


def test_a_correction_tells_which_bets_lie_on_the_felt_again() -> None:
    table = fell(seated(("place-win:6", 600), ("hardway:8", 500)), "2-2")
    table = fell(table, "3-4")
    by = Person("mia", "boxperson")
    after, (event, *_) = done(table, CorrectOutcome(round=2, outcome=OutcomeName("2-3"), by=by, why="It was misread."))
    told = own_revision(Happened(after.events, event, table, after), revisions(event, table, after), "ann")
    assert told
    assert (told.change, told.staked, told.owed, told.owes) == (1100, 1100, 0, 0)


def test_the_commission_of_decided_bets_is_told_with_the_result_and_when_it_is_decided_again() -> None:
    """A part that came down before has cost its commission, too (Star keeps it)."""
    table = fell(seated(("win-line", 1000), ("buy:4", 20_000), rules=STAR), "2-3")
    (cost,) = {bet.commission for bet in table.layout["ann"].values() if bet.commission}
    by_hand, _ = done(table, TakeDown(seat="ann", wager="buy:4", amount=Cents(10_000)))
    after, (event, *_) = done(by_hand, EnterOutcome(outcome=OutcomeName("1-3")))
    assert charged_for(by_hand, event) == {"ann": {"buy:4": cost}}
    by = Person("mia", "boxperson")
    again, (event, *_) = done(after, CorrectOutcome(round=2, outcome=OutcomeName("3-4"), by=by, why="It was misread."))
    happened = Happened(again.events, event, after, again)
    told = own_revision(happened, revisions(event, after, again), "ann")
    assert told
    (round,) = told.rounds
    assert round.before_charged == round.charged == {"buy:4": cost}


def test_sc_7_3_the_part_of_a_bet_that_plays_is_told_and_what_it_wins() -> None:
    table = open_table(ruleset(STAR), ruleset(STAR).sign({"minimum": 100, "maximum": 50_000}))
    bet = PlaceBet(seat="ann", wager="any-seven", stake=Cents(60_000))
    table, _ = done(table, TakeSeat(seat="ann", chips=Cents(100_000)), bet)
    assert mine(table).plays == {"any-seven": 50_000}
    assert mine(fell(table, "3-4")).won == 4 * 50_000


def test_pucks_are_told_in_the_order_of_the_document_also_after_a_restart() -> None:
    """A line of the journal has its fields by name."""
    table = a_table("star-sicbo-2016")
    replayed = replace(table, pucks=dict(sorted(table.pucks.items())))
    told = [[*shared_view(each, Timed(), ()).pucks] for each in (table, replayed)]
    assert told[0] == told[1] == [*table.rules.pucks]
    assert told[0] != [*replayed.pucks]
