"""What terminals are shown of a table."""

from commanded import a_table, done
from croupier.floor.timetable import Timed
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.server.messages import Mine
from croupier.server.views import own_state, own_view, shared_view
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome

STAR = "star-craps-2016"


def seated(*bets: tuple[str, int]) -> Table:
    """A table of Star craps with these bets of one player on the come-out."""
    placed = (PlaceBet(seat="ann", wager=wager, stake=Cents(stake)) for wager, stake in bets)
    return done(a_table(STAR), TakeSeat(seat="ann", chips=Cents(100_000)), *placed)[0]


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
    assert mine(table).takes_odds == []
    assert mine(fell(table, "2-2")).takes_odds == ["behind-win-line"]


def test_az_37_a_winning_bet_with_a_commission_may_stay_and_the_new_commission_is_named() -> None:
    table = fell(seated(("win-line", 1000)), "2-2")
    table, _ = done(table, *(PlaceBet(seat="ann", wager=wager, stake=Cents(6000)) for wager in ("buy:6", "place-win:6")))
    assert mine(table).may_stay == {}
    assert mine(fell(table, "3-3")).may_stay == {"buy:6": 300}
