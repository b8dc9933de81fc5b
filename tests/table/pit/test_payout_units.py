"""The payout unit of a table changes while no bet lies, and once for each adoption of chips."""

from commanded import done, refused
from craps_hand import BOX, craps, thrown
from croupier.money import Cents
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.pit.payout_units import FollowChips
from croupier.table.rounds.results import FinishPaying

PAID = FinishPaying(by=BOX)


def follow(unit: int, line: int) -> FollowChips:
    return FollowChips(
        payout_unit=Cents(unit), settings=line, set_by=Person("Kim", "manager"), approved_by=Person("Lee", "manager")
    )


def test_it_does_not_change_in_a_round_or_under_a_bet() -> None:
    table = craps()
    assert refused(table, follow(500, 2)).reason is Reason.OUT_OF_SEQUENCE
    table, _ = done(table, *thrown("2-3"), PAID)
    assert refused(table, follow(500, 2)).reason is Reason.BETS_STANDING


def test_each_line_of_the_settings_is_followed_once() -> None:
    table, _ = done(craps(), *thrown("3-4"), PAID, follow(500, 2))
    assert table.sign.payout_unit == 500
    assert refused(table, follow(100, 2)).reason is Reason.BAD_SIGN
    table, _ = done(table, follow(500, 3))
    assert refused(table, follow(100, 2)).reason is Reason.BAD_SIGN, "an older line never comes after a newer one"
