"""Craps at SkyCity Adelaide: the rules as at 28 April 2003, rules 4 to 8 and 14."""

from croupier.games.craps import CRAPS
from croupier.games.craps.dice import COME_OUT, HARD, POINT_ON, PUCKS
from croupier.games.craps.wagers import (
    by_number,
    by_pair,
    dont,
    hardway,
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
from croupier.rules.offer import Offer, Terms, each
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Setting
from croupier.rules.terms import (
    AfterWin,
    Below,
    Calls,
    Covers,
    Limits,
    OffMultiple,
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
from croupier.rulesets.craps.adelaide_2003.names import ALIASES
from croupier.rulesets.craps.adelaide_2003.odds import PAYS
from croupier.rulesets.craps.adelaide_2003.procedures import PROCEDURES
from croupier.rulesets.craps.adelaide_2003.readings import READINGS

# The row printed "6 & 9" is for 6 and 8 (AD-01). Buy bets pay by the same rows as pass odds (7(b)).
TAKING = by_pair(PAYS, "take-pass")
LAYING = {
    4: PAYS["lay-dp-4-10"],
    5: PAYS["lay-dp-5-9"],
    6: PAYS["lay-dp-6-9"],
    8: PAYS["lay-dp-6-9"],
    9: PAYS["lay-dp-5-9"],
    10: PAYS["lay-dp-4-10"],
}

RULESET = Ruleset(
    id="adelaide-craps-2003",
    title="Craps, SkyCity Adelaide, 28 April 2003",
    short="SkyCity Adelaide 2003",
    game=CRAPS,
    pucks=PUCKS,
    settings=[
        Setting("minimum", "5(f)", default=0, unit="cents"),
        Setting("maximum", "5(f)", default=None, unit="cents"),
        Setting("payout_unit", "6(d)", default=1, least=1, unit="cents"),
        Setting("odds_multiple", "8(a)", default=10, least=1, most=10),
        Setting("multiples", "5(f)", default=False),
    ],
    payment="5(b)",
    removal="5(c)",
    limits=Limits(
        "5(f)",
        below=Below.VALID_UNTIL_ADVISED,
        above=Over.SETTLED_TO_LIMIT,
        below_clause="14(g)",
        above_clause="14(g)",
    ),
    rounding=Rounding("6(d)", off_multiple=OffMultiple.EARNS_ON_LOWER_MULTIPLE, multiples_clause="14(h)"),
    calls=Calls("5(e)", off=COME_OUT, covers=Covers.SAME_KIND),
    voided=Voided.NOTHING,
    void_clause="11(b)",
    raises_odds="6(b)",
    procedures=PROCEDURES,
    offers=[
        Offer(
            "4(a)",
            "pass",
            line("Pass Bet", PAYS["pass"]),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
            comes_down=Span.UNTIL_IT_MOVES,
        ),
        Offer(
            "4(b)",
            "dont-pass",
            dont("Don't Pass Bet", PAYS["dont-pass"], bars=12),
            placed=COME_OUT,
            grows=Span.UNTIL_IT_MOVES,
            locked_by="5(d)",
        ),
        Offer(
            "4(d)",
            "come",
            line("Come Bet", PAYS["come"]),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            comes_down=Span.UNTIL_IT_MOVES,
            travels=to_its_number("come"),
        ),
        Offer(
            "4(e)",
            "dont-come",
            dont("Don't Come Bet", PAYS["dont-come"], bars=12),
            placed=POINT_ON,
            grows=Span.UNTIL_IT_MOVES,
            locked_by="5(d)",
            travels=to_its_number("dont-come"),
        ),
        *each(
            "4(g)",
            "place-win",
            "Place Bet to Win",
            to_win,
            by_number(PAYS, "place-win"),
            Terms(sleeps=COME_OUT, after_win=AfterWin.MAY_STAY_UP),
        ),
        *each(
            "4(h)",
            "place-lose",
            "Place Bet to Lose",
            to_lose,
            by_number(PAYS, "place-lose"),
            Terms(after_win=AfterWin.MAY_STAY_UP),
        ),
        *each(
            {4: "4(i)", 6: "4(j)", 8: "4(k)", 10: "4(l)"},
            "hardway",
            "Hardway",
            hardway,
            by_number(PAYS, "hard", HARD),
            Terms(sleeps=COME_OUT, after_win=AfterWin.MAY_STAY_UP),
        ),
        Offer("4(m)", "big-6", to_win("Big 6", 6, PAYS["big-6"]), optional=True, after_win=AfterWin.MAY_STAY_UP),
        Offer("4(n)", "big-8", to_win("Big 8", 8, PAYS["big-8"]), optional=True, after_win=AfterWin.MAY_STAY_UP),
        Offer(
            "4(o)",
            "field",
            one_roll("Field Bet", {(3, 4, 9, 10, 11): PAYS["field-3-4-9-10-11"], (2, 12): PAYS["field-2-12"]}),
        ),
        Offer("4(p)", "any-seven", one_roll("Any Seven", {(7,): PAYS["any-seven"]})),
        Offer("4(q)", "any-craps", one_roll("Any Craps", {(2, 3, 12): PAYS["any-craps"]})),
        Offer("4(r)", "craps-two", one_roll("Craps Two", {(2,): PAYS["craps-2"]})),
        Offer("4(s)", "craps-three", one_roll("Craps Three", {(3,): PAYS["craps-3"]})),
        Offer("4(t)", "craps-twelve", one_roll("Craps Twelve", {(12,): PAYS["craps-12"]})),
        Offer("4(u)", "eleven", one_roll("11 in One Roll", {(11,): PAYS["eleven"]})),
        Offer(
            "4(v)",
            "horn",
            horn(
                "Horn Bet",
                {2: PAYS["horn-2-12"], 3: PAYS["horn-3-11"], 11: PAYS["horn-3-11"], 12: PAYS["horn-2-12"]},
            ),
        ),
        Offer(
            "4(w)",
            "craps-eleven",
            split(
                "Craps Eleven",
                one_roll("Craps Eleven, craps", {(2, 3, 12): PAYS["craps-eleven-2-3-12"]}),
                one_roll("Craps Eleven, eleven", {(11,): PAYS["craps-eleven-11"]}),
            ),
        ),
        Offer(
            "4(x)",
            "world",
            horn(
                "World Bet",
                {
                    2: PAYS["world-2-12"],
                    3: PAYS["world-3-11"],
                    7: PAYS["world-7"],
                    11: PAYS["world-3-11"],
                    12: PAYS["world-2-12"],
                },
            ),
        ),
        *each(
            "7(a)",
            "buy-win",
            "Buy Bet to Win",
            to_win,
            TAKING,
            Terms(
                sleeps=COME_OUT,
                commission=commission("5% of the stake", refund=Refund.IN_PROPORTION, refund_clause="7(c)"),
                after_win=AfterWin.MAY_STAY_UP,
            ),
        ),
        *each(
            "7(a)",
            "buy-lose",
            "Buy Bet to Lose",
            to_lose,
            LAYING,
            Terms(
                commission=commission("5% of the win", refund=Refund.IN_PROPORTION, refund_clause="7(c)"),
                after_win=AfterWin.MAY_STAY_UP,
            ),
        ),
        Offer(
            "8(a)",
            "pass-odds",
            taking_odds("Taking Odds on the Pass Bet", TAKING),
            rides_on="pass",
            at_most=bets_up_to("odds_multiple", clause="8(a)"),
            limited=False,
        ),
        Offer(
            "8(b)",
            "dont-pass-odds",
            laying_odds("Laying Odds on the Don't Pass Bet", LAYING),
            rides_on="dont-pass",
            at_most=wins_up_to("odds_multiple", clause="8(b)"),
            limited=False,
        ),
        *each(
            "8(c)",
            "come-odds",
            "Taking Odds on the Come Bet",
            taking_odds_on,
            by_pair(PAYS, "take-come"),
            Terms(
                rides_on="come:*",
                at_most=bets_up_to("odds_multiple", clause="8(c)"),
                sleeps=COME_OUT,
                limited=False,
            ),
        ),
        *each(
            "8(d)",
            "dont-come-odds",
            "Laying Odds on the Don't Come Bet",
            laying_odds_on,
            by_pair(PAYS, "lay-dc"),
            Terms(rides_on="dont-come:*", at_most=wins_up_to("odds_multiple", clause="8(d)"), limited=False),
        ),
    ],
    readings=READINGS,
    aliases=ALIASES,
)
