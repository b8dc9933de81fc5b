"""The readings of Adelaide, The Star and MiniStar that an operator may choose: what each changes."""

import pytest

from croupier.catalogue import ruleset
from play import play

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


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


def test_sc_30_commission_may_be_rounded_down_to_a_payable_chip() -> None:
    page = """
        ann bets $25 on buy:4  -> placed
        ann has {}
        """
    play(STAR, page.format("$973.75"), sign={"payout_unit": 100})
    for more in ({}, {"SC-17": "returned"}):
        play(STAR, page.format("$974.00"), sign={"payout_unit": 100}, readings={"SC-30": "to-the-chip", **more})


def test_ad_32_at_a_live_table_a_bet_made_beside_an_on_button_is_on() -> None:
    """5(e): one button indicates that all similar wagers are on."""
    (reading,) = (each for each in ruleset(ADELAIDE).readings if each.id == "AD-32")
    assert (reading.default, reading.live) == ("open-bets", "later-too")


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


def test_sc_06_divided_stakes_and_commissions_are_booked_to_the_cent_or_taken_only_in_chips() -> None:
    """A quarter of $5.00 is $1.25: it wins $20.00 and comes back, $3.75 are lost. 5% of $5.00 is $0.25."""
    sign, readings = {"payout_unit": 100}, {"SC-06": "exact-stakes"}
    play(
        STAR,
        """
        ann bets $5 on horn   -> placed
        roll 1-2              -> horn wins $16.25
        ann bets $5 on buy:4  -> placed
        ann has $1,011.00
        """,
        sign=sign,
    )
    play(
        STAR,
        """
        ann bets $5 on horn        -> not-divisible
        ann bets $8 on horn        -> placed
        ann bets $5 on horn-high:2 -> placed
        ann bets $3 on crap-eleven -> not-divisible
        ann bets $5 on buy:4       -> not-divisible
        ann bets $20 on buy:4      -> placed
        ann bets $30 on lay:4      -> not-divisible
        ann bets $40 on lay:4      -> placed
        """,
        sign=sign,
        readings=readings,
    )


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
