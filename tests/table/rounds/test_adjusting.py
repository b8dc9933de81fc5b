"""What the dealer's hands do after a correction."""

from commanded import done
from craps_hand import BOX, PAID, STICK, bet, craps, thrown
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.core.payment import Occasion, Payment
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.paying import payments
from croupier.table.rounds.results import FinishPaying
from croupier.table.rounds.voiding import VoidRound
from hands import carried_out, chips_of


def correct(table: Table, outcome: str, back: int = 1) -> CorrectOutcome:
    return CorrectOutcome(round=table.past[-back].round, outcome=OutcomeName(outcome), by=BOX, why="It was misread.")


def corrected(table: Table, outcome: str, back: int = 1) -> Table:
    return done(table, correct(table, outcome, back))[0]


def said(lines: tuple[Payment, ...]) -> list[tuple[str, str, int, int, int, str]]:
    return [(each.seat, each.wager, each.take, each.pay, each.put, each.to) for each in lines]


def test_the_difference_of_both_histories_is_taken_first_and_then_paid() -> None:
    """6 was entered and paid; 9 fell. The next bets are open already."""
    bets = bet("ann", "field", 500), bet("bob", "place-win:6", 500), bet("bob", "come", 1000)
    before, _ = done(craps(), *bets, *thrown("3-3"), *PAID)
    table = corrected(before, "4-5")
    assert said(payments(table)) == [
        ("bob", "", 600, 0, 0, ""),
        ("ann", "", 0, 1000, 0, ""),
        ("bob", "come:6", 0, 0, 0, "come:9"),
    ]
    assert {each.occasion for each in payments(table)} == {Occasion.CORRECTION}
    assert payments(table)[0].breakage == -16, "the rounding of the $5.83 is taken back, too"
    assert carried_out(chips_of(before), payments(table)) == chips_of(table)


def test_a_bet_that_should_stand_is_put_down_again_and_one_that_should_not_is_taken() -> None:
    """Seven out was entered; 6 fell. Bob has bet since."""
    before, _ = done(craps(), bet("bob", "place-win:8", 600), *thrown("3-4"), *PAID, bet("bob", "win-line", 500))
    table = corrected(before, "3-3")
    assert carried_out(chips_of(before), payments(table)) == chips_of(table)
    assert ("bob", "place-win:8", 0, 0, 600, "") in said(payments(table))
    assert ("bob", "win-line", 0, 0, 500, "") in said(payments(table)), "$10.00 stands; $5.00 of a new bet lies there"


def test_bets_of_another_kind_do_not_move_although_they_are_as_large() -> None:
    """Seven out was entered; 6 fell. Bob's Don't Win of the come-out could not have been made, and his Place Bet stands."""
    before, _ = done(craps(), bet("bob", "place-win:8", 500), *thrown("3-4"), *PAID, bet("bob", "dont-win", 500))
    table = corrected(before, "3-3")
    found = said(payments(table))
    assert ("bob", "dont-win", 500, 0, 0, "") in found
    assert ("bob", "place-win:8", 0, 0, 500, "") in found
    assert carried_out(chips_of(before), payments(table)) == chips_of(table)


def test_the_list_stays_until_the_next_bets_are_open() -> None:
    before, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"), *PAID)
    table = corrected(before, "4-5")
    later, _ = done(table, *thrown("2-3"))
    assert payments(later)[: len(payments(table))] == payments(table)
    paid, _ = done(later, FinishPaying(by=BOX))
    assert payments(paid) == payments(table)
    opened, _ = done(paid, OpenBetting(by=STICK))
    assert payments(opened) == ()


def test_a_second_correction_adds_to_the_work_of_the_first() -> None:
    before, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"), *PAID)
    once = corrected(before, "4-5")
    twice = corrected(once, "3-3")
    again = corrected(twice, "4-5")
    assert carried_out(chips_of(before), payments(twice)) == chips_of(twice) == chips_of(before)
    assert len(payments(again)) == len(set(payments(again))) == 3, "equal lines have ticks of their own"


def test_while_a_round_is_paid_its_work_is_listed_anew_and_what_no_longer_holds_is_undone() -> None:
    """Whatever the dealer had done, the chips lie right in the end."""
    bets = bet("ann", "field", 500), bet("bob", "place-win:6", 500), bet("bob", "come", 1000)
    start, _ = done(craps(), *bets)
    before, _ = done(start, *thrown("3-3"))
    table = corrected(before, "4-5")
    undo = [each for each in payments(table) if each.occasion is Occasion.UNDO]
    anew = [each for each in payments(table) if each.occasion is not Occasion.UNDO]
    assert payments(table)[: len(undo)] == tuple(undo)
    all_done = carried_out(chips_of(start), payments(before))
    assert all_done == chips_of(before)
    assert carried_out(all_done, payments(table)) == chips_of(table)
    assert carried_out(chips_of(start), anew) == chips_of(table), "nothing was done yet"


def test_lines_that_still_hold_are_not_undone() -> None:
    """The Win Line bets lose with any seven."""
    before, _ = done(craps(), bet("ann", "hardway:6", 500), *thrown("3-4"))
    table = corrected(before, "2-5")
    assert payments(table) == payments(before)


def test_while_a_round_is_paid_an_earlier_one_may_be_corrected() -> None:
    start, _ = done(craps(), bet("bob", "come", 1000), *thrown("3-3"), *PAID, bet("ann", "field", 500))
    before, _ = done(start, *thrown("4-5"))
    table = corrected(before, "2-3", back=2)
    still_to_do = [each for each in payments(table) if each not in payments(before)]
    assert carried_out(chips_of(before), still_to_do) == chips_of(table)
    anew = [each for each in payments(table) if each.occasion is not Occasion.UNDO]
    assert carried_out(chips_of(start), anew) == chips_of(table)


def test_a_settled_round_that_is_invalidated_is_undone_and_its_bets_go_back() -> None:
    """9.4: the round being paid, and one that is paid."""
    supervisor = Person("Sue", "casino-supervisor")
    start, _ = done(craps(), bet("ann", "field", 500), bet("bob", "place-win:6", 600))
    paying, _ = done(start, *thrown("3-3"))
    table, _ = done(paying, VoidRound(by=supervisor, ground="disorder", round=paying.round.number))
    assert carried_out(chips_of(paying), payments(table)) == chips_of(table)
    assert any(each.occasion is Occasion.VOID and each.back == 500 for each in payments(table))
    paid, _ = done(paying, FinishPaying(by=BOX))
    table, _ = done(paid, VoidRound(by=supervisor, ground="disorder", round=paid.round.number))
    assert {each.occasion for each in payments(table)} == {Occasion.CORRECTION}
    assert carried_out(chips_of(paid), payments(table)) == chips_of(table)


def test_a_bet_that_is_refused_after_a_correction_is_given_back_once() -> None:
    before, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"), *PAID)
    placed, _ = done(before, PlaceBet(seat="bob", wager="field", stake=Cents(500)))
    refuse = RefuseBet(seat="bob", wager="field", by=Person("Sue", "casino-supervisor"), why="The player is not sober.")
    refused, _ = done(corrected(placed, "4-5"), refuse)
    assert [each.seat for each in payments(refused) if each.occasion is Occasion.VOID] == ["bob"]
    again = corrected(refused, "3-3")
    assert [each.seat for each in payments(again) if each.occasion is Occasion.VOID] == ["bob"]
