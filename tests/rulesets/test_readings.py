"""Readings of unclear clauses: the default, the other values, and what each changes in play."""

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.catalogue import names, ruleset
from croupier.rules.exact import edge
from croupier.rules.ruleset import ReadingError
from play import play

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"
CHOICES = [
    (name, reading.id, value)
    for name in names()
    for reading in ruleset(name).readings
    for value in reading.values
    if value != reading.default
]


@pytest.mark.parametrize(("name", "reading", "value"), CHOICES)
def test_another_reading_is_another_fingerprint(name: str, reading: str, value: str) -> None:
    rules = ruleset(name)
    other = rules.under({reading: value})
    assert other.fingerprint != rules.fingerprint
    assert other.chosen == {reading: value}
    assert other.under({}).fingerprint == other.fingerprint
    with pytest.raises(ReadingError, match="has been chosen already"):
        other.under({reading: value})
    assert set(other.addresses) == set(rules.addresses)


@pytest.mark.parametrize("name", names())
def test_readings_can_be_chosen_together_in_any_order(name: str) -> None:
    rules = ruleset(name)
    choices = [(reading, value) for owner, reading, value in CHOICES if owner == name]
    for one, other in combinations(choices, 2):
        if one[0] != other[0]:
            assert rules.under(dict([one, other])).fingerprint == rules.under(dict([other, one])).fingerprint


@pytest.mark.parametrize("name", names())
def test_the_default_value_changes_nothing(name: str) -> None:
    rules = ruleset(name)
    defaults = {reading.id: reading.default for reading in rules.readings if reading.default}
    assert rules.under(defaults).fingerprint == rules.fingerprint


@pytest.mark.parametrize("name", names())
def test_a_reading_says_everything_in_sentences(name: str) -> None:
    for reading in ruleset(name).readings:
        for text in (reading.literal, reading.read, reading.why, reading.decided_by):
            assert text.strip(), reading.id
        for sentence in (reading.literal, reading.read, reading.why):
            assert sentence[0].isupper() or sentence[0] in "“\"'0123456789", (reading.id, sentence)
            assert sentence.endswith((".", '."', ".”")), (reading.id, sentence)


def test_every_row_of_the_analysis_is_there() -> None:
    expected = {STAR: ("SC", 30), ADELAIDE: ("AD", 36), ARUZE: ("AZ", 39), SICBO: ("SB", 24), MINISTAR: ("MR", 25)}
    for name, (prefix, count) in expected.items():
        found = [reading.id for reading in ruleset(name).readings]
        assert sorted(found) == sorted(f"{prefix}-{n:02}" for n in range(1, count + 1))


@pytest.mark.parametrize(
    ("reading", "value", "wager", "worth"),
    [
        ("SB-01", "as-printed", "even", Fraction(29, 108)),
        ("SB-01", "as-printed-triple-six-loses", "even", Fraction(5, 18)),
        ("SB-04", "opener-counted", "super-streak:small-big", Fraction(-823, 1024)),
        ("SB-04", "next-result-counted", "super-streak:odd-even", Fraction(-823, 1024)),
    ],
)
def test_what_a_literal_reading_would_cost_is_computed(reading: str, value: str, wager: str, worth: Fraction) -> None:
    assert edge(ruleset(SICBO).under({reading: value}), wager) == worth


def test_az_01_come_may_be_bet_before_a_come_out_where_the_operator_reads_it_so() -> None:
    play(ARUZE, "ann bets $10 on come -> not-allowed-now")
    page = """
        ann bets $10 on come  -> placed
        roll 2-4              -> the point is 6
        ann bets $10 on come  -> {}
        roll 3-3              -> {}
        """
    play(ARUZE, page.format("placed", "come:6 wins $10.00, come-out"), readings={"AZ-01": "any-time"})
    play(ARUZE, page.format("not-allowed-now", "come:6 wins $10.00, come-out"), readings={"AZ-01": "come-out"})


