"""People come and go, are barred, held and paid: what the table says to the last line of a page."""

import pytest

from croupier.catalogue import names
from pages import Page, played

ARUZE, MINISTAR = "aruze-craps-2024", "ministar-roulette-2018"
MANAGER = "assistant-gaming-manager"


def said(rules: str, *lines: str, settings: tuple[str, ...] = ()) -> list[str]:
    """What comes of the last of these lines."""
    page = played(Page(rules, (), "", settings, lines)).splitlines()
    at = max(index for index, line in enumerate(page) if line == lines[-1])
    return [line.strip() for line in page[at + 1 :]]


@pytest.mark.parametrize(("rules", "clause"), [(MINISTAR, "4.2"), (ARUZE, "3.7")])
def test_nobody_leaves_a_terminal_with_credit_that_could_not_be_collected(rules: str, clause: str) -> None:
    opened = "bets open until 12:01:00"
    closed = ("the ball runs", "bets close") if rules == MINISTAR else ("bets close",)
    (sentence,) = said(rules, opened, *closed, "ann leaves")
    assert sentence.startswith("no: Credits can be collected when this ")
    assert sentence.endswith(f"({clause}).")
    faulty = f"{MANAGER} declares the terminal of ann faulty: interrupted"
    assert said(rules, opened, faulty, "ann leaves") == [f"no: The terminal of ann is being looked into ({clause})."]
    assert said(rules, opened, "ann leaves") == ["ann leaves with $500.00."]
    penniless = ("players: ann $0, bob $0",)
    assert said(rules, opened, *closed, "ann leaves", settings=penniless) == ["ann leaves with $0.00."]
    assert said(rules, opened, faulty, "ann leaves", settings=penniless) == said(rules, opened, faulty, "ann leaves")


@pytest.mark.parametrize("rules", [MINISTAR, ARUZE])
def test_money_that_is_released_to_somebody_who_has_left_is_owed_to_them(rules: str) -> None:
    opened, withheld = "bets open until 12:01:00", "operator withholds $100 from ann: a note to be looked into"
    released = "operator releases $40 to ann: the note is good"
    assert said(rules, opened, withheld, released, "the money of ann") == ["$440.00", "$60.00 withheld"]
    assert said(rules, opened, withheld, "ann leaves", released, "the money of ann") == [
        "$0.00",
        "$60.00 withheld",
        "$40.00 owed",
    ]


def test_8_1_whoever_is_held_to_one_terminal_bets_at_none_until_one_is_left() -> None:
    two = ("bets open until 12:01:00", "ann puts in the card of eve", "bob puts in the card of eve")
    held = f"{MANAGER} holds eve to one terminal: others are waiting"
    assert said(MINISTAR, *two, "ann bets $5 on red") == ["ann bets $5.00 on red."]
    for here, there in (("ann", "bob"), ("bob", "ann")):
        refused = [f"no: eve plays at {there} too, and may use one terminal only (8.1)."]
        assert said(MINISTAR, *two, held, f"{here} bets $5 on red") == refused
        assert said(MINISTAR, *two, held, f"{there} takes the card out", f"{here} bets $5 on red") == [
            f"{here} bets $5.00 on red."
        ]


def test_8_9_whoever_has_left_after_a_fraud_forfeits_the_bet_and_owes_what_it_won() -> None:
    fled = (
        "bets open until 12:01:00",
        "ann bets $10 on straight:17",
        "bob bets $10 on red",
        "the ball runs",
        "bets close",
        "17 falls",
        "ann leaves",
    )
    forfeited = f"{MANAGER} calls round 1 off, ann forfeits: fraud"
    answer = said(MINISTAR, *fled, forfeited)
    assert "|   ann's straight:17 is forfeited: the house keeps $10.00." in answer
    assert "|   bob's red is refunded: $10.00 goes back." in answer
    assert said(MINISTAR, *fled, forfeited, "the money of ann") == ["$0.00", "-$360.00 owed"]
    stranger = f"{MANAGER} calls round 1 off, eve forfeits: fraud"
    assert said(MINISTAR, *fled, stranger) == ["no: There is no player eve at this table."]
    in_play = (*fled, "bets open until 12:02:00", f"{MANAGER} calls it off, ann forfeits: fraud")
    assert said(MINISTAR, *in_play) == ["no: There is no player ann at this table."]


