"""Craps as in Las Vegas: bar 12, 3-4-5 times odds, a field that pays 3 to 1 on 12, hops at 15 and 30 to 1."""

from croupier.games.craps import CRAPS
from croupier.games.craps.dice import COME_OUT, EASY_PAIRS, HARD_PAIRS, POINT_ON, PUCKS
from croupier.games.craps.wagers import (
    by_pair,
    dont,
    hardway,
    hop,
    horn,
    horn_high,
    laying_odds,
    laying_odds_on,
    line,
    one_roll,
    taking_odds,
    taking_odds_on,
    to_its_number,
    to_lose,
    to_win,
)
from croupier.rules.offer import Offer, Terms, all_at, each
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Setting
from croupier.rules.terms import (
    AfterWin,
    Below,
    Calls,
    Limits,
    Over,
    Refund,
    Rounding,
    Span,
    Voided,
    bets_up_to,
    commission,
    wins_up_to,
)
from las_vegas.names import ALIASES
from las_vegas.odds import PAYS
from las_vegas.procedures import PROCEDURES
from las_vegas.readings import READINGS

THREE_FOUR_FIVE = {"point 4": 3, "point 5": 4, "point 6": 5, "point 8": 5, "point 9": 4, "point 10": 3}
TAKEN = bets_up_to(THREE_FOUR_FIVE, clause="odds")
LAID = wins_up_to(THREE_FOUR_FIVE, clause="odds")

HARD = {4: PAYS["hard-4-10"], 6: PAYS["hard-6-8"], 8: PAYS["hard-6-8"], 10: PAYS["hard-4-10"]}
HORN = {2: PAYS["horn-2-12"], 3: PAYS["horn-3-11"], 11: PAYS["horn-3-11"], 12: PAYS["horn-2-12"]}

SLEEPS = Terms(sleeps=COME_OUT, after_win=AfterWin.MAY_STAY_UP)

RULESET = Ruleset(
    id="las-vegas-craps",
    title="Craps, Las Vegas, 3-4-5 times odds",
    game=CRAPS,
    pucks=PUCKS,
    settings=[
        Setting("minimum", "sign", default=0, unit="cents"),
        Setting("maximum", "sign", default=None, unit="cents"),
        Setting("payout_unit", "sign", default=1, least=1, unit="cents"),
    ],
    payment="chips",
    removal="taking down",
    limits=Limits("sign", below=Below.VALID, above=Over.SETTLED_TO_LIMIT),
    rounding=Rounding("payouts"),
    calls=Calls("on and off"),
    voided=Voided.NOTHING,
    void_clause="no roll",
    procedures=PROCEDURES,
    offers=[
        Offer(
            "pass",
            "pass-line",
            line("Pass Line", PAYS["line"]),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
            comes_down=Span.UNTIL_IT_MOVES,
        ),
        Offer(
            "don't pass",
            "dont-pass",
            dont("Don't Pass", PAYS["line"], bars=12),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
        ),
        Offer(
            "come",
            "come",
            line("Come", PAYS["line"]),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            comes_down=Span.UNTIL_IT_MOVES,
            travels=to_its_number("come"),
        ),
        Offer(
            "don't come",
            "dont-come",
            dont("Don't Come", PAYS["line"], bars=12),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            travels=to_its_number("dont-come"),
        ),
        Offer(
            "odds",
            "pass-odds",
            taking_odds("Odds", by_pair(PAYS, "odds")),
            rides_on="pass-line",
            at_most=TAKEN,
            limited=False,
        ),
        Offer(
            "odds",
            "dont-pass-odds",
            laying_odds("Don't Pass Odds", by_pair(PAYS, "lay")),
            rides_on="dont-pass",
            at_most=LAID,
            limited=False,
        ),
        *each(
            "odds",
            "come-odds",
            "Come Odds",
            taking_odds_on,
            by_pair(PAYS, "odds"),
            Terms(rides_on="come:*", at_most=TAKEN, sleeps=COME_OUT, limited=False),
        ),
        *each(
            "odds",
            "dont-come-odds",
            "Don't Come Odds",
            laying_odds_on,
            by_pair(PAYS, "lay"),
            Terms(rides_on="dont-come:*", at_most=LAID, limited=False),
        ),
        *each("place", "place", "Place", to_win, by_pair(PAYS, "place"), SLEEPS),
        *each(
            "buy",
            "buy",
            "Buy",
            to_win,
            by_pair(PAYS, "odds"),
            Terms(
                sleeps=COME_OUT,
                commission=commission("5% of the stake", refund=Refund.IN_PROPORTION),
                after_win=AfterWin.MAY_STAY_UP,
            ),
        ),
        *each(
            "lay",
            "lay",
            "Lay",
            to_lose,
            by_pair(PAYS, "lay"),
            Terms(commission=commission("5% of the win", refund=Refund.IN_PROPORTION), after_win=AfterWin.MAY_STAY_UP),
        ),
        *each("hardways", "hardway", "Hard", hardway, HARD, SLEEPS),
        Offer(
            "field",
            "field",
            one_roll("Field", {(3, 4, 9, 10, 11): PAYS["field"], (2,): PAYS["field-2"], (12,): PAYS["field-12"]}),
        ),
        Offer("any seven", "any-seven", one_roll("Any Seven", {(7,): PAYS["any-seven"]})),
        Offer("any craps", "any-craps", one_roll("Any Craps", {(2, 3, 12): PAYS["any-craps"]})),
        Offer("horn", "craps-two", one_roll("Two", {(2,): PAYS["horn-2-12"]})),
        Offer("horn", "craps-three", one_roll("Three", {(3,): PAYS["horn-3-11"]})),
        Offer("horn", "eleven", one_roll("Eleven", {(11,): PAYS["horn-3-11"]})),
        Offer("horn", "craps-twelve", one_roll("Twelve", {(12,): PAYS["horn-2-12"]})),
        Offer("horn", "horn", horn("Horn", HORN)),
        *each("horn", "horn-high", "Horn High", horn_high, all_at(HORN, HORN)),
        *each("hops", "hop", "Hop", hop, all_at(HARD_PAIRS, PAYS["hop-hard"])),
        *each("hops", "hop", "Hop", hop, all_at(EASY_PAIRS, PAYS["hop-easy"])),
    ],
    readings=READINGS,
    aliases=ALIASES,
)
