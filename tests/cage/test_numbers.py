"""Validation numbers: what is mistyped is found, and what is right is not."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cage.numbers import CHANCES, DIGITS, as_digits, house_of, in_groups, is_whole, validation_number

NUMBERS = st.builds(validation_number, st.integers(0, 99), st.integers(0, CHANCES - 1))


@given(NUMBERS)
def test_a_number_survives_its_ticket(number: str) -> None:
    assert len(number) == DIGITS
    assert is_whole(number)
    assert as_digits(in_groups(number)) == number


@given(NUMBERS)
def test_every_wrong_digit_is_found(number: str) -> None:
    for at in range(DIGITS):
        for digit in set("0123456789") - {number[at]}:
            assert not is_whole(number[:at] + digit + number[at + 1 :])


@given(NUMBERS)
def test_every_swap_of_two_digits_is_found(number: str) -> None:
    for one, other in combinations(range(DIGITS), 2):
        if number[one] != number[other]:
            swapped = [*number]
            swapped[one], swapped[other] = swapped[other], swapped[one]
            assert not is_whole("".join(swapped))


@pytest.mark.parametrize("typed", ["", "1", "0" * 19, "0" * 21, "x" * 20, "٣" * 20, "-1234567890123456789"])
def test_what_is_no_number_is_none(typed: str) -> None:
    assert not is_whole(as_digits(typed))


def test_the_house_is_in_the_number() -> None:
    assert house_of(validation_number(7, 123)) == 7
    assert validation_number(7, 123) != validation_number(8, 123)
