"""The register compares people: what is the same person in another spelling, and who is not."""

import pytest

from croupier.floor.likeness import is_like, is_near, same_number, words_of


@pytest.mark.parametrize(
    "other",
    [
        "BEN ITO",
        "Ito, Ben",
        "  ben   ito ",
        "Bén Itô",
        "Benjamin Ito",
        "Ben Paul Ito",
        "B\u0435n It\u043e",  # two letters are Cyrillic
        "\uff22en Ito",  # a wide letter
    ],
)
def test_the_same_name_in_another_spelling(other: str) -> None:
    assert is_like(words_of("Ben Ito"), words_of(other))
    assert is_like(words_of(other), words_of("Ben Ito"))


@pytest.mark.parametrize("other", ["Ken Ito", "Ben Ota", "Be Ito", "Ben", "", "Ben Ben"])
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
