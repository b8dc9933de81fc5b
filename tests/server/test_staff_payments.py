"""The chips that a dealer uses for each line of work."""

from commanded import done
from craps_hand import PAID, bet, craps, thrown
from croupier.rules.outcomes import OutcomeName
from croupier.server.staff_payments import Chips, paying_view
from croupier.table.core.payment import Occasion
from croupier.table.core.person import Person
from croupier.table.rounds.correcting import CorrectOutcome

TRAY = (100, 500, 2500)


def test_chips_are_named_for_what_is_paid_and_put_down_and_not_for_what_is_taken() -> None:
    """Seven out was entered, and 6 fell: the Place Bet is put down again and paid, Ann's field bet is not."""
    before, _ = done(craps(), bet("bob", "place-win:6", 600), bet("ann", "any-seven", 500), *thrown("3-4"), *PAID)
    order = CorrectOutcome(
        round=before.past[-1].round, outcome=OutcomeName("3-3"), by=Person("Box", "boxperson"), why="Misread."
    )
    view = paying_view(done(before, order)[0], TRAY)
    found = {(each.seat, each.wager): each for each in view.payments}
    assert {each.occasion for each in view.payments} == {Occasion.CORRECTION}
    assert found["ann", ""].take == 2500
    assert found["ann", ""].chips == ()
    assert found["bob", ""].chips == (Chips(500, 1), Chips(100, 2))
    assert found["bob", "place-win:6"].chips == (Chips(500, 1), Chips(100, 1))


def test_what_no_chip_can_pay_is_named() -> None:
    """A quarter of $5.00 comes back of a Horn: reading SC-06."""
    view = paying_view(done(craps(), bet("ann", "horn", 500), *thrown("1-2"))[0], TRAY)
    horn = next(each for each in view.payments if each.wager == "horn")
    assert (horn.pay, horn.rest, horn.breakage) == (1625, 25, 0)


def test_the_orders_that_end_the_list_are_named() -> None:
    assert paying_view(craps(), TRAY).ends_with == ("FinishPaying", "OpenBetting")
