"""Where the dice go next, which of them a shooter has, and when they came to rest."""

import pytest
from msgspec.structs import replace

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.days import OpenDay
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.dice import AcceptDice, DeclineDice, OfferDice, PassDice
from croupier.table.rounds.dice_set import LoseDice, RecoverDie, ReplaceDice
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.shooting import RestDice, ShootDice, ThrowForHouse
from croupier.table.rounds.turns import could_shoot, in_turn, next_in_turn

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
STICK = {STAR: Person("Robin", "stickperson"), ADELAIDE: Person("Robin", "stickman")}
BOX = {STAR: Person("Bo", "boxperson"), ADELAIDE: Person("Bo", "boxman")}
HOUSE = {STAR: Person("Robin", "stickperson"), ADELAIDE: Person("Hal", "house")}
LINE = {STAR: "win-line", ADELAIDE: "pass"}


def at(name: str, seats: int = 12) -> Table:
    """A table at which so many players sit, named by the number of their place, and the dice are to be offered."""
    rules = ruleset(name)
    sits = [TakeSeat(seat=f"{place}", chips=Cents(10_000), place=place) for place in reversed(range(1, seats + 1))]
    table, _ = done(open_table(rules, rules.sign({"minimum": 100}), seats=seats), *sits, OpenBetting(by=STICK[name], at=1))
    return table


def offered(table: Table, name: str, seat: str) -> Table:
    return done(table, OfferDice(by=STICK[name], seat=seat))[0]


def asked(table: Table, name: str) -> list[str]:
    """Everybody whom the dice are offered to, if nobody wants them."""
    found: list[str] = []
    while seat := next_in_turn(table):
        found.append(seat)
        table, _ = done(table, OfferDice(by=STICK[name], seat=seat), DeclineDice(seat=seat))
    return found


def shooting(name: str, seat: str, dice: tuple[int, int] = (1, 2)) -> Table:
    """A table at which a player has the dice and a bet on the line, after everybody before them let the dice go by."""
    table = at(name)
    while (turn := next_in_turn(table)) != seat:
        table, _ = done(table, OfferDice(by=STICK[name], seat=turn), DeclineDice(seat=turn))
    bet = PlaceBet(seat=seat, wager=LINE[name], stake=Cents(1000))
    return done(offered(table, name, seat), AcceptDice(seat=seat, dice=dice), bet)[0]


@pytest.mark.parametrize("name", STICK)
def test_sc_3_2_ad_9b_the_dice_begin_on_the_left_of_the_boxperson_and_go_round_by_place(name: str) -> None:
    assert asked(at(name), name) == [f"{place}" for place in range(1, 13)]


@pytest.mark.parametrize("name", STICK)
@pytest.mark.parametrize("shooter", ["1", "2", "9", "10", "12"])
def test_sc_3_8_ad_13b_they_go_on_from_the_left_of_the_last_shooter_also_of_one_who_has_left(name: str, shooter: str) -> None:
    order = [f"{place}" for place in range(1, 13)]
    after = order[int(shooter) :] + order[: int(shooter) - 1]
    table = shooting(name, shooter)
    table = replace(table, round=replace(table.round, declined=()))
    assert asked(done(table, PassDice(seat=shooter))[0], name) == after
    gone, _ = done(table, TakeDown(seat=shooter, wager=LINE[name]), LeaveSeat(seat=shooter))
    assert asked(gone, name) == after
    back, _ = done(gone, TakeSeat(seat=shooter, chips=Cents(100), place=int(shooter)))
    assert asked(back, name) == [*after, shooter], "whoever sits down there is asked last"


@pytest.mark.parametrize("name", STICK)
def test_sc_3_2_ad_9b_whoever_sits_down_behind_the_dice_is_asked_when_they_come_round(name: str) -> None:
    table = at(name)
    for seat in ("1", "2", "3"):
        table, _ = done(table, OfferDice(by=STICK[name], seat=seat), DeclineDice(seat=seat))
    for seat in ("2", "11"):
        table, _ = done(table, LeaveSeat(seat=seat), TakeSeat(seat=seat, chips=Cents(100), place=int(seat)))
    assert asked(table, name) == ["4", "5", "6", "7", "8", "9", "10", "11", "12", "2"]


@pytest.mark.parametrize("name", STICK)
def test_sc_3_8_ad_13b_every_round_begins_again_on_the_left_of_the_last_shooter(name: str) -> None:
    """Also if the dice went round in the last round, and somebody who came late was asked last."""
    table = at(name)
    over = replace(table, round=replace(table.round, phase=Phase.DONE, dice_place=3, asked_place=2))
    assert next_in_turn(done(over, OpenBetting(by=STICK[name], at=2))[0]) == "4"


@pytest.mark.parametrize("name", STICK)
def test_sc_3_8_ad_13b_whoever_is_not_at_the_table_is_passed_over_and_keeps_their_turn(name: str) -> None:
    table, over = at(name, 4), ("1", "2")
    assert refused(table, OfferDice(by=STICK[name], seat="3")).reason is Reason.NOT_YOUR_TURN
    assert refused(table, OfferDice(by=STICK[name], seat="4", passed_over=over)).reason is Reason.NOT_YOUR_TURN
    table, _ = done(table, OfferDice(by=STICK[name], seat="3", passed_over=over), DeclineDice(seat="3"))
    assert in_turn(table) == ["4", "1", "2"]


