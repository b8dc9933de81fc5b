"""The traps that a newcomer to these documents falls into with bets (analysis E), each with its clause."""

import pytest

from croupier.ledger.accounts import COMMISSION, rack
from play import play

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"

LINE = {STAR: "win-line", ADELAIDE: "pass", ARUZE: "pass-line"}
DONT = {STAR: "dont-win", ADELAIDE: "dont-pass", ARUZE: "dont-pass-line"}
PLACE = {STAR: "place-win", ADELAIDE: "place-win", ARUZE: "place"}
LAY = {STAR: "lay", ADELAIDE: "buy-lose", ARUZE: "lay"}
COME_ODDS = {STAR: "behind-come", ADELAIDE: "come-odds", ARUZE: "come-odds"}
LAY_ODDS = {STAR: "behind-dont-win", ADELAIDE: "dont-pass-odds", ARUZE: "dont-odds"}
CRAPS_ELEVEN = {STAR: "crap-eleven", ADELAIDE: "craps-eleven", ARUZE: "c-and-e"}


@pytest.mark.parametrize(
    ("rules", "on_two", "on_twelve"),
    [(STAR, "pushes", "wins $10.00"), (ADELAIDE, "wins $10.00", "pushes"), (ARUZE, "wins $10.00", "pushes")],
)
def test_1_the_barred_number_differs_star_6_1_2_3_adelaide_4c_aruze_3_9_10_3(rules: str, on_two: str, on_twelve: str) -> None:
    dont = DONT[rules]
    play(
        rules,
        f"""
        ann bets $10 on {dont}  -> placed
        roll 1-1                -> {dont} {on_two}
        ann bets $10 on {dont}  -> placed
        roll 6-6                -> {dont} {on_twelve}
        """,
    )


@pytest.mark.parametrize(
    ("rules", "craps", "eleven"), [(STAR, "$32.50", "$75.00"), (ADELAIDE, "$30.00", "$70.00"), (ARUZE, "$32.50", "$75.00")]
)
def test_2_craps_eleven_pays_the_half_or_the_whole_star_8_1_adelaide_6c_aruze_3_10(rules: str, craps: str, eleven: str) -> None:
    wager = CRAPS_ELEVEN[rules]
    play(
        rules,
        f"""
        ann bets $10 on {wager}  -> placed
        roll 1-2                 -> {wager} wins {craps}
        ann bets $10 on {wager}  -> placed
        roll 5-6                 -> {wager} wins {eleven}
        """,
    )


@pytest.mark.parametrize(
    ("rules", "three", "twelve"), [(STAR, "$13.00", "$30.00"), (ADELAIDE, "$12.00", "$29.00"), (ARUZE, "$13.00", "$30.00")]
)
def test_3_three_quarters_of_a_horn_lose_even_when_it_wins_star_6_1_21_adelaide_4v_aruze_3_9_22(
    rules: str, three: str, twelve: str
) -> None:
    play(
        rules,
        f"""
        ann bets $4 on horn  -> placed
        roll 1-2             -> horn wins {three}
        ann bets $4 on horn  -> placed
        roll 6-6             -> horn wins {twelve}
        ann bets $4 on horn  -> placed
        roll 3-4             -> horn loses $4.00
        """,
    )


def test_4_a_world_bet_on_seven_is_a_wash_adelaide_4x() -> None:
    play(
        ADELAIDE,
        """
        ann bets $5 on world  -> placed
        roll 3-4              -> world wins $0.00
        ann bets $5 on world  -> placed
        roll 5-6              -> world wins $11.00
        ann bets $5 on world  -> placed
        roll 6-6              -> world wins $28.00
        ann bets $5 on world  -> placed
        roll 2-2              -> world loses $5.00, the point is 4
        """,
    )


def test_5_horn_high_is_five_units_two_on_the_number_called_star_6_1_22_1() -> None:
    play(
        STAR,
        """
        ann bets $5 on horn-high:12  -> placed
        roll 6-6                     -> horn-high:12 wins $63.00
        ann bets $5 on horn-high:12  -> placed
        roll 1-1                     -> horn-high:12 wins $29.00
        ann bets $5 on horn-high:12  -> placed
        roll 1-2                     -> horn-high:12 wins $12.00
        """,
    )


