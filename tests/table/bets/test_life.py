"""The life of a bet, as each document tells it: when it may grow, come down, what caps and limits it, what is said about it."""

import pytest

from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.decide import decide
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.scenario.reading import read
from croupier.table.telling.scenario.running import Accepted, run
from play import play

STAR, ADELAIDE, ARUZE = "star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024"
SICBO, MINISTAR = "star-sicbo-2016", "ministar-roulette-2018"


@pytest.mark.parametrize(("rules", "dont"), [(STAR, "dont-win"), (ADELAIDE, "dont-pass"), (ARUZE, "dont-pass-line")])
def test_star_6_5_adelaide_5d_aruze_3_9_10_a_dont_bet_comes_down_and_never_grows_or_goes_back_up(rules: str, dont: str) -> None:
    play(
        rules,
        f"""
        ann bets $10 on {dont}       -> placed
        ann bets $10 on {dont}       -> placed
        ann takes $5 off {dont}      -> down
        roll 2-2                     -> the point is 4
        ann bets $10 on {dont}       -> not-allowed-now
        ann bets $10 on dont-come    -> placed
        roll 2-3                     -> nothing
        ann bets $10 on dont-come:5  -> not-allowed-now
        ann takes dont-come:5 down   -> down
        ann bets $10 on dont-come:5  -> not-allowed-now
        ann takes {dont} down        -> down
        ann bets $10 on {dont}       -> not-allowed-now
        ann has $1,000.00
        """,
    )


@pytest.mark.parametrize(
    ("rules", "line", "odds"),
    [(STAR, "win-line", "behind-win-line"), (ADELAIDE, "pass", "pass-odds"), (ARUZE, "pass-line", "odds")],
)
def test_odds_know_no_limit_but_their_cap(rules: str, line: str, odds: str) -> None:
    play(
        rules,
        f"""
        ann bets $10 on {line}  -> placed
        roll 2-2                -> the point is 4
        ann bets $0.05 on {odds}  -> placed
        ann bets $19.95 on {odds}  -> placed
        roll 1-3                -> {line} wins $10.00, {odds} wins $40.00, come-out
        """,
        sign={"minimum": 500, "maximum": 1000},
    )


@pytest.mark.parametrize(
    ("rules", "dont", "odds"), [(STAR, "dont-win", "behind-dont-win"), (ADELAIDE, "dont-pass", "dont-pass-odds")]
)
def test_lay_odds_over_the_table_maximum_are_settled_whole(rules: str, dont: str, odds: str) -> None:
    play(
        rules,
        f"""
        ann bets $10 on {dont}  -> placed
        roll 2-2                -> the point is 4
        ann bets $40 on {odds}  -> placed
        roll 3-4                -> {dont} wins $10.00, {odds} wins $20.00, come-out
        """,
        sign={"maximum": 1000},
    )


def test_8c_8d_come_odds_follow_the_multiple_on_the_sign() -> None:
    play(
        ADELAIDE,
        """
        roll 2-2                            -> the point is 4
        ann bets $10 on come                -> placed
        ann bets $10 on dont-come           -> placed
        roll 2-3                            -> nothing
        ann bets $30.01 on come-odds:5      -> over-odds-limit
        ann bets $30 on come-odds:5         -> placed
        ann bets $45.01 on dont-come-odds:5 -> over-odds-limit
        ann bets $45 on dont-come-odds:5    -> placed
        """,
        sign={"odds_multiple": 3},
    )


def test_star_7_3_what_lies_over_the_maximum_goes_back_whatever_falls() -> None:
    play(
        STAR,
        """
        ann bets $150 on win-line  -> placed
        roll 3-4                   -> win-line wins $100.00
        ann bets $150 on win-line  -> placed
        roll 1-1                   -> win-line loses $100.00
        ann has $1,000.00
        """,
        sign={"maximum": 10_000},
    )


@pytest.mark.parametrize(("rules", "second"), [(STAR, "field loses $2.00"), (ADELAIDE, "field void $2.00")])
def test_star_7_2_adelaide_14g_below_the_minimum(rules: str, second: str) -> None:
    play(
        rules,
        f"""
        ann bets $2 on field  -> placed
        roll 3-4              -> field loses $2.00
        ann bets $2 on field  -> placed
        roll 3-4              -> {second}
        """,
        sign={"minimum": 500},
    )