def test_az_03_a_dont_bet_may_be_locked() -> None:
    page = """
        ann bets $10 on dont-pass-line    -> placed
        roll 2-2                          -> the point is 4
        ann takes dont-pass-line down     -> {}
        """
    play(ARUZE, page.format("down"))
    play(ARUZE, page.format("cannot-remove"), readings={"AZ-03": "stays"})


def test_az_07_any_craps_and_c_may_share_a_maximum() -> None:
    page = """
        ann bets $60 on any-craps  -> placed
        ann bets $60 on c          -> {}
        """
    play(ARUZE, page.format("placed"), sign={"maximum": 10000})
    play(ARUZE, page.format("above-maximum"), sign={"maximum": 10000}, readings={"AZ-07": "combined"})


def test_az_08_bets_may_sleep_on_the_come_out_and_be_called() -> None:
    play(
        ARUZE,
        """
        ann bets $12 on place:6   -> placed
        ann bets $12 on place:8   -> placed
        ann calls place:8 on      -> called
        roll 3-4                  -> place:8 loses $12.00
        """,
        readings={"AZ-08": "off-on-come-out"},
    )


def test_az_09_a_terminal_may_pay_by_the_unit_or_take_only_exact_stakes() -> None:
    page = """
        ann bets $7 on place:6  -> {}
        roll 3-3                -> {}the point is 6
        """
    play(ARUZE, page.format("placed", "place:6 wins $8.17, "), sign={"payout_unit": 100})
    play(ARUZE, page.format("placed", "place:6 wins $9.00, "), sign={"payout_unit": 100}, readings={"AZ-09": "payout-unit"})
    play(ARUZE, page.format("not-divisible", ""), readings={"AZ-09": "exact-stakes"})


def test_az_10_commission_may_go_back_at_any_time() -> None:
    page = """
        ann bets $20 on buy:4  -> placed
        roll 3-3               -> the point is 6
        ann takes buy:4 down   -> down
        ann has {}
        """
    play(ARUZE, page.format("$999.00"))
    play(ARUZE, page.format("$1,000.00"), readings={"AZ-10": "any-time"})


@pytest.mark.parametrize(
    ("reading", "answer", "left"), [("trims", "down", "$1,000.00"), ("refused", "cannot-remove", "$950.00")]
)
def test_az_11_odds_come_down_with_their_flat_bet_or_hold_it(reading: str, answer: str, left: str) -> None:
    play(
        ARUZE,
        f"""
        ann bets $10 on dont-pass-line  -> placed
        roll 2-2                        -> the point is 4
        ann bets $40 on dont-odds       -> placed
        ann takes dont-pass-line down   -> {answer}
        ann has {left}
        """,
        readings={"AZ-11": reading},
    )


def test_az_17_a_void_roll_may_give_every_bet_back() -> None:
    page = """
        ann bets $10 on pass-line  -> placed
        roll 2-2                   -> the point is 4
        ann bets $5 on field       -> placed
        no roll                    -> {}
        """
    play(ARUZE, page.format("field void $5.00"))
    play(ARUZE, page.format("field void $5.00, pass-line void $10.00"), readings={"AZ-17": "all-bets"})


@pytest.mark.parametrize(
    ("rules", "reading", "dont", "barred"),
    [(ARUZE, "AZ-29", "dont-pass-line", "6-6"), (STAR, "SC-12", "dont-win", "1-1")],
)
def test_az_29_sc_12_a_barred_number_may_leave_the_bet_up(rules: str, reading: str, dont: str, barred: str) -> None:
    play(
        rules,
        f"""
        ann bets $10 on {dont}  -> placed
        roll {barred}           -> nothing
        roll 1-2                -> {dont} wins $10.00
        """,
        readings={reading: "stays-up"},
    )


def test_az_32_odds_may_be_held_to_the_table_maximum() -> None:
    page = """
        ann bets $10 on pass-line  -> placed
        roll 2-2                   -> the point is 4
        ann bets $20 on odds       -> {}
        """
    play(ARUZE, page.format("placed"), sign={"maximum": 1500})
    play(ARUZE, page.format("above-maximum"), sign={"maximum": 1500}, readings={"AZ-32": "table-maximum"})
