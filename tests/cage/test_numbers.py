"""Validation numbers: what is mistyped is found, and what is right is not."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cage.numbers import (
    CHANCES,
    DIGITS,
    SALTS,
    SERIALS,
    TicketNumbers,
    as_digits,
    house_of,
    in_groups,
    is_whole,
    validation_number,
)

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


KEYS = st.binary(min_size=16, max_size=64)


@given(KEYS, st.integers(0, 99), st.integers(0, SERIALS - 1), st.integers(0, SALTS - 1))
def test_a_number_leads_to_its_ticket(key: bytes, house: int, serial: int, salt: int) -> None:
    number = TicketNumbers(key).of(house, serial, salt)
    assert is_whole(number)
    assert house_of(number) == house
    assert TicketNumbers(key).hidden(number) == (serial, salt)


def test_numbers_differ_and_look_like_chance() -> None:
    """Serials that follow each other share no more digits than numbers by chance would."""
    numbers = [TicketNumbers(b"one key of sixteen").of(0, serial, 0) for serial in range(1, 2001)]
    assert len({*numbers}) == 2000
    for at in range(2, 16):
        counts = [sum(number[at] == digit for number in numbers) for digit in "0123456789"]
        assert sum((count - 200) ** 2 / 200 for count in counts) < 40, (at, counts)  # chi squared, 9 degrees: 1 in 100,000
        same = sum(one[at] == other[at] for one, other in pairwise(numbers))
        assert 120 < same < 280


def test_without_the_key_a_number_leads_nowhere() -> None:
    """With another key, none of a thousand numbers leads to a ticket, though a thousand were issued."""
    ours, theirs = TicketNumbers(b"k" * 32), TicketNumbers(b"K" * 32)
    assert not [serial for serial in range(1, 1001) if 1 <= theirs.hidden(ours.of(0, serial, 0))[0] <= 1000]
