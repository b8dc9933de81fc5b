"""The traps of craps about commission, rounding, limits and bets that grow (analysis E), each with its clause."""

import pytest

from croupier.ledger.accounts import rack
from play import play

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
LINE = {STAR: "win-line", ADELAIDE: "pass", ARUZE: "pass-line"}
DONT = {STAR: "dont-win", ADELAIDE: "dont-pass", ARUZE: "dont-pass-line"}
LAY_ODDS = {STAR: "behind-dont-win", ADELAIDE: "dont-pass-odds", ARUZE: "dont-odds"}


@pytest.mark.parametrize(
    ("rules", "four", "five", "six", "wins"),
    [
        (STAR, "$40.00", "$30.00", "$24.00", "$20.00"),
        (ARUZE, "$40.00", "$30.00", "$24.00", "$20.00"),
        (ADELAIDE, "$200.00", "$150.00", "$120.00", "$100.00"),
    ],
)
def test_11_lay_odds_are_limited_by_what_they_win_star_6_1_6_1_adelaide_8b_aruze_3_9_12_1(
    rules: str, four: str, five: str, six: str, wins: str
) -> None:
    dont, odds = DONT[rules], LAY_ODDS[rules]
    for dice, point, most in (("2-2", 4, four), ("2-3", 5, five), ("3-3", 6, six)):
        play(
            rules,
            f"""
            ann bets $10 on {dont}      -> placed
            roll {dice}                 -> the point is {point}
            ann bets {most} on {odds}   -> placed
            ann bets $0.01 on {odds}    -> over-odds-limit
            roll 3-4                    -> {dont} wins $10.00, {odds} wins {wins}, come-out
            """,
        )


def test_12_buy_commission_is_paid_win_or_lose_star_6_1_24() -> None:
    play(
        STAR,
        """
        roll 3-3                -> the point is 6
        ann bets $20 on buy:4   -> placed
        roll 2-2                -> buy:4 wins $40.00
        ann has $1,039.00
        ann bets $20 on buy:4   -> placed
        roll 3-4                -> buy:4 loses $20.00, come-out
        ann has $1,018.00
        """,
    )


def test_12_adelaide_gives_the_commission_back_when_a_buy_bet_comes_down_7c() -> None:
    play(
        ADELAIDE,
        """
        ann bets $20 on buy-win:4   -> placed
        ann has $979.00
        ann takes buy-win:4 down    -> down
        ann has $1,000.00
        """,
    )


def test_13_lay_commission_is_on_the_win_star_6_1_25_aruze_3_9_15() -> None:
    play(
        STAR,
        """
        roll 3-3               -> the point is 6
        ann bets $30 on lay:5  -> placed
        roll 3-4               -> lay:5 wins $20.00, come-out
        ann has $1,019.00
        ann bets $30 on lay:5  -> placed
        roll 2-3               -> lay:5 loses $30.00, the point is 5
        ann has $988.00
        """,
    )
    # 5% of $8.33 1/3 is 41.67 cents, rounded down.
    play(
        ARUZE,
        """
        ann bets $10 on lay:6  -> placed
        ann has $989.59
        """,
    )


def test_14_rounding_up_can_favour_the_player_star_6_7() -> None:
    page = """
        roll 4-5                                -> the point is 9
        ann bets $7 on place-win:6              -> placed
        roll 3-3                                -> place-win:6 wins {}
        """
    play(STAR, page.format("$9.00"), sign={"payout_unit": 100})
    play(ADELAIDE, page.format("$9.00"), sign={"payout_unit": 100})
    multiples = {"payout_unit": 100, "minimum": 600, "multiples": True}
    play(ADELAIDE, page.format("$7.00"), sign=multiples)
    play(ADELAIDE, page.format("$8.00"), sign=multiples, readings={"AD-08": "rounded-down"})
    play(STAR, page.format("$7.00").replace("bets $7", "bets $6"), sign={"payout_unit": 100})


def test_15_a_terminal_rounds_up_to_the_cent_aruze_3_10() -> None:
    play(
        ARUZE,
        """
        ann bets $1 on place:6       -> placed
        roll 3-3                     -> place:6 wins $1.17, the point is 6
        ann bets $1 on place-lose:4  -> placed
        roll 3-4                     -> place-lose:4 wins $0.46, come-out
        """,
    )


def test_19_pass_may_grow_after_the_point_and_its_odds_with_it_aruze_3_9_1() -> None:
    grown = """
        ann bets $10 on pass-line  -> placed
        roll 2-2                   -> the point is 4
        ann bets $10 on pass-line  -> placed
        ann bets $40 on odds       -> placed
        """
    play(ARUZE, grown + "roll 1-3 -> pass-line wins $20.00, odds wins $80.00, come-out")
    play(ARUZE, grown + "roll 3-4 -> pass-line loses $20.00, odds loses $40.00, come-out")


def test_19_the_win_line_does_not_grow_after_the_point_star_6_1_1_and_6_1_5_1() -> None:
    play(
        STAR,
        """
        ann bets $10 on win-line            -> placed
        roll 2-2                            -> the point is 4
        ann bets $10 on win-line            -> not-allowed-now
        ann bets $20.01 on behind-win-line  -> over-odds-limit
        ann bets $20 on behind-win-line     -> placed
        """,
    )


@pytest.mark.parametrize("rules", [STAR, ADELAIDE])
def test_21_a_dont_bet_never_grows_nor_comes_back_after_the_point_star_6_5_adelaide_5d(rules: str) -> None:
    dont = DONT[rules]
    play(
        rules,
        f"""
        ann bets $10 on {dont}   -> placed
        roll 2-2                 -> the point is 4
        ann bets $10 on {dont}   -> not-allowed-now
        ann takes {dont} down    -> down
        ann has $1,000.00
        ann bets $10 on {dont}   -> not-allowed-now
        """,
    )


def test_21_a_dont_bet_neither_grows_nor_goes_back_up_after_the_point_aruze_3_9_10() -> None:
    play(
        ARUZE,
        """
        ann bets $10 on dont-pass-line     -> placed
        roll 2-2                           -> the point is 4
        ann bets $10 on dont-pass-line     -> not-allowed-now
        ann takes $10 off dont-pass-line   -> down
        ann has $1,000.00
        ann bets $10 on dont-pass-line     -> not-allowed-now
        """,
    )


@pytest.mark.parametrize("rules", [STAR, ADELAIDE])
def test_22_what_lies_over_the_maximum_goes_back_whatever_falls_star_7_3_adelaide_14g(rules: str) -> None:
    line = LINE[rules]
    table = play(
        rules,
        f"""
        ann bets $150 on {line}  -> placed
        roll 3-4                 -> {line} wins $100.00
        ann has $1,100.00
        ann bets $150 on {line}  -> placed
        roll 1-1                 -> {line} loses $100.00
        """,
        sign={"maximum": 10_000},
    )
    assert table.book.balance(rack("ann")) == 100_000


@pytest.mark.parametrize(("rules", "second", "left"), [(STAR, "loses $2.00", 99_600), (ADELAIDE, "void $2.00", 99_800)])
def test_23_a_bet_below_the_minimum_is_valid_and_at_adelaide_only_once_star_7_2_adelaide_14g(
    rules: str, second: str, left: int
) -> None:
    line = LINE[rules]
    table = play(
        rules,
        f"""
        ann bets $2 on {line}  -> placed
        roll 1-1               -> {line} loses $2.00
        ann bets $2 on {line}  -> placed
        roll 1-1               -> {line} {second}
        """,
        sign={"minimum": 500},
    )
    assert table.book.balance(rack("ann")) == left
