"""The register compares people: what is the same person in another spelling, and who is not."""

from itertools import combinations

import pytest

from croupier.likeness import CALLED, beginnings, is_like, is_near, looks_of, same_number, words_of


@pytest.mark.parametrize(
    "other",
    [
        "BEN ITO",
        "Ito, Ben",
        "  ben   ito ",
        "Bén Itô",
        "Benjamin Ito",
        "Ben Paul Ito",
        "B. Ito",
        "Ben P. Ito",
        "B\u0435n It\u043e",  # two letters are Cyrillic
        "\uff22en Ito",  # a wide letter
    ],
)
def test_the_same_name_in_another_spelling(other: str) -> None:
    assert is_like(words_of("Ben Ito"), words_of(other))
    assert is_like(words_of(other), words_of("Ben Ito"))
    assert {*beginnings(other)} & {*beginnings("Ben Ito")}


@pytest.mark.parametrize("other", ["Bob Kerr", "Kerr, Rob", "Robbie J. Kerr", "KERR Bobby"])
def test_what_people_are_called(other: str) -> None:
    assert is_like(words_of("Robert Kerr"), words_of(other))
    assert is_like(words_of(other), words_of("Robert Kerr"))
    assert {*beginnings(other)} & {*beginnings("Robert Kerr")}
    assert not is_like(words_of("William Kerr"), words_of(other))


@pytest.mark.parametrize(("one", "other"), [pair for names in CALLED for pair in combinations(sorted(names), 2)])
def test_whoever_is_also_called_otherwise_is_found_by_either_name(one: str, other: str) -> None:
    """Beside an initial, nothing else of the two names begins alike."""
    assert is_like(words_of(f"{one} Qureshi"), words_of(f"{other} Q."))
    assert {*beginnings(f"{one} Qureshi")} & {*beginnings(f"{other} Q.")}


@pytest.mark.parametrize("other", ["Ken Ito", "Ben Ota", "Be Ito", "Ben", "", "Ben Ben", "K. Ito", "B. I.", "B."])
def test_another_name(other: str) -> None:
    assert is_like(words_of("Ben Ito"), words_of(other)) is (other == "Ben")


def test_a_slip_in_a_date_and_another_date() -> None:
    near = ["1985-05-05", "1985-05-06", "1985-12-05", "1958-05-05"]
    assert all(is_near("1985-05-05", each) for each in near)
    assert is_near("1985-03-04", "1985-04-03")
    assert not any(is_near("1985-05-05", each) for each in ("1986-05-06", "1985-06-07", "2005-05-04"))


def test_the_number_of_a_document() -> None:
    assert len({same_number(each) for each in ("NSW7654321", "nsw 7654321", "NSW-765.4321", " nsw7654321")}) == 1
    assert same_number("NSW7654321") != same_number("NSW7654312")


@pytest.mark.parametrize("other", ["Ito, Ben.", "B\u0435n Ito", "Ben lto", "Ben It0", "Be\u3164n Ito"])
def test_names_that_nobody_can_tell_apart(other: str) -> None:
    assert looks_of(other) == looks_of("Ben Ito")
    assert looks_of("Ben Itoh") != looks_of("Ben Ito") != looks_of("Benjamin Ito")
