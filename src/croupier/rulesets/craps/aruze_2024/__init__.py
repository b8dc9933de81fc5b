"""Aruze Craps, the electronic table game at The Star, Sydney: the document of 27 August 2024, rules 3.9 and 3.10."""

from croupier.games.craps import CRAPS
from croupier.games.craps.dice import COME_OUT, EASY_PAIRS, HARD_PAIRS, POINT_ON, PUCKS
from croupier.games.craps.wagers import (
    by_pair,
    dont,
    hardway,
    hop,
    horn,
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
    Below,
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
from croupier.rulesets.craps.aruze_2024.names import ALIASES
from croupier.rulesets.craps.aruze_2024.odds import PAYS
from croupier.rulesets.craps.aruze_2024.procedures import PROCEDURES
from croupier.rulesets.craps.aruze_2024.promotions import PROMOTIONS
from croupier.rulesets.craps.aruze_2024.readings import READINGS

LATE = "Chips added once its point is set can no longer win on the first roll; they only win if the point comes before a 7."

RULESET = Ruleset(
    id="aruze-craps-2024",
    title="Aruze Craps Electronic Table Game, The Star Sydney, 27 August 2024",
    short="Aruze electronic 2024",
    game=CRAPS,
    pucks=PUCKS,
    settings=[
        Setting("minimum", "3.1", default=0, unit="cents"),
        Setting("maximum", "3.1", default=None, unit="cents"),
        Setting("payout_unit", "3.1", default=1, least=1, unit="cents"),
        Setting("multiples", "3.1", default=False, live=True),
        Setting("stake_unit", "3.1", default=None, least=1, unit="cents", live=True),
        Setting("shooting_minimum", "3.11.2", default=None, least=1, unit="cents", live=True),
    ],
    payment="3.3.4",
    removal="3.5.1.1",
    limits=Limits("3.1", below=Below.REFUSED, above=Over.REFUSED),
    rounding=Rounding("", to_the_cent=True),
    voided=Voided.FRESH_BETS,
    void_clause="6.4",
    procedures=PROCEDURES,
    promotions=PROMOTIONS,
    offers=[
        Offer(
            "3.9.1",
            "pass-line",
            line("Pass Line", PAYS["pass-line"]),
            placed=COME_OUT,
            comes_down=Span.UNTIL_IT_MOVES,
            locked_by="3.9.1",
            warning=LATE,
        ),
        Offer(
            "3.9.2",
            "odds",
            taking_odds("Odds", by_pair(PAYS, "odds")),
            rides_on="pass-line",
            at_most=bets_up_to(2, clause="3.9.2.1"),
            limited=False,
        ),
        Offer(
            "3.9.3",
            "come",
            line("Come", PAYS["come"]),
            placed=POINT_ON,
            comes_down=Span.UNTIL_IT_MOVES,
            locked_by="3.9.3",
            travels=to_its_number("come"),
            warning=LATE,
        ),
        *each(
            "3.9.4",
            "come-odds",
            "Come Odds",
            taking_odds_on,
            by_pair(PAYS, "come-odds"),
            Terms(rides_on="come:*", at_most=bets_up_to(2, clause="3.9.4.1"), limited=False),
        ),
        Offer("3.9.5", "big-6", to_win("Big 6", 6, PAYS["big-6"])),
        Offer("3.9.6", "big-8", to_win("Big 8", 8, PAYS["big-8"])),
        *each("3.9.7", "place", "Place", to_win, by_pair(PAYS, "place")),
        *each(
            "3.9.8",
            "buy",
            "Buy",
            to_win,
            by_pair(PAYS, "buy"),
            Terms(commission=commission("5% of the stake", refund=Refund.OF_FRESH)),
        ),
        *each(
            "3.9.9",
            "hardway",
            "Hard",
            hardway,
            {4: PAYS["hard-4-10"], 6: PAYS["hard-6-8"], 8: PAYS["hard-6-8"], 10: PAYS["hard-4-10"]},
        ),
        Offer(
            "3.9.10",
            "dont-pass-line",
            dont("Don't Pass Line", PAYS["dont-pass"], bars=12),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
            locked_by="3.9.10",
        ),
        Offer(
            "3.9.11",
            "dont-come",
            dont("Don't Come", PAYS["dont-come"], bars=12),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            locked_by="3.9.11",
            travels=to_its_number("dont-come"),
        ),
        Offer(
            "3.9.12",
            "dont-odds",
            laying_odds("Don't Odds", by_pair(PAYS, "dont-odds")),
            rides_on="dont-pass-line",
            at_most=wins_up_to(2, clause="3.9.12.1"),
            limited=False,
        ),
        *each(
            "3.9.13",
            "dont-come-odds",
            "Don't Come Odds",
            laying_odds_on,
            by_pair(PAYS, "dont-come-odds"),
            Terms(rides_on="dont-come:*", at_most=wins_up_to(2, clause="3.9.13.1"), limited=False),
        ),
        *each("3.9.14", "place-lose", "Place to Lose", to_lose, by_pair(PAYS, "place-lose")),
        *each(
            "3.9.15",
            "lay",
            "Lay",
            to_lose,
            by_pair(PAYS, "lay"),
            Terms(commission=commission("5% of the win", refund=Refund.OF_FRESH)),
        ),
        Offer(
            "3.9.16",
            "field",
            one_roll("Field", {(3, 4, 9, 10, 11): PAYS["field-3-4-9-10-11"], (2, 12): PAYS["field-2-12"]}),
        ),
        Offer("3.9.17", "any-seven", one_roll("Any Seven", {(7,): PAYS["any-seven"]})),
        Offer("3.9.18", "any-craps", one_roll("Any Craps", {(2, 3, 12): PAYS["any-craps"]})),
        Offer("3.9.19", "c", one_roll("C (Craps)", {(2, 3, 12): PAYS["c-craps"]})),
        Offer("3.9.20", "e", one_roll("E (Eleven)", {(11,): PAYS["e-eleven"]})),
        # One wager, not a composite: the printed odds apply to the whole stake (AZ-06).
        Offer(
            "3.9.21",
            "c-and-e",
            one_roll("C&E (Craps & Eleven)", {(2, 3, 12): PAYS["c-and-e-2-3-12"], (11,): PAYS["c-and-e-11"]}),
        ),
        Offer(
            "3.9.22",
            "horn",
            horn(
                "Horn Bet",
                {2: PAYS["horn-2-12"], 3: PAYS["horn-3-11"], 11: PAYS["horn-3-11"], 12: PAYS["horn-2-12"]},
            ),
        ),
        *each("3.9.23", "hop", "Hop", hop, all_at(HARD_PAIRS, PAYS["hop-hard"])),
        *each("3.9.23", "hop", "Hop", hop, all_at(EASY_PAIRS, PAYS["hop-easy"])),
    ],
    readings=READINGS,
    aliases=ALIASES,
)
