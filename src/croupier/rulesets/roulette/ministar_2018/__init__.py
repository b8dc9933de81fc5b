"""Interblock MiniStar Roulette at The Star, Sydney: the document of 23 January 2018, rule 3.9."""

from croupier.games.roulette import ROULETTE
from croupier.games.roulette.wagers import any_of, column, complete, dozen, final, inside, neighbours_of, pieces, straights
from croupier.games.roulette.wheel import (
    BLACK,
    COLUMNS,
    CORNERS,
    DOZENS,
    EVEN,
    HIGH,
    LOW,
    NUMBERS,
    ODD,
    RED,
    SIX_LINES,
    SPLITS,
    STRAIGHTS,
    STREETS,
)
from croupier.rules.offer import Offer, all_at, each
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Setting
from croupier.rules.terms import Below, Judged, Limits, Over, Rounding, Voided
from croupier.rulesets.roulette.ministar_2018.names import ALIASES
from croupier.rulesets.roulette.ministar_2018.odds import PAYS
from croupier.rulesets.roulette.ministar_2018.procedures import PROCEDURES
from croupier.rulesets.roulette.ministar_2018.promotions import PROMOTIONS
from croupier.rulesets.roulette.ministar_2018.readings import READINGS

RULESET = Ruleset(
    id="ministar-roulette-2018",
    title="Interblock MiniStar Roulette, The Star Sydney, 23 January 2018",
    short="MiniStar 2018",
    game=ROULETTE,
    settings=[
        Setting("minimum", "3.1", default=0, unit="cents"),
        Setting("maximum", "3.1", default=None, unit="cents"),
        Setting("payout_unit", "3.1", default=1, least=1, unit="cents"),
        Setting("multiples", "3.1", default=False, live=True),
        Setting("stake_unit", "3.1", default=None, least=1, unit="cents", live=True),
    ],
    payment="3.3.4",
    removal="3.5.1.1",
    limits=Limits("3.1", below=Below.REFUSED, above=Over.REFUSED, judged=Judged.EVERY_SPOT, judged_clause="1.1:maximum-bet"),
    rounding=Rounding("", to_the_cent=True),
    voided=Voided.ALL_BETS,
    void_clause="7.4",
    procedures=PROCEDURES,
    promotions=PROMOTIONS,
    offers=[
        *each("3.9.1.1", "straight", "Straight Up", inside, all_at(STRAIGHTS, PAYS)),
        *each("3.9.1.2", "split", "Split", inside, all_at(SPLITS, PAYS)),
        *each("3.9.1.3", "street", "Street", inside, all_at(STREETS, PAYS)),
        *each("3.9.1.4", "corner", "Corner", inside, all_at(CORNERS, PAYS)),
        *each("3.9.1.5", "six-line", "Six-line", inside, all_at(SIX_LINES, PAYS)),
        *each("3.9.1.6", "column", "Column", column, all_at(COLUMNS, PAYS["column"])),
        *each("3.9.1.7", "dozen", "Dozen", dozen, all_at(DOZENS, PAYS["dozen"])),
        Offer("3.9.1.8", "low", any_of("Low", LOW, PAYS["low"])),
        Offer("3.9.1.9", "high", any_of("High", HIGH, PAYS["high"])),
        Offer("3.9.1.10", "even", any_of("Even", EVEN, PAYS["even"])),
        Offer("3.9.1.11", "odd", any_of("Odd", ODD, PAYS["odd"])),
        Offer("3.9.1.12", "red", any_of("Red", RED, PAYS["red"])),
        Offer("3.9.1.13", "black", any_of("Black", BLACK, PAYS["black"])),
        Offer(
            "3.9.2.1",
            "zero-game",
            pieces("Zero Game", PAYS, "Split 0-3", "Split 12-15", "Straight Up 26", "Split 32-35"),
        ),
        Offer(
            "3.9.2.2",
            "neighbours-of-zero",
            pieces(
                "Neighbours of Zero",
                PAYS,
                (2, "Street 0-2-3"),
                "Split 4-7",
                "Split 12-15",
                "Split 18-21",
                "Split 19-22",
                "Split 32-35",
                (2, "Corner 25-26-28-29"),
            ),
        ),
        Offer(
            "3.9.2.3",
            "orphans",
            pieces("Orphans", PAYS, "Straight Up 1", "Split 6-9", "Split 14-17", "Split 17-20", "Split 31-34"),
        ),
        Offer(
            "3.9.2.4",
            "small-series",
            pieces(
                "Small Series",
                PAYS,
                "Split 5-8",
                "Split 10-11",
                "Split 13-16",
                "Split 23-24",
                "Split 27-30",
                "Split 33-36",
            ),
        ),
        *each("3.9.2.5", "neighbours", "Neighbours", neighbours_of, all_at(NUMBERS, PAYS)),
        # The document prints 16/16, which is not a split; we read 16/19 (MR-01).
        Offer(
            "3.9.2.6",
            "red-splits",
            pieces("Red Splits", PAYS, "Split 9-12", "Split 16-19", "Split 18-21", "Split 27-30"),
        ),
        Offer(
            "3.9.2.7",
            "black-splits",
            pieces(
                "Black Splits",
                PAYS,
                "Split 8-11",
                "Split 10-11",
                "Split 10-13",
                "Split 17-20",
                "Split 26-29",
                "Split 28-29",
                "Split 28-31",
            ),
        ),
        Offer(
            "3.9.2.8",
            "red-snake",
            straights("Red Snake", (1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34), PAYS),
        ),
        *each("3.9.2.9", "complete", "Complete", complete, all_at(NUMBERS, PAYS)),
        *each("3.9.2.10", "final", "Final Bet", final, all_at(range(10), PAYS)),
    ],
    readings=READINGS,
    aliases=ALIASES,
)
