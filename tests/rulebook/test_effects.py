"""The computed effect of a reading on the edge agrees with our analysis (section B)."""

from fractions import Fraction

import pytest

from croupier.catalogue import names, ruleset
from croupier.rulebook.effects import effects

F = Fraction
STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


@pytest.mark.parametrize(
    ("name", "reading", "value", "wager", "read", "otherwise"),
    [
        (STAR, "SC-01", "with 'or'", "hardway:6", F(1, 22), F(-181, 110)),
        (STAR, "SC-03", "the losing parts go back", "horn", F(1, 18), F(-5, 72)),
        (STAR, "SC-03", "the losing parts go back", "crap-eleven", F(1, 18), F(-1, 36)),
        (STAR, "SC-12", "stays-up", "dont-win", F(3, 220), F(27, 1925)),
        (ADELAIDE, "AD-01", "9 at the row printed for 6 and 9", "buy-lose:9", F(1, 30), F(1, 24) - F(1, 10)),
        (ADELAIDE, "AD-09", "the rest goes back", "horn", F(7, 72), F(-1, 36)),
        (ADELAIDE, "AD-09", "the rest goes back", "world", F(1, 9), F(-7, 45)),
        (ARUZE, "AZ-05", "with 'or'", "hardway:4", F(1, 18), F(-265, 126)),
        (ARUZE, "AZ-06", "Horn odds on the whole stake", "horn", F(1, 18), F(-25, 9)),
        (ARUZE, "AZ-06", "C&E odds on a half", "c-and-e", F(1, 18), F(19, 36)),
        (ARUZE, "AZ-29", "stays-up", "dont-come", F(3, 220), F(27, 1925)),
        (ARUZE, "AZ-30", "two pairs for one bet", "hop:2-6", F(1, 18), F(-8, 9)),
        (ADELAIDE, "AD-01", "9 at the row printed for 6 and 9", "dont-pass-odds at point 9", F(0), F(-1, 10)),
        (SICBO, "SB-01", "as-printed", "even", F(1, 36), F(29, 108)),
        (SICBO, "SB-02", "18 wins beside 10", "even", F(1, 36), F(1, 54)),
        (SICBO, "SB-04", "opener-counted", "super-streak:small-big", F(201, 2048), F(-823, 1024)),
        (SICBO, "SB-09", "a triple is paid twice", "double:1", F(1, 9), F(13, 216)),
        (SICBO, "SB-09", "a triple is paid three times", "double:1", F(1, 9), F(1, 108)),
        (SICBO, "SB-12", "repeats count", "four-numbers:1-2-3-4", F(1, 9), F(-37, 27)),
        (MINISTAR, "MR-01", "16/16 as printed, a split on one number", "red-splits", F(1, 37), F(11, 74)),
    ],
)
def test_the_price_of_another_reading(
    name: str, reading: str, value: str, wager: str, read: Fraction, otherwise: Fraction
) -> None:
    rules = ruleset(name)
    (found,) = (each for each in rules.readings if each.id == reading)
    (effect,) = (each for each in effects(rules, found) if wager in each.wagers)
    assert effect.moves
    assert (next(iter(effect.edges.values())), effect.edges[value]) == (read, otherwise)


@pytest.mark.parametrize(("name", "reading", "sign"), [(STAR, "SC-20", 1), (ARUZE, "AZ-02", 1), (ARUZE, "AZ-03", -1)])
def test_the_price_of_chips_added_to_a_point(name: str, reading: str, sign: int) -> None:
    rules = ruleset(name)
    (found,) = (each for each in rules.readings if each.id == reading)
    added = {wager: next(iter(each.edges.values())) for each in effects(rules, found) for wager in each.wagers}
    for point, price in {4: F(1, 3), 5: F(1, 5), 6: F(1, 11), 8: F(1, 11), 9: F(1, 5), 10: F(1, 3)}.items():
        edges = [
            edge for wager, edge in added.items() if wager.startswith("what is added") and wager.endswith(f"point {point}")
        ]
        assert edges == [sign * price] * 2


@pytest.mark.parametrize("name", names())
def test_whatever_a_table_may_choose_is_priced(name: str) -> None:
    rules = ruleset(name)
    for reading in rules.readings:
        for effect in effects(rules, reading):
            assert set(effect.edges) <= {"as read", *reading.values, *reading.rejected}
        if any(what.of for changes in (*reading.otherwise.values(), *reading.rejected.values()) for what in changes):
            assert effects(rules, reading), reading.id


def test_every_value_is_priced_on_its_own_whatever_is_chosen() -> None:
    rules = ruleset(STAR)
    (reading,) = (each for each in rules.readings if each.id == "SC-12")
    assert effects(rules.under({"SC-12": "stays-up"}), reading) == effects(rules, reading)
