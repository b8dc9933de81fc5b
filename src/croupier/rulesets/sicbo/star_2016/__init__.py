"""Sic Bo at The Star, Sydney: the document of 17 August 2016, sections 3, 4, 6, 7 and 8.6."""

from croupier.games.sicbo import SIC_BO
from croupier.games.sicbo.dice import (
    ANY_TRIPLE,
    BIG,
    EVEN,
    ODD,
    ODD_EVEN,
    ODD_EVEN_WINDOW,
    SMALL,
    SMALL_BIG,
    SMALL_BIG_WINDOW,
)
from croupier.games.sicbo.wagers import (
    any_of,
    begins_at,
    broken_by,
    by_dice,
    by_lower_face,
    by_mirror,
    combination,
    double,
    four_numbers,
    in_a_row,
    single,
    super_streak,
    totals,
    triple,
)
from croupier.rules.offer import Offer, Terms, all_at, each
from croupier.rules.outcomes import FACES
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Setting
from croupier.rules.terms import Below, Limits, Over, Rounding, Span, Voided
from croupier.rulesets.sicbo.star_2016.names import ALIASES
from croupier.rulesets.sicbo.star_2016.odds import FOUR_NUMBERS, PAYS, STREAK
from croupier.rulesets.sicbo.star_2016.procedures import PROCEDURES
from croupier.rulesets.sicbo.star_2016.promotions import PROMOTIONS
from croupier.rulesets.sicbo.star_2016.readings import READINGS

RULESET = Ruleset(
    id="star-sicbo-2016",
    title="Sic Bo, The Star Sydney, 17 August 2016",
    short="The Star 2016",
    game=SIC_BO,
    pucks={"small-big": SMALL_BIG, "odd-even": ODD_EVEN},
    settings=[
        Setting("minimum", "4.1", default=0, unit="cents"),
        Setting("maximum", "4.1", default=None, unit="cents"),
        Setting("payout_unit", "", default=1, least=1, unit="cents"),
        Setting("multiples", "4.1", default=False, live=True),
        Setting("stake_unit", "4.1", default=None, least=1, unit="cents", live=True),
        Setting("touch_screen", "2.6", default=False, live=True),
        Setting("super_streak_amount", "6.7", default=500, least=1, unit="cents"),
    ],
    payment="3.3",
    removal="3.10",
    limits=Limits("4.1", below=Below.VALID, above=Over.SETTLED_TO_LIMIT, below_clause="4.2", above_clause="4.3"),
    rounding=Rounding(""),
    voided=Voided.ALL_BETS,
    void_clause="8.6",
    procedures=PROCEDURES,
    promotions=PROMOTIONS,
    offers=[
        Offer("3.1.1", "small", any_of("Small", SMALL, PAYS["small"])),
        Offer("3.1.2", "big", any_of("Big", BIG, PAYS["big"])),
        *each("3.1.3", "triple", "Specific Triple", triple, all_at(FACES, PAYS["specific-triple"])),
        *each("3.1.4", "double", "Specific Double", double, all_at(FACES, PAYS["specific-double"])),
        Offer("3.1.5", "any-triple", any_of("Any Triple", ANY_TRIPLE, PAYS["any-triple"])),
        *each("3.1.6", "total", "Three Dice Total", totals, by_mirror(PAYS, "total")),
        *each("3.1.7", "combination", "Dice Combination", combination, by_lower_face(PAYS, "combo")),
        *each("3.1.8", "single", "Single Die Bet", single, all_at(FACES, by_dice(PAYS, "single-die"))),
        Offer("3.2.1", "odd", any_of("Odd", ODD, PAYS["odd"]), optional=True),
        Offer("3.2.2", "even", any_of("Even", EVEN, PAYS["even"]), optional=True),
        *each("3.2.3", "four-numbers", "Four Number Combination", four_numbers, FOUR_NUMBERS, Terms(optional=True)),
        Offer(
            "6.2",
            "super-streak:small-big",
            super_streak("Super Streak, Small or Big", {"small": SMALL, "big": BIG}, in_a_row(STREAK)),
            broken_by=broken_by({"small": SMALL, "big": BIG}),
            placed=SMALL_BIG_WINDOW,
            begins=begins_at(0, "small", "big"),
            grows=Span.NEVER,
            comes_down=Span.NEVER,
            locked_by="6.2",
            stake="super_streak_amount",
            limited=False,
            optional=True,
            outlives_voids=True,
        ),
        Offer(
            "6.2",
            "super-streak:odd-even",
            super_streak("Super Streak, Odd or Even", {"odd": ODD, "even": EVEN}, in_a_row(STREAK)),
            broken_by=broken_by({"odd": ODD, "even": EVEN}),
            placed=ODD_EVEN_WINDOW,
            begins=begins_at(0, "odd", "even"),
            grows=Span.NEVER,
            comes_down=Span.NEVER,
            locked_by="6.2",
            stake="super_streak_amount",
            limited=False,
            optional=True,
            outlives_voids=True,
        ),
    ],
    readings=READINGS,
    aliases=ALIASES,
)
