"""Staff read the name of an enrolled terminal before that of its seat."""

import pytest

from croupier.floor.terminal_names import terminal_and_seat, with_terminals

NAMES = {"seat-1": "Roulette 1", "seat-12": "Roulette 2"}


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("seat-1 has no bet there.", "Roulette 1 (seat-1) has no bet there."),
        (
            "The terminal of seat-12 is locked, seat-1's is not.",
            "The terminal of Roulette 2 (seat-12) is locked, Roulette 1 (seat-1)'s is not.",
        ),
        ("seat-120 and seat-2 have none.", "seat-120 and seat-2 have none."),
        ("a back-seat-1 and wheel/seat-1", "a back-seat-1 and wheel/seat-1"),
        ("Nobody sits here.", "Nobody sits here."),
    ],
)
def test_a_sentence_names_the_terminal_before_its_seat(sentence: str, said: str) -> None:
    assert with_terminals(NAMES, sentence) == said
    assert with_terminals({}, sentence) == sentence


def test_a_seat_without_a_terminal_stands_for_itself() -> None:
    assert [terminal_and_seat(NAMES, seat) for seat in ("seat-1", "ann")] == ["Roulette 1 (seat-1)", "ann"]
