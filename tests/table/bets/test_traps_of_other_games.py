"""The traps of Sic Bo and roulette (analysis E), each with its clause."""

import pytest

from play import play

SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


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