@pytest.mark.parametrize("rules", names())
def test_an_inspector_watches_the_table_and_does_not_run_it(rules: str) -> None:
    for order in ("inspector takes over", "nobody takes over"):
        assert said(rules, order) == ["no: Robin does not work at this table."]
    (opening,) = said(rules, "inspector opens the day 2024-11-02")
    assert "may not open the table" in opening


def test_whoever_deals_does_not_take_over_again() -> None:
    sic_bo = "star-sicbo-2016"
    assert said(sic_bo, "dealer Kim takes over", "dealer Kim takes over") == ["no: Kim deals already."]
    assert said(sic_bo, "dealer Kim takes over", "dealer Jo takes over") == ["Jo (dealer) takes over the table."]


@pytest.mark.parametrize(("rules", "order", "measures"), [(MINISTAR, "8.13.2", "8.7.2"), (ARUZE, "7.13.2", "7.7.2")])
def test_somebody_beside_the_table_is_sent_away_and_barred(rules: str, order: str, measures: str) -> None:
    opened, away = "bets open until 12:01:00", f"{MANAGER} asks eve to leave: in-the-way"
    assert said(rules, opened, away) == [
        f"Robin (assistant gaming manager) requires eve to give up the place: in-the-way ({order})."
    ]
    bar = f"{MANAGER} sanctions eve, bar: refused-to-leave"
    assert said(rules, opened, away, bar)[0].endswith(f"decides to bar eve from the game: refused-to-leave ({measures}).")
    assert said(rules, opened, away, bar, "eve sits down with $10") == [f"no: eve may not play here ({measures})."]
    assert said(rules, opened, f"{MANAGER} sanctions eve, void-bets: disturbance") == [
        "no: There is no player eve at this table."
    ]


def test_8_13_an_order_to_leave_pays_nobody_out_before_they_may_collect() -> None:
    opened, away = "bets open until 12:01:00", f"{MANAGER} asks ann to leave: idle"
    assert said(MINISTAR, opened, away)[1:] == ["ann leaves with $500.00."]
    assert said(MINISTAR, opened, "the ball runs", "bets close", away)[1:] == []


@pytest.mark.parametrize(("rules", "outcome"), [(MINISTAR, "17"), (ARUZE, "3-4")])
def test_where_a_machine_reads_the_result_nobody_decides_what_is_uppermost(rules: str, outcome: str) -> None:
    opened = "bets open until 12:01:00"
    round = (opened, "bets close", "the machine shoots") if rules == ARUZE else (opened, "the ball runs", "bets close")
    ruling = f"{MANAGER} decides that {outcome} is uppermost"
    assert said(rules, *round, ruling) == ["no: These rules let nobody decide which face is uppermost."]
    assert said(rules, *round, f"{outcome} falls")[0] == f"{outcome} falls."


def test_8_7_2_whoever_is_barred_is_barred_at_all_their_terminals() -> None:
    two = ("bets open until 12:01:00", "ann puts in the card of eve", "bob puts in the card of eve")
    for named in ("ann", "eve"):
        barred = f"{MANAGER} sanctions {named}, bar: device"
        assert said(MINISTAR, *two, barred, "bob bets $5 on red") == ["no: No bets of bob are taken (8.7.2)."]
    other = ("bob takes the card out", "bob puts in the card of dan", "bob bets $5 on red")
    assert said(MINISTAR, *two, f"{MANAGER} sanctions ann, bar: device", *other) == ["bob bets $5.00 on red."]


def test_money_that_a_correction_brings_to_somebody_who_has_left_is_owed_to_them() -> None:
    gone = ("bets open until 12:01:00", "ann bets $10 on straight:17", "the ball runs", "bets close", "25 falls", "ann leaves")
    corrected = (*gone, f"{MANAGER} corrects round 1 to 17: the ball lies in 17")
    assert "|ann leaves with $490.00." in [line.replace(" ", "", 1) for line in said(MINISTAR, *corrected)]
    assert said(MINISTAR, *corrected, "the money of ann") == ["$0.00", "$360.00 owed"]
    back = (*corrected, "ann sits down with $20", "the money of ann")
    assert said(MINISTAR, *back) == ["$20.00", "$360.00 owed"]
    again = (*corrected, f"{MANAGER} corrects round 1 to 18: the film", "the money of ann")
    assert said(MINISTAR, *again) == ["$0.00"]
