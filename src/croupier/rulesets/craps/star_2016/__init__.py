"""Craps at The Star, Sydney: the document of 17 August 2016, sections 6 to 8."""

from croupier.games.craps import CRAPS
from croupier.games.craps.dice import COME_OUT, HARD, POINT_ON, PUCKS
from croupier.games.craps.wagers import (
    by_number,
    by_pair,
    dont,
    hardway,
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
from croupier.rules.wager import split
from croupier.rulesets.craps.star_2016.names import ALIASES
from croupier.rulesets.craps.star_2016.odds import PAYS
from croupier.rulesets.craps.star_2016.procedures import PROCEDURES
from croupier.rulesets.craps.star_2016.promotions import PROMOTIONS
from croupier.rulesets.craps.star_2016.readings import READINGS

# A Horn pays as four separate wagers (8.1).
HORN = {2: PAYS["craps-two"], 3: PAYS["craps-three"], 11: PAYS["eleven"], 12: PAYS["craps-twelve"]}

STAYS_UP = Terms(after_win=AfterWin.MAY_STAY_UP)
SLEEPS = Terms(sleeps=COME_OUT, after_win=AfterWin.MAY_STAY_UP)

RULESET = Ruleset(
    id="star-craps-2016",
    title="Craps, The Star Sydney, 17 August 2016",
    short="The Star 2016",
    game=CRAPS,
    pucks=PUCKS,
    settings=[
        Setting("minimum", "7.1", default=0, unit="cents"),
        Setting("maximum", "7.1", default=None, unit="cents"),
        Setting("payout_unit", "6.7", default=1, least=1, unit="cents"),
        Setting("multiples", "7.1", default=False, live=True),
        Setting("stake_unit", "7.1", default=None, least=1, unit="cents", live=True),
    ],
    payment="6.2",
    removal="6.4",
    limits=Limits("7.1", below=Below.VALID, above=Over.SETTLED_TO_LIMIT, below_clause="7.2", above_clause="7.3"),
    rounding=Rounding("6.7"),
    calls=Calls("6.6"),
    voided=Voided.NOTHING,
    void_clause="5.1",
    procedures=PROCEDURES,
    promotions=PROMOTIONS,
    offers=[
        Offer(
            "6.1.1",
            "win-line",
            line("Win Line", PAYS["win-line"]),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
            comes_down=Span.UNTIL_IT_MOVES,
        ),
        Offer(
            "6.1.2",
            "dont-win",
            dont("Don't Win", PAYS["dont-win"], bars=2),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
            locked_by="6.5",
        ),
        Offer(
            "6.1.3",
            "come",
            line("Come", PAYS["come"]),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            comes_down=Span.UNTIL_IT_MOVES,
            travels=to_its_number("come"),
        ),
        Offer(
            "6.1.4",
            "dont-come",
            dont("Don't Come", PAYS["dont-come"], bars=2),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            locked_by="6.5",
            travels=to_its_number("dont-come"),
        ),
        Offer(
            "6.1.5",
            "behind-win-line",
            taking_odds(
                "Behind the Win Line",
                by_pair(PAYS, "behind-win"),
            ),
            rides_on="win-line",
            at_most=bets_up_to(2, clause="6.1.5.1"),
            limited=False,
        ),
        Offer(
            "6.1.6",
            "behind-dont-win",
            laying_odds(
                "Behind the Don't Win",
                by_pair(PAYS, "behind-dont-win"),
            ),
            rides_on="dont-win",
            at_most=wins_up_to(2, clause="6.1.6.1"),
            limited=False,
        ),
        *each(
            "6.1.7",
            "behind-come",
            "Behind the Come",
            taking_odds_on,
            by_pair(PAYS, "behind-come"),
            Terms(rides_on="come:*", at_most=bets_up_to(2, clause="6.1.7.1"), sleeps=COME_OUT, limited=False),
        ),
        *each(
            "6.1.8",
            "behind-dont-come",
            "Behind the Don't Come",
            laying_odds_on,
            by_pair(PAYS, "behind-dont-come"),
            Terms(rides_on="dont-come:*", at_most=wins_up_to(2, clause="6.1.8.1"), limited=False),
        ),
        *each(
            "6.1.9",
            "hardway",
            "Hard",
            hardway,
            by_number(PAYS, "hard", HARD),
            SLEEPS,
        ),
        *each(
            "6.1.10",
            "place-win",
            "Place Bet to Win",
            to_win,
            by_number(PAYS, "place-win"),
            SLEEPS,
        ),
        *each(
            "6.1.11",
            "place-lose",
            "Place Bet to Lose",
            to_lose,
            by_number(PAYS, "place-lose"),
            STAYS_UP,
        ),
        Offer("6.1.12", "any-craps", one_roll("Any Craps", {(2, 3, 12): PAYS["any-craps"]})),
        Offer("6.1.13", "craps-two", one_roll("Craps Two", {(2,): PAYS["craps-two"]})),
        Offer("6.1.14", "craps-three", one_roll("Craps Three", {(3,): PAYS["craps-three"]})),
        Offer("6.1.15", "craps-twelve", one_roll("Craps Twelve", {(12,): PAYS["craps-twelve"]})),
        Offer("6.1.16", "eleven", one_roll("Eleven", {(11,): PAYS["eleven"]})),
        Offer(
            "6.1.17",
            "field",
            one_roll("Field", {(3, 4, 9, 10, 11): PAYS["field-3-4-9-10-11"], (2, 12): PAYS["field-2-12"]}),
        ),
        Offer("6.1.18", "any-seven", one_roll("Any Seven", {(7,): PAYS["any-seven"]})),
        Offer("6.1.19", "big-6", to_win("Big 6", 6, PAYS["big-6"]), after_win=AfterWin.MAY_STAY_UP),
        Offer("6.1.20", "big-8", to_win("Big 8", 8, PAYS["big-8"]), after_win=AfterWin.MAY_STAY_UP),
        Offer("6.1.21", "horn", horn("Horn", HORN)),
        *each("6.1.22", "horn-high", "Horn High", horn_high, all_at((2, 3, 11, 12), HORN)),
        Offer(
            "6.1.23",
            "crap-eleven",
            split(
                "Crap-Eleven",
                one_roll("Crap-Eleven, craps", {(2, 3, 12): PAYS["crap-eleven-2-3-12"]}),
                one_roll("Crap-Eleven, eleven", {(11,): PAYS["crap-eleven-11"]}),
            ),
        ),
        *each(
            "6.1.24",
            "buy",
            "Buy",
            to_win,
            by_number(PAYS, "buy"),
            Terms(
                sleeps=COME_OUT,
                commission=commission("5% of the stake", refund=Refund.NONE),
                after_win=AfterWin.MAY_STAY_UP,
            ),
        ),
        *each(
            "6.1.25",
            "lay",
            "Lay",
            to_lose,
            by_number(PAYS, "lay"),
            Terms(commission=commission("5% of the win", refund=Refund.NONE), after_win=AfterWin.MAY_STAY_UP),
        ),
    ],
    readings=READINGS,
    aliases=ALIASES,
)
