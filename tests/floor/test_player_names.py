"""The names under which staff enter players."""

import pytest

from croupier.floor.player_names import unreadable_name_refused
from croupier.money import Cents
from croupier.table.money.seats import TakeSeat


def refused(name: str) -> str:
    """What is said of a name; empty if it is taken."""
    refusal = unreadable_name_refused(TakeSeat(seat=name, chips=Cents(0)))
    return refusal.sentence if refusal else ""


@pytest.mark.parametrize("name", ["Bob", "Carla Díaz", "Борис", "Νίκος", "李小龙", "李 Bob", "Bob (Борис)", "seat 7"])
def test_names_of_all_scripts_are_taken(name: str) -> None:
    assert refused(name) == ""


def test_a_word_does_not_mix_letters_that_look_alike() -> None:
    cyrillic = "\u0412ob"
    assert refused(f"{cyrillic} Hall") == f"The name {cyrillic} mixes Cyrillic and Latin letters, of which some look alike."
    assert refused("\u0391nn") != ""


def test_a_name_can_be_seen() -> None:
    for name in ("", "\u3164", "...", "Bob\u2800"):
        assert refused(name) == "A player needs a name with a letter or a digit, and without invisible ones."