@pytest.mark.parametrize("name", STICK)
def test_sc_3_9_the_house_throws_if_all_who_are_left_were_passed_over(name: str) -> None:
    table, _ = done(at(name, 2), PlaceBet(seat="2", wager="field", stake=Cents(1000)))
    house = HOUSE[name]
    assert refused(table, ThrowForHouse(by=house, passed_over=("1",))).reason is Reason.NOT_YOUR_TURN
    assert done(table, ThrowForHouse(by=house, passed_over=("1", "2")))[0].round.phase is Phase.SHOT


@pytest.mark.parametrize("name", STICK)
def test_sc_4_1_ad_10_who_could_shoot(name: str) -> None:
    """A player with the bet to shoot, or with the money for the smallest one while it can be made."""
    table, bet = at(name, 3), PlaceBet(seat="1", wager=LINE[name], stake=Cents(10_000))
    table, _ = done(table, bet, PlaceBet(seat="2", wager="field", stake=Cents(9_901)))
    assert [could_shoot(table, seat) for seat in ("1", "2", "3")] == [True, False, True]
    point_on = replace(table, pucks=dict.fromkeys(table.pucks, "point 4"))
    assert [could_shoot(point_on, seat) for seat in ("1", "2", "3")] == [True, False, False]


def test_sc_3_2_a_new_day_begins_on_the_left_of_the_boxperson() -> None:
    table, kim = at(STAR), Person("Kim", "casino-supervisor")
    for seat in ("1", "2"):
        table, _ = done(table, OfferDice(by=STICK[STAR], seat=seat), DeclineDice(seat=seat))
    closed = replace(table, desk=replace(table.desk, closed=True))
    assert next_in_turn(done(closed, OpenDay(by=kim, day="tomorrow"))[0]) == "1"


@pytest.mark.parametrize("name", STICK)
def test_sc_3_5_1_ad_9d_ii_a_shooter_who_gets_the_found_die_back_has_the_dice_of_before(name: str) -> None:
    table = shooting(name, "1", (2, 5))
    lost, _ = done(table, LoseDice(by=STICK[name], count=1))
    assert (lost.round.chosen, lost.desk.lost) == ((), 1)
    back = RecoverDie(by=BOX[name], to_shooter=True)
    again, _ = done(lost, back)
    assert (again.round, again.desk) == (table.round, table.desk), "as if it had never been lost"
    others, _ = done(lost, AcceptDice(seat="1", dice=(3, 4)))
    assert done(others, back)[0].round.chosen == (2, 5), "also after others were chosen"
    bowl, _ = done(lost, RecoverDie(by=BOX[name]))
    assert (bowl.round.chosen, bowl.round.missing, bowl.desk.lost) == ((), None, 0)


@pytest.mark.parametrize("name", STICK)
def test_sc_3_5_1_both_dice_come_back_before_the_shooter_has_them_again(name: str) -> None:
    lost, _ = done(shooting(name, "1", (2, 5)), LoseDice(by=STICK[name], count=1), LoseDice(by=STICK[name], count=1))
    back, bowl = RecoverDie(by=BOX[name], to_shooter=True), RecoverDie(by=BOX[name])
    one, _ = done(lost, back)
    assert (one.round.chosen, one.desk.lost) == ((), 1)
    assert done(one, back)[0].round.chosen == (2, 5)
    assert done(one, bowl)[0].round.chosen == ()
    assert refused(done(lost, bowl)[0], back).reason is Reason.BAD_DICE, "one of the two is in the bowl"
    replaced, _ = done(lost, ReplaceDice(by=STICK[name]))
    assert refused(replaced, back).reason is Reason.BAD_DICE
    assert refused(done(replaced, LoseDice(by=STICK[name], count=1))[0], back).reason is Reason.BAD_DICE, "a spare die"


def test_sc_3_5_1_whoever_gets_the_dice_anew_chose_others_and_misses_none() -> None:
    lost, _ = done(shooting(STAR, "12"), LoseDice(by=STICK[STAR], count=1), PassDice(seat="12"))
    table = replace(lost, round=replace(lost.round, declined=tuple(f"{place}" for place in range(1, 12))))
    again, _ = done(offered(table, STAR, "12"), AcceptDice(seat="12", dice=(3, 4)))
    assert refused(again, RecoverDie(by=BOX[STAR], to_shooter=True)).reason is Reason.BAD_DICE
    assert done(again, RecoverDie(by=BOX[STAR]))[0].round.chosen == (3, 4)


def test_ad_11c_the_dice_come_to_rest_once_in_a_throw_and_the_time_is_kept() -> None:
    thrown, _ = done(shooting(ADELAIDE, "1"), ShootDice(seat="1", at=1000))
    assert thrown.round.rested is None
    rested, happened = done(thrown, RestDice(at=3500))
    assert (rested.round.rested, [event.at for event in happened]) == (3500, [3500])
    assert refused(rested, RestDice(at=3600)).reason is Reason.OUT_OF_SEQUENCE
    again, _ = done(rested, EnterOutcome(outcome=OutcomeName("2-2"), by=STICK[ADELAIDE], at=4000))
    assert again.round.rested == 3500
    assert refused(again, RestDice(at=4100)).reason is Reason.OUT_OF_SEQUENCE


def test_a_document_that_does_not_ask_for_it_records_no_rest() -> None:
    thrown, _ = done(shooting(STAR, "1"), ShootDice(seat="1"))
    assert refused(thrown, RestDice()).reason is Reason.NO_SUCH_POWER


def test_dice_are_not_offered_to_nobody_at_an_empty_table() -> None:
    rules, stick = ruleset("star-craps-2016"), Person("Sue", "stickperson")
    table, _ = done(open_table(rules, rules.sign({"minimum": 500})), OpenBetting(at=1, by=stick))
    assert refused(table, OfferDice(seat="", by=stick, why="x", at=2)).reason is Reason.NOT_YOUR_TURN
