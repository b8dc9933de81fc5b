"""Seats have places: they are ordered clockwise, whatever the players are called."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import SeatKind
from croupier.table.core.opening import OpeningError, opening
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, with_dice
from croupier.table.core.words import told
from croupier.table.money.credit import InsertMoney, MoneyCollected, MoneyInserted
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.conduct import Sanction
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.turns import next_in_turn

STELLA = Person("Stella", "stickperson")


def sits(seat: str, place: int | None = None) -> TakeSeat:
    return TakeSeat(seat=seat, chips=Cents(10_000), place=place)


def craps(*seats: TakeSeat) -> Table:
    table, _ = done(a_table("star-craps-2016"), *seats)
    return table


def test_a_player_takes_the_first_free_place_or_the_one_they_name() -> None:
    table = craps(sits("zoe"), sits("ann"), sits("max", 7), sits("bob"))
    assert table.places == {"zoe": 1, "ann": 2, "max": 7, "bob": 3}
    table, _ = done(table, LeaveSeat(seat="ann"), sits("cat"))
    assert table.places["cat"] == 2
    assert table.clockwise() == ["zoe", "cat", "bob", "max"]


def test_a_place_that_is_taken_or_not_there_is_refused() -> None:
    table = craps(sits("zoe"))
    refusal = refused(table, sits("ann", 1))
    assert (refusal.reason, refusal.message) == (Reason.NO_SUCH_PLACE, "Place 1 is taken by zoe.")
    assert refused(table, sits("ann", 0)).message == "There is no place 0 at this table: they count from 1 on."


def test_places_end_where_the_seats_do() -> None:
    table = replace(craps(), seats=5)
    assert refused(table, sits("ann", 6)).message == "There is no place 6 at this table: they count from 1 to 5."


def test_the_dice_go_clockwise_by_place_and_not_by_name() -> None:
    """3.8: also past a hundred players, and when the last who had the dice has left."""
    table = craps(*(sits(f"seat-{number}") for number in range(1, 1002)))
    table, _ = done(table, OpenBetting(by=STELLA))
    assert next_in_turn(table) == "seat-1"
    after_999 = dice_at(table, "seat-999")
    assert next_in_turn(after_999) == "seat-1000"
    gone, _ = done(dice_at(table, "seat-9"), LeaveSeat(seat="seat-9"))
    assert next_in_turn(gone) == "seat-10"


def dice_at(table: Table, seat: str) -> Table:
    return replace(table, round=with_dice(table, seat))


def test_who_could_not_leave_in_the_other_history_keeps_the_place() -> None:
    """Ann left after a misread 7; with the 8 that fell her line bet stands, and Bob, who took her place, sits elsewhere."""
    box = Person("Max", "boxperson")
    table = craps(sits("ann"))
    table, _ = done(
        table,
        PlaceBet(seat="ann", wager="win-line", stake=Cents(1000)),
        EnterOutcome(outcome=OutcomeName("2-4")),
        EnterOutcome(outcome=OutcomeName("3-4")),
        LeaveSeat(seat="ann"),
        sits("bob"),
    )
    assert table.places == {"bob": 1}
    table, _ = done(table, CorrectOutcome(round=2, outcome=OutcomeName("2-6"), by=box, why="The dice show 8."))
    assert table.places == {"ann": 1, "bob": 2}
    assert table.book.balance(rack("bob")) == 10_000


def test_a_table_opens_with_no_fewer_than_no_seats() -> None:
    with pytest.raises(OpeningError, match="cannot be opened with -1 seats"):
        opening(ruleset("star-craps-2016"), {}, seats=-1)


def test_a_correction_keeps_the_name_of_whoever_entered_the_money() -> None:
    """Ann left and came back with the same dealer. In the other history she never left: she collected, and put money in."""
    box = Person("Max", "boxperson")
    table = craps(sits("ann"))
    table, _ = done(
        table,
        PlaceBet(seat="ann", wager="win-line", stake=Cents(1000)),
        EnterOutcome(outcome=OutcomeName("2-4")),
        EnterOutcome(outcome=OutcomeName("3-4")),
        LeaveSeat(seat="ann", by=STELLA),
        replace(sits("ann"), by=STELLA),
    )
    correct = CorrectOutcome(round=2, outcome=OutcomeName("2-6"), by=box, why="The dice show 8.")
    _, (event,) = done(table, correct)
    assert isinstance(event, SettledAgain)
    again = [each for each in event.again if isinstance(each, MoneyCollected | MoneyInserted)]
    assert [(type(each), each.by) for each in again] == [(MoneyCollected, STELLA), (MoneyInserted, STELLA)]
    assert told(table, again[1]) == ["ann puts $100.00 in, entered by Stella (stickperson)."]


def test_the_table_decides_who_plays_at_a_seat_and_its_name_says_nothing() -> None:
    terminal = TakeSeat(seat="ann", chips=Cents(0), kind=SeatKind.TERMINAL)
    by_staff = TakeSeat(seat="guest-Bob", chips=Cents(100), kind=SeatKind.BOT, by=STELLA)
    table = craps(terminal, by_staff, sits("seat-7"), TakeSeat(seat="eve", chips=Cents(5), kind=SeatKind.BOT))
    assert table.kinds == {"ann": SeatKind.TERMINAL, "eve": SeatKind.BOT}
    table, _ = done(table, LeaveSeat(seat="ann"), LeaveSeat(seat="eve"))
    assert table.kinds == {"eve": SeatKind.BOT}, "only what has had money is remembered"
    assert not done(table, TakeSeat(seat="eve", chips=Cents(5)))[0].kinds


def test_a_correction_that_puts_a_player_back_knows_who_plays_there() -> None:
    table = craps(TakeSeat(seat="ann", chips=Cents(1000), kind=SeatKind.TERMINAL))
    bet = PlaceBet(seat="ann", wager="field", stake=Cents(1000))
    table, _ = done(table, EnterOutcome(outcome=OutcomeName("5-6")), bet, EnterOutcome(outcome=OutcomeName("3-4")))
    table, _ = done(table, LeaveSeat(seat="ann"), TakeSeat(seat="ann", chips=Cents(700), kind=SeatKind.BOT))
    box = Person("Bea", "boxperson")
    table, _ = done(table, CorrectOutcome(round=1, outcome=OutcomeName("4-6"), by=box, why="The cameras show it."))
    assert table.kinds == {"ann": SeatKind.BOT}


def test_9_3_2_a_barred_player_buys_no_more_chips() -> None:
    """Neither in the seat nor at another; what a machine has taken already is credited."""
    robin = Person("Robin", "casino-supervisor")
    table, _ = done(craps(sits("bob"), sits("ann")), Sanction(seat="bob", measure=Act.BAR, by=robin, why="device"))
    buys_in = InsertMoney(seat="bob", amount=Cents(10_000), by=STELLA)
    refusal = refused(table, buys_in)
    assert (refusal.reason, refusal.clause) == (Reason.BETS_REFUSED, "9.3.2")
    done(table, replace(buys_in, seat="ann"))
    done(table, replace(buys_in, by=None))
    left, _ = done(table, LeaveSeat(seat="bob"))
    for name in ("Bob", "b\u043eb"):  # the second has a Cyrillic letter
        assert refused(left, TakeSeat(seat=name, chips=Cents(100))).reason is Reason.BETS_REFUSED, name
