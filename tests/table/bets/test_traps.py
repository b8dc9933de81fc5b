"""The traps that a newcomer to these documents falls into with bets (analysis E), each with its clause."""

import pytest

from croupier.ledger.accounts import COMMISSION
from play import play

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
LINE = {STAR: "win-line", ADELAIDE: "pass", ARUZE: "pass-line"}
DONT = {STAR: "dont-win", ADELAIDE: "dont-pass", ARUZE: "dont-pass-line"}
PLACE = {STAR: "place-win", ADELAIDE: "place-win", ARUZE: "place"}
LAY = {STAR: "lay", ADELAIDE: "buy-lose", ARUZE: "lay"}
COME_ODDS = {STAR: "behind-come", ADELAIDE: "come-odds", ARUZE: "come-odds"}
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
