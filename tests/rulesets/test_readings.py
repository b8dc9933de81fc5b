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
    expected = {STAR: ("SC", 26), ADELAIDE: ("AD", 33), ARUZE: ("AZ", 38), SICBO: ("SB", 23), MINISTAR: ("MR", 24)}
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


def test_ad_03_place_to_lose_may_sleep_too() -> None:
    page = """
        ann bets $11 on place-lose:4  -> placed
        roll 3-4                      -> {}
        """
    play(ADELAIDE, page.format("place-lose:4 wins $5.00"))
    play(ADELAIDE, page.format("nothing"), readings={"AD-03": "all-place-bets"})


@pytest.mark.parametrize(("rules", "reading"), [(ADELAIDE, "AD-12"), (STAR, "SC-05")])
def test_ad_12_sc_05_dont_come_may_be_barred_until_the_next_come_out(rules: str, reading: str) -> None:
    page = """
        roll 2-2                    -> the point is 4
        ann bets $10 on dont-come   -> placed
        roll 2-3                    -> nothing
        ann takes dont-come:5 down  -> down
        ann bets $10 on dont-come   -> {}
        roll 3-4                    -> {}come-out
        roll 2-2                    -> the point is 4
        ann bets $10 on dont-come   -> placed
        """
    play(rules, page.format("placed", "dont-come loses $10.00, "))
    play(rules, page.format("not-allowed-now", ""), readings={reading: "not-until-come-out"})


@pytest.mark.parametrize(("rules", "reading"), [(ADELAIDE, "AD-12"), (STAR, "SC-05")])
def test_ad_12_sc_05_the_bar_ends_with_the_come_out_roll_that_follows(rules: str, reading: str) -> None:
    play(
        rules,
        """
        roll 2-2                            -> the point is 4
        ann bets $10 on dont-come           -> placed
        roll 1-3                            -> come-out
        ann takes $5 off dont-come:4        -> down
        roll 4-5                            -> the point is 9
        ann bets $10 on dont-come           -> placed
        """,
        readings={reading: "not-until-come-out"},
    )


def test_ad_13_commission_may_be_rounded_down_to_a_payable_chip() -> None:
    page = """
        ann bets $25 on buy-win:4  -> placed
        ann has {}
        """
    play(ADELAIDE, page.format("$973.75"), sign={"payout_unit": 100})
    play(ADELAIDE, page.format("$974.00"), sign={"payout_unit": 100}, readings={"AD-13": "to-the-chip"})


def test_ad_15_bets_may_be_called_off_while_a_point_is_on() -> None:
    page = """
        ann bets $12 on place-win:6  -> placed
        roll 2-2                     -> the point is 4
        ann calls place-win:6 off    -> {}
        """
    play(ADELAIDE, page.format("not-allowed-now"))
    play(ADELAIDE, page.format("not-allowed-now"), readings={"AD-32": "later-too"})
    play(ADELAIDE, page.format("called"), readings={"AD-15": "any-time"})
    play(ADELAIDE, page.format("called"), readings={"AD-15": "any-time", "AD-32": "later-too"})


@pytest.mark.parametrize(
    ("readings", "seven", "left"),
    [
        ({}, "place-win:6 loses $12.00", "$988.00"),
        ({"AD-32": "later-too"}, "place-win:6 loses $12.00, place-win:8 loses $12.00", "$976.00"),
        ({"AD-15": "any-time", "AD-32": "later-too"}, "place-win:6 loses $12.00, place-win:8 loses $12.00", "$976.00"),
    ],
    ids=["open-bets", "later-too", "any-time-and-later-too"],
)
def test_ad_32_a_bet_made_later_may_be_on_like_the_others_of_its_kind(readings: dict[str, str], seven: str, left: str) -> None:
    """It has to be of the same kind, of the same player, and made while one of them is on."""
    play(
        ADELAIDE,
        f"""
        bob bets $12 on place-win:8  -> placed
        ann bets $12 on place-win:6  -> placed
        ann calls place-win:6 on     -> called
        ann bets $12 on place-win:8  -> placed
        ann bets $10 on hardway:8    -> placed
        roll 3-4                     -> {", ".join(f"ann: {each}" for each in seven.split(", "))}
        ann takes hardway:8 down     -> down
        ann takes place-win:8 down   -> {"down" if not readings else "no-such-wager"}
        ann has {left}
        ann bets $12 on place-win:6  -> placed
        roll 3-4                     -> nothing
        """,
        readings=readings,
    )


def test_ad_32_a_later_bet_is_called_off_with_the_others() -> None:
    play(
        ADELAIDE,
        """
        ann bets $12 on place-win:6  -> placed
        ann calls place-win:6 on     -> called
        ann bets $12 on place-win:8  -> placed
        ann calls place-win:8 off    -> called
        ann bets $12 on place-win:5  -> placed
        roll 3-4                     -> nothing
        ann has $964.00
        """,
        readings={"AD-32": "later-too"},
    )


def test_ad_18_advice_may_reach_one_wager_only() -> None:
    page = """
        ann bets $2 on field      -> placed
        roll 6-6                  -> field wins $4.00
        ann bets $2 on any-craps  -> placed
        ann bets $2 on field      -> placed
        roll 6-6                  -> {}, field void $2.00
        """
    play(ADELAIDE, page.format("any-craps void $2.00"), sign={"minimum": 500})
    play(ADELAIDE, page.format("any-craps wins $14.00"), sign={"minimum": 500}, readings={"AD-18": "same-wager"})