def test_ministar_3_1_every_spot_keeps_to_the_steps_of_the_sign_and_a_piece_of_a_composite_too() -> None:
    play(
        MINISTAR,
        """
        ann bets $7.50 on straight:1    -> off-unit
        ann bets $37.50 on orphans      -> off-unit
        ann bets $50 on orphans         -> placed
        ann bets $2.50 on straight:1    -> off-unit
        ann bets $5 on straight:1       -> placed
        """,
        sign={"minimum": 500, "multiples": True},
    )
    play(
        MINISTAR,
        """
        ann bets $30 on orphans         -> off-unit
        ann bets $35 on orphans         -> placed
        ann bets $1 on straight:1       -> off-unit
        ann bets $2 on straight:1       -> placed
        """,
        sign={"minimum": 500, "stake_unit": 200},
    )


def test_14h_multiples_spare_what_is_payable_odds_and_composites() -> None:
    play(
        ADELAIDE,
        """
        ann bets $6 on pass               -> placed
        roll 2-3                          -> the point is 5
        ann bets $7.10 on pass-odds       -> placed
        ann bets $7 on horn               -> placed
        ann bets $7 on big-6              -> placed
        roll 1-2                          -> horn wins $21.25
        roll 3-3                          -> big-6 wins $7.00
        roll 1-4                          -> pass wins $6.00, pass-odds wins $11.00, come-out
        """,
        sign={"minimum": 600, "multiples": True, "payout_unit": 50},
    )


def test_aruze_3_5_1_1_commission_goes_back_for_what_was_placed_since_the_last_roll() -> None:
    play(
        ARUZE,
        """
        ann bets $20 on buy:4    -> placed
        roll 3-3                 -> the point is 6
        ann bets $10 on buy:4    -> placed
        ann has $968.50
        ann takes $15 off buy:4  -> down
        ann has $984.00
        no roll                  -> nothing
        """,
    )


def test_az_17_a_void_of_all_bets_gives_back_only_the_commission_on_what_stands() -> None:
    play(
        ARUZE,
        """
        ann bets $20 on buy:4    -> placed
        roll 3-3                 -> the point is 6
        ann takes $10 off buy:4  -> down
        ann has $989.00
        no roll                  -> buy:4 void $10.50
        """,
        readings={"AZ-17": "all-bets"},
    )


def test_sicbo_8_6_no_result_voids_all_but_super_streak_and_ministar_all() -> None:
    play(
        SICBO,
        """
        dice 1-2-3                             -> nothing
        ann bets $5 on super-streak:small-big  -> placed
        ann bets $10 on small                  -> placed
        no result                              -> small void $10.00
        dice 4-5-6                             -> super-streak:small-big loses $5.00
        """,
    )
    play(
        MINISTAR,
        """
        ann bets $10 on red  -> placed
        no result            -> red void $10.00
        """,
    )


def test_sc_21_and_sc_25_together_leave_odds_as_they_were_made() -> None:
    play(
        STAR,
        """
        ann bets $10 on dont-win         -> placed
        roll 2-2                         -> the point is 4
        ann bets $40 on behind-dont-win  -> placed
        ann takes $5 off dont-win        -> down
        roll 3-4                         -> dont-win wins $5.00, behind-dont-win wins $20.00, come-out
        """,
        readings={"SC-21": "settled-to-cap", "SC-25": "stays"},
    )
    play(
        STAR,
        """
        ann bets $10 on dont-win         -> placed
        roll 2-2                         -> the point is 4
        ann bets $40 on behind-dont-win  -> placed
        ann takes dont-win down          -> down
        ann has $1,000.00
        """,
        readings={"SC-25": "stays"},
    )