@pytest.mark.parametrize(
    ("rules", "odds", "place"),
    [
        (STAR, "behind-come:6 pushes", ""),
        (ADELAIDE, "come-odds:6 pushes", ""),
        (ARUZE, "come-odds:6 loses $20.00", ", place:8 loses $12.00"),
    ],
)
def test_6_a_come_out_seven_hits_travelled_bets_star_6_6_1_adelaide_5e_aruze_3_9(rules: str, odds: str, place: str) -> None:
    line, lay = LINE[rules], LAY[rules]
    table = play(
        rules,
        f"""
        ann bets $10 on {line}                -> placed
        roll 2-3                              -> the point is 5
        ann bets $10 on come                  -> placed
        roll 1-5                              -> nothing
        ann bets $20 on {COME_ODDS[rules]}:6  -> placed
        ann bets $12 on {PLACE[rules]}:8      -> placed
        ann bets $40 on {lay}:4               -> placed
        ann bets $10 on big-8                 -> placed
        roll 1-4                              -> {line} wins $10.00, come-out
        ann bets $10 on {line}                -> placed
        roll 3-4  -> {line} wins $10.00, come:6 loses $10.00, {lay}:4 wins $20.00, big-8 loses $10.00, {odds}{place}
        """,
    )
    # Of the lay's $20 a commission of 5% was paid with the stake (Star 6.1.25, Adelaide 7(a), Aruze 3.9.15).
    assert table.book.balance(COMMISSION) == 100


@pytest.mark.parametrize(
    ("rules", "odds"),
    [(STAR, "behind-come:6 pushes"), (ADELAIDE, "come-odds:6 pushes"), (ARUZE, "come-odds:6 wins $24.00")],
)
def test_7_come_odds_that_are_off_go_back_when_their_point_hits_star_6_6_1_adelaide_5e_aruze_3_9_4(
    rules: str, odds: str
) -> None:
    line = LINE[rules]
    play(
        rules,
        f"""
        ann bets $10 on {line}                -> placed
        roll 2-3                              -> the point is 5
        ann bets $10 on come                  -> placed
        roll 1-5                              -> nothing
        ann bets $20 on {COME_ODDS[rules]}:6  -> placed
        roll 1-4                              -> {line} wins $10.00, come-out
        ann bets $10 on {line}                -> placed
        roll 2-4                              -> come:6 wins $10.00, {odds}, the point is 6
        """,
    )


@pytest.mark.parametrize(("rules", "wins"), [(STAR, "$95.00"), (ADELAIDE, "$90.00")])
def test_8_a_sleeping_hardway_survives_its_easy_total_star_6_6_1_adelaide_4_note(rules: str, wins: str) -> None:
    line = LINE[rules]
    play(
        rules,
        f"""
        ann bets $10 on hardway:8  -> placed
        ann bets $10 on {line}     -> placed
        roll 2-6                   -> the point is 8
        roll 4-4                   -> hardway:8 wins {wins}, {line} wins $10.00, come-out
        """,
    )


def test_8_a_hardway_is_never_off_at_aruze_3_9_9() -> None:
    play(
        ARUZE,
        """
        ann bets $10 on hardway:8  -> placed
        roll 2-6                   -> hardway:8 loses $10.00, the point is 8
        """,
    )


@pytest.mark.parametrize(("rules", "place"), [(STAR, ""), (ADELAIDE, ""), (ARUZE, ", place:6 loses $12.00")])
def test_9_big_6_and_lose_side_bets_are_never_off_star_6_6_adelaide_5e_aruze_3_9(rules: str, place: str) -> None:
    play(
        rules,
        f"""
        ann bets $10 on big-6             -> placed
        ann bets $12 on {PLACE[rules]}:6  -> placed
        ann bets $11 on place-lose:4      -> placed
        roll 3-4                          -> big-6 loses $10.00, place-lose:4 wins $5.00{place}
        """,
    )