@pytest.mark.parametrize(
    ("rules", "reading", "dont", "odds"),
    [(ADELAIDE, "AD-31", "dont-pass", "dont-pass-odds"), (STAR, "SC-25", "dont-win", "behind-dont-win")],
)
@pytest.mark.parametrize(
    ("value", "answer", "wins"),
    [("trims", "down", "$10.00"), ("stays", "down", "$20.00"), ("refused", "cannot-remove", "$20.00")],
)
def test_ad_31_sc_25_lay_odds_when_their_flat_bet_shrinks(
    rules: str, reading: str, dont: str, odds: str, value: str, answer: str, wins: str
) -> None:
    flat = "$10.00" if answer == "cannot-remove" else "$5.00"
    play(
        rules,
        f"""
        ann bets $10 on {dont}   -> placed
        roll 2-2                 -> the point is 4
        ann bets $40 on {odds}   -> placed
        ann takes $5 off {dont}  -> {answer}
        roll 3-4                 -> {dont} wins {flat}, {odds} wins {wins}, come-out
        """,
        sign={"odds_multiple": 2} if rules == ADELAIDE else {},
        readings={reading: value},
    )


def test_sb_05_a_triple_may_close_the_window() -> None:
    page = """
        dice 1-2-3                             -> nothing
        dice 1-1-1                             -> nothing
        ann bets $5 on super-streak:small-big  -> {}
        """
    play(SICBO, page.format("placed"))
    play(SICBO, page.format("not-allowed-now"), readings={"SB-05": "closed-by-triples"})


def test_sb_04_the_result_that_opens_the_window_may_count() -> None:
    page = """
        dice 1-2-3                             -> nothing
        ann bets $5 on super-streak:small-big  -> placed
        dice 1-2-3                             -> nothing
        dice 1-2-3                             -> nothing
        dice 1-2-3                             -> nothing
        dice 4-5-6                             -> super-streak:small-big {}
        """
    play(SICBO, page.format("loses $5.00"))
    play(SICBO, page.format("wins $30.00"), readings={"SB-04": "opener-counted"})


def test_mr_08_limits_may_be_held_against_the_whole_bet() -> None:
    page = "ann bets $5 on orphans -> {}"
    play(MINISTAR, page.format("below-minimum"), sign={"minimum": 200})
    play(MINISTAR, page.format("placed"), sign={"minimum": 200}, readings={"MR-08": "whole-bet"})


def test_sc_03_parts_of_a_composite_may_be_rounded() -> None:
    page = """
        ann bets $5.01 on horn  -> {}
        roll 1-2                -> {}
        """
    play(STAR, page.format("not-divisible", "nothing"))
    # A quarter of the stake is $1.2525. It wins $20.04, and comes back rounded up to $1.26.
    play(STAR, page.format("placed", "horn wins $16.29"), readings={"SC-03": "rounded-parts"})


def test_sc_06_only_stakes_that_pay_exactly_may_be_taken_or_left() -> None:
    sign, readings = {"payout_unit": 100}, {"SC-06": "exact-stakes"}
    play(
        STAR,
        """
        ann bets $10 on win-line        -> placed
        roll 2-2                        -> the point is 4
        ann bets $1 on behind-win-line  -> placed
        ann bets $12 on place-win:6     -> placed
        ann takes $5 off place-win:6    -> not-divisible
        ann takes $6 off place-win:6    -> down
        """,
        sign=sign,
        readings=readings,
    )
    play(STAR, "ann bets $7 on place-win:6 -> not-divisible", sign=sign, readings=readings)
    play(STAR, "ann bets $12 on place-win:6 -> placed", sign=sign, readings=readings)


def test_sc_17_commission_may_be_returned() -> None:
    page = """
        ann bets $20 on buy:4  -> placed
        ann takes buy:4 down   -> down
        ann has {}
        """
    play(STAR, page.format("$999.00"))
    play(STAR, page.format("$1,000.00"), readings={"SC-17": "returned"})


def test_sc_20_the_win_line_may_grow() -> None:
    page = """
        ann bets $10 on win-line  -> placed
        roll 2-2                  -> the point is 4
        ann bets $10 on win-line  -> placed
        ann takes win-line down   -> down
        roll 1-3                  -> win-line wins $10.00, come-out
        """
    play(STAR, page, readings={"SC-20": "grows"})


@pytest.mark.parametrize(
    ("rules", "reading", "wager", "falls"), [(STAR, "SC-18", "field", "roll 5-6"), (SICBO, "SB-18", "small", "dice 1-2-4")]
)
def test_sc_18_and_sb_18_refuse_less_than_the_minimum(rules: str, reading: str, wager: str, falls: str) -> None:
    """As it stands, less is taken, valid and paid; read strictly, it is neither taken nor left."""
    sign = {"minimum": 500}
    taken = f"""
        ann bets $4.99 on {wager}      -> placed
        {falls}                        -> {wager} wins $4.99
        ann bets $5 on {wager}         -> placed
        ann takes $1 off {wager}       -> down
        {falls}                        -> {wager} wins $4.00
        """
    strictly = f"""
        ann bets $4.99 on {wager}      -> below-minimum
        ann bets $5 on {wager}         -> placed
        ann takes $1 off {wager}       -> below-minimum
        {falls}                        -> {wager} wins $5.00
        ann bets $5 on {wager}         -> placed
        ann takes {wager} down         -> down
        """
    for chosen, page in (({}, taken), ({reading: "accepted"}, taken), ({reading: "refused"}, strictly)):
        play(rules, page, readings=chosen, sign=sign)


def test_sc_21_odds_over_the_cap_may_be_settled_to_it() -> None:
    play(
        STAR,
        """
        ann bets $10 on win-line         -> placed
        roll 2-2                         -> the point is 4
        ann bets $50 on behind-win-line  -> placed
        roll 1-3                         -> win-line wins $10.00, behind-win-line wins $40.00, come-out
        """,
        readings={"SC-21": "settled-to-cap"},
    )