@pytest.mark.parametrize(
    ("reading", "value", "page"),
    [
        (
            "AZ-03",
            "stays",
            "roll 2-2 -> the point is 4; ann bets $5 on dont-come -> placed; roll 2-3 -> nothing; "
            "ann takes dont-come:5 down -> cannot-remove",
        ),
        (
            "AZ-08",
            "off-on-come-out",
            "roll 2-2 -> the point is 4; ann bets $5 on come -> placed; roll 2-3 -> nothing; "
            "ann bets $5 on come-odds:5 -> placed; roll 1-3 -> come-out; roll 3-4 -> come:5 loses $5.00, come-odds:5 pushes",
        ),
        (
            "AZ-11",
            "refused",
            "roll 2-2 -> the point is 4; ann bets $5 on dont-come -> placed; roll 2-3 -> nothing; "
            "ann bets $9 on dont-come-odds:5 -> placed; ann takes dont-come:5 down -> cannot-remove",
        ),
    ],
)
def test_a_reading_reaches_every_wager_it_speaks_of_at_aruze(reading: str, value: str, page: str) -> None:
    play(ARUZE, page.replace("; ", "\n"), readings={reading: value})


@pytest.mark.parametrize(
    ("reading", "value", "page"),
    [
        ("SC-17", "returned", "ann bets $40 on lay:4 -> placed; ann takes lay:4 down -> down; ann has $1,000.00"),
        (
            "SC-20",
            "grows",
            "roll 2-2 -> the point is 4; ann bets $5 on come -> placed; roll 2-3 -> nothing; ann bets $5 on come:5 -> placed",
        ),
        ("SC-03", "rounded-parts", "ann bets $5.01 on horn-high:2 -> placed; ann bets $5.01 on crap-eleven -> placed"),
        (
            "SC-21",
            "settled-to-cap",
            "roll 2-2 -> the point is 4; ann bets $5 on dont-come -> placed; roll 2-3 -> nothing; "
            "ann bets $30 on behind-dont-come:5 -> placed; roll 3-4 -> come-out, dont-come:5 wins $5.00, "
            "behind-dont-come:5 wins $10.00",
        ),
    ],
)
def test_a_reading_reaches_every_wager_it_speaks_of_at_star(reading: str, value: str, page: str) -> None:
    play(STAR, page.replace("; ", "\n"), readings={reading: value})


def test_what_players_should_hear_is_in_the_result() -> None:
    text = b"""{"ruleset": "aruze-craps-2024", "players": {"ann": 10000}, "steps": [
        {"do": "bet", "player": "ann", "wager": "pass-line", "amount": 1000},
        {"do": "bet", "player": "ann", "wager": "dont-pass-line", "amount": 1000},
        {"do": "outcome", "dice": [2, 2]},
        {"do": "bet", "player": "ann", "wager": "pass-line", "amount": 100},
        {"do": "bet", "player": "ann", "wager": "dont-odds", "amount": 4000},
        {"do": "take-down", "player": "ann", "wager": "dont-pass-line", "amount": 500}]}"""
    steps = run(read(text, "x.json")[0]).steps
    notices = [step.notice for step in steps if isinstance(step, Accepted)]
    assert notices[3] == ruleset(ARUZE).addresses["pass-line"].offer.warning
    assert notices[5] == "$20.00 on Don't Odds comes down with it."
    silent = text.replace(b'"players"', b'"table": {"readings": {"AZ-02": "not-warned"}}, "players"')
    assert [step.notice for step in run(read(silent, "x.json")[0]).steps if isinstance(step, Accepted)][3] == ""
    advice = b"""{"ruleset": "adelaide-craps-2003", "players": {"ann": 10000}, "table": {"minimum": 500}, "steps": [
        {"do": "bet", "player": "ann", "wager": "field", "amount": 100}, {"do": "outcome", "dice": [3, 4]}]}"""
    (_, settled) = run(read(advice, "x.json")[0]).steps
    assert isinstance(settled, Accepted)
    assert settled.notice == "ann: bets below the minimum will go back from now on, whatever falls."


def test_a_table_refuses_what_cannot_be() -> None:
    rules = ruleset(STAR)
    table = open_table(rules, rules.sign({}))
    for command, reason in (
        (TakeSeat(seat="ann", chips=Cents(-1)), "bad-amount"),
        (EnterOutcome(outcome=OutcomeName("0-7")), "unknown-outcome"),
        (PlaceBet(seat="ann", wager="field", stake=Cents(1)), "unknown-player"),
    ):
        refused = decide(table, command)
        assert isinstance(refused, Refusal)
        assert refused.reason == reason