@pytest.mark.parametrize("rules", [STAR, ADELAIDE, ARUZE])
def test_10_come_wins_on_the_seven_that_ends_the_line_star_6_1_3_adelaide_4d_aruze_3_9_3(rules: str) -> None:
    line = LINE[rules]
    play(
        rules,
        f"""
        ann bets $10 on {line}     -> placed
        roll 2-3                   -> the point is 5
        ann bets $10 on come       -> placed
        ann bets $10 on dont-come  -> placed
        roll 3-4                   -> {line} loses $10.00, come wins $10.00, dont-come loses $10.00, come-out
        """,
    )


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


@pytest.mark.parametrize(
    ("rules", "seven", "hard"), [(ARUZE, "$45.00", "$90.00"), (STAR, "$40.00", "$95.00"), (ADELAIDE, "$40.00", "$90.00")]
)
def test_16_any_seven_and_hard_six_differ_star_8_1_adelaide_6c_aruze_3_10(rules: str, seven: str, hard: str) -> None:
    play(
        rules,
        f"""
        ann bets $10 on any-seven  -> placed
        roll 3-4                   -> any-seven wins {seven}
        roll 2-3                   -> the point is 5
        ann bets $10 on hardway:6  -> placed
        roll 3-3                   -> hardway:6 wins {hard}
        """,
    )


@pytest.mark.parametrize("rules", [STAR, ADELAIDE, ARUZE])
def test_17_field_pays_double_on_twelve_and_loses_on_five_star_6_1_17_adelaide_4o_aruze_3_9_16(rules: str) -> None:
    play(
        rules,
        """
        ann bets $10 on field  -> placed
        roll 6-6               -> field wins $20.00
        ann bets $10 on field  -> placed
        roll 2-3               -> field loses $10.00, the point is 5
        """,
    )


