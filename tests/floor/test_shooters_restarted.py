"""After a restart nobody is offered the dice a second time in the round."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done
from croupier.floor.shooters import asked_before
from croupier.money import Cents
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat

SEATS = ["guest-Ada", "guest-Blaise", "seat-1", "seat-2"]


def table(dice_place: int, asked_place: int) -> Table:
    seated = done(a_table("star-craps-2016"), *(TakeSeat(seat=seat, chips=Cents(1000)) for seat in SEATS))[0]
    assert [seated.places[seat] for seat in SEATS] == [1, 2, 3, 4]
    return replace(seated, round=replace(seated.round, dice_place=dice_place, asked_place=asked_place))


@pytest.mark.parametrize(
    ("dice_place", "asked_place", "asked"),
    [
        pytest.param(0, 0, [], id="nobody yet"),
        pytest.param(0, 2, SEATS[:2], id="the first round"),
        pytest.param(1, 3, SEATS[1:3], id="after the last shooter"),
        pytest.param(3, 1, ["guest-Ada", "seat-2"], id="past the end of the table"),
        pytest.param(2, 2, SEATS, id="all round"),
    ],
)
def test_players_whose_turn_has_been_are_known_from_the_table(dice_place: int, asked_place: int, asked: list[str]) -> None:
    """Also one who declined and then made the bet that a shooter needs, whom the table no longer counts as declining."""
    assert asked_before(table(dice_place, asked_place)) == asked
