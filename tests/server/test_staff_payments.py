"""The chips that a dealer uses for each line of work."""

from commanded import a_table, done
from craps_hand import PAID, bet, craps, thrown
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.server.staff_payments import Chips, paying_view
from croupier.table.core.payment import Occasion
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.colours import IssueColours, in_checks
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, ShakeDice
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.netting import AtSpot
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, UncoverTumbler

TRAY = (100, 500, 2500)


def test_chips_are_named_for_what_is_paid_and_put_down_and_not_for_what_is_taken() -> None:
    """Seven out was entered, and 6 fell: the Place Bet is put down again and paid, Ann's field bet is not."""
    before, _ = done(craps(), bet("bob", "place-win:6", 600), bet("ann", "any-seven", 500), *thrown("3-4"), *PAID)
    order = CorrectOutcome(
        round=before.past[-1].round, outcome=OutcomeName("3-3"), by=Person("Box", "boxperson"), why="Misread."
    )
    view = paying_view(done(before, order)[0], TRAY)
    found = {each.seat: each.cases[0] for each in view.payments}
    assert {each.occasion for each in view.payments} == {Occasion.CORRECTION}
    ann, bob = found["ann"], found["bob"]
    assert (ann.take, ann.chips) == (1500, ())
    assert set(ann.spots) == {AtSpot("", -2500), AtSpot("win-line", 1000)}
    assert (bob.pay, bob.chips) == (2300, (Chips(500, 4), Chips(100, 3)))
    assert set(bob.spots) == {AtSpot("", 700), AtSpot("place-win:6", 600), AtSpot("win-line", 1000)}


def test_what_no_chip_can_pay_is_named() -> None:
    """A quarter of $5.00 comes back of a Horn: reading SC-06."""
    view = paying_view(done(craps(), bet("ann", "horn", 500), *thrown("1-2"))[0], TRAY)
    horn = next(each for each in view.payments if each.wager == "horn")
    assert (horn.pay, horn.rest, horn.breakage) == (1625, 25, 0)


def test_the_orders_that_end_the_list_are_named() -> None:
    assert paying_view(craps(), TRAY).ends_with == ("FinishPaying", "OpenBetting")


DORA = Person("Dora", "dealer")


def settled(outcome: str, value: int, stake: int, *colours: str) -> tuple[Table, Table]:
    """A Sic Bo table before and after a result: Ann has colour checks, Bob value chips, and both bet on Small."""
    by = Person("Kim", "casino-supervisor")
    table, _ = done(
        a_table("star-sicbo-2016", minimum=500),
        *(TakeSeat(seat=seat, chips=Cents(50_000)) for seat in ("ann", "bob")),
        *(IssueColours(seat="ann", colour=colour, value=Cents(value), by=by) for colour in colours),
        ShakeDice(by=DORA, times=3),
        OpenBetting(by=DORA),
    )
    dice = tuple(int(face) for face in outcome.split("-"))
    after, _ = done(
        table,
        *(bet(seat, "small", stake) for seat in ("ann", "bob")),
        CloseBetting(by=DORA),
        UncoverTumbler(by=DORA),
        AnnounceResult(by=DORA, numbers=dice, total=sum(dice)),
        EnterOutcome(outcome=OutcomeName(outcome), by=DORA),
    )
    return table, after


def test_a_player_with_colour_checks_is_paid_in_them_as_the_books_count() -> None:
    """Paid in value chips, they would be missing from the tray, and Ann would have more checks in the books than in front."""
    before, after = settled("1-2-4", 2000, 6000, "blue")
    ann, bob = paying_view(after, TRAY).payments
    assert ann.chips == (Chips(2000, 3, "blue"),)
    assert bob.chips == (Chips(2500, 2), Chips(500, 2))
    assert in_checks(after, "ann")[0] - in_checks(before, "ann")[0] == 3


def test_what_a_check_does_not_divide_is_paid_in_value_chips() -> None:
    ann, _ = paying_view(settled("1-2-4", 2000, 2500, "blue", "red")[1], TRAY).payments
    assert (ann.chips, ann.rest) == ((Chips(2000, 1, "blue or red"), Chips(500, 1)), 0)


def test_a_correction_pays_colour_checks() -> None:
    _, lost = settled("4-5-6", 2000, 6000, "blue")
    order = CorrectOutcome(round=1, outcome=OutcomeName("1-2-4"), by=Person("Sue", "casino-supervisor"), why="Misread.")
    done_before, otherwise = paying_view(done(lost, order)[0], TRAY).payments[0].cases
    assert (done_before.chips, otherwise.chips) == ((Chips(2000, 6, "blue"),), (Chips(2000, 3, "blue"),))