def test_18_a_hop_is_one_pair_in_either_order_aruze_3_9_23() -> None:
    play(
        ARUZE,
        """
        ann bets $1 on hop:2-6  -> placed
        roll 6-2                -> hop:2-6 wins $16.00, the point is 8
        ann bets $1 on hop:2-6  -> placed
        roll 3-5                -> hop:2-6 loses $1.00, come-out
        ann bets $1 on hop:3-3  -> placed
        roll 3-3                -> hop:3-3 wins $33.00, the point is 6
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


def test_24_even_has_ten_and_not_triple_six_sicbo_3_2_2() -> None:
    play(
        SICBO,
        """
        ann bets $10 on even  -> placed
        ann bets $10 on odd   -> placed
        dice 2-3-5            -> even wins $10.00, odd loses $10.00
        ann bets $10 on even  -> placed
        dice 6-6-6            -> even loses $10.00
        """,
    )
    play(
        SICBO,
        """
        ann bets $10 on even  -> placed
        dice 2-3-5            -> even loses $10.00
        ann bets $10 on even  -> placed
        dice 6-6-6            -> even wins $10.00
        """,
        readings={"SB-01": "as-printed"},
    )


def test_25_who_wins_on_a_triple_sicbo_3_1() -> None:
    play(
        SICBO,
        """
        ann bets $10 on small       -> placed
        ann bets $10 on even        -> placed
        ann bets $10 on single:2    -> placed
        dice 2-2-2                  -> small loses $10.00, even loses $10.00, single:2 wins $120.00
        ann bets $10 on total:6     -> placed
        ann bets $10 on double:2    -> placed
        dice 2-2-2                  -> total:6 wins $180.00, double:2 wins $110.00
        ann bets $10 on any-triple  -> placed
        ann bets $10 on triple:2    -> placed
        dice 2-2-2                  -> any-triple wins $310.00, triple:2 wins $1,800.00
        """,
    )


def test_26_a_combination_pays_once_and_four_numbers_need_three_different_sicbo_3_1_7_and_3_2_3() -> None:
    play(
        SICBO,
        """
        ann bets $10 on combination:1-2       -> placed
        ann bets $10 on four-numbers:1-2-3-4  -> placed
        dice 1-1-2                            -> combination:1-2 wins $60.00, four-numbers:1-2-3-4 loses $10.00
        ann bets $10 on double:1              -> placed
        ann bets $10 on single:1              -> placed
        dice 1-1-2                            -> double:1 wins $110.00, single:1 wins $20.00
        ann bets $10 on four-numbers:1-2-3-4  -> placed
        ann bets $10 on four-numbers:2-3-5-6  -> placed
        dice 1-3-4  -> four-numbers:1-2-3-4 wins $70.00, four-numbers:2-3-5-6 loses $10.00
        """,
    )


SMALL, BIG, TRIPLE = "dice 1-2-3", "dice 4-5-6", "dice 1-1-1"
STREAK = "super-streak:small-big"


@pytest.mark.parametrize(
    ("rolls", "ends"),
    [
        ([BIG, TRIPLE, BIG, BIG, BIG, SMALL], "wins $30.00"),
        ([BIG, BIG, BIG, SMALL], "loses $5.00"),
        ([SMALL], "loses $5.00"),
        ([BIG] * 12, "wins $2,500.00"),
        ([BIG, BIG, "no result", BIG, BIG, SMALL], "wins $30.00"),
    ],
)
def test_27_super_streak_counts_what_follows_its_window_sicbo_6_2_to_6_4(rolls: list[str], ends: str) -> None:
    counted = "".join(f"{roll} -> nothing\n" for roll in rolls[:-1])
    play(
        SICBO,
        f"""
        {SMALL}                  -> nothing
        {BIG}                    -> nothing
        ann bets $5 on {STREAK}  -> placed
        {counted}
        {rolls[-1]}              -> {STREAK} {ends}
        """,
    )


def test_28_no_result_voids_ordinary_bets_only_sicbo_8_6() -> None:
    table = play(
        SICBO,
        f"""
        {BIG}                    -> nothing
        ann bets $5 on {STREAK}  -> placed
        {BIG}                    -> nothing
        {BIG}                    -> nothing
        ann bets $10 on small    -> placed
        no result                -> small void $10.00
        ann has $995.00
        """,
    )
    assert [(wager, bet.state) for wager, bet in table.layout["ann"].items()] == [(STREAK, "big 2")]


@pytest.mark.parametrize("wager", ["red", "even"])
def test_29_zero_loses_outright_ministar_3_9_1_10_to_13(wager: str) -> None:
    play(
        MINISTAR,
        f"""
        ann bets $10 on {wager}  -> placed
        spin 0                   -> {wager} loses $10.00
        """,
    )


SPECIALS = {
    "30, orphans have 17 on two splits, 3.9.2.3": ("orphans", 5, {17: 31, 20: 13, 1: 31, 0: -5}),
    "31, neighbours follow the wheel, 3.9.2.5": ("neighbours:17", 5, {34: 31, 18: -5}),
    "32, red splits are 16 and 19, 3.9.2.6": ("red-splits", 4, {19: 14, 16: 14}),
    "33, complete is every inside position, 3.9.2.9": ("complete:3", 9, {3: 129, 2: 57, 0: 30, 5: 6, 4: -3, 36: -9}),
    "34, two pieces on some neighbours of zero, 3.9.2.2": ("neighbours-of-zero", 9, {0: 15, 26: 9, 12: 9, 17: -9}),
}


@pytest.mark.parametrize("trap", SPECIALS)
def test_30_to_34_a_special_bet_settles_piece_by_piece(trap: str) -> None:
    wager, pieces, nets = SPECIALS[trap]
    for number, net in nets.items():
        # A piece of $1; where any piece wins, the bet wins, even if less than the stake comes back.
        ends = f"loses ${pieces}.00" if net == -pieces else f"wins {'-' if net < 0 else ''}${abs(net)}.00"
        play(
            MINISTAR,
            f"""
            ann bets ${pieces} on {wager}  -> placed
            spin {number}                  -> {wager} {ends}
            """,
        )
