"""Limits on clients: changed by name, and refused in a sentence."""

import pytest

from croupier.floor.limits import ClientLimits, LimitError, changed
from croupier.floor.seating import SeatRules


def test_limits_are_changed_by_name() -> None:
    limits, seats = changed(["connections=7", "seats=2000"])
    assert (limits.connections, seats.seats) == (7, 2000)
    assert changed([]) == (ClientLimits(), SeatRules())


@pytest.mark.parametrize("value", ["", "=", "=0", "=-1", "=1.5", "=many"])
def test_a_limit_that_makes_no_sense_is_refused_in_a_sentence(value: str) -> None:
    with pytest.raises(LimitError, match="has to be a whole number from 1"):
        changed([f"connections{value}"])


def test_a_limit_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(LimitError, match="there is no limit chairs; the limits are connections, "):
        changed(["chairs=3"])
